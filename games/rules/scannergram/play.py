"""The course of a game of Scannergram: a tile turned up, bids, the opened solution, the next tile.

Source: the published rules; RULES.md says what they leave open. What makes good a bid is settled in `judging`.
"""

from collections import Counter
from collections.abc import Mapping
from datetime import timedelta

from games.rules.grid import layout_from, runs, tiles_used
from games.rules.kind import Json, OrderRefused, Seat
from games.rules.messages import Player, say
from games.rules.scannergram.drawing import Start
from games.rules.scannergram.judging import Solution, Verdict, judge, to_call
from games.rules.scannergram.state import GONE, POOL, UP, Bid, State
from games.rules.table.turns import TurnCourse

WINS = 5
SHORTEST = 2
WINDOW = "window"
LATE = Verdict("late", (), 0, ())


def begin(course: TurnCourse[State], start: Start) -> None:
    """Lay the start grid and turn up the first tile."""
    course.change(
        bags={POOL: start.pool, UP: "", GONE: ""},
        hands=dict.fromkeys(range(course.state.seats), ""),
        boards={None: start.layout},
        round=0,
    )
    exchanged = {"exchanged": list(start.exchanged)} if start.exchanged else {}
    course.happened("deal", draws=list(start.draws), **exchanged, layout=list(start.layout))
    _turn_up(course)


# --- orders ---------------------------------------------------------------------------------------------------------


def check(verb: str, state: State, seat: Seat) -> None:
    """Raise OrderRefused where this seat may not bid, pass or solve now."""
    best = state.best
    if state.is_solving and best is not None:
        if seat != best.seat:
            raise OrderRefused(say("The bidding is over: {player} is writing the solution.", player=Player(best.seat)))
        if verb != "CALL":
            raise OrderRefused(say("The bidding is over, and you won it: write CALL with your words, and your GRID."))
    elif verb == "CALL":
        if state.options.live:
            raise OrderRefused(say("Solutions are written when the bidding is over: write BID and a number now."))
        raise OrderRefused(say("Words and a grid go with a bid: write BID and a number in the same text."))
    elif verb == "PASS" and best is not None and seat == best.seat:
        raise OrderRefused(
            say("Your bid of {length} is the highest and stands. You may only raise it.", length=best.length)
        )
    elif verb == "PASS" and seat in state.passed:
        raise OrderRefused(say("You have passed. You may still bid, as long as the bidding lasts."))


def bid(course: TurnCourse[State], seat: Seat, facts: Mapping[str, Json]) -> None:
    """Bid a length, higher than any before, with the sealed solution where the table has them sealed."""
    state, length = course.state, facts.get("length")
    least = state.best.length + 1 if state.best else SHORTEST
    if type(length) is not int or not least <= length <= state.most:
        raise OrderRefused(
            say("A bid is a whole number from {least} to {most} now.", least=least, most=state.most)
            if least <= state.most
            else say("No higher bid is possible: no word is longer than all the tiles.")
        )
    sealed = _sealed(state, facts)
    course.change(
        bids=(*state.bids, Bid(seat, length, sealed)),
        passed=tuple(other for other in state.passed if other != seat),
    )
    told = {"calls": list(sealed.calls), "layout": list(sealed.layout)} if sealed else {}
    course.happened("bid", seat, length=length, **told)
    if course.state.clocks[WINDOW] is None:
        course.start_clock(WINDOW, "bid_within")
    _go_on(course)


def pass_round(course: TurnCourse[State], seat: Seat, facts: Mapping[str, Json]) -> None:
    """Not to bid on this tile; nobody is held to it."""
    course.change(passed=tuple(sorted({*course.state.passed, seat})))
    course.happened("pass", seat)
    _go_on(course)


def call(course: TurnCourse[State], seat: Seat, facts: Mapping[str, Json]) -> None:
    """The winner's solution, where it was not sealed."""
    solution = _solution(course.state, facts)
    _open(course, solution)


def run_out(course: TurnCourse[State], seat: Seat) -> None:
    """The time of an awaited seat is up: it passes, or has no solution."""
    if course.state.is_solving:
        _settle(course, None, LATE)
    else:
        pass_round(course, seat, {})


def time_for(state: State) -> timedelta:
    """How long there is for a bid, until the bidding is over, or for the solution."""
    if state.is_solving:
        return state.options.span("solve_within")
    window = state.clocks[WINDOW]
    return window.left_at(state.now) if window else state.options.span("move_within")


def window_closes(course: TurnCourse[State]) -> None:
    """The bidding is over; who gave no order in it was late."""
    for seat in course.state.may_bid:
        if not course.state.has_bid(seat):
            course.is_late(seat)
    _close(course)


def left(course: TurnCourse[State], seat: Seat) -> None:
    """The bids of who resigned are void; a tile won and not solved leaves the game."""
    state = course.state
    if state.is_solving:
        if state.best and state.best.seat == seat:
            _tile_goes(course)
        return
    course.change(
        bids=tuple(bid for bid in state.bids if bid.seat != seat),
        passed=tuple(other for other in state.passed if other != seat),
    )
    if state.bids and not course.state.bids:
        course.stop_clock(WINDOW)
        course.change(clocks=course.state.clocks.drop(*(f"move {other}" for other in range(state.seats))))
    _go_on(course)


# --- the round ------------------------------------------------------------------------------------------------------


def _turn_up(course: TurnCourse[State]) -> None:
    """The next round, or the end where the pool is empty."""
    state = course.state
    if not state.bags[POOL]:
        course.change(bags={**state.bags, UP: ""})
        course.finish()
        return
    tile = state.bags[POOL][-1]
    course.change(
        bags={**state.bags, POOL: state.bags[POOL][:-1], UP: tile},
        round=state.round + 1,
        bids=(),
        passed=(),
        is_solving=False,
    )
    course.stop_clock(WINDOW)
    course.happened("tile", round=course.state.round, tile=tile)
    course.await_orders(*state.live)


def _go_on(course: TurnCourse[State]) -> None:
    """Await those who may still bid; with nobody left the bidding is over."""
    state = course.state
    if not state.may_bid:
        _close(course)
        return
    clocks = state.clocks
    if window := clocks[WINDOW]:
        for seat in state.may_bid:
            clocks = clocks.set(f"move {seat}", window.left_at(course.now))
    course.change(awaited=state.may_bid, clocks=clocks)
    for seat in state.may_bid:
        if seat not in state.awaited and seat not in state.away:
            course.happened("turn", seat)


def _close(course: TurnCourse[State]) -> None:
    best = course.state.best
    if best is None:
        _tile_goes(course)
    elif best.sealed is not None:
        _open(course, best.sealed)
    else:
        course.stop_clock(WINDOW)
        course.change(is_solving=True)
        course.happened("won", best.seat, length=best.length)
        course.await_orders(best.seat)
        clocks = course.state.clocks.set(f"move {best.seat}", course.state.options.span("solve_within"))
        course.change(clocks=clocks)


def _tile_goes(course: TurnCourse[State]) -> None:
    """Nobody bid, or nobody is there to solve: the tile leaves the game."""
    course.happened("gone", tile=course.state.tile)
    _to_gone(course)
    _turn_up(course)


def _to_gone(course: TurnCourse[State]) -> None:
    bags = course.state.bags
    course.change(bags={**bags, UP: "", GONE: bags[GONE] + bags[UP]})


def _open(course: TurnCourse[State], solution: Solution) -> None:
    state = course.state
    assert state.best is not None, "only a bid has a solution"
    verdict = judge(
        state.grid,
        state.tile,
        solution,
        length=state.best.length,
        barred=state.barred,
        words=course.words,
        calls_shortened=state.options.calls_shortened,
    )
    course.happened(
        "opened",
        state.best.seat,
        length=state.best.length,
        calls=list(solution.calls),
        layout=list(solution.layout),
        struck=sorted({run.word for run in runs(solution.layout) if run.word not in course.words}),
    )
    course.change(barred=tuple(sorted({*state.barred, *solution.calls})))
    _settle(course, solution, verdict)


def _settle(course: TurnCourse[State], solution: Solution | None, verdict: Verdict) -> None:
    """A point won, and the new grid; or a point lost, and the tile gone."""
    state = course.state
    assert state.best is not None, "only a bid is settled"
    seat = state.best.seat
    if verdict.fault or solution is None:
        course.happened("fault", fault=verdict.fault, named=list(verdict.named))
        course.happened("fails", seat, tile=state.tile)
        course.put("points", seat, state.points[seat] - 1)
        _to_gone(course)
    else:
        course.happened("holds", seat, longest=verdict.longest, created=list(verdict.created))
        course.put("points", seat, state.points[seat] + 1)
        course.change(boards={None: solution.layout}, bags={**state.bags, UP: ""})
    if course.state.points[seat] >= WINS:
        course.finish()
    else:
        _turn_up(course)


# --- what was written -----------------------------------------------------------------------------------------------


def _sealed(state: State, facts: Mapping[str, Json]) -> Solution | None:
    """The solution that goes with a bid. Raises OrderRefused where it may not, or must and does not."""
    if not state.options.live:
        return _solution(state, facts)
    if facts.get("calls") or facts.get("layout"):
        raise OrderRefused(say("Solutions are written when the bidding is over: write BID and a number now."))
    return None


def _solution(state: State, facts: Mapping[str, Json]) -> Solution:
    """What was written as a solution: of the tiles that there are, and not more words than the table allows. Where no word is
    called, all are that must be.

    Whether it is good is judged when it is opened."""
    layout = layout_from([row.upper() for row in facts.get("layout") or ()])
    calls = facts.get("calls") or to_call(state.grid, layout, calls_shortened=state.options.calls_shortened)
    solution = Solution.of(calls, layout)
    if not solution.calls or not solution.layout:
        raise OrderRefused(
            say(
                "Your solution is missing: write the whole grid with the new tile from GRID to END, in the same text. Every "
                "word that it creates is called, unless you name words after CALL."
            )
        )
    beyond = Counter(tiles_used(solution.layout)) - Counter(tiles_used(state.grid) + state.tile)
    if beyond:
        raise OrderRefused(
            say(
                "Your grid uses tiles that there are not: {letters}. Use those of the grid and the new tile {tile}.",
                letters=tuple(sorted(beyond.elements())),
                tile=state.tile,
            )
        )
    most = state.options.max_called
    if most is not None and len(solution.calls) > most:
        raise OrderRefused(
            say("At most {most} words may be called here; you call {count}.", most=most, count=len(solution.calls))
        )
    return solution
