"""Clears a process's caches of games, for tests that put other rows in a game's place."""

from games.queries.api_view import cached_view
from games.queries.lists import cached_line


def forget_games() -> None:
    """Clear the cached lines of games in lists, and their cached JSON for the API."""
    cached_line.cache_clear()
    cached_view.cache_clear()
