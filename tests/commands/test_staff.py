"""Staff actions in a game, and staff who may not take them."""

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType

from games import commands, queries
from games.commands.staff import LONGEST_REASON
from games.models import Draft, Game, Note, Seat
from games.players.models import Player
from games.robots import practice
from games.rules.values import Order, OrderRefused, StaffAction
from games.store import NoSuchGame
from tests.substitutes import lent
from tests.tables import HOUR, NOON, after, complete, hand, happened, look, make_table, order, start, state

WHY = "Anna’s computer has burnt down."


@pytest.fixture
def chief(db):
    """A staff member who plays in no game."""
    return Player.objects.create_superuser("chief@example.org", name="Chief")


def govern(game_id, by, verb, *, reason=WHY, now=NOON, seat=None, **facts):
    commands.govern(game_id=game_id, by=by, action=StaffAction(verb, reason, seat, **facts), now=now)


def replace(game_id, by, player, *, seat=0, reason=WHY, now=NOON):
    commands.replace_player(game_id=game_id, seat=seat, player=player, by=by, reason=reason, now=now)


def refused(says):
    return pytest.raises(OrderRefused, match=says)


def says_at(game_id, reader, *, now=NOON):
    return [line.says for line in queries.table(game_id=game_id, player=reader, now=now).history]


# --- permissions ------------------------------------------------------------------------------------------------------


def test_a_pause_by_staff_lasts_until_staff_end_it(anna, boris, chief):
    game_id = start(anna, boris)
    govern(game_id, chief, "PAUSE")
    game = Game.objects.get(pk=game_id)
    assert (game.paused_by_staff, game.due_at) == (True, None)
    with refused("A moderator or director has paused the game"):
        commands.play(game_id=game_id, player=anna, orders=[Order("RESUME")], now=NOON)
    govern(game_id, chief, "RESUME", now=after(days=100))
    game.refresh_from_db()
    assert not game.paused_by_staff
    assert game.due_at > after(days=100)


def test_the_reason_is_shown_in_the_game(anna, boris, chief, dmitri):
    game_id = start(anna, boris)
    govern(game_id, chief, "PAUSE")
    for reader in (anna, boris, dmitri):
        assert any(WHY in line for line in says_at(game_id, reader))


@pytest.mark.parametrize("reason", ["", "  \n ", "x" * (LONGEST_REASON + 1), "bell\x07"])
def test_every_action_needs_a_valid_reason(anna, boris, chloe, chief, reason):
    game_id = start(anna, boris)
    for act in (
        lambda: govern(game_id, chief, "PAUSE", reason=reason),
        lambda: replace(game_id, chief, chloe, reason=reason),
    ):
        with refused("Give a reason|A reason can have at most"):
            act()
    assert happened(game_id) == [("deal", None)]


@pytest.mark.parametrize("is_superuser", [True, False])
def test_staff_cannot_act_on_a_game_they_play(anna, boris, chloe, is_superuser):
    game_id = start(anna, boris)
    Player.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=is_superuser)
    anna.refresh_from_db()
    for act in (lambda: govern(game_id, anna, "PAUSE"), lambda: replace(game_id, anna, chloe, seat=1)):
        with refused("You’re playing in this game. Somebody else on the staff must do this."):
            act()
    assert happened(game_id) == [("deal", None)]


def test_only_staff_can_act(anna, boris, chloe, dmitri):
    game_id = start(anna, boris)
    for act in (lambda: govern(game_id, dmitri, "PAUSE"), lambda: replace(game_id, dmitri, chloe)):
        with refused("Only the staff can do that"):
            act()


@pytest.mark.parametrize(
    ("verb", "says"),
    [
        ("BURN", "There is no action called BURN. Choose one of these:"),
        ("REPLACE", "There is no action called REPLACE. Choose one of these:"),
        ("pause", "There is no action called pause. Choose one of these:"),
    ],
)
def test_an_unknown_action_is_refused(anna, boris, chief, verb, says):
    with refused(says):
        govern(start(anna, boris), chief, verb)


def test_an_action_on_an_empty_seat_is_refused(anna, boris, chloe, chief):
    game_id = start(anna, boris)
    with refused("That seat is empty."):
        govern(game_id, chief, "AWAY", seat=2)
    with refused("That seat is empty."):
        replace(game_id, chief, chloe, seat=2)


def test_a_game_cannot_be_paused_before_the_deal(anna, boris, chief):
    with refused("The game hasn’t started. It starts when every seat is filled and everyone has accepted."):
        govern(make_table(anna, boris), chief, "PAUSE")


def test_an_action_on_an_unknown_game_is_refused(chief):
    with pytest.raises(NoSuchGame):
        govern(404, chief, "PAUSE")


def test_a_final_deadline_can_be_set_before_and_after_the_deal(anna, boris, chief):
    for game_id in (make_table(anna, boris), start(anna, boris)):
        govern(game_id, chief, "HARD_END", until=after(days=3))
        assert Game.objects.get(pk=game_id).hard_end == after(days=3)
    commands.apply_due(game_id=game_id, now=after(days=3))
    game = Game.objects.get(pk=game_id)
    assert (game.phase, game.finished_at) == ("finished", after(days=3))


def test_a_void_game_has_no_result(anna, boris, chief):
    game_id = start(anna, boris)
    govern(game_id, chief, "VOID")
    assert Game.objects.get(pk=game_id).phase == "finished"
    assert set(Seat.objects.filter(game=game_id).values_list("rank", "result")) == {(None, "")}


def test_overdue_events_are_applied_before_the_action(anna, boris, chief):
    game_id = start(anna, boris, see_within=3600)
    govern(game_id, chief, "PAUSE", now=after(days=10))
    verbs = [verb for verb, _ in happened(game_id)]
    assert verbs.index("away") < verbs.index("pause")


# --- another player ---------------------------------------------------------------------------------------------------


def test_another_player_takes_over_the_seat(anna, boris, chloe, chief):
    game_id = start(anna, boris)
    look(game_id, anna, boris)
    complete(game_id, anna)
    tiles, layout = hand(game_id, anna), state(game_id).boards[0]
    replace(game_id, chief, chloe, now=after(hours=1))
    seat = Seat.objects.get(game=game_id, number=0)
    assert (seat.player, seat.name) == (chloe, "Chloe")
    assert hand(game_id, chloe) == ""
    look(game_id, chloe, at=after(hours=1))
    assert (hand(game_id, chloe), state(game_id).boards[0]) == (tiles, layout)


def test_a_replaced_player_can_still_watch_a_private_game(anna, boris, chloe, dmitri, chief):
    game_id = make_table(anna, boris, listed=False)
    for player in (anna, boris):
        commands.agree(game_id=game_id, player=player, now=NOON)
    look(game_id, boris)
    order(game_id, boris, "say hello")
    commands.save_draft(game_id=game_id, player=boris, name="mine", layout=["AE"], now=NOON)
    commands.keep_note(game_id=game_id, player=boris, text="Anna hoards E")
    replace(game_id, chief, chloe, seat=1)
    table = queries.table(game_id=game_id, player=boris, now=NOON)
    spectator = queries.table(game_id=game_id, player=boris, now=NOON)
    assert (table.you, table.own, table.note, table.may) == (None, None, "", ())
    assert table.view == spectator.view
    with pytest.raises(NoSuchGame):
        queries.table(game_id=game_id, player=dmitri, now=NOON)


def test_drafts_notes_and_mutes_do_not_pass_to_the_new_player(anna, boris, chloe, chief):
    game_id = start(anna, boris)
    look(game_id, anna)
    commands.save_draft(game_id=game_id, player=anna, name="mine", layout=["AE"], now=NOON)
    commands.keep_note(game_id=game_id, player=anna, text="Boris hoards E")
    commands.mute_player(game_id=game_id, player=anna, number=1)
    commands.mute_player(game_id=game_id, player=boris, number=0)
    replace(game_id, chief, chloe)
    table = queries.table(game_id=game_id, player=chloe, now=NOON)
    assert table.note == ""
    assert "mine" not in [draft.name for draft in table.own.drafts]
    assert not any(seat.muted for seat in table.seats)
    assert not any(seat.muted for seat in queries.table(game_id=game_id, player=boris, now=NOON).seats)
    assert (Draft.objects.get(name="mine").player, Note.objects.get().player) == (anna, anna)


def test_tiles_by_email_and_the_command_limit_are_reset(anna, boris, chloe, chief):
    game_id = start(anna, boris)
    commands.set_tiles_by_email(game_id=game_id, player=anna, on=True, now=NOON)
    look(game_id, anna)
    complete(game_id, anna)
    replace(game_id, chief, chloe)
    seat = Seat.objects.get(game=game_id, number=0)
    assert not seat.tiles_by_email
    assert 0 not in state(game_id).tiles_by_email_next
    assert (seat.orders_in_hour, seat.orders_in_day, seat.orders_counted_at) == (0, 0, None)


def test_a_replaced_player_can_no_longer_act(anna, boris, chloe, chief):
    game_id = start(anna, boris)
    replace(game_id, chief, chloe)
    for act in (
        lambda: look(game_id, anna),
        lambda: order(game_id, anna, "say boo"),
        lambda: order(game_id, anna, "resign"),
    ):
        with refused("You aren’t playing in this game."):
            act()


def test_chat_keeps_the_name_of_the_player_who_wrote_it(anna, boris, chloe, chief):
    game_id = start(anna, boris)
    order(game_id, anna, "say I am Anna")
    replace(game_id, chief, chloe)
    order(game_id, chloe, "say I am Chloe")
    told = says_at(game_id, boris)
    assert "Anna: I am Anna" in told
    assert "Chloe: I am Chloe" in told
    commands.delete_account(player=anna, now=NOON)
    assert "Former player: I am Anna" in says_at(game_id, boris)


def test_a_replaced_player_can_still_export_what_they_wrote(anna, boris, chloe, chief):
    game_id = start(anna, boris)
    look(game_id, anna)
    order(game_id, anna, "say I am Anna")
    commands.save_draft(game_id=game_id, player=anna, name="mine", layout=["AE"], now=NOON)
    commands.keep_note(game_id=game_id, player=anna, text="Boris hoards E")
    replace(game_id, chief, chloe, now=after(hours=1))
    export = queries.export(player=anna, now=after(hours=2))
    (left,) = export["games_left_to_others"]
    assert export["games"] == []
    assert (left["id"], left["seat"], left["replaced_at"]) == (game_id, 0, after(hours=1))
    assert (left["notes"], left["drafts"][0]["name"], left["said"][0]["text"]) == (
        ["Boris hoards E"],
        "mine",
        "I am Anna",
    )
    (given,) = queries.export(player=chloe, now=after(hours=2))["games"]
    assert (given["notes"], given["said"]) == ([], [])
    assert "mine" not in [draft["name"] for draft in given["drafts"]]


def test_the_new_players_vacation_applies(anna, boris, chloe, chief):
    game_id = start(anna, boris)
    commands.declare_vacation(player=chloe, starts=after(days=1), ends=after(days=3), now=NOON)
    replace(game_id, chief, chloe)
    assert [(one.seat, one.starts) for one in state(game_id).clocks.vacations] == [(0, after(days=1))]


def test_before_the_deal_the_new_player_still_has_to_accept(anna, boris, chloe, chief):
    game_id = make_table(anna, boris)
    commands.take_back_agreement(game_id=game_id, player=anna, now=NOON)
    commands.agree(game_id=game_id, player=boris, cut="lucky", now=NOON)
    replace(game_id, chief, chloe, seat=1)
    seat = Seat.objects.get(game=game_id, number=1)
    assert (seat.name, seat.agreed_at, seat.cut) == ("Chloe", None, "")
    assert f"Chloe was added to the game: {WHY}" in says_at(game_id, anna)
    with refused("You aren’t playing in this game."):
        commands.agree(game_id=game_id, player=boris, now=NOON)


def test_somebody_already_in_the_game_cannot_take_the_seat(anna, boris, chief):
    with refused("Boris is already in this game"):
        replace(start(anna, boris), chief, boris)


def test_somebody_who_cannot_sign_in_cannot_take_the_seat(anna, boris, chloe, chief):
    practice.open_table(kind="crossing", player=chloe, now=NOON)
    Player.objects.filter(pk=chloe.pk).update(is_active=False)
    game_id = start(anna, boris)
    for other in (Player.objects.get(email=practice.ADDRESS), Player.objects.get(pk=chloe.pk)):
        with refused("can’t take the seat"):
            replace(game_id, chief, other)


def test_nobody_can_be_replaced_after_the_game_ends(anna, boris, chloe, chief):
    game_id = start(anna, boris)
    order(game_id, boris, "resign")
    with refused("The game is over"):
        replace(game_id, chief, chloe, now=NOON + HOUR)


def test_a_player_who_resigned_cannot_be_replaced(anna, boris, chloe, dmitri, chief):
    game_id = start(anna, boris, chloe)
    order(game_id, chloe, "resign")
    with refused("no longer plays"):
        replace(game_id, chief, dmitri, seat=2)


def test_staff_cannot_put_themselves_in_a_game_with_hidden_tiles(anna, boris, chief):
    game_id = start(anna, boris)
    with refused(
        "You can’t take the seat yourself, because you would see what its player keeps hidden. Choose somebody else."
    ):
        replace(game_id, chief, chief)
    assert Seat.objects.get(game=game_id, number=0).player == anna


def test_staff_who_have_looked_at_a_game_cannot_be_put_in_it(anna, boris, chloe, chief):
    game_id, elsewhere = start(anna, boris), start(anna, boris)
    LogEntry.objects.create(
        user=chloe,
        content_type=ContentType.objects.get_for_model(Game),
        object_id=str(game_id),
        action_flag=CHANGE,
        change_message="LOOK seat=1: She asked",
    )
    with refused("Chloe has acted on this game as a member of the staff. Choose somebody who hasn’t."):
        replace(game_id, chief, chloe)
    replace(elsewhere, chief, chloe)
    assert Seat.objects.get(game=elsewhere, number=0).player == chloe


@pytest.mark.parametrize("is_over", [False, True])
def test_staff_cannot_act_on_a_game_where_they_were_a_substitute(anna, boris, dmitri, is_over):
    met = start(anna, boris, dmitri)
    assert met
    game_id = start(anna, boris)
    substitution = lent(game_id, anna, dmitri)
    if is_over:
        commands.end_substitution(substitution_id=substitution.pk, player=dmitri, now=NOON)
    Player.objects.filter(pk=dmitri.pk).update(is_staff=True)
    dmitri.refresh_from_db()
    for verb in ("PAUSE", "AMBER", "SCORE", "VOID"):
        with refused(
            f"You{' have played' if is_over else '’re playing'} in this game. Somebody else on the staff must do this."
        ):
            govern(game_id, dmitri, verb)


def test_staff_cannot_act_on_a_game_where_they_were_replaced(anna, boris, chloe, chief):
    game_id = start(anna, boris)
    replace(game_id, chief, chloe, seat=0)
    Player.objects.filter(pk=anna.pk).update(is_staff=True)
    anna.refresh_from_db()
    with refused("You have played in this game. Somebody else on the staff must do this"):
        govern(game_id, anna, "PAUSE")
