"""Looking, withheld tiles, and the instant at which everybody has caught up."""

from datetime import timedelta

import pytest

from tests.rules.crossing.table import CROSSING, crossing
from tests.rules.position import ANNA, BORIS, CHLOE, DMITRI, Words, worded


def called_by(caller, *others, **options):
    """The first light has just been granted to `caller`; nobody has looked at what it dealt."""
    table = crossing(*sorted((caller, *others)), leeway=0, **options).all_seen()
    return table.complete(caller).play(caller, "green")


def test_nobody_has_seen_anything_at_the_deal():
    table = crossing(ANNA, BORIS)
    assert [table.view(seat).hand for seat in (ANNA, BORIS)] == ["", ""]
    assert [table.view(seat).unseen for seat in (ANNA, BORIS)] == [30, 30]
    assert table.happened == [("deal", None)]


def test_a_look_shows_all_that_was_dealt():
    table = crossing(ANNA, BORIS).look(ANNA)
    assert len(table.view(ANNA).hand) == 30
    assert table.view(ANNA).unseen == 0
    assert table.view(BORIS).unseen == 30
    assert table.happened[-1] == ("seen", ANNA)


def test_looking_with_nothing_to_see_is_accepted_without_effect():
    table = crossing(ANNA, BORIS).look(ANNA)
    assert table.look(ANNA).state == table.state
    assert table.look(ANNA).events == table.events


def test_unseen_tiles_cannot_be_laid():
    table = crossing(ANNA, BORIS, tile_set="A10 E10", starting_tiles=2)
    assert table.refusal(ANNA, "grid\nA\nend") == "You don’t hold these tiles: A."


def test_unseen_tiles_do_not_affect_the_score():
    table = called_by(ANNA, BORIS).look(BORIS)
    assert table.view(ANNA).score.leftover == 0
    assert table.look(ANNA).view(ANNA).score.leftover == 1


def test_the_caller_may_not_see_the_new_tile_before_another_has_looked():
    table = called_by(ANNA, BORIS)
    before = table.view(ANNA)
    assert (before.withheld, before.unseen) == (1, 0)
    table = table.look(ANNA)
    assert table.view(ANNA).hand == before.hand
    assert table.look(BORIS).happened[-2:] == [("seen", BORIS), ("release", ANNA)]
    assert table.look(BORIS).view(ANNA).unseen == 1


def test_one_other_players_look_releases_the_withheld_tile():
    table = called_by(ANNA, BORIS, CHLOE)
    assert table.look(CHLOE).happened[-1] == ("release", ANNA)


def test_reveal_after_all_requires_every_other_player_to_look():
    table = called_by(ANNA, BORIS, CHLOE, reveal_after="all").look(CHLOE)
    assert table.view(ANNA).withheld == 1
    assert table.look(BORIS).happened[-2:] == [("seen", BORIS), ("release", ANNA)]


def test_reveal_after_all_does_not_wait_for_away_players():
    table = called_by(ANNA, BORIS, CHLOE, reveal_after="all", see_bank=0).look(CHLOE).wait(days=1)
    assert table.happened[-2:] == [("away", BORIS), ("release", ANNA)]


def test_the_withheld_tile_is_released_when_all_the_others_are_away():
    table = called_by(ANNA, BORIS, see_bank=0).wait(days=1)
    assert table.happened[-2:] == [("away", BORIS), ("release", ANNA)]


def test_reveal_after_nobody_withholds_no_tile():
    """The caller's tile also stays face down until the caller looks, and the caller's clock runs like the others'."""
    table = crossing(ANNA, BORIS, reveal_after="nobody", leeway=0).all_seen().complete(ANNA).play(ANNA, "green")
    assert (table.state.unseen, table.state.withheld) == ({ANNA: 1, BORIS: 1}, {ANNA: 0, BORIS: 0})
    assert len(table.look(ANNA).view(ANNA).hand) == 31
    assert {table.state.clocks.ends(f"see {seat}") for seat in (ANNA, BORIS)} == {table.now + timedelta(hours=24 + 96)}
    assert worded(table.view(ANNA).why[0]) == "You and Boris haven’t looked yet."
    assert [event.verb for event in table.all_seen().events][-3:] == ["green", "seen", "seen"]


def test_a_returning_players_look_releases_the_withheld_tile():
    table = called_by(ANNA, BORIS, CHLOE)
    gone = crossing(ANNA, BORIS, CHLOE, see_bank=0, leeway=0).look(ANNA, BORIS).complete(ANNA).play(ANNA, "green")
    gone = gone.wait(days=1)  # Chloe is away, the light is granted, Boris has not looked at it
    assert gone.happened[-2:] == [("away", CHLOE), ("green", ANNA)]
    assert gone.look(CHLOE).happened[-3:] == [("back", CHLOE), ("seen", CHLOE), ("release", ANNA)]
    assert table.view(BORIS).withheld == 0


def test_the_caller_can_still_rearrange_tiles_already_seen():
    table = called_by(ANNA, BORIS)
    held = table.state.held(ANNA)
    table = table.lay(ANNA, held[1:] + held[0])
    assert table.state.boards[ANNA] == (held[1:] + held[0],)
    assert table.view(ANNA).score.complete


def test_a_withheld_tile_cannot_be_laid_or_jaywalked():
    table = called_by(ANNA, BORIS, tile_set="A119 E1")
    assert table.refusal(ANNA, "grid\n" + "A" * 31 + "\nend") == "You don’t hold these tiles: A."
    assert "last light" in table.refusal(ANNA, "jaywalk A")


def test_a_game_is_caught_up_when_the_last_player_it_waits_for_looks():
    table = crossing(ANNA, BORIS).look(ANNA).wait(minutes=7)
    assert not table.state.is_caught_up
    table = table.look(BORIS)
    assert table.state.is_caught_up
    assert table.state.clocks.ends("leeway") == table.now + timedelta(minutes=5)


def test_a_game_is_not_caught_up_until_the_caller_looks_too():
    table = called_by(ANNA, BORIS).look(BORIS)
    assert not table.state.is_caught_up
    assert table.look(ANNA).state.is_caught_up


@pytest.mark.parametrize("leaving", ["away", "resign"])
def test_going_away_or_resigning_lets_the_others_catch_up(leaving):
    table = crossing(ANNA, BORIS, CHLOE, see_bank=0).look(ANNA, BORIS)
    table = table.wait(days=1) if leaving == "away" else table.play(CHLOE, "resign")
    assert table.state.is_caught_up
    assert table.happened[-1] == (leaving, CHLOE)


def test_a_player_returning_later_does_not_undo_catching_up():
    table = crossing(ANNA, BORIS, see_bank=0).look(ANNA).wait(days=1)
    leeway_ends = table.state.clocks.ends("leeway")
    table = table.wait(minutes=1).look(BORIS)
    assert table.state.is_caught_up
    assert table.state.clocks.ends("leeway") == leeway_ends


def test_a_game_with_everyone_away_is_not_caught_up_until_a_look():
    table = crossing(ANNA, BORIS, see_bank=0).wait(days=1)
    assert not table.state.is_caught_up
    assert table.wait(hours=3).look(BORIS).state.is_caught_up


def test_seeing_tiles_by_email_counts_as_looking():
    table = crossing(ANNA, BORIS, tiles_by_email=(BORIS,)).give(BORIS, "SEEN BY MAIL", round=1)
    assert table.happened[-1] == ("seen", BORIS)


@pytest.mark.parametrize("why", ["another round's mail", "tiles do not come by mail", "away"])
def test_some_emails_do_not_count_as_looking(why):
    table = crossing(ANNA, BORIS, see_bank=0, tiles_by_email=() if why == "tiles do not come by mail" else (BORIS,))
    table = table.wait(days=1) if why == "away" else table
    after = table.give(BORIS, "SEEN BY MAIL", round=2 if why == "another round's mail" else 1)
    assert after.state == table.state


def test_a_change_of_tiles_by_email_counts_from_the_next_allocation():
    table = crossing(ANNA, BORIS, leeway=0, mail_leeway=0).give(BORIS, "TILES BY EMAIL", on=True)
    assert table.give(BORIS, "SEEN BY MAIL", round=1).happened == table.happened
    table = table.all_seen().complete(ANNA).play(ANNA, "green")
    assert table.give(BORIS, "SEEN BY MAIL", round=2).happened[-2:] == [("seen", BORIS), ("release", ANNA)]


@pytest.mark.parametrize("reader", [ANNA, BORIS, DMITRI])
def test_tiles_by_email_and_struck_words_are_revealed_only_at_the_end(reader):
    words = Words({"AABB", "ABB", "ABBA", "BBAA"})
    options = {"tile_set": "A9 B9", "starting_tiles": 2, "jaywalk": "behind", "leeway": 0, "mail_leeway": 0}
    table = crossing(ANNA, BORIS, words=words, tiles_by_email=(BORIS,), **options).all_seen().govern("AMBER")
    lights = [event for event in table.events if event.verb in ("deal", "amber")]
    assert [event.facts["tiles_by_email"] for event in lights] == [[BORIS], [BORIS]]
    for event in lights:
        assert not {"tiles_by_email", "struck"} & CROSSING.tell(table.state, event, reader).keys()
    table = table.give(ANNA, "RESIGN")
    told = [CROSSING.tell(table.state, event, reader) for event in lights]
    assert [facts.get("struck") for facts in told] == [None, []]
    assert [facts["tiles_by_email"] for facts in told] == [[BORIS], [BORIS]]
