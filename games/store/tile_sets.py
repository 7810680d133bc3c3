"""Where names of saved tile sets become counts: a game, a tournament and a preset keep these, and stand by themselves."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from games.models import TileSet
from games.rules.options import about, read_options
from games.rules.set_names import folded, names_in, spell_out
from games.rules.tiles import NAMED_SETS


def with_sets_spelled_out(options_type: type[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as they were given, but for sets of tiles that somebody has saved: those are in counts.

    Raises OrderRefused for what is joined with one and is none."""
    named = {option.name for option in fields(options_type) if about(option).unit == "tiles"}
    return {
        name: spelled_out(value) if name in named and isinstance(value, str) else value
        for name, value in options.items()
    }


def read_with_sets(options_type: type[Any], options: Mapping[str, Any]) -> Any:
    """The options as their kind reads them, with those sets in counts. Raises OrderRefused."""
    return read_options(options_type, with_sets_spelled_out(options_type, options))


def spelled_out(choice: str) -> str:
    """The same of one choice."""
    if names_in(choice) <= {folded(name) for name in NAMED_SETS}:
        return choice
    saved = TileSet.objects.values_list("name", "counts")
    return spell_out(choice, {folded(name): counts for name, counts in saved})
