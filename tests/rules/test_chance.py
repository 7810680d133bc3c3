"""The verifiable stream: the known answer, and what makes it fair and resumable."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance, commitment, stream_key
from games.rules.tiles import named_sets

SEED = bytes(range(32))
SHUFFLED = "AONHIBITLSSABPRASYEENLXIAAZVRGEIVLOROOUACQMNWUTTOSMENNKONDUYJXIIOYUDQRAHEHENRFMZTAAFKCEOTJTAAEGDGPRECDWDTOEHEWIUELEFIIPE"


def test_the_commitment_matches_the_known_answer():
    assert commitment(SEED) == "560fe55bb6c0feb43c20e46b27d1264234a15043478d3f72a1c9d2bd5861520b"


def test_the_draws_match_the_known_answer():
    chance = Chance(stream_key(SEED, ["", ""]))
    pool = chance.shuffle(named_sets(ENGLISH)["LC120"].tiles)
    assert "".join(pool) == SHUFFLED
    deals = ["".join(pool.pop() for _ in range(30)) for _ in range(2)]
    assert deals == ["EPIIFELEUIWEHEOTDWDCERPGDGEAAT", "JTOECKFAATZMFRNEHEHARQDUYOIIXJ"]
    assert [pool.pop(), pool.pop()] == ["Y", "U"]
    assert pool.pop() == "D"
    assert len(pool) == 57
    assert chance.below(len(pool) + 1) == 39


def test_the_key_is_the_seed_if_nobody_cuts():
    assert stream_key(SEED, []) == stream_key(SEED, ["", "", ""]) == SEED


def test_the_key_depends_on_the_cuts_and_their_seats():
    keys = {stream_key(SEED, cuts) for cuts in (["", ""], ["x", ""], ["", "x"], ["x", "", ""], ["é", ""])}
    assert len(keys) == 5


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(1, 2**32), max_size=40), st.integers(0, 40))
def test_a_resumed_stream_continues_where_it_stopped(key, bounds, split):
    whole = Chance(key)
    drawn = [whole.below(n) for n in bounds]
    first = Chance(key)
    start = [first.below(n) for n in bounds[:split]]
    second = Chance(key, first.used)
    assert start + [second.below(n) for n in bounds[split:]] == drawn
    assert second.used == whole.used


@given(st.binary(min_size=32, max_size=32), st.integers(1, 2**32))
def test_below_stays_below_and_uses_at_least_one_word(key, n):
    chance = Chance(key)
    assert 0 <= chance.below(n) < n
    assert chance.used >= 1


def test_a_word_beyond_the_last_whole_multiple_is_skipped():
    chance = Chance(SEED)
    n = 2**31 + 1  # only words under n are fair, so about half of them are skipped
    drawn = [chance.below(n) for _ in range(20)]
    plain = Chance(SEED)
    words = [plain.below(2**32) for _ in range(chance.used)]
    assert drawn == [word for word in words if word < n]
    assert chance.used > 20


@given(st.binary(min_size=32, max_size=32), st.text("ABC?", max_size=40))
def test_a_shuffle_keeps_every_tile(key, tiles):
    chance = Chance(key)
    assert Counter(chance.shuffle(tiles)) == Counter(tiles)
    assert chance.used >= max(0, len(tiles) - 1)
