"""Emails to a player bounce: none of their games relies on email any more."""

from datetime import timedelta

from games import commands, queries
from games.models import Seat
from games.rules import registry
from games.rules.table.verify import replay
from tests.tables import NOON, after, happened, make_table, order, start, state


def test_tiles_by_email_is_turned_off_in_every_game(anna, boris):
    running, lobby = start(anna, boris), make_table(anna, boris)
    for game_id in (running, lobby):
        commands.set_tiles_by_email(game_id=game_id, player=boris, on=True, now=NOON)
    commands.mail_fails(player=boris, now=NOON)
    assert not Seat.objects.filter(player=boris, tiles_by_email=True).exists()
    assert state(running).tiles_by_email_next == ()


def test_the_deadline_to_look_is_extended_by_a_day_once_a_game(anna, boris):
    game_id = start(anna, boris, see_bank=0)
    commands.mail_fails(player=boris, now=NOON)
    commands.mail_works(player=boris, now=after(hours=1))
    commands.mail_fails(player=boris, now=after(hours=2))
    assert happened(game_id).count(("extend", 1)) == 1
    assert state(game_id).clocks.ends("see 1") == after(days=2)
    assert state(game_id).clocks.ends("see 0") == after(days=1)


def test_other_players_see_that_email_fails_until_it_works_again(anna, boris):
    game_id = start(anna, boris)

    def says_so():
        return [seat.mail_fails for seat in queries.table(game_id=game_id, player=anna, now=NOON).seats]

    commands.mail_fails(player=boris, now=NOON)
    assert says_so() == [False, True]
    commands.mail_works(player=boris, now=after(hours=1))
    assert says_so() == [False, False]


def test_the_time_of_the_first_failure_is_kept(boris):
    commands.mail_fails(player=boris, now=NOON)
    commands.mail_fails(player=boris, now=NOON + timedelta(days=1))
    boris.refresh_from_db()
    assert boris.mail_fails_since == NOON


def test_a_record_with_an_extension_verifies(anna, boris):
    game_id = start(anna, boris)
    commands.mail_fails(player=boris, now=NOON)
    order(game_id, boris, "resign", at=after(hours=1))
    record = queries.record(game_id=game_id, player=anna, now=after(hours=1))
    assert {"n": 2, "at": "2026-11-20T12:00:00.000000Z", "verb": "extend", "seat": 1} in record["events"]
    replay(registry.kind("crossing"), record)  # raises if anything doesn't follow
