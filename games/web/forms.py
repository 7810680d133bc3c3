"""The form for a new game, built from the options of its kind, which describe themselves."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from django import forms
from django.contrib.humanize.templatetags.humanize import intcomma
from django.core.validators import validate_email
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.queries.options import TITLES, GivenOptions
from games.rules.chance import LONGEST_CUT
from games.rules.options import About, about, read_options
from games.rules.table.kind import AnyKind
from games.web.option_forms import Choices, FormGroup, add_options, chosen_options, fill_options, grouped, span
from games.word_lists import shelf
from games.wording import named, speak

MOST_INVITED = 11
PHRASES = "phrases"  # of several words each
NOT_FOR_ALL = frozenset(
    {PHRASES, "common"}
)  # for a kind that is played with them; daily puzzles are made of common words


@dataclass(frozen=True)
class Pace:
    """A pace as people choose it: what it asks of them, and its clocks with their times."""

    title: str
    says: str
    clocks: tuple[tuple[str, str], ...]


class AddressesField(forms.CharField):
    """Mail addresses, one a line or separated by commas. Cleans to a list."""

    widget = forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "none"})

    def clean(self, value: str | None) -> list[str]:
        parts = re.split(r"[\s,;]+", super().clean(value)) if value else []
        addresses = list(dict.fromkeys(filter(None, parts)))
        if len(addresses) > MOST_INVITED:
            raise forms.ValidationError(_("You can enter at most 11 addresses at once."))
        for address in addresses:
            try:
                validate_email(address)
            except forms.ValidationError as wrong:
                raise forms.ValidationError(
                    _("“%(address)s” isn’t a valid email address."), params={"address": address}
                ) from wrong
        return addresses


def _called(word_list: str, words: int) -> str:
    """The label of a word list; those of the project by what they contain."""
    known = {"open": gettext("English (open list): {n} words"), PHRASES: gettext("English phrases: {n}")}
    return known.get(word_list, "{name}: {n}").format(name=word_list, n=intcomma(words))


def word_lists_for(kind: AnyKind) -> list[tuple[str, str]]:
    """The word lists that a kind can be played with, each in words."""
    return [
        (name, _called(name, words))
        for name, words in shelf.sizes().items()
        if name not in NOT_FOR_ALL or name == kind.word_list
    ]


class NewGameForm(forms.Form):
    """Seats, people to invite, the pace, and every option of a kind; filled with another table's options if given. `people`
    are names to choose from, `tile_sets` sets to choose from besides the kind's own, each in words; `clubs` those that the table
    can be for, `club` the one it begins with."""

    seats = forms.TypedChoiceField(label=_("Players"), coerce=int)
    invite = AddressesField(
        label=_("Invitations by email"),
        required=False,
        help_text=_(
            "Enter one email address per line. Invited players don’t need an account. You can also invite "
            "players later."
        ),
    )
    people = forms.MultipleChoiceField(
        label=_("People you have played with"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    preset = forms.ChoiceField(
        label=_("Pace"),
        initial="daily",
        widget=forms.RadioSelect(attrs={"class": "radios"}),
    )
    word_list = forms.ChoiceField(label=_("Word list"))
    listed = forms.BooleanField(label=_("Public: shown on everyone’s start page, and anyone can join"), required=False)

    club = forms.TypedChoiceField(
        label=_("Club"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_(
            "Club members see the game on the club’s page and among their open games. They can join and watch it."
        ),
    )
    rated = forms.BooleanField(required=False)
    cut = forms.CharField(
        label=_("Your cut of the deck (optional)"),
        required=False,
        max_length=LONGEST_CUT,
        help_text=_(
            "Any words or numbers, up to 40 characters. Your cut and the other players’ cuts are mixed into the draws."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self,
        answers: QueryDict | None = None,
        *,
        kind: AnyKind,
        given: GivenOptions | None = None,
        tile_sets: Choices = (),
        people: Sequence[str] = (),
        clubs: Sequence[tuple[int, str]] = (),
        club: int | None = None,
    ) -> None:
        super().__init__(answers)
        self.kind = kind
        self.given = given or {}
        self.fields["rated"].label = gettext("Rated: the result counts towards everyone’s rating in {kind}").format(
            kind=gettext(kind.name)
        )
        least, most = kind.seats
        self.initial = {"seats": least, "word_list": kind.word_list}
        self._offer("seats", [str(number) for number in range(least, most + 1)])
        self._offer("preset", list(kind.paces))
        self._offer("people", people)
        if not people:
            del self.fields["people"]
        self._offer_clubs(clubs, club)
        word_lists = self.fields["word_list"]
        assert isinstance(word_lists, forms.ChoiceField)
        word_lists.choices = word_lists_for(kind)
        if not kind.has_words:
            del self.fields["word_list"]
        if not kind.has_draws:
            del self.fields["cut"]
        add_options(self, kind, tile_sets=tile_sets)
        if self.given:
            self._fill()

    def _offer_clubs(self, clubs: Sequence[tuple[int, str]], club: int | None) -> None:
        """Let the player choose one of their clubs, where they are in any."""
        field = self.fields["club"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", gettext("No club")), *((str(number), name) for number, name in clubs)]
        self.initial["club"] = club
        if not clubs:
            del self.fields["club"]

    def _fill(self) -> None:
        """Fill the fields with what is given; teams determine the number of players."""
        fill_options(self, self.kind, self.given)
        for option in fields(self.kind.options_type):
            if about(option).unit == "seats" and (teams := self.given.get(option.name)):
                self.initial["seats"] = len(str(teams))

    def _offer(self, name: str, values: Sequence[str]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(value, value) for value in values]

    def paces(self) -> Iterator[tuple[forms.boundfield.BoundWidget, Pace]]:
        """Each pace with its control."""
        for control in self["preset"]:
            name = str(control.data["value"])
            options = read_options(self.kind.options_type, self.kind.paces[name])
            clocks = [(speak(self._about[clock].label, ()), getattr(options, clock)) for clock in self.kind.clocks]
            times = tuple((label, span(time) if time else gettext("none")) for label, time in clocks)
            yield control, Pace(gettext(TITLES[name]), gettext(self.kind.pace_says[name]), times)

    def clocks_say(self) -> str:
        """The label of each clock of a pace."""
        described = [self._about[clock] for clock in self.kind.clocks]
        return " ".join(named(speak(what.label, ()), speak(what.help, ())) for what in described)

    @property
    def _about(self) -> Mapping[str, About]:
        return {option.name: about(option) for option in fields(self.kind.options_type)}

    def groups(self, comes_to: Mapping[str, str]) -> Iterator[FormGroup]:
        """The options under their headings; `comes_to` says of some what they come to."""
        of_the_pace = self.kind.paces.get(str(self["preset"].value()), {})
        differing = {name: value for name, value in self.options.items() if of_the_pace.get(name) != value}
        return grouped(self, self.kind, differing, comes_to)

    @property
    def options(self) -> GivenOptions:
        """The options that differ from the kind's defaults, as commands take them."""
        if not self.is_bound:
            return self.given
        return chosen_options(getattr(self, "cleaned_data", {}), self.kind)
