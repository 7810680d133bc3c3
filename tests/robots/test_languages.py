"""Robots play, give hints and analyse in other languages: whole games played by commands, with results that verify."""

import json
import re
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import commands, queries, store
from games.models import Analysis, Game
from games.queries.analysis import positions_in
from games.queries.hints import TILE, WORD
from games.robots import analysis, hints, levels, practice
from games.robots.solver.search import Budget, PreparedWords, solve
from games.rules import registry
from games.rules.alphabets.known import SHIPPED, alphabet_of
from games.rules.chance import Chance
from games.rules.crossing.scoring import score
from games.rules.table.verify import replay
from games.rules.words import Vocabulary
from games.word_lists import shelf
from games.word_lists.shelf import import_words
from tests.conftest import NOON

pytestmark = pytest.mark.django_db

STAND_IN = re.compile("[\u2c00-\u2c5f]")
MOST_STEPS = 200
CROSSING = {
    "starting_tiles": 15,
    "tiles_per_light": 2,
    "leeway": 0,
    "reveal_after": "nobody",
    "call_within": "never",
}
SETS = {
    "fr": "A4 B2 C2 D2 E6 I4 L3 M2 N3 O3 R3 S3 T3 U2",
    "es": "A5 C2 [CH]1 D2 E4 I2 L2 [LL]2 M2 N2 O4 R2 [RR]2 S3 T2 U1",
    "pl": "A4 Ą1 C2 D2 E3 Ę1 I3 K2 L1 Ł1 M2 N2 O3 P2 R2 S2 T1 W2 Y1 Z2",
}


def open_game(anna, kind, code, options):
    """Start a game of Anna against a robot of the first level, with the common words of a language."""
    robot = practice._robot(practice.ADDRESS)
    options = {**options, "alphabet": code}
    return commands.make_game(
        kind=kind, player=anna, seats=2, options=options, word_list=f"{code}-common", robots=[robot], now=NOON
    )


def play(game_id, anna):
    """Let a robot of the first level play for Anna, too, until the game is over. Return the time at which it was."""
    now = NOON
    for step in range(MOST_STEPS):
        now += timedelta(minutes=15)
        table = store.seen_now(game_id, now=now)
        if not table.is_running:
            return now
        view = table.view(0)
        chance = Chance(f"Anna {step}".encode())
        word_list = table.game.word_list_id
        mind = levels.mind_of(practice.ADDRESS, table.kind, word_list=word_list, alphabet=view.alphabet, chance=chance)
        orders = table.kind.next_orders(view, 0, mind)
        if orders:
            commands.play(game_id=game_id, player=anna, orders=orders, now=now)
        Game.objects.filter(pk=game_id).update(robots_due_at=now)
        practice.visit(game_id=game_id, now=now)
    raise AssertionError("the game goes on and on")


@pytest.mark.parametrize(
    ("kind", "code", "options"),
    [
        *(("crossing", code, {**CROSSING, "tile_set": tiles}) for code, tiles in SETS.items()),
        ("crosslet", "de", {}),
    ],
    ids=["Crossing in French", "Crossing in Spanish", "Crossing in Polish", "Crosslet in German"],
)
def test_a_game_of_robots_ends_with_a_verifiable_result(anna, kind, code, options):
    game_id = open_game(anna, kind, code, options)
    now = play(game_id, anna)
    table = store.seen_now(game_id, now=now)
    record = json.loads(json.dumps(queries.record(game_id=game_id, player=anna, now=now)))
    assert record["alphabet"]["code"] == code
    assert not STAND_IN.search(json.dumps(record, ensure_ascii=False))
    replay(registry.kind(kind), record)
    assert len(table.kind.ranks(table.state)) == 2
    if kind == "crossing":
        assert all(result.words > 1 and result.leftover < 4 for result in table.state.results)


def practise(anna, code, tiles):
    """Start a game of Crossing against a robot with these common words of a language."""
    game_id = open_game(anna, "crossing", code, {**CROSSING, "tile_set": tiles})
    commands.look(game_id=game_id, player=anna, now=NOON)
    return game_id


def take(game_id, anna, depth, layout=()):
    taken = hints.take_hint(game_id=game_id, player=anna, depth=depth, layout=layout, now=NOON + timedelta(minutes=1))
    return taken.taken[-1].says


def test_hints_in_french_use_french_words_and_values(anna):
    game_id = practise(anna, "fr", "K28 A2")  # worth 10 in French, and 5 in English
    assert take(game_id, anna, TILE).startswith("K, worth 10 points, is left over.")
    game_id = practise(anna, "fr", SETS["fr"])
    said = take(game_id, anna, WORD)
    word = said.removeprefix("You can add ").removesuffix(" with your leftover tiles.")
    assert word in shelf.words_of(shelf.newest("fr-common").pk)


def test_hints_in_spanish_write_tiles_of_several_letters_in_brackets(anna):
    game_id = practise(anna, "es", "[RR]28 A2")
    assert take(game_id, anna, TILE).startswith("[RR], worth 8 points, is left over.")


def test_a_language_without_common_words_has_hints_and_levels_too(anna):
    import_words(["TATA", "ANTENA"], name="tr-open", alphabet=alphabet_of("tr"), now=NOON)
    word_list = shelf.newest("tr-open").pk
    for level in levels.offered(registry.kind("crossing")):
        known = levels._narrowed(word_list, alphabet_of("tr"), common=level.common, longest=level.longest)
        assert "TATA" in known


def test_a_game_in_french_is_analysed_with_french_tile_values(anna):
    game_id = practise(anna, "fr", SETS["fr"])
    now = play(game_id, anna)
    words, french = store.seen_now(game_id, now=now).resources.words, alphabet_of("fr")
    analysis.ask_for(game_id=game_id, now=now)
    for _ in range(2):
        analysis.analyse_one(now=now, steps=5)
    positions = [one for one in positions_in(Analysis.objects.get(pk=game_id).positions) if one.best]
    assert positions
    for one in positions:
        assert score(one.best.layout, one.hand, words, french).value == one.best.value >= one.own.value


# --- the solver -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", SHIPPED)
@given(st.data())
@settings(max_examples=5, deadline=None)
def test_the_solver_scores_like_the_rules_in_every_alphabet(code, data):
    alphabet = alphabet_of(code)
    tiles = [tile for tile, count in alphabet.sets[alphabet.standard].items() if count]
    few = data.draw(st.lists(st.sampled_from(tiles), min_size=3, max_size=6, unique=True))
    letters = st.sampled_from([tile for tile in few if tile != "?"])
    words = data.draw(st.lists(st.lists(letters, min_size=2, max_size=5).map("".join), min_size=3, max_size=30))
    hand = "".join(data.draw(st.lists(st.sampled_from(few), min_size=2, max_size=14)))
    known = Vocabulary(sorted(set(words)))
    found = solve(hand, PreparedWords(known, alphabet), Budget(steps=10))
    assert found.score == score(found.layout, hand, known, alphabet)
