"""Tournament bans: a player who doesn't join a table, or abandons a game, can't enter tournaments for a while. Finishing
games lifts the ban."""

import pytest

from games import commands, store
from games.rules.values import OrderRefused
from games.tournaments.commands.walkouts import ban_of, count_game, no_show, refuse_banned
from games.tournaments.models import Walkout
from tests.tables import start
from tests.tournaments.ratings.results import DAY, HOUR, NOON, a_robot, after, ended, happened, reliability

pytestmark = pytest.mark.django_db


def a_game_left_by(player, other, *, at=NOON):
    """Create a game that the player resigned from a day before its end, and count it."""
    game = ended((player, 2), (other, 1), at=at)
    happened(game, "resign", seat=0, at=at - DAY)
    count_game(game_id=game.pk)
    return game


def test_resigning_bans_a_player_for_30_days_and_then_for_90(anna, boris):
    a_game_left_by(anna, boris)
    assert ban_of(anna, now=after(hours=1)) == after(days=30)
    a_game_left_by(anna, boris, at=after(days=40))
    assert ban_of(anna, now=after(days=41)) == after(days=130)
    assert ban_of(boris, now=after(hours=1)) is None


def test_a_ban_expires(anna, boris):
    a_game_left_by(anna, boris)
    assert ban_of(anna, now=after(days=30)) is None


@pytest.mark.parametrize(
    ("story", "has_walked_out"),
    [
        ([("away", 8)], True),
        ([("away", 7)], True),
        ([("away", 6)], False),
        ([("away", 12), ("back", 9)], False),
        ([("away", 12), ("back", 9), ("away", 8)], True),
        ([("resign", 9), ("replace", 8)], False),
        ([], False),
    ],
)
def test_being_away_for_the_last_week_of_a_game_counts_as_walking_out(anna, boris, story, has_walked_out):
    game = ended((anna, 1), (boris, 2))
    for verb, days_before in story:
        happened(game, verb, seat=1, at=NOON - days_before * DAY)
    count_game(game_id=game.pk)
    assert (ban_of(boris, now=after(hours=1)) is not None) == has_walked_out
    assert reliability(boris) == (0 if has_walked_out else 100)
    assert reliability(anna) == 100


def test_a_game_is_counted_once_from_its_end_even_if_counted_late(anna, boris):
    game = a_game_left_by(anna, boris)
    count_game(game_id=game.pk)
    assert [(one.kind, one.at, one.until) for one in Walkout.objects.all()] == [("walked_out", NOON, after(days=30))]


def test_a_game_without_a_result_counts_for_nobody(anna, boris):
    game = ended((anna, None), (boris, None), ending="void")
    happened(game, "resign", seat=0, at=NOON)
    count_game(game_id=game.pk)
    assert not Walkout.objects.exists()
    assert reliability(anna) is None


def test_a_game_that_still_runs_is_not_counted_yet(anna, boris):
    game_id = start(anna, boris)
    count_game(game_id=game_id)
    assert not Walkout.objects.exists()


def test_resigning_from_a_game_in_progress_counts_as_walking_out(anna, boris):
    game_id = start(anna, boris)
    with store.locked(game_id, now=after(hours=1)) as table:
        table.resign(0)
    commands.apply_due(game_id=game_id, now=after(days=90))
    count_game(game_id=game_id)
    assert Walkout.objects.get(player=anna).kind == "walked_out"


def test_bans_for_consecutive_no_shows_double_from_1_day_to_30(anna, boris):
    lasts = []
    for number in range(7):
        at = after(days=number * 40)
        no_show(player=anna, game=ended((boris, 1), (None, 2)), now=at)
        lasts.append((ban_of(anna, now=at) - at) // DAY)
    assert lasts == [1, 2, 4, 8, 16, 30, 30]


def test_several_tables_missed_on_one_day_do_not_double_the_ban(anna, boris):
    for hours in (0, 0, 23):
        no_show(player=anna, game=ended((boris, 1), (None, 2)), now=after(hours=hours))
    assert ban_of(anna, now=NOON) == after(hours=47)


def test_a_finished_game_resets_the_doubling(anna, boris):
    no_show(player=anna, game=ended((boris, 1), (None, 2)), now=NOON)
    ended((anna, 1), (boris, 2), at=after(days=3))
    no_show(player=anna, game=ended((boris, 1), (None, 2)), now=after(days=10))
    assert ban_of(anna, now=after(days=10)) == after(days=11)


def test_not_joining_a_game_counts_once(anna, boris):
    game = ended((boris, 1), (None, 2))
    for _ in range(2):
        no_show(player=anna, game=game, now=NOON)
    assert Walkout.objects.count() == 1


def test_one_finished_game_lifts_a_no_show_ban_and_three_a_walkout_ban(anna, boris):
    no_show(player=anna, game=ended((boris, 1), (None, 2)), now=NOON)
    ended((anna, 1), (boris, 2), at=after(hours=1))
    assert ban_of(anna, now=after(hours=2)) is None
    a_game_left_by(anna, boris, at=after(hours=3))
    bans = []
    for hour in range(4, 7):
        ended((anna, 2), (boris, 1), at=after(hours=hour))
        bans.append(ban_of(anna, now=after(hours=hour)))
    assert bans == [after(hours=3, days=30)] * 2 + [None]


def test_robot_games_and_games_left_or_finished_before_lift_no_ban(anna, boris):
    no_show(player=anna, game=ended((boris, 1), (None, 2)), now=NOON)
    ended((anna, 1), (boris, 2), at=NOON - HOUR)
    ended((anna, 1), (a_robot(), 2), at=after(hours=1))
    a_game_left_by(anna, boris, at=after(hours=2))
    assert ban_of(anna, now=after(hours=3)) == after(days=30, hours=2)
    assert Walkout.objects.filter(player=anna, kind="no_show", until__gt=after(hours=3)).exists()
    Walkout.objects.filter(kind="walked_out").delete()
    assert ban_of(anna, now=after(hours=3)) == after(hours=24)


def test_the_staff_can_lift_a_ban(anna, boris):
    a_game_left_by(anna, boris)
    Walkout.objects.update(lifted_at=after(hours=1))
    assert ban_of(anna, now=after(hours=2)) is None


def test_the_refusal_says_when_a_ban_ends_and_what_lifts_it(anna, boris, chloe):
    a_game_left_by(anna, boris)
    refuse_banned(boris, now=NOON)
    with pytest.raises(
        OrderRefused,
        match=r"^You didn’t join a table or left one, so you can’t enter a tournament until .* 3 after leaving one\.$",
    ):
        refuse_banned(anna, now=NOON)
    with pytest.raises(
        OrderRefused,
        match=r"^Anna didn’t join a table or left one, and can’t enter a tournament until .* 3 after leaving one\..* under Tournament bans\.$",
    ):
        refuse_banned(anna, by=chloe, now=NOON)


def test_reliability_is_the_share_of_games_against_people_not_left_early(anna, boris):
    assert reliability(anna) is None
    ended((anna, 1), (a_robot(), 2))
    assert reliability(anna) is None
    ended((anna, 1), (boris, 2))
    ended((anna, 1), (None, 2), rated=False)
    assert reliability(anna) == 100
    a_game_left_by(anna, boris)
    assert reliability(anna) == 66
    no_show(player=anna, game=ended((boris, 1), (None, 2)), now=NOON)
    assert (reliability(anna), reliability(boris)) == (50, 100)


def test_leaving_a_shared_seat_counts_only_for_the_player_who_left(anna, boris, chloe):
    game = ended((anna, 1), (boris, 2))
    game.seats.create(number=0, share=1, player=chloe, name="Chloe", rank=1, resigned_at=NOON - DAY)
    assert (reliability(anna), reliability(chloe)) == (100, 0)


def test_partners_in_a_shared_seat_are_not_opponents(anna, boris):
    game = ended((anna, 1), (a_robot(), 2))
    game.seats.create(number=0, share=1, player=boris, name="Boris", rank=1)
    assert reliability(anna) is None
