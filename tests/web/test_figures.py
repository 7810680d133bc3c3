"""Statistics of players: each finished game counts once, private ones for the player alone, and the page doesn't get
slower with many games."""

import re

import pytest
from django.utils import timezone

from games import commands, queries
from games.models import Figures, Game, Opponent, Seat
from games.queries.figures import figures_of
from games.tournaments.queries.ratings import NoSuchPlayer, player_card
from tests.tables import HOUR, NOON, after, ask, look, order, start
from tests.tournaments.ratings.results import a_robot, ended

pytestmark = pytest.mark.django_db


def seen_by_others(player):
    return figures_of(player=player.pk, is_own=False)


def seen_by_themself(player):
    return figures_of(player=player.pk, is_own=True)


def test_a_game_counts_once_for_each_of_its_players(anna, boris, chloe):
    ended((anna, 1), (boris, 2))
    ended((anna, 2), (chloe, 1), at=after(days=1))
    ended((anna, 1), (boris, 2), kind="lynx")
    assert [commands.count_finished(now=after(days=2)) for _ in range(2)] == [3, 0]
    mine = seen_by_others(anna)
    assert [(one.kind_name, one.games, one.wins) for one in mine.kinds] == [("Lexicon Crossing", 2, 1), ("Lynx", 1, 1)]
    assert mine.favourites == (("Boris", 2), ("Chloe", 1))
    assert mine.pace == ""


def test_private_games_count_only_for_their_own_player(anna, boris):
    ended((anna, 1), (boris, 2), listed=False)
    commands.count_finished(now=NOON)
    assert seen_by_others(anna).kinds == seen_by_others(anna).favourites == ()
    assert seen_by_themself(anna).kinds[0].games == 1
    assert seen_by_themself(anna).favourites == (("Boris", 1),)


def test_games_against_robots_and_games_without_a_result_do_not_count(anna, boris):
    Game.objects.filter(pk=ended((anna, 1), (a_robot(), 2)).pk).update(has_robots=True)
    ended((anna, None), (boris, None), ending="void")
    commands.count_finished(now=NOON)
    assert not Figures.objects.exists()


def test_best_score_longest_word_and_pace_come_from_played_games(anna, boris):
    game_id = start(anna, boris, leeway=0)
    for n in range(6):
        look(game_id, boris, at=after(hours=6 * n))
        ask(game_id, anna, at=after(hours=6 * n + 5))
    order(game_id, boris, "resign", at=after(hours=40))
    commands.count_finished(now=after(hours=41))
    (mine,) = seen_by_others(anna).kinds
    seat = Seat.objects.get(game=game_id, player=anna)
    assert (mine.games, mine.wins, mine.best_game, mine.best_shown) == (1, 1, game_id, seat.result)
    assert len(mine.longest_word) >= 5
    assert seen_by_others(boris).pace == "within 1 hour"
    assert seen_by_others(anna).pace == "", "she called the lights, and answered only the deal"


def test_the_pace_is_the_median_answer_time(anna):
    counted = [0] * (len(Figures.STEPS) + 1)
    for places, says in (({0: 9}, "within 6 minutes"), ({5: 3, 8: 4}, "within 8 hours"), ({17: 6}, "more than 1 week")):
        answers = [places.get(step, 0) for step in range(len(counted))]
        Figures.objects.update_or_create(player=anna, kind="lynx", listed=True, defaults={"answers": answers})
        assert seen_by_others(anna).pace == says


def test_a_page_is_visible_to_those_its_player_chose(anna, boris, dmitri):
    now = timezone.now()
    ended((anna, 1), (boris, 2), at=now)

    def may_see(reader):
        try:
            return bool(player_card(player_id=anna.pk, reader_id=reader and reader.pk, now=now))
        except NoSuchPlayer:
            return False

    for shown_to, who in (("all", [1, 1, 1, 1]), ("met", [1, 1, 0, 0]), ("nobody", [1, 0, 0, 0])):
        anna.page_shown_to = shown_to
        anna.save()
        assert [may_see(reader) for reader in (anna, boris, dmitri, None)] == [bool(one) for one in who], shown_to


def test_a_hidden_page_looks_like_a_missing_one(anna, boris, dmitri, browser_of):
    ended((anna, 1), (boris, 2), at=timezone.now())
    browser_of(anna).post(
        "/settings/account/",
        {"do": "save", "name": "Anna", "language": "en", "time_zone": "UTC", "page_shown_to": "nobody"},
    )
    anna.refresh_from_db()
    assert anna.page_shown_to == "nobody"
    client = browser_of()
    hidden, absent = client.get(f"/players/{anna.pk}/"), client.get("/players/99999/")
    assert hidden.status_code == absent.status_code == 404
    assert hidden.text.replace(f"/players/{anna.pk}/", "/players/99999/") == absent.text
    of_her_public_game = browser_of(dmitri).get(f"/players/{anna.pk}/").text  # anybody can block its players
    assert "Block or report" in of_her_public_game
    assert not re.search("Finished games|Ratings|rating,|games with people", of_her_public_game)


@pytest.mark.parametrize("games", [0, 1, 1000])
def test_the_queries_of_the_page_do_not_grow_with_the_games(
    games, anna, boris, browser_of, django_assert_max_num_queries
):
    now = timezone.now()
    for n in range(min(games, 1)):
        ended((anna, 1), (boris, 2), at=now - n * HOUR)
    commands.count_finished(now=now)
    Figures.objects.filter(player=anna).update(games=games, wins=games // 2)
    if games > 1:
        model = Game.objects.get()
        more = Game.objects.bulk_create(
            Game(
                kind="crossing",
                phase="finished",
                seat_count=2,
                options={},
                word_list=model.word_list,
                listed=True,
                made_at=now,
                started_at=now,
                finished_at=now,
                counted_at=now,
                commitment="",
                seed=bytes(32),
                state={},
            )
            for _ in range(games - 1)
        )
        Seat.objects.bulk_create(
            Seat(game=one, number=n, player=player, name=player.name, rank=1 + n, over_at=now)
            for one in more
            for n, player in enumerate((anna, boris))
        )
    client = browser_of(anna)
    with django_assert_max_num_queries(11):
        page = client.get("/you/")
    assert page.status_code == 200
    assert ("Games against people" in page.text) == (games > 0)


def test_figures_are_exported_and_deleted_with_either_account(anna, boris):
    now = timezone.now()
    order(start(anna, boris, now=now), boris, "resign", at=now)
    commands.count_finished(now=now)
    kept = queries.export(player=anna, now=now)
    assert [(one["kind"], one["games"], one["wins"]) for one in kept["figures"]] == [("crossing", 1, 1)]
    assert [(one["other__name"], one["games"]) for one in kept["opponents"]] == [("Boris", 1)]
    commands.delete_account(player=anna, now=now)
    assert Opponent.objects.count() == 0
    assert Figures.objects.get().player == boris
