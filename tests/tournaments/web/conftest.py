"""People who are signed in, as the other pages' tests have them, and the time: pages read the clock."""

import pytest
from django.utils import timezone

from tests.web.conftest import browser_of

__all__ = ["browser_of"]


@pytest.fixture
def now():
    return timezone.now()
