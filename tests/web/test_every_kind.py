"""Every kind describes itself in lists, in the lobby, in an invitation, and to strangers."""

import pytest
from django.utils import timezone
from django.utils.html import escape

from games import commands
from games.models import Game
from games.players.tokens import token_of
from games.robots import practice
from games.rules import registry

pytestmark = pytest.mark.django_db

EVERY_KIND = pytest.mark.parametrize("kind", registry.KINDS.values(), ids=registry.KINDS)
WITH_TURNS = [kind for kind in practice.kinds() if not kind.layouts]


def opening(kind):
    return escape(" ".join(sentence.format(words=kind.word_list) for sentence in kind.opening))


@pytest.fixture
def lobby(anna):
    """Return a function that creates a public game of Anna's with an invitation to Boris's address."""

    def make(kind):
        seats, asked = kind.seats[0], ["boris@example.org"]
        game_id = commands.make_game(
            kind=kind.key, player=anna, seats=seats, options={}, listed=True, invite=asked, now=timezone.now()
        )
        return Game.objects.get(pk=game_id)

    return make


@EVERY_KIND
def test_a_lobby_explains_the_game_and_links_to_the_rules(anna, browser_of, lobby, kind):
    page = browser_of(anna).get(f"/games/{lobby(kind).pk}/").text
    assert opening(kind) in page
    assert f'<a href="/rules/{kind.key}/">Read the rules</a>' in page


@EVERY_KIND
def test_an_invitation_explains_the_game(browser_of, lobby, kind):
    page = browser_of().get(f"/invitations/{token_of(lobby(kind).invitations.get())}/").text
    assert opening(kind) in page
    assert f'href="/rules/{kind.key}/"' in page


@EVERY_KIND
def test_every_list_names_the_game(anna, chloe, browser_of, lobby, kind):
    lobby(kind)
    name = f'<span class="kind">{kind.name}</span>'
    assert name in browser_of(anna).get("/").text
    for reader in (chloe, None):
        assert name in browser_of(reader).get("/play/").text


@EVERY_KIND
def test_the_front_page_introduces_every_game_to_visitors(browser_of, kind):
    page = browser_of().get("/").text
    assert f'href="/play/{kind.key}/"' in page
    assert escape(kind.brief) in page
    assert len(kind.brief.split()) <= 14


@pytest.mark.parametrize("kind", WITH_TURNS, ids=lambda kind: kind.key)
def test_a_list_marks_games_where_it_is_your_move(anna, browser_of, kind):
    """Robots play on until the game waits for Anna; if it did from the start, her mark is filled at once."""
    game_id = practice.open_table(kind=kind.key, player=anna, now=timezone.now())
    practice.visit(game_id=game_id, now=timezone.now())
    page = browser_of(anna).get("/").text
    assert page.count('<span class="disc on green" role="img" aria-label="Your move">') == 1
    assert f'<span class="kind">{kind.name}</span>' in page
