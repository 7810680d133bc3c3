"""Dmitri directs and does not play."""

import pytest

from tests.tournaments.playing import make_director


@pytest.fixture
def director(dmitri):
    return make_director(dmitri)
