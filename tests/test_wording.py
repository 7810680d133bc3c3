"""How times are put into words."""

from datetime import UTC, datetime, timedelta

import pytest

from games.rules.texts import Player, among, say
from games.wording import (
    clock_time,
    date_and_time,
    length,
    listing,
    named,
    ordinal,
    read_at,
    set_length,
    speak,
    time_left,
)


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
def test_durations_are_rounded_to_the_relevant_units(span, says):
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
def test_chosen_durations_are_not_rounded_while_seconds_matter(span, says):
    assert set_length(span) == says


@pytest.mark.parametrize(
    ("others", "says"),
    [((1,), "You and Bo haven’t looked yet."), ((1, 2), "You, Bo and Cy haven’t looked yet.")],
)
def test_the_reader_comes_first_in_a_list(others, says):
    listed = among(say("You"), tuple(map(Player, others)))
    waits = say("{you_and_others} haven’t looked yet.", you_and_others=listed)
    assert speak(waits, ("Anna", "Bo", "Cy")) == says


AT = datetime(2028, 2, 29, 14, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("days", "says"), [(-7, "29 Feb 14:05"), (-6, "Tue 14:05"), (0, "Tue 14:05"), (6, "Tue 14:05"), (7, "29 Feb 14:05")]
)
def test_times_are_worded_relative_to_when_they_are_read(days, says):
    with read_at(AT + timedelta(days=days)):
        assert clock_time(AT) == speak(say("{at}", at=AT), ()) == says
        assert date_and_time(AT) == "29 Feb 14:05"


@pytest.mark.parametrize(("hours", "left"), [(-3, timedelta(hours=3)), (1, timedelta(0))])
def test_time_left_is_counted_from_the_time_of_reading(hours, left):
    with read_at(AT + timedelta(hours=hours)):
        assert time_left(AT) == left


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
    ],
)
def test_places_are_shown_as_ordinals(n, said):
    assert ordinal(n) == said


def test_a_right_to_left_name_does_not_reverse_the_sentence():
    text = say("{player} has {n} points, {other} {m}.", player=Player(0), n=3, other=Player(1), m=5)
    assert speak(text, ["Anna", "Boris"]) == "Anna has 3 points, Boris 5."
    assert speak(text, ["Anna", "יוסי"]) == "Anna has 3 points, \u2068יוסי\u2069 5."
    assert speak(text, ["دانا", "José"]) == "\u2068دانا\u2069 has 3 points, José 5."
    assert speak(say("{name} resigned.", name="יוסי"), ()) == "\u2068יוסי\u2069 resigned."
    assert (
        speak(say("{who} are away.", who=(Player(0), Player(1))), ["Anna", "יוסי"])
        == "Anna and \u2068יוסי\u2069 are away."
    )
    assert listing(["Anna", listing(["יוסי"])]) == "Anna and \u2068יוסי\u2069"
    assert named("יוסי", "5") == "\u2068יוסי\u2069: 5"
