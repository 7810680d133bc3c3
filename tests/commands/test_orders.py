"""Orders from the web, the API and by email: all or nothing, permanent looks, stale orders, and limits."""

import pytest

from games import commands, store
from games.models import Event, Seat
from games.rules.values import Order, OrderRefused
from tests.tables import (
    NO_POOL,
    NOON,
    after,
    ask,
    complete,
    hand,
    happened,
    look,
    make_table,
    order,
    start,
    state,
)

pytestmark = pytest.mark.django_db


def by_mail(game_id, player, text, at=NOON):
    commands.mail_is_waiting(game_id=game_id, mail=1, accepted_at=at)
    order(game_id, player, text, at=at, mail=1)


# --- looking first ----------------------------------------------------------------------------------------------------


def test_a_command_on_the_web_looks_at_the_tile_first(anna, boris):
    game_id = start(anna, boris)
    commands.play(game_id=game_id, player=anna, orders=[Order("PAUSE")], now=NOON)
    assert happened(game_id) == [("deal", None), ("seen", 0), ("pause", 0)]


def test_that_look_counts_even_if_the_command_is_refused(anna, boris):
    game_id = start(anna, boris)
    with pytest.raises(OrderRefused, match="You don’t hold"):
        order(game_id, anna, "jaywalk q")
    assert happened(game_id) == [("deal", None), ("seen", 0)]


def test_a_stale_command_does_not_look_at_the_tile(anna, boris):
    game_id = start(anna, boris)
    with pytest.raises(commands.Stale, match=r"The game has moved on to turn 1\. Look again, then decide\."):
        commands.play(game_id=game_id, player=anna, orders=[Order("PAUSE")], turn=7, now=NOON)
    assert happened(game_id) == [("deal", None)]


@pytest.mark.parametrize("text", ["say hello", "help", "grid\nAE\nend\nsave"])
def test_chat_help_and_drafts_do_not_look_at_the_tile(anna, boris, text):
    game_id = start(anna, boris)
    order(game_id, anna, text)
    assert happened(game_id) == [("deal", None)]


def test_only_a_status_command_by_email_looks_at_the_tile(anna, boris):
    game_id = start(anna, boris)
    with pytest.raises(OrderRefused, match="face down"):
        by_mail(game_id, anna, "green")
    assert happened(game_id) == [("deal", None)]
    by_mail(game_id, anna, "status")
    assert happened(game_id)[-1] == ("seen", 0)


def test_the_look_by_status_counts_even_if_the_rest_of_the_email_is_refused(anna, boris):
    game_id = start(anna, boris)
    with pytest.raises(OrderRefused, match="You don’t hold"):  # names tiles not in the hand, which reveals the hand
        by_mail(game_id, anna, "status\ngrid\nABCDE.\nend")
    assert happened(game_id)[-1] == ("seen", 0)
    assert state(game_id).boards[0] == ()


def test_a_player_who_has_resigned_can_still_ask_for_the_status(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    order(game_id, anna, "resign")
    before = happened(game_id)
    by_mail(game_id, anna, "status")
    order(game_id, anna, "status")
    assert happened(game_id) == before


def test_anything_the_look_makes_due_comes_before_the_command(anna, boris):
    game_id = start(anna, boris, leeway=0)
    ask(game_id, anna)
    with pytest.raises(OrderRefused, match="face down"):
        commands.play(
            game_id=game_id,
            player=boris,
            orders=[Order("JAYWALK", {"tiles": (state(game_id).hands[1][0],)})],
            now=after(hours=1),
        )
    assert happened(game_id)[-2:] == [("seen", 1), ("green", 0)]


# --- all or nothing ---------------------------------------------------------------------------------------------------


def test_several_commands_are_carried_out_together_or_not_at_all(anna, boris):
    game_id = start(anna, boris)
    look(game_id, anna)
    before = state(game_id)
    with pytest.raises(OrderRefused, match=r"You have no request to withdraw\."):
        commands.play(
            game_id=game_id,
            player=anna,
            orders=[Order("GRID", {"layout": [hand(game_id, anna)]}), Order("SAY", {"text": "hi"}), Order("UNASK")],
            now=after(minutes=1),
        )
    assert state(game_id) == before
    assert happened(game_id)[-1] == ("seen", 0)


def test_a_light_request_applies_to_the_layout_below_it(anna, boris):
    game_id = start(anna, boris)
    look(game_id, anna)
    order(game_id, anna, f"green\ngrid\n{hand(game_id, anna)}\nend")
    assert happened(game_id)[-1] == ("ask", 0)


def test_a_jaywalk_is_carried_out_last(anna, boris):
    game_id = start(anna, boris)
    look(game_id, anna)
    held = hand(game_id, anna)
    order(game_id, anna, f"jaywalk {held[0]}\ngrid\n{held}\nend")
    assert happened(game_id)[-1] == ("jaywalk", 0)


@pytest.mark.parametrize("verb", ["JOIN", "DECLINE"])
def test_replies_to_an_invitation_are_refused_in_a_running_game(anna, boris, verb):
    game_id = start(anna, boris)
    with pytest.raises(OrderRefused, match=f"{verb} is for answering an invitation"):
        commands.play(game_id=game_id, player=anna, orders=[Order(verb)], now=NOON)


def test_an_unknown_verb_is_refused(anna, boris):
    game_id = start(anna, boris)
    with pytest.raises(OrderRefused, match=r"DANCE isn’t a command in this game\."):
        commands.play(game_id=game_id, player=anna, orders=[Order("DANCE")], now=NOON)


# --- strangers --------------------------------------------------------------------------------------------------------


def test_a_stranger_cannot_find_a_private_game(anna, boris, dmitri):
    game_id = start(anna, boris, listed=False)
    with pytest.raises(store.NoSuchGame):
        look(game_id, dmitri)


def test_a_spectator_cannot_act_in_a_public_game(anna, boris, dmitri):
    game_id = start(anna, boris)
    with pytest.raises(OrderRefused, match=r"You aren’t playing in this game\."):
        look(game_id, dmitri)


# --- turns ------------------------------------------------------------------------------------------------------------


def test_every_light_advances_the_turn(anna, boris):
    game_id = start(anna, boris, **NO_POOL, leeway=0)
    look(game_id, boris)
    ask(game_id, anna)
    assert (state(game_id).round, state(game_id).turn) == (1, 2)
    complete(game_id, boris)
    with pytest.raises(commands.Stale):
        commands.play(game_id=game_id, player=boris, orders=[Order("DONE")], turn=1, now=NOON)
    commands.play(game_id=game_id, player=boris, orders=[Order("DONE")], turn=2, now=NOON)
    assert state(game_id).phase == "finished"


def test_an_event_that_is_due_makes_a_command_stale_without_a_worker(anna, boris):
    game_id = start(anna, boris)
    ask(game_id, anna)
    look(game_id, boris)
    with pytest.raises(commands.Stale, match="turn 2"):
        commands.play(game_id=game_id, player=boris, orders=[Order("PAUSE")], turn=1, now=after(minutes=5))


# --- limits -----------------------------------------------------------------------------------------------------------


def flood(game_id, player, orders, at):
    commands.play(game_id=game_id, player=player, orders=[Order("HELP")] * orders, now=at)


def counted(game_id, seat=0):
    return Seat.objects.get(game=game_id, number=seat).orders_in_hour


def test_at_most_six_hundred_commands_an_hour(anna, boris):
    game_id = start(anna, boris)
    flood(game_id, anna, 600, NOON)
    with pytest.raises(
        commands.TooManyOrders, match=r"You can give at most 600 commands an hour and 3000 a day\. Wait a while\."
    ):
        look_by_order(game_id, anna, after(minutes=59))
    look_by_order(game_id, anna, after(minutes=60))
    assert ("seen", 0) in happened(game_id)


def look_by_order(game_id, player, at):
    commands.play(game_id=game_id, player=player, orders=[Order("PAUSE")], now=at)


def test_at_most_three_thousand_commands_a_day(anna, boris):
    game_id = start(anna, boris)
    for hour in range(5):
        flood(game_id, anna, 600, after(hours=hour))
    with pytest.raises(commands.TooManyOrders):
        flood(game_id, anna, 1, after(hours=6))
    flood(game_id, anna, 1, after(hours=24))


def test_commands_are_counted_per_seat(anna, boris):
    game_id = start(anna, boris)
    flood(game_id, anna, 600, NOON)
    flood(game_id, boris, 600, NOON)
    assert counted(game_id, seat=1) == 600


def test_a_live_game_stays_well_within_the_limit(anna, boris):
    """Thirty lights of 90 seconds, with a look, several layouts and a request at each."""
    game_id = start(anna, boris)
    for light in range(30):
        flood(game_id, anna, 10, after(seconds=90 * light))
    assert counted(game_id) == 300


def test_a_refused_command_counts(anna, boris):
    game_id = start(anna, boris)
    with pytest.raises(OrderRefused, match=r"You have no request to withdraw\."):
        order(game_id, anna, "unask")
    assert counted(game_id) == 1


def test_a_stale_command_counts(anna, boris):
    game_id = start(anna, boris)
    with pytest.raises(commands.Stale):
        commands.play(game_id=game_id, player=anna, orders=[Order("PAUSE")], turn=7, now=NOON)
    assert counted(game_id) == 1


def test_a_look_counts(anna, boris):
    game_id = start(anna, boris)
    look(game_id, anna)
    look(game_id, anna)
    assert counted(game_id) == 2


# --- chat -------------------------------------------------------------------------------------------------------------


def say(game_id, player, text, at=NOON):
    commands.say(game_id=game_id, player=player, text=text, now=at)


def test_a_chat_message_is_not_a_command(anna, boris):
    game_id = start(anna, boris)
    say(game_id, anna, "  good\n luck 🎲👨‍👩‍👧 ")
    event = Event.objects.get(verb="say")
    assert (event.seat, event.facts) == (0, {"text": "good luck 🎲👨‍👩‍👧"})
    assert happened(game_id) == [("deal", None)]


def test_bidirectional_controls_are_removed_from_chat(anna, boris):
    game_id = start(anna, boris)
    say(game_id, anna, "Call \u202a+33 1 23\u202c, or \u2067שלום\u2069")
    assert Event.objects.get(verb="say").facts == {"text": "Call +33 1 23, or שלום"}


@pytest.mark.parametrize(
    ("text", "why"), [("   ", "Write something"), ("x" * 501, "at most 500"), ("a\x00", "control")]
)
def test_a_chat_message_is_validated(anna, boris, text, why):
    with pytest.raises(OrderRefused, match=why):
        say(start(anna, boris), anna, text)


def test_at_most_twenty_chat_messages_a_day(anna, boris):
    game_id = start(anna, boris)
    for n in range(20):
        say(game_id, anna, str(n), at=after(minutes=n))
    with pytest.raises(OrderRefused, match=r"at most 20 messages a day\. Send more tomorrow"):
        say(game_id, anna, "one more", at=after(hours=12))
    say(game_id, boris, "hm")
    say(game_id, anna, "one more", at=after(hours=25))


def test_chat_works_in_the_lobby_and_after_the_game(anna, boris):
    say(make_table(anna, boris), anna, "hello")
    game_id = start(anna, boris)
    order(game_id, anna, "resign")
    say(game_id, boris, "thanks", at=after(days=30))
    say(game_id, anna, "your third word was the best", at=after(days=400))


# --- resigning, pauses, tiles by email --------------------------------------------------------------------------------


def test_a_player_can_resign(anna, boris):
    game_id = start(anna, boris)
    order(game_id, boris, "resign")
    assert happened(game_id)[-3:] == [("resign", 1), ("score", None), ("end", None)]


def test_a_finished_game_allows_only_chat_and_status(anna, boris):
    game_id = start(anna, boris)
    order(game_id, boris, "resign")
    for text in ("green", "done", "grid\nAE\nend"):
        with pytest.raises(OrderRefused, match="The game is over"):
            order(game_id, anna, text)
    order(game_id, anna, "status")
    order(game_id, anna, "say well played")


def test_everyone_must_agree_to_a_pause_and_anyone_can_end_it(anna, boris):
    game_id = start(anna, boris)
    for player in (anna, boris):
        commands.play(game_id=game_id, player=player, orders=[Order("PAUSE")], now=NOON)
    assert state(game_id).clocks.pause.ends == after(days=14)
    commands.play(game_id=game_id, player=anna, orders=[Order("RESUME")], now=after(days=2))
    assert state(game_id).clocks.pause is None


def test_tiles_by_email_can_be_turned_on_during_a_game(anna, boris):
    game_id = start(anna, boris)
    commands.set_tiles_by_email(game_id=game_id, player=anna, on=True, now=NOON)
    assert Seat.objects.get(game=game_id, number=0).tiles_by_email
    assert (state(game_id).tiles_by_email, state(game_id).tiles_by_email_next) == ((), (0,))


def test_tiles_sent_by_email_count_as_seen(anna, boris):
    game_id = make_table(anna, boris)
    commands.set_tiles_by_email(game_id=game_id, player=boris, on=True, now=NOON)
    for player in (anna, boris):
        commands.agree(game_id=game_id, player=player, now=NOON)
    commands.see_by_mail(game_id=game_id, rounds={1: 1}, now=NOON)
    assert happened(game_id)[-1] == ("seen", 1)
