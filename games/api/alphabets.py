"""The alphabets over HTTP: the tiles of each language, so that programs can write layouts and hands."""

import json
from collections.abc import Iterable
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import conditional_page
from ninja import Router, Schema
from ninja.decorators import decorate_view
from pydantic import Field

from games.api.access import AnyoneToRead
from games.api.games import READS
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import alphabet_of, codes

router = Router(tags=["alphabets"])


class TileShape(Schema):
    """A tile. `letter` and `blank` are as you read and write them everywhere else: a tile of several letters in brackets,
    and a blank laid as that letter in small letters."""

    letter: str = Field(description="The tile, such as A or [CH]")
    blank: str = Field(description="A blank laid as this tile, such as a or [ch]")
    alias: list[str] = Field(description="Other ways to write the tile, which are only read, such as [N~]")
    value: int
    vowel: bool


class AlphabetLineShape(Schema):
    code: str
    version: int = Field(description="Grows when tiles, values or sets change")
    name: str = Field(description="The language in English")
    own_name: str = Field(description="The language in itself")
    word_list: str = Field(description="The default word list of games in this language")
    sha256: str = Field(description="The hash of what decides a game, which its record has, too")


class AlphabetsShape(Schema):
    alphabets: list[AlphabetLineShape]


class AlphabetShape(AlphabetLineShape):
    """An alphabet. Lengths of hands, rows and words are counted in tiles, not in characters."""

    tiles: list[TileShape] = Field(description="In the order in which hands are sorted. A blank in hand is ?")
    sets: dict[str, dict[str, int]] = Field(description="The number of each tile in each set, the default set first")
    folding: dict[str, str] = Field(description="Letters that are no tiles, and the tiles that they are read as")
    loses_marks: bool = Field(description="Whether any other letter is read without its marks")


@router.get("/alphabets", auth=AnyoneToRead(), response={200: AlphabetsShape, 304: None, **READS}, summary="Alphabets")
@decorate_view(conditional_page)
def list_alphabets(request: HttpRequest) -> HttpResponse:
    """The languages that games can be played in on this server, English first. With If-None-Match, the answer is 304 until one
    is added or changes."""
    return _answer(_all_of(codes()))


@router.get(
    "/alphabets/{code}", auth=AnyoneToRead(), response={200: AlphabetShape, 304: None, **READS}, summary="An alphabet"
)
@decorate_view(conditional_page)
def show_alphabet(request: HttpRequest, code: str) -> HttpResponse:
    """The tiles of a language in order, their values, its tile sets, and how other letters are read. Layouts, hands and words are
    written with these tiles in every request and response."""
    if code not in codes():
        raise Http404
    return _answer(_whole(alphabet_of(code)))


@lru_cache(maxsize=4)
def _all_of(known: Iterable[str]) -> bytes:
    return json.dumps({"alphabets": [_line(alphabet_of(code)) for code in known]}, ensure_ascii=False).encode()


@lru_cache(maxsize=64)
def _whole(alphabet: Alphabet) -> bytes:
    """Return an alphabet as the API writes it, in UTF-8."""
    written, vowels = alphabet.write, alphabet.vowels
    folded = {letter: written(tiles) for letter, tiles in alphabet.folding.items() if tiles == tiles.upper()}
    shown = {
        **_line(alphabet),
        "tiles": [
            {
                "letter": written(tile),
                "blank": written(tile.lower()),
                "alias": [f"[{alias}]" for alias in one.aliases],
                "value": one.value,
                "vowel": tile in vowels,
            }
            for tile, one in zip(alphabet.letters, alphabet.defined, strict=True)
        ],
        "sets": {
            name: {written(tile): number for tile, number in counts.items() if number}
            for name, counts in alphabet.sets.items()
        },
        "folding": folded,
        "loses_marks": alphabet.loses_marks,
    }
    return json.dumps(shown, ensure_ascii=False).encode()


def _line(alphabet: Alphabet) -> dict[str, object]:
    return {
        "code": alphabet.code,
        "version": alphabet.version,
        "name": alphabet.name,
        "own_name": alphabet.own_name,
        "word_list": alphabet.open_list,
        "sha256": alphabet.sha256,
    }


def _answer(content: bytes) -> HttpResponse:
    response = HttpResponse(content, content_type="application/json")
    response["Cache-Control"] = "public, max-age=300"
    return response
