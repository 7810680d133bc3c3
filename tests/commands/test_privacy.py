"""Privacy in a game: a player's note and muted players. Both change nothing for anybody else."""

import pytest

from games import commands, queries, store
from games.models import Note
from games.rules.values import OrderRefused
from tests.tables import NOON, make_table, start

pytestmark = pytest.mark.django_db


def page(game_id, player):
    return queries.table(game_id=game_id, player=player, now=NOON)


def said(game_id, player):
    return [line.said for line in page(game_id, player).history if line.by is not None]


def test_a_note_replaces_the_previous_one(anna, boris):
    game_id = start(anna, boris)
    for text in ("Boris has the Q", "No, Anna\r\nhas it\r\n"):
        commands.keep_note(game_id=game_id, player=anna, text=text)
    assert page(game_id, anna).note == "No, Anna\nhas it"
    assert Note.objects.count() == 1


def test_null_characters_are_removed_from_a_note(anna, boris):
    game_id = start(anna, boris)
    commands.keep_note(game_id=game_id, player=anna, text="\0Boris\0 has the Q\0")
    assert page(game_id, anna).note == "Boris has the Q"


def test_a_note_that_is_too_long_does_not_replace_the_previous_one(anna, boris):
    game_id = start(anna, boris)
    commands.keep_note(game_id=game_id, player=anna, text="x" * 2000)
    with pytest.raises(OrderRefused, match=r"A note can have at most 2000 characters\. This one has 2001\."):
        commands.keep_note(game_id=game_id, player=anna, text="y" * 2001)
    assert page(game_id, anna).note == "x" * 2000


def test_only_players_can_save_notes_and_mute(anna, boris, dmitri):
    game_id = start(anna, boris)
    with pytest.raises(store.NoSuchGame):
        commands.keep_note(game_id=game_id, player=dmitri, text="hm")
    for act in (commands.mute_player, commands.unmute_player):
        with pytest.raises(store.NoSuchGame):
            act(game_id=game_id, player=dmitri, number=0)


def test_a_muted_player_is_hidden_only_from_the_player_who_muted_them(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    commands.mute_player(game_id=game_id, player=anna, number=1)
    commands.mute_player(game_id=game_id, player=anna, number=1)
    commands.say(game_id=game_id, player=boris, text="Slow, are we", now=NOON)
    commands.say(game_id=game_id, player=chloe, text="Good evening", now=NOON)
    assert said(game_id, anna) == ["Good evening"]
    assert said(game_id, chloe) == said(game_id, boris) == ["Good evening", "Slow, are we"]
    assert [seat.muted for seat in page(game_id, anna).seats] == [False, True, False]
    commands.unmute_player(game_id=game_id, player=anna, number=1)
    assert said(game_id, anna) == ["Good evening", "Slow, are we"]


@pytest.mark.parametrize("number", [0, 2, 99])
def test_only_another_player_can_be_muted(anna, boris, number):
    game_id = start(anna, boris)
    with pytest.raises(OrderRefused, match=r"You can only mute another player in this game\."):
        commands.mute_player(game_id=game_id, player=anna, number=number)


def test_a_mute_does_not_pass_to_the_next_player_in_the_seat(anna, boris, chloe):
    game_id = make_table(anna, boris)
    commands.mute_player(game_id=game_id, player=anna, number=1)
    commands.leave(game_id=game_id, player=boris, now=NOON)
    commands.join(game_id=game_id, player=chloe, now=NOON)
    commands.say(game_id=game_id, player=chloe, text="I’m new here", now=NOON)
    assert said(game_id, anna) == ["I’m new here"]
    assert not page(game_id, anna).seats[1].muted


def test_the_number_of_queries_does_not_grow_with_chat(anna, boris, chloe, django_assert_max_num_queries):
    game_id = start(anna, boris, chloe)
    commands.mute_player(game_id=game_id, player=anna, number=1)
    for n in range(12):
        commands.say(game_id=game_id, player=boris, text=f"line {n}", now=NOON)
        commands.say(game_id=game_id, player=chloe, text=f"line {n}", now=NOON)
    with django_assert_max_num_queries(12):
        assert len(said(game_id, anna)) == 12
