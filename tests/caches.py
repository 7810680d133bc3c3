"""Clears what a process keeps of games by their numbers, for tests that put other rows in their place."""

from games.queries.api_view import cached_view
from games.queries.lists import cached_line


def forget_games() -> None:
    """Clear the lines of games in lists, and their JSON for the API."""
    cached_line.cache_clear()
    cached_view.cache_clear()
