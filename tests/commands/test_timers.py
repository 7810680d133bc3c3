"""Timers change no outcome if they run late, twice or not at all; and emails that hold a deadline."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import commands, queries, store
from games.models import Event, Game, WaitingMail
from games.players.models import Player
from games.rules.values import Order, OrderRefused
from tests.tables import NO_POOL, NOON, after, ask, complete, hand, happened, look, make_table, order, start, state

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


# --- due games --------------------------------------------------------------------------------------------------------


def test_due_games_come_in_order_of_their_due_times(anna, boris):
    late = start(anna, boris, see_bank=0)
    later = start(anna, boris, see_bank=60)
    assert commands.due_games(now=after(days=1) - SECOND) == []
    assert commands.due_games(now=after(days=1)) == [late]
    assert commands.due_games(now=after(days=2)) == [late, later]


def test_a_lobby_is_never_due(anna):
    make_table(anna, seats=2)
    assert commands.due_games(now=after(days=99)) == []


def test_apply_due_returns_whether_anything_was_due(anna, boris):
    game_id = start(anna, boris, see_bank=0)
    assert commands.apply_due(game_id=game_id, now=after(hours=23)) is False
    assert commands.apply_due(game_id=game_id, now=after(hours=25)) is True
    assert commands.apply_due(game_id=game_id, now=after(hours=25)) is False
    assert happened(game_id) == [("deal", None), ("away", 0), ("away", 1)]


def test_a_late_timer_grants_the_light_at_its_due_time(anna, boris):
    game_id = start(anna, boris)
    ask(game_id, anna)
    look(game_id, boris, at=after(minutes=3))
    commands.apply_due(game_id=game_id, now=after(hours=7))
    assert Event.objects.get(game=game_id, verb="green").at == after(minutes=8)


def test_only_clocks_of_the_player_on_vacation_stop(anna, boris):
    game_id = start(anna, boris)
    commands.declare_vacation(player=boris, starts=after(hours=1), ends=after(days=2), now=NOON)
    assert Game.objects.get(pk=game_id).due_at == after(hours=1)
    commands.apply_due(game_id=game_id, now=after(hours=1))
    assert Game.objects.get(pk=game_id).due_at == after(days=2)
    commands.apply_due(game_id=game_id, now=after(days=2))
    assert Game.objects.get(pk=game_id).due_at == after(days=5)  # Anna's own clock continued


def test_timers_alone_bring_an_abandoned_game_to_its_end(anna, boris):
    game_id = start(anna, boris)
    for _ in range(100):
        due_at = Game.objects.get(pk=game_id).due_at
        if due_at is None:
            break
        commands.apply_due(game_id=game_id, now=due_at)
    game = Game.objects.get(pk=game_id)
    assert (game.phase, game.ending, game.finished_at) == ("finished", "abandoned", after(days=35))


# --- with and without sweeps ------------------------------------------------------------------------------------------

MOVES = ["look", "lay", "lay some", "ask", "unask", "jaywalk", "done", "pause", "resume", "resign", "vacation", "wait"]
STEPS = st.lists(
    st.tuples(
        st.sampled_from([*MOVES, "look", "ask", "ask", "wait"]),
        st.integers(0, 2),
        st.sampled_from([0, 1, 4, 5, 60, 300, 1440, 4320, 7200]),
        st.lists(st.sampled_from([1, 5, 30, 1440]), max_size=2),
    ),
    min_size=8,
    max_size=25,
)
TABLES = st.fixed_dictionaries(
    {
        "tile_set": st.sampled_from(["A8 E8", "A5 E5", "A4 E4"]),
        "see_bank": st.sampled_from([0, 86400]),
        "reveal_after": st.sampled_from(["one", "all"]),
        "vacation": st.sampled_from(["waits", "passes"]),
        "leeway": st.sampled_from([0, 300]),
    }
)


def attempt(game_id, player, move, at):
    """Make a move if it is allowed; a refusal is an outcome, too."""
    try:
        match move:
            case "look":
                look(game_id, player, at=at)
            case "lay":
                complete(game_id, player, at=at)
            case "lay some":
                commands.play(
                    game_id=game_id,
                    player=player,
                    orders=[Order("GRID", {"layout": [hand(game_id, player)[:1]]})],
                    now=at,
                )
            case "ask":
                look(game_id, player, at=at)
                complete(game_id, player, at=at)
                verb = "RED" if store.seen_now(game_id, now=at).state.pool_is_short else "GREEN"
                commands.play(game_id=game_id, player=player, orders=[Order(verb)], now=at)
            case "jaywalk":
                look(game_id, player, at=at)
                tiles = (hand(game_id, player)[0],)
                commands.play(game_id=game_id, player=player, orders=[Order("JAYWALK", {"tiles": tiles})], now=at)
            case "vacation":
                table = store.seen_now(game_id, now=at)
                instants = {"starts": at.isoformat(), "ends": (at + timedelta(days=3)).isoformat()}
                with store.locked(game_id, now=at) as locked:
                    locked.play(table.seat_of(player), Order("VACATION", instants))
            case "wait":
                pass
            case _:
                commands.play(game_id=game_id, player=player, orders=[Order(move.upper())], now=at)
    except OrderRefused as refused:
        return str(refused)
    return None


@pytest.mark.sqlite
@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(options=TABLES, steps=STEPS)
def test_the_same_commands_end_alike_with_and_without_sweeps(options, steps):
    names = ("Anna", "Boris", "Chloe")
    Game.objects.all().delete()  # one player can only create so many games a day
    players = [Player.objects.get_or_create(email=f"{name}@example.org", defaults={"name": name})[0] for name in names]
    swept, unswept = (start(*players, seed=bytes(32), **options) for _ in range(2))
    assert play_out(unswept, players, steps) == play_out(swept, players, steps, sweep=commands.apply_due)


def not_at_all(*, game_id, now):
    """Stand in for a worker that is down."""


def play_out(game_id, players, steps, *, sweep=not_at_all):
    at, refusals = NOON, []
    for move, number, minutes, sweeps in steps:
        for between in sweeps:
            sweep(game_id=game_id, now=at + timedelta(minutes=min(between, minutes)))
        at += timedelta(minutes=minutes)
        sweep(game_id=game_id, now=at)
        refusals.append(attempt(game_id, players[number], move, at))
    commands.apply_due(game_id=game_id, now=at + timedelta(days=400))
    events = Event.objects.filter(game=game_id).order_by("n")
    return state(game_id), refusals, list(events.values_list("n", "at", "verb", "seat", "facts"))


# --- waiting mail -----------------------------------------------------------------------------------------------------


def wait_for_mail(game_id, *, accepted_at, mail=7):
    commands.mail_is_waiting(game_id=game_id, mail=mail, accepted_at=accepted_at)


def test_an_email_that_arrived_in_time_holds_the_deadline(anna, boris):
    game_id = start(anna, boris, see_bank=0)
    look(game_id, anna)
    wait_for_mail(game_id, accepted_at=after(hours=23))
    commands.apply_due(game_id=game_id, now=after(hours=24, minutes=5))
    assert state(game_id).away == ()


def test_tiles_by_email_can_be_changed_while_an_email_holds_the_game(anna, boris):
    game_id = start(anna, boris, see_bank=0)
    look(game_id, anna)
    commands.set_tiles_by_email(game_id=game_id, player=boris, on=True, now=NOON)
    wait_for_mail(game_id, accepted_at=after(hours=23))
    commands.set_tiles_by_email(game_id=game_id, player=boris, on=False, now=after(hours=24, minutes=5))
    assert state(game_id).tiles_by_email_next == ()
    assert state(game_id).away == ()
    commands.mail_was_read(mail=7, now=after(hours=24, minutes=6))
    assert state(game_id).away == (1,)


def test_its_commands_count_from_the_deadline_and_others_have_to_wait(anna, boris):
    game_id = start(anna, boris, see_bank=0)
    look(game_id, anna)
    wait_for_mail(game_id, accepted_at=after(hours=23))
    with pytest.raises(
        OrderRefused, match=r"An email that arrived in time is still being processed\. Try again in a minute\."
    ):
        look(game_id, anna, at=after(hours=24, minutes=5))
    order(game_id, boris, "status", at=after(hours=24, minutes=6), mail=7)
    assert happened(game_id)[-1] == ("seen", 1)
    assert Event.objects.filter(game=game_id).latest("n").at == after(hours=24)
    look(game_id, anna, at=after(hours=24, minutes=7))


def test_commands_in_an_email_are_carried_out_once(anna, boris):
    game_id = start(anna, boris)
    wait_for_mail(game_id, accepted_at=NOON)
    order(game_id, anna, "say Hello", mail=7)
    with pytest.raises(commands.AlreadyObeyed):
        order(game_id, anna, "say Hello", mail=7)
    assert Event.objects.filter(game=game_id, verb="say").count() == 1


def test_a_refused_email_waits_until_the_refusal_is_sent(anna, boris):
    game_id = start(anna, boris)
    wait_for_mail(game_id, accepted_at=NOON)
    with pytest.raises(OrderRefused, match="face down"):
        order(game_id, anna, "green", mail=7)
    assert WaitingMail.objects.exists()


def test_after_the_email_is_read_the_deadline_passes_at_its_own_time(anna, boris):
    game_id = start(anna, boris, see_bank=0)
    look(game_id, anna)
    wait_for_mail(game_id, accepted_at=after(hours=23))
    commands.mail_was_read(mail=7, now=after(hours=24, minutes=30))
    assert Event.objects.get(game=game_id, verb="away").at == after(hours=24)
    assert not WaitingMail.objects.exists()


def test_a_deadline_is_held_for_at_most_an_hour(anna, boris):
    game_id = start(anna, boris, see_bank=0)
    look(game_id, anna)
    wait_for_mail(game_id, accepted_at=after(hours=23))
    commands.apply_due(game_id=game_id, now=after(hours=25) - SECOND)
    assert state(game_id).away == ()
    look(game_id, anna, at=after(hours=25))
    assert Event.objects.get(game=game_id, verb="away").at == after(hours=24)


def test_an_email_that_arrived_late_does_not_hold_the_deadline(anna, boris):
    game_id = start(anna, boris, see_bank=0)
    look(game_id, anna)
    wait_for_mail(game_id, accepted_at=after(hours=24) + SECOND)
    look(game_id, anna, at=after(hours=24, minutes=1))
    assert state(game_id).away == (1,)


def test_an_email_holds_the_end_of_grace_and_its_layout_counts(anna, boris):
    game_id = start(anna, boris, **NO_POOL, leeway=0)
    look(game_id, boris)
    ask(game_id, anna)
    wait_for_mail(game_id, accepted_at=after(hours=23))
    late = after(hours=24, minutes=10)
    commands.apply_due(game_id=game_id, now=late)
    assert state(game_id).phase == "grace"
    order(game_id, boris, f"grid\n{hand(game_id, boris)}\nend", at=late, mail=7)
    assert state(game_id).phase == "finished"
    assert state(game_id).results[1].leftover == 0
    assert Game.objects.get(pk=game_id).finished_at == after(hours=24)


def test_an_email_does_not_hold_a_light(anna, boris):
    game_id = start(anna, boris)
    ask(game_id, anna)
    look(game_id, boris)
    wait_for_mail(game_id, accepted_at=after(minutes=1))
    commands.apply_due(game_id=game_id, now=after(minutes=5))
    assert happened(game_id)[-1] == ("green", 0)


def test_an_email_for_another_game_does_not_hold_the_deadline(anna, boris):
    game_id, other = start(anna, boris, see_bank=0), start(anna, boris)
    wait_for_mail(other, accepted_at=after(hours=1))
    commands.apply_due(game_id=game_id, now=after(hours=24))
    assert state(game_id).away == (0, 1)


def test_registering_the_same_email_twice_makes_one_row(anna, boris):
    game_id = start(anna, boris)
    for _ in range(2):
        wait_for_mail(game_id, accepted_at=NOON)
    commands.mail_was_read(mail=7, now=NOON)
    commands.mail_was_read(mail=7, now=NOON)
    assert not WaitingMail.objects.exists()


def test_a_page_does_not_show_a_held_deadline_as_passed(anna, boris):
    game_id = start(anna, boris, see_bank=0)
    look(game_id, anna)
    wait_for_mail(game_id, accepted_at=after(hours=23))
    page = queries.table(game_id=game_id, player=anna, now=after(hours=24, minutes=5))
    assert page.waiting_for == ("Boris",)


# --- nudges -----------------------------------------------------------------------------------------------------------


def test_a_change_nudges_when_it_is_committed(anna, boris, django_capture_on_commit_callbacks):
    game_id = start(anna, boris)
    with django_capture_on_commit_callbacks() as callbacks:
        look(game_id, anna)
        look(game_id, anna)  # nothing new
    assert len(callbacks) == 1


def test_events_that_need_no_email_are_marked_announced_without_a_nudge(
    anna, boris, django_capture_on_commit_callbacks
):
    game_id = start(anna, boris)
    look(game_id, anna)
    layout = Order("GRID", {"layout": [state(game_id).held(0)]})
    for verb, nudges in (("GRID", 0), ("SAY", 1), ("GREEN", 1)):
        with django_capture_on_commit_callbacks() as callbacks:
            given = {"GRID": layout, "SAY": Order("SAY", {"text": "Hello"})}.get(verb, Order(verb))
            commands.play(game_id=game_id, player=anna, orders=[given], now=after(hours=1))
        last = Event.objects.filter(game=game_id).latest("n")
        assert (len(callbacks), last.announced_at) == (nudges, None if nudges else after(hours=1)), verb


def test_an_event_that_stops_or_starts_a_clock_is_announced(anna, boris):
    """Its warning may be due at another time, although nobody is notified of the event."""
    game_id = start(anna, boris)
    Event.objects.update(announced_at=NOON)
    look(game_id, anna)
    assert happened(game_id)[-1] == ("seen", 0)
    assert Event.objects.filter(announced_at=None).exists()
