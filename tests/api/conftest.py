"""Programs that call the API, and games with words that are easy to lay."""

import json
from datetime import timedelta
from itertools import product

import pytest
from django.test import Client
from django.utils import timezone

from games import commands
from games.players.tokens import make_token
from games.word_lists.shelf import import_words
from tests.of_pieces import start_of
from tests.positions import just_now, kept

EASY = {"tile_set": "A20, B20", "starting_tiles": 2}  # every row of these tiles is a word in the list below


class Program:
    """A program that calls the API with a player's token, or without one."""

    def __init__(self, player=None, scope="play"):
        self.player = player
        self.client = Client()
        self.headers = {}
        if player is not None:
            secret = make_token(player=player, name="a program", scope=scope, now=timezone.now())
            self.headers = {"Authorization": f"Bearer {secret}"}

    def get(self, path, **headers):
        return self.client.get(f"/api/v1{path}", headers={**self.headers, **_named(headers)})

    def post(self, path, body=None, **headers):
        content = body if isinstance(body, str) else "" if body is None else json.dumps(body)
        return self.client.post(
            f"/api/v1{path}",
            content,
            content_type="application/json",
            headers={**self.headers, **_named(headers)},
        )

    def put(self, path, body):
        return self.client.put(
            f"/api/v1{path}", json.dumps(body), content_type="application/json", headers=self.headers
        )

    def delete(self, path):
        return self.client.delete(f"/api/v1{path}", headers=self.headers)

    def view(self, game):
        return self.get(f"/games/{game}").json()

    def play(self, game, *commands, **more):
        return self.post(f"/games/{game}/commands", {"commands": list(commands), **more})


class TableOfTwo:
    """A game between two programs, started an hour ago; it is the turn of `mover`."""

    def __init__(self, kind, programs, **options):
        players = [program.player for program in programs]
        self.game = start_of(kind, *players, now=timezone.now() - timedelta(hours=1), **options)
        (self.seat,) = programs[0].view(self.game)["waiting_for"]
        self.mover, self.other = programs[self.seat], programs[1 - self.seat]

    def view(self):
        return self.mover.view(self.game)

    def play(self, *orders, program=None, **more):
        return (program or self.mover).play(self.game, *orders, **more)

    def assert_refused(self, command, status, why):
        """Assert that a command is refused with this reason and changes nothing."""
        before = self.view()
        answer = self.play(command)
        assert answer.status_code == status, answer.json()
        assert why in answer.json()["detail"]
        assert self.view() == before


def _named(headers):
    return {name.replace("_", "-"): value for name, value in headers.items()}


@pytest.fixture
def easy_words(db):
    words = ["".join(word) for size in range(2, 7) for word in product("AB", repeat=size)]
    return import_words(words, name="easy", now=timezone.now()).name


@pytest.fixture
def nobody(db):
    return Program()


@pytest.fixture
def annas(anna):
    return Program(anna)


@pytest.fixture
def boriss(boris):
    return Program(boris)


@pytest.fixture
def dmitris(dmitri):
    return Program(dmitri)


@pytest.fixture
def make(anna, boris, easy_words):
    """Return a function that creates a game of Anna and Boris and returns its id. By default it is private and was dealt an
    hour ago."""

    def make(*, minutes=60, **options):
        return _dealt(anna, boris, easy_words, then=just_now() - timedelta(minutes=minutes), **options)

    return make


@kept
def _dealt(anna, boris, word_list, *, then, listed=False, **options):
    game = commands.make_game(
        kind="crossing",
        player=anna,
        seats=2,
        options=EASY | options,
        word_list=word_list,
        listed=listed,
        invite=["boris@example.org"],
        now=then,
    )
    commands.join(game_id=game, player=boris, now=then)
    commands.agree(game_id=game, player=anna, cut="my lucky 7", now=then)
    commands.agree(game_id=game, player=boris, now=then)
    return game


@pytest.fixture
def game(make):
    return make()
