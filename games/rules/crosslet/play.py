"""The orders of Crosslet carried out, and what follows by itself: plays, exchanges, swaps, the end.

Source: RULES.md. What may lie where is judged in `laying`, what it scores in `scoring`.
"""

from collections.abc import Mapping, Sequence

from games.rules.crosslet.boards import BARE, BOARDS
from games.rules.crosslet.laying import added, check_tiles, free_blank, from_rack
from games.rules.crosslet.scoring import RACK, Tally, settled, tally
from games.rules.crosslet.state import Move, Scored, State
from games.rules.fixed_board import with_signs
from games.rules.grid import BLANK
from games.rules.kind import Json, OrderRefused, Seat
from games.rules.messages import say
from games.rules.places import cell_at, place_of
from games.rules.table.turns import TurnCourse, by_seat
from games.rules.tiles import NAMED_SETS

TILES = NAMED_SETS["S100"]


def begin(course: TurnCourse[State]) -> None:
    """Draw who starts, shuffle the set, and deal seat by seat."""
    seats = range(course.state.seats)
    first = course.chance.below(len(seats))
    course.change(
        boards={None: BARE},
        bags={"bag": "".join(course.chance.shuffle(TILES.tiles)), "removed": ""},
        hands=dict.fromkeys(seats, ""),
    )
    draws = [list(_fill(course, seat)) for seat in seats]
    course.happened("deal", first=first, draws=draws)
    course.await_orders(first)


# --- a turn ---------------------------------------------------------------------------------------------------------


def lay(course: TurnCourse[State], seat: Seat, facts: Mapping[str, Json]) -> None:
    """Make a play, and draw. OrderRefused where it may not lie there."""
    state, rack = course.state, course.state.hands[seat]
    blank_scores = state.options.blank_scores
    wanted = added(state.board, BOARDS[state.options.board].layout_from(facts["layout"]))
    tiles = from_rack(state.board, wanted, rack, state.colours, blank_scores=blank_scores)
    check_tiles(state.board, tiles, course.words)
    board = with_signs(state.board, tiles)
    made = tally(board, tiles, state.colours, blank_scores=blank_scores)
    move = Move(
        seat=seat,
        rack=rack,
        points=made.points,
        all_seven=made.all_seven,
        tiles={place_of(cell): sign for cell, sign in sorted(tiles.items())},
        words=_scored(made),
        total=state.points[seat] + made.points,
        swapped=state.swapped,
    )
    for sign in tiles.values():
        rack = rack.replace(BLANK if sign.islower() else sign, "", 1)
    course.change(boards={None: board}, moves=(*state.moves, move), exchanges=0)
    course.put("points", seat, move.total)
    course.put("hands", seat, rack)
    drawn = _fill(course, seat)
    course.happened(
        "play",
        seat,
        tiles=dict(move.tiles),
        words=[vars(word) for word in move.words],
        all_seven=move.all_seven,
        points=move.points,
        draws=list(drawn),
    )
    _go_on(course, seat)


def exchange(course: TurnCourse[State], seat: Seat, facts: Mapping[str, Json]) -> None:
    """Give tiles back for as many others, which are drawn first; of none, with an empty bag, it is a pass."""
    state, tiles = course.state, facts.get("tiles", ())
    _check_exchange(state, seat, tiles)
    _exchange(course, seat, tiles)


def _check_exchange(state: State, seat: Seat, tiles: Sequence[str]) -> None:
    if not tiles and state.bag:
        raise OrderRefused(
            say("There are tiles in the bag ({n}): name those to exchange, such as EXCHANGE Q U.", n=len(state.bag))
        )
    if len(tiles) > len(state.bag):
        raise OrderRefused(
            say("Exchange no more tiles than the bag holds: {n}.", n=len(state.bag))
            if state.bag
            else say("The bag is empty: EXCHANGE without tiles passes.")
        )
    rest = state.hands[seat]
    for tile in tiles:
        if tile not in rest:
            raise OrderRefused(say("You do not hold {tiles}.", tiles=tuple(tiles)))
        rest = rest.replace(tile, "", 1)


def _exchange(course: TurnCourse[State], seat: Seat, tiles: Sequence[str]) -> None:
    state = course.state
    bag = state.bag[: len(state.bag) - len(tiles)]
    drawn = state.bag[len(bag) :][::-1]
    rack = state.hands[seat]
    for tile in tiles:
        rack = rack.replace(tile, "", 1)
        index = course.chance.below(len(bag) + 1)
        bag = bag[:index] + tile + bag[index:]
    move = Move(
        seat=seat,
        rack=state.hands[seat],
        total=state.points[seat],
        returned="".join(tiles),
        swapped=state.swapped,
    )
    course.change(moves=(*state.moves, move), exchanges=state.exchanges + 1, bags={**state.bags, "bag": bag})
    course.put("hands", seat, rack + drawn)
    course.happened("exchange", seat, returned=list(tiles), draws=list(drawn))
    _go_on(course, seat)


def run_out(course: TurnCourse[State], seat: Seat) -> None:
    """Its time is up: an exchange of nothing."""
    _exchange(course, seat, ())


def swap(course: TurnCourse[State], seat: Seat, facts: Mapping[str, Json]) -> None:
    """Put real letters under blanks of the board and take these. It scores nothing and does not end the turn."""
    state = course.state
    board, rack, put = state.board, state.hands[seat], {}
    for place in facts["cells"]:
        cell = cell_at(place)
        board, rack = free_blank(board, cell, rack, BOARDS[state.options.board])
        put[place_of(cell)] = board[cell[0]][cell[1]]
    course.change(boards={None: board}, swapped={**state.swapped, **put})
    course.put("hands", seat, rack)
    course.happened("swap", seat, tiles=put)


def left(course: TurnCourse[State], seat: Seat, *, was_awaited: bool) -> None:
    """The tiles of a player who resigned leave the game; what was laid and scored stays."""
    state = course.state
    course.change(bags={**state.bags, "removed": state.bags["removed"] + state.hands[seat]})
    course.put("hands", seat, "")
    if state.may_end:
        _end(course, None)
    elif was_awaited:
        _await_next(course, seat)


# --- what follows ---------------------------------------------------------------------------------------------------


def _scored(made: Tally) -> tuple[Scored, ...]:
    return tuple(
        Scored(place_of((run.row, run.column), across=run.across), run.text, points) for run, points in made.words
    )


def _fill(course: TurnCourse[State], seat: Seat) -> str:
    """The tiles that the seat drew to have seven again, or all that are left."""
    state = course.state
    missing = RACK - len(state.hands[seat])
    drawn = state.bag[::-1][:missing]
    course.change(bags={**state.bags, "bag": state.bag[: len(state.bag) - len(drawn)]})
    course.put("hands", seat, state.hands[seat] + drawn)
    return drawn


def _go_on(course: TurnCourse[State], seat: Seat) -> None:
    """The turn is over: who is out ends the game, and so do two exchanges of each player in succession."""
    if not course.state.hands[seat]:
        _end(course, seat)
    elif course.state.may_end:
        _end(course, None)
    else:
        _await_next(course, seat)


def _await_next(course: TurnCourse[State], seat: Seat) -> None:
    course.change(swapped={})
    course.await_orders(course.state.next_after(seat))


def _end(course: TurnCourse[State], out: Seat | None) -> None:
    state = course.state
    changes = settled({seat: state.hands[seat] for seat in state.live})
    course.change(points={seat: points + changes.get(seat, 0) for seat, points in state.points.items()}, swapped={})
    facts: dict[str, Json] = {"changes": by_seat(changes, state.seats)}
    if out is not None:
        facts["out"] = out
    course.finish("played", **facts)
