"""Signed-in browsers, as in the tests of other pages, and the current time, because pages read the clock."""

import pytest

from tests.positions import just_now
from tests.web.conftest import browser_of

__all__ = ["browser_of"]


@pytest.fixture
def now():
    return just_now()
