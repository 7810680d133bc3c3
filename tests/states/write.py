"""Writes the files of the current format: `.venv/bin/python -m pytest tests/states/write.py`. `make test` doesn't run it."""

import pytest

from tests.states.files import write
from tests.states.moments import MOMENTS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", MOMENTS)
def test_write(name):
    write(name, MOMENTS[name]().game_id)
