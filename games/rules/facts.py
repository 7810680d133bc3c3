"""Facts of orders and events: typed inside the rules, JSON outside.

Each verb has a frozen dataclass derived from `Facts`, and its fields are its facts. JSON leaves out facts equal to
their default."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Annotated, Any, ClassVar, NamedTuple, Self, TypeAlias, TypeVar, dataclass_transform

import msgspec

Json = Any
JsonObject: TypeAlias = Mapping[str, Json]
T = TypeVar("T")
Instant: TypeAlias = Annotated[datetime, msgspec.Meta(tz=True)]


class Mistold(ValueError):
    """JSON with facts missing or of the wrong type; the message says which."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
@dataclass(frozen=True)
class Facts:
    """The facts of one verb. Each subclass becomes a frozen dataclass.

    A field named like a Python keyword ends in `_`, which its JSON name lacks."""

    verb: ClassVar[str]

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:
        dataclass(frozen=True, kw_only=kw_only)(cls)

    @classmethod
    def read(cls, told: JsonObject) -> Self:
        """Return the facts in this JSON, ignoring other names. Raises Mistold."""
        named = {one.field: told[one.name] for one in parts(cls) if one.name in told}
        try:
            return msgspec.convert(named, cls, str_keys=True)
        # half a surrogate pair raises UnicodeEncodeError
        except (msgspec.ValidationError, UnicodeEncodeError) as error:
            raise Mistold(f"{cls.verb}: {error}") from error

    def as_json(self) -> JsonObject:
        """Return the facts that differ from their defaults, as JSON."""
        return self._written(parts(type(self)))

    def told(self) -> JsonObject:
        """Return the same as `as_json` without the facts that are stored but shown to nobody."""
        return self._written([one for one in parts(type(self)) if not one.is_kept_back])

    def _written(self, wanted: Iterable["Part"]) -> JsonObject:
        return {one.name: _written(value) for one in wanted if (value := getattr(self, one.field)) != one.default}


class Part(NamedTuple):
    """One fact: its JSON name, its field, and its default."""

    name: str
    field: str
    default: object
    is_kept_back: bool


_PARTS: dict[type[Facts], tuple[Part, ...]] = {}


def parts(facts: type[Facts]) -> tuple[Part, ...]:
    """Return the parts of these facts. Cached, because every event on a page needs them."""
    if facts not in _PARTS:
        _PARTS[facts] = tuple(
            Part(one.name.rstrip("_"), one.name, one.default, "is_kept_back" in one.metadata) for one in fields(facts)
        )
    return _PARTS[facts]


def kept_back(default: T) -> T:
    """Return a field with this default that is stored but shown to nobody. In an order, only forms set it."""
    return field(default=default, metadata={"is_kept_back": True})


def told_names(facts: type[Facts]) -> frozenset[str]:
    """Return the JSON names of these facts, without those kept back."""
    return frozenset(one.name for one in parts(facts) if not one.is_kept_back)


def schema(facts: type[Facts]) -> JsonObject:
    """Return the JSON Schema properties of these facts, without those kept back."""
    described = msgspec.json.schema(facts)["$defs"][facts.__name__]
    properties: dict[str, Json] = {}
    for written, shape in described["properties"].items():
        if (name := written.rstrip("_")) not in told_names(facts):
            continue
        rest = {key: value for key, value in shape.items() if value is not None}
        if "anyOf" in rest:  # without null, because unknown facts are left out
            rest["anyOf"] = [one for one in rest["anyOf"] if one != {"type": "null"}]
        properties[name] = rest
    return properties


def _written(value: object) -> object:
    """Return the value as JSON: lists for tuples, objects for dataclasses, ISO texts for instants."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, tuple | list):
        return [_written(item) for item in value]
    if isinstance(value, datetime):
        return value.isoformat()
    named = value if isinstance(value, Mapping) else vars(value)
    return {str(key): _written(item) for key, item in named.items()}
