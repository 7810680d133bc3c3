"""The project's settings as on a real server, with the bare view beside it."""

from lexicon.settings import *  # noqa: F403

SECRET_KEY = "of the bench, and of nothing else"
ROOT_URLCONF = "tests.bench.urls"
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
