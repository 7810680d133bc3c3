"""A director rules on what one table counts for: nothing, its game as it lies, or points that are awarded."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from games import commands
from games.commands.staff import govern_at
from games.players.models import Player
from games.rules.kind import OrderRefused, StaffAction
from games.rules.messages import say
from games.store import Table
from games.tournaments.commands import walkouts
from games.tournaments.commands.drawing import redraw_drafts
from games.tournaments.commands.endings import end_what_is_over
from games.tournaments.commands.fixtures import award, close, take_up
from games.tournaments.commands.locking import (
    Phase,
    check_phase,
    keep_ruling,
    locked_for_director,
    reason_of,
    refuse_own_table,
    seated_at,
    tables_of,
    tournament_of,
)
from games.tournaments.models import Fixture, Tournament


def adjudicate(
    *,
    fixture_id: int,
    how: str,
    by: Player,
    reason: str,
    now: datetime,
    points: Mapping[int, Decimal] | None = None,
) -> None:
    """Rule on one table: `void`, nothing counts; `score`, its running game is scored as it lies; `award`, these table points, 0 to
    1 by entrant, count whatever its game says. A running game ends at once. What was ruled can be ruled anew."""
    reason = reason_of(reason)
    with locked_for_director(tournament_of(Fixture, fixture_id), by) as tournament:
        check_phase(tournament, Phase.RUNNING, Phase.FINISHED)
        fixture = Fixture.objects.select_related("round__division__tournament").get(pk=fixture_id)
        if fixture.phase == Fixture.Phase.PLANNED:
            raise OrderRefused(say("This round is a draft: publish it, or draw it up anew."))
        if Tournament.objects.filter(follows=tournament).exists():
            raise OrderRefused(say("The next season has been made by these results: they stand."))
        refuse_own_table([fixture], by)
        with tables_of([fixture], now=now) as tables:
            table = tables.get(fixture.pk)
            match how:
                case "void":
                    _void(fixture, table, reason, now=now)
                case "award":
                    _award(fixture, table, reason, points or {}, now=now)
                case "score":
                    _score(table, reason)
        if how == "score":
            fixture.refresh_from_db()
            assert fixture.game is not None
            take_up(fixture, fixture.game, now=now)
            walkouts.count_game(game_id=fixture.game.pk, now=now)
        facts: dict[str, Any] = {"game": fixture.game_id}
        if points is not None:
            facts["points"] = {str(entrant): str(given) for entrant, given in points.items()}
        keep_ruling(
            tournament,
            how,
            by=by,
            reason=reason,
            now=now,
            round=fixture.round,
            fixture=fixture,
            concerned=seated_at([fixture]),
            **facts,
        )
        if tournament.phase == Phase.RUNNING:
            end_what_is_over(tournament, [fixture.round], now=now)
            redraw_drafts(tournament, now=now)  # they go by results


def _void(fixture: Fixture, table: Table | None, reason: str, *, now: datetime) -> None:
    if fixture.phase == Fixture.Phase.VOID:
        raise OrderRefused(say("This table is void already."))
    _end_game(table, reason)
    close(fixture, Fixture.Phase.VOID, now=now)


def _award(fixture: Fixture, table: Table | None, reason: str, points: Mapping[int, Decimal], *, now: datetime) -> None:
    entrants = set(fixture.sittings.values_list("entrant", flat=True))
    if set(points) != entrants or not all(0 <= given <= 1 for given in points.values()):
        raise OrderRefused(say("Give points from 0 to 1 to everybody at this table."))
    _end_game(table, reason)
    award(fixture, points, now=now)


def _score(table: Table | None, reason: str) -> None:
    if table is None or not table.is_running:
        raise OrderRefused(say("No game is running there: award points, or declare the table void."))
    govern_at(table, StaffAction("SCORE", reason), by=None)  # who directs, and plays not, is settled


def _end_game(table: Table | None, reason: str) -> None:
    if table is None:
        return
    if table.is_in_lobby:
        commands.cancel_at(table)
    elif table.is_running:
        govern_at(table, StaffAction("VOID", reason), by=None)
