"""What tournaments do by themselves, as tasks: entries close, tables that were not joined go on, results are taken, games rated.

Beat calls `sweep`; a game that has changed nudges `take_up` besides. Run late, twice or not at all, they change no result."""

from celery import shared_task
from django.utils import timezone

from games.tournaments import commands


@shared_task
def sweep() -> None:
    """All that is due in any tournament now."""
    now = timezone.now()
    commands.close_due_entries(now=now)
    commands.end_rounds(now=now)
    for game_id in commands.changed_games():
        commands.take_results(game_id=game_id, now=now)
    for tournament_id in commands.due_tournaments(now=now):
        commands.close_joining(tournament_id=tournament_id, now=now)
    commands.rate_finished(now=now)


@shared_task
def take_up(game_id: int) -> None:
    """One game has changed: what that means for the round it is of, and for ratings. Mostly nothing, found in two queries."""
    now = timezone.now()
    commands.take_results(game_id=game_id, now=now)
    commands.rate_finished(now=now)
