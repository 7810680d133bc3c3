"""The players app: who plays, and who has been asked to."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "games.players"
    label = "players"
    verbose_name = "Players"
