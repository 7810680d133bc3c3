"""Tasks of tournaments: entries close, tables that were not joined go on, results are taken, games rated.

Beat calls `sweep`, which nominates, as that of games does; a game that has begun or ended nudges `take_up` besides. Each task
finds out anew what is so: run late, twice or not at all, they change no result, only when people hear of it."""

from celery import shared_task
from django.utils import timezone

from games.tournaments import commands


@shared_task
def sweep() -> None:
    """Close entries that are over, and nominate the games and the tournaments in which something is due."""
    now = timezone.now()
    commands.close_due_entries(now=now)
    for game_id in commands.due_games(now=now):
        take_up.delay(game_id)
    for tournament_id in commands.due_tournaments(now=now):
        close_joining.delay(tournament_id)
    commands.rate_finished(now=now)


@shared_task
def take_up(game_id: int) -> None:
    """One game has begun or ended: what that means for the round it is of, and for ratings. Mostly nothing, by two queries."""
    now = timezone.now()
    commands.take_results(game_id=game_id, now=now)
    commands.rate_finished(now=now)


@shared_task
def close_joining(tournament_id: int) -> None:
    """Go on without those who have not joined their tables in time."""
    commands.close_joining(tournament_id=tournament_id, now=timezone.now())
