"""A record verifies on its own; one that was tampered with doesn't, and the error names the event that shows it."""

import json
from copy import deepcopy
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.chance import commitment
from games.rules.values import UnreadableRecord
from tests.rules.crossing.played import dealt, lay_all, record_of_a_random_game
from tests.rules.crossing.verified import first_difference, outcome, verify
from tests.rules.position import ANNA, BORIS, CHLOE, DEAL, record_of

numbers = st.integers(0, 10**9)
CUTS = ["", "my lucky 7", ""]


def whole_game():
    """Three players; a light, a jaywalk, a lapse, a dropped request, a resignation, a red light, grace."""
    table = dealt(cuts=CUTS, tile_set="A9 B6 C4 D2 ?1", starting_tiles=4)
    for seat in (ANNA, BORIS, CHLOE):
        table = lay_all(table.look(seat), seat)
    table = table.play(ANNA, "green").play(BORIS, "green").wait(minutes=5)  # Anna's is granted, Boris's dropped
    table = lay_all(table.look(BORIS, ANNA, CHLOE), CHLOE).play(CHLOE, "green")
    table = lay_all(table.jaywalk(CHLOE), BORIS)  # Chloe's request lapses
    table = table.play(BORIS, "green").wait(minutes=5)
    table = table.look(ANNA).give(CHLOE, "RESIGN").look(BORIS)
    while table.state.phase == "playing":
        light = "red" if table.state.pool_is_short else "green"
        table = lay_all(table, ANNA).play(ANNA, light).wait(minutes=5)
        if table.state.phase == "playing":
            table = table.look(BORIS, ANNA)
    return record_of(lay_all(table, BORIS).play(BORIS, "done"), cuts=CUTS)


WHOLE = whole_game()


def changed(change, *, record=WHOLE):
    record = deepcopy(record)
    change(record)
    for n, event in enumerate(record["events"], start=1):
        event["n"] = n
    return record


def place(verb, *, nth=0, record=WHOLE, **facts):
    """The index of the nth event of this verb, from 0."""
    found = [
        i
        for i, event in enumerate(record["events"])
        if event["verb"] == verb and all(event.get(name) == value for name, value in facts.items())
    ]
    return found[nth]


@given(numbers)
def test_the_record_of_any_random_game_verifies(number):
    verify(json.loads(json.dumps(record_of_a_random_game(number))))


def test_a_whole_game_with_every_kind_of_event_verifies():
    verify(WHOLE)
    verbs = {event["verb"] for event in WHOLE["events"]}
    assert verbs >= {"deal", "seen", "submit", "ask", "green", "drop", "jaywalk", "lapse", "release", "resign", "red"}
    assert verbs >= {"done", "score", "end"}


def test_a_name_may_be_replaced():
    verify(changed(lambda record: record.update(seats=["Anna", "a deleted player", "Chloe"])))


def test_another_seed_does_not_match_the_commitment():
    difference = first_difference(changed(lambda record: record.update(seed="00" * 32)))
    assert difference.n is None
    assert "committed" in str(difference)


def test_another_seed_with_its_own_commitment_deals_other_tiles():
    other = {"seed": "00" * 32, "commitment": commitment(bytes(32))}
    assert first_difference(changed(lambda record: record.update(other))).n == 1


def test_another_cut_deals_other_tiles():
    assert first_difference(changed(lambda record: record.update(cuts=["", "my lucky 8", ""]))).n == 1


def test_tiles_that_contradict_the_options_are_detected():
    assert "tiles" in str(first_difference(changed(lambda record: record["tiles"].update(A=10, B=5))))


def test_a_missing_tile_set_and_unknown_options_are_accepted():
    options = {name: value for name, value in WHOLE["options"].items() if name != "tile_set"}
    verify({**WHOLE, "options": {**options, "layouts_visible": "end"}})


def _other(tile):
    return "B" if tile == "A" else "A"


def _draw_other(event, seat):
    event["draws"][seat][0] = _other(event["draws"][seat][0])


@pytest.mark.parametrize(("verb", "nth"), [("deal", 0), ("green", 0), ("green", 1)])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_changed_draw_is_detected_at_its_event(verb, nth, seat):
    at = place(verb, nth=nth)
    assert first_difference(changed(lambda record: _draw_other(record["events"][at], seat))).n == at + 1


def test_a_resigned_seat_draws_nothing():
    at = place("green", nth=-1)
    assert first_difference(changed(lambda record: record["events"][at]["draws"][2].append("A"))).n == at + 1


def test_a_changed_tile_drawn_by_a_jaywalk_is_detected():
    at = place("jaywalk")
    drawn = _other(WHOLE["events"][at]["draws"][0])
    assert first_difference(changed(lambda record: record["events"][at].update(draws=[drawn]))).n == at + 1


def test_a_returned_tile_that_was_not_held_is_detected():
    at = place("jaywalk")
    difference = first_difference(changed(lambda record: record["events"][at].update(returned=["Z"])))
    assert (difference.n, "You don’t hold Z" in str(difference)) == (at + 1, True)


def test_another_returned_tile_is_detected_sooner_or_later():
    at = place("jaywalk")
    held = set(WHOLE["events"][0]["draws"][2])
    for tile in held - set(WHOLE["events"][at]["returned"]):
        difference = first_difference(changed(lambda record, tile=tile: record["events"][at].update(returned=[tile])))
        assert difference.n > at


def test_a_layout_of_tiles_not_held_is_detected():
    at = place("submit")
    difference = first_difference(changed(lambda record: record["events"][at].update(layout=["ZZ"])))
    assert (difference.n, "You don’t hold these tiles: Z, Z" in str(difference)) == (at + 1, True)


def test_a_layout_of_tiles_still_face_down_is_detected():
    at = place("seen", seat=0)
    difference = first_difference(changed(lambda record: record["events"].insert(at, record["events"].pop(at + 1))))
    assert (difference.n, WHOLE["events"][at + 1]["verb"]) == (at + 1, "submit")


def test_a_layout_that_is_not_trimmed_is_detected():
    at = place("submit")
    padded = ["." + WHOLE["events"][at]["layout"][0]]
    assert first_difference(changed(lambda record: record["events"][at].update(layout=padded))).n == at + 1


@pytest.mark.parametrize(
    "change",
    [
        {"points": 5},
        {"words": 2},
        {"leftover": 1},
        {"score": "1/1"},
        {"layout": ["AB"]},
        {"seat": 1},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_changed_result_is_detected_at_the_score(change):
    at = place("score")
    assert first_difference(changed(lambda record: record["events"][at]["results"][0].update(change))).n == at + 1


def test_a_word_struck_at_the_end_could_not_have_been_submitted():
    submitted = WHOLE["events"][place("submit")]["layout"][0].upper()
    difference = first_difference(
        changed(lambda record: record["events"][place("score")]["results"][0].update(struck=[submitted]))
    )
    assert (difference.n, submitted in str(difference)) == (place("submit") + 1, True)


@pytest.mark.parametrize(
    ("missing", "shows_at"),
    [
        (("seen", 0), "submit"),
        (("submit", 0), "ask"),
        (("ask", 0), "green"),  # Boris's, now the first, was not the one granted
        (("green", 0), "drop"),
        (("drop", 0), "seen"),
        (("release", 0), "seen"),
        (("jaywalk", 0), "lapse"),  # which only a resignation could follow
        (("lapse", 0), "submit"),
        (("resign", 0), "green"),
        (("red", 0), "submit"),  # after the instant at which it came
        (("done", 0), "score"),
        (("score", 0), "end"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_a_missing_event_is_detected_at_a_later_one(missing, shows_at):
    verb, nth = missing
    at = place(verb, nth=nth)
    record = changed(lambda record: record["events"].pop(at))
    difference = first_difference(record)
    assert difference.n >= at + 1
    assert record["events"][difference.n - 1]["verb"] == shows_at


def test_a_record_without_its_end_is_reported_as_broken_off():
    difference = first_difference(changed(lambda record: record["events"].pop()))
    assert (difference.n, "breaks off" in str(difference)) == (len(WHOLE["events"]), True)


def test_a_light_before_its_leeway_is_detected():
    at = place("green")
    early = WHOLE["events"][at - 1]["at"]
    difference = first_difference(changed(lambda record: record["events"][at].update(at=early)))
    assert (difference.n, "before" in str(difference)) == (at + 1, True)


def test_an_event_at_the_wrong_time_is_detected():
    at = place("green")
    late = "2027-01-01T00:00:00.000000Z"
    assert first_difference(changed(lambda record: record["events"][at].update(at=late))).n == at + 1


def test_misnumbered_events_are_detected():
    record = deepcopy(WHOLE)
    record["events"][3]["n"] = 9
    assert first_difference(record).n == 9


def test_a_tile_lifted_by_a_jaywalk_may_leave_a_struck_word():
    seed, cuts = bytes([7]) * 32, ["", ""]
    table = lay_all(dealt(cuts=cuts, seed=seed, tile_set="A4 B4 E8", starting_tiles=4).look(ANNA, BORIS), ANNA)
    first = table.state.boards[ANNA][0][0]
    assert first != "E"
    table = table.give(ANNA, "JAYWALK", tiles=(first,)).give(BORIS, "RESIGN")
    told = record_of(table, cuts=cuts, seed=seed)
    assert any(result["struck"] for result in told["events"][-2]["results"])
    verify(told)


@given(numbers, st.data())
def test_a_record_with_one_change_never_crashes_the_verifier(number, data):
    told = record_of_a_random_game(number, moves=30)
    event = data.draw(st.sampled_from(told["events"]))
    name = data.draw(st.sampled_from(sorted(event)))
    event[name] = data.draw(
        st.none() | st.integers(-2, 5) | st.text(max_size=3) | st.lists(st.text("AB.1", max_size=3), max_size=3)
    )
    assert outcome(told)


def test_a_running_game_cannot_be_verified_yet():
    with pytest.raises(UnreadableRecord, match="still running"):
        verify(changed(lambda record: record.update(seed=None)))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ([], "must be an object"),
        ({}, "format"),
        ({**WHOLE, "format": "lexicon-record/9"}, "format"),
        ({**WHOLE, "seed": "xyz"}, "hex"),
        ({**WHOLE, "seed": "00"}, "32"),
        ({**WHOLE, "cuts": []}, "cuts"),
        ({**WHOLE, "cuts": ["\ud800", "", ""]}, "cuts: must have a text"),
        ({**WHOLE, "options": {"tile_set": "S97"}}, "S97"),
        ({**WHOLE, "events": [{"n": 1}]}, "events.1: must be"),
        ({**WHOLE, "events": [{"n": 1, "at": "2026-11-20T12:00:00Z", "verb": "seen", "seat": 7}]}, "seat 7"),
        ({**WHOLE, "events": [{"n": 1, "at": "2026-11-20T12:00:00", "verb": "seen", "seat": 0}]}, "UTC"),
        ({**WHOLE, "events": [{"n": 1, "at": "2026-11-20 12:00:00Z", "verb": "seen", "seat": 0}]}, "UTC"),
        ({**WHOLE, "events": [{"n": 1, "at": "2026-11-31T12:00:00Z", "verb": "seen", "seat": 0}]}, "UTC"),
    ],
)
def test_an_unreadable_record_is_refused_with_the_reason(content, says):
    with pytest.raises(UnreadableRecord, match=says):
        verify(content)


# --- what the staff did -----------------------------------------------------------------------------------------------


def governed_game():
    """Every staff action: a player who asked is replaced, a tile is released for an amber, the final deadline comes in a pause."""
    table = dealt(cuts=CUTS, tile_set="A12 B12 C12", starting_tiles=4)
    table = table.govern("HARD_END", until=DEAL + timedelta(days=9))
    for seat in (ANNA, BORIS, CHLOE):
        table = lay_all(table.look(seat), seat)
    table = table.play(BORIS, "green").play(ANNA, "green").govern("REPLACE", BORIS, "Gone.").wait(minutes=5)
    table = table.govern("AWAY", BORIS).govern("EXTEND", CHLOE, by=60).govern("EXTEND", by=60, bank=True)
    table = table.govern("AMBER", reason="It takes too long.").look(ANNA, CHLOE)
    table = lay_all(lay_all(table, ANNA), CHLOE).play(ANNA, "green").play(CHLOE, "green").govern("AMBER").look(BORIS)
    table = table.give(ANNA, "PAUSE").give(CHLOE, "PAUSE").give(BORIS, "PAUSE").govern("PAUSE").govern("RESUME")
    table = table.govern("HARD_END", until=DEAL + timedelta(days=4)).govern("PAUSE", reason="Snow.")
    return record_of(lay_all(table.look(ANNA), ANNA).wait(days=9), cuts=CUTS)


GOVERNED = governed_game()


def governed(change):
    return changed(change, record=GOVERNED)


def difference_of(record):
    """The error that is reported: that an event doesn't follow, or isn't written as such an event must be."""
    return outcome(json.loads(json.dumps(record)))


def test_a_game_with_every_staff_action_verifies():
    verify(GOVERNED)
    by_staff = {event["verb"] for event in GOVERNED["events"] if event.get("staff")}
    assert by_staff == {"pause", "resume", "extend", "away", "release", "amber", "drop", "replace"}
    assert GOVERNED["events"][-1]["ending"] == "hard_end"


@pytest.mark.parametrize("verb", ["SCORE", "VOID"])
def test_a_game_ended_by_the_staff_verifies(verb):
    table = lay_all(dealt(cuts=CUTS, tile_set="A9 B9", starting_tiles=3).look(ANNA), ANNA).govern(verb, reason="Rain.")
    told = record_of(table, cuts=CUTS)
    verify(told)
    told["events"][-1]["ending"] = "void" if verb == "SCORE" else "adjudicated"
    assert "“ending” is told as" in outcome(told)


@pytest.mark.parametrize(
    "verb",
    sorted({event["verb"] for event in GOVERNED["events"] if event.get("staff")} - {"release", "drop", "resume"}),
)
def test_a_record_must_say_that_an_action_was_by_the_staff(verb):
    at = place(verb, record=GOVERNED, staff=True)
    assert difference_of(governed(lambda record: record["events"][at].pop("staff"))) != "verified"


@pytest.mark.parametrize("verb", ["seen", "submit", "ask", "lapse", "green"])
def test_events_that_only_players_cause_cannot_be_by_the_staff(verb):
    at = place(verb, record=GOVERNED)
    found = difference_of(governed(lambda record: record["events"][at].update(staff=True)))
    assert f"{verb.upper()} is nothing that the staff can do" in found or "“staff” is told as True" in found


@pytest.mark.parametrize(
    ("missing", "nth", "shows_at"),
    [
        ("lapse", 0, "replace"),
        ("replace", 0, "lapse"),  # which only a replacement or a resignation could follow
        ("away", 0, "back"),
        ("release", 0, "amber"),
        ("amber", 0, "release"),  # by the staff, which only an amber could follow
        ("drop", 0, "drop"),
        ("resume", 0, "pause"),
        ("extend", -1, "end"),
    ],
)
def test_a_missing_staff_action_is_detected_at_a_later_event(missing, nth, shows_at):
    at = place(missing, nth=nth, record=GOVERNED)
    record = governed(lambda record: record["events"].pop(at))
    difference = first_difference(record)
    assert record["events"][difference.n - 1]["verb"] in (shows_at, "score")


def test_an_end_after_the_final_deadline_is_detected():
    late = "2026-11-24T12:00:00.000001Z"
    at = place("score", record=GOVERNED)
    assert "by the rules it happened at" in str(
        first_difference(governed(lambda record: record["events"][at].update(at=late)))
    )


def test_an_end_before_the_final_deadline_is_detected():
    early = {"at": GOVERNED["events"][-3]["at"]}

    def change(record):
        for event in record["events"][-2:]:
            event.update(early)

    assert first_difference(governed(change)).n == len(GOVERNED["events"]) - 1


def test_a_request_during_a_pause_is_detected():
    at = place("pause", nth=-1, record=GOVERNED)
    asked = {"verb": "ask", "seat": ANNA, "at": GOVERNED["events"][at]["at"]}
    difference = first_difference(governed(lambda record: record["events"].insert(at + 1, asked)))
    assert (difference.n, "paused" in str(difference)) == (at + 2, True)
