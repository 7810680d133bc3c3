"""A finished game with turns is verified from its record alone, by playing it again."""

from copy import deepcopy

import pytest

from games.rules.facts import Facts
from games.rules.table.turns import TurnTransition
from games.rules.table.verify import replay
from games.rules.values import Differs, UnreadableRecord
from tests.rules.position import DEAL
from tests.rules.table.counting import DAY, MOVE, Table


@pytest.fixture(scope="module")
def record():
    """A game with everything that changes a clock: lateness, absence, a vacation, a pause, coming back, an extension."""
    table = Table(seats=3)
    absent = table.to_move
    table.play(absent, "EXTEND").vacation(absent, DEAL + DAY, DEAL + 2 * DAY)
    for _ in range(3):
        while table.to_move != absent:
            table.at(table.now + MOVE) if table.state.points[table.to_move] else table.play(table.to_move, "COUNT")
        table.at(table.now + 3 * MOVE)
    for seat in table.state.waited_for:
        table.play(seat, "PAUSE")
    table.at(table.now + DAY).play(absent, "RESUME").play(absent, "LOOK")
    while table.state.phase != "finished":
        table.play(table.to_move, "COUNT")
    return table.record


def test_a_game_with_everything_verifies(record):
    verbs = {event["verb"] for event in record["events"]}
    assert {"late", "away", "back", "vacation", "pause", "resume", "extend", "skip", "count", "score", "end"} <= verbs
    replay(Table().kind, record)


def test_a_game_with_a_vacation_ended_by_a_look_verifies():
    table = Table()
    absent = table.to_move
    table.vacation(absent, DEAL + DAY, DEAL + 30 * DAY).at(DEAL + 5 * DAY).play(absent, "LOOK")
    table.at(DEAL + 7 * DAY)
    assert [verb for verb, at in seen(table) if at == DEAL + 7 * DAY] == ["late", "skip", "turn"]
    while table.state.phase != "finished":
        table.play(table.to_move, "COUNT")
    replay(table.kind, table.record)


def test_a_game_with_a_return_from_vacation_at_the_last_instant_verifies():
    table = Table()
    absent = table.to_move
    table.vacation(absent, DEAL + MOVE, DEAL + 30 * DAY).at(DEAL + 2 * MOVE).play(absent, "COUNT")
    while table.state.phase != "finished":
        table.play(table.to_move, "COUNT")
    replay(table.kind, table.record)


@pytest.mark.parametrize("deadline", ["late", "hard end"])
def test_a_game_with_an_email_counted_at_the_deadline_verifies(deadline):
    table = Table()
    if deadline == "hard end":
        table.govern("HARD_END", until=DEAL + DAY)
    table.now = table.kind.due(table.state).at  # an email that came in time holds it back
    first = table.to_move
    table.play(first, "COUNT")
    assert table.state.points[first] == 1
    while table.state.phase != "finished":
        table.play(table.to_move, "COUNT")
    replay(table.kind, table.record)


def test_a_game_that_somebody_left_in_a_pause_verifies():
    table = Table()
    for seat in table.state.live:
        table.play(seat, "PAUSE")
    table.play(0, "LEAVE")
    replay(table.kind, table.record)


def test_a_record_with_the_wrong_tiles_is_detected(record):
    with pytest.raises(Differs, match="the tiles are not those that the options name"):
        replay(Table().kind, {**record, "tiles": {"Q": 1}})


def test_a_record_with_an_unknown_seat_is_unreadable(record):
    changed = deepcopy(record)
    changed["events"][-3]["seat"] = 7
    with pytest.raises(UnreadableRecord, match="there is no seat 7"):
        replay(Table().kind, changed)


def seen(table):
    return [(event.verb, event.at) for event in table.events]


def test_a_change_to_any_event_is_detected(record):
    kind = Table().kind
    for index in range(len(record["events"])):
        changed = deepcopy(record)
        event = changed["events"][index]
        event["verb"] = "skip" if event["verb"] != "skip" else "count"
        with pytest.raises(Differs):
            replay(kind, changed)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda record: record["events"].pop(), "breaks off"),
        (lambda record: record["events"].pop(3), "numbered from 1 on"),
        (lambda record: record["events"][-2]["points"].reverse(), "by the rules it is"),
        (lambda record: record["events"][0].update(first=7), "by the rules it is"),
        (lambda record: record.update(seed="00" * 32), "not the one committed to"),
        (lambda record: record["events"][-1].update(at="2027-11-20T12:00:00.000000Z"), "it happened at"),
        (lambda record: record["events"].append({**record["events"][-1], "n": len(record["events"]) + 1}), "was over"),
    ],
)
def test_a_changed_record_is_detected(record, change, why):
    changed = deepcopy(record)
    change(changed)
    with pytest.raises(Differs, match=why):
        replay(Table().kind, changed)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"seed": None}, "still running"),
        ({"seed": "xyz"}, "hex"),
        ({"seed": 12}, "hex"),
        ({"seed": "ab"}, "1 bytes, not 32"),
        ({"kind": "crossing"}, 'kind: must be "counting"'),
        ({"events": {}}, "events: is missing"),
        ({"events": [{"n": 1}]}, "events.1"),
        ({"events": [{"n": 1, "verb": "deal", "at": "noon"}]}, "instant in UTC"),
        ({"cuts": []}, "a text for each seat"),
        ({"cuts": ["", "\ud800", ""]}, "a text for each seat"),
        ({"options": {"move_within": "soon"}}, "options: move_within"),
    ],
)
def test_malformed_records_are_unreadable(record, change, why):
    with pytest.raises(UnreadableRecord, match=why):
        replay(Table().kind, {**record, **change})


def test_a_list_is_unreadable_as_a_record():
    with pytest.raises(UnreadableRecord, match="must be an object"):
        replay(Table().kind, [])


def test_an_instant_without_a_time_zone_is_detected(record):
    changed = deepcopy(record)
    vacation = next(event for event in changed["events"] if event["verb"] == "vacation")
    vacation["starts"] = "2026-11-21T12:00:00"
    with pytest.raises(Differs, match="not told as such an event is"):
        replay(Table().kind, changed)


def test_an_event_that_the_kind_does_not_declare_is_rejected():
    table = Table()
    transition = TurnTransition(table.kind, table.state, table.resources, DEAL)
    with pytest.raises(ValueError, match="no happening"):
        transition.happened(Secret())


class Secret(Facts):
    verb = "secret"
