"""The Django project: wiring only. Nothing here knows a rule of a game."""

import gc

gc.disable()  # until everything is loaded: nothing is garbage before that, and collecting takes a quarter of the loading time

from lexicon.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
