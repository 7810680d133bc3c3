"""The page of tactics: each piece of advice is true by the rules and the open word list."""

from fractions import Fraction

import pytest

from games.rules.alphabets.known import ENGLISH
from games.rules.crossing.scoring import score
from games.rules.grid import tiles_used
from games.rules.tiles import parse_tile_set
from games.web.views.tactics import POSITIONS, TACTICS, TILE_SET, boards_of, shown_positions
from games.word_lists.library import bundled

SHOWN = [tactic for tactic in TACTICS if tactic.better]
SUMS = [("1/2=0.50", "5/2=2.50"), ("5/(2+1)=1.67", "5/2=2.50"), ("6/3=2.00", "9/3=3.00"), ("4/(3+2)=0.80", "6/4=1.50")]
SUMS += [("1/2=0.50", "8/2=4.00"), ("6/(4+3)=0.86", "14/5=2.80")]


@pytest.mark.parametrize(("tactic", "sums"), list(zip(SHOWN, SUMS, strict=True)), ids=[one.title for one in SHOWN])
def test_the_better_board_earns_more_by_the_open_list(tactic, sums):
    worse = score(tactic.worse, tiles_used(tactic.worse) + tactic.beside, bundled().words, ENGLISH)
    better = score(tactic.better, tiles_used(tactic.better), bundled().words, ENGLISH)
    assert (worse.shown(), better.shown()) == sums
    assert better.complete
    assert not worse.struck
    assert tuple(one.shown for one in boards_of(tactic)) == sums


@pytest.mark.parametrize(("corner", "shown"), [("R", "1/2=0.50"), ("W", "4/2=2.00"), ("X", "8/2=4.00")])
def test_a_corner_of_two_letter_words_has_the_published_score(corner, shown):
    assert score((".A", f"O{corner}"), f"AO{corner}", bundled().words, ENGLISH).shown() == shown


def test_the_example_of_when_a_word_pays_has_the_stated_score():
    before = score(("JOKER", "..E..", "..Y.."), "JOKEREY", bundled().words, ENGLISH)
    assert before.value == Fraction(5, 2)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda one: one.found[0])
def test_a_position_can_be_improved_with_the_same_tiles(position):
    hand = tiles_used(position.start)
    start, found = (score(layout, hand, bundled().words, ENGLISH) for layout in (position.start, position.found))
    assert start.complete
    assert found.complete
    assert found.value > start.value
    assert len(hand) == 15
    assert all(hand.count(letter) <= parse_tile_set(TILE_SET, ENGLISH).tiles.count(letter) for letter in hand)


def test_anybody_can_read_the_page_and_try_a_position(client, db, django_assert_num_queries):
    with django_assert_num_queries(0):
        page = client.get("/tactics/").text
    for tactic in TACTICS:
        assert tactic.title in page
    for position in shown_positions():
        assert position.start.decimal in client.get(position.try_at).text


def test_other_pages_link_to_the_tactics(client, db):
    for page in ("/records/", "/play/crossing/"):
        assert 'href="/tactics/"' in client.get(page).text
