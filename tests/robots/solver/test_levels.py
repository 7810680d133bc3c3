"""The search that robots of each level use."""

from games.robots.searching import Known, search_among
from games.rules.alphabets.known import ENGLISH
from games.rules.crossing.scoring import score
from games.rules.robots import Effort
from games.rules.words import Vocabulary

WORDS = Vocabulary(["CAKE", "TEA", "EAT", "AT", "TAKE", "CAT"])


def test_a_level_knows_the_words_of_its_list_that_are_common_and_short():
    known = Known(WORDS, Vocabulary(["CAKE", "EAT", "LATE"]), 3)
    assert list(known) == ["EAT"]
    assert "EAT" in known
    assert not {"CAKE", "LATE", "TEA"} & {word for word in ("CAKE", "LATE", "TEA") if word in known}


def test_it_stops_as_soon_as_the_level_is_content_and_a_seed_gives_one_layout():
    search = search_among(WORDS, ENGLISH)
    effort = Effort(20, content=0.1)
    layout = search("CAKETEA", (), effort, 4)
    assert score(layout, "CAKETEA", WORDS, ENGLISH).complete
    assert search("CAKETEA", (), effort, 4) == layout


def test_it_ends_with_its_time_if_it_is_never_content():
    assert search_among(WORDS, ENGLISH)("CAT", (), Effort(0.05, content=99), 1)
