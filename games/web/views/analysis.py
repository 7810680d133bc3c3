"""What could have been laid in a finished game: each player's layout beside the best that was found for the same tiles."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games import queries
from games.queries.analysis import Laid, Position, moment
from games.rules.layouts import round_half_up
from games.web.asking import hides_games, number_in, reader
from games.web.layouts import SMALL_CELL, LaidOut, draw_film


@dataclass(frozen=True)
class Compared:
    """A layout, and which it is."""

    says: str
    shown: str
    picture: LaidOut


@dataclass(frozen=True)
class Player:
    """One player's layouts at one moment, all at one scale, and the moment in words."""

    seat: int
    says: str
    boards: Sequence[Compared]


@dataclass(frozen=True)
class Row:
    """A moment, with what each player had then and could have had."""

    step: int
    says: str
    cells: Sequence[str]


@require_safe
@hides_games
def analysis(request: HttpRequest, game_id: int) -> HttpResponse:
    """The boards at the step of the film that is asked for, else at the end, and the scores at all of them. There is no such page
    of a running game."""
    view = queries.table(game_id=game_id, player=reader(request), now=timezone.now())
    found = queries.analysis(view)
    if found is None or not found.positions:
        raise Http404
    asked, last = number_in(request.GET.get("step", "")), found.positions[0].step
    step = asked if asked is not None and asked < last else last
    seats = list(found.at(last))
    context = {
        "table": view,
        "analysis": found,
        "most_lost": found.most_lost(view.names),
        "step": step,
        "compared": [_compared(one, view.names[one.seat]) for one in found.at(step).values()],
        "columns": [view.names[seat] for seat in seats],
        "rows": [_row(n, found.at(n), seats) for n in range(last + 1)],
    }
    return render(request, "games/analysis.html", context)


def _compared(position: Position, name: str) -> Player:
    told = list(_layouts(position))
    films = draw_film([[(laid.layout, laid.struck) for _, laid in told]], cell=SMALL_CELL)
    boards = [Compared(says, laid.shown, one) for (says, laid), one in zip(told, films[0], strict=True)]
    says = gettext("{name}, {moment}").format(name=name, moment=moment(position.light))
    return Player(position.seat, says, boards)


def _layouts(position: Position) -> Iterator[tuple[str, Laid]]:
    yield gettext("Laid"), position.own
    if position.near is not None and position.near.value > position.own.value:
        yield gettext("A few words’ change"), position.near
    if position.best is not None:
        yield gettext("The best we found"), position.best


def _row(step: int, positions: dict[int, Position], seats: Sequence[int]) -> Row:
    """The row of a step; a seat that had left by then has an empty cell."""
    light = next((one.light for one in positions.values()), None)
    return Row(step, moment(light), [_cell(positions.get(seat)) for seat in seats])


def _cell(position: Position | None) -> str:
    if position is None:
        return ""
    own, best = position.own, position.best
    return f"{round_half_up(own.value, 2)} → {round_half_up(best.value, 2) if best else '…'}"
