"""The settings of tests, with a provider and a database of the simulation's own."""

import os

from tests.settings import *  # noqa: F403

EMAIL_BACKEND = "tests.simulation.provider.Backend"
AUTHSERV_ID = "mx.example.org"
ALLOWED_HOSTS = ["localhost"]
CACHES["default"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "shared"}  # noqa: F405  # one process
CACHES["replays"] = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}  # noqa: F405  # stored games have one seed
OF_SQLITE = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"  # noqa: F405
DATABASES["default"]["NAME"] = f"{FOLDER.name}/simulated.sqlite3" if OF_SQLITE else f"simulated_{os.getpid()}"  # noqa: F405
VAPID_PRIVATE_KEY = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"
ANALYSIS = False
DEBUG = False  # else Django would keep the text of each statement
LOGGING["root"]["level"] = "ERROR"  # noqa: F405  # refused emails and the like are normal here
