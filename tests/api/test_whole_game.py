"""Two programs play a game from the first look to the result, which anyone can verify."""

import json

import pytest
from django.core.management import call_command

from games.rules import registry
from games.rules.table.verify import replay
from games.rules.values import UnreadableRecord


def play_to_the_end(annas, boriss, game):
    """Let both play in turn: look, lay all tiles, request a light; in the grace period, finish with DONE."""
    for _ in range(40):
        for program in (annas, boriss):
            view = program.post(f"/games/{game}/look").json()
            if view["phase"] == "playing" and not view["withheld"]:
                program.play(game, {"verb": "GRID", "layout": [view["hand"]]})
            for verb in ("GREEN", "RED", "DONE"):
                if verb in program.view(game)["may"]:
                    program.play(game, {"verb": verb})
            if program.view(game)["phase"] == "finished":
                return


@pytest.fixture
def played(annas, boriss, make):
    game = make(leeway=0, tile_set="A6, B6")
    play_to_the_end(annas, boriss, game)
    return game


def test_a_game_can_be_played_to_its_result(annas, boriss, played):
    view = annas.view(played)
    assert (view["phase"], view["ending"], view["may"]) == ("finished", "played", [])
    assert view["results"] == boriss.view(played)["results"]
    assert {result["leftover"] for result in view["results"]} <= {0, 1}


def test_the_record_of_the_whole_game_verifies(annas, boriss, played, tmp_path, capsys):
    record = annas.get(f"/games/{played}/record").json()
    replay(registry.kind("crossing"), record)
    assert record == boriss.get(f"/games/{played}/record").json()
    assert record["cuts"] == ["my lucky 7", ""]
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), "utf-8")
    call_command("verify_game", str(file))
    assert json.loads(capsys.readouterr().out) == {"verified": True, "events": len(record["events"])}


def test_the_record_of_a_running_game_has_only_what_its_reader_knows(annas, boriss, make):
    game = make(leeway=0)
    hand = annas.post(f"/games/{game}/look").json()["hand"]
    annas.play(game, {"verb": "GRID", "layout": [hand]}, {"verb": "GREEN"})
    mine, theirs = (program.get(f"/games/{game}/record").json() for program in (annas, boriss))
    assert mine["seed"] is None
    assert ["".join(sorted(draw)) if draw else None for draw in mine["events"][0]["draws"]] == [hand, None]
    assert theirs["events"][0]["draws"] == [None, None]
    assert [event["verb"] for event in theirs["events"]] == ["deal", "seen", "ask"]
    assert [event["n"] for event in theirs["events"]] == [1, 2, 3]
    assert boriss.view(game)["unseen"] == 2
    with pytest.raises(UnreadableRecord):
        replay(registry.kind("crossing"), mine)


def test_before_the_deal_a_record_has_no_events_and_no_cuts(annas):
    game = annas.post("/games", {"seats": 2}).json()["id"]
    annas.post(f"/games/{game}/agree", {"cut": "mine"})
    record = annas.get(f"/games/{game}/record").json()
    assert (record["events"], record["cuts"], record["seed"]) == ([], [], None)


def test_the_record_has_options_in_seconds_and_leaves_out_chat(annas, game):
    annas.play(game, {"verb": "SAY", "text": "Good luck"})
    record = annas.get(f"/games/{game}/record").json()
    assert record["options"]["word_list"] == record["word_list"]["name"] == "easy"
    assert (record["options"]["leeway"], record["options"]["see_bank"]) == (300, 345600)
    assert {event["verb"] for event in record["events"]} == {"deal"}
    assert record["events"][0]["at"].endswith("Z")
    assert len(record["events"][0]["at"]) == len("2026-11-20T12:00:00.000000Z")
