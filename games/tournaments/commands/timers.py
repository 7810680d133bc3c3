"""All that is due in tournaments, one thing after another, for who has no worker: the tasks do the same each in its own."""

from datetime import datetime

from games.tournaments.commands.entries import close_due_entries
from games.tournaments.commands.ratings import rate_finished
from games.tournaments.commands.results import close_joining, due_games, due_tournaments, take_results


def apply_due(*, now: datetime) -> None:
    """Close entries, take results, go on without who has not joined, rate games; each in a transaction of its own."""
    close_due_entries(now=now)
    for game_id in due_games(now=now):
        take_results(game_id=game_id, now=now)
    for tournament_id in due_tournaments(now=now):
        close_joining(tournament_id=tournament_id, now=now)
    rate_finished(now=now)
