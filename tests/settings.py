"""The project's settings for tests: nothing is stored, no queue runs, and no email is sent."""

import os
from tempfile import TemporaryDirectory

from lexicon.settings import *  # noqa: F403

SECRET_KEY = "of tests, and of nothing else"
REPLY_KEYS = ["the newer key of tests", "the older key of tests"]
for name in ("CELERY_BROKER_URL", "CELERY_BROKER_READ_URL", "CELERY_BROKER_WRITE_URL"):
    os.environ.pop(name, None)  # Celery prefers these to any settings, so tests would write into a developer's queue
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = False
ANALYSIS = True  # even without the optional dependency
POSTS_TO_LOOPBACK = True  # for the tests' receivers
STAFF_NEED_MFA = False  # except in tests that require it
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = (
    True  # find a static file when it is requested, instead of scanning all of them for each test client
)
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":  # noqa: F405
    # a file, because a test and its server's threads would share an in-memory database, where a lock fails without waiting
    FOLDER = TemporaryDirectory(prefix="lexicon-tests-")
    DATABASES["default"]["TEST"] = {"NAME": f"{FOLDER.name}/db.sqlite3"}  # noqa: F405
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"  # noqa: F405  # the database is deleted after the run
