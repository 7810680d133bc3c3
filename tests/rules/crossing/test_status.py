"""The status of a game says what the reader can do next, judged by the layout they submitted."""

import pytest

from tests.rules.crossing.table import EVERY_TWO, SHORT, crossing
from tests.rules.position import ANNA, BORIS, CHLOE, DMITRI, Words, worded


def says(table, reader):
    return [worded(one) for one in table.view(reader).why]


@pytest.mark.parametrize(("options", "light"), [({}, "green"), (SHORT, "red")])
def test_a_player_with_a_complete_board_is_asked_to_request_the_light(options, light):
    table = crossing(ANNA, BORIS, **options).all_seen().complete(ANNA)
    assert says(table, ANNA)[0] == f"Your board is ready. Request the {light} light."
    assert says(table, BORIS)[0].startswith("Lay every tile, submit, then request")


def test_spectators_and_resigned_players_get_no_instructions():
    table = crossing(ANNA, BORIS, CHLOE).all_seen().complete(ANNA, BORIS, CHLOE).play(CHLOE, "resign")
    assert says(table, DMITRI)[0] == says(table, CHLOE)[0] == "Nobody has asked for the light yet."


def test_a_player_with_several_groups_is_asked_to_join_them():
    table = crossing(ANNA, BORIS, **EVERY_TWO).all_seen()
    one, other = table.state.held(ANNA)
    assert says(table.lay(ANNA, f"{one}.{other}"), ANNA)[0].startswith(
        "Join all your tiles in one group of valid words"
    )


def test_a_ready_board_is_announced_before_everyone_has_looked():
    table = crossing(ANNA, BORIS).look(ANNA).complete(ANNA)
    assert says(table, ANNA)[:2] == [
        "Your board is ready. Request the green light.",
        "Boris hasn’t looked yet.",
    ]
    assert says(crossing(ANNA, BORIS).look(ANNA), ANNA)[0] == "Boris hasn’t looked yet."


def test_a_request_replaces_the_message_about_the_board():
    table = crossing(ANNA, BORIS).all_seen().complete(ANNA, BORIS).play(ANNA, "green")
    assert says(table, ANNA)[0] == "Your request is first."
    assert says(table, BORIS)[0] == "Anna’s request is first."


def test_another_players_hidden_request_changes_nothing():
    before = crossing(ANNA, BORIS, requests_visible=False).all_seen().complete(ANNA, BORIS)
    assert says(before, BORIS)[0] == "Your board is ready. Request the green light."
    assert says(before.play(ANNA, "green"), BORIS) == says(before, BORIS)


def test_a_ready_board_is_announced_in_games_without_amber_lights():
    table = crossing(ANNA, BORIS, call_within="never").all_seen().complete(ANNA)
    assert says(table, ANNA)[0] == "Your board is ready. Request the green light."


def test_the_status_describes_the_board_in_the_grace_period():
    table = crossing(ANNA, BORIS, **SHORT, leeway=0).all_seen().complete(ANNA).play(ANNA, "red")
    assert table.state.phase == "grace"
    assert says(table, BORIS)[1].startswith("Some of your tiles aren’t in your submitted layout.")
    ready = table.complete(BORIS)
    assert says(ready, BORIS)[1] == "Your board is ready. Say DONE if it’s final."
    assert len(says(ready, ANNA)) == len(says(ready, DMITRI)) == 2


def test_a_board_is_not_ready_after_a_jaywalk():
    table = crossing(ANNA, BORIS).all_seen().complete(ANNA).jaywalk(ANNA)
    assert says(table, ANNA)[0].startswith("Lay every tile")


@pytest.mark.parametrize(("tiles", "said"), [(1, "Your new tile is"), (2, "Your new tiles are")])
def test_withheld_tiles_are_counted(tiles, said):
    table = crossing(ANNA, BORIS, leeway=0, tiles_per_light=tiles).all_seen().complete(ANNA).play(ANNA, "green")
    assert table.refusal(ANNA, "green") == f"{said} still withheld. You can ask for a light once every tile is laid."


def test_the_green_button_says_what_the_board_lacks():
    table = crossing(ANNA, BORIS, **EVERY_TWO, words=Words({"AA", "AE", "EA", "EE"})).all_seen()
    one, other = table.state.held(ANNA)

    def brief(table):
        return next(str(offer.brief) for offer in table.view(ANNA).offers if offer.verb == "GREEN")

    assert brief(table) == "lay every tile first"
    assert brief(table.lay(ANNA, f"{one}.{other}")) == "needs one group of valid words"
    assert brief(table.complete(ANNA)) == "a new tile for everyone"
