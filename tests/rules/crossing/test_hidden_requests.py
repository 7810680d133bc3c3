"""Hidden requests: nothing that others can read reveals whether there is one."""

import pytest

from tests.rules.crossing.table import crossing
from tests.rules.position import ANNA, BORIS, CHLOE, DMITRI


def tables(**options):
    """The same game twice: with a request by Boris, and without."""
    without = crossing(ANNA, BORIS, CHLOE, requests_visible=False, **options).look(ANNA, BORIS).complete(BORIS)
    return without.play(BORIS, "green"), without


@pytest.mark.parametrize("reader", [ANNA, DMITRI])
@pytest.mark.parametrize("caught_up", [False, True])
def test_a_hidden_request_changes_nobody_elses_view(reader, caught_up):
    with_it, without = tables()
    if caught_up:
        with_it, without = with_it.look(CHLOE).wait(minutes=3), without.look(CHLOE).wait(minutes=3)
    assert with_it.view(reader) == without.view(reader)
    assert with_it.told_to(reader) == without.told_to(reader)


@pytest.mark.parametrize("reader", [ANNA, DMITRI])
def test_views_after_the_leeway_do_not_depend_on_hidden_actions(reader):
    without = crossing(ANNA, BORIS, requests_visible=False, leeway=300).all_seen().wait(minutes=6)
    assert without.lay(BORIS, "AE").view(reader) == without.view(reader)


def test_players_see_their_own_hidden_request():
    with_it, _ = tables()
    assert with_it.view(BORIS).seats[BORIS].asked_at == with_it.now
    assert with_it.told_to(BORIS)[-1] == "You asked for the light."


@pytest.mark.parametrize("order", ["unask", "jaywalk", "drop"])
def test_only_its_player_learns_how_a_hidden_request_ends(order):
    with_it, without = tables()
    if order == "drop":
        both = [table.complete(ANNA).look(CHLOE) for table in (with_it, without)]
        with_it = both[0].play(BORIS, "unask").play(ANNA, "green").play(BORIS, "green").wait(minutes=5)
        without = both[1].play(ANNA, "green").wait(minutes=5)
    elif order == "jaywalk":
        with_it, without = with_it.jaywalk(BORIS), without.jaywalk(BORIS)
    else:
        with_it = with_it.play(BORIS, "unask")
    assert with_it.told_to(CHLOE) == without.told_to(CHLOE)
    assert with_it.told_to(BORIS) != without.told_to(BORIS)
    assert with_it.view(CHLOE) == without.view(CHLOE)


def test_a_resignation_does_not_reveal_a_hidden_request():
    with_it, without = tables()
    assert with_it.play(BORIS, "resign").told_to(ANNA) == without.play(BORIS, "resign").told_to(ANNA)


def test_everyone_is_notified_of_visible_requests():
    table = crossing(ANNA, BORIS).look(BORIS).complete(BORIS).play(BORIS, "green")
    assert table.view(DMITRI).seats[BORIS].asked_at == table.now
    assert table.told_to(DMITRI)[-1] == "Boris asked for the light."


def test_hidden_requests_are_revealed_when_the_game_is_over():
    with_it, _ = tables()
    over = with_it.play(ANNA, "resign").play(CHLOE, "resign")
    assert "Boris asked for the light." in over.told_to(DMITRI)
