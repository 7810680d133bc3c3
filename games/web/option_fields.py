"""The form field of one option, as the option describes itself, and what stands in it for a value."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import Field
from typing import Any, cast

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.rules.options import about
from games.wording import speak

UNITS = {"d": 86400, "j": 86400, "h": 3600, "m": 60, "s": 1}  # by how they begin: a day is also a jour
LONGEST_TEXT = 300  # a pattern of 15 rows fits
OWN = "own"

Choices = Sequence[tuple[str, str]]


class SpanField(forms.CharField):
    """A length of time as people write it: `5 min`, `12 h`, `4 days`, `1 d 12 h`. Cleans to seconds, empty to None, and what
    `also` may be written to its value."""

    def __init__(self, *, least: int = 0, also: Mapping[str, str] | None = None, **about_the_field: Any) -> None:
        super().__init__(**about_the_field)
        self.least = least
        self.words = list((also or {}).values())
        self.also = {written.lower(): value for value, shown in (also or {}).items() for written in (value, shown)}

    def to_python(self, value: Any) -> Any:
        text = (super().to_python(value) or "").strip().lower()
        if not text:
            return None
        if text in self.also:
            return self.also[text]
        if text in ("0", gettext("none")):
            text = "0 s"
        parts = re.findall(r"(\d{1,6})\s*([djhms])[a-z]*\.?", text)
        if not parts or re.sub(r"\d{1,6}\s*([djhms])[a-z]*\.?|[\s,]|and|et", "", text):
            if self.also:
                why = _("Write a time such as 5 min, 12 h or 4 days; 0 for none; or: %(words)s.")
                raise forms.ValidationError(why, params={"words": ", ".join(self.words)})
            raise forms.ValidationError(_("Write a time such as 5 min, 12 h or 4 days; 0 for none."))
        seconds = sum(int(number) * UNITS[unit] for number, unit in parts)
        if seconds < self.least:
            raise forms.ValidationError(_("At least %(time)s."), params={"time": span(self.least)})
        return seconds

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool(self.to_python(initial) != self.to_python(data))
        except forms.ValidationError:
            return True


class ChosenText(forms.MultiWidget):
    """A text that most choose from a few and some write themselves, in a field beside; what is written there counts."""

    use_fieldset = False

    def __init__(self, label: str, usual: Choices, *, kept: Choices = (), unit: str = "") -> None:
        self.values = {value for value, _text in (*usual, *kept)}
        groups: list[Any] = [*usual, *([(gettext("Saved sets"), list(kept))] if kept else [])]
        offered = [*groups, (OWN, gettext("another, written beside"))]
        attrs = {"aria-label": gettext("{label}, in your own writing").format(label=label), "autocomplete": "off"}
        select = forms.Select(choices=offered, attrs={"data-own": OWN, **({"data-unit": unit} if unit else {})})
        super().__init__({"": select, OWN: forms.TextInput(attrs={**attrs, "spellcheck": "false"})})

    def id_for_label(self, id_: str) -> str:
        return f"{id_}_0" if id_ else id_

    def decompress(self, value: Any) -> list[str]:
        return [value or "", ""] if (value or "") in self.values else [OWN, value]

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        chosen, written = (data.get(field, "").strip() for field in (name, f"{name}_{OWN}"))
        return written or ("" if chosen == OWN else chosen)


def option_field(option: "Field[Any]", *, paces_differ: bool, kept: Choices = ()) -> forms.Field:
    """The form field of one option; left empty, the pace decides, where these differ in it. `kept` are more texts to choose from,
    each in words."""
    what, default = about(option), cast(Any, option.default)
    label = speak(what.label, ())
    field: forms.Field
    if what.choices:
        values = {str(value): value for value, _text in what.choices}
        shown = [(str(value), speak(text, ())) for value, text in what.choices]
        coerce = values.__getitem__
        if paces_differ:
            shown.insert(0, ("", gettext("as the pace says")))
        initial = "" if paces_differ else str(default)
        field = forms.TypedChoiceField(choices=shown, coerce=coerce, empty_value=None, initial=initial)
    elif what.unit == "seconds":
        placeholder = gettext("as the pace says") if paces_differ else span(default)
        also = {value: speak(text, ()) for value, text in what.also}
        field = SpanField(least=what.least or 0, also=also, widget=forms.TextInput(attrs={"placeholder": placeholder}))
    elif what.least is not None:
        placeholder = speak(what.absent, ()) if default is None else str(default)
        number = forms.NumberInput(attrs={"placeholder": placeholder})
        field = forms.IntegerField(min_value=what.least, max_value=what.most, widget=number)
    elif what.usual:
        usual = [(value, speak(text, ())) for value, text in what.usual]
        widget = ChosenText(label, usual, kept=kept, unit=what.unit)
        field = forms.CharField(initial=default, max_length=LONGEST_TEXT, widget=widget)
    else:
        field = forms.CharField(initial=default, max_length=LONGEST_TEXT)
    field.label, field.help_text, field.required = label, speak(what.help, ()), False
    return field


def as_typed(option: "Field[Any]", value: Any) -> str:
    """What stands in the field of an option for its value."""
    if value in (words := dict(about(option).also)):
        return speak(words[value], ())
    if about(option).unit == "seconds":
        return span(value)
    return "" if value is None else str(value)


def span(seconds: int) -> str:
    """A length of time as `SpanField` reads it back."""
    if seconds > UNITS["d"] and seconds % UNITS["d"] == 0:
        days = seconds // UNITS["d"]
        return ngettext("%(days)d day", "%(days)d days", days) % {"days": days}
    if seconds and seconds % UNITS["h"] == 0:
        return gettext("%(hours)d h") % {"hours": seconds // UNITS["h"]}
    if seconds and seconds % UNITS["m"] == 0:
        return gettext("%(minutes)d min") % {"minutes": seconds // UNITS["m"]}
    return gettext("%(seconds)d s") % {"seconds": seconds}
