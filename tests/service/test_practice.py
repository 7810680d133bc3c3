"""A game against a robot on deployed servers: the robot plays from its own worker."""

import pytest

from tests.service.people import Browser
from tests.service.servers import until

pytestmark = pytest.mark.service


def test_a_robot_looks_lays_its_tiles_and_requests_the_light(site):
    chloe = Browser(site, "Chloe")
    chloe.sign_up()
    chloe.practise("crossing")
    chloe.turn_over(until_holding=15)
    until(lambda: go_on(chloe).round == 2, "the light that the robot asks for")


def go_on(player):
    """Press the button for players who are stuck; it is refused until the robot has laid its tiles."""
    player.post(f"{player.table}go-on/")
    return player
