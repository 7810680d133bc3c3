"""What comes of published tables by itself: games that have begun or ended, lobbies that somebody did not join in time, hard ends.
Each is one transaction, finds out anew what is so, and may come late or twice."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q, QuerySet

from games.commands import apply_due
from games.commands.staff import govern_at
from games.models import Game
from games.rules.kind import OrderRefused, StaffAction
from games.store import mail_holds
from games.tournaments.commands import walkouts
from games.tournaments.commands.books import OPEN, Format
from games.tournaments.commands.endings import end_what_is_over
from games.tournaments.commands.fixtures import not_there, take_up
from games.tournaments.commands.leaving import go_on_without, tables_open_to, take_out
from games.tournaments.commands.locking import Phase, locked, tables_of, tell
from games.tournaments.models import Entrant, Fixture, News, Tournament

BEGUN = Q(phase=Fixture.Phase.JOINING, game__started_at__isnull=False)
OVER = Q(phase__in=OPEN, game__phase=Game.Phase.FINISHED)
AT_PLAY = Q(phase__in=OPEN, game__started_at__isnull=False, game__finished_at=None)
RUNS_ON = Q(
    phase=Fixture.Phase.PLAYING,
    round__division__tournament__paused_at__isnull=False,
    game__paused_by_staff=False,
    game__finished_at=None,
)
"""Dealt while the whole tournament is paused."""
AT_ONCE = 500


def take_results(*, game_id: int, now: datetime) -> bool:
    """Bring the table of a round up to its game: begun, finished, or ended without a result; one that has begun while the whole
    tournament is paused stands still at once. Whether anything changed."""
    if Fixture.objects.filter(AT_PLAY, game=game_id, game__hard_end__lte=now).exists():
        apply_due(game_id=game_id, now=now)  # the end is the game's own, at its own instant
    fixture = Fixture.objects.filter(BEGUN | OVER | RUNS_ON, game=game_id).select_related("round__division").first()
    if fixture is None:
        return False
    with locked(fixture.round.division.tournament_id) as tournament:
        found = Fixture.objects.filter(pk=fixture.pk, game=game_id).select_related(
            "round__division__tournament", "game"
        )
        fixture = found.first()
        if fixture is None or fixture.game is None:
            return False
        is_taken_up = take_up(fixture, fixture.game, now=now)
        if fixture.phase == Fixture.Phase.PLAYING and tournament.paused_at is not None:
            return _stand_still(tournament, fixture, now=now) or is_taken_up
        if not is_taken_up:
            return False
        if fixture.phase not in OPEN:
            walkouts.count_game(game_id=game_id, now=now)
            if tournament.phase == Phase.RUNNING:
                end_what_is_over(tournament, [fixture.round], now=now)
    return True


def close_joining(*, tournament_id: int, now: datetime) -> int:
    """Go on without those who have not joined their tables in time: they are withdrawn, and all tables that they have not begun
    are dealt again, at once where the others have agreed; who is alone is awarded the table. A challenge on a ladder may be left
    unanswered: that costs the table alone. Returns how many did not come."""
    with locked(tournament_id) as tournament:
        if tournament.phase != Phase.RUNNING or tournament.paused_at is not None:
            return 0
        over = _due_to_close(now).filter(round__division__tournament=tournament)
        due = [one for one in over if not _is_held(one, now)]
        absent = [sitting.entrant for fixture in due for sitting in not_there(fixture)]
        if not absent:
            return 0
        touched = list({*due, *tables_open_to(absent, [Fixture.Phase.JOINING])})
        with tables_of(touched, now=now) as tables:
            missed = _missed([fixture for fixture in due if tables[fixture.pk].state is None])
            if tournament.format == Format.LADDER:
                go_on_without(missed, tournament, touched, tables, now=now)
                return len(missed)
            for entrant, fixture in missed.items():
                if entrant.player is not None:
                    assert fixture.join_by is not None
                    game = tables[fixture.pk].game
                    walkouts.no_show(player=entrant.player, game=game, now=fixture.join_by)
            take_out(tournament, missed, touched, tables, now=now)
        facts = {"how": "no_show", "reason": ""}
        tell(tournament, News.Kind.WITHDRAWN, dict.fromkeys(missed, facts), now=now)
    return len(missed)


def due_tournaments(*, now: datetime) -> list[int]:
    """The running tournaments in which the time to join some table is over."""
    due = _due_to_close(now).filter(round__division__tournament__paused_at=None)
    return sorted(set(due.values_list("round__division__tournament", flat=True)))


def due_games(*, now: datetime) -> list[int]:
    """The games of open tables that have begun, ended, or come to their hard end, as far as their tables do not say so yet, and
    those that run on in a pause."""
    at_its_end = AT_PLAY & Q(game__hard_end__lte=now)
    games = Fixture.objects.filter(BEGUN | OVER | RUNS_ON | at_its_end).order_by("pk").values_list("game", flat=True)
    return [game_id for game_id in games[:AT_ONCE] if game_id is not None]


def _stand_still(tournament: Tournament, fixture: Fixture, *, now: datetime) -> bool:
    """Pause a table as all others are. Whether it could be: not one that is over, and not before a mail that is being read."""
    pause = tournament.rulings.filter(verb="pause", fixture=None).order_by("pk").last()
    reason = pause.reason if pause is not None else ""
    with tables_of([fixture], now=now) as tables:
        try:
            govern_at(tables[fixture.pk], StaffAction("PAUSE", reason), by=None)
        except OrderRefused:
            return False
    return True


def _due_to_close(now: datetime) -> QuerySet[Fixture]:
    due = Fixture.objects.filter(phase=Fixture.Phase.JOINING, join_by__lte=now, game__started_at=None)
    return due.filter(round__division__tournament__phase=Phase.RUNNING).select_related("round", "game").order_by("pk")


def _is_held(fixture: Fixture, now: datetime) -> bool:
    """Say that a mail that came in time to join is still to be read."""
    assert fixture.game_id is not None
    assert fixture.join_by is not None
    return mail_holds(fixture.game_id, fixture.join_by, now=now)


def _missed(due: Sequence[Fixture]) -> dict[Entrant, Fixture]:
    """Who has not agreed at a table in hand, with the first one where they have not."""
    missed: dict[Entrant, Fixture] = {}
    for fixture in due:
        for sitting in not_there(fixture):
            missed.setdefault(sitting.entrant, fixture)
    return missed
