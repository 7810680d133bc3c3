"""The page of each game: how it is played, where to sit down, and who was best at it; and nothing of tables that are private."""

import pytest
from django.utils import timezone

from games import queries
from games.models import Game, Seat
from games.rules import registry
from tests.positions import just_now
from tests.tables import make_table, order, start

pytestmark = pytest.mark.django_db


def finish(anna, boris, *, score, **options):
    """Anna's game, which Boris has resigned from, with her score."""
    now = timezone.now()
    game_id = start(anna, boris, now=now, **options)
    order(game_id, boris, "resign", at=now)
    Seat.objects.filter(game=game_id, player=anna).update(score=score, result=f"={score}")
    return game_id


@pytest.mark.parametrize("kind", registry.KINDS)
def test_each_game_has_a_page_with_its_rules_in_a_minute_for_strangers_and_players(kind, anna, browser_of):
    for reader in (None, anna):
        page = browser_of(reader).get(f"/play/{kind}/").text
        assert "Rules in brief" in page
        assert ("Play the robot" in page) is (registry.kind(kind).practice is not None)
    assert browser_of().get("/play/chess/").status_code == 404


def test_its_open_tables_are_those_of_this_game(anna, dmitri, browser_of):
    here = make_table(anna, seats=2, listed=True, now=just_now())
    private = make_table(anna, seats=2, listed=False, now=just_now())
    for reader in (None, dmitri):
        client = browser_of(reader)
        assert f'id="open-{here}"' in client.get("/play/crossing/").text
        assert f'id="open-{private}"' not in client.get("/play/crossing/").text
        assert f'id="open-{here}"' not in client.get("/play/crosslet/").text
        assert f'id="open-{here}"' in client.get("/play/").text
    assert "Create the first one" in client.get("/play/crosslet/").text


def test_the_best_scores_are_those_of_listed_games_that_people_finished(anna, boris, browser_of):
    low, high = (finish(anna, boris, score=score, listed=True) for score in (1.5, 2.5))
    private = finish(anna, boris, score=9.5, listed=False)
    with_robots = finish(anna, boris, score=8.5, listed=True)
    Game.objects.filter(pk=with_robots).update(has_robots=True)
    running = start(anna, boris, now=just_now(), listed=True)
    best = queries.best_scores(kind="crossing")
    assert [(one.game_id, one.names, one.shown) for one in best] == [(high, "Anna", "=2.5"), (low, "Anna", "=1.5")]
    page = browser_of().get("/play/crossing/").text
    assert 'aria-label="1st place"' in page
    for hidden in (private, running):
        assert f"/games/{hidden}/result/" not in page


def test_a_table_is_made_on_its_page_as_it_usually_is(anna, browser_of):
    client = browser_of(anna)
    page = client.get("/play/crossing/")
    assert page.context["table"] is not None
    sent = {field.html_name: field.value() for field in page.context["table"]["as_usual"] if field.value()}
    sent |= {"kind": "crossing", "seats": "3", "listed": "on", "do": "make"}
    answer = client.post("/games/new/", sent)
    made = Game.objects.latest("pk")
    assert answer["Location"] == f"/games/{made.pk}/"
    assert (made.kind, made.seat_count, made.listed) == ("crossing", 3, True)
    assert made.options.items() >= registry.kind("crossing").beginnings[0].options.items()


def test_a_stranger_is_asked_for_an_account_before_a_table(browser_of):
    page = browser_of().get("/play/crossing/")
    assert page.context["table"] is None
    assert "/accounts/signup/?next=/play/crossing/" in page.text


TRIED = {
    "crosslet": ({"field-0": "5H WAR"}, "7 points"),
    "lynx": ({"field-0": "4A", "field-1": "CAT"}, "6 points"),
    "scannergram": ({"field-0": "6", "field-2": "WAX"}, "differs in"),
}


@pytest.mark.parametrize("kind", registry.KINDS)
def test_a_position_is_tried_by_anybody_and_kept_nowhere(kind, browser_of):
    stranger = browser_of()
    assert ("data-try" in stranger.get(f"/play/{kind}/").text) == (kind in TRIED)
    sent, told = TRIED.get(kind, ({}, ""))
    answer = stranger.post(f"/play/{kind}/try/", sent)
    assert answer.status_code == (200 if kind in TRIED else 404)
    assert told in answer.text
    assert not Game.objects.exists()
    assert not stranger.session.keys()
