"""The daily puzzles over HTTP: today's puzzle, an entry for it, and the places once the day is over.

Of today's entries, callers see only their own."""

from collections.abc import Mapping
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from ninja import Router, Schema
from pydantic import ConfigDict, Field

from games import commands, queries
from games.api.access import AnyoneToRead, TokenToPlay, caller_of, reader_of
from games.api.games import READS, REFUSALS
from games.api.repeats import repeatable
from games.players.models import Player
from games.queries.puzzles import EntryLine
from games.rules import registry
from games.rules.alphabets.known import ENGLISH

router = Router(tags=["daily puzzles"])


class Entry(Schema):
    """An entry as one would write it in a mail."""

    model_config = ConfigDict(extra="forbid")

    day: date = Field(description="The day of the puzzle you are answering")
    text: str = Field(description="A layout: GRID, its rows with a dot for each empty cell, END", max_length=5000)


class PuzzleLanguages(Schema):
    """The languages of your puzzles."""

    model_config = ConfigDict(extra="forbid")

    languages: list[str] = Field(description="Codes of languages, as in `offered`", min_length=1, max_length=50)


class PuzzleShape(Schema):
    """A daily puzzle: its key in addresses, and the code of its language."""

    kind: str
    name: str
    alphabet: str


class PuzzlesShape(Schema):
    """The puzzles that you get each day, the languages you have chosen, and those that this server offers."""

    puzzles: list[PuzzleShape]
    languages: list[str]
    offered: list[str]


@router.get("/daily", auth=AnyoneToRead(), response={200: PuzzlesShape, **READS}, summary="Your daily puzzles")
def list_puzzles(request: HttpRequest) -> HttpResponse:
    """Without a token, those in English."""
    return JsonResponse(_puzzles_of(reader_of(request)))


@router.put("/daily", auth=TokenToPlay(), response={200: PuzzlesShape, **REFUSALS}, summary="Choose your languages")
def choose_languages(request: HttpRequest, asked: PuzzleLanguages) -> HttpResponse:
    """Puzzles by email are in these languages, too. Places and streaks are separate in each language."""
    player = caller_of(request)
    commands.choose_puzzle_languages(player=player, codes=asked.languages)
    return JsonResponse(_puzzles_of(player))


def _puzzles_of(player: Player | None) -> Mapping[str, object]:
    puzzles = queries.puzzle_kinds(player)
    return {
        "puzzles": [
            {"kind": one.key, "name": one.name, "alphabet": registry.daily(one.key).alphabet.code} for one in puzzles
        ],
        "languages": list(player.puzzle_codes if player else (ENGLISH.code,)),
        "offered": [one.code for one in queries.puzzle_languages()],
    }


@router.get("/daily/{kind}", auth=AnyoneToRead(), response={200: dict, **READS}, summary="Today's puzzle")
def show_puzzle(request: HttpRequest, kind: str) -> HttpResponse:
    """The puzzle, the number of entries, and your own entry.

    `kind` is `crossing` or `scannergram` for a puzzle in English. In another language it ends in the language's code:
    `crossing-fr`."""
    return JsonResponse(_today(request, kind))


@router.post("/daily/{kind}", auth=TokenToPlay(), response={200: dict, **REFUSALS}, summary="Enter today's puzzle")
@repeatable
def enter_puzzle(request: HttpRequest, kind: str, asked: Entry) -> HttpResponse:
    """You have one entry. If it is refused, you can correct it and send it again."""
    _check(kind)
    commands.enter(kind=kind, day=asked.day, player=caller_of(request), written=asked.text, now=timezone.now())
    return JsonResponse(_today(request, kind))


@router.get("/daily/{kind}/{day}", auth=AnyoneToRead(), response={200: dict, **READS}, summary="Results of a day")
def show_places(request: HttpRequest, kind: str, day: date, first: int = 1) -> HttpResponse:
    """100 places, starting at `first`. There are no results before the day is over."""
    _check(kind)
    result = queries.puzzle_result(
        kind=kind, day=day, player=reader_of(request), now=timezone.now(), first=max(1, first)
    )
    if result is None:
        raise Http404
    places = [_line(line) for line in result.lines]
    return JsonResponse(
        {
            "kind": kind,
            "alphabet": result.alphabet.code,
            "day": day,
            "puzzle": result.content,
            "entered": result.entered,
            "places": places,
            "own": _line(result.own) if result.own else None,
            "found": result.found.answer if result.found else None,
            "next": result.next_first,
        }
    )


def _today(request: HttpRequest, kind: str) -> Mapping[str, object]:
    _check(kind)
    view = queries.puzzle(kind=kind, player=reader_of(request), now=timezone.now())
    if view is None:
        raise Http404
    return {
        "kind": kind,
        "alphabet": view.alphabet.code,
        "day": view.day,
        "ends_at": view.ends_at,
        "puzzle": view.content,
        "entered": view.entered,
        "own": _line(view.own) if view.own else None,
    }


def _line(line: EntryLine) -> Mapping[str, object]:
    return {"place": line.place or None, "name": line.name, "answer": line.answer, "entered_at": line.entered_at}


def _check(kind: str) -> None:
    """Raise Http404 unless this is the key of a daily puzzle."""
    if not registry.is_daily(kind):
        raise Http404
