"""A table against a robot, on servers as people run them: it plays from a worker of its own."""

import sys

import pytest

from tests.service.people import Browser
from tests.service.servers import Servers, until
from tests.service.sites import embedded, for_many

pytestmark = pytest.mark.service


@pytest.fixture
def servers():
    started = Servers()
    yield started
    sys.stderr.write(started.logs())
    started.stop()


@pytest.mark.parametrize("build", [embedded, for_many])
def test_a_robot_looks_lays_its_tiles_and_asks_for_the_light(servers, build):
    site = build(servers)
    site.start()
    anna = Browser(site, "Anna")
    anna.sign_up()
    anna.practise("crossing")
    anna.turn_over(until_holding=15)
    until(lambda: anna.round == 2, "the light that the robot asks for")
