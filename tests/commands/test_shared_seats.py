"""Several people play one seat: any of them acts for it, and the others keep it when one leaves."""

import pytest

from games import commands, queries
from games.commands.table import ORDERS_AN_HOUR
from games.models import Game, Seat, Unheard
from games.players.models import Player, Vacation
from games.queries.export import export
from games.queries.record import record
from games.robots import practice
from games.rules import registry
from games.rules.table.verify import replay
from games.rules.values import Order, OrderRefused
from games.store import NoSuchGame
from games.wording import speak
from tests.tables import DAY, NOON, after, ask, complete, hand, happened, look, make_table, order, state

pytestmark = pytest.mark.django_db


def shared(maker, *others, seats=2, people=2, **options):
    """Create a lobby that these players have joined: first one in each seat, then the others beside them."""
    return make_table(maker, *others, seats=seats, people_a_seat=people, **options)


def start(anna, boris, chloe, **options):
    """Start a game in which Anna and Chloe play the first seat, Boris the other."""
    game_id = shared(anna, boris, chloe, **options)
    for player in (anna, boris):
        commands.agree(game_id=game_id, player=player, now=NOON)
    return game_id


def table(game_id, player, at=NOON):
    return queries.table(game_id=game_id, player=player, now=at)


def places(game_id):
    rows = Seat.objects.filter(game=game_id).order_by("number", "share")
    return [(row.name, row.number, row.share) for row in rows]


def says(game_id, player, at=NOON):
    return [line.says for line in table(game_id, player, at).history]


# --- the lobby --------------------------------------------------------------------------------------------------------


def test_players_joining_get_an_empty_seat_or_else_the_first_free_share(anna, boris, chloe, dmitri):
    game_id = shared(anna, boris, chloe, dmitri)
    assert places(game_id) == [("Anna", 0, 0), ("Chloe", 0, 1), ("Boris", 1, 0), ("Dmitri", 1, 1)]
    with pytest.raises(OrderRefused, match=r"All seats in this game are taken\."):
        commands.join(game_id=game_id, player=Player.objects.create_user("e@example.org", name="Eve"), now=NOON)


def test_a_named_seat_can_be_taken_if_it_is_free(anna, boris, chloe):
    game_id = shared(anna, seats=3)
    commands.take_seat(game_id=game_id, player=boris, number=0, now=NOON)
    with pytest.raises(OrderRefused, match="That seat is taken"):
        commands.take_seat(game_id=game_id, player=chloe, number=0, now=NOON)
    with pytest.raises(OrderRefused, match="This game has 3 seats"):
        commands.take_seat(game_id=game_id, player=chloe, number=3, now=NOON)


def test_seats_cannot_be_shared_in_a_game_with_one_player_a_seat(anna, boris, chloe):
    game_id = make_table(anna, boris)
    with pytest.raises(OrderRefused, match="taken"):
        commands.join(game_id=game_id, player=chloe, now=NOON)
    with pytest.raises(OrderRefused, match="taken"):
        commands.take_seat(game_id=game_id, player=chloe, number=0, now=NOON)


def test_the_game_starts_only_when_its_creator_accepts(anna, boris, chloe):
    game_id = shared(anna, boris, chloe)
    for player in (boris, chloe):
        commands.agree(game_id=game_id, player=player, now=NOON)
    assert table(game_id, anna).phase == "lobby"
    assert table(game_id, anna).why.endswith("Waiting for you.")
    assert table(game_id, chloe).why.endswith("Waiting for Anna.")
    commands.agree(game_id=game_id, player=anna, now=NOON)
    assert table(game_id, anna).phase == "playing"


def test_a_robots_seat_has_no_free_share(anna, boris, chloe, dmitri):
    game_id = shared(anna, boris)
    Seat.objects.filter(game=game_id, player=boris).delete()
    practice.sit_down(game_id=game_id, player=anna, now=NOON)
    assert [game.id for game in queries.open_games(player=dmitri, now=NOON)] == [game_id]
    commands.join(game_id=game_id, player=chloe, now=NOON)
    assert queries.open_games(player=dmitri, now=NOON) == ()


def test_nobody_can_share_a_seat_with_a_robot(anna, boris, chloe):
    game_id = shared(anna)
    practice.sit_down(game_id=game_id, player=anna, now=NOON)
    with pytest.raises(OrderRefused, match="That seat is taken"):
        commands.take_seat(game_id=game_id, player=boris, number=1, now=NOON)
    assert commands.join(game_id=game_id, player=boris, now=NOON) == 0
    other = shared(anna, chloe)
    with pytest.raises(OrderRefused, match=r"All seats in this game are taken\."):
        practice.sit_down(game_id=other, player=anna, now=NOON)


def test_an_invited_player_shares_a_seat_if_none_is_empty(anna, boris):
    game_id = shared(anna, boris, listed=False, invite=["eve@example.org"])
    (invitation,) = Game.objects.get(pk=game_id).invitations.all()
    accepted = commands.accept_invitation(
        invitation_id=invitation.pk, name="Eve", cut="", tiles_by_email=True, now=NOON
    )
    assert ("Eve", 0, 1) in places(game_id)
    assert table(game_id, accepted.player).mates == "Anna"


def test_moving_to_another_seat_withdraws_acceptances(anna, boris):
    game_id = shared(anna, boris)
    commands.agree(game_id=game_id, player=boris, cut="mine", now=NOON)
    commands.take_seat(game_id=game_id, player=boris, number=0, now=NOON)
    assert places(game_id) == [("Anna", 0, 0), ("Boris", 0, 1)]
    assert not Seat.objects.exclude(agreed_at=None, cut="").exists()
    assert says(game_id, anna)[0] == "Boris moved to another seat."


def test_one_person_fills_a_seat_and_can_accept_for_everyone_sharing_it(anna, boris, chloe, dmitri):
    game_id = shared(boris, anna, dmitri, chloe)
    commands.agree(game_id=game_id, player=boris, now=NOON)
    assert table(game_id, boris).why.endswith("Waiting for Anna & Chloe.")
    commands.agree(game_id=game_id, player=chloe, cut="to the left", now=NOON)
    assert table(game_id, anna).phase == "playing"
    assert table(game_id, boris).cuts == ("", "to the left")


def test_the_cut_of_the_first_share_counts(anna, boris, chloe):
    game_id = shared(anna, boris, chloe)
    commands.agree(game_id=game_id, player=chloe, cut="second", now=NOON)
    commands.agree(game_id=game_id, player=anna, cut="first", now=NOON)
    commands.agree(game_id=game_id, player=boris, now=NOON)
    assert record(game_id=game_id, player=anna, now=NOON)["cuts"] == ["first", ""]


def test_anyone_sharing_a_seat_can_withdraw_its_acceptance(anna, boris, chloe):
    game_id = shared(anna, boris, chloe)
    commands.agree(game_id=game_id, player=anna, now=NOON)
    commands.take_back_agreement(game_id=game_id, player=chloe, now=NOON)
    assert not table(game_id, anna).seats[0].agreed


def test_leaving_the_lobby_keeps_the_seat_for_the_others(anna, boris, chloe, dmitri):
    game_id = shared(anna, boris, chloe, dmitri)
    commands.leave(game_id=game_id, player=boris, now=NOON)
    assert places(game_id)[2:] == [("Dmitri", 1, 1)]
    assert says(game_id, anna)[0] == "Boris left."
    commands.join(game_id=game_id, player=boris, now=NOON)
    assert places(game_id)[2:] == [("Boris", 1, 0), ("Dmitri", 1, 1)]


def test_the_creator_can_free_whole_seats_and_the_other_shares_of_their_own(anna, boris, chloe, dmitri):
    game_id = shared(anna, boris, chloe, dmitri)
    commands.free_seat(game_id=game_id, player=anna, number=1, now=NOON)
    commands.free_seat(game_id=game_id, player=anna, number=0, now=NOON)
    assert places(game_id) == [("Anna", 0, 0)]
    with pytest.raises(OrderRefused, match=r"That’s your own seat\. Cancel the game instead\."):
        commands.free_seat(game_id=game_id, player=anna, number=0, now=NOON)


def test_a_game_with_shared_seats_is_not_rated(anna):
    with pytest.raises(OrderRefused, match="aren’t rated"):
        commands.make_game(kind="crossing", player=anna, seats=2, options={"people_a_seat": 2}, rated=True, now=NOON)


# --- in the game ------------------------------------------------------------------------------------------------------


def test_both_hold_the_same_tiles_and_either_can_make_moves(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    look(game_id, anna)
    assert table(game_id, chloe).view.hand == table(game_id, anna).view.hand != ""
    complete(game_id, chloe)
    assert table(game_id, anna).view.layout == (hand(game_id, anna),)
    order(game_id, anna, "green")
    assert happened(game_id)[-1] == ("ask", 0)


def test_the_last_of_two_layouts_counts(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    look(game_id, anna)
    complete(game_id, anna)
    commands.play(game_id=game_id, player=chloe, orders=[Order("GRID", {"layout": ()})], now=NOON)
    assert table(game_id, anna).view.layout == ()


def test_each_person_has_their_own_drafts_and_notes(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    look(game_id, anna)
    commands.save_draft(game_id=game_id, player=anna, layout=["A"], name="Mine", now=NOON)
    commands.keep_note(game_id=game_id, player=anna, text="Q first")
    assert (table(game_id, chloe).own.drafts, table(game_id, chloe).note) == ((), "")
    commands.save_draft(game_id=game_id, player=chloe, layout=["E"], name="Mine", now=NOON)
    assert [draft.name for draft in table(game_id, anna).own.drafts] == ["Mine"]


def test_each_person_has_their_own_command_limit(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    look(game_id, anna)
    commands.play(game_id=game_id, player=anna, orders=[Order("STATUS")] * (ORDERS_AN_HOUR - 1), now=NOON)
    with pytest.raises(commands.TooManyOrders):
        complete(game_id, anna)
    complete(game_id, chloe)


def test_a_chat_message_names_its_sender(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    commands.say(game_id=game_id, player=chloe, text="Hello", now=NOON)
    assert says(game_id, boris)[0] == "Chloe: Hello"
    said = table(game_id, anna).history[0]
    assert (said.name, said.by, said.is_own) == ("Chloe", 0, False)
    assert table(game_id, chloe).history[0].is_own


def test_a_seat_is_muted_as_a_whole_and_nobody_can_mute_their_own(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    commands.mute_player(game_id=game_id, player=boris, number=0)
    commands.say(game_id=game_id, player=chloe, text="Hello", now=NOON)
    assert "Chloe: Hello" not in says(game_id, boris)
    with pytest.raises(OrderRefused):
        commands.mute_player(game_id=game_id, player=chloe, number=0)
    assert queries.unheard_at(game_id) == {boris.pk: {0}}
    assert Unheard.objects.get().player == boris


def test_a_seat_is_named_after_everyone_sharing_it(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    view = table(game_id, boris)
    assert view.title == "Anna & Chloe and Boris"
    assert view.seats[0].people == ("Anna", "Chloe")
    assert record(game_id=game_id, player=boris, now=NOON)["seats"] == ["Anna & Chloe", "Boris"]
    (line,) = queries.my_games(player=chloe, now=NOON).waiting_for_me
    assert line.title == "Boris"


def test_the_game_waits_for_each_of_them_until_one_looks(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    assert [queries.waiting_count(player=player, now=NOON) for player in (anna, chloe)] == [1, 1]
    look(game_id, chloe, boris)
    complete(game_id, anna)
    order(game_id, chloe, "green")
    look(game_id, anna, at=NOON)
    assert queries.waiting_count(player=anna, now=NOON) == queries.waiting_count(player=chloe, now=NOON)


def test_everyone_sharing_a_seat_gets_its_result(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    look(game_id, anna, boris)
    order(game_id, boris, "resign")
    rows = Seat.objects.filter(game=game_id, number=0)
    assert [row.rank for row in rows] == [1, 1]
    assert len({row.result for row in rows}) == 1
    (line,) = queries.my_games(player=chloe, now=NOON).finished
    assert (line.title, line.came) == ("Boris", "You won")


def test_tiles_come_by_email_if_anyone_on_the_seat_wants_it(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    commands.set_tiles_by_email(game_id=game_id, player=anna, on=True, now=NOON)
    commands.set_tiles_by_email(game_id=game_id, player=chloe, on=True, now=NOON)
    commands.set_tiles_by_email(game_id=game_id, player=anna, on=False, now=NOON)
    assert state(game_id).tiles_by_email_next == (0,)
    assert table(game_id, anna).mates_by_email
    commands.mail_fails(player=chloe, now=NOON)
    assert state(game_id).tiles_by_email_next == ()


def test_the_deadline_to_look_is_not_extended_while_one_gets_email(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    commands.mail_fails(player=anna, now=NOON)
    assert state(game_id).extended == ()
    commands.mail_fails(player=chloe, now=NOON)
    assert state(game_id).extended == (0,)


# --- vacations --------------------------------------------------------------------------------------------------------


def vacations(game_id):
    return [(one.seat, one.starts, one.ends) for one in state(game_id).clocks.vacations]


def test_a_seat_is_on_vacation_only_while_everyone_on_it_is(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    commands.declare_vacation(player=anna, starts=NOON + DAY, ends=NOON + 4 * DAY, now=NOON)
    assert vacations(game_id) == []
    commands.declare_vacation(player=chloe, starts=NOON + 2 * DAY, ends=NOON + 6 * DAY, now=NOON)
    assert vacations(game_id) == [(0, NOON + 2 * DAY, NOON + 4 * DAY)]


def test_a_vacation_of_everyone_on_a_seat_applies_from_the_deal(anna, boris, chloe):
    for player, days in ((anna, (1, 4)), (chloe, (2, 6))):
        begins, ends = (NOON + n * DAY for n in days)
        Vacation.objects.create(player=player, starts=begins, ends=ends, declared_at=NOON)
    assert vacations(start(anna, boris, chloe)) == [(0, NOON + 2 * DAY, NOON + 4 * DAY)]


def test_resigning_a_share_keeps_the_vacation_of_the_others(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    commands.declare_vacation(player=chloe, starts=NOON + DAY, ends=NOON + 4 * DAY, now=NOON)
    order(game_id, anna, "resign")
    assert vacations(game_id) == [(0, NOON + DAY, NOON + 4 * DAY)]


# --- leaving ----------------------------------------------------------------------------------------------------------


def test_somebody_who_resigns_a_share_becomes_a_spectator(anna, boris, chloe):
    game_id = start(anna, boris, chloe, listed=False)
    look(game_id, anna)
    order(game_id, anna, "resign")
    assert state(game_id).resigned == ()
    assert says(game_id, boris)[0] == "Anna resigned. Chloe keeps the seat they shared."
    assert table(game_id, boris).names == ("Chloe", "Boris")
    view = table(game_id, anna)
    assert (view.you, view.view.hand, view.view.layout) == (None, "", ())
    assert table(game_id, chloe).view.hand
    assert queries.waiting_count(player=anna, now=NOON) == 0


@pytest.mark.parametrize(
    "does",
    [
        lambda game_id, player: commands.look(game_id=game_id, player=player, now=NOON),
        lambda game_id, player: order(game_id, player, "green"),
        lambda game_id, player: commands.say(game_id=game_id, player=player, text="Hello", now=NOON),
        lambda game_id, player: commands.set_tiles_by_email(game_id=game_id, player=player, on=True, now=NOON),
    ],
)
def test_somebody_who_resigned_a_share_cannot_act(anna, boris, chloe, does):
    game_id = start(anna, boris, chloe)
    look(game_id, anna)
    order(game_id, anna, "resign")
    with pytest.raises(OrderRefused, match="You have resigned from this game"):
        does(game_id, anna)


def test_somebody_who_resigned_a_share_cannot_save_notes(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    commands.keep_note(game_id=game_id, player=anna, text="Q first")
    order(game_id, anna, "resign")
    with pytest.raises(NoSuchGame):
        commands.keep_note(game_id=game_id, player=anna, text="E first")
    assert export(player=anna, now=NOON)["games"][0]["notes"] == ["Q first"]


def test_somebody_who_resigned_a_share_sees_no_new_tiles(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    look(game_id, anna, boris)
    order(game_id, anna, "resign")
    complete(game_id, chloe)
    ask(game_id, boris)
    commands.apply_due(game_id=game_id, now=after(hours=1))
    look(game_id, chloe, at=after(hours=1))
    events = record(game_id=game_id, player=anna, now=after(hours=1))["events"]
    assert [event["draws"] for event in events if "draws" in event] == [[None, None], [None, None]]
    assert not [event for event in events if event["verb"] == "submit"]


def test_the_seat_resigns_when_its_last_player_does(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    order(game_id, anna, "resign")
    order(game_id, chloe, "resign")
    assert state(game_id).resigned == (0,)
    assert Seat.objects.filter(game=game_id, number=0, rank=2).count() == 2


def test_deleting_an_account_leaves_the_seat_to_the_others(anna, boris, chloe):
    game_id = start(anna, boris, chloe)
    commands.say(game_id=game_id, player=anna, text="Hello", now=NOON)
    commands.delete_account(player=anna, now=NOON)
    assert state(game_id).resigned == ()
    assert table(game_id, boris).names == ("Chloe", "Boris")
    assert not [line for line in says(game_id, boris) if "Anna" in line]
    assert "Former player: Hello" in says(game_id, boris)
    commands.delete_account(player=chloe, now=NOON)
    assert state(game_id).resigned == (0,)


def test_deleting_an_account_in_the_lobby_leaves_the_seat_to_the_others(anna, boris, chloe, dmitri):
    game_id = shared(anna, boris, chloe, dmitri)
    commands.delete_account(player=boris, now=NOON)
    assert places(game_id)[2:] == [("Dmitri", 1, 1)]


def test_only_a_player_alone_on_a_seat_can_be_replaced(anna, boris, chloe, dmitri):
    game_id = start(anna, boris, chloe)
    staff = Player.objects.create_user("staff@example.org", name="Staff", is_staff=True)

    def replace():
        commands.replace_player(game_id=game_id, seat=0, player=dmitri, by=staff, reason="Gone", now=NOON)

    with pytest.raises(OrderRefused, match="Several people share that seat"):
        replace()
    order(game_id, anna, "resign")
    replace()
    assert table(game_id, boris).names == ("Dmitri", "Boris")


def test_a_spectator_sees_neither_hand_nor_layout(anna, boris, chloe, dmitri):
    game_id = start(anna, boris, chloe)
    look(game_id, anna)
    complete(game_id, chloe)
    view = table(game_id, dmitri)
    assert (view.you, view.view.hand, view.view.layout, view.mates) == (None, "", (), "")


def test_open_games_include_those_with_a_free_share(anna, boris, chloe, dmitri):
    game_id = shared(anna, boris)
    assert [game.id for game in queries.open_games(player=chloe, now=NOON)] == [game_id]
    for player in (chloe, dmitri):
        commands.join(game_id=game_id, player=player, now=NOON)
    assert queries.open_games(player=None, now=NOON) == ()


def test_the_events_before_the_deal_name_each_person(anna, boris, chloe):
    game_id = shared(anna, boris, chloe)
    told = says(game_id, boris)
    assert told == ["Chloe joined.", "Boris joined.", "Anna created the game."]


def test_the_record_of_a_game_with_shared_seats_verifies(anna, boris, chloe):
    game_id = shared(anna, boris, chloe)
    commands.agree(game_id=game_id, player=chloe, cut="to the left", now=NOON)
    for player in (anna, boris):
        commands.agree(game_id=game_id, player=player, now=NOON)
    look(game_id, anna, boris)
    complete(game_id, chloe)
    order(game_id, anna, "resign")
    order(game_id, boris, "resign")
    kept = record(game_id=game_id, player=anna, now=NOON)
    replay(registry.kind("crossing"), kept)
    assert kept["seats"] == ["Chloe", "Boris"]
    assert "left_share" not in [event["verb"] for event in kept["events"]]


def test_anyone_on_a_seat_can_swap_and_a_partner_can_name_any_of_them(anna, boris, chloe, dmitri):
    """Anna and Dmitri play the first seat; Boris is their partner."""
    game_id = make_table(anna, boris, chloe, dmitri, seats=3, people_a_seat=2, teams="AAB", starting_tiles=8)
    Game.objects.filter(pk=game_id).update(seed=bytes(32))  # deals A and E to each
    for player in (anna, boris, chloe):
        commands.agree(game_id=game_id, player=player, now=NOON)
    look(game_id, dmitri, boris)
    order(game_id, dmitri, "offer a for e to boris")
    (swap,) = table(game_id, boris).view.swaps
    assert speak(swap.says, table(game_id, boris).names).startswith("Anna & Dmitri")
    order(game_id, boris, "decline swap from dmitri")
    order(game_id, boris, "offer e for a to Anna & Dmitri")
    order(game_id, anna, "accept boris")
    assert ("swap", None) in happened(game_id)
