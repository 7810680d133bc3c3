"""Entries are weighed as the rules score them, compared with every line of play in a small word list."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.lynx.entry import LAST_ENTRY, playable, worth
from games.rules.lynx.pattern import find_pattern, light_named, lights, reading, written_into
from games.rules.lynx.weighing import Weighing
from games.rules.word_index import ByLength
from games.rules.words import Vocabulary

SQUARE = find_pattern("... .#. ...")
COMB = find_pattern("..... .#.#. .#.#. .#.#.")
ENOUGH = 1_000_000


def weighing(grid, words, barred=()):
    return Weighing([light.cells for light in lights(grid)], ByLength(Vocabulary(words)), barred)


def position(grid):
    return tuple(reading(grid, light) for light in lights(grid))


def lead(grid, words):
    """The lead of the player to move, found by trying every line of play, in which words may repeat; slow."""
    best = None
    for light in playable(grid):
        for word in words:
            standing = reading(grid, light)
            if len(word) == len(standing) and all(old in (".", new) for old, new in zip(standing, word, strict=True)):
                value = worth(standing) - lead(written_into(grid, light, word), words)
                best = value if best is None else max(best, value)
    return -LAST_ENTRY if best is None else best


apart = st.sets(st.sampled_from(["ABC", "CAB", "BCA", "DDA"]), max_size=4)
"""No two begin with the same letter, so at most one fits a light whose first letter is known."""


@settings(deadline=None)
@given(apart, st.sampled_from(["ABA", "CBC", "DBB"]))
def test_the_value_of_a_position_matches_an_exhaustive_search(words, first):
    grid = written_into(SQUARE, light_named(SQUARE, "1A"), first)
    found = weighing(grid, words, {first}).value(position(grid), steps=ENOUGH)
    assert found == lead(grid, frozenset(words))


def test_an_entry_gives_away_the_highest_scoring_answer_it_allows():
    grid = written_into(COMB, light_named(COMB, "1D"), "RATE")
    weighed = weighing(grid, ["RIDES", "RIVEN", "DATE", "DOVE", "SODA"])
    across = [number for number, light in enumerate(lights(grid)) if light.name == "1A"]
    told = [
        (choice.points, choice.gives, list(weighed.words_of(choice, position(grid))))
        for choice in weighed.choices(position(grid), across)
    ]
    assert told == [(5, 0, ["RIVEN"]), (5, 4, ["RIDES"])]


def test_a_light_filled_by_its_crossings_gives_nothing_away():
    grid = ("AB.", "#.#", "...")
    assert weighing(grid, ["ABA"]).choices(position(grid), [0])[0].gives == 0


def test_the_search_stops_at_its_step_limit_and_is_repeatable():
    grid = written_into(COMB, light_named(COMB, "1D"), "RATE")
    answers = set()
    for steps in (0, 1, 5, ENOUGH):
        weighed = weighing(grid, ["RIDES", "RIVEN", "DATE", "DOVE", "SODA", "EDEN"])
        choices = weighed.choices(position(grid), [0])
        tried = [(choice, word) for choice in choices for word in weighed.words_of(choice, position(grid))]
        answers.add(weighed.best(tried, position(grid), steps=steps)[1])
    assert answers <= {"RIDES", "RIVEN"}
    assert weighed.best(tried, position(grid), steps=ENOUGH) == weighed.best(tried, position(grid), steps=ENOUGH)
