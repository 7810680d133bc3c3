"""Tasks of tournaments: closing entries, going on without players who have not joined, taking results, rating games.

Beat calls `sweep`, which queues the work like that of games; a game that began or ended also triggers `take_up`. Each
task checks the facts again: running late, twice or not at all, it changes no result, only when people hear of it."""

from celery import shared_task
from django.utils import timezone

from games.tournaments import commands


@shared_task
def sweep() -> None:
    """Close entries that are over, and queue the games and the tournaments in which something is due."""
    now = timezone.now()
    commands.close_due_entries(now=now)
    for game_id in commands.due_games(now=now):
        take_up.delay(game_id)
    for tournament_id in commands.due_tournaments(now=now):
        close_joining.delay(tournament_id)
    commands.rate_finished(now=now)


@shared_task
def take_up(game_id: int) -> None:
    """Process a game that began or ended, for its round and for ratings. Usually there is nothing to do, at the cost of
    two queries."""
    now = timezone.now()
    commands.take_results_of([game_id], now=now)
    commands.rate_finished(now=now)


@shared_task
def close_joining(tournament_id: int) -> None:
    """Go on without those who have not joined their tables in time."""
    commands.close_joining_in([tournament_id], now=timezone.now())
