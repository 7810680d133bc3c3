"""A rated game: chosen when it is created, stated before anybody accepts and wherever the game is shown, and only
for people."""

import pytest
from django.utils import timezone

from games import commands
from games.models import Game
from games.players.models import Invitation
from games.players.tokens import token_of
from games.robots import practice
from games.rules import registry
from games.rules.values import OrderRefused
from tests.tables import import_rows

pytestmark = pytest.mark.django_db

A_GAME = {"do": "make", "seats": "2", "preset": "daily", "word_list": "open"}


def make(maker, *, rated=True, listed=True, invite=()):
    import_rows()
    return commands.make_game(
        kind="crossing",
        player=maker,
        seats=2,
        options={},
        rated=rated,
        listed=listed,
        invite=invite,
        now=timezone.now(),
    )


@pytest.mark.parametrize("kind", registry.KINDS.values(), ids=registry.KINDS)
def test_rating_is_offered_for_every_kind_but_off_by_default(anna, browser_of, kind):
    page = browser_of(anna).get(f"/games/new/?kind={kind.key}").text
    assert f"Rated: the result counts towards everyone’s rating in {kind.name}" in page
    assert 'name="rated"' in page
    assert 'name="rated" checked' not in page


@pytest.mark.parametrize("answers", [{}, {"rated": "on"}])
def test_a_game_is_rated_only_if_its_creator_chose_so(anna, browser_of, answers):
    browser_of(anna).post("/games/new/", {**A_GAME, **answers})
    assert Game.objects.get().rated == bool(answers)


@pytest.mark.parametrize("rated", [False, True])
def test_the_lobby_shows_if_the_game_is_rated(anna, boris, browser_of, rated):
    page = browser_of(boris).get(f"/games/{make(anna, rated=rated)}/").text
    assert ("public: anyone can join · rated" in page) == rated
    assert ("yes: the result counts towards everyone’s rating" in page) == rated


def test_an_invitation_says_that_the_game_is_rated(anna, browser_of):
    game_id = make(anna, listed=False, invite=["emil@example.org"])
    page = browser_of().get(f"/invitations/{token_of(Invitation.objects.get(game=game_id))}/").text
    assert "The game is rated: the result counts towards everyone’s rating for this kind of game." in page


@pytest.mark.parametrize("rated", [False, True])
def test_the_lobby_of_a_rated_game_links_to_the_fair_play_rules(anna, boris, browser_of, rated):
    client = browser_of(boris)
    page = client.get(f"/games/{make(anna, rated=rated)}/").text
    main = page[page.index("<main") : page.index("</main>")]
    assert ('href="/rules/#fair-play"' in main) == rated
    assert 'id="fair-play"' in client.get("/rules/").text


def test_lists_of_games_show_if_a_game_is_rated(anna, boris, browser_of):
    game_id = make(anna)
    word = "Lexicon Crossing · rated"
    assert word in browser_of(boris).get("/play/").text
    assert word in browser_of(anna).get("/").text
    commands.join(game_id=game_id, player=boris, now=timezone.now())
    for player in (anna, boris):
        commands.agree(game_id=game_id, player=player, now=timezone.now())
    assert word in browser_of(anna).get("/").text
    assert word in browser_of().get("/play/").text
    page = browser_of(anna).get(f"/games/{game_id}/more/").text
    assert "<dt>Rated</dt><dd>yes" in page


def test_a_robot_cannot_join_a_rated_game(anna, browser_of):
    game_id = make(anna)
    assert "Add a robot" not in browser_of(anna).get(f"/games/{game_id}/").text
    refused = browser_of(anna).post(f"/games/{game_id}/lobby/", {"do": "robot"}, follow=True)
    assert "This game is rated, and robots have no rating" in refused.text
    with pytest.raises(OrderRefused, match="This game is rated, and robots have no rating"):
        practice.sit_down(game_id=game_id, player=anna, now=timezone.now())
    assert Game.objects.get().seats.count() == 1


def test_practice_is_never_rated(anna):
    practice.open_table(kind="crossing", player=anna, now=timezone.now())
    assert not Game.objects.get().rated
