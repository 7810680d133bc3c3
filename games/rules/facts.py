"""The facts of orders and events: typed within the rules, JSON outside. Each verb has a frozen dataclass below `Facts`,
whose fields are its facts. A fact equal to its default is left out of the JSON."""

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
    """JSON in which facts are missing or of the wrong type; says which."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
@dataclass(frozen=True)
class Facts:
    """The facts of one verb; each subclass becomes a frozen dataclass. A field named like a Python keyword ends in `_`,
    which its JSON name lacks."""

    verb: ClassVar[str]

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:
        dataclass(frozen=True, kw_only=kw_only)(cls)

    @classmethod
    def read(cls, told: JsonObject) -> Self:
        """The facts that JSON tells; what else it tells is passed over. Raises Mistold."""
        named = {one.field: told[one.name] for one in parts(cls) if one.name in told}
        try:
            return msgspec.convert(named, cls, str_keys=True)
        except (msgspec.ValidationError, UnicodeEncodeError) as error:  # a ValueError comes of half a surrogate pair
            raise Mistold(f"{cls.verb}: {error}") from error

    def as_json(self) -> JsonObject:
        """The facts that differ from their defaults, down to lists, objects and texts."""
        return self._written(parts(type(self)))

    def told(self) -> JsonObject:
        """The same without what is kept with an event but told to nobody."""
        return self._written(one for one in parts(type(self)) if not one.is_kept_back)

    def _written(self, wanted: Iterable["Part"]) -> JsonObject:
        values = ((one, getattr(self, one.field)) for one in wanted)
        return {one.name: _written(value) for one, value in values if value != one.default}


class Part(NamedTuple):
    """One fact: its JSON name, its field's name, and its value if it is not told."""

    name: str
    field: str
    default: object
    is_kept_back: bool


_PARTS: dict[type[Facts], tuple[Part, ...]] = {}


def parts(facts: type[Facts]) -> tuple[Part, ...]:
    """The parts of these facts; cached, as every event of a page asks for them."""
    if facts not in _PARTS:
        _PARTS[facts] = tuple(
            Part(one.name.rstrip("_"), one.name, one.default, "is_kept_back" in one.metadata) for one in fields(facts)
        )
    return _PARTS[facts]


def kept_back(default: T) -> T:
    """A default for a fact that is kept with an event and told to nobody; in an order, one that only a form gives."""
    return field(default=default, metadata={"is_kept_back": True})


def told_names(facts: type[Facts]) -> frozenset[str]:
    """The names of these facts in JSON, without what is kept back."""
    return frozenset(one.name for one in parts(facts) if not one.is_kept_back)


def schema(facts: type[Facts]) -> JsonObject:
    """The JSON Schema of an object with these facts, without what is kept back."""
    described = msgspec.json.schema(facts)["$defs"][facts.__name__]
    named = {name.rstrip("_"): shape for name, shape in described["properties"].items()}
    return {name: _without_null(shape) for name, shape in named.items() if name in told_names(facts)}


def _without_null(shape: JsonObject) -> JsonObject:
    """The schema without null: what is not known is left out."""
    rest = {name: value for name, value in shape.items() if value is not None}
    return {**rest, "anyOf": [one for one in rest["anyOf"] if one != {"type": "null"}]} if "anyOf" in rest else rest


def _written(value: object) -> object:
    """A value as JSON has it: lists for tuples, objects for dataclasses, ISO texts for instants."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, tuple | list):
        return [_written(item) for item in value]
    if isinstance(value, datetime):
        return value.isoformat()
    named = value if isinstance(value, Mapping) else vars(value)
    return {str(key): _written(item) for key, item in named.items()}
