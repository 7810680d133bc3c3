"""The calendar feed: a player's deadlines for any calendar program, and nothing that is hidden from the player."""

from dataclasses import replace
from datetime import timedelta

import icalendar
import pytest

from games import commands
from games.models import Game
from games.players.models import Player
from games.tournaments.commands.calendar import calendar_token, end_address
from games.tournaments.models import CalendarAddress
from games.tournaments.queries.calendar import calendar_of
from games.tournaments.web.calendar import calendar_text
from tests.of_pieces import start_of, to_move
from tests.tables import ask, hand, look, start
from tests.tournaments.rows import DAY, division, fixture, round_of, tournament

pytestmark = pytest.mark.django_db


def entries(client, player):
    answer = client.get(f"/calendar/{calendar_token(player)}.ics")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return icalendar.Calendar.from_ical(answer.content).walk("VEVENT")


def test_tiles_to_look_at_are_in_the_calendar_until_the_player_looks(client, anna, boris, now):
    game_id = start(anna, boris, now=now)
    found = {str(one["UID"]).partition("-")[0]: one for one in entries(client, anna)}
    assert str(found["look"]["SUMMARY"]) == "Look at your new tiles: Lexicon Crossing with Boris"
    assert str(found["look"]["URL"]).endswith(f"/games/{game_id}/")
    assert found["look"]["DTSTART"].dt > now
    look(game_id, anna, at=now)
    assert "look" not in {str(one["UID"]).partition("-")[0] for one in entries(client, anna)}


def test_a_move_is_only_in_the_calendar_of_the_player_to_move(client, anna, boris, now):
    mover, other = to_move(start_of("lynx", anna, boris, now=now), anna, boris)
    assert [str(one["SUMMARY"]) for one in entries(client, mover)] == [f"Make your move: Lynx with {other.name}"]
    assert entries(client, other) == []


def test_the_calendar_has_tables_to_join_and_the_ends_of_rounds(client, anna, boris, now):
    one = round_of(division(tournament(anna, boris, format="swiss", now=now)), now=now)
    made = fixture(one, 1, 2, phase="joining", agreed=(2,), now=now)
    joins, ends = entries(client, anna)
    assert (str(joins["SUMMARY"]), joins["DTSTART"].dt) == (
        "Join your table for round 1: Autumn league",
        made.join_by.replace(microsecond=0),
    )
    assert (str(ends["SUMMARY"]), ends["DTSTART"].dt) == (
        "Round 1 ends: Autumn league",
        one.ends_at.replace(microsecond=0),
    )
    assert [str(only["SUMMARY"]) for only in entries(client, boris)] == ["Round 1 ends: Autumn league"]


def test_tables_that_end_together_share_one_calendar_entry(anna, boris, now):
    of_both = division(tournament(anna, boris, now=now))
    for _ in range(3):
        fixture(round_of(of_both, now=now), 1, 2, phase="joining", agreed=(1,), now=now)
    assert [entry.title for entry in calendar_of(anna, now=now)] == ["All your tables end: Autumn league"]


def test_a_ladder_challenge_is_in_the_calendar_with_its_own_end(anna, boris, now):
    on = round_of(division(tournament(anna, boris, format="ladder", now=now)), ends_at=now + 9999 * DAY, now=now)
    made = fixture(on, 2, 1, phase="joining", agreed=(1, 2), now=now)
    Game.objects.filter(pk=made.game_id).update(hard_end=now + 5 * DAY)
    assert [(entry.title, entry.at) for entry in calendar_of(anna, now=now)] == [
        ("Your challenge ends: Autumn league", now + 5 * DAY)
    ]


def test_draft_rounds_and_games_of_others_are_not_in_the_calendar(client, anna, boris, chloe, now):
    planned = round_of(division(tournament(anna, boris, now=now)), phase="draft", now=now)
    fixture(planned, 1, 2, phase="planned", now=now)
    start(boris, chloe, now=now)
    assert entries(client, anna) == []


def test_an_unchanged_calendar_is_not_sent_again(client, anna, boris, now):
    start(anna, boris, now=now)
    address = f"/calendar/{calendar_token(anna)}.ics"
    first = client.get(address)
    later = now + timedelta(minutes=3)
    assert calendar_of(anna, now=later) == calendar_of(anna, now=now)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_a_moved_deadline_stays_the_same_entry(anna, boris, now):
    one = round_of(division(tournament(anna, boris, format="swiss", now=now)), now=now)
    fixture(one, 1, 2, phase="playing", game=Game.objects.get(pk=start(anna, boris, now=now)), now=now)
    before = {entry.key: entry for entry in calendar_of(anna, now=now)}
    one.ends_at += DAY
    one.save()
    after = {entry.key: entry for entry in calendar_of(anna, now=now)}
    assert before.keys() == after.keys()
    (moved,) = (key for key in before if before[key].at != after[key].at)
    assert moved.startswith("end-")


@pytest.mark.parametrize(("is_hidden", "is_told"), [(True, False), (False, True)])
def test_the_calendar_changes_with_a_request_only_if_requests_are_visible(anna, boris, now, is_hidden, is_told):
    game_id = start(anna, boris, now=now, requests_visible=not is_hidden)
    look(game_id, anna, boris, at=now)
    before = calendar_of(anna, now=now)
    commands.save_draft(game_id=game_id, player=boris, name="Mine", layout=[hand(game_id, boris)], now=now)
    ask(game_id, boris, at=now + timedelta(seconds=20))
    assert (calendar_of(anna, now=now + timedelta(seconds=21)) != before) is is_told


def test_tiles_and_email_addresses_are_not_in_the_calendar(client, anna, boris, now):
    game_id = start(anna, boris, now=now, starting_tiles=6)
    look(game_id, boris, at=now)
    text = client.get(f"/calendar/{calendar_token(anna)}.ics").content.decode()
    for secret in (hand(game_id, boris), boris.email, anna.email, "withheld"):
        assert secret not in text


def test_a_new_calendar_address_ends_the_previous_one(client, browser_of, anna):
    old = calendar_token(anna)
    assert browser_of(anna).post("/calendar/new/").status_code == 302
    assert client.get(f"/calendar/{old}.ics").status_code == 404
    new = calendar_token(anna)
    assert client.get(f"/calendar/{new}.ics").status_code == 200
    end_address(anna)
    assert client.get(f"/calendar/{new}.ics").status_code == 404
    assert CalendarAddress.objects.count() == 1


@pytest.mark.parametrize("token", ["1-1", "1-1:forged", "x", "1"])
def test_a_forged_calendar_address_is_not_found(client, anna, token):
    assert client.get(f"/calendar/{token}.ics").status_code == 404


def test_the_calendar_address_is_listed_with_the_other_channels(client, browser_of, anna):
    page = browser_of(anna).get("/settings/notifications/channels/").content.decode()
    assert f"/calendar/{calendar_token(anna)}.ics" in page
    Player.objects.filter(pk=anna.pk).update(is_active=False)
    assert client.get(f"/calendar/{calendar_token(anna)}.ics").status_code == 404


def test_the_calendar_is_in_its_players_language(client, anna, boris, now):
    start(anna, boris, now=now)
    english = [str(one["SUMMARY"]) for one in entries(client, anna)]
    ask_in_english = client.get(f"/calendar/{calendar_token(anna)}.ics", headers={"Accept-Language": "fr"})
    assert [
        str(one["SUMMARY"]) for one in icalendar.Calendar.from_ical(ask_in_english.content).walk("VEVENT")
    ] == english


def test_a_moved_deadline_has_a_higher_sequence_and_a_timestamp(anna, boris, now):
    start(anna, boris, now=now)
    entry = calendar_of(anna, now=now)[0]
    moved = replace(entry, at=entry.at + timedelta(hours=1))
    before, after = (
        icalendar.Calendar.from_ical(calendar_text([one], now=now)).walk("VEVENT")[0] for one in (entry, moved)
    )
    assert before["UID"] == after["UID"]
    assert before["SEQUENCE"] < after["SEQUENCE"]
    for stamp in ("DTSTAMP", "LAST-MODIFIED"):
        assert before[stamp].dt == now.replace(microsecond=0)
