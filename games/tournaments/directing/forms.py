"""The form of a tournament: which game is played and how. The kind checks it before anybody enters."""

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.commands.languages import with_language
from games.commands.saved import with_sets_spelled_out
from games.queries.options import TITLES
from games.rules import registry
from games.rules.options import read_options
from games.rules.table.kind import AnyKind
from games.rules.values import OrderRefused
from games.tournaments.commands.terms import (
    ENTRIES,
    FAST,
    GAME,
    MEETING,
    OPEN_FOR_GOOD,
    TIME,
    check_settings,
    settled_columns,
)
from games.tournaments.directing.questions import LengthField
from games.tournaments.models import Tournament
from games.tournaments.models.tournament import JOIN_WITHIN, SEASON
from games.web.forms import word_lists_for
from games.web.option_forms import (
    PREFIX,
    FormGroup,
    add_options,
    chosen_options,
    fill_options,
    grouped,
    needs_says,
    why_not,
)
from games.wording import named

if TYPE_CHECKING:  # Django's own class takes no type parameter at runtime
    _TournamentForm = forms.ModelForm[Tournament]
else:
    _TournamentForm = forms.ModelForm

PARTS = (
    (None, OPEN_FOR_GOOD),
    (_("The game"), tuple(name for name in GAME if name != "is_for_members")),
    (_("Format and pairings"), MEETING),
    (_("Time limits"), TIME),
    (_("Entries"), ENTRIES),
)
FIELDS = tuple(name for _title, names in PARTS for name in names)
NOT_ASKED = "vacation"
"""The option that has the same value in every tournament."""


class TournamentForm(_TournamentForm):
    """All fields while the tournament is a draft, with those of the options of `game`; later only those that its admin
    page allows to change."""

    game: ClassVar[AnyKind] = registry.KINDS["crossing"]
    kind = forms.ChoiceField(label=_("Game"), widget=forms.HiddenInput)
    word_list = forms.ChoiceField(label=_("Word list"), required=False)
    round_lasts = LengthField(
        label=_("Round length"),
        initial=SEASON,
        help_text=_("From publication to the final deadline, for example 28 days."),
    )
    join_within = LengthField(
        label=_("Time to join a table"),
        initial=JOIN_WITHIN,
        help_text=_("A player who hasn’t joined by then is a no-show, and the table starts without them."),
    )

    class Meta:
        model = Tournament
        fields = [name for name in FIELDS if name != "options"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asks_for_options = "kind" in self.fields
        if self.asks_for_options:
            self._ask_for_options()
        if "word_list" in self.fields:
            self._offer("word_list", [("", gettext("default for this game")), *word_lists_for(self.game)])

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def _ask_for_options(self) -> None:
        self._offer("kind", [(kind.key, gettext(kind.name)) for kind in registry.KINDS.values()])
        if not self.is_bound:
            self.initial["kind"] = self.game.key
        paces = [(name, named(gettext(TITLES[name]), gettext(self.game.pace_says[name]))) for name in self.game.paces]
        self.fields["preset"] = forms.ChoiceField(label=gettext("Pace"), choices=paces, widget=forms.RadioSelect)
        add_options(self, self.game)
        self.fields.pop(PREFIX + NOT_ASKED, None)
        for name, field in self.fields.items():
            if name.startswith(PREFIX):
                needs = needs_says(self.game, name.removeprefix(PREFIX))
                field.help_text = " ".join(filter(None, (str(field.help_text), needs)))
        given = self.instance.options if self.instance.kind == self.game.key else {}
        fill_options(self, self.game, given)
        if PREFIX + FAST in self.fields:  # a given value also applies in a league
            field = self.fields[PREFIX + FAST]
            assert isinstance(field, forms.ChoiceField)
            as_usual = ("", gettext("default; in a league, 2 if 1 would take too long"))
            field.choices = [as_usual, *field.choices]  # type: ignore[misc]
            self.initial[PREFIX + FAST] = str(given.get(FAST, ""))

    def _post_clean(self) -> None:
        """Check everything together, as commands do; a mistake in an option is shown beside it."""
        super()._post_clean()  # type: ignore[misc]
        if self.errors:
            return
        try:
            if self.asks_for_options:
                options_type, named_fast = self.game.options_type, self.cleaned_data.get(PREFIX + FAST)
                _, chosen = with_language(
                    self.game, chosen_options(self.cleaned_data, self.game), self.instance.word_list
                )
                chosen = with_sets_spelled_out(options_type, chosen)
                if named_fast is not None:
                    chosen[FAST] = named_fast
                read_options(options_type, chosen)
                self.instance.options = chosen
            check_settings(self.instance)
        except OrderRefused as refused:
            field = PREFIX + str(refused.why.values.get("name"))
            self.add_error(field if field in self.fields else None, why_not(refused.why, self.game))

    @property
    def changed_columns(self) -> list[str]:
        """The columns of the tournament to which the changed fields belong."""
        changed = set(self.changed_data) - {"directors"}
        columns = changed & {*FIELDS, "is_for_members"}
        are_other_options = bool(changed - columns) or not changed.isdisjoint({"kind", "word_list"})
        return sorted(columns | {"options"} if are_other_options else columns)


class ClubTournamentForm(TournamentForm):
    """The form for people who run a club: without directors and ratings, which only staff set, and without settings
    that can no longer be changed."""

    class Meta(TournamentForm.Meta):
        fields = [
            *("name", "about", "is_for_members"),
            *(name for name in FIELDS if name not in ("name", "about", "directors", "rated", "options")),
        ]
        widgets = {  # the name that Django gives this attribute
            "entries_close_at": forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        settled = settled_columns(self.instance.phase)
        self.asks_for_options = "kind" not in settled
        for name in list(self.fields):
            if name in settled or (not self.asks_for_options and (name == "preset" or name.startswith(PREFIX))):
                del self.fields[name]

    @property
    def plain(self) -> list[forms.BoundField]:
        """The fields that are not options of a game."""
        return [one for one in self.visible_fields() if not one.name.startswith(PREFIX)]

    @property
    def groups(self) -> list[FormGroup]:
        """The options of a game under their headings."""
        return list(grouped(self, self.game, self.instance.options, {})) if self.asks_for_options else []


def form_of(kind: AnyKind) -> type[ClubTournamentForm]:
    """Return the form for a tournament of this kind."""
    return type("ClubTournamentFormOfKind", (ClubTournamentForm,), {"game": kind})
