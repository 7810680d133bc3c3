"""Creating a tournament, opening and closing its entries, entering, and waiting on the reserve list."""

from datetime import timedelta

import pytest

from games.players.models import Player
from games.robots.practice import ADDRESS
from games.rules.values import OrderRefused
from games.tournaments import commands
from games.tournaments.models import Entrant, RatingChange, Walkout
from tests.tables import start as start_game
from tests.tournaments.playing import (
    DAY,
    HOUR,
    NOON,
    WHY,
    begin,
    entrant,
    make,
    make_director,
    people,
    play_out,
    publish,
    ruled,
    told,
    under_way,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def open_one(director):
    tournament = make(director)
    commands.open_entries(tournament_id=tournament.pk, by=director, now=NOON)
    return tournament


def enter(tournament, player, now=NOON):
    return commands.enter(tournament_id=tournament.pk, player=player, now=now)


def close(tournament, director, now=NOON + HOUR):
    commands.close_entries(tournament_id=tournament.pk, by=director, now=now)


def order(tournament):
    return [(each.name, each.standing) for each in tournament.entrants.order_by("number")]


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"name": "Autumn\nOpen"}, "A name can’t contain control characters"),
        ({"name": "\u3164"}, "A name needs a character that people can see"),
        ({"kind": "chess"}, "There is no game called chess. Choose one of these games:"),
        ({"kind": "handshake"}, "This game is for 3 to 12 players. Choose tables of that size."),
        ({"options": {"vacation": "waits"}}, "Tournament games don’t wait for vacations. Leave that setting out."),
        ({"options": {"colour": "red"}}, "There is no option colour."),
        ({"options": {"tile_set": "A1"}}, ""),
        ({"options": {"teams": "AB"}}, "Tournaments rank individual players. Leave out teams and shared seats."),
        ({"options": {"people_a_seat": 2}}, "Tournaments rank individual players. Leave out teams and shared seats."),
        ({"options": {"jaywalk": "nobody", "face_up": True}}, "face_up only works if jaywalk is one of these:"),
        ({"word_list": "klingon"}, "There is no word list called klingon. Available lists:"),
        ({"format": "ladder", "table_size": 3}, "Ladder games are for 2 players. Choose tables of 2."),
        (
            {"format": "knockout", "advance": 2},
            "The number who advance must be smaller than a table. Choose a smaller number.",
        ),
        (
            {"format": "pools", "advance": 6},
            "The number who advance must be smaller than a pool. Choose a smaller number.",
        ),
        (
            {"format": "league", "division_size": 2, "table_size": 3},
            "A division needs at least as many players as a table. Make divisions larger.",
        ),
        ({"join_within": timedelta(days=14)}, "The time to join must be more than 0 and less than 14 days"),
        ({"round_lasts": timedelta(days=3_000_000)}, "A round can last at most 366 days"),
        (
            {"round_lasts": timedelta(hours=72)},
            "A round must last longer than the time to join. Make the round longer.",
        ),
    ],
)
def test_unplayable_settings_are_refused_with_a_full_sentence(director, settings, why):
    with pytest.raises(OrderRefused) as refused:
        make(director, **settings)
    assert str(refused.value).startswith(why)
    assert str(refused.value).endswith(".")


def test_a_new_tournament_is_a_draft_directed_by_its_creator(director):
    tournament = make(director)
    assert list(tournament.directors.all()) == [director]
    assert (tournament.phase, tournament.made_at) == ("draft", NOON)
    assert tournament.lot
    with pytest.raises(OrderRefused, match=r"Entries aren’t open yet\."):
        enter(tournament, people(1)[0])


def test_a_player_who_enters_is_notified(open_one):
    (anna,) = people(1)
    entered = enter(open_one, anna)
    assert (entered.name, entered.number, entered.standing) == ("Anna", 1, "entered")
    assert told(anna) == [("entered", {"entrant": entered.pk})]
    with pytest.raises(OrderRefused, match=r"^You have already entered this tournament\.$"):
        enter(open_one, anna)
    assert Entrant.objects.count() == 1


def test_robots_and_players_with_unconfirmed_addresses_cannot_enter(open_one, anna, boris):
    start_game(anna, boris)
    robot = Player.objects.create_user(ADDRESS, name="Robot")
    with pytest.raises(OrderRefused, match=r"Robots can’t play in tournaments\."):
        enter(open_one, robot)
    with pytest.raises(
        OrderRefused,
        match=r"Sign in with an emailed code first\. Only players with a confirmed email address can enter\.",
    ):
        enter(open_one, anna)
    assert not Entrant.objects.exists()


def test_entrants_over_the_limit_are_reserves_and_move_up(director):
    tournament = make(director, most_entrants=2)
    commands.open_entries(tournament_id=tournament.pk, by=director, now=NOON)
    anna, boris, chloe, emil = people(4)
    for place, player in enumerate((anna, boris, chloe, emil)):
        enter(tournament, player, NOON + timedelta(minutes=place))
    assert [standing for _, standing in order(tournament)] == ["entered", "entered", "reserve", "reserve"]
    commands.withdraw(entrant_id=entrant(tournament, anna).pk, by=anna, now=NOON + HOUR)
    assert dict(order(tournament)) == {"Anna": "withdrawn", "Boris": "entered", "Chloe": "entered", "Emil": "reserve"}
    assert len(told(chloe, "entered")) == 2


def test_a_withdrawn_player_can_enter_again_in_their_old_place(open_one):
    anna, boris = people(2)
    enter(open_one, anna)
    enter(open_one, boris)
    commands.withdraw(entrant_id=entrant(open_one, anna).pk, by=anna, now=NOON)
    enter(open_one, anna)
    assert order(open_one) == [("Anna", "entered"), ("Boris", "entered")]
    assert entrant(open_one, anna).withdrawn_at is None


def test_entries_close_on_time_even_if_nobody_visits(director):
    tournament = make(director, entries_close_at=NOON + DAY)
    commands.open_entries(tournament_id=tournament.pk, by=director, now=NOON)
    anna, boris = people(2)
    enter(tournament, anna, NOON + DAY - HOUR)
    with pytest.raises(OrderRefused, match=r"Entries are closed\. You can still join the reserve list\."):
        enter(tournament, boris, NOON + DAY)
    assert commands.close_due_entries(now=NOON + DAY - HOUR) == 0
    assert commands.close_due_entries(now=NOON + DAY) == 1
    assert commands.close_due_entries(now=NOON + DAY) == 0
    tournament.refresh_from_db()
    assert tournament.phase == "closed"
    assert commands.reserve(tournament_id=tournament.pk, player=boris, now=NOON + DAY).standing == "reserve"
    with pytest.raises(OrderRefused, match=r"Entries would close at once\. Choose a later closing time\."):
        commands.open_entries(tournament_id=tournament.pk, by=director, now=NOON + DAY)


def test_entrants_are_numbered_by_rating_and_then_by_entry(director, open_one):
    anna, boris, chloe, emil = people(4)
    for place, player in enumerate((anna, boris, chloe, emil)):
        enter(open_one, player, NOON + timedelta(minutes=place))
    commands.confirm(entrant_id=entrant(open_one, boris).pk, by=director, now=NOON)
    commands.withdraw(entrant_id=entrant(open_one, anna).pk, by=anna, now=NOON)
    for n, (player, mu) in enumerate(((emil, 31.0), (chloe, 22.0)), start=1):
        game_id = start_game(player, boris)
        ranked = {"before_mu": 25, "before_sigma": 8, "sigma": 8, "rank": 1}
        RatingChange.objects.create(
            game_id=game_id, n=n, player=player, seat=0, kind="crossing", at=NOON, mu=mu, **ranked
        )
    close(open_one, director)
    assert order(open_one) == [
        ("Emil", "entered"),
        ("Boris", "confirmed"),
        ("Chloe", "entered"),
        ("Anna", "withdrawn"),
    ]


def test_only_its_directors_and_superusers_can_direct_a_tournament(open_one):
    other, boss = people(2)
    make(make_director(other))
    with pytest.raises(OrderRefused, match=r"You aren’t a director of this tournament\. Ask one of its directors\."):
        close(open_one, other)
    boss.is_superuser = True
    boss.save()
    close(open_one, boss)
    open_one.refresh_from_db()
    assert open_one.phase == "closed"


def test_steps_out_of_order_are_refused(director, open_one):
    (anna,) = people(1)
    enter(open_one, anna)
    with pytest.raises(OrderRefused, match=r"Entries are still open\. Close them first\."):
        commands.start(tournament_id=open_one.pk, by=director, now=NOON)
    close(open_one, director)
    with pytest.raises(OrderRefused, match=r"^Entries are closed\.$"):
        close(open_one, director)
    with pytest.raises(OrderRefused, match=r"^A tournament of this game needs at least 2 players\.$"):
        commands.start(tournament_id=open_one.pk, by=director, now=NOON)
    open_one.refresh_from_db()
    assert open_one.phase == "closed"
    assert not open_one.divisions.exists()


def test_unknown_tournaments_and_entrants_are_refused(director):
    with pytest.raises(commands.NoSuchTournament):
        commands.open_entries(tournament_id=0, by=director, now=NOON)
    with pytest.raises(commands.NoSuchTournament):
        commands.confirm(entrant_id=0, by=director, now=NOON)


def test_a_director_can_confirm_a_reserve(director):
    tournament = make(director, most_entrants=1)
    commands.open_entries(tournament_id=tournament.pk, by=director, now=NOON)
    anna, boris = people(2)
    enter(tournament, anna)
    waiting = enter(tournament, boris)
    commands.confirm(entrant_id=waiting.pk, by=director, now=NOON)
    assert entrant(tournament, boris).standing == "confirmed"
    with pytest.raises(OrderRefused, match=r"Boris is already confirmed\."):
        commands.confirm(entrant_id=waiting.pk, by=director, now=NOON)


# --- late ---------------------------------------------------------------------------------------------------------------


def test_late_entry_ends_with_its_round_and_missed_rounds_score_nothing(director):
    anna, boris, chloe, emil, fanny = people(5)
    tournament = under_way(director, [anna, boris], late_until=2)
    enter(tournament, chloe)
    play_out(tournament)
    (bye,) = entrant(tournament, chloe).byes.all()
    assert (bye.round.number, bye.points) == (1, "0")
    publish(tournament, director)
    with pytest.raises(
        OrderRefused, match=r"This tournament has started\. Join the reserve list, or ask a director to add you\."
    ):
        enter(tournament, emil)
    let_in = commands.add_late(
        tournament_id=tournament.pk, player=emil, by=director, reason=WHY, points="1/2", now=NOON
    )
    assert sorted(let_in.byes.values_list("round__number", "points")) == [(1, "1/2"), (2, "1/2")]
    assert ruled(tournament) == [("late", WHY)]
    with pytest.raises(OrderRefused, match=r"Emil is already in this tournament\."):
        commands.add_late(tournament_id=tournament.pk, player=emil, by=director, reason=WHY, now=NOON)
    with pytest.raises(OrderRefused, match=r"A missed round can only give no points or half a point\."):
        commands.add_late(tournament_id=tournament.pk, player=fanny, by=director, reason=WHY, points="1", now=NOON)


def test_nobody_can_enter_a_full_tournament_late(director):
    anna, boris, chloe = people(3)
    tournament = under_way(director, [anna, boris], late_until=3, most_entrants=2)
    with pytest.raises(OrderRefused, match=r"The tournament is full\. You can still join the reserve list\."):
        enter(tournament, chloe)
    assert tournament.entrants.count() == 2


def test_a_late_entrant_is_paired_in_the_existing_draft(director):
    anna, boris, chloe, emil = people(4)
    tournament = begin(director, [anna, boris, chloe], late_until=1)
    enter(tournament, emil)
    publish(tournament, director)
    assert sorted(entrant(tournament, player).sittings.count() for player in (anna, boris, chloe, emil)) == [1] * 4


def test_a_league_takes_late_entrants_only_as_reserves(director):
    players = people(3)
    tournament = under_way(director, players[:2], format="league", late_until=9)
    with pytest.raises(
        OrderRefused,
        match=r"In this format, everyone is paired at the start, so you can’t enter late\. Join the reserve list, and a director can give you another player’s place\.",
    ):
        enter(tournament, players[2])
    assert commands.reserve(tournament_id=tournament.pk, player=players[2], now=NOON).standing == "reserve"


@pytest.mark.parametrize("reason", ["", "   ", "x" * 201])
def test_an_override_without_a_proper_reason_changes_nothing(director, reason):
    anna, boris, chloe = people(3)
    tournament = under_way(director, [anna, boris])
    with pytest.raises(OrderRefused, match="reason"):
        commands.add_late(tournament_id=tournament.pk, player=chloe, by=director, reason=reason, now=NOON)
    assert tournament.entrants.count() == 2


def test_a_refusal_to_a_director_names_the_banned_player(director, anna, boris):
    (chloe,) = people(3)[2:]
    game_id = start_game(anna, boris)
    Walkout.objects.create(player=chloe, kind="no_show", game_id=game_id, at=NOON, until=NOON + DAY)
    tournament = under_way(director, people(5)[3:])
    with pytest.raises(
        OrderRefused,
        match=r"\. Finishing games against people lifts this ban sooner: 1 game after not joining a table, 3 after leaving one\. An administrator can lift it at once under Tournament bans\.",
    ):
        commands.add_late(tournament_id=tournament.pk, player=chloe, by=director, reason=WHY, now=NOON)
