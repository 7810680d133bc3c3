"""The facts of orders and events: typed within the rules, JSON outside of them.

Each verb has a frozen dataclass of its own below `Facts`, whose fields are its facts. A fact that has its default is left out of
the JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Annotated, Any, ClassVar, Self, TypeAlias

import msgspec

Json = Any
Instant: TypeAlias = Annotated[datetime, msgspec.Meta(tz=True)]


class Mistold(ValueError):
    """JSON in which facts are missing, or are of another type; says which."""


@dataclass(frozen=True)
class Facts:
    """The facts of one verb. A name that Python keeps for itself has a `_` behind it, which JSON does not have."""

    verb: ClassVar[str]

    @classmethod
    def read(cls, told: Mapping[str, Json]) -> Self:
        """The facts that JSON tells; what else it tells is passed over. Raises Mistold."""
        named = {inside: told[outside] for outside, inside in names(cls).items() if outside in told}
        try:
            return msgspec.convert(named, cls, str_keys=True)
        except (msgspec.ValidationError, UnicodeEncodeError) as error:  # the latter of half a character
            raise Mistold(f"{cls.verb}: {error}") from error

    def as_json(self) -> dict[str, Json]:
        """The facts that are not as by default, down to lists, objects and texts."""
        return {
            one.name.rstrip("_"): _written(
                msgspec.to_builtins(getattr(self, one.name), str_keys=True, builtin_types=(datetime,))
            )
            for one in fields(self)
            if getattr(self, one.name) != one.default
        }

    def told(self) -> dict[str, Json]:
        """The same without what is kept with an event and told to nobody."""
        return {name: value for name, value in self.as_json().items() if name in told_names(type(self))}


def kept_back(default: Json) -> Json:
    """A fact that is kept with an event and told to nobody; of an order, one that a form gives and no text or command names."""
    return field(default=default, metadata={"is_kept_back": True})


def names(facts: type[Facts]) -> Mapping[str, str]:
    """The names of these facts in JSON, each with that of its field."""
    return {one.name.rstrip("_"): one.name for one in fields(facts)}


def told_names(facts: type[Facts]) -> frozenset[str]:
    """The same without what is kept back."""
    return frozenset(one.name.rstrip("_") for one in fields(facts) if not one.metadata.get("is_kept_back"))


def schema(facts: type[Facts]) -> Json:
    """These facts, but for what is kept back, as JSON Schema describes an object."""
    described = msgspec.json.schema(facts)["$defs"][facts.__name__]
    named = {name.rstrip("_"): shape for name, shape in described["properties"].items()}
    return {name: _without_null(shape) for name, shape in named.items() if name in told_names(facts)}


def _without_null(shape: Json) -> Json:
    """What is not known is left out, and never null."""
    rest = {name: value for name, value in shape.items() if value is not None}
    return {**rest, "anyOf": [one for one in rest["anyOf"] if one != {"type": "null"}]} if "anyOf" in rest else rest


def _written(value: Json) -> Json:
    """With lists in the place of tuples, as JSON has them, and instants as Python writes them."""
    if isinstance(value, dict):
        return {key: _written(item) for key, item in value.items()}
    if isinstance(value, datetime):
        return value.isoformat()
    return [_written(item) for item in value] if isinstance(value, tuple | list) else value
