"""Searching for games in the API, as on the pages."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands
from games.queries.archive import NAMES
from tests.positions import just_now
from tests.tables import make_table, order, start

MINE = "/games?mine=1&status=finished"


@pytest.fixture
def games(anna, boris, chloe):
    """Anna's finished games: with Boris, last week and by a house rule; and with Chloe. Another game is running."""
    now = timezone.now()
    first = start(anna, boris, now=now - timedelta(days=7), tiles_per_light=2)
    order(first, boris, "resign", at=now - timedelta(days=7))
    second = start(anna, chloe, now=now, listed=False)
    order(second, chloe, "resign", at=now)
    start(anna, boris, now=just_now())
    return first, second


def found(program, asked=""):
    return [game["id"] for game in program.get(f"{MINE}{asked}").json()["games"]]


def test_a_program_can_search_like_its_player(annas, games):
    first, second = games
    today = f"{timezone.now():%Y-%m-%d}"
    for asked, fitting in {
        "&kind=crossing": [second, first],
        "&with=boris": [first],
        f"&from={today}": [second],
        "&rules=tiles_per_light:2": [first],
        "&word=QUIZ": [],
        f"&with=Boris&from={today}": [],
        f"&kind=crossing&before={second}": [first],
    }.items():
        assert found(annas, asked) == fitting, asked


def test_a_search_reveals_no_games_of_others_or_in_progress(games, annas, boriss, dmitris, boris):
    commands.say(game_id=games[0], player=boris, text="a secret", now=timezone.now())
    commands.keep_note(game_id=games[0], player=boris, text="a secret")
    assert "secret" not in annas.get(f"{MINE}&with=Boris").content.decode()
    assert found(boriss, "&with=Anna") == [games[0]]
    for asked in ("&kind=crossing", "&with=Anna", "&with=Boris", "&rules=tiles_per_light"):
        assert found(dmitris, asked) == []
    assert dmitris.get(f"{MINE}&kind=crossing&before={games[0]}").status_code == 422


@pytest.mark.parametrize(
    ("asked", "line", "right"),
    [
        (f"{MINE}&kind=chess", "kind", "crosslet"),
        (f"{MINE}&from=soon", "from", "2026-03-31"),
        (f"{MINE}&least=many", "least", "2.5"),
        (f"{MINE}&word=Q", "word", "Enter a word of 2 or more letters, without spaces or hyphens."),
        (f"{MINE}&rules=castling", "rules", "tiles_per_light"),
        (f"{MINE}&kind=crossing&before=1", "before", "older"),
        ("/games?mine=1&with=Boris", "with", "You can search your own finished games"),
        (
            "/games?status=finished&word=QUIZ",
            "word",
            "You can search your own finished games (mine=1&status=finished). Public games that have started can only be searched by kind and with.",
        ),
        (
            "/games?status=lobby&with=Boris",
            "with",
            "You can search your own finished games (mine=1&status=finished). Public games that have started can only be searched by kind and with.",
        ),
    ],
)
def test_an_invalid_search_is_refused_with_an_example(annas, asked, line, right):
    answer = annas.get(asked)
    assert (answer.status_code, answer.json()["line"]) == (422, line)
    assert right in answer.json()["detail"]
    assert "mine=1&status=finished&with=Boris" in answer.json()["try"]


def test_a_search_takes_a_fixed_number_of_queries(annas, anna, boris, django_assert_num_queries):
    for _ in range(3):
        order(start(anna, boris, now=just_now()), boris, "resign", at=timezone.now())
        with django_assert_num_queries(
            7
        ):  # the token, its use, the games found, their seats, how far the search went, and two for the games
            annas.get(f"{MINE}&with=Boris")


def test_the_description_names_every_filter(client, db):
    asked = client.get("/api/v1/openapi.json").json()["paths"]["/api/v1/games"]["get"]["parameters"]
    assert {one["name"] for one in asked} == {"mine", "status", "before", *NAMES}
    assert all(one.get("description") for one in asked if one["name"] in NAMES)


def test_anyone_can_find_public_games_that_have_started(games, nobody, annas, anna, boris):
    make_table(anna, boris, seats=3, now=just_now())
    listed, running = games[0], games[0] + 2
    for asked, fitting in {
        "kind=crossing": [running, listed],
        "with=boris": [running, listed],
        "with=Chloe": [],
        "with=Boris&status=finished": [listed],
        "with=Boris&status=playing": [running],
        "kind=lynx": [],
        f"with=Boris&before={running}": [listed],
    }.items():
        for program in (nobody, annas):
            answer = program.get(f"/games?{asked}").json()
            assert [game["id"] for game in answer["games"]] == fitting, asked
            assert all(game == program.get(f"/games/{game['id']}").json() for game in answer["games"])
    assert nobody.get(f"/games?with=Boris&before={games[1]}").status_code == 422
