"""The settings of tests, with the bare view beside the project's own, and static files found as in production: at the start."""

from tests.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
WHITENOISE_AUTOREFRESH = False
CELERY_BROKER_URL = "memory://localhost"
