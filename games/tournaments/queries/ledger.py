"""All public rows of one tournament, read in a constant number of queries. Drafts of rounds are never among them, nor
divisions of which no round is published."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, TypeVar

from django.db.models import F, QuerySet
from django.utils.translation import gettext

from games.models import Seat
from games.tournaments.models import Bye, Division, Entrant, Fixture, Round, Ruling, Sitting, Tournament

Row = TypeVar("Row")


@dataclass(frozen=True)
class Ledger:
    """`members` are a division's entrants by its id; all else is by the id of what it belongs to, in the order of the tables.

    `seats` are those of each game."""

    tournament: Tournament
    entrants: Mapping[int, Entrant]
    divisions: tuple[Division, ...]
    members: Mapping[int, tuple[Entrant, ...]]
    rounds: Mapping[int, list[Round]]
    fixtures: Mapping[int, list[Fixture]]
    sittings: Mapping[int, list[Sitting]]
    byes: Mapping[int, list[Bye]]
    rulings: tuple[Ruling, ...]
    seats: Mapping[int, list[Seat]]

    @cached_property
    def all_rounds(self) -> list[Round]:
        return [one for division in self.divisions for one in self.rounds[division.pk]]

    @cached_property
    def all_fixtures(self) -> list[Fixture]:
        return [fixture for one in self.all_rounds for fixture in self.fixtures[one.pk]]

    def fixtures_of(self, division: Division) -> list[Fixture]:
        return [fixture for one in self.rounds[division.pk] for fixture in self.fixtures[one.pk]]

    def concerned(self, ruling: Ruling) -> tuple[Fixture | None, Round | None, Entrant | None]:
        """The table, the round and the entrant that a ruling is about, as far as each is public."""
        fixture = next((one for one in self.all_fixtures if one.pk == ruling.fixture_id), None)
        of = fixture.round_id if fixture else ruling.round_id
        round_ = next((one for one in self.all_rounds if one.pk == of), None)
        return fixture, round_, self.entrants.get(ruling.entrant_id or 0)

    def phase(self, fixture: Fixture) -> str:
        """Where a table stands: once all have agreed it is played, also before that is noted on its fixture."""
        seats = self.seats[fixture.game_id or 0]
        if fixture.phase == Fixture.Phase.JOINING and seats and all(seat.agreed_at for seat in seats):
            return Fixture.Phase.PLAYING
        return fixture.phase

    def ends_at(self, fixture: Fixture, one: Round) -> datetime | None:
        """The hard end of a table: its own, or else its round's; of a ladder's round the end means nothing."""
        own_end: datetime | None = getattr(fixture, "hard_end", None)
        is_ladder = self.tournament.format == Tournament.Format.LADDER
        return own_end or (None if is_ladder else one.ends_at)

    def name(self, entrant: int) -> str:
        return called(self.entrants[entrant])


def called(entrant: Entrant) -> str:
    """By name, but for one who has left for good and taken the name along."""
    return entrant.name or gettext("Former player {n}").format(n=entrant.number)


def ledger(tournament: Tournament) -> Ledger:
    """Nine queries, however many have entered."""
    rounds = list(_public(tournament))
    seen = {one.division_id for one in rounds}
    divisions = [one for one in tournament.divisions.order_by("stage", "number") if one.pk in seen]
    entrants = {one.pk: one for one in tournament.entrants.order_by("number")}
    members: dict[int, list[Entrant]] = defaultdict(list)
    belongs = Division.entrants.through.objects.filter(division__tournament=tournament)
    for division, entrant in belongs.order_by("entrant__number").values_list("division_id", "entrant_id"):
        members[division].append(entrants[entrant])
    in_public = {"round__in": _public(tournament)}
    tables = Fixture.objects.filter(**in_public).annotate(hard_end=F("game__hard_end"))
    fixtures = list(tables.order_by("round__number", "number"))
    sittings = Sitting.objects.filter(fixture__round__in=_public(tournament)).order_by("pk")
    seats = Seat.objects.filter(game__fixture__round__in=_public(tournament)).order_by("number")
    return Ledger(
        tournament=tournament,
        entrants=entrants,
        divisions=tuple(divisions),
        members={division: tuple(those) for division, those in members.items()},
        rounds=_by("division_id", rounds),
        fixtures=_by("round_id", fixtures),
        sittings=_by("fixture_id", sittings),
        byes=_by("round_id", Bye.objects.filter(**in_public).order_by("entrant__number")),
        rulings=tuple(_public_rulings(tournament, {one.pk for one in rounds})),
        seats=_by("game_id", seats.only("game", "number", "player", "agreed_at", "is_awaited", "result")),
    )


def _public(tournament: Tournament) -> QuerySet[Round]:
    published = Round.objects.filter(division__tournament=tournament).exclude(phase=Round.Phase.DRAFT)
    return published.order_by("division__stage", "division__number", "number")


def _public_rulings(tournament: Tournament, rounds: set[int]) -> Iterable[Ruling]:
    """Nothing of a round that is not published yet."""
    for ruling in tournament.rulings.select_related("fixture", "by").order_by("pk"):
        of = ruling.round_id or (ruling.fixture.round_id if ruling.fixture else None)
        if of is None or of in rounds:
            yield ruling


def _by(name: str, rows: Iterable[Row]) -> Mapping[int, list[Row]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        found[getattr(row, name)].append(row)
    return found
