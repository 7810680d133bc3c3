"""A record with challenges verifies on its own; one whose challenges were tampered with doesn't."""

import re
from copy import deepcopy

import pytest

from games.rules.chance import stream_key
from games.rules.values import Differs
from tests.rules.crossing.table import crossing
from tests.rules.crossing.verified import first_difference as difference_of
from tests.rules.crossing.verified import verify
from tests.rules.position import ANNA, BORIS, SEED, Words, record_of

OPTIONS = {"word_check": "challenge", "challenge_lights": True, "challenge_forfeit": "Sing.", "false_challenge": 1}


def whole_game(light="BABB"):
    """Anna’s light BABB is challenged and struck; at the end she strikes Boris’s BAA, and he is wrong about AB, which both have."""
    cuts = ["", ""]
    table = crossing(
        ANNA,
        BORIS,
        words=Words({"AB", "ABBB"}),
        key=stream_key(SEED, cuts),
        tile_set="A4 B6",
        starting_tiles=4,
        **OPTIONS,
    )
    table = table.all_seen().lay(ANNA, light).play(ANNA, "green").wait(minutes=5).play(BORIS, f"challenge {light}")
    table = table.all_seen().lay(ANNA, "ABBB", "B...").play(ANNA, "red").wait(minutes=5)
    table = table.lay(BORIS, "AB.", "BAA").play(BORIS, "done").play(BORIS, "challenge AB").play(ANNA, "challenge BAA")
    return record_of(table.play(ANNA, "done").play(BORIS, "done"), cuts=cuts)


WHOLE = whole_game()


def first_difference(change):
    record = deepcopy(WHOLE)
    change(record["events"])
    for n, event in enumerate(record["events"], start=1):
        event["n"] = n
    return str(difference_of(record)).partition(": ")[2]


def place(verb="challenge", *, nth=0, **facts):
    found = [i for i, event in enumerate(WHOLE["events"]) if event["verb"] == verb and facts.items() <= event.items()]
    return found[nth]


def test_a_game_with_challenges_verifies():
    verbs = [(event["verb"], "word" in event, event.get("light", False)) for event in WHOLE["events"]]
    assert {("challenge", False, False), ("challenge", True, True), ("challenge", True, False)} <= set(verbs)
    verify(WHOLE)


def test_results_include_struck_words_and_the_cost_of_wrong_challenges():
    anna, boris = WHOLE["events"][-2]["results"]
    assert (anna["points"], anna["struck"]) == (1, [])
    assert (boris["points"], boris["score"], boris["struck"]) == (3, "3/4", ["BAA"])  # 4 less 1, by 3 words and a tile


def test_a_challenge_with_a_changed_outcome_is_detected():
    last = place(nth=-1)
    assert first_difference(lambda events: events[last].update(upheld=not events[last]["upheld"])).startswith(
        "challenge: "
    )


def test_a_missing_challenge_is_detected():
    assert first_difference(lambda events: events.pop(place(nth=-1, upheld=True))).startswith("score: ")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            lambda events: events[place(nth=-1)].update(word="QI"),
            "challenge: .*QI isn’t in any of the layouts. Challenge a word that is.",
        ),
        (
            lambda events: events.insert(place(nth=-1), dict(events[place(nth=-1)])),
            "challenge: .*has already been challenged",
        ),
        (
            lambda events: events[place(light=True)].update(seat=ANNA),
            "challenge: .*This layout is your own",
        ),
        (
            lambda events: events[place(nth=-1)].update(light=True),
            "challenge: “light” is told as True, by the rules there is none",
        ),
        (
            lambda events: events[place(light=True)].update(struck=[]),
            "challenge: “upheld” is told as True, by the rules it is False",
        ),
        (
            lambda events: events[place(light=True)].update(struck=["QI"]),
            "challenge: “upheld” is told as True, by the rules it is False",
        ),
        (
            lambda events: events.insert(place(light=True), dict(events[place(light=True)])),
            "challenge: .*The layout that got the last light has already been challenged",
        ),
        (
            lambda events: events[place(light=True)].pop("light"),
            "challenge: “light” is not told, by the rules it is True",
        ),
        (lambda events: events.pop(opening()), "challenge: here must come challenge$"),
        (lambda events: events.pop(opening() - 1), "challenge: it came before its time"),
        (lambda events: events.pop(place("done", nth=-1)), "score: it came before its time"),
    ],
)
def test_impossible_changes_to_the_events_are_detected(change, why):
    assert re.match(why, first_difference(change))


def opening():
    """The index of the event that reveals all layouts."""
    return next(i for i, event in enumerate(WHOLE["events"]) if event["verb"] == "challenge" and "word" not in event)


def test_contradictory_outcomes_for_one_word_are_detected():
    record = whole_game(light="ABBB")
    at_the_end = next(event for event in record["events"] if event.get("word") == "AB")
    at_the_end |= {"word": "ABBB", "upheld": True}
    with pytest.raises(Differs, match="“upheld” is told as False, by the rules it is True"):
        verify(record)


def test_challenges_in_a_game_without_them_are_detected():
    record = deepcopy(WHOLE)
    no_challenges = {"word_check": "enforced", "challenge_lights": False, "challenge_forfeit": "", "false_challenge": 0}
    record["options"] |= no_challenges
    with pytest.raises(Differs):
        verify(record)


def test_a_wrong_challenge_that_cost_nothing_is_detected():
    record = deepcopy(WHOLE)
    record["options"] |= {"false_challenge": 0}
    with pytest.raises(Differs, match="“costs” is told as 1, by the rules there is none"):
        verify(record)
