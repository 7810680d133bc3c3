"""Hints for players who practise against robots only: counted, private, and refused in every other game."""

from datetime import timedelta

import pytest

from games import commands, queries, tasks
from games.models import Game, Hint, Replacement
from games.players.models import Player
from games.queries.hints import BETTER, TILE, WORD
from games.robots import hints, practice
from games.rules.robots import Effort
from games.rules.values import OrderRefused
from games.store import NoSuchGame
from tests.conftest import NOON
from tests.positions import just_now
from tests.tables import hand, look, make_table, order, start

pytestmark = pytest.mark.django_db

SOON = NOON + timedelta(minutes=1)
AT_ONCE = Effort(0.05)


@pytest.fixture
def game_id(anna):
    """A practice game of Anna's, in which she has looked."""
    game_id = practice.open_table(kind="crossing", player=anna, now=NOON)
    commands.look(game_id=game_id, player=anna, now=NOON)
    return game_id


def take(game_id, player, depth, **about):
    return hints.take_hint(game_id=game_id, player=player, depth=depth, now=SOON, **about)


def test_hints_of_a_word_or_a_tile_are_immediate(game_id, anna):
    assert take(game_id, anna, WORD).taken[0].says.endswith(" with your leftover tiles.")
    told = take(game_id, anna, TILE).of_this_round[0].says
    assert "points, is left over. In 2 words, it would bring +" in told
    assert queries.table(game_id=game_id, player=anna, now=SOON).hints.says.startswith("You’ve taken 2 hints")


def test_a_hint_is_about_the_given_layout(game_id, anna):
    dear = max(hand(game_id, anna), key="AEIOULNSTRDGBCMPFHVWYKJXQZ".index)
    told = [take(game_id, anna, TILE, layout=layout).of_this_round[0].says for layout in ((), (dear,))]
    assert told[0] == told[1]  # a tile that is in no word is left over, too
    with pytest.raises(OrderRefused, match="You don’t hold"):
        take(game_id, anna, WORD, layout=("Q" * 40,))


def test_the_worker_searches_for_a_better_layout_and_reveals_only_its_gain(game_id, anna):
    assert take(game_id, anna, BETTER).taken[0].is_awaited
    with pytest.raises(OrderRefused, match=r"Your last hint isn’t ready yet\. Wait for it first\."):
        take(game_id, anna, WORD)
    hints.search(game_id=game_id, now=SOON, effort=AT_ONCE)
    told = queries.table(game_id=game_id, player=anna, now=SOON).hints.taken[0]
    assert not told.is_awaited
    assert told.says.startswith(("There is a better layout: +", "A short search found no better layout"))
    assert set(Hint.objects.get().answer) == {"gain"}


def test_the_robots_search_task_also_answers_pending_hints(game_id, anna):
    take(game_id, anna, BETTER)
    Hint.objects.update(layout="QQQQ")  # Anna doesn't hold these tiles, so nothing is searched
    tasks.search_at_table(game_id)
    assert Hint.objects.get().answer == {"gain": "0"}


def test_a_search_whose_worker_died_is_retried_and_eventually_given_up(game_id, anna):
    take(game_id, anna, BETTER)
    assert hints.waiting(now=SOON) == []
    assert hints.waiting(now=SOON + hints.TRIES_AGAIN) == [game_id]
    assert hints.waiting(now=SOON + hints.GIVES_UP) == []
    assert (
        "The search took too long and was stopped."
        in queries.table(game_id=game_id, player=anna, now=SOON).hints.taken[0].says
    )


def test_better_layouts_are_not_offered_without_the_extra(game_id, anna, settings):
    settings.ANALYSIS = False
    with pytest.raises(OrderRefused, match=r"Choose one of these hint depths: 1, 2\."):
        take(game_id, anna, BETTER)
    take(game_id, anna, WORD)


def test_a_hint_that_finds_nothing_does_not_count(game_id, anna):
    layout = (hand(game_id, anna),)
    with pytest.raises(OrderRefused, match="Every tile is laid"):
        take(game_id, anna, WORD, layout=layout)
    assert not Hint.objects.exists()


def test_only_hints_of_this_round_are_shown_but_all_are_counted(game_id, anna):
    take(game_id, anna, WORD)
    practice.visit(game_id=game_id, now=SOON)
    practice.go_on(game_id=game_id, player=anna, now=SOON)
    found = queries.table(game_id=game_id, player=anna, now=SOON).hints
    assert (found.of_this_round, len(found.taken)) == ([], 1)


def test_hints_are_refused_in_games_with_other_people(anna, boris):
    now = just_now()
    with_people = start(anna, boris, now=now)
    look(with_people, anna, at=now)
    refused = "Hints are for practice"
    with pytest.raises(OrderRefused, match=refused):
        take(with_people, anna, WORD)
    mixed = make_table(anna, boris, seats=3)
    for player in (anna, boris):
        commands.agree(game_id=mixed, player=player, now=NOON)
    practice.sit_down(game_id=mixed, player=anna, now=NOON)
    with pytest.raises(OrderRefused, match=refused):
        take(mixed, anna, WORD)
    order(mixed, boris, "resign", at=NOON)
    with pytest.raises(OrderRefused, match=refused):
        take(mixed, anna, WORD)


@pytest.mark.parametrize("otherwise", [{"rated": True}, {"made_by": None}, {"kind": "crosslet"}], ids=str)
def test_hints_are_refused_in_rated_tournament_and_crosslet_games(anna, otherwise):
    kind = otherwise.pop("kind", "crossing")
    game_id = practice.open_table(kind=kind, player=anna, now=NOON)
    Game.objects.filter(pk=game_id).update(**otherwise)
    with pytest.raises(OrderRefused, match="Hints are for practice"):
        take(game_id, anna, WORD)


def test_hints_are_refused_after_a_replacement(game_id, anna, boris):
    Replacement.objects.create(game_id=game_id, seat=1, player=boris, name="Boris", replaced_at=NOON)
    with pytest.raises(OrderRefused, match="Hints are for practice"):
        take(game_id, anna, WORD)


def test_only_players_of_a_game_can_take_hints(game_id, boris):
    with pytest.raises(NoSuchGame):
        take(game_id, boris, WORD)
    robot = Player.objects.get(email=practice.ADDRESS)
    assert queries.table(game_id=game_id, player=robot, now=SOON).hints is None


def test_a_players_hints_are_in_their_export(game_id, anna):
    take(game_id, anna, WORD)
    game = queries.export(player=anna, now=SOON)["games"][0]
    assert [one["depth"] for one in game["hints"]] == [WORD]
