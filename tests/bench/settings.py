"""The settings of tests, with the bare view beside the project's own."""

from tests.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
