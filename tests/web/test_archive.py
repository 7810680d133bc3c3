"""All finished games of a player: searched by query parameters, in pages, and as a file."""

import json
from copy import copy
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import commands
from games.models import Bag, Board, Event, Game, Hand, Seat
from games.queries.archive import EVERYTHING, EXPORTED, SEARCHED, Search, WrongSearch, found, read_search
from games.rules import registry
from games.rules.table.verify import replay
from tests.of_pieces import start_of
from tests.positions import just_now
from tests.tables import ask, hand, look, order, start, state

pytestmark = pytest.mark.django_db

PAGE, FILE = "/games/finished/", "/games/finished/games.json"


def over(*players, now=None, **options):
    """Play a game to its end: the first player lays all tiles in a row, and the last one resigns."""
    now = now or timezone.now()
    game_id = start(*players, now=now, leeway=0, **options)
    look(game_id, *players, at=now)
    ask(game_id, players[0], at=now)
    order(game_id, players[-1], "resign", at=now)
    return game_id


def copies(game_id, *, times):
    """Make this many copies of a finished game, oldest first."""
    game = Game.objects.get(pk=game_id)
    parts = [[*model.objects.filter(game=game_id)] for model in (Seat, Hand, Bag, Board, Event)]
    game.pk = None
    made = Game.objects.bulk_create(copy(game) for _ in range(times))
    for rows in parts:
        new = [copy(row) for _ in made for row in rows]
        for n, row in enumerate(new):
            row.pk, row.game = None, made[n // len(rows)]
        type(rows[0]).objects.bulk_create(new) if rows else None
    return [game_id, *(one.pk for one in made)]


@pytest.fixture
def with_boris(anna, boris):
    """A game of last week with two tiles per light, which is a house rule."""
    return over(anna, boris, now=timezone.now() - timedelta(days=7), tiles_per_light=2)


@pytest.fixture
def with_chloe(anna, chloe):
    return over(anna, chloe)


@pytest.fixture
def shown(anna, browser_of):
    """Return a function that gives the games on Anna's page for a query."""
    client = browser_of(anna)

    def shown(asked=""):
        return ids(client.get(f"{PAGE}{asked}"))

    return shown


def ids(page):
    return [int(part.partition('"')[0]) for part in page.text.split('id="game-')[1:]]


def test_filters_find_games_and_can_be_combined(with_boris, with_chloe, anna, shown):
    now = timezone.now()
    today, last_week = f"{now:%Y-%m-%d}", f"{now - timedelta(days=7):%Y-%m-%d}"
    assert shown() == [with_chloe, with_boris]
    for asked, fitting in {
        "?with=boris": [with_boris],
        "?with=Anna": [],
        "?kind=crossing": [with_chloe, with_boris],
        "?kind=lynx": [],
        f"?from={today}": [with_chloe],
        f"?to={last_week}": [with_boris],
        f"?from={last_week}&to={last_week}": [with_boris],
        "?rules=tiles_per_light": [with_boris],
        "?rules=tiles_per_light:2&kind=crossing": [with_boris],
        "?rules=tiles_per_light:1": [],
        "?with=Chloe&rules=tiles_per_light": [],
    }.items():
        assert shown(asked) == fitting, asked


def test_the_score_filter_uses_the_readers_own_score(anna, boris, with_boris, browser_of, shown):
    Seat.objects.filter(game=with_boris, player=anna).update(score=4.5)
    Seat.objects.filter(game=with_boris, player=boris).update(score=9)
    assert shown("?least=4.5") == [with_boris]
    assert shown("?least=4,6") == []
    assert ids(browser_of(boris).get(f"{PAGE}?least=5")) == [with_boris]


def test_a_word_is_found_whole_on_any_board_at_the_end(anna, boris, browser_of):
    now = timezone.now()
    game_id = start(anna, boris, now=now, leeway=0, starting_tiles=6)
    look(game_id, anna, boris, at=now)
    laid = hand(game_id, anna)
    ask(game_id, anna, at=now)
    assert Game.objects.get(pk=game_id).found_by == ""
    order(game_id, boris, "resign", at=now)
    for reader in (anna, boris):
        client = browser_of(reader)
        assert ids(client.get(f"{PAGE}?word={laid.lower()}")) == [game_id]
        assert ids(client.get(f"{PAGE}?word={laid[:-1]}")) == []


def test_words_are_found_on_shared_boards_with_blocks_and_blanks(anna, boris):
    assert {"BEDS", "WISELY"} == registry.kind("crosslet").words_laid(registry.kind("crosslet").position_to_try)
    crossword = state(start_of("lynx", anna, boris, now=just_now()))
    laid = registry.kind("lynx").words_laid(replace(crossword, boards={None: ("CAT#", "O.#T", "TEA.")}))
    assert laid == {"CAT", "COT", "TEA"}


def test_words_of_cards_are_found_on_the_table(anna, boris):
    cards = state(start_of("lexicon_cards", anna, boris, now=just_now()))
    laid = registry.kind("lexicon_cards").words_laid(replace(cards, table=("CAVE", "JOLLy")))
    assert laid == {"CAVE", "JOLLY"}


def test_links_add_and_remove_filters(with_boris, with_chloe, anna, browser_of):
    client = browser_of(anna)
    page = client.get(PAGE).text
    assert 'href="?with=Chloe"' in page
    assert 'class="filter"' not in page
    page = client.get(f"{PAGE}?with=Boris&kind=crossing&rules=tiles_per_light").text
    assert f'href="{PAGE}?kind=crossing&amp;rules=tiles_per_light"' in page
    assert f'href="{PAGE}?with=Boris"' in page  # removing the kind also removes its house rules
    assert 'value="tiles_per_light" selected' in page


@pytest.mark.parametrize(
    ("asked", "right"),
    [
        ("kind=chess", "crosslet"),
        ("from=yesterday", "2026-03-31"),
        ("to=9999-12-31", "2026-03-31"),
        ("from=2026-02-01&to=2026-01-01", "The last day can’t be before the first day."),
        ("least=many", "2.5"),
        ("least=inf", "2.5"),
        ("word=no-word", "without spaces"),
        ("rules=castling", "tiles_per_light"),
        ("rules=vacation:perhaps", "vacation:waits"),
        (f"with={'x' * 41}", "40"),
        ("before=999999", "Earlier games"),
        ("before=last", "Earlier games"),
        (f"before={'9' * 30}", "Earlier games"),
    ],
)
def test_an_invalid_search_explains_the_error_and_shows_all_games(with_boris, anna, browser_of, asked, right):
    page = browser_of(anna).get(f"{PAGE}?{asked}")
    assert (page.status_code, ids(page)) == (422, [with_boris])
    assert right in page.text.split('role="alert"')[1].split("</div>")[0]


@pytest.mark.parametrize(("zone", "status"), [("Asia/Tokyo", 422), ("America/New_York", 200)])
def test_a_day_out_of_range_in_the_time_zone_is_refused(with_boris, anna, browser_of, zone, status):
    anna.time_zone = zone
    anna.save()
    assert browser_of(anna).get(f"{PAGE}?from=0001-01-01").status_code == status


def test_the_page_says_when_no_games_match_or_exist(with_boris, anna, dmitri, browser_of):
    assert "None of your finished games match." in browser_of(anna).get(f"{PAGE}?with=Dmitri").text
    page = browser_of(dmitri).get(PAGE).text
    assert "You haven’t finished any games yet. They will appear here with their results and boards." in page
    assert "Search" not in page


def test_each_page_continues_after_the_last_game_of_the_one_before(anna, boris, shown, browser_of):
    games = copies(over(anna, boris), times=32)  # all at the same instant
    page = browser_of(anna).get(f"{PAGE}?with=Boris").text
    assert f'href="?with=Boris&amp;before={games[3]}"' in page
    assert shown("?with=Boris") == games[:2:-1]
    assert shown(f"?with=Boris&before={games[3]}") == games[2::-1]


def test_a_search_is_limited_and_can_be_continued(anna, boris, chloe, browser_of):
    rare = over(anna, boris)
    others = copies(over(anna, chloe), times=SEARCHED)
    first = found(player=anna, search=Search(opponent="Boris"), most=30)
    assert (first.seats, first.older) == ((), others[1])
    assert first.searched_to is not None
    rest = found(player=anna, search=Search(opponent="Boris"), most=30, before=first.older)
    assert ([one.game_id for one in rest.seats], rest.older) == ([rare], None)
    assert "Search earlier games" in browser_of(anna).get(f"{PAGE}?with=Boris").text


def test_a_search_finds_only_finished_games_the_reader_played(with_boris, anna, boris, dmitri, browser_of):
    start(anna, boris, now=just_now())
    clients = {who: browser_of(who) for who in (anna, dmitri)}
    for asked in ("", "?with=Boris", "?kind=crossing", "?rules=tiles_per_light"):
        assert ids(clients[anna].get(f"{PAGE}{asked}")) == [with_boris]
        assert ids(clients[dmitri].get(f"{PAGE}{asked}")) == []
        assert json.loads(clients[dmitri].get(f"{FILE}{asked}").getvalue())["games"] == []
    assert f"before={with_boris}" not in clients[dmitri].get(f"{PAGE}?before={with_boris}").text
    assert browser_of().get(PAGE).status_code == browser_of().get(FILE).status_code == 302


def test_the_file_contains_the_records_of_the_games_found(with_boris, with_chloe, anna, browser_of):
    client = browser_of(anna)
    answer = client.get(FILE)
    assert answer["Content-Disposition"] == 'attachment; filename="games.json"'
    sent = json.loads(answer.getvalue())
    assert ([one["id"] for one in sent["games"]], sent["older"]) == ([with_chloe, with_boris], None)
    own = client.get(f"/games/{with_boris}/record.json").json()
    assert sent["games"][1]["record"] == own
    (only,) = json.loads(client.get(f"{FILE}?with=Boris").getvalue())["games"]
    assert only == sent["games"][1]
    replay(registry.kind("crossing"), own)  # raises if the replay differs
    wrong = client.get(f"{FILE}?kind=chess")
    assert (wrong.status_code, wrong["Location"]) == (302, f"{PAGE}?kind=chess")


def test_the_file_omits_games_in_progress_chat_and_notes(with_boris, anna, boris, browser_of):
    now = timezone.now()
    running = start(anna, boris, now=just_now())
    for game_id in (with_boris, running):
        commands.say(game_id=game_id, player=boris, text="a secret word", now=now)
        commands.keep_note(game_id=game_id, player=boris, text="a secret note")
    for asked in ("", "?with=Boris", "?kind=crossing"):
        text = browser_of(anna).get(f"{FILE}{asked}").getvalue().decode()
        assert "secret" not in text
        assert [one["id"] for one in json.loads(text)["games"]] == [with_boris]


def test_a_long_file_says_where_the_next_one_starts(anna, boris, browser_of):
    games = copies(over(anna, boris), times=EXPORTED)
    client = browser_of(anna)
    first = json.loads(client.get(FILE).getvalue())
    rest = json.loads(client.get(f"{FILE}?before={first['older']}").getvalue())
    assert [one["id"] for one in (*first["games"], *rest["games"])] == games[::-1]
    assert rest["older"] is None


ALL_FILTERS = "with=Boris&kind=crossing&from=2020-01-01&to=2090-01-01&least=-99&word=AA&rules=tiles_per_light"


def test_the_queries_of_a_search_do_not_grow_with_the_games(anna, boris, browser_of, django_assert_num_queries):
    client = browser_of(anna)
    for _ in range(3):
        last = over(anna, boris)
        with django_assert_num_queries(4):  # the session with its player, the games, their seats, the waiting count
            client.get(PAGE)
        with django_assert_num_queries(5):  # and how far the search went
            client.get(f"{PAGE}?with=Boris")
        with django_assert_num_queries(5):  # and where it begins; no seats if nothing is found
            client.get(f"{PAGE}?{ALL_FILTERS}&before={last}")


def test_a_search_needs_no_full_table_scan(anna, boris):
    over(anna, boris)
    with CaptureQueriesContext(connection) as queries:
        found(player=anna, search=EVERYTHING, most=30)
        found(player=anna, search=read_search({"with": "Boris", "word": "AA", "rules": "leeway"}), most=30)
    for query in queries.captured_queries:
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET LOCAL enable_seqscan = off")
                cursor.execute(f"EXPLAIN {query['sql']}")
            else:
                cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            plan = [str(row) for row in cursor.fetchall()]
        assert not [line for line in plan if "SCAN games_" in line or "Seq Scan" in line], plan


def test_a_search_is_parsed_from_the_query_string():
    assert read_search({"with": " Boris ", "word": "quiz", "page": "2"}) == Search(opponent="Boris", word="QUIZ")
    with pytest.raises(WrongSearch) as refused:
        read_search({"kind": "chess", "word": "1"})
    assert list(refused.value.wrong) == ["kind", "word"]
