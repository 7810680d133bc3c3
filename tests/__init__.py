"""The tests. The hypothesis profile is set here because tests of the rules also run without Django and its fixtures."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(  # no time limit, and on CI no randomness
    "house", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ
)
settings.load_profile("house")
