"""What the staff are asked for before they act at a table: the reason always, and what the act must know."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.commands.staff import LONGEST_REASON
from games.players.accounts import holder_of
from games.players.models import Player

ALL_SEATS = ""


class ReasonForm(forms.Form):
    """What every act asks for."""

    reason = forms.CharField(
        label=_("reason"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
        help_text=_("It is told at the table, and kept."),
    )

    def __init__(self, *args: Any, names: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "seat" in self.fields:
            seats = [(number, name) for number, name in enumerate(names)]
            self.fields["seat"].choices = [*self.fields["seat"].choices, *seats]  # type: ignore[attr-defined]

    @property
    def at_seat(self) -> int | None:
        """The seat that the act is about; None: the whole table."""
        return self.cleaned_data.get("seat")

    @property
    def facts(self) -> dict[str, Any]:
        """What else the act needs to know."""
        return {}


class SeatForm(ReasonForm):
    seat = forms.TypedChoiceField(label=_("player"), coerce=int)
    field_order: Iterable[str] | None = ("seat",)


class ExtendForm(ReasonForm):
    """More time: for one player or for all, on the clock that runs or in the bank."""

    seat = forms.TypedChoiceField(
        label=_("player"), coerce=int, empty_value=None, required=False, choices=[(ALL_SEATS, _("everybody"))]
    )
    hours = forms.IntegerField(label=_("hours"), min_value=1, max_value=24 * 366)
    bank = forms.BooleanField(label=_("in the bank"), required=False)
    field_order: Iterable[str] | None = ("seat", "hours", "bank")

    @property
    def facts(self) -> dict[str, Any]:
        by = timedelta(hours=self.cleaned_data["hours"])
        return {"by": int(by.total_seconds())} | ({"bank": True} if self.cleaned_data["bank"] else {})


class ReplaceForm(SeatForm):
    """Who is to go on in the place of whom."""

    address = forms.EmailField(label=_("mail address of the player who goes on"))
    field_order: Iterable[str] | None = ("seat", "address")

    def clean_address(self) -> Player:
        player = holder_of(self.cleaned_data["address"])
        if player is None:
            raise forms.ValidationError(gettext("Nobody here has this address. Ask the player to sign up first."))
        return player
