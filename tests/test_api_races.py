"""The same API request sent twice at once, with real threads and a real PostgreSQL: it is carried out once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, connections

from games.models import Game
from tests.api.conftest import Program
from tests.api.test_repeats import KEY


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one writer in at a time")
def test_only_one_of_two_simultaneous_requests_creates_the_game(anna):
    barrier = Barrier(2)

    def make(program):
        try:
            barrier.wait(30)
            return program.post("/games", {"seats": 2}, **KEY).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        statuses = sorted(threads.map(make, [Program(anna), Program(anna)]))
    assert statuses in ([201, 201], [201, 409])
    assert Game.objects.count() == 1
