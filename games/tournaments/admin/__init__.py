"""The directors' dashboard: what a director sees of a tournament and rules there. Every change is a command; nothing hidden of a
running game is shown, also not to superusers: staff play too."""

from games.tournaments.admin import people, tournaments

__all__ = ["people", "tournaments"]
