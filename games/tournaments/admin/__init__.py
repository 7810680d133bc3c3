"""Tournaments in the admin, for the staff: their list and form, the directors' pages, walk-outs and ratings."""

from games.tournaments.admin import people, tournaments

__all__ = ["people", "tournaments"]
