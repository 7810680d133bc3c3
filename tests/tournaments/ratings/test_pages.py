"""A player's public page: ratings with their graphs, and nothing about private games or addresses."""

import re

import pytest
from django.utils import timezone

from games.models import Game
from games.rules import registry
from games.rules.small_board import SmallBoard
from games.tournaments.commands.ratings import rate_finished
from games.tournaments.models import Entrant, News, Tournament
from games.tournaments.queries.ratings import NoSuchPlayer, player_card, rating_list, ratings_of
from games.tournaments.skill import Rating, points, rest, shown
from tests.puzzles import FEWER, enter, lay_puzzle
from tests.tournaments.ratings.results import DAY, HOUR, NOON, a_robot, after, ended
from tests.web.conftest import browser_of  # noqa: F401

pytestmark = pytest.mark.django_db


@pytest.fixture
def today():
    """The current time, because pages read the clock."""
    return timezone.now()


def test_each_kind_has_a_rating_a_number_of_games_and_a_graph(anna, boris):
    for day in range(3):
        ended((anna, 1), (boris, 2), at=after(days=day))
    ended((anna, 2), (boris, 1), kind="lynx", at=after(days=5))
    rate_finished(now=after(days=5))
    crossing, lynx = ratings_of(player=anna, now=after(days=5))
    assert [(one.kind, one.kind_name, one.games) for one in (crossing, lynx)] == [
        ("crossing", "Lexicon Crossing", 3),
        ("lynx", registry.kind("lynx").name, 1),
    ]
    assert (crossing.graph.began, crossing.graph.lowest, crossing.graph.began_at) == (1500, 1500, NOON)
    assert crossing.graph.last == crossing.graph.highest > 1500 > lynx.graph.last
    assert (crossing.graph.last_at, crossing.shown) == (after(days=2), f"{crossing.graph.last}?")
    places = [tuple(map(float, point.split(","))) for point in crossing.graph.line.split()]
    assert [across for across, _ in places] == [0, 100, 200, 300]
    assert [places[0][1], places[-1][1]] == [100, 0]
    assert lynx.graph.line == "0.0,0.0 300.0,100.0"


def test_days_away_bring_the_question_mark_back(anna, boris):
    for day in range(60):
        ended((anna, 1 + day % 2), (boris, 2 - day % 2), at=after(days=day))
    rate_finished(now=after(days=60))
    (fresh,), (rusty,) = ratings_of(player=anna, now=after(days=60)), ratings_of(player=anna, now=after(days=800))
    assert not fresh.shown.endswith("?")
    assert rusty.shown == f"{fresh.shown}?"


def test_the_profile_shows_own_ratings_as_a_graph_with_dates_in_words(anna, boris, today, browser_of):  # noqa: F811
    ended((anna, 1), (boris, 2), at=today - DAY)
    rate_finished(now=today)
    page = browser_of(anna).get("/you/").text
    assert '<polyline points="0.0,100.0 300.0,0.0"' in page
    assert 'aria-labelledby="rating-crossing"' in page
    assert re.search(
        r'id="rating-crossing">Lexicon Crossing, game by game: from 1500 before \d+ \w+ \d{4} to 1\d{3} on', page
    )
    assert "1 rated game ·" in page
    assert "<strong>100%</strong>" in page
    assert "style=" not in page


def test_the_page_of_a_newcomer_says_no_rated_games_have_finished(anna, browser_of):  # noqa: F811
    page = browser_of(anna).get("/you/").text
    assert "No rated games have finished yet." in page
    assert "<strong>–</strong>" in page


def test_a_private_game_changes_the_rating_but_is_not_listed(anna, boris, chloe, today, browser_of):  # noqa: F811
    secret = ended((anna, 1), (chloe, 2), listed=False, at=today - DAY)
    public = ended((anna, 1), (boris, 2), listed=True, at=today - HOUR)
    rate_finished(now=today)
    page = browser_of(boris).get(f"/players/{anna.pk}/").text
    assert f'href="/games/{public.pk}/"' in page
    assert "with Boris" in page
    assert f"/games/{secret.pk}/" not in page
    assert "Chloe" not in page
    assert "2 rated games" in page
    assert browser_of().get(f"/players/{anna.pk}/").status_code == 200


def test_a_players_page_shows_boards_of_public_games_only(anna, boris, today, browser_of):  # noqa: F811
    boards = {"public": ("PUB",), "rated": ("RAT",), "private": ("PRI",)}
    for name, rows in boards.items():
        game = ended((anna, 2), (boris, 1), listed=name != "private", rated=name == "rated", at=today - DAY)
        Game.objects.filter(pk=game.pk).update(picture=SmallBoard(rows).packed)
    rate_finished(now=today)
    for client in (browser_of(), browser_of(anna)):
        page = client.get(f"/players/{anna.pk}/").text
        assert [letters in page for letters in (">PUB<", ">RAT<", ">PRI<")] == [True, True, False]
        assert page.count('class="small-board"') == 2


def test_a_players_page_shows_wins_only_once_they_are_final(anna, boris, today, browser_of):  # noqa: F811
    for phase, place in (("finished", 1), ("finished", 4), ("running", 2)):
        tournament = Tournament.objects.create(name=f"{phase} {place}", phase=phase, lot="", made_at=NOON)
        Entrant.objects.create(tournament=tournament, player=anna, name="Anna", number=1, entered_at=NOON)
        of_a_round = {"round": 1} if phase == "running" else {}
        News.objects.create(
            tournament=tournament, player=anna, kind="ended", facts={"place": place, "of": 8, **of_a_round}, at=NOON
        )
    lay_puzzle(today.date())
    for days, winner in ((0, anna), (1, boris), (2, anna)):
        at = today - days * DAY
        if days:
            lay_puzzle(at.date())
        enter(winner, at=at)
        enter(boris if winner == anna else anna, FEWER, at=at)
    trophies = player_card(player_id=anna.pk, reader_id=None, now=today).trophies
    assert [(one.name, one.place, one.entrants) for one in trophies.tournaments] == [("finished 1", 1, 8)]
    assert [one.day for one in trophies.puzzles] == [(today - 2 * DAY).date()]
    for page in (browser_of(boris).get(f"/players/{anna.pk}/").text, browser_of(anna).get("/you/").text):
        assert "1st of 8" in page
        assert f"/daily/scannergram/{(today - 2 * DAY).date()}/" in page
        assert f"/daily/scannergram/{today.date()}/" not in page


def test_players_can_see_their_own_page_before_it_is_public(anna, boris, browser_of):  # noqa: F811
    assert (
        "Only you can see this page for now. Others can see it once you have finished a public game, entered a tournament or won a daily puzzle."
        in browser_of(anna).get(f"/players/{anna.pk}/").text
    )
    assert browser_of(boris).get(f"/players/{anna.pk}/").status_code == 404


@pytest.mark.parametrize("path", ["/players/{anna}/", "/ratings/crossing/"])
def test_no_page_shows_an_email_address(anna, boris, today, browser_of, path):  # noqa: F811
    ended((anna, 1), (boris, 2), at=today - DAY)
    rate_finished(now=today)
    for client in (browser_of(), browser_of(boris)):
        page = client.get(path.format(anna=anna.pk)).text
        assert "Anna" in page
        assert "@" not in page.replace("@media", "")


def test_a_players_page_lists_tournaments_except_drafts(anna):
    for phase in ("draft", "running"):
        tournament = Tournament.objects.create(name=f"The {phase} one", phase=phase, lot="", made_at=NOON)
        Entrant.objects.create(tournament=tournament, player=anna, name="Anna", number=1, entered_at=NOON)
    assert [one.name for one in player_card(player_id=anna.pk, reader_id=None, now=NOON).entrances] == [
        "The running one"
    ]


def test_robots_former_players_and_unknown_ids_have_no_page(anna, boris, browser_of):  # noqa: F811
    boris.is_active = False
    boris.save()
    for player_id in (a_robot().pk, boris.pk, 10**6, 10**17, 10**30):
        assert browser_of(anna).get(f"/players/{player_id}/").status_code == 404
    with pytest.raises(NoSuchPlayer):
        player_card(player_id=boris.pk, reader_id=None, now=NOON)


def test_the_list_of_a_kind_has_the_strongest_players_first(anna, boris, chloe):
    ended((anna, 1), (boris, 2), at=NOON)
    for day in (1, 2, 3):
        ended((boris, 1), (anna, 2), (chloe, 3), at=after(days=day))
    ended((chloe, 1), (anna, 2), kind="lynx", at=after(days=3))
    rate_finished(now=after(days=3))
    found = rating_list(kind="crossing", page=1, now=after(days=20))
    assert [(line.place, line.name, line.games) for line in found.lines] == [
        (1, "Boris", 4),
        (2, "Anna", 4),
        (3, "Chloe", 3),
    ]
    last = boris.rating_changes.get(game__kind="crossing", at=after(days=3))
    assert found.lines[0].shown == shown(rest(Rating(last.mu, last.sigma), 17))
    assert int(found.lines[0].shown.rstrip("?")) == points(Rating(last.mu, last.sigma))
    assert all(line.shown.endswith("?") for line in found.lines)
    assert not found.has_more


def test_the_list_omits_inactive_and_former_players(anna, boris, chloe):
    ended((anna, 1), (boris, 2), at=NOON)
    ended((anna, 1), (chloe, 2), at=after(days=30))
    rate_finished(now=after(days=30))
    assert {line.name for line in rating_list(kind="crossing", page=1, now=after(days=90)).lines} == {
        "Anna",
        "Boris",
        "Chloe",
    }
    chloe.delete()
    assert {line.name for line in rating_list(kind="crossing", page=1, now=after(days=91)).lines} == {"Anna"}


def test_the_list_has_pages(anna, boris, browser_of):  # noqa: F811
    now = timezone.now()
    ended((anna, 1), (boris, 2), at=now - DAY)
    rate_finished(now=now)
    client = browser_of(anna)
    page = client.get("/ratings/crossing/").text
    assert f'<a href="/players/{anna.pk}/">Anna</a>' in page
    assert 'class="own"' in page
    assert "Next 100" not in page
    assert "Previous 100" in client.get("/ratings/crossing/?page=2").text
    assert "Ratings in Lexicon Crossing" in client.get("/ratings/").text
    assert "How ratings work" in page
    assert 'href="/ratings/"' in client.get("/tournaments/").text
    for wrong in ("crossing/?page=0", "crossing/?page=x", "crossing/?page=1001", "chess/"):
        assert client.get(f"/ratings/{wrong}").status_code == 404


def test_the_list_costs_the_same_for_many_players(anna, boris, chloe, django_assert_max_num_queries):
    ended((anna, 1), (boris, 2), (chloe, 3))
    rate_finished(now=NOON)
    with django_assert_max_num_queries(3):
        rating_list(kind="crossing", page=1, now=NOON)


def test_a_players_page_costs_the_same_with_a_long_history(anna, boris, today, browser_of, django_assert_num_queries):  # noqa: F811
    """The queries: the session, and the count of waiting games; the player with their counts, ratings, a graph, games, the
    seats of these, tournaments, puzzles, statistics and opponents; whether the reader knows the player, their games
    together, and the reader's regard for the player."""
    client = browser_of(anna)
    for games in (1, 5):
        for day in range(games):
            ended((anna, 1), (boris, 2), at=today - day * DAY)
            lay_puzzle((today - (games + day) * DAY).date())
            enter(boris, at=today - (games + day) * DAY)
        rate_finished(now=today)
        with django_assert_num_queries(14):
            client.get(f"/players/{boris.pk}/")
