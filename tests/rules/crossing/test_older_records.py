"""Records from before the deal named the players who get tiles by email: they verify if some way of reading them fits.

Such a record also leaves out who looked while on vacation and saw no new tile, and which words were invalid in a layout from
which a jaywalk had lifted tiles."""

import json
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.alphabets.known import alphabet_of
from games.rules.chance import stream_key
from games.rules.table.verify import as_published, replay
from games.rules.values import Differs, UnreadableRecord
from tests.rules.crossing.played import dealt, lay_all, record_of_a_random_game
from tests.rules.crossing.table import CROSSING, crossing
from tests.rules.position import ANNA, BORIS, SEED, Words, record_of

OLDER = {path.stem: json.loads(path.read_text()) for path in Path(__file__).with_name("older_records").glob("*.json")}
every_older_record = pytest.mark.parametrize("record", OLDER.values(), ids=OLDER)


def as_before(record, *, until=1.0):
    """The record as an older release wrote it; a newer release wrote the events after the fraction `until` of them."""
    record = json.loads(json.dumps(record))
    away, events = set(), []
    for number, event in enumerate(record["events"]):
        if number > until * len(record["events"]):
            events.append({**event, "n": len(events) + 1})
            continue
        if event["verb"] in ("deal", "green", "amber"):
            event = {name: fact for name, fact in event.items() if name not in ("tiles_by_email", "struck")}
        if event["verb"] == "back" and event["seat"] not in away:
            continue
        if event["verb"] == "away":
            away.add(event["seat"])
        if event["verb"] in ("back", "replace"):
            away.discard(event["seat"])
        events.append({**event, "n": len(events) + 1})
    return {**record, "events": events}


@every_older_record
def test_an_older_record_verifies(record):
    assert "tiles_by_email" not in record["events"][0]
    replay(CROSSING, record)


@every_older_record
def test_each_kind_of_event_in_an_older_record_is_checked(record):
    verbs = [event["verb"] for event in record["events"]]
    for index in {verbs.index(verb) for verb in verbs} | {len(verbs) - 1}:
        changed = deepcopy(record)
        event = changed["events"][index]
        event["verb"] = "done" if event["verb"] != "done" else "unask"
        with pytest.raises((Differs, UnreadableRecord)):
            replay(CROSSING, changed)


@settings(max_examples=30)
@given(st.integers(0, 10**9), st.sampled_from([0.0, 0.3, 0.6, 1.0]))
def test_a_random_record_verifies_without_the_newer_facts(number, until):
    replay(CROSSING, as_before(record_of_a_random_game(number), until=until))


@every_older_record
def test_a_light_before_its_leeway_in_an_older_record_is_detected(record):
    changed = deepcopy(record)
    for before, event in zip(changed["events"], changed["events"][1:], strict=False):
        if event["verb"] == "green" and before["at"] < event["at"]:
            event["at"] = before["at"]
            with pytest.raises(Differs):
                replay(CROSSING, changed)
            return


def game_by_mail():
    table = dealt(cuts=["", ""], tile_set="A9 B9", starting_tiles=3, tiles_by_email=(BORIS,))
    table = lay_all(table.look(ANNA, BORIS), ANNA).play(ANNA, "green").wait(hours=12)
    return record_of(table.give(BORIS, "RESIGN"), cuts=["", ""])


def test_a_record_includes_tiles_by_email_and_must_agree_with_it():
    record = game_by_mail()
    assert [event["tiles_by_email"] for event in record["events"] if "tiles_by_email" in event] == [[BORIS]] * 2
    replay(CROSSING, record)
    for event in record["events"]:
        if "tiles_by_email" in event:
            event["tiles_by_email"] = []
    with pytest.raises(Differs, match="by the rules it happened at 2026-11-20T12:05"):
        replay(CROSSING, record)


@pytest.mark.parametrize("told", [None, "", [5], [[]], {"0": 1}, [BORIS, ANNA]])
def test_malformed_tiles_by_email_are_detected(told):
    record = game_by_mail()
    record["events"][0]["tiles_by_email"] = told
    with pytest.raises(Differs):
        replay(CROSSING, record)


@every_older_record
def test_a_malformed_layout_is_detected(record):
    changed = deepcopy(record)
    submitted = next(event for event in changed["events"] if event["verb"] == "submit")
    submitted["layout"] = ["AB", "C"]
    with pytest.raises(Differs):
        replay(CROSSING, changed)


@pytest.mark.parametrize("told", [[BORIS, BORIS], [BORIS, 99]])
def test_repeated_or_unknown_seats_in_tiles_by_email_are_detected(told):
    record = game_by_mail()
    light = [event for event in record["events"] if "tiles_by_email" in event][1]
    light["tiles_by_email"] = told
    with pytest.raises(Differs):
        replay(CROSSING, record)


# --- struck words in another language ---------------------------------------------------------------------------------

SPANISH = alphabet_of("es")


def spanish_record():
    """The record of a game in which Boris challenges Anna’s light, where she has laid ÑCH and CHRR, with CH and RR as tiles."""
    cuts = ["", ""]
    table = crossing(
        ANNA,
        BORIS,
        words=Words({"OA"}),
        key=stream_key(SEED, cuts),
        alphabet="es",
        tile_set="[CH]2 O2 Ñ2 [RR]2 A2",
        starting_tiles=3,
        word_check="challenge",
        challenge_lights=True,
    )
    table = table.all_seen().play(ANNA, "GRID\nÑ[CH]\n.[RR]\nEND").play(ANNA, "green").wait(minutes=5)
    table = table.play(BORIS, "challenge Ñ[CH]").give(BORIS, "RESIGN")
    return json.loads(json.dumps(as_published(record_of(table, cuts=cuts), SPANISH)))


def lists_of_struck_words(record):
    (challenge,) = (event for event in record["events"] if event["verb"] == "challenge")
    (score,) = (event for event in record["events"] if event["verb"] == "score")
    return challenge["struck"], score["results"][ANNA]["struck"]


def test_struck_words_may_be_in_code_point_order():
    record = spanish_record()
    replay(CROSSING, record)
    for struck in lists_of_struck_words(record):
        assert struck == ["[CH][RR]", "Ñ[CH]"]
        struck.reverse()
    replay(CROSSING, record)


@pytest.mark.parametrize("told", [["Ñ[CH]"], ["Ñ[CH]", "Ñ[CH]"], [], [["Ñ[CH]"]], ["[CH][RR]", 1]])
@pytest.mark.parametrize("which", [0, 1])
def test_wrong_struck_words_are_detected(which, told):
    record = spanish_record()
    lists_of_struck_words(record)[which][:] = told
    with pytest.raises(Differs):
        replay(CROSSING, record)
