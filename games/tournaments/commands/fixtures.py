"""One table of a round in a locked tournament: opening its game, dealing again without absent players, taking or
awarding its result. Games are changed only through `games.commands` and a locked table. `seasons` ends the rounds that
this completes."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from fractions import Fraction

from games import commands
from games.commands.staff import govern_at
from games.models import Game, Seat
from games.players.models import Player
from games.rules.values import StaffAction
from games.store import Table
from games.tournaments.commands.terms import can_play, options_of
from games.tournaments.models import Fixture, Sitting, Tournament
from games.tournaments.snapshot import OPEN

VOID = "void"
"""The ending of a game without a result."""


def open_fixture(
    tournament: Tournament, fixture: Fixture, *, join_by: datetime, ends_at: datetime, now: datetime
) -> None:
    """Open the game of a planned table; it waits until `join_by` for everybody to accept."""
    fixture.join_by, fixture.phase = min(join_by, ends_at), Fixture.Phase.JOINING
    sittings = list(fixture.sittings.select_related("entrant__player"))
    _seat(tournament, fixture, sittings, hard_end=ends_at, rated=tournament.rated, agreed={}, now=now)


def deal_again(
    tournament: Tournament,
    fixture: Fixture,
    table: Table,
    staying: Sequence[Sitting],
    *,
    hard_end: datetime,
    now: datetime,
) -> None:
    """Continue at a table whose game hasn't started, without the players who aren't there. The new game is unrated. The
    players who stay keep their acceptances and cuts, and the others come last.

    If too few players are left for a game, or there is no time left for it, those who stay share the points of the best
    places. If nobody is left, the table is void."""
    agreed = {seat.player_id: seat.cut for seat in table.game.seats.all() if seat.agreed_at is not None}
    if table.is_in_lobby:
        commands.cancel_at(table)
    fixture.sittings.exclude(pk__in=[sitting.pk for sitting in staying]).update(seat=None)
    if not staying:
        close(fixture, Fixture.Phase.VOID, now=now)
    elif now >= hard_end or not can_play(tournament, len(staying)):
        share_the_best(fixture, staying, now=now)
    else:
        _seat(tournament, fixture, staying, hard_end=hard_end, rated=False, agreed=agreed, now=now)


def share_the_best(fixture: Fixture, staying: Sequence[Sitting], *, now: datetime) -> None:
    """Divide the points of the best places equally among those who stay; the others get none. Three who stay, for
    example, share the points for 1st, 2nd and 3rd."""
    at_table = fixture.sittings.count()
    places = [Fraction(at_table - rank, at_table - 1) for rank in range(1, len(staying) + 1)]
    each = sum(places, Fraction(0)) / len(places)
    share = Decimal(each.numerator) / Decimal(each.denominator)
    award(fixture, {sitting.entrant_id: share for sitting in staying}, now=now)


def award(fixture: Fixture, points: Mapping[int, Decimal], *, now: datetime) -> None:
    """Award these table points, by entrant, whatever the game's result; everybody else at the table gets none."""
    for sitting in fixture.sittings.all():
        sitting.awarded = points.get(sitting.entrant_id, Decimal(0)).quantize(Decimal("0.001"))
        sitting.save(update_fields=["awarded"])
    close(fixture, Fixture.Phase.AWARDED, now=now)


def close(fixture: Fixture, phase: str, *, now: datetime) -> None:
    """End the table and give it this phase. If the table had already ended, the time of its first end is kept."""
    fixture.phase, fixture.finished_at = phase, fixture.finished_at or now
    fixture.save(update_fields=["phase", "finished_at"])


def take_up(fixture: Fixture, game: Game, *, now: datetime) -> bool:
    """Update the fixture from its saved game, which may have begun, finished or become void. Return True if anything
    changed."""
    if fixture.phase not in OPEN:
        return False
    if game.phase == Game.Phase.FINISHED:
        _take_result(fixture, game, now=now)
        return True
    if fixture.phase == Fixture.Phase.JOINING and game.started_at is not None:
        fixture.phase = Fixture.Phase.PLAYING
        fixture.save(update_fields=["phase"])
        return True
    return False


def _take_result(fixture: Fixture, game: Game, *, now: datetime) -> None:
    """Copy the ranks and scores of a finished game; close the table as void if the game has no result."""
    if game.ending == VOID:
        close(fixture, Fixture.Phase.VOID, now=game.finished_at or now)
        return
    seats = {seat.number: seat for seat in game.seats.all()}
    for sitting in fixture.sittings.exclude(seat=None):
        assert sitting.seat is not None
        seat = seats[sitting.seat]
        sitting.rank, sitting.score = seat.rank, seat.score
        sitting.save(update_fields=["rank", "score"])
    close(fixture, Fixture.Phase.FINISHED, now=game.finished_at or now)


def not_there(fixture: Fixture) -> list[Sitting]:
    """Return the sittings of players who have not accepted the game of their table yet. A player whose account was
    deleted together with the seat counts as one of them."""
    seats = Seat.objects.filter(game=fixture.game_id, agreed_at__isnull=False, player__isnull=False)
    sittings = fixture.sittings.exclude(seat=None).select_related("entrant__player")
    return list(sittings.exclude(entrant__player__in=seats.values("player")))


def end_without_result(table: Table | None, reason: str) -> None:
    """Cancel a game that waits for its players; void a running one."""
    if table is not None and table.is_in_lobby:
        commands.cancel_at(table)
    elif table is not None and table.is_running:
        govern_at(table, StaffAction("VOID", reason, office="director"), by=None)


def _seat(
    tournament: Tournament,
    fixture: Fixture,
    sittings: Sequence[Sitting],
    *,
    hard_end: datetime,
    rated: bool,
    agreed: Mapping[int | None, str],
    now: datetime,
) -> None:
    """Open a game for these sittings, in their order; it is dealt if all of them have accepted."""
    players: list[Player] = []
    fixture.sittings.update(seat=None)
    for number, sitting in enumerate(sittings):
        assert sitting.entrant.player is not None
        players.append(sitting.entrant.player)
        sitting.seat = number
        sitting.save(update_fields=["seat"])
    fixture.game = commands.open_table(
        kind=tournament.kind,
        players=players,
        options=options_of(tournament, len(players)),
        word_list=tournament.word_list or None,
        rated=rated,
        hard_end=hard_end,
        now=now,
        listed=not tournament.is_for_members,
        clubs=[tournament.club_id, *tournament.guests.values_list("club", flat=True)] if tournament.club_id else [],
        agreed={number: agreed[player.pk] for number, player in enumerate(players) if player.pk in agreed},
    )
    if fixture.game.started_at is not None:
        fixture.phase = Fixture.Phase.PLAYING
    fixture.save(update_fields=["game", "phase", "join_by"])
