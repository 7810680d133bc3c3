"""The questions that a director answers before an action, and the form fields for them: people, tables, durations.
Independent of what the action then does."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from email.utils import parseaddr
from typing import TYPE_CHECKING, Any

from django import forms
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.players.models import Membership, Player
from games.tournaments.commands.drawing import drafts_of
from games.tournaments.commands.mails import LONGEST_MAIL
from games.tournaments.models import Bye, Entrant, Fixture, PairRule, Round, Sitting, Tournament
from games.tournaments.queries.wording import called, division_name
from games.tournaments.snapshot import PLAYS
from games.web.asking import number_in
from games.web.option_forms import SpanField, span
from games.wording import listing

LONGEST_LIST = 20_000  # characters
FOR_A_MISSED_ROUND = [("0", _("no points")), ("1/2", _("half a point"))]

Thing = Tournament | Entrant | Round | Fixture | PairRule
Fields = dict[str, forms.Field]

if TYPE_CHECKING:  # Django's own classes take no type parameters at runtime
    _One = forms.ModelChoiceField[Entrant]
    _Several = forms.ModelMultipleChoiceField[Model]
else:
    _One, _Several = forms.ModelChoiceField, forms.ModelMultipleChoiceField


class LengthField(SpanField):
    """A length of time as people write it, `3 days`. Cleans to a timedelta."""

    def to_python(self, value: object) -> Any:
        seconds = value.total_seconds() if isinstance(value, timedelta) else super().to_python(value)
        return None if seconds is None else timedelta(seconds=seconds)

    def prepare_value(self, value: object) -> object:
        return span(int(value.total_seconds())) if isinstance(value, timedelta) else value


class PlayerField(forms.CharField):
    """A player of this server by full name or email address. Nobody is listed. In a club's tournament only its members
    and entrants are found, and only by name, because its directors are not staff."""

    def __init__(self, tournament: Tournament, **options: Any) -> None:
        super().__init__(**options)
        self.tournament = tournament

    def clean(self, value: object) -> Any:
        text = super().clean(value)
        return self.found(text) if text else None

    def found(self, text: str) -> Player:
        """Return the player of this name or address. Raises ValidationError."""
        people = Player.objects.filter(is_active=True)
        if self.tournament.club_id is not None:
            members = Membership.objects.filter(club=self.tournament.club_id, player=OuterRef("pk"))
            entered = Entrant.objects.filter(tournament=self.tournament, player=OuterRef("pk"))
            people, text = people.filter(Exists(members) | Exists(entered)), text.replace("@", " ")
        found = list(people.filter(email=text.lower()) if "@" in text else people.filter(name__iexact=text)[:2])
        if not found:
            says = (
                gettext("There is no player called {name}. Enter their full name or their email address.")
                if self.tournament.club_id is None
                else gettext("No club member or entrant is called {name}. Enter their full name.")
            )
            raise forms.ValidationError(says.format(name=text))
        if len(found) > 1:
            says = (
                gettext("More than one player is called {name}. Enter their email address.")
                if self.tournament.club_id is None
                else gettext(
                    "Several club members or entrants are called {name}. Ask one of them to change their name, or to enter by "
                    "themselves."
                )
            )
            raise forms.ValidationError(says.format(name=text))
        return found[0]


class PlayersField(PlayerField):
    """Several players, one per line, each as in `PlayerField`; an address may follow a name in brackets. Cleans to a
    list without repetitions."""

    widget = forms.Textarea(attrs={"rows": 10})

    def clean(self, value: object) -> Any:
        found, refused = {}, []
        for line in forms.CharField.clean(self, value).splitlines():
            text = line.strip()
            if self.tournament.club_id is None and "@" in text:
                text = parseaddr(text)[1] or text
            try:
                if text:
                    player = self.found(text)
                    found[player.pk] = player
            except forms.ValidationError as error:
                refused += error.messages
        if refused:
            raise forms.ValidationError(refused)
        return list(found.values())


class RoundsField(forms.CharField):
    """The drafts that were previewed, by id, so that one that was paired again since is not published unseen."""

    def __init__(self, drafts: Iterable[int]) -> None:
        super().__init__(widget=forms.HiddenInput, initial=" ".join(map(str, drafts)))

    def clean(self, value: object) -> list[int]:
        numbers = [number_in(number) for number in super().clean(value).split()]
        if None in numbers:
            raise forms.ValidationError(gettext("Go back to the draft pairings and publish them from there."))
        return [number for number in numbers if number is not None]


class EntrantChoice(_One):
    """A choice of one entrant, by number and name."""

    def label_from_instance(self, obj: Model) -> str:
        return _numbered(obj)


class SeveralChoice(_Several):
    """A choice of several rows, with checkboxes."""

    widget = forms.CheckboxSelectMultiple

    def clean(self, value: Iterable[object]) -> QuerySet[Model]:
        """Return the rows. A number too large for any database is not looked up."""
        for one in value or ():
            if number_in(str(one)) is None:
                raise forms.ValidationError(self.error_messages["invalid_pk_value"], params={"pk": str(one)[:20]})
        return super().clean(value)

    def label_from_instance(self, obj: Model) -> str:
        """Return the label of an entrant, with number and name, or of a table, with its players."""
        if isinstance(obj, Fixture):
            return gettext("Table {n}: {names}").format(n=obj.number, names=names_at(obj))
        return _numbered(obj)


def _numbered(entrant: Model) -> str:
    assert isinstance(entrant, Entrant)
    return f"{entrant.number}. {called(entrant)}"


def names_at(fixture: Fixture) -> str:
    return listing([called(sitting.entrant) for sitting in fixture.sittings.all()])


# --- subjects ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Subject:
    """The subject of an action: a part of a tournament, or the tournament itself."""

    tournament: Tournament
    of: Thing

    @property
    def entrant(self) -> Entrant:
        assert isinstance(self.of, Entrant)
        return self.of

    @property
    def round(self) -> Round:
        assert isinstance(self.of, Round)
        return self.of

    @property
    def fixture(self) -> Fixture:
        assert isinstance(self.of, Fixture)
        return self.of

    @property
    def name(self) -> str:
        """The name; empty for the tournament."""
        match self.of:
            case Entrant():
                return called(self.of)
            case Round():
                return about_round(self.of)
            case Fixture(round=round_, number=number):
                said = gettext("{round}, table {n}: {names}")
                return said.format(round=about_round(round_), n=number, names=names_at(self.of))
            case PairRule():
                return str(self.of)
        return ""


def about_round(one: Round) -> str:
    name = division_name(one.division)
    if name:
        return gettext("{division}, round {n}").format(division=name, n=one.number)
    return gettext("Round %(n)s") % {"n": one.number}


# --- questions --------------------------------------------------------------------------------------------------------


def nothing(subject: Subject) -> Fields:
    return {}


def ask_missed_rounds(subject: Subject) -> Fields:
    return {"points": forms.ChoiceField(label=_("Points for each missed round"), choices=FOR_A_MISSED_ROUND)}


def ask_late_entry(subject: Subject) -> Fields:
    fields = ask_missed_rounds(subject)
    fields["points"].help_text = _("Has no effect before the first round.")
    player = PlayerField(subject.tournament, label=_("Player"), help_text=_how_to_name(subject))
    return {"player": player, **fields}


def ask_entrants(subject: Subject) -> Fields:
    says = gettext("One player a line. {how}").format(how=_how_to_name(subject))
    fields: Fields = {
        "players": PlayersField(subject.tournament, label=_("Players"), help_text=says, max_length=LONGEST_LIST)
    }
    return fields | ask_missed_rounds(subject) if subject.tournament.started_at else fields


def _how_to_name(subject: Subject) -> str:
    if subject.tournament.club_id is not None:
        return gettext("The full name of a club member, or of somebody who has entered.")
    return gettext("Their full name on this site, or their email address.")


def ask_new_player(subject: Subject) -> Fields:
    takes_over = gettext("They take over the place, its results and its games in progress.")
    says = f"{_how_to_name(subject)} {takes_over}"
    return {"player": PlayerField(subject.tournament, label=_("New player"), help_text=says)}


def ask_resigning(subject: Subject) -> Fields:
    return {"resigns": forms.BooleanField(label=_("Resign their games in progress"), required=False)}


def ask_entered(subject: Subject) -> Fields:
    entered = subject.tournament.entrants.filter(standing=Entrant.Standing.ENTERED).order_by("number")
    chosen = [entrant.pk for entrant in entered]
    return {"entrants": SeveralChoice(entered, label=_("Players"), initial=chosen)}


def ask_bye(subject: Subject) -> Fields:
    in_the_division = Entrant.objects.filter(divisions=subject.round.division_id)
    there = in_the_division.exclude(standing=Entrant.Standing.WITHDRAWN).order_by("number")
    choices = [*Bye.Points.choices, ("", _("none: remove the bye"))]
    return {
        "entrant": EntrantChoice(there, label=_("Player")),
        "points": forms.TypedChoiceField(label=_("Points"), choices=choices, required=False, empty_value=None),
    }


def ask_pair(subject: Subject) -> Fields:
    play = subject.tournament.entrants.filter(standing__in=PLAYS).order_by("number")
    choices = [("yes", _("must meet in the next round")), ("no", _("must never meet"))]
    return {
        "one": EntrantChoice(play, label=_("First player")),
        "other": EntrantChoice(play, label=_("Second player")),
        "must_meet": forms.TypedChoiceField(label=_("Rule"), choices=choices, coerce=_is_yes),
    }


def _is_yes(value: str) -> bool:
    return value == "yes"


def ask_rounds(subject: Subject) -> Fields:
    return {"rounds": RoundsField(drafts_of(subject.tournament).order_by("pk").values_list("pk", flat=True))}


def ask_tables(subject: Subject) -> Fields:
    joining = subject.round.fixtures.filter(phase=Fixture.Phase.JOINING).order_by("number")
    says = _("The players at these tables are paired again. Choose at least 2 tables.")
    rows = joining.prefetch_related("sittings__entrant")
    return {"fixtures": SeveralChoice(rows, label=_("Tables"), help_text=says)}


def ask_span(subject: Subject) -> Fields:
    choices = [("no", _("the clocks running now")), ("yes", _("the time bank"))]
    return {
        "span": LengthField(label=_("Extra time"), help_text=_("For example, 12 h or 2 days.")),
        "bank": forms.TypedChoiceField(label=_("Clock"), choices=choices, coerce=_is_yes),
    }


def ask_whom_and_span(subject: Subject) -> Fields:
    seated = Entrant.objects.filter(sittings__fixture=subject.fixture).order_by("number")
    whom = EntrantChoice(seated, label=_("Player"), required=False, empty_label=_("everyone at the table"))
    return {"entrant": whom, **ask_span(subject)}


def ask_until(subject: Subject) -> Fields:
    ends = [subject.of] if isinstance(subject.of, Round) else being_played(subject.tournament)
    return {
        "until": forms.DateTimeField(
            label=_("New final deadline"),
            widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
            help_text=_("In your own time zone. Games that haven’t finished by then are scored as they stand."),
            initial=max((one.ends_at for one in ends if one.ends_at), default=None),
        )
    }


def being_played(tournament: Tournament) -> QuerySet[Round]:
    rounds = Round.objects.filter(division__tournament=tournament, phase=Round.Phase.PUBLISHED)
    return rounds.order_by("division__stage", "division__number", "number")


def ask_points(subject: Subject) -> Fields:
    """Ask for table points for each player of a table: 1 for the first, 0 for the last."""
    sittings = Sitting.objects.filter(fixture=subject.fixture).select_related("entrant").order_by("pk")
    return {
        f"points_{one.pk}": forms.DecimalField(
            label=called(one.entrant), min_value=Decimal(0), max_value=Decimal(1), max_digits=4, decimal_places=3
        )
        for one in sittings
    }


def ask_guest_club(subject: Subject) -> Fields:
    guests = subject.tournament.guests.select_related("club")
    choices = [(str(one.club_id), one.club.name) for one in guests]
    return {"club": forms.TypedChoiceField(label=_("Club"), choices=choices, coerce=int)}


def ask_mail(subject: Subject) -> Fields:
    choices = [
        ("all", _("everyone who hasn’t withdrawn, including reserves")),
        ("laggards", _("players a table is waiting for")),
    ]
    text = forms.CharField(label=_("Text"), max_length=LONGEST_MAIL, widget=forms.Textarea(attrs={"rows": 10}))
    return {
        "whom": forms.ChoiceField(label=_("To"), choices=choices, widget=forms.RadioSelect, initial="all"),
        "text": text,
    }
