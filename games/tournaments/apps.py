"""The tournaments app: who meets whom, who stands where, and how strong everybody is."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "games.tournaments"
    label = "tournaments"
    verbose_name = "Tournaments"
