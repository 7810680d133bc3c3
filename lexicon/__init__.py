"""The Django project: wiring only. Nothing here knows a rule of a game."""

import gc

gc.disable()  # until all is loaded, as nothing becomes garbage meanwhile and looking for it takes a quarter of the time

from lexicon.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
