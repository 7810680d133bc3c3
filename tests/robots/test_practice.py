"""Games against the robot: it plays by itself, in its own time, and knows only what its seat may."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core import mail

from games import commands, queries, store
from games.models import Event, Game
from games.players.models import Player
from games.robots import levels, practice
from games.rules import registry
from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance
from games.rules.values import Order, OrderRefused
from notifications.tasks import tell
from tests.tables import NOON, after, ask, make_table, state

pytestmark = pytest.mark.django_db

SOON, LATER = after(minutes=1), after(minutes=12)


@pytest.fixture
def game_id(anna):
    return practice.open_table(kind="crossing", player=anna, now=NOON)


def happened(game_id, verb):
    return list(Event.objects.filter(game=game_id, verb=verb).values_list("seat", flat=True))


def test_one_click_starts_a_practice_game(game_id, anna):
    view = queries.table(game_id=game_id, player=anna, now=NOON)
    assert (view.phase, view.title) == ("playing", "Anna and Robot")
    assert practice.tables(now=NOON) == [game_id]


def lay_all_and_ask(game_id, player, now):
    """Give the orders of a plain robot in seat 0: a layout of all tiles and a request for the light."""
    kind = registry.kind("crossing")
    mind = levels.strongest_mind(kind, alphabet=ENGLISH, word_list=Game.objects.get().word_list_id, chance=Chance(b""))
    orders = orders_with_a_light(store.seen_now(game_id, now=now), replace(mind, search=None))
    return commands.play(game_id=game_id, player=player, orders=orders, now=now)


def orders_with_a_light(table, mind):
    """Return a plain robot's orders in seat 0. It tries again until all tiles are laid, whatever was dealt."""
    tried = (table.kind.next_orders(table.view(0), 0, replace(mind, chance=Chance(bytes([n])))) for n in range(100))
    return next(orders for orders in tried if "GREEN" in {order.verb for order in orders})


def test_in_practice_all_tiles_are_seen_at_the_deal_and_after_a_light(game_id, anna):
    assert happened(game_id, "seen") == [0, 1]
    assert not queries.table(game_id=game_id, player=anna, now=NOON).view.unseen
    table = lay_all_and_ask(game_id, anna, SOON)
    assert happened(game_id, "green") == [0]
    assert happened(game_id, "seen") == [0, 1, 0, 1]
    (said,) = queries.outcome(table, "GREEN", player=anna)
    assert said.startswith("Your light was granted. You drew ")
    view = queries.table(game_id=game_id, player=anna, now=SOON).view
    assert (view.round, len(view.hand), view.unseen) == (2, 17, 0)


@pytest.mark.parametrize("level", levels.offered(registry.kind("crossing")), ids=lambda level: level.key)
def test_requesting_a_light_reveals_the_tiles_at_every_level(level, anna):
    game_id = practice.open_table(kind="crossing", player=anna, level=level.key, now=NOON)
    lay_all_and_ask(game_id, anna, SOON)
    assert happened(game_id, "green") == [0]
    assert not queries.table(game_id=game_id, player=anna, now=SOON).view.unseen


@pytest.mark.parametrize("is_present", [True, False], ids=["present", "away"])
def test_only_a_player_who_is_present_sees_the_tiles_of_a_robots_light(anna, is_present):
    game_id = make_table(anna, seats=2)
    level = levels.offered(registry.kind("crossing"))[1].key
    practice.sit_down(game_id=game_id, player=anna, level=level, now=NOON)
    for minutes in range(0, 60, 5):
        if is_present:
            commands.note_presence(game_id=game_id, player=anna, at=after(minutes=minutes))
        practice.visit(game_id=game_id, now=after(minutes=minutes))
        if happened(game_id, "green"):
            break
    assert happened(game_id, "green") == [1]
    assert bool(queries.table(game_id=game_id, player=anna, now=after(minutes=minutes)).view.unseen) != is_present


def test_tiles_stay_face_down_in_a_game_with_several_people_and_a_robot(anna, boris):
    game_id = make_table(anna, boris, seats=3)
    practice.sit_down(game_id=game_id, player=anna, now=NOON)
    commands.agree(game_id=game_id, player=boris, now=NOON)
    assert happened(game_id, "deal")
    assert happened(game_id, "seen") == []


def test_a_single_person_sees_their_tiles_when_a_robot_takes_the_last_seat(anna):
    game_id = make_table(anna, seats=2)
    practice.sit_down(game_id=game_id, player=anna, now=NOON)
    assert happened(game_id, "seen") == [0, 1]


def test_the_robot_lays_all_its_tiles(game_id):
    for now in (SOON, LATER):  # if its hand can't be laid, it jaywalks first
        practice.visit(game_id=game_id, now=now)
    assert happened(game_id, "submit") == [1]


def test_the_first_robot_requests_no_lights_against_one_person(game_id, anna):
    for minutes in range(0, 1200, 20):
        practice.visit(game_id=game_id, now=after(minutes=minutes))
    assert happened(game_id, "ask") == happened(game_id, "green") == []
    assert queries.table(game_id=game_id, player=anna, now=after(days=1)).may_go_on


def test_the_robot_waits_before_requesting_a_light_among_several_people(anna, boris):
    game_id = make_table(anna, boris, seats=3)
    practice.sit_down(game_id=game_id, player=anna, now=NOON)
    for player in (anna, boris):
        commands.agree(game_id=game_id, player=player, now=NOON)
    for player in (anna, boris):
        commands.look(game_id=game_id, player=player, now=NOON)
    practice.visit(game_id=game_id, now=NOON)
    practice.visit(game_id=game_id, now=after(minutes=9))
    assert (happened(game_id, "submit"), happened(game_id, "ask")) == ([2], [])
    practice.visit(game_id=game_id, now=after(minutes=10))
    assert happened(game_id, "ask") == [2]


def test_the_robot_visits_only_after_a_change_or_when_its_patience_ends(anna, boris):
    game_id = make_table(anna, boris, seats=3)
    practice.sit_down(game_id=game_id, player=anna, now=NOON)
    commands.agree(game_id=game_id, player=boris, now=NOON)
    assert practice.tables(now=NOON) == [game_id]
    practice.visit(game_id=game_id, now=NOON)
    assert practice.tables(now=after(hours=1)) == []
    for player in (anna, boris):
        commands.look(game_id=game_id, player=player, now=SOON)
    assert practice.tables(now=SOON) == [game_id]
    practice.visit(game_id=game_id, now=SOON)
    assert practice.tables(now=SOON + timedelta(minutes=9)) == []
    assert practice.tables(now=SOON + timedelta(minutes=10)) == [game_id]


def test_only_one_worker_at_a_time_plays_for_the_robot(game_id):
    Game.objects.filter(pk=game_id).update(robots_due_at=SOON + practice.TRIES_AGAIN)  # another worker is there
    practice.visit(game_id=game_id, now=SOON)
    assert happened(game_id, "submit") == []
    for n in (1, 2):  # that worker has died; if the hand can't be laid, the robot jaywalks first
        practice.visit(game_id=game_id, now=SOON + n * practice.TRIES_AGAIN)
    assert happened(game_id, "submit") == [1]


def test_refused_moves_of_the_robot_are_retried_later(anna, boris):
    game_id = make_table(anna, boris, seats=3)
    practice.sit_down(game_id=game_id, player=anna, now=NOON)
    commands.agree(game_id=game_id, player=boris, now=NOON)
    commands.mail_is_waiting(game_id=game_id, mail=1, accepted_at=NOON)
    due = Game.objects.get(pk=game_id).due_at
    practice.visit(game_id=game_id, now=due + timedelta(minutes=1))
    assert happened(game_id, "seen") == []
    assert practice.tables(now=due + timedelta(minutes=1)) == []
    commands.mail_was_read(mail=1, now=due + timedelta(minutes=2))
    practice.visit(game_id=game_id, now=due + timedelta(minutes=2))
    assert happened(game_id, "seen")[0] == 2


def test_a_player_who_is_stuck_can_let_the_robot_request_at_once(game_id, anna, boris):
    with pytest.raises(
        OrderRefused, match=r"The robot can’t continue yet\. It can as soon as it has laid all its tiles\."
    ):
        practice.go_on(game_id=game_id, player=anna, now=NOON)
    practice.visit(game_id=game_id, now=NOON)
    commands.look(game_id=game_id, player=anna, now=SOON)
    assert queries.table(game_id=game_id, player=anna, now=SOON).may_go_on
    practice.go_on(game_id=game_id, player=anna, now=SOON)
    assert happened(game_id, "ask") == happened(game_id, "green") == [1]
    with pytest.raises(store.NoSuchGame):
        practice.go_on(game_id=game_id, player=boris, now=SOON)


def test_a_player_who_has_requested_the_light_is_not_stuck(anna):
    game_id = make_table(anna, seats=2, leeway=600)
    practice.sit_down(game_id=game_id, player=anna, now=NOON)
    assert queries.table(game_id=game_id, player=anna, now=SOON).may_go_on
    ask(game_id, anna, at=SOON)
    assert store.seen_now(game_id, now=SOON).view(0).seats[0].asked_at
    assert not queries.table(game_id=game_id, player=anna, now=SOON).may_go_on


def test_the_robot_leaves_other_people_their_time_even_if_a_player_is_stuck(anna, boris):
    game_id = make_table(anna, boris, seats=3)
    practice.sit_down(game_id=game_id, player=anna, now=NOON)
    commands.agree(game_id=game_id, player=boris, now=NOON)
    with pytest.raises(OrderRefused, match=r"Other people are playing too, so the robot leaves them their full time\."):
        practice.go_on(game_id=game_id, player=anna, now=NOON)


@pytest.mark.parametrize("kind", ["crossing", "crosslet"])
def test_the_page_says_the_robot_is_thinking_instead_of_its_deadline(kind, anna):
    game_id = practice.open_table(kind=kind, player=anna, now=NOON)
    if kind == "crosslet" and queries.table(game_id=game_id, player=anna, now=NOON).waiting_for == ("you",):
        exchange = Order("EXCHANGE", {"tiles": (state(game_id).hands[0][0],)})
        commands.play(game_id=game_id, player=anna, orders=[exchange], now=NOON)
    commands.look(game_id=game_id, player=anna, now=NOON)
    table = queries.table(game_id=game_id, player=anna, now=NOON)
    assert table.why.endswith("Robot is thinking.")
    assert table.next is None or "Robot" not in table.next.says
    assert not [clock for clock in table.clocks if "Robot" in clock.label]


def test_a_visit_with_nothing_to_do_changes_nothing(game_id):
    practice.visit(game_id=game_id, now=SOON)
    before = Game.objects.values().get(pk=game_id)
    Game.objects.update(robots_due_at=SOON)
    practice.visit(game_id=game_id, now=SOON)
    assert Game.objects.values().get(pk=game_id) == before


def test_a_game_against_the_robot_can_be_finished(game_id, anna):
    at = NOON
    while Game.objects.get(pk=game_id).phase != "finished":
        at += timedelta(hours=6)
        assert at < after(days=40)
        commands.apply_due(game_id=game_id, now=at)
        if Game.objects.get(pk=game_id).phase != "finished":
            commands.look(game_id=game_id, player=anna, now=at)
        practice.visit(game_id=game_id, now=at + timedelta(minutes=30))
        with suppress(OrderRefused):
            practice.go_on(game_id=game_id, player=anna, now=at + timedelta(minutes=31))
    assert Game.objects.get(pk=game_id).ending == "played"


def test_no_email_is_sent_to_the_robot(game_id, anna):
    tell(game_id, now=NOON + timedelta(minutes=1))
    assert {address for message in mail.outbox for address in message.to} == {anna.email}


def test_an_account_with_the_robots_address_does_not_become_the_robot(anna):
    Player.objects.create_user(practice.ADDRESS, name="Mallory")
    game_id = practice.open_table(kind="crossing", player=anna, now=NOON)
    assert queries.table(game_id=game_id, player=anna, now=NOON).title == "Anna and Robot"
    assert not Player.objects.get(email=practice.ADDRESS).is_active


def test_the_robot_plays_only_in_its_own_games(game_id, anna, boris):
    other = commands.make_game(kind="crossing", player=boris, seats=2, options={}, now=NOON)
    practice.visit(game_id=other, now=NOON)
    assert practice.tables(now=NOON) == [game_id]


def test_a_level_can_be_chosen_and_an_unknown_one_is_refused(anna):
    kind = registry.kind("crossing")
    best = levels.offered(kind)[-1].key
    game_id = practice.open_table(kind="crossing", level=best, player=anna, now=NOON)
    assert queries.table(game_id=game_id, player=anna, now=NOON).title == f"Anna and {levels.ROBOTS[best][0]}"
    with pytest.raises(
        OrderRefused, match=r"There is no robot of the level prodigy for this game\. Available levels: first, "
    ):
        practice.open_table(kind="crossing", level="prodigy", player=anna, now=NOON)
    with pytest.raises(OrderRefused, match=r"Available levels: first, club, best\."):
        practice.open_table(kind="lynx", level="home", player=anna, now=NOON)


def test_the_first_level_knows_common_words_and_does_not_search(anna):
    game_id = practice.open_table(kind="crossing", player=anna, now=NOON)
    words, kind = Game.objects.get(pk=game_id).word_list_id, registry.kind("crossing")
    address = levels.addresses(levels.FIRST)[0]
    mind = levels.mind_of(address, kind, alphabet=ENGLISH, word_list=words, chance=Chance(bytes(32)))
    assert (mind.level.key, mind.search) == ("first", None)
    assert "CAKE" in mind.vocabulary
    assert "QI" not in mind.vocabulary


def test_every_level_has_its_own_robots():
    for kind in practice.kinds():
        assert {level.key for level in kind.levels} <= set(levels.ROBOTS)


def test_practice_of_a_game_without_robots_is_refused(anna):
    with pytest.raises(OrderRefused, match=r"Robots can’t play chess\. They can play:"):
        practice.open_table(kind="chess", player=anna, now=NOON)
    assert not Game.objects.exists()


def test_the_creator_of_a_game_can_fill_free_seats_with_robots(anna, boris):
    game_id = make_table(anna, boris, seats=4)
    commands.agree(game_id=game_id, player=anna, now=NOON)
    commands.agree(game_id=game_id, player=boris, now=NOON)
    with pytest.raises(OrderRefused, match=r"Only the player who created the game can do that\."):
        practice.sit_down(game_id=game_id, player=boris, now=NOON)
    practice.sit_down(game_id=game_id, player=anna, now=NOON)
    assert practice.tables(now=NOON) == []
    practice.sit_down(game_id=game_id, player=anna, now=NOON)
    assert queries.table(game_id=game_id, player=anna, now=NOON).title == "Anna, Boris, Robot and Second Robot"
    assert practice.tables(now=NOON) == [game_id]
    practice.visit(game_id=game_id, now=SOON)
    assert happened(game_id, "seen") == [2, 3]


def test_a_game_can_have_at_most_two_robots_of_a_level(anna):
    game_id = make_table(anna, seats=4)
    for _ in range(2):
        practice.sit_down(game_id=game_id, player=anna, now=NOON)
    with pytest.raises(
        OrderRefused, match=r"Both robots of this level are already in this game\. Choose another level\."
    ):
        practice.sit_down(game_id=game_id, player=anna, now=NOON)


@pytest.mark.parametrize("kind", [kind.key for kind in practice.kinds()])
def test_robots_play_every_kind_to_its_end_by_themselves(kind, anna):
    """Their opponent never comes."""
    game_id = practice.open_table(kind=kind, player=anna, now=NOON)
    seats = max(2, registry.kind(kind).seats[0])
    assert Game.objects.get(pk=game_id).seats.count() == seats
    at = NOON
    while Game.objects.get(pk=game_id).phase != "finished":
        practice.visit(game_id=game_id, now=at)
        at += timedelta(days=1)
        assert at < after(days=400)
        commands.apply_due(game_id=game_id, now=at)
    moved = set(Event.objects.filter(game=game_id, seat__in=range(1, seats)).values_list("verb", flat=True))
    assert moved - {"joined", "agreed", "turn", "away", "late", "back"}
