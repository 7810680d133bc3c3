"""What players may choose of our mail, as forms: a choice a kind, and the hours of their day."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import time
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from notifications.models import MailHours
from notifications.preferences import ALWAYS, CHOOSABLE, START_A_CLOCK, Kind, When, choosable_in, default, may_be

AS_FOR_ALL = ""

SAYS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    Kind.INVITATION: (_("Invitations"), _("Somebody asks you to a game.")),
    Kind.TABLE: (_("Who sits down"), _("Before the deal: who came, who left, that the game was called off.")),
    Kind.SEATED: (_("Your table in a tournament"), _("Who plays there, and until when you are to join it.")),
    Kind.START: (_("The start"), _("The tiles are dealt.")),
    Kind.TURN: (_("Your move"), _("In a game in which you take turns: what the others did, and that you are to move.")),
    Kind.TILE: (_("A new tile"), _("Another player’s light, or an amber, dealt you a tile.")),
    Kind.ASKED: (_("Somebody asks for the light"), _("Once a round; and when your own request ends.")),
    Kind.GRANTED: (
        _("Your light is granted"),
        _("As agreed, your own tile is yours at once or once others have looked."),
    ),
    Kind.RELEASED: (_("Your withheld tile is yours"), _("The others have looked.")),
    Kind.SWAP: (_("Swaps"), _("In a game in teams: a partner offers you a tile for one of yours, or answers you.")),
    Kind.CHALLENGED: (_("Challenges"), _("Where words are challenged: which, by whom, and how it came out.")),
    Kind.LAST_DAY: (_("The last day"), _("To look, to ask, or for your last layout; and when you are away.")),
    Kind.RED: (
        _("The red light"),
        _("And until when you can submit a last layout; where words are challenged, that all layouts lie open."),
    ),
    Kind.RESULT: (_("The result"), _("All layouts, the seed, and how to check the draws.")),
    Kind.SAID: (_("A line from a player"), _("What others say to the table.")),
    Kind.RECEIPT: (_("Receipts"), _("What was understood of a mail of yours. What you ask for always comes.")),
    Kind.ERROR: (_("Errors"), _("What could not be done of a mail of yours, and what would be right.")),
    Kind.TOURNAMENT: (_("Tournaments"), _("Entries, byes, rulings, results, and letters from their directors.")),
    Kind.PUZZLE: (_("The daily puzzle"), _("The day after one that you entered: your place, and the best grid.")),
}


@dataclass(frozen=True)
class Cell:
    """One choice of a row; not `is_offered` where a kind of mail cannot come like that."""

    value: str
    label: str | Promise
    is_offered: bool
    is_chosen: bool


@dataclass(frozen=True)
class Row:
    """A kind of mail, and the choices there are."""

    name: str
    label: str | Promise
    help: str | Promise
    cells: tuple[Cell, ...]
    is_fixed: bool


class ChoicesForm(forms.Form):
    """One choice a kind; for one game, which is `of_kind`, also to be as for all."""

    def __init__(
        self, *args: Any, chosen: Mapping[str, str], of_kind: str | None, gets_tiles: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.chosen = chosen
        self.is_of_a_game = of_kind is not None
        self.columns: list[tuple[str, str | Promise]] = [(when.value, when.label) for when in When]
        if self.is_of_a_game:
            self.columns.insert(0, (AS_FOR_ALL, _("As always")))
        self.fixed = ALWAYS | START_A_CLOCK if gets_tiles else ALWAYS
        self.kinds = CHOOSABLE if of_kind is None else choosable_in(of_kind)
        for kind in self.kinds:
            if kind not in self.fixed:
                self.fields[kind.name.lower()] = forms.ChoiceField(
                    choices=self._offered(kind), required=of_kind is None
                )

    def _offered(self, kind: Kind) -> list[tuple[str, str | Promise]]:
        return [(value, label) for value, label in self.columns if value in (AS_FOR_ALL, *may_be(kind))]

    def rows(self) -> Iterator[Row]:
        """As the page shows them."""
        for kind in self.kinds:
            is_fixed = kind in self.fixed
            offered = [When.NOW.value] if is_fixed else [value for value, _label in self._offered(kind)]
            chosen = When.NOW.value if is_fixed else self._now(kind)
            cells = tuple(Cell(value, label, value in offered, value == chosen) for value, label in self.columns)
            yield Row(kind.name.lower(), *SAYS[kind], cells, is_fixed)

    def _now(self, kind: Kind) -> str:
        name = kind.name.lower()
        if name in self.data:
            return str(self.data[name])
        return self.chosen.get(kind, AS_FOR_ALL if self.is_of_a_game else default(kind).value)

    @property
    def choices(self) -> dict[Kind, str]:
        """What was chosen, by kind."""
        return {kind: self.cleaned_data[kind.name.lower()] for kind in self.kinds if kind not in self.fixed}


class HoursForm(forms.ModelForm):  # type: ignore[type-arg]
    """The hour of the daily mail, and quiet hours, by the player's clock."""

    daily_at = forms.TypedChoiceField(
        label=_("The daily mail comes at"),
        help_text=_("One mail a game, with all that has gathered. None comes on a day without news."),
        choices=[(f"{hour:02}:00", f"{hour:02}:00") for hour in range(24)],
        coerce=time.fromisoformat,
    )

    class Meta:
        model = MailHours
        fields = ["daily_at", "quiet_from", "quiet_until", "all_of_live", "all_of_practice", "dates_attached"]
        labels = {
            "quiet_from": _("Quiet from"),
            "quiet_until": _("Quiet until"),
            "all_of_live": _("All mail of live games"),
            "all_of_practice": _("All mail of practice against robots"),
            "dates_attached": _("Attach my deadlines to mails, as dates for a calendar"),
        }
        help_texts = {"quiet_from": _("Left empty, there are no quiet hours.")}
        widgets = {
            name: forms.TimeInput(attrs={"type": "time"}, format="%H:%M") for name in ("quiet_from", "quiet_until")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["daily_at"] = f"{self.instance.daily_at:%H:00}"

    def clean(self) -> dict[str, Any]:
        hours = super().clean() or {}
        begins, ends = hours.get("quiet_from"), hours.get("quiet_until")
        if "quiet_from" in hours and "quiet_until" in hours:
            if (begins is None) != (ends is None):
                raise forms.ValidationError(_("Quiet hours have a beginning and an end: fill in both, or neither."))
            if begins is not None and begins == ends:
                raise forms.ValidationError(_("Quiet hours end at another time than they begin."))
        return hours
