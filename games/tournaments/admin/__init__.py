"""Tournaments on the admin site, for staff: their list and form, the directors' pages, bans and ratings."""

from games.tournaments.admin import people, tournaments

__all__ = ["people", "tournaments"]
