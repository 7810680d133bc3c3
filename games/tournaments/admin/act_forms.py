"""What a director is asked before something is done: a form for each sort of act, never what the act then does."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.commands.staff import LONGEST_REASON
from games.tournaments.admin.fields import EntrantChoice, EntrantsChoice, PlayerField, TablesChoice
from games.tournaments.admin.forms import LengthField
from games.tournaments.commands.mails import LONGEST_MAIL
from games.tournaments.models import Bye, Entrant, Fixture, Round, Sitting, Tournament
from games.tournaments.queries.ledger import called
from games.web.asking import number_in
from games.wording import length, listing

FOR_A_MISSED_ROUND = [("0", _("no points")), ("1/2", _("half a point"))]
REASON_HELP = _("It is kept for good, and shown to the players.")


@dataclass(frozen=True)
class Subject:
    """What an act is about: something of a tournament, or the tournament itself."""

    tournament: Tournament
    of: Any

    @property
    def fixture(self) -> Fixture | None:
        return self.of if isinstance(self.of, Fixture) else None


class ActForm(forms.Form):
    """Nothing to ask but whether."""

    def __init__(self, answers: Any = None, *, subject: Subject) -> None:
        super().__init__(answers)
        self.subject = subject
        self.prepare()

    def prepare(self) -> None:
        """Fit the fields to the subject."""

    def offer(self, name: str, rows: QuerySet[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ModelChoiceField | forms.ModelMultipleChoiceField)
        field.queryset = rows

    @property
    def facts(self) -> dict[str, Any]:
        """What the command takes beside its subject."""
        return dict(self.cleaned_data)

    @property
    def answers(self) -> list[str]:
        """What was answered, for the log: a line each, the reason last and alone."""
        asked = [field for field in self.visible_fields() if field.name not in ("reason", "text")]
        lines = [f"{field.label}: {shown}" for field in asked if (shown := self._shown(field.name)) != ""]
        reason = self.cleaned_data.get("reason", "")
        return [*lines, reason] if reason else lines

    def _shown(self, name: str) -> str:
        field, value = self.fields[name], self.cleaned_data[name]
        if value is None or value == "" or value is False:
            return ""
        if isinstance(value, QuerySet):
            return listing([str(one) for one in value])
        if isinstance(value, timedelta):
            return length(value)
        if isinstance(value, datetime):
            return value.isoformat(timespec="minutes")
        if isinstance(field, forms.ChoiceField) and not isinstance(field, forms.ModelChoiceField):
            return str(dict(list(field.choices)).get(self.data.get(name), value))  # type: ignore[arg-type]
        return str(value)


class ReasonForm(ActForm):
    """An act that overrides something: why?"""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, help_text=REASON_HELP)

    def __init__(self, answers: Any = None, *, subject: Subject) -> None:
        super().__init__(answers, subject=subject)
        self.order_fields([*(self.field_order or ()), *(name for name in self.fields if name != "reason")])


class LateEntryForm(ReasonForm):
    player = PlayerField(label=_("Player"), help_text=_("Their name here, or their mail address."))
    points = forms.ChoiceField(
        label=_("For each round missed"),
        choices=FOR_A_MISSED_ROUND,
        help_text=_("Of no weight before the first round."),
    )


class BackForm(ReasonForm):
    points = forms.ChoiceField(label=_("For each round missed"), choices=FOR_A_MISSED_ROUND)

    @property
    def facts(self) -> dict[str, Any]:
        return {**self.cleaned_data, "player": self.subject.of.player}


class WithdrawForm(ReasonForm):
    resigns = forms.BooleanField(label=_("Resign from the games they are playing"), required=False)


class ReplaceForm(ReasonForm):
    player = PlayerField(
        label=_("New player"),
        help_text=_("Their name here, or their mail address. They take over the place, its results and running games."),
    )


class ConfirmForm(ActForm):
    """Many at once: a director checks a list."""

    entrants = EntrantsChoice(label=_("Players"))

    def prepare(self) -> None:
        entered = self.subject.tournament.entrants.filter(standing=Entrant.Standing.ENTERED).order_by("number")
        self.offer("entrants", entered)
        self.initial["entrants"] = [entrant.pk for entrant in entered]


class ByeForm(ReasonForm):
    entrant = EntrantChoice(label=_("Player"))
    points = forms.TypedChoiceField(
        label=_("Points"),
        choices=[*Bye.Points.choices, ("", _("none: take their bye back"))],
        required=False,
        empty_value=None,
    )

    def prepare(self) -> None:
        in_the_division = Entrant.objects.filter(divisions=self.subject.of.division_id)
        self.offer("entrant", in_the_division.exclude(standing=Entrant.Standing.WITHDRAWN).order_by("number"))

    @property
    def facts(self) -> dict[str, Any]:
        facts = dict(self.cleaned_data)
        entrant = facts.pop("entrant")
        return {**facts, "entrant_id": entrant.pk}


class PairForm(ReasonForm):
    one = EntrantChoice(label=_("One"))
    other = EntrantChoice(label=_("The other"))
    must_meet = forms.TypedChoiceField(
        label=_("Rule"),
        choices=[("yes", _("must meet in the next round drawn up")), ("no", _("may never meet"))],
        coerce=lambda value: value == "yes",
    )

    def prepare(self) -> None:
        out = [Entrant.Standing.WITHDRAWN, Entrant.Standing.RESERVE]
        for name in ("one", "other"):
            self.offer(name, self.subject.tournament.entrants.exclude(standing__in=out).order_by("number"))

    @property
    def facts(self) -> dict[str, Any]:
        facts = dict(self.cleaned_data)
        one, other = facts.pop("one"), facts.pop("other")
        return {**facts, "one_id": one.pk, "other_id": other.pk}


class PublishForm(ActForm):
    """The drafts that were looked at: one that has been drawn up anew since is not published unseen."""

    rounds = forms.CharField(widget=forms.HiddenInput)

    def prepare(self) -> None:
        drafts = Round.objects.filter(division__tournament=self.subject.tournament, phase=Round.Phase.DRAFT)
        self.initial["rounds"] = " ".join(str(pk) for pk in drafts.order_by("pk").values_list("pk", flat=True))

    def clean_rounds(self) -> list[int]:
        numbers = [number_in(number) for number in self.cleaned_data["rounds"].split()]
        if None in numbers:
            raise forms.ValidationError(gettext("Go back to the rounds drawn up, and publish them from there."))
        return [number for number in numbers if number is not None]


class RedrawForm(ReasonForm):
    fixtures = TablesChoice(label=_("Tables"), help_text=_("Who sits at them is mixed anew among them: at least two."))

    def prepare(self) -> None:
        joining = self.subject.of.fixtures.filter(phase=Fixture.Phase.JOINING)
        self.offer("fixtures", joining.prefetch_related("sittings__entrant").order_by("number"))

    @property
    def facts(self) -> dict[str, Any]:
        return {**self.cleaned_data, "fixtures": [fixture.pk for fixture in self.cleaned_data["fixtures"]]}


class ExtendForm(ReasonForm):
    span = LengthField(label=_("By how much"), help_text=_("Such as 12 h or 2 days."))
    bank = forms.TypedChoiceField(
        label=_("What"),
        choices=[("no", _("the time that runs now")), ("yes", _("the bank of extra time"))],
        coerce=lambda value: value == "yes",
    )


class ExtendTableForm(ExtendForm):
    """For all at the table, or for one of them."""

    entrant = EntrantChoice(label=_("Whom"), required=False, empty_label=_("all at the table"))
    field_order = ["entrant", "span", "bank"]

    def prepare(self) -> None:
        self.offer("entrant", Entrant.objects.filter(sittings__fixture=self.subject.of).order_by("number"))

    @property
    def facts(self) -> dict[str, Any]:
        facts = dict(self.cleaned_data)
        entrant = facts.pop("entrant")
        return {**facts, "entrant_id": entrant.pk if entrant else None}


class HardEndForm(ReasonForm):
    until = forms.DateTimeField(
        label=_("New hard end"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("In your own time zone. What is not over then is scored as it lies."),
    )

    def prepare(self) -> None:
        self.initial["until"] = self.subject.of.ends_at


class HardEndsForm(HardEndForm):
    """The same for all rounds that are played at once."""

    def prepare(self) -> None:
        rounds = being_played(self.subject.tournament)
        self.initial["until"] = max((one.ends_at for one in rounds if one.ends_at), default=None)


def being_played(tournament: Tournament) -> QuerySet[Round]:
    rounds = Round.objects.filter(division__tournament=tournament, phase=Round.Phase.PUBLISHED)
    return rounds.order_by("division__stage", "division__number", "number")


class AwardForm(ReasonForm):
    """Table points for each who sits at a table: 1 for the first, 0 for the last."""

    def prepare(self) -> None:
        for sitting in self._sittings():
            self.fields[f"points_{sitting.pk}"] = forms.DecimalField(
                label=called(sitting.entrant),
                min_value=Decimal(0),
                max_value=Decimal(1),
                max_digits=4,
                decimal_places=3,
            )

    def _sittings(self) -> Iterable[Sitting]:
        return Sitting.objects.filter(fixture=self.subject.of).select_related("entrant").order_by("pk")

    @property
    def facts(self) -> dict[str, Any]:
        points = {one.entrant_id: self.cleaned_data[f"points_{one.pk}"] for one in self._sittings()}
        return {"points": points, "reason": self.cleaned_data["reason"]}


class LetterForm(ActForm):
    whom = forms.ChoiceField(
        label=_("To"),
        choices=[
            ("all", _("everybody who has not withdrawn, reserves too")),
            ("laggards", _("those whom a table waits for")),
        ],
        widget=forms.RadioSelect,
        initial="all",
    )
    text = forms.CharField(label=_("Letter"), max_length=LONGEST_MAIL, widget=forms.Textarea(attrs={"rows": 10}))
