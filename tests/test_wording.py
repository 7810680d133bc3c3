"""How times are put into words."""

from datetime import timedelta

import pytest

from games.rules.texts import Player, among, say
from games.wording import length, set_length, speak


@pytest.mark.parametrize(
    ("span", "says"),
    [
        (timedelta(seconds=1), "1 second"),
        (timedelta(minutes=5), "5 minutes"),
        (timedelta(minutes=58, seconds=1), "59 minutes"),
        (timedelta(minutes=59, seconds=1), "1 hour"),
        (timedelta(hours=2, minutes=10), "2 h 10 min"),
        (timedelta(hours=47), "47 hours"),
        (timedelta(days=13, hours=5), "13 days"),
    ],
)
def test_a_length_of_time_is_rounded_to_what_matters(span, says):
    assert length(span) == says


@pytest.mark.parametrize(
    ("span", "says"),
    [
        (timedelta(seconds=90), "90 seconds"),
        (timedelta(minutes=2), "2 minutes"),
        (timedelta(minutes=10, seconds=30), "11 minutes"),
        (timedelta(hours=36), "36 hours"),
    ],
)
def test_a_length_that_somebody_has_set_is_not_rounded_while_seconds_matter(span, says):
    assert set_length(span) == says


@pytest.mark.parametrize(
    ("others", "says"),
    [((1,), "You and Bo have not looked yet."), ((1, 2), "You, Bo and Cy have not looked yet.")],
)
def test_the_reader_is_the_first_of_one_list(others, says):
    listed = among(say("You"), tuple(map(Player, others)))
    waits = say("{you_and_others} have not looked yet.", you_and_others=listed)
    assert speak(waits, ("Anna", "Bo", "Cy")) == says
