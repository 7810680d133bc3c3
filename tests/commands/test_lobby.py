"""Before the deal: creating a game, joining, accepting, leaving, cancelling it."""

from datetime import timedelta

import pytest

from games import commands, queries, store
from games.models import Event, Game, Seat
from games.rules import registry
from games.rules.chance import commitment, stream_key
from games.rules.options import read_options
from games.rules.values import OrderRefused
from games.word_lists.shelf import import_words
from tests.tables import DAY, NOON, after, make_table, start, state

pytestmark = pytest.mark.django_db


def seats_of(game_id):
    return list(Seat.objects.filter(game=game_id).order_by("number").values_list("number", "name"))


def phase_of(game_id):
    return Game.objects.get(pk=game_id).phase


# --- creating ---------------------------------------------------------------------------------------------------------


def make(player, **more):
    return commands.make_game(kind="crossing", player=player, **{"seats": 2, "options": {}, "now": NOON, **more})


def test_the_creator_takes_the_first_seat_and_accepts_by_creating(anna):
    seat = Seat.objects.get(game=make(anna, seats=3))
    assert (seat.number, seat.player, seat.agreed_at, seat.cut) == (0, anna, NOON, "")


def test_the_creator_can_cut_when_creating_the_game(anna, boris):
    game_id = make(anna, cut="my lucky 7", listed=True)
    commands.join(game_id=game_id, player=boris, now=NOON)
    commands.agree(game_id=game_id, player=boris, now=NOON)
    game = Game.objects.get(pk=game_id)
    assert bytes(game.key) == stream_key(bytes(game.seed), ["my lucky 7", ""])


def test_no_game_is_created_with_an_invalid_cut(anna):
    with pytest.raises(OrderRefused, match="A cut can have at most 40 characters"):
        make(anna, cut="x" * 41)
    assert not Game.objects.exists()


def test_with_shared_seats_the_creator_accepts_only_after_everyone_joins(anna):
    shared = {"people_a_seat": 2}
    assert Seat.objects.get(game=make(anna, options=shared)).agreed_at is None
    with pytest.raises(
        OrderRefused,
        match=r"When players share seats, you accept the settings once everyone has joined\. Add your cut then\.",
    ):
        make(anna, options=shared, cut="my lucky 7")


def test_the_commitment_is_made_before_anyone_accepts(anna):
    game = Game.objects.get(pk=make_table(anna, seats=2))
    assert len(bytes(game.seed)) == 32
    assert game.commitment == commitment(bytes(game.seed))


@pytest.mark.parametrize("kind", registry.KINDS.values(), ids=registry.KINDS)
def test_the_default_word_list_is_the_one_of_the_kind(anna, kind):
    game_id = commands.make_game(kind=kind.key, player=anna, seats=kind.seats[0], options={}, now=NOON)
    assert Game.objects.get(pk=game_id).word_list.name == kind.word_list


def test_every_game_has_its_own_seed(anna):
    assert len({Game.objects.get(pk=make_table(anna, seats=2)).commitment for _ in range(3)}) == 3


def test_a_game_keeps_the_version_of_its_word_list(anna, boris):
    game_id = start(anna, boris)
    before = Game.objects.get(pk=game_id).word_list
    import_words(["oh", "ah"], name="rows", now=after(days=1))
    assert Game.objects.get(pk=game_id).word_list == before
    later = commands.make_game(kind="crossing", player=anna, seats=2, options={}, word_list="rows", now=after(days=1))
    assert Game.objects.get(pk=later).word_list.words == 2


@pytest.mark.parametrize(
    ("asked_for", "would_be_right"),
    [
        ({"kind": "chess"}, r"There is no game called chess\. Choose one of these games: crossing, "),
        ({"seats": 1}, r"A game must have 2 to 12 players\."),
        ({"seats": 13}, r"A game must have 2 to 12 players\."),
        ({"options": {"leeway": "long"}}, r"leeway must be a whole number from 0 to"),
        ({"options": {"tile_set": "S97"}}, r'"S97" isn’t a tile set\. Write LC120, LC120v1, S98, S100'),
        ({"options": {"starting_tiles": 90}}, r"Deal 60 or fewer"),
        ({"word_list": "klingon"}, r"There is no word list called klingon\. Available lists: open, fr-open, de-open, "),
        (
            {"invite": ["not an address"]},
            r"“not an address” isn’t an email address\. Write it like anna@example\.org\.",
        ),
    ],
)
def test_no_game_is_created_with_invalid_settings(anna, asked_for, would_be_right):
    wanted = {"kind": "crossing", "seats": 2, "options": {}, **asked_for}
    with pytest.raises(OrderRefused, match=would_be_right):
        commands.make_game(player=anna, now=NOON, **wanted)
    assert not Game.objects.exists()


# --- joining ----------------------------------------------------------------------------------------------------------


def test_seats_are_numbered_in_the_order_of_joining(anna, boris, chloe):
    assert seats_of(make_table(anna, chloe, boris)) == [(0, "Anna"), (1, "Chloe"), (2, "Boris")]


def test_joining_twice_keeps_the_seat(anna, boris):
    game_id = make_table(anna, boris, seats=3)
    assert commands.join(game_id=game_id, player=boris, now=NOON) == 1
    assert len(seats_of(game_id)) == 2


def test_nobody_can_join_a_full_game(anna, boris, chloe):
    game_id = make_table(anna, boris)
    with pytest.raises(OrderRefused, match=r"All seats in this game are taken\."):
        commands.join(game_id=game_id, player=chloe, now=NOON)


def test_a_private_game_cannot_be_joined_without_an_invitation(anna, boris):
    game_id = make_table(anna, seats=2, listed=False)
    with pytest.raises(store.NoSuchGame):
        commands.join(game_id=game_id, player=boris, now=NOON)


def test_nobody_can_join_a_game_that_has_started(anna, boris, chloe):
    game_id = start(anna, boris)
    with pytest.raises(OrderRefused, match="This game has already started"):
        commands.join(game_id=game_id, player=chloe, now=NOON)


def test_a_player_can_leave_and_the_seat_is_free_again(anna, boris, chloe):
    game_id = make_table(anna, boris, chloe)
    commands.leave(game_id=game_id, player=boris, now=NOON)
    assert seats_of(game_id) == [(0, "Anna"), (2, "Chloe")]
    assert commands.join(game_id=game_id, player=boris, now=NOON) == 1


def test_the_creator_cannot_leave_but_can_cancel(anna):
    game_id = make_table(anna, seats=2)
    with pytest.raises(OrderRefused, match=r"You created this game\. Cancel it instead\."):
        commands.leave(game_id=game_id, player=anna, now=NOON)


def test_the_creator_can_free_a_seat(anna, boris):
    game_id = make_table(anna, boris)
    commands.free_seat(game_id=game_id, player=anna, number=1, now=NOON)
    assert seats_of(game_id) == [(0, "Anna")]


def test_only_the_creator_can_free_a_seat_or_cancel(anna, boris, chloe):
    game_id = make_table(anna, boris, chloe)
    with pytest.raises(OrderRefused, match=r"Only the player who created the game can do that\."):
        commands.free_seat(game_id=game_id, player=boris, number=2, now=NOON)
    with pytest.raises(OrderRefused, match=r"Only the player who created the game can do that\."):
        commands.cancel(game_id=game_id, player=boris, now=NOON)


@pytest.mark.parametrize(("number", "why"), [(0, "your own seat"), (2, "That seat is empty.")])
def test_not_every_seat_can_be_freed(anna, boris, number, why):
    game_id = make_table(anna, boris, seats=3)
    with pytest.raises(OrderRefused, match=why):
        commands.free_seat(game_id=game_id, player=anna, number=number, now=NOON)


# --- accepting, and the deal ------------------------------------------------------------------------------------------


def test_tiles_are_dealt_once_every_seat_is_filled_and_everyone_accepts(anna, boris):
    game_id = make_table(anna, seats=2)
    commands.join(game_id=game_id, player=boris, now=NOON)
    assert phase_of(game_id) == "lobby"
    commands.agree(game_id=game_id, player=boris, now=after(hours=2))
    game = Game.objects.get(pk=game_id)
    assert (game.phase, game.started_at, game.turn) == ("playing", after(hours=2), 1)
    assert Event.objects.filter(game=game_id).latest("n").verb == "deal"


def test_acceptance_can_be_withdrawn_until_the_deal(anna, boris):
    game_id = make_table(anna, boris)
    commands.agree(game_id=game_id, player=anna, cut="seven", now=NOON)
    commands.take_back_agreement(game_id=game_id, player=anna, now=NOON)
    commands.agree(game_id=game_id, player=boris, now=NOON)
    assert phase_of(game_id) == "lobby"
    assert Seat.objects.get(game=game_id, number=0).cut == ""
    commands.agree(game_id=game_id, player=anna, now=NOON)
    with pytest.raises(OrderRefused, match="This game has already started"):
        commands.take_back_agreement(game_id=game_id, player=anna, now=NOON)


def test_the_cuts_go_into_the_key_in_seat_order(anna, boris):
    game_id = make_table(anna, boris)
    commands.agree(game_id=game_id, player=anna, cut="my lucky 7", now=NOON)
    commands.agree(game_id=game_id, player=boris, cut="über 🎲", now=NOON)
    game = Game.objects.get(pk=game_id)
    assert bytes(game.key) == stream_key(bytes(game.seed), ["my lucky 7", "über 🎲"])


def test_without_cuts_the_key_is_the_seed(anna, boris):
    game = Game.objects.get(pk=start(anna, boris))
    assert bytes(game.key) == bytes(game.seed)


@pytest.mark.parametrize("cut", ["x" * 40, "naïve", "👨‍👩‍👧", "\u00a0", "ab"])
def test_a_cut_can_be_any_text(anna, boris, cut):
    game_id = make_table(anna, boris)
    commands.agree(game_id=game_id, player=anna, cut=cut, now=NOON)
    assert Seat.objects.get(game=game_id, number=0).cut == cut


@pytest.mark.parametrize("cut", ["x" * 41, "a\nb", "\x00", "\x7f", "\ud800"])
def test_a_cut_has_at_most_forty_characters_and_no_control_characters(anna, boris, cut):
    game_id = make_table(anna, boris)
    with pytest.raises(OrderRefused, match="A cut can have at most 40 characters and no control characters"):
        commands.agree(game_id=game_id, player=boris, cut=cut, now=NOON)
    assert Seat.objects.get(game=game_id, number=1).agreed_at is None


def test_only_players_in_the_game_can_accept(anna, boris, chloe):
    game_id = make_table(anna, boris, listed=False)
    with pytest.raises(store.NoSuchGame):
        commands.agree(game_id=game_id, player=chloe, now=NOON)


def test_vacations_declared_earlier_apply_from_the_deal(anna, boris):
    commands.declare_vacation(player=boris, starts=after(days=1), ends=after(days=3), now=NOON)
    game_id = start(anna, boris)
    (vacation,) = state(game_id).clocks.vacations
    assert (vacation.seat, vacation.starts, vacation.ends) == (1, after(days=1), after(days=3))


def test_tiles_by_email_is_off_for_players_who_joined_on_the_web(anna, boris):
    assert state(start(anna, boris)).tiles_by_email == ()


# --- cancelling -------------------------------------------------------------------------------------------------------


def test_the_creator_can_cancel_the_game_before_the_deal(anna, boris):
    game_id = make_table(anna, boris)
    commands.cancel(game_id=game_id, player=anna, now=NOON)
    assert phase_of(game_id) == "cancelled"
    with pytest.raises(OrderRefused, match="This game was cancelled"):
        commands.agree(game_id=game_id, player=boris, now=NOON)


def test_a_game_that_has_started_cannot_be_cancelled(anna, boris):
    game_id = start(anna, boris)
    with pytest.raises(OrderRefused, match="This game has already started"):
        commands.cancel(game_id=game_id, player=anna, now=NOON)


def test_an_unfilled_lobby_is_cancelled_after_fourteen_days(anna):
    game_id = make_table(anna, seats=2)
    assert commands.cancel_stale_lobbies(now=after(days=14) - timedelta(seconds=1)) == 0
    assert phase_of(game_id) == "lobby"
    assert commands.cancel_stale_lobbies(now=after(days=14)) == 1
    assert phase_of(game_id) == "cancelled"
    assert Event.objects.filter(game=game_id).latest("n").verb == "cancelled"
    assert commands.cancel_stale_lobbies(now=after(days=15)) == 0


def test_a_game_that_has_started_does_not_expire(anna, boris):
    game_id = start(anna, boris)
    commands.cancel_stale_lobbies(now=NOON + 15 * DAY)
    assert phase_of(game_id) == "playing"


@pytest.mark.parametrize("late", ["join", "agree"])
def test_nobody_can_join_or_accept_in_an_expired_lobby_without_a_worker(anna, boris, chloe, late):
    game_id = make_table(anna, boris, seats=3)
    order = {"join": commands.join, "agree": commands.agree}[late]
    player = chloe if late == "join" else boris
    with pytest.raises(OrderRefused, match="This game was cancelled"):
        order(game_id=game_id, player=player, now=after(days=14))


def test_an_expired_lobby_is_shown_as_cancelled_without_a_worker(anna):
    game_id = make_table(anna, seats=2)
    assert queries.table(game_id=game_id, player=anna, now=after(days=14)).phase == "cancelled"
    assert queries.my_games(player=anna, now=after(days=14)).lobby == ()


def test_default_house_rules_unknown_to_the_previous_release_are_not_saved(anna):
    usual, own = make(anna), make(anna, options={"lending": "never"})
    kept = [Game.objects.get(pk=game_id).options for game_id in (usual, own)]
    assert [options.get("lending") for options in kept] == [None, "never"]
    assert set(kept[1]) - set(kept[0]) == {"lending"}
    assert read_options(registry.kind("crossing").options_type, kept[0]).lending == "friendly"
