"""Forfeits that the players choose: everyone is told when one is owed, and they have no other effect."""

from dataclasses import replace

import pytest

from games.rules.chance import stream_key
from games.rules.crossing import forfeits
from games.rules.values import Event, OrderRefused
from tests.rules.crossing.played import NotFromE
from tests.rules.crossing.table import SHORT, crossing
from tests.rules.crossing.verified import verify
from tests.rules.position import ANNA, BORIS, CHLOE, DEAL, DMITRI, SEED, Words, record_of

READERS = [ANNA, BORIS, CHLOE, DMITRI]


def told(table, reader):
    return table.told_to(reader)[-1]


@pytest.mark.parametrize("reader", READERS)
def test_everyone_is_notified_of_a_jaywalks_forfeit(reader):
    table = crossing(ANNA, BORIS, CHLOE, jaywalk_forfeit="Sing a song").all_seen().jaywalk(BORIS)
    assert told(table, reader).endswith(" Forfeit: “Sing a song”")
    if reader != BORIS:
        assert told(table, reader) == "Boris jaywalked. Forfeit: “Sing a song”"


@pytest.mark.parametrize("reader", READERS)
def test_everyone_is_notified_of_a_green_lights_forfeit(reader):
    table = crossing(ANNA, BORIS, CHLOE, leeway=0, light_forfeit="All drink").all_seen().complete(BORIS)
    table = table.play(BORIS, "green").wait(seconds=1)
    assert table.last("green").facts["forfeit"] == "All drink"
    lit = [line for line in table.told_to(reader) if "All drink" in line]
    assert lit == [
        "Your light was granted. Forfeit: “All drink”"
        if reader == BORIS
        else "Green light for Boris. Forfeit: “All drink”"
    ]


def test_an_amber_light_has_no_forfeit():
    table = crossing(ANNA, BORIS, light_forfeit="All drink", call_within=3600).all_seen().wait(hours=2)
    assert "forfeit" not in table.last("amber").facts


def over(**options):
    """The game has ended; Anna's layout is complete, and Boris's isn't."""
    table = crossing(ANNA, BORIS, **SHORT, leeway=0, **options).all_seen().complete(ANNA)
    return table.play(ANNA, "red").wait(days=2)


def test_players_with_an_incomplete_layout_owe_a_forfeit_at_the_end():
    table = over(incomplete_forfeit="Do the dishes")
    assert table.last("score").facts["owed_by"] == [BORIS]
    assert "The layouts were scored. Forfeit for Boris: “Do the dishes”" in table.told_to(DMITRI)


def test_each_players_forfeits_are_counted_over_the_whole_game():
    lines = {"jaywalk_forfeit": "Sing", "incomplete_forfeit": "Do the dishes", "light_forfeit": "All drink"}
    table = crossing(ANNA, BORIS, leeway=0, **lines).all_seen().jaywalk(BORIS).all_seen()
    assert forfeits.owed(table.events) == {BORIS: 1}
    table = table.complete(ANNA).play(ANNA, "green").govern("SCORE")
    assert forfeits.owed(table.events) == {BORIS: 2}


def test_the_loser_of_a_challenge_to_a_light_owes_the_forfeit():
    event = Event(
        "challenge", DEAL, ANNA, {"word": "CAT", "upheld": False, "light": True, "forfeit": "Sing", "owes": ANNA}
    )
    assert forfeits.owed([event]) == {ANNA: 1}


def test_each_struck_word_counts_for_one_forfeit():
    table = over(invalid_forfeit="Sing")
    scored = replace(table.last("score"), facts={**table.last("score").facts, "invalid_words": [[BORIS, 2]]})
    assert forfeits.owed([scored]) == {BORIS: 2}


def test_nobody_owes_a_forfeit_if_every_layout_is_complete():
    table = (
        crossing(ANNA, BORIS, **SHORT, leeway=0, incomplete_forfeit="Do the dishes").all_seen().complete(ANNA, BORIS)
    )
    table = table.play(ANNA, "red").wait(days=2)
    assert table.last("score").facts["owed_by"] == []
    assert "The layouts were scored." in table.told_to(DMITRI)


def test_a_resigned_player_owes_no_forfeit():
    table = crossing(ANNA, BORIS, incomplete_forfeit="Do the dishes").all_seen().complete(ANNA).play(BORIS, "resign")
    assert table.last("score").facts["owed_by"] == []


def test_each_struck_word_earns_its_player_a_forfeit_at_the_end():
    """Anna's layout has one invalid word, Boris's has two, and Chloe's has none."""
    table = crossing(
        ANNA,
        BORIS,
        CHLOE,
        tile_set="A3 B3 C3",
        starting_tiles=3,
        leeway=0,
        word_check="challenge",
        challenge_window=3600,
        words=NotFromE(),
        invalid_forfeit="Spell it",
    ).all_seen()
    hands = {seat: table.state.held(seat) for seat in (ANNA, BORIS, CHLOE)}
    table = table.complete(ANNA).play(ANNA, "red")
    one, two, three = hands[BORIS]
    table = table.lay(BORIS, one + two, three + ".").complete(CHLOE).play(BORIS, "done").play(CHLOE, "done")
    table = replace(table, resources=replace(table.resources, words=Words({hands[CHLOE]})))
    for word in {hands[ANNA], one + two, one + three} - {hands[CHLOE]}:
        table = table.play(CHLOE, f"challenge {word}")
    table = table.wait(hours=2)
    struck = [[result.seat, len(result.struck)] for result in table.state.results if result.struck]
    assert table.last("score").facts["invalid_words"] == struck
    assert [BORIS, 2] in struck
    assert "Forfeit for Boris (2 struck words, once for each): “Spell it”" in " ".join(table.told_to(DMITRI))


def test_events_have_no_forfeits_unless_the_options_set_them():
    table = over()
    assert not [event for event in table.events if {"forfeit", "owed_by"} & event.facts.keys()]


def test_a_record_with_forfeits_verifies():
    table = over(key=stream_key(SEED, ["", ""]), incomplete_forfeit="Do the dishes", light_forfeit="Sing")
    verify(record_of(table))


@pytest.mark.parametrize(
    "line", ["see https://example.org", "write to me@example.org", "www.example", "example.org has it", "EXAMPLE.ORG/X"]
)
@pytest.mark.parametrize("name", ["jaywalk_forfeit", "light_forfeit", "incomplete_forfeit", "invalid_forfeit"])
def test_a_forfeit_containing_an_address_is_refused(name, line):
    with pytest.raises(OrderRefused, match=f"^{name} can’t contain web or email addresses\\.$"):
        crossing(ANNA, BORIS, **{name: line})


@pytest.mark.parametrize("line", ["Pay 1.50 each.", "Drink… then sing. Loudly!", "<b>Bow</b> & `GREEN`"])
def test_any_other_forfeit_is_shown_as_written(line):
    table = crossing(ANNA, BORIS, jaywalk_forfeit=line).all_seen().jaywalk(ANNA)
    assert told(table, BORIS) == f"Anna jaywalked. Forfeit: “{line}”"
