"""The form for a new game, built from the options of its kind: what they say of themselves is said nowhere else."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, fields
from typing import Any, cast

from django import forms
from django.core.validators import validate_email
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.rules.kind import Kind
from games.rules.options import About, about, read_options
from games.word_lists import shelf
from games.wording import named, speak

MOST_INVITED = 11
PREFIX = "option_"
UNITS = {"d": 86400, "j": 86400, "h": 3600, "m": 60, "s": 1}  # by how they begin: a day is also a jour


TITLES = {"daily": _("Daily"), "leisurely": _("Leisurely"), "live": _("Live")}
LONGEST_TEXT = 300  # a pattern of 15 rows fits


@dataclass(frozen=True)
class Pace:
    """A preset as people choose it: what it asks of them, and its clocks with their times."""

    title: str | Promise
    says: str
    clocks: tuple[tuple[str, str], ...]


class SpanField(forms.CharField):
    """A length of time as people write it: `5 min`, `12 h`, `4 days`, `1 d 12 h`. Cleans to seconds, empty to None."""

    def to_python(self, value: Any) -> Any:
        text = (super().to_python(value) or "").strip().lower()
        if not text:
            return None
        if text in ("0", gettext("none")):
            return 0
        parts = re.findall(r"(\d{1,6})\s*([djhms])[a-z]*\.?", text)
        if not parts or re.sub(r"\d{1,6}\s*([djhms])[a-z]*\.?|[\s,]|and|et", "", text):
            raise forms.ValidationError(_("Write a time such as 5 min, 12 h or 4 days; 0 for none."))
        return sum(int(number) * UNITS[unit] for number, unit in parts)


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


def option_field(option: "Field[Any]", *, paces_differ: bool) -> forms.Field:
    """The form field of one option, as the option describes itself; left empty, the pace decides, where these differ in it."""
    what, default = about(option), cast(Any, option.default)
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
        field = SpanField(widget=forms.TextInput(attrs={"placeholder": span(default)}))
    elif what.least is not None:
        field = forms.IntegerField(min_value=what.least, max_value=what.most)
    else:
        field = forms.CharField(initial=default, max_length=LONGEST_TEXT)
    field.label, field.help_text, field.required = speak(what.label, ()), speak(what.help, ()), False
    return field


class AddressesField(forms.CharField):
    """Mail addresses, one a line or parted by commas. Cleans to a list."""

    widget = forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "none"})

    def clean(self, value: Any) -> Any:
        addresses = list(dict.fromkeys(re.split(r"[\s,;]+", super().clean(value)))) if value else []
        addresses = [address for address in addresses if address]
        if len(addresses) > MOST_INVITED:
            raise forms.ValidationError(_("At most 11 addresses at once."))
        for address in addresses:
            try:
                validate_email(address)
            except forms.ValidationError as wrong:
                raise forms.ValidationError(
                    _("“%(address)s” is not a mail address."), params={"address": address}
                ) from wrong
        return addresses


class NewGameForm(forms.Form):
    """Seats, whom to ask, the pace, and every option of a kind."""

    seats = forms.TypedChoiceField(label=_("Players"), coerce=int)
    invite = AddressesField(
        label=_("Whom to invite"),
        required=False,
        help_text=_("Mail addresses, one a line; they need no account. You can also invite later."),
    )
    preset = forms.ChoiceField(
        label=_("Pace"),
        initial="daily",
        widget=forms.RadioSelect(attrs={"class": "radios"}),
    )
    word_list = forms.ChoiceField(label=_("Word list"))
    listed = forms.BooleanField(
        label=_("List the table on everyone’s start page, so that anyone may take a seat"), required=False
    )

    rated = forms.BooleanField(required=False)

    def __init__(self, answers: Mapping[str, Any] | None = None, *, kind: Kind) -> None:
        super().__init__(answers)
        self.kind = kind
        self.fields["rated"].label = gettext("Rated: counts for everybody’s rating in {kind}").format(
            kind=gettext(kind.name)
        )
        least, most = kind.seats
        self.initial = {"seats": least, "word_list": kind.word_list}
        self._offer("seats", [str(number) for number in range(least, most + 1)])
        self._offer("preset", list(kind.presets))
        self._offer("word_list", shelf.names())
        of_the_pace = {name for preset in kind.presets.values() for name in preset}
        for option in fields(kind.options_type):
            if len(about(option).choices) != 1:
                self.fields[PREFIX + option.name] = option_field(option, paces_differ=option.name in of_the_pace)

    def _offer(self, name: str, values: Sequence[str]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(value, value) for value in values]

    def paces(self) -> Iterator[tuple[forms.boundfield.BoundWidget, Pace]]:
        """Each pace with its control."""
        for control in self["preset"]:
            name = str(control.data["value"])
            options = read_options(self.kind.options_type, self.kind.presets[name])
            clocks = [(speak(self._about[clock].label, ()), getattr(options, clock)) for clock in self.kind.clocks]
            times = tuple((label, span(time) if time else gettext("none")) for label, time in clocks)
            yield control, Pace(TITLES[name], gettext(self.kind.paces[name]), times)

    def clocks_say(self) -> str:
        """What each of the clocks of a pace is."""
        described = [self._about[clock] for clock in self.kind.clocks]
        return " ".join(named(speak(what.label, ()), speak(what.help, ())) for what in described)

    @property
    def _about(self) -> Mapping[str, About]:
        return {option.name: about(option) for option in fields(self.kind.options_type)}

    def option_fields(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in self.fields if name.startswith(PREFIX))

    def shows_options(self) -> bool:
        """Whether one of the options says something else than the pace, or is wrong."""
        return self.is_bound and (bool(self.options) or any(name.startswith(PREFIX) for name in self.errors))

    @property
    def options(self) -> Mapping[str, Any]:
        """The options that differ from the defaults of the kind, as commands take them."""
        cleaned = getattr(self, "cleaned_data", {})
        chosen = dict(self.kind.presets.get(cleaned.get("preset", ""), {}))
        for option in fields(self.kind.options_type):
            value = cleaned.get(PREFIX + option.name)
            if value not in (None, "") and (option.name in chosen or value != option.default):
                chosen[option.name] = value
        return chosen
