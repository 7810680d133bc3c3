"""The form for a new game, built from the options of its kind, which describe themselves."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from django import forms
from django.contrib.humanize.templatetags.humanize import intcomma
from django.core.validators import validate_email
from django.http import QueryDict
from django.utils.translation import get_language, gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from games.commands.languages import PHRASES, has_languages, lists_for, suggested_in
from games.queries.languages import list_says
from games.queries.options import DAILY, LEISURELY, LIVE, TITLES, GivenOptions, PresetLine
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, alphabet_of
from games.rules.chance import LONGEST_CUT
from games.rules.options import read_options, schema
from games.rules.table.kind import AnyKind
from games.rules.values import OrderRefused
from games.web.option_forms import (
    OWN,
    PREFIX,
    Choices,
    FormGroup,
    add_options,
    chosen_options,
    fill_options,
    grouped,
    span,
)
from games.wording import named, speak

MOST_INVITED = 11
IN_SHORT = {
    DAILY: gettext_noop("Check in once or twice a day."),
    LEISURELY: gettext_noop("Check in every other day or so."),
    LIVE: gettext_noop("Everyone plays at the same time."),
}
SAVED = "own-"  # followed by the number of a saved preset
PLAYERS = ("people", "invite", "listed", "club")
TERMS = ("rated", "cut")


@dataclass(frozen=True)
class Start:
    """A preset to choose: a pace, a start of the kind, or one that the player saved. `says` describes it, and
    `options` are its settings."""

    name: str
    title: str
    says: str
    options: GivenOptions


def starts_of(kind: AnyKind, presets: Sequence[PresetLine] = (), alphabet: Alphabet = ENGLISH) -> tuple[Start, ...]:
    """Return the presets of a kind, the suggested one first, with tile sets of the alphabet; `presets` are those that
    the player saved."""
    begun = [
        Start(one.name, speak(one.label, ()), speak(one.says, ()), suggested_in(alphabet, kind, one.options))
        for one in kind.beginnings
    ]
    paces = [
        Start(name, gettext(TITLES[name]), gettext(IN_SHORT[name]), options) for name, options in kind.paces.items()
    ]
    saved = [
        Start(f"{SAVED}{one.id}", one.name, " · ".join(one.says) or gettext("all defaults"), one.options)
        for one in presets
    ]
    return (*begun[:1], *paces, *begun[1:], *saved)


class AddressesField(forms.CharField):
    """Email addresses, one per line or separated by commas. Cleans to a list."""

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


def word_lists_for(kind: AnyKind, alphabet: Alphabet | None = None) -> list[tuple[str, str]]:
    """Return the word lists that a kind can be played with, as (name, label): all of them, or those in an alphabet. Each
    language is named in itself."""

    def label(name: str, words: int, of: Alphabet) -> str:
        if name == PHRASES:
            return gettext("English phrases: {n}").format(n=intcomma(words))
        title = of.own_name if name == of.open_list else f"{of.own_name} ({name})"
        return gettext("{title}: {n} words").format(title=title, n=intcomma(words))

    found = lists_for(kind)
    return [(name, label(name, words, of)) for name, (words, of) in found.items() if alphabet in (None, of)]


def preferred_list(kind: AnyKind, last: str = "") -> str:
    """Return the word list to preselect: the last one used, else the open list of the language of the pages, else the
    kind's own."""
    if not has_languages(kind):
        return kind.word_list
    lists = lists_for(kind)
    if last in lists:
        return last
    spoken = (get_language() or "").partition("-")[0]
    own = (name for name, (_words, of) in lists.items() if of.code == spoken and name == of.open_list)
    return next(own, kind.word_list)


class NewGameForm(forms.Form):
    """Seats, people to invite, the preset, and every option of a kind.

    `start` names the preset that fills the form, the first if empty; `given` are options to fill in instead. `people`
    are names to choose from; `tile_sets` are saved sets (value, label) by the code of their alphabet, and `last_list` is
    the word list that the player used last; `clubs` are those that the game can be for,
    with `club` preselected; `presets` are the player's own.

    `filled_with` is the preset that filled the page, so that untouched fields follow when another preset is chosen."""

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
        widget=forms.RadioSelect(attrs={"class": "radios"}),
    )
    filled_with = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
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
        start: str = "",
        given: GivenOptions | None = None,
        presets: Sequence[PresetLine] = (),
        tile_sets: Mapping[str, Choices] = MappingProxyType({}),
        last_list: str = "",
        people: Sequence[str] = (),
        clubs: Sequence[tuple[int, str]] = (),
        club: int | None = None,
    ) -> None:
        super().__init__(answers)
        self.kind = kind
        self.lists = lists_for(kind) if kind.has_words else {}
        saved = {f"{SAVED}{one.id}": one.options for one in presets}
        self.initial = {"word_list": self._begins_with(saved.get(start, given), last_list)}
        self.starts = {one.name: one for one in starts_of(kind, presets, self.alphabet)}
        first = start or next(iter(self.starts))
        self.given = self.starts[first].options if given is None else given
        self._carry_tiles_over()
        self.fields["rated"].label = gettext("Rated: the result counts towards everyone’s rating in {kind}").format(
            kind=gettext(kind.name)
        )
        least, most = kind.seats
        self.initial["seats"] = least
        self._offer("seats", [str(number) for number in range(least, most + 1)])
        self._offer("preset", list(self.starts))
        self._offer("people", people)
        if not people:
            del self.fields["people"]
        self.clubs = {str(number): name for number, name in clubs}
        self._offer_clubs(club)
        word_lists = self.fields["word_list"]
        assert isinstance(word_lists, forms.ChoiceField)
        word_lists.choices = word_lists_for(kind)
        if not has_languages(kind):
            word_lists.help_text = gettext("This game can only be played in English.")
        if not kind.has_words:
            del self.fields["word_list"]
        if not kind.has_draws:
            del self.fields["cut"]
        add_options(self, kind, tile_sets=tile_sets.get(self.alphabet.code, ()), alphabet=self.alphabet)
        self._fill(first)
        self.initial["preset"] = self.initial["filled_with"] = first

    def _begins_with(self, given: GivenOptions | None, last: str) -> str:
        """Return the word list to preselect. Options that the player has chosen or saved bring their language."""
        if given is None:
            return preferred_list(self.kind, last)
        return self._list_in(str(given.get("alphabet", ENGLISH.code)), last)

    def _carry_tiles_over(self) -> None:
        """If another language was chosen, replace the tile set that the preset had in the language before."""
        begun = next((one for one in self.kind.beginnings if one.name == self.data.get("filled_with")), None)
        if not isinstance(self.data, QueryDict) or begun is None:
            return
        for name in begun.options.keys() & {
            one.name for one in schema(self.kind.options_type).values() if one.unit == "tiles"
        }:
            field, own = f"{PREFIX}{name}", f"{PREFIX}{name}_{OWN}"
            sent = self.data.get(own) or self.data.get(field)
            languages = {of for _words, of in self.lists.values()}
            if sent in {suggested_in(of, self.kind, begun.options)[name] for of in languages}:
                answers = self.data.copy()
                answers[field], answers[own] = str(self.starts[begun.name].options[name]), ""
                self.data = answers

    def _list_in(self, code: str, last: str) -> str:
        """Return this word list if it is in the language with this code, else the open list of that language."""
        if last in self.lists and self.lists[last][1].code == code:
            return last
        own = (name for name, (_words, of) in self.lists.items() if of.code == code)
        return min(own, key=lambda name: name != alphabet_of(code).open_list, default=self.kind.word_list)

    @property
    def alphabet(self) -> Alphabet:
        """The alphabet of the chosen word list."""
        name = (self.data.get("word_list") if self.is_bound else None) or self.initial["word_list"]
        return self.lists[name][1] if name in self.lists else ENGLISH

    @property
    def words_say(self) -> str:
        """The chosen word list with its language."""
        name = str(self["word_list"].value()) if "word_list" in self.fields else self.kind.word_list
        return list_says(name, {"alphabet": self.alphabet.code})

    def list_for(self, start: Start) -> str:
        """Return the word list for another preset: the chosen one, unless the player saved the preset in another
        language."""
        chosen = str(self["word_list"].value()) if "word_list" in self.fields else ""
        if not chosen or not start.name.startswith(SAVED):
            return chosen
        return self._list_in(str(start.options.get("alphabet", ENGLISH.code)), chosen)

    def _offer_clubs(self, club: int | None) -> None:
        """Let the player choose one of their clubs, if they have any."""
        field = self.fields["club"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", gettext("No club")), *self.clubs.items()]
        self.initial["club"] = club
        if not self.clubs:
            del self.fields["club"]

    def _fill(self, first: str) -> None:
        """Fill the fields with the given options; teams determine the number of players."""
        pace = self.kind.pace_of(read_options(self.kind.options_type, self.starts[first].options))
        fill_options(self, self.kind, self.given, pace=pace)
        for name, option in schema(self.kind.options_type).items():
            if option.unit == "seats" and (teams := self.given.get(name)):
                self.initial["seats"] = len(str(teams))

    def _offer(self, name: str, values: Sequence[str]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(value, value) for value in values]

    def presets(self) -> list[tuple[forms.boundfield.BoundWidget, Start]]:
        """Return each preset with its radio button."""
        return [(control, self.starts[str(control.data["value"])]) for control in self["preset"]]

    def time_limits(self) -> Iterator[tuple[str, str, tuple[tuple[str, str], ...]]]:
        """Yield each pace with its description, and its clocks with their times."""
        described = schema(self.kind.options_type)
        for name, given in self.kind.paces.items():
            options = read_options(self.kind.options_type, given)
            clocks = [(speak(described[clock].label, ()), getattr(options, clock)) for clock in self.kind.clocks]
            yield (
                gettext(TITLES[name]),
                gettext(self.kind.pace_says[name]),
                tuple((label, span(time) if time else gettext("none")) for label, time in clocks),
            )

    def clocks_say(self) -> str:
        """Return the label and help of each clock that a pace sets."""
        described = [schema(self.kind.options_type)[clock] for clock in self.kind.clocks]
        return " ".join(named(speak(what.label, ()), speak(what.help, ())) for what in described)

    def groups(self, comes_to: Mapping[str, str], values: Mapping[str, str] | None = None) -> Iterator[FormGroup]:
        """Return the options under their headings, with changes from the preset marked.

        `comes_to` says what some options amount to; `values` are the settings with their values in words."""
        return grouped(self, self.kind, self.changed, comes_to, values)

    @property
    def start(self) -> Start:
        """The chosen preset; the first if the choice is not valid."""
        return self.starts.get(str(self["preset"].value()), next(iter(self.starts.values())))

    @property
    def changed(self) -> GivenOptions:
        """The options that differ from the chosen preset and have an effect."""
        own, usual = self.options, vars(self.kind.options_type())
        names = {*own, *self.start.options}
        now = {name: own.get(name, usual[name]) for name in names}
        try:
            options = read_options(self.kind.options_type, own)
        except OrderRefused:
            options = None  # the page shows the reason
        return {
            name: value
            for name, value in now.items()
            if name != "alphabet"
            and value != self.start.options.get(name, usual[name])
            and (options is None or self.kind.has_meaning(options, name))
        }

    @property
    def kind_name(self) -> str:
        return gettext(self.kind.name)

    @property
    def club_name(self) -> str:
        """The name of the chosen club; empty if none is chosen."""
        return self.clubs.get(str(self["club"].value()), "") if self.clubs else ""

    def of_players(self) -> list[forms.BoundField]:
        """Return the fields on who can join."""
        return [self[name] for name in PLAYERS if name in self.fields]

    def of_terms(self) -> list[forms.BoundField]:
        """Return the fields on words, rating and draws."""
        return [self[name] for name in TERMS if name in self.fields]

    def invited(self) -> list[str]:
        """Return everyone the form invites, as far as it can be read."""
        if self.is_bound:
            answers = getattr(self, "cleaned_data", {})
            return [*answers.get("people", ()), *answers.get("invite", ())]
        return [*self.initial.get("people", ()), *str(self.initial.get("invite", "")).split()]

    @property
    def options(self) -> GivenOptions:
        """The options that differ from the kind's defaults, in the form that commands take."""
        if not self.is_bound:
            return self._with_language(self.given)
        answers = getattr(self, "cleaned_data", {})
        shown = self.starts.get(str(answers.get("filled_with", "")))
        return self._with_language(
            chosen_options(answers, self.kind, start=self.start.options, shown=shown.options if shown else None)
        )

    def _with_language(self, options: GivenOptions) -> GivenOptions:
        """Return the options with the alphabet of the chosen word list."""
        own = {name: value for name, value in options.items() if name != "alphabet"}
        return own if self.alphabet is ENGLISH else own | {"alphabet": self.alphabet.code}

    @property
    def follows_another(self) -> bool:
        """True if the chosen preset is not the one that filled the fields."""
        answers = getattr(self, "cleaned_data", {})
        shown = answers.get("filled_with", "")
        return self.is_bound and not self.errors and shown in self.starts and shown != answers["preset"]
