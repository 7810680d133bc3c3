"""The options of a kind in any form that asks for them: their fields, what stands in these, and what was chosen by them."""

from collections.abc import Container, Mapping
from dataclasses import fields
from typing import Any

from django import forms

from games.rules.options import about, read_options
from games.rules.table.kind import AnyKind
from games.web.option_fields import Choices, as_typed, option_field
from games.web.option_groups import PREFIX


def add_options(form: forms.BaseForm, kind: AnyKind, *, tile_sets: Choices = ()) -> None:
    """A field for each option that leaves a choice; `tile_sets` are sets to choose from beside the kind's own."""
    of_the_pace = {name for pace in kind.paces.values() for name in pace}
    for option in fields(kind.options_type):
        if len(about(option).choices) != 1:
            differs, kept = option.name in of_the_pace, tile_sets if about(option).unit == "tiles" else ()
            form.fields[PREFIX + option.name] = option_field(option, paces_differ=differs, kept=kept)


def fill_options(form: forms.BaseForm, kind: AnyKind, given: Mapping[str, Any]) -> None:
    """What is given stands in the fields: under the pace that settles most of it, what that does not say."""
    options = read_options(kind.options_type, given)
    pace = kind.pace_of(options)
    of_the_pace = read_options(kind.options_type, kind.paces[pace])
    form.initial["preset"] = pace
    of_all_paces = {name for each in kind.paces.values() for name in each}
    for option in fields(kind.options_type):
        value = getattr(options, option.name)
        if PREFIX + option.name in form.fields and value != getattr(of_the_pace, option.name):
            form.initial[PREFIX + option.name] = as_typed(option, value)
            if (option.name, value) in _giving_way(kind, of_all_paces):
                form.fields[PREFIX + option.name].widget.attrs["data-pace"] = pace


def chosen_options(cleaned: Mapping[str, Any], kind: AnyKind) -> dict[str, Any]:
    """The options that differ from the defaults of the kind, as commands take them.

    A beginning fills its clocks in for the first pace; under a pace that settles them itself, they give way.
    """
    chosen = dict(kind.paces.get(cleaned.get("preset", ""), {}))
    gives_way = _giving_way(kind, chosen)
    for option in fields(kind.options_type):
        value = cleaned.get(PREFIX + option.name)
        if value in (None, "") or (option.name, value) in gives_way:
            continue
        if option.name in chosen or value != option.default:
            chosen[option.name] = value
    return chosen


def _giving_way(kind: AnyKind, settled: Container[str]) -> list[tuple[str, Any]]:
    """The options that a beginning fills in for the first pace, of those that the pace chosen settles, with their values."""
    return [(name, begun) for one in kind.beginnings for name, begun in one.options.items() if name in settled]
