"""The project's settings as tests use them: nothing is kept, no queue runs, mail goes nowhere."""

import os
from tempfile import TemporaryDirectory

from lexicon.settings import *  # noqa: F403

SECRET_KEY = "of tests, and of nothing else"
REPLY_KEYS = ["the newer key of tests", "the older key of tests"]
for name in ("CELERY_BROKER_URL", "CELERY_BROKER_READ_URL", "CELERY_BROKER_WRITE_URL"):
    os.environ.pop(name, None)  # Celery prefers these to any settings, and a test would write into somebody's queue
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = False
ANALYSIS = True  # also where the extra is not installed
POSTS_TO_LOOPBACK = True  # the receivers of tests
STAFF_NEED_MFA = False  # but where a test asks for it
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True  # looks a file up when it is asked for, not all of them for each client of a test
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":  # noqa: F405
    # a file: one kept in memory is shared by the threads of a test and its server, and locks without waiting
    FOLDER = TemporaryDirectory(prefix="lexicon-tests-")
    DATABASES["default"]["TEST"] = {"NAME": f"{FOLDER.name}/db.sqlite3"}  # noqa: F405
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"  # noqa: F405  it is gone with the run
