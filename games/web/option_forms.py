"""The part of a form that shows the options of a kind of game, built from the descriptions of the options.

It provides the fields, their values as text, the options that somebody chose, the headings, and error messages that use
the names in the form instead of those in the API."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, TypeAlias

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.commands.languages import half_of
from games.queries.options import GivenOptions
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH
from games.rules.grid import Layout
from games.rules.options import Option, read_options, schema
from games.rules.small_board import SmallBoard
from games.rules.table.kind import AnyKind
from games.rules.texts import Text, Value, say
from games.rules.tiles import LONGEST_CHOICE, counts_such_as, default_of, named_sets, parse_tile_set
from games.wording import named, speak

PREFIX = "option_"
UNITS = dict.fromkeys("djtg", 86400) | dict.fromkeys(("h", "st", "o"), 3600) | {"m": 60, "s": 1}
"""Seconds by the beginning of a unit in each language: day, jour, Tag, giorno; hour, Stunde, ora; minute; second."""
A_LENGTH, BETWEEN = r"(\d{1,6})\s*(st|[djtghoms])[^\W\d]*\.?", r"[\s,]|\b(?:and|et|und|y|e)\b"
LONGEST_TEXT = LONGEST_CHOICE  # also enough for a pattern of 15 rows
OWN = "own"
OF_ABSENCES = frozenset({"vacation", "lending", "nights", "rest_days"})  # in every kind

Choices: TypeAlias = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class FormLine:
    """An option in the form.

    `needs` is the field that must have one of `values` (a JSON list) for this option to apply, and `needs_says` says
    that in words. `comes_to` is the effect of an option on the game's length, in words; None for an option that has no
    effect on it."""

    name: str
    field: forms.BoundField
    needs: str
    values: str
    needs_says: str
    comes_to: str | None
    is_changed: bool = False


@dataclass(frozen=True)
class FormGroup:
    """Options under one heading; `changed` says how many differ from the preset, and `says` lists their values, or
    the first value of the group."""

    title: str
    lines: tuple[FormLine, ...]
    changed: str
    is_open: bool
    says: str = ""


class SpanField(forms.CharField):
    """A length of time as people write it: `5 min`, `12 h`, `4 days`, `1 d 12 h`. The cleaned value is a number of
    seconds; None if the field is empty; or, for one of the texts in `also`, the value given there."""

    def __init__(self, *, least: int = 0, also: Mapping[str, str] | None = None, **about_the_field: Any) -> None:
        super().__init__(**about_the_field)
        self.least = least
        self.words = list((also or {}).values())
        self.also = {written.lower(): value for value, shown in (also or {}).items() for written in (value, shown)}

    def to_python(self, value: object) -> Any:
        text = (super().to_python(value) or "").strip().lower()
        if not text:
            return None
        if text in self.also:
            return self.also[text]
        if text in ("0", gettext("none")):
            text = "0 s"
        parts = re.findall(A_LENGTH, text)
        if not parts or re.sub(f"{A_LENGTH}|{BETWEEN}", "", text):
            if self.also:
                why = _("Enter a time such as 5 min, 12 h or 4 days, or 0 for none. You can also enter: %(words)s.")
                raise forms.ValidationError(why, params={"words": ", ".join(self.words)})
            raise forms.ValidationError(_("Enter a time such as 5 min, 12 h or 4 days, or 0 for none."))
        seconds = sum(int(number) * UNITS[unit] for number, unit in parts)
        if seconds < self.least:
            raise forms.ValidationError(_("Enter at least %(time)s."), params={"time": span(self.least)})
        return seconds

    def has_changed(self, initial: object, data: object) -> bool:
        try:
            return bool(self.to_python(initial) != self.to_python(data))
        except forms.ValidationError:
            return True


class ChosenText(forms.MultiWidget):
    """A text that most people choose from a list. Some enter their own in the field beside the list, and then that
    counts."""

    use_fieldset = False

    def __init__(self, label: str, usual: Choices, *, saved: Choices = (), unit: str = "") -> None:
        self.values = {value for value, _text in (*usual, *saved)}
        groups: list[Any] = [*usual, *([(gettext("Saved tile sets"), list(saved))] if saved else [])]
        offered = [*groups, (OWN, gettext("custom: enter your own"))]
        self.label_of_own = gettext("{label} (custom)").format(label=label)
        attrs = {"aria-label": self.label_of_own, "autocomplete": "off"}
        select = forms.Select(choices=offered, attrs={"data-own": OWN, **({"data-unit": unit} if unit else {})})
        super().__init__({"": select, OWN: forms.TextInput(attrs={**attrs, "spellcheck": "false"})})

    def id_for_label(self, id_: str) -> str:
        return f"{id_}_0" if id_ else id_

    def decompress(self, value: str | None) -> list[str]:
        return [value or "", ""] if (value or "") in self.values else [OWN, value or ""]

    def value_from_datadict(self, data: Mapping[str, str], files: object, name: str) -> Any:
        chosen, written = (data.get(field, "").strip() for field in (name, f"{name}_{OWN}"))
        return written or ("" if chosen == OWN else chosen)


class ChosenDrawing(ChosenText):
    """A text that most people choose by its picture. Some enter their own, and then that counts.

    `drawings` are the pictures by their side, each with its value, and `side` is the field with the side to show."""

    def __init__(self, label: str, drawings: Sequence[tuple[str, Layout]], *, side: str) -> None:
        super().__init__(label, [("", ""), *((value, value) for value, _rows in drawings)])
        sides = sorted({len(rows) for _value, rows in drawings})
        self.drawings = [
            (n, [(value, SmallBoard(rows).packed) for value, rows in drawings if len(rows) == n]) for n in sides
        ]
        self.side = PREFIX + side


# --- fields and their values ------------------------------------------------------------------------------------------


def add_options(form: forms.BaseForm, kind: AnyKind, *, tile_sets: Choices = (), alphabet: Alphabet = ENGLISH) -> None:
    """Add a field for each option that leaves a choice; `tile_sets` are saved sets to choose from besides those of the
    alphabet."""
    of_the_pace = kind.set_by_paces
    for name, option in schema(kind.options_type).items():
        if option.leaves_a_choice:
            saved = tile_sets if option.unit == "tiles" else ()
            if option.unit == "tiles" and alphabet is not ENGLISH:
                option = _with_tiles_of(option, alphabet)
            form.fields[PREFIX + name] = _field(option, paces_differ=name in of_the_pace, saved=saved)


def _with_tiles_of(what: Option, alphabet: Alphabet) -> Option:
    """Return the option of a tile set with the sets of an alphabet instead of the English ones, and help that names
    them."""
    own = named_sets(alphabet)
    made = {name: text for name, text in what.usual.items() if name.partition("x")[0] in own}
    full = own[alphabet.standard.upper()]
    plain = own.get("PLAIN")
    usual = made | {full.name: say("{name}: {n} tiles, the standard set with its blanks", name=full.name, n=full.total)}
    half = half_of(alphabet)
    total = parse_tile_set(half, alphabet).total
    default = default_of(alphabet)
    usual[half] = say("{n} tiles, half of {name}, for a short two-player game", n=total, name=default)
    if plain is not None:
        usual[plain.name] = say(
            "{name}: {n} tiles, the standard set without its blanks", name=plain.name, n=plain.total
        )
    help_text = say(
        "Write {names} or a saved set. You can also write a multiple such as {multiple}, counts such as {counts}, or "
        "several of these joined by +.",
        names=tuple(one.name for one in own.values()),
        multiple=f"{default}x2",
        counts=counts_such_as(alphabet),
    )
    return replace(what, usual=usual, help=help_text)


def _field(what: Option, *, paces_differ: bool, saved: Choices = ()) -> forms.Field:
    """Return the form field of an option. If the field is left empty and the paces differ in this option, the chosen
    pace decides its value. `saved` are more (value, label) pairs to choose from."""
    label, default = speak(what.label, ()), what.default
    field: forms.Field
    if what.choices:
        values = {str(value): value for value in what.choices}
        shown = [(str(value), speak(text, ())) for value, text in what.choices.items()]
        if paces_differ:
            shown.insert(0, ("", gettext("set by the pace")))
        initial = "" if paces_differ else str(default)
        field = forms.TypedChoiceField(choices=shown, coerce=values.__getitem__, empty_value=None, initial=initial)
    elif what.unit == "seconds":
        placeholder = gettext("set by the pace") if paces_differ else span(default)
        also = {value: speak(text, ()) for value, text in what.also.items()}
        field = SpanField(least=what.least or 0, also=also, widget=forms.TextInput(attrs={"placeholder": placeholder}))
    elif what.least is not None:
        placeholder = speak(what.absent, ()) if default is None else str(default)
        number = forms.NumberInput(attrs={"placeholder": placeholder})
        field = forms.IntegerField(min_value=what.least, max_value=what.most, widget=number)
    elif what.drawings:
        widget: ChosenText = ChosenDrawing(label, list(what.drawings.items()), side=what.side)
        field = forms.CharField(initial=default, max_length=LONGEST_TEXT, widget=widget)
    elif what.usual:
        usual = [(value, speak(text, ())) for value, text in what.usual.items()]
        widget = ChosenText(label, usual, saved=saved, unit=what.unit)
        field = forms.CharField(initial=default, max_length=LONGEST_TEXT, widget=widget)
    else:
        field = forms.CharField(initial=default, max_length=LONGEST_TEXT)
    field.label, field.help_text, field.required = label, speak(what.help, ()), False
    return field


def fill_options(form: forms.BaseForm, kind: AnyKind, given: GivenOptions, *, pace: str = "") -> None:
    """Fill the form with the given options. It starts from the pace named or, if none is named, from the pace that fits
    the options best. Only fields that differ from this pace are filled in."""
    options = read_options(kind.options_type, given)
    pace = pace or kind.pace_of(options)
    of_the_pace = read_options(kind.options_type, kind.paces[pace])
    form.initial["preset"] = pace
    for name, option in schema(kind.options_type).items():
        value = getattr(options, name)
        if PREFIX + name in form.fields and value != getattr(of_the_pace, name):
            form.initial[PREFIX + name] = _as_typed(option, value)


def chosen_options(
    cleaned: GivenOptions, kind: AnyKind, *, start: GivenOptions | None = None, shown: GivenOptions | None = None
) -> dict[str, object]:
    """Return the options that differ from the kind's defaults, in the form that commands take.

    `start` are the options of the chosen preset; without it, those of the chosen pace are used. `shown` are the options
    with which the form was filled. A field counts only if its value differs from `shown`. So somebody can choose
    another preset in a form that is already filled in."""
    begun = kind.paces.get(str(cleaned.get("preset", "")), {}) if start is None else start
    before = begun if shown is None else shown
    options = read_options(kind.options_type, before)
    of_the_pace = read_options(kind.options_type, kind.paces[kind.pace_of(options)])
    chosen = dict(begun)
    for name in schema(kind.options_type):
        value, was = cleaned.get(PREFIX + name), getattr(options, name)
        if value in (None, ""):
            usual = getattr(of_the_pace, name)
            if shown is not None and shown == begun and was != usual and PREFIX + name in cleaned:
                chosen[name] = usual  # the field was emptied
        elif value != was:
            chosen[name] = value
    usual_options = vars(kind.options_type())
    settled = kind.set_by_paces
    return {name: value for name, value in chosen.items() if name in settled or value != usual_options[name]}


def _as_typed(option: Option, value: Any) -> str:
    """Return the text that an option's field shows for a value."""
    if value in option.also:
        return speak(option.also[value], ())
    if option.unit == "seconds" and isinstance(value, int):
        return span(value)
    return "" if value is None else str(value)


def span(seconds: int) -> str:
    """Write a length of time in the form that `SpanField` reads."""
    if seconds > UNITS["d"] and seconds % UNITS["d"] == 0:
        days = seconds // UNITS["d"]
        return ngettext("%(days)d day", "%(days)d days", days) % {"days": days}
    if seconds and seconds % UNITS["h"] == 0:
        return gettext("%(hours)d h") % {"hours": seconds // UNITS["h"]}
    if seconds and seconds % UNITS["m"] == 0:
        return gettext("%(minutes)d min") % {"minutes": seconds // UNITS["m"]}
    return gettext("%(seconds)d s") % {"seconds": seconds}


# --- headings ---------------------------------------------------------------------------------------------------------


def grouped(
    form: forms.BaseForm,
    kind: AnyKind,
    chosen: GivenOptions,
    comes_to: Mapping[str, str],
    values: Mapping[str, str] | None = None,
) -> Iterator[FormGroup]:
    """Yield the options in the kind's order, with those `chosen` marked as changed; groups with an error are open.

    `values` are the settings with their values in words."""
    words = values or {}
    for heading, together in under_headings(kind):
        of_these = [option for option in together if PREFIX + option.name in form.fields]
        changed = [option.name for option in of_these if option.name in chosen]
        telling = changed or [option.name for option in of_these if words.get(option.name)][:1]
        yield FormGroup(
            title=heading,
            lines=tuple(_line(form, kind, option.name, comes_to, option.name in chosen) for option in of_these),
            changed=ngettext("{n} changed", "{n} changed", len(changed)).format(n=len(changed)) if changed else "",
            is_open=any(PREFIX + option.name in form.errors for option in of_these),
            says=" · ".join(words[name] for name in telling if name in words),
        )


def _line(form: forms.BaseForm, kind: AnyKind, name: str, comes_to: Mapping[str, str], is_changed: bool) -> FormLine:
    other, values = kind.needs.get(name, ("", ()))
    return FormLine(
        name=name,
        field=form[PREFIX + name],
        needs=PREFIX + other if other else "",
        values=json.dumps([str(value) for value in values]),
        needs_says=needs_says(kind, name),
        comes_to=comes_to.get(name),
        is_changed=is_changed,
    )


def under_headings(kind: AnyKind) -> Iterator[tuple[str, list[Option]]]:
    """Yield the options that leave a choice, grouped by heading, in the kind's order."""
    usual, clocks, absences = gettext("Settings"), gettext("Clocks"), gettext("Vacations and nights")

    def heading(option: Option) -> str:
        if option.name in OF_ABSENCES:
            return absences
        if option.group:
            return speak(option.group, ())
        return clocks if option.unit == "seconds" else usual

    options = [option for option in schema(kind.options_type).values() if option.leaves_a_choice]
    headings = list(dict.fromkeys([*(speak(group, ()) for group in kind.groups), usual, clocks, absences]))
    options.sort(key=lambda option: headings.index(heading(option)))
    for title, together in groupby(options, heading):
        yield title, list(together)


def needs_says(kind: AnyKind, name: str) -> str:
    """Return a sentence that names the option which this one depends on; empty if there is none."""
    if name not in kind.needs:
        return ""
    other, values = kind.needs[name]
    what = schema(kind.options_type)[other]
    label = speak(what.label, ())
    if values:
        label = named(label, " / ".join(speak(what.choices[value], ()) for value in values))
    return gettext("Only applies with: {what}.").format(what=label)


def why_not(text: Text, kind: AnyKind) -> str:
    """Return the text of a refused choice of options, with the labels of the form. The rules write such a refusal with
    the API's names and values."""
    options = schema(kind.options_type)
    other = options.get(str(text.values.get("other")))
    choices = {str(value): speak(text, ()) for value, text in other.choices.items()} if other else {}
    words = choices | {name: speak(option.label, ()) for name, option in options.items()}

    def worded(value: Value) -> Value:
        if isinstance(value, tuple):
            return tuple(str(worded(str(one))) for one in value)
        # Translators: a name, as it stands in a sentence
        return gettext("“{name}”").format(name=words[str(value)]) if str(value) in words else value

    return speak(Text(text.template, {name: worded(value) for name, value in text.values.items()}), ())
