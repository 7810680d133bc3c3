"""The search that robots of each level use."""

from games.robots.searching import Known, search_among
from games.rules.alphabets.known import ENGLISH
from games.rules.crossing.scoring import score
from games.rules.robots import Effort
from games.rules.words import Vocabulary

WORDS = Vocabulary(["CAKE", "TEA", "EAT", "AT", "TAKE", "CAT"])


def test_a_level_knows_the_common_short_words_of_its_list():
    known = Known(WORDS, Vocabulary(["CAKE", "EAT", "LATE"]), 3)
    assert list(known) == ["EAT"]
    assert "EAT" in known
    assert not {"CAKE", "LATE", "TEA"} & {word for word in ("CAKE", "LATE", "TEA") if word in known}


def test_a_search_stops_when_the_level_is_content_and_is_repeatable():
    search = search_among(WORDS, ENGLISH)
    effort = Effort(20, content=0.1)
    layout = search("CAKETEA", (), effort, 4)
    assert score(layout, "CAKETEA", WORDS, ENGLISH).complete
    assert search("CAKETEA", (), effort, 4) == layout


def test_a_search_that_is_never_content_ends_with_its_time():
    assert search_among(WORDS, ENGLISH)("CAT", (), Effort(0.05, content=99), 1)
