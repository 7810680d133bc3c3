"""A whole game from invitation to verified result, on deployed servers: Anna plays on the site, Boris only by email,
and the worker is killed in the middle of a leeway."""

import json
from datetime import UTC, datetime

import pytest

from tests.service.people import Browser, Mailer, text_of
from tests.service.servers import until

pytestmark = pytest.mark.service

DEAL, LIGHTS = 45, 4  # of the 98 tiles, for two players
GAME = {
    "seats": 2,
    "preset": "daily",
    "word_list": "open",
    "option_tile_set": "S98",
    "option_starting_tiles": DEAL,
    "option_leeway": "3 s",
    "option_mail_leeway": "3 s",
}


def test_a_game_is_played_from_invitation_to_verified_result(site, tmp_path):
    anna, boris = Browser(site, "Anna"), Mailer(site, "Boris")

    anna.sign_up()
    anna.make_game(**GAME, invite=boris.address, cut="to the left")
    invitation = boris.newest("Anna invites you to a game")
    assert "Done: JOIN." in text_of(boris.answer(invitation, "JOIN my lucky 7"))

    anna.turn_over(until_holding=DEAL)
    anna.submit_and_ask("GREEN")

    boris_asks(boris, tiles=DEAL + 1)
    anna.turn_over(until_holding=DEAL + 1)  # the leeway is running
    killed_at = datetime.now(UTC)
    site.kill_workers()
    until(lambda: anna.round == 3, "the page, which is never behind its own countdown")
    started_at = datetime.now(UTC)
    site.start_workers()

    anna.turn_over(until_holding=DEAL + 2)
    boris.newest("Round 3", f"you hold {DEAL + 2} tiles")
    anna.submit_and_ask("GREEN")

    boris_asks(boris, tiles=DEAL + 3)
    anna.turn_over(until_holding=DEAL + 3)
    anna.turn_over(until_holding=DEAL + LIGHTS)
    anna.submit_and_ask("RED")

    last = boris.newest("DONE says that your board is final")
    assert "Done: GRID and DONE." in text_of(boris.answer(last, *boris.grid(last), "DONE"))
    result = boris.newest("The game is over")

    record = anna.get(f"{anna.table}record.json").json()
    lights = instants(record, "green")
    assert len(lights) == LIGHTS
    assert killed_at < lights[1] < started_at
    assert all(final["leftover"] == 0 for event in record["events"] for final in event.get("results", ()))
    for mail in (invitation, result):
        assert record["commitment"] in "".join(text_of(mail).split()).replace("|", "")
    assert "Boris" in anna.get(f"{anna.table}result/").text
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    assert json.loads(site.manage("verify_game", file))["verified"]


def boris_asks(boris, *, tiles):
    """Request the light by email, once Boris holds this many tiles."""
    newest = boris.newest(f"you hold {tiles} tiles")
    receipt = boris.answer(newest, *boris.grid(newest), "GREEN")
    assert "Done: GRID and GREEN." in text_of(receipt)


def instants(record, verb):
    return [datetime.fromisoformat(event["at"]) for event in record["events"] if event["verb"] == verb]
