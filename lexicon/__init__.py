"""The Django project: wiring only. Nothing here knows a rule of a game."""

from lexicon.celery import app as celery_app

__all__ = ["celery_app"]
