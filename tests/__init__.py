"""The tests. How properties are tried is settled here, as those of the rules also run without Django and its fixtures."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(  # no clock decides, and on CI no chance
    "house", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ
)
settings.load_profile("house")
