"""The analysis of a finished game: each player's layout or move beside the best one found for the same tiles."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games import queries
from games.queries.analysis import Laid, Position
from games.queries.tables import TableView
from games.rules.missed import Played
from games.web.asking import hides_games, number_in, reader
from games.web.board import Picture, draw_grid
from games.web.layouts import SMALL_CELL, draw_replay


@dataclass(frozen=True)
class Compared:
    """A layout or a move, with a label."""

    says: str
    shown: str
    picture: Picture


@dataclass(frozen=True)
class Player:
    """One player's layouts at one moment, all at one scale, and the moment in words."""

    seat: int
    says: str
    boards: Sequence[Compared]


@dataclass(frozen=True)
class Row:
    """A step of the replay, with what each player had then and could have had."""

    step: int
    says: str
    cells: Sequence[str]


@require_safe
@hides_games
def analysis(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the boards at the requested step of the replay, by default the end or the move that lost most, and the
    scores at every step. Raises Http404 for a running game."""
    view = queries.table(game_id=game_id, player=reader(request), now=timezone.now())
    found = queries.analysis(view)
    if found is None or not found.positions:
        raise Http404
    asked, steps = number_in(request.GET.get("step", "")), sorted({one.step for one in found.positions})
    worst = found.worst if found.is_of_moves else None
    step = asked if asked in steps else worst.step if worst else found.positions[0].step
    seats = list(dict.fromkeys(one.seat for one in found.positions))
    if found.is_of_moves:
        seats.sort()
    rows = []
    for n in steps:
        at = found.at(n)  # a seat that had left by then has an empty cell
        figures = {seat: f"{one.own.figure} → {one.best.figure if one.best else '…'}" for seat, one in at.items()}
        rows.append(Row(n, next(one.moment for one in at.values()), [figures.get(seat, "") for seat in seats]))
    context = {
        "table": view,
        "analysis": found,
        "most_lost": found.most_lost(view.names),
        "step": step,
        "compared": [_compared(one, view) for one in found.at(step).values()],
        "columns": [view.names[seat] for seat in seats],
        "rows": rows,
    }
    return render(request, "games/analysis.html", context)


def _compared(position: Position, view: TableView) -> Player:
    told: list[tuple[str, Laid | Played]] = [(gettext("As played"), position.own)]
    if position.near is not None and position.near.value > position.own.value:
        told.append((gettext("With a few words changed"), position.near))
    if position.best is not None:
        told.append((gettext("The best we found"), position.best))
    boards = [Compared(says, one.shown, picture) for (says, one), picture in zip(told, _drawn(told, view), strict=True)]
    says = gettext("{name}, {moment}").format(name=view.names[position.seat], moment=position.moment)
    return Player(position.seat, says, boards)


def _drawn(told: Sequence[tuple[str, Laid | Played]], view: TableView) -> Sequence[Picture]:
    """Return a picture of each layout or move. Layouts are all drawn at one scale; a move is drawn on the board of its
    kind of game."""
    table, layouts = view.loaded.table, [(one.layout, one.struck) for _, one in told if isinstance(one, Laid)]
    if layouts:
        return draw_replay([layouts], alphabet=view.alphabet, cell=SMALL_CELL)[0]
    moves = (one for _, one in told if isinstance(one, Played))
    assert table.kind.missed is not None
    grids = (table.kind.missed.grid(table.state, one.layout, one.fresh) for one in moves)
    return [replace(draw_grid(grid, view.alphabet), cell=SMALL_CELL) for grid in grids]
