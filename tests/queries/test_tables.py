"""A game as one reader sees it, and what only its own player sees."""

import json
from dataclasses import replace

import pytest

from games import commands, queries, store
from games.models import Board, Draft, Hand
from games.queries.record import record
from games.rules.values import Order
from games.wording import speak
from tests.tables import HOUR, NO_POOL, NOON, after, ask, complete, hand, look, make_table, order, parts, start, state

pytestmark = pytest.mark.django_db


def page(game_id, player, at=NOON):
    return queries.table(game_id=game_id, player=player, now=at)


def withheld_says(game_id, player):
    view = page(game_id, player)
    return speak(view.view.withheld_says, view.names)


def may(view):
    return {choice.verb: choice.reason if not choice.allowed else True for choice in view.may}


# --- access -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reader", ["dmitri", None])
def test_others_cannot_find_a_private_game(anna, boris, dmitri, reader):
    game_id = start(anna, boris, listed=False)
    player = dmitri if reader else None
    for read in (queries.table, record):
        with pytest.raises(store.NoSuchGame):
            read(game_id=game_id, player=player, now=NOON)


@pytest.mark.parametrize("reader", ["dmitri", None])
def test_anyone_can_watch_a_public_game(anna, boris, dmitri, reader):
    game_id = start(anna, boris)
    view = page(game_id, dmitri if reader else None)
    assert (view.you, view.view.hand, view.may) == (None, "", ())


# --- the player's own -------------------------------------------------------------------------------------------------


def test_a_player_sees_their_tiles_only_after_looking(anna, boris):
    game_id = start(anna, boris)
    assert (page(game_id, anna).view.hand, page(game_id, anna).view.unseen) == ("", 2)
    look(game_id, anna)
    view = page(game_id, anna).view
    assert (view.hand, view.unseen) == ("".join(sorted(hand(game_id, anna))), 0)
    assert view.rack == view.hand


def test_reading_a_page_does_not_look_at_tiles(anna, boris):
    game_id = start(anna, boris)
    page(game_id, anna)
    record(game_id=game_id, player=anna, now=NOON)
    assert state(game_id).unseen == {0: 2, 1: 2}


def test_the_current_score_is_shown_as_points_divided_by_words(anna, boris):
    game_id = start(anna, boris)
    look(game_id, anna)
    assert page(game_id, anna).view.score.shown() == "0/(0+2)=0.00"
    complete(game_id, anna)
    view = page(game_id, anna).view
    assert (view.score.shown(), view.score.complete, view.rack) == ("0/1=0.00", True, "")


def test_an_unavailable_action_says_why(anna, boris):
    game_id = start(anna, boris)
    look(game_id, anna)
    assert may(page(game_id, anna))["GREEN"].startswith(
        "Lay every tile before you ask for a light. Not in your submitted layout:"
    )
    assert may(page(game_id, boris))["GREEN"] == "You have 2 tiles face down. Look at them first."


def test_buttons_depend_on_the_next_light_and_the_players_request(anna, boris):
    game_id = start(anna, boris)
    assert "RED" not in may(page(game_id, anna))
    ask(game_id, anna)
    assert may(page(game_id, anna))["UNASK"] is True
    short = start(anna, boris, **NO_POOL)
    assert "GREEN" not in may(page(short, anna))


def test_a_page_says_who_and_what_the_game_is_waiting_for(anna, boris):
    game_id = start(anna, boris)
    ask(game_id, anna)
    view = page(game_id, anna)
    assert view.waiting_for == ("Boris",)
    assert view.why.startswith(
        "Your request is first. Boris hasn’t looked yet. The light follows 5 minutes after everyone has looked."
    )
    assert page(game_id, boris).waiting_for == ("you",)


def test_the_reader_is_addressed_as_you(anna, boris, chloe):
    game_id = make_table(anna, boris, chloe)
    assert page(game_id, boris).why.endswith("Waiting for Chloe and you.")
    assert page(game_id, None).why.endswith("Waiting for Boris and Chloe.")
    for player in (anna, boris, chloe):
        commands.agree(game_id=game_id, player=player, now=NOON)
    look(game_id, anna)
    assert page(game_id, boris).reasons[0] == "You and Chloe haven’t looked yet."
    assert page(game_id, anna).reasons[0] == "Boris and Chloe haven’t looked yet."


def test_the_reader_is_addressed_as_you_in_the_grace_period(anna, boris, chloe):
    game_id = start(anna, boris, chloe, leeway=0, tile_set="A3 E3", starting_tiles=2)
    look(game_id, boris, chloe)
    ask(game_id, anna)
    assert page(game_id, boris).why.endswith(", or as soon as you and Chloe say DONE.")
    assert page(game_id, anna).why.endswith(", or as soon as Boris and Chloe say DONE.")


def test_without_leeway_the_light_follows_the_last_look(anna, boris):
    game_id = start(anna, boris, leeway=0)
    ask(game_id, anna)
    assert "Boris hasn’t looked yet. The light follows as soon as everyone has looked." in page(game_id, anna).why


def test_the_clock_of_a_past_leeway_is_not_shown(anna, boris):
    game_id = start(anna, boris, leeway=300)
    look(game_id, anna, boris)
    at_once, later = (queries.table(game_id=game_id, player=anna, now=after(minutes=m)).clocks for m in (1, 6))
    assert [clock.label for clock in at_once] == ["Amber light: new tiles for everyone", "Leeway"]
    assert [clock.label for clock in later] == ["Amber light: new tiles for everyone"]


def test_a_withheld_tile_says_who_has_to_look_first(anna, boris, chloe):
    game_id = start(anna, boris, chloe, leeway=0, reveal_after="all")
    look(game_id, boris, chloe)
    ask(game_id, anna)
    assert withheld_says(game_id, anna) == "You can look once Boris and Chloe have looked"
    look(game_id, chloe)
    assert withheld_says(game_id, anna) == "You can look once Boris has looked"


def test_the_next_event_is_named(anna, boris):
    game_id = start(anna, boris)
    ask(game_id, anna)
    look(game_id, boris)
    coming = page(game_id, boris).next
    assert (coming.what, coming.at, coming.says) == ("green", after(minutes=5), "Anna’s green light")
    assert page(game_id, anna).next.says == "your green light"
    assert page(game_id, anna).clocks[0].label == "Your green light"


def test_tiles_by_email_go_only_to_their_own_player(anna, boris):
    game_id = make_table(anna, boris)
    commands.set_tiles_by_email(game_id=game_id, player=boris, on=True, now=NOON)
    for player in (anna, boris):
        commands.agree(game_id=game_id, player=player, now=NOON)
    to_anna, to_boris = (queries.table_to_mail(store.seen_now(game_id, now=NOON), player=who) for who in (anna, boris))
    assert (to_anna.tiles, to_anna.round) == ("", None)
    assert (to_boris.tiles, to_boris.round) == (state(game_id).hands[1], 1)
    late = queries.table_to_mail(store.seen_now(game_id, now=after(days=5)), player=boris)
    assert (late.tiles, late.round) == ("", None)  # away by then


def test_an_email_to_one_player_does_not_change_the_email_to_the_next(anna, boris):
    game_id = make_table(anna, boris)
    for player in (anna, boris):
        commands.set_tiles_by_email(game_id=game_id, player=player, on=True, now=NOON)
        commands.agree(game_id=game_id, player=player, now=NOON)
    table = store.seen_now(game_id, now=NOON)
    first = queries.table_to_mail(table, player=anna)
    assert queries.table_to_mail(table, player=boris).view.view.seats[0].seen is False
    assert parts(queries.table_to_mail(table, player=anna).view) == parts(first.view)


# --- the lobby --------------------------------------------------------------------------------------------------------


def test_the_commitment_is_shown_from_the_start_and_the_seed_after_the_end(anna, boris):
    game_id = make_table(anna, boris)
    assert len(page(game_id, anna).commitment) == 64
    for player in (anna, boris):
        commands.agree(game_id=game_id, player=player, cut="seven", now=NOON)
    assert page(game_id, anna).seed is None
    order(game_id, boris, "resign")
    assert len(page(game_id, anna).seed) == 64
    assert page(game_id, anna).cuts == ("seven", "seven")


def test_cuts_are_hidden_in_the_lobby(anna, boris):
    game_id = make_table(anna, boris)
    commands.agree(game_id=game_id, player=anna, cut="seven", now=NOON)
    assert page(game_id, boris).cuts == ()
    assert record(game_id=game_id, player=boris, now=NOON)["cuts"] == []


def test_an_invited_address_is_shown_only_to_its_inviter(anna, boris, dmitri):
    game_id = make_table(anna, boris, seats=3, invite=["chloe@example.org"])
    assert page(game_id, anna).invited == ("chloe@example.org",)
    assert page(game_id, boris).invited == page(game_id, dmitri).invited == ()


def test_no_page_of_a_running_game_shows_an_email_address(anna, boris, dmitri):
    game_id = start(anna, boris)
    for reader in (anna, boris, dmitri):
        view = page(game_id, reader)
        assert "@example.org" not in str((parts(view), view.history, view.own))


# --- what is hidden ---------------------------------------------------------------------------------------------------


def reads(game_id, player, at):
    """Return everything that this reader can get of a game, except for numbers that no page shows."""
    view = page(game_id, player, at)
    history = tuple(replace(line, n=0) for line in view.history)
    return parts(view), view.note, history, view.own, record(game_id=game_id, player=player, now=at)


@pytest.mark.parametrize("reader", ["anna", "dmitri"])
def test_tiles_layouts_and_drafts_of_one_player_are_hidden_from_others(anna, boris, dmitri, reader):
    game_id = start(anna, boris)
    look(game_id, anna, boris)
    player = {"anna": anna, "dmitri": dmitri}[reader]
    before = reads(game_id, player, NOON)
    complete(game_id, boris)
    commands.save_draft(game_id=game_id, player=boris, name="secret", layout=["AEAE"], now=NOON)
    Hand.objects.filter(game=game_id, seat=1).update(tiles="AA" if state(game_id).hands[1] == "EE" else "EE")
    assert reads(game_id, player, NOON) == before


@pytest.mark.parametrize("reader", ["anna", "dmitri"])
def test_a_hidden_request_is_invisible_to_others(anna, boris, dmitri, reader):
    game_id = start(anna, boris, requests_visible=False)
    look(game_id, boris)
    complete(game_id, boris)
    player = {"anna": anna, "dmitri": dmitri}[reader]
    before = reads(game_id, player, NOON)
    order(game_id, boris, "green")
    assert reads(game_id, player, NOON) == before
    assert any(choice.verb == "UNASK" for choice in page(game_id, boris).may)


def test_hidden_events_do_not_push_lines_off_the_history(anna, boris):
    game_id = start(anna, boris, requests_visible=False)
    look(game_id, boris)
    layout = Order("GRID", {"layout": [hand(game_id, boris)]})
    for n in range(2):
        commands.play(game_id=game_id, player=boris, orders=[layout] * 50, now=after(hours=n))
    assert page(game_id, anna, after(hours=2)).history[-1].says == "Anna created the game."


def test_a_returned_tile_is_hidden_from_others(anna, boris, dmitri):
    game_id = start(anna, boris)
    look(game_id, boris)
    order(game_id, boris, f"jaywalk {hand(game_id, boris)[0]}")
    for reader in (anna, dmitri):
        assert page(game_id, reader).history[0].says == "Boris jaywalked."
        (event,) = [e for e in record(game_id=game_id, player=reader, now=NOON)["events"] if e["verb"] == "jaywalk"]
        assert set(event) == {"n", "at", "verb", "seat"}


def test_no_page_or_record_shows_a_tile_withheld_or_face_down(anna, boris):
    game_id = start(anna, boris, leeway=0)
    look(game_id, boris)
    ask(game_id, anna)
    for reader in (anna, boris):
        (green,) = [e for e in record(game_id=game_id, player=reader, now=NOON)["events"] if e["verb"] == "green"]
        assert green["draws"] == [None, None]
        assert len(page(game_id, reader).view.hand) == 2


def test_the_order_of_the_pool_and_the_key_are_never_revealed(anna, boris):
    game_id = start(anna, boris)
    look(game_id, anna)
    pool, game = state(game_id).bags["pool"], store.seen_now(game_id, now=NOON).game
    view = page(game_id, anna)
    everything = str((view, view.note, view.history, view.own)) + json.dumps(
        record(game_id=game_id, player=anna, now=NOON)
    )
    for secret in (pool, pool[::-1], bytes(game.seed).hex(), bytes(game.key).hex()):
        assert secret not in everything


def test_all_layouts_are_shown_when_the_game_is_over(anna, boris, dmitri):
    game_id = start(anna, boris, **NO_POOL, leeway=0)
    look(game_id, boris)
    ask(game_id, anna)
    complete(game_id, boris)
    order(game_id, boris, "done")
    view = page(game_id, dmitri)
    assert {view.names[one.result.seat]: "/".join(one.result.layout) for one in view.view.results} == {
        "Anna": Board.objects.get(game=game_id, seat=0).layout,
        "Boris": Board.objects.get(game=game_id, seat=1).layout,
    }
    assert {seat.rank for seat in view.seats} <= {1, 2}


def test_a_draft_is_visible_only_to_its_player(anna, boris):
    game_id = start(anna, boris)
    commands.save_draft(game_id=game_id, player=boris, name="mine", layout=["AE"], now=NOON)
    assert [draft.name for draft in page(game_id, boris).own.drafts] == ["mine"]
    assert page(game_id, anna).own.drafts == ()
    assert Draft.objects.count() == 1


# --- lists ------------------------------------------------------------------------------------------------------------


def test_my_games_are_grouped_by_who_they_wait_for(anna, boris, chloe):
    waits_for_me, waits_for_boris = start(anna, boris), start(anna, boris)
    ask(waits_for_boris, anna)
    lobby, over = make_table(anna, seats=2), start(anna, chloe)
    order(over, chloe, "resign")
    start(boris, chloe)
    games = queries.my_games(player=anna, now=NOON)
    assert [line.id for line in games.waiting_for_me] == [waits_for_me]
    assert [line.id for line in games.waiting_for_others] == [waits_for_boris]
    assert [line.id for line in games.lobby] == [lobby]
    assert [(line.id, line.came, line.result) for line in games.finished] == [(over, "You won", "Chloe resigned")]


def test_a_game_that_has_just_timed_out_is_listed_as_finished(anna, boris):
    game_id = start(anna, boris, **NO_POOL, leeway=0)
    look(game_id, boris)
    ask(game_id, anna)
    late = after(days=1)
    before = queries.my_games(player=anna, now=late)
    commands.apply_due(game_id=game_id, now=late)
    assert queries.my_games(player=anna, now=late) == before
    assert [line.id for line in before.finished] == [game_id]


def test_a_hidden_request_does_not_change_others_lists(anna, boris):
    game_id = start(anna, boris, requests_visible=False)
    look(game_id, anna, boris)
    before = queries.my_games(player=anna, now=NOON)
    ask(game_id, boris)
    assert queries.my_games(player=anna, now=NOON) == before


def test_open_games_are_other_players_public_lobbies_with_a_free_seat(anna, boris):
    game_id = make_table(anna, seats=2)
    make_table(anna, seats=2, listed=False)
    make_table(anna, boris)
    assert [game.id for game in queries.open_games(player=boris, now=NOON + HOUR)] == [game_id]
    assert [game.id for game in queries.open_games(player=None, now=NOON + HOUR)] == [game_id]
    assert queries.open_games(player=anna, now=NOON + HOUR) == ()
    assert queries.open_games(player=boris, now=after(days=14)) == ()
