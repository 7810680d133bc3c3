"""Games in other languages, with a small word list of their own."""

import re
from itertools import product
from pathlib import Path

import pytest
from django.conf import settings as site
from django.core.management import call_command
from django.utils import timezone

from games import commands, queries
from games.models import Game, Hand
from games.rules.alphabets import known
from games.rules.alphabets.known import alphabet_of
from games.word_lists.recipes import recipes
from games.word_lists.shelf import import_words
from tests.tables import NOON

WORDS = {
    "es": ("CHICO", "CHE", "ECO", "CHOCHE", "NIÑO", "ÑU", "ALLÍ", "AÑO", "RABO", "CARRO", "OÍ", "CI"),
    "fr": ("CAFÉ", "FÊTE", "ÉTÉ", "TE", "CA"),
    "pl": ("ŻÓŁĆ", "ŁÓDŹ", "ŻE", "KOT", "ŁAD"),
}
_PAGE = (Path(site.BASE_DIR) / "docs" / "languages.md").read_text("utf-8")
ADDED = "mi"
EXAMPLE = re.search(r"```toml\n(.*?)```", _PAGE, re.DOTALL)[1]
"""The file of the documentation's example language, Maori."""
EXAMPLE_WORDS = re.search(r"```text\n(.*?)```", _PAGE, re.DOTALL)[1]
in_every_language = pytest.mark.parametrize("code", ["en", *recipes(), ADDED])
"""Runs a test in English, in each language that a server can build a word list for, and in the example language."""


def add_example(folder, monkeypatch):
    """Add the documentation's example language with `add_language`, for this test only."""
    monkeypatch.setattr(site, "ALPHABET_DIR", folder / "alphabets")
    monkeypatch.setattr(known, "_ADDED", {})
    for name, text in (("maori.toml", EXAMPLE), ("maori.txt", EXAMPLE_WORDS), ("maori-common.txt", "kai\nwai\n")):
        (folder / name).write_text(text, "utf-8")
    call_command("add_language", str(folder / "maori.toml"))


def start_in(code, *players, kind="crossing", hands=(), now=NOON, **options):
    """Start a game with the tiles of this language and with these hands, given as text; return its id. Lexicon Crossing
    uses the standard set, which has blanks."""
    alphabet = alphabet_of(code)
    few = import_words(WORDS[code], name=alphabet.open_list, alphabet=alphabet, now=now)
    maker, *others = players
    game_id = commands.make_game(
        kind=kind,
        player=maker,
        seats=len(players),
        options={"alphabet": code, **({"tile_set": "STANDARD"} if kind == "crossing" else {}), **options},
        listed=True,
        now=now,
    )
    Game.objects.filter(pk=game_id).update(word_list=few)
    for player in others:
        commands.sit_down_and_agree(game_id=game_id, player=player, now=now)
    for seat, hand in enumerate(hands):
        Hand.objects.filter(game=game_id, seat=seat).update(tiles=alphabet.read(hand))
    return game_id


def three_tiles(alphabet):
    """Return three tiles of an alphabet, preferably tiles of several letters or with marks."""
    return "".join(sorted(alphabet.letters, key=str.isascii)[:3])


def rows_of(tiles, alphabet):
    """Return every row of 2 to 6 of these tiles, written as in a word list."""
    rows = ("".join(row) for length in range(2, 7) for row in product(tiles, repeat=length))
    return [alphabet.write_word(row) for row in rows]


def play_on_pages(game, clients, write=lambda row, player: row):
    """Play a newly created game to its end using only forms. `clients` are the browsers of its two players, the creator first;
    `write` changes the rows that a player sends."""
    others = list(clients.values())[1:]
    for client in others:
        client.post(f"/games/{game.pk}/lobby/", {"do": "join"})
        client.post(f"/games/{game.pk}/lobby/", {"do": "agree"})
    for _ in range(30):
        for player, client in clients.items():
            client.post(f"/games/{game.pk}/order/", {"verb": "LOOK"})
            game.refresh_from_db()
            if game.phase == Game.Phase.FINISHED:
                return
            seen = queries.table(game_id=game.pk, player=player, now=timezone.now())
            row = seen.view.alphabet.write(seen.view.hand)
            client.post(f"/games/{game.pk}/layout/", {"layout": write(row, player), "do": "submit"})
            allowed = {offer.verb for offer in seen.view.offers if offer.refusal is None}
            for verb in ("GREEN", "RED", "DONE"):
                if verb in allowed or verb != "DONE":
                    client.post(f"/games/{game.pk}/order/", {"verb": verb, "sure": "yes"})
    pytest.fail("the game did not end")
