"""The result page: who won, everything on the table, and what is needed to verify the draws, with the record and other
notations.

Where each player has a board of their own, it shows every layout at one scale with its sum, and the replay with a
picture and a score for each player and scene."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.http import require_safe

from games import queries
from games.queries.analysis import AnalysisView
from games.queries.record import notated
from games.queries.results import ReplayScene
from games.queries.tables import SeatLine, TableView, TeamLine
from games.rules.alphabets.alphabet import Alphabet
from games.rules.grid import tiles_used
from games.rules.values import OrderRefused
from games.web.asking import asks_for_history, hides_games, note_presence, number_in, reader
from games.web.board import Picture, Square
from games.web.etags import digest
from games.web.layouts import SMALL_CELL, LaidOut, draw_replay
from games.web.panels import shown
from games.web.sent_back import take_back
from games.web.table_replay import MOST_LABELS, replay_of, steps_of
from games.web.templatetags.board import drawn
from games.web.turning_points import race, turning_points
from games.web.views.table import lines_asked_for
from games.wording import date_and_time, listing, ordinal, speak


@dataclass(frozen=True)
class Frame:
    """One player's board in one scene."""

    picture: LaidOut
    shown: str
    best: str = ""
    """The best score that was found for the same tiles."""


@dataclass(frozen=True)
class Step:
    """A scene with its short and full name, and a frame for each player, in final order."""

    number: int
    tick: str
    is_named: bool
    says: str
    is_result: bool
    frames: tuple[Frame, ...]


@dataclass(frozen=True)
class Sum:
    """One player's result with its sum spelled out, and their board at the end and in the scene shown. `final` is
    the kind's own; `team` is the name of their team, if any."""

    final: object
    name: str
    team: str
    place: str
    frame: Frame
    laid: int
    picture: LaidOut


@require_safe
@hides_games
def result(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show all layouts with their sums, and the requested step of the replay, by default the result. Redirects to a
    running game."""
    note_presence(request, game_id)
    view = queries.table(game_id=game_id, player=reader(request), now=timezone.now())
    if view.phase != "finished":
        return redirect("game", game_id)
    view.lines = lines_asked_for(request)
    sent = take_back(request, game_id)
    context: dict[str, object] = {
        "table": view,
        "headline": headline(view),
        "teams": [(team, place_in_words(team.rank)) for team in view.teams],
        "cuts": [(seat.name, cut) for seat, cut in zip(view.seats, view.cuts, strict=False) if cut],
        "whole_history": asks_for_history(request),
        "rematch": queries.rematch(view, player=reader(request)),
        "sent": sent,
        "refused": sent.why if sent else "",
        "own_result": own_result(view) if view.you is not None else "",
    }
    templates = ["games/result.html"]
    context["analysis"] = found = queries.analysis(view)
    by_rank = sorted(view.seats, key=lambda seat: (seat.rank or len(view.seats) + 1, seat.number))
    winner = by_rank[0].number if by_rank[0].rank == 1 else None
    if boards := _boards(view, number_in(request.GET.get("step", "")), found):
        scenes = queries.replay(view)
        context |= {**boards, "story": [*_dates(view), *_story(view)], "race": race(view, scenes)}
        templates = [f"games/{view.kind}/result.html", *templates]
    else:
        scenes = ()
        context |= {
            "story": [*_dates(view), *_ends(view)],
            "places": [(seat, place_in_words(seat.rank)) for seat in by_rank],
            **_table(view, number_in(request.GET.get("step", "")), found),
        }
    context["turning_points"] = turning_points(view, scenes, found, winner)
    return render(request, templates, context)


@require_safe
@hides_games
def replay(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the replay of a finished game for its script. Raises Http404 while the game runs.

    Own boards: all layouts, light by light, each tile as x, y, letter, value and the number of its sample. A shared
    board: its panels, move by move."""
    view = queries.table(game_id=game_id, player=reader(request), now=timezone.now())
    found = queries.analysis(view)
    boards = _boards(view, None, found)
    told = boards["replay"] if boards else replay_of(view, found)
    if not told:
        raise Http404
    return HttpResponse(told, content_type="application/json")


@require_safe
@hides_games
def record(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the record as far as its reader may know it. Reading it doesn't count as looking at a tile."""
    known = queries.record(game_id=game_id, player=reader(request), now=timezone.now())
    return JsonResponse(known, json_dumps_params={"ensure_ascii": False, "indent": 1})


@require_safe
@hides_games
def notation(request: HttpRequest, game_id: int, notation: str) -> HttpResponse:
    """Return a finished game in another notation, or the reason why the notation can't express it."""
    now = timezone.now()
    try:
        text = notated(game_id=game_id, player=reader(request), notation=notation, now=now)
    except OrderRefused as refused:
        view = queries.table(game_id=game_id, player=reader(request), now=now)
        context = {"table": view, "refused": speak(refused.why, view.names)}
        return render(request, "games/not_notated.html", context, status=409)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


# --- the replay -------------------------------------------------------------------------------------------------------


def _steps(scenes: tuple[ReplayScene, ...], found: AnalysisView | None, alphabet: Alphabet) -> list[Step]:
    """Return the steps of the replay, with all boards at one scale and position."""
    layouts = ([(one.layout, one.struck) for one in scene.boards] for scene in scenes)
    pictures = zip(*draw_replay(list(zip(*layouts, strict=True)), alphabet=alphabet, cell=SMALL_CELL), strict=True)
    every = -(-len(scenes) // MOST_LABELS)
    steps = []
    for number, (scene, laid) in enumerate(zip(scenes, pictures, strict=True)):
        at = found.at(number) if found else {}
        bests = (at[board.seat].best if board.seat in at else None for board in scene.boards)
        told = zip(laid, scene.boards, bests, strict=True)
        frames = tuple(
            Frame(one, board.shown, gettext("best we found: {score}").format(score=best.shown) if best else "")
            for one, board, best in told
        )
        if scene.light is None:
            steps.append(Step(number, gettext("result"), True, gettext("Result"), True, frames))
            continue
        is_named = number % every == 0 and len(scenes) - 1 - number >= every
        tick, since = gettext("deal"), gettext("After the deal")
        if scene.light:
            tick = gettext("light {n}").format(n=scene.light)
            since = gettext("After light {n}").format(n=scene.light)
        says = gettext("{since}, until {at}").format(since=since, at=date_and_time(scene.at))
        steps.append(Step(number, tick, is_named, says, False, frames))
    return steps


def _look(tile: Square) -> tuple[object, ...]:
    """Return the properties that decide how a tile is drawn, except its letter and value."""
    return tile.looks, tile.is_blank, len(tile.letter), len(tile.value)


def _boards(view: TableView, asked: int | None, found: AnalysisView | None) -> dict[str, str]:
    """Return all boards with their sums in one scene, by default the last; the replay as JSON, and sample tiles for its
    script. Empty if there is no replay.

    The last scene is cached by everything that it shows: all is public now, and the same for everyone who may open
    the page."""
    table = view.loaded.table
    stage = found.version if found else ()
    key = digest((view.commitment, table.game.version, view.names, get_language(), get_current_timezone_name(), stage))
    cached: dict[str, str] | None = caches["replays"].get(key) if asked is None else None
    if cached is not None:
        return cached
    scenes = queries.replay(view)
    if not scenes:
        return {}
    steps = _steps(scenes, found, view.alphabet)
    looks = {_look(tile): tile for step in steps for frame in step.frames for tile in frame.picture.squares}
    # one tile of each look, for the script to copy
    samples = Picture(rows=1, columns=1, squares=tuple(looks.values()), looks="board small", says="", cell=SMALL_CELL)
    numbers = {look: number for number, look in enumerate(looks)}
    told = []
    for step in steps:
        boards = []
        for frame in step.frames:
            squares = frame.picture.squares
            tiles = [[tile.x, tile.y, tile.letter, tile.value, numbers[_look(tile)]] for tile in squares]
            boards.append({"says": frame.picture.says, "shown": frame.shown, "best": frame.best, "tiles": tiles})
        told.append({"n": step.number, "says": step.says, "boards": boards})
    made = {
        "boards": render_to_string(f"games/{view.kind}/_boards.html", _own_boards(view, steps, asked)),
        "samples": drawn(samples) if len(steps) > 1 else "",
        "replay": json.dumps({"steps": told}),
    }
    if asked is None and not table.happenings:
        caches["replays"].set(key, made)
    return made


def _table(view: TableView, asked: int | None, found: AnalysisView | None) -> dict[str, object]:
    """Return the panels of a shared board, at the end or at the requested step, and its replay."""
    scenes = queries.table_replay(view)
    steps = steps_of(view, scenes, found)
    is_earlier = asked is not None and asked < len(scenes) - 1
    return {
        "pieces": shown(
            scenes[asked].panels if asked is not None and is_earlier else view.panels, alphabet=view.alphabet
        ),
        "steps": steps,
        "is_without_replay": queries.has_table_replay(view) and not steps,
        "step": steps[asked] if asked is not None and is_earlier else steps[-1] if steps else None,
    }


def _own_boards(view: TableView, steps: Sequence[Step], asked: int | None) -> dict[str, object]:
    step, rules = steps[-1] if asked is None else steps[min(asked, len(steps) - 1)], view.view
    teams = {seat.number: team.name for team in view.teams for seat in team.seats}
    sums = []
    for final, frame, last in zip(rules.results, step.frames, steps[-1].frames, strict=True):
        sums.append(
            Sum(
                final=final,
                name=view.names[final.result.seat],
                team=teams.get(final.result.seat, ""),
                place=place_in_words(final.rank),
                frame=frame,
                laid=len(tiles_used(final.result.layout)),
                picture=last.picture,
            )
        )
    owed = queries.forfeits(view)
    struck = ((one.result.seat, len(one.result.struck)) for one in rules.results)
    return {
        "table": view,
        "steps": steps,
        "step": step,
        "sums": sums,
        "struck": [(view.names[seat], number) for seat, number in struck if number],
        "owing": [view.names[seat] for seat in rules.owing],
        "forfeits": None if owed is None else [(view.names[seat], count) for seat, count in owed],
        "resigned": [seat.name for seat in view.seats if seat.resigned],
    }


# --- in words ---------------------------------------------------------------------------------------------------------


def place_in_words(rank: int | None) -> str:
    """Return the rank in words, as shown beside a name."""
    if rank is None:
        return ""
    return gettext("1st") if rank == 1 else ordinal(rank)


def headline(view: TableView) -> str:
    if view.ending == "void":
        return gettext("No result: this game was voided")
    won = [team for team in view.teams if team.rank == 1 and team.result]
    winners: Sequence[SeatLine | TeamLine] = won or [
        seat for seat in view.seats if seat.rank == 1 and not seat.resigned
    ]
    if not winners:
        return gettext("Nobody stayed to the end")
    names, score = listing([one.name for one in winners]), winners[0].result
    gone = [seat.name for seat in view.seats if seat.resigned]
    if not won and len(winners) == 1 and len(gone) == len(view.seats) - 1:
        return gettext("%(name)s wins after %(others)s left the game") % {"name": names, "others": listing(gone)}
    fewest_win = view.loaded.table.kind.fewest_points_win
    if len(winners) > 1:
        told = {"names": names, "score": score}
        if fewest_win:
            return gettext("%(names)s share the win with the fewest points, %(score)s") % told
        return gettext("%(names)s share the win with %(score)s") % told
    if won:
        players = listing([seat.name for seat in won[0].seats])
        told = {"name": names, "score": score, "players": players}
        return gettext("%(name)s (%(players)s) wins with %(score)s") % told
    others = [seat.result.partition("=")[2] for seat in view.seats if seat.rank != 1]
    if len(view.seats) == 2 and all(others):
        score = score.partition("=")[2]
        return gettext("{name} wins, {score} to {other}").format(name=names, score=score, other=others[0])
    told = {"name": names, "score": score}
    if fewest_win:
        return gettext("%(name)s wins with the fewest points, %(score)s") % told
    return gettext("%(name)s wins with %(score)s") % told


def own_result(view: TableView) -> str:
    """Return the reader's place and score, without anybody's name, or only that the game is finished."""
    own = next((seat for seat in view.seats if seat.you), None)
    if own is None or own.rank is None or not own.result:
        return gettext("Game finished")
    told = {"place": place_in_words(own.rank), "players": len(view.seats), "score": own.result}
    return gettext("{place} of {players}, {score}").format(**told)


def _dates(view: TableView) -> Iterator[str]:
    if view.game.started_at and view.game.finished_at:
        first = str(date_format(localtime(view.game.started_at), gettext("j F")))
        last = str(date_format(localtime(view.game.finished_at), gettext("j F")))
        yield first if first == last else gettext("%(first)s to %(last)s") % {"first": first, "last": last}


def _ends(view: TableView) -> Iterator[str]:
    """Yield the reason if the game ended early."""
    match view.ending:
        case "abandoned":
            yield gettext("everyone was away, so it was scored as it stood")
        case "resigned":
            yield gettext("only one team was left") if view.teams else gettext("only one player was left")
        case "hard_end":
            yield gettext("time ran out, so it was scored as it stood")
        case "adjudicated":
            yield gettext("a moderator or director ended it, and it was scored as it stood")
        case "void":
            yield from (line.says for line in view.history if line.verb == "end")


def _story(view: TableView) -> Iterator[str]:
    rules = view.view
    lights = rules.round - 1
    yield ngettext("%(n)d light", "%(n)d lights", lights) % {"n": lights}
    if view.ending == "played":
        called, nobodys = gettext("red light called by %(name)s"), gettext("red light that nobody called")
        yield nobodys if rules.caller is None else called % {"name": view.names[rules.caller]}
        grace = next(option.value for option in view.options if option.name == "grace")
        yield gettext("grace period: %(grace)s") % {"grace": grace}
    yield from _ends(view)
    yield ngettext("%(n)d tile left in the pool", "%(n)d tiles left in the pool", rules.pool) % {"n": rules.pool}
    for name, n in view.hints_taken:
        yield ngettext("%(name)s took %(n)d hint", "%(name)s took %(n)d hints", n) % {"name": name, "n": n}
