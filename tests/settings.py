"""The project's settings as tests use them: nothing is kept, no queue runs, mail goes nowhere."""

from lexicon.settings import *  # noqa: F403

SECRET_KEY = "of tests, and of nothing else"
REPLY_KEYS = ["the newer key of tests", "the older key of tests"]
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
