"""Bids on a tile: who may bid or pass and until when, and the solution sealed with a bid."""

import re
from dataclasses import replace
from datetime import timedelta

from games.rules.facts import Facts
from games.rules.grid import Layout
from games.rules.lines import Line, Phrase
from games.rules.panels import Asking, Field, Offer, Trial
from games.rules.scannergram.rounds import GridTransition, tile_goes
from games.rules.scannergram.solving import (
    CALLED,
    INSTEAD,
    await_solution,
    check_winner,
    example,
    fields,
    open_solution,
    settle_late,
    solution_of,
    try_solution,
    words_in,
)
from games.rules.scannergram.state import WINDOW, Bid, State
from games.rules.table.turns import Turn
from games.rules.table.verbs import AnyHappening, Happening, Told, Verb, an_order, lines
from games.rules.texts import Text, say, template
from games.rules.values import Order, OrderRefused, Seat, Unreadable
from games.rules.words import WordList

SHORTEST = 2
_BID = re.compile(r"(\d{1,4})\b[\s:.,]*(.*)")

# --- orders and events ------------------------------------------------------------------------------------------------


class PlaceBid(Facts):
    """A bid of a length. Where solutions are sealed, it also has the new grid and the words called. If it names no
    words, all the words that the grid creates are called."""

    verb = "BID"
    length: int
    calls: tuple[str, ...] = ()
    layout: Layout = ()


class Pass(Facts):
    verb = "PASS"


class HasBid(PlaceBid):
    """A bid that was made. Only its player sees what is sealed."""

    verb = "bid"


class HasPassed(Facts):
    verb = "pass"


# --- carrying out -----------------------------------------------------------------------------------------------------


def _check_bid(state: State, seat: Seat, words: WordList) -> None:
    check_winner(state, seat)
    if state.is_solving:
        raise OrderRefused("You won the bidding. Write CALL with your words, and your GRID.")


def _check_pass(state: State, seat: Seat, words: WordList) -> None:
    _check_bid(state, seat, words)
    if state.best is not None and seat == state.best.seat:
        raise OrderRefused("Your bid of {length} is the highest. You can only raise it.", length=state.best.length)
    if seat in state.passed:
        raise OrderRefused("You have already passed. You can still bid until the bidding ends.")


def _bid(transition: GridTransition, seat: Seat, facts: PlaceBid) -> None:
    """Make a bid, together with a sealed solution unless the game is live. Raises OrderRefused for a length that isn't
    above all earlier bids or is above the limit, and for a solution in a live game."""
    state = transition.state
    if not _least(state) <= facts.length <= state.most:
        raise OrderRefused(_what_may_be_bid(state))
    if state.options.live and (facts.calls or facts.layout):
        raise OrderRefused(INSTEAD)
    sealed = None if state.options.live else solution_of(state, facts.calls, facts.layout)
    transition.change(
        bids=(*state.bids, Bid(seat, facts.length, sealed)),
        passed=tuple(other for other in state.passed if other != seat),
    )
    told = HasBid(facts.length, sealed.calls, sealed.layout) if sealed else HasBid(facts.length)
    transition.happened(told, seat)
    if transition.state.clocks[WINDOW] is None:
        transition.start_clock(WINDOW, "bid_within")
    _go_on(transition)


def _try(state: State, seat: Seat, facts: PlaceBid, words: WordList) -> Trial:
    """Return the trial of the grid. It is refused if its longest word is too short for a bid."""
    trial = try_solution(state, facts.calls, facts.layout, words_at=1)
    length = next((int(value) for field, value in trial.fills if field == 0), state.most)
    return replace(trial, refusal=trial.refusal or _what_may_be_bid(state)) if length < _least(state) else trial


def _what_may_be_bid(state: State) -> Text:
    least = _least(state)
    if least > state.most:
        return say("No higher bid is possible. No word can be longer than all the tiles together.")
    return say("Your bid must be a whole number from {least} to {most}.", least=least, most=state.most)


def _least(state: State) -> int:
    return state.best.length + 1 if state.best else SHORTEST


def _pass(transition: GridTransition, seat: Seat, facts: Pass) -> None:
    """Make no bid on this tile. The seat may still bid later."""
    transition.change(passed=tuple(sorted({*transition.state.passed, seat})))
    transition.happened(HasPassed(), seat)
    _go_on(transition)


# --- the end of the bidding -------------------------------------------------------------------------------------------


def run_out(transition: GridTransition, seat: Seat) -> None:
    """Act for a seat whose time has expired: pass if it could bid, or settle the round without its solution if it was
    solving."""
    if transition.state.is_solving:
        settle_late(transition)
    else:
        _pass(transition, seat, Pass())


def time_for(state: State, seat: Seat) -> timedelta:
    """Return how long a seat has: the time to show a solution, the time left until the bidding ends, or the time for a
    first bid."""
    if state.is_solving:
        return state.options.span("solve_within")
    window = state.clocks[WINDOW]
    return window.left_at(state.now) if window else state.options.span("move_within")


def window_closes(transition: GridTransition) -> None:
    """Close the bidding. A seat that neither bid nor passed is late."""
    for seat in transition.state.may_bid:
        if transition.state.bid_of(seat) is None:
            transition.is_late(seat)
    _close(transition)


def left(transition: GridTransition, seat: Seat) -> None:
    """Remove the bids of a seat that resigned. If it had won the tile and was solving, the tile leaves the game."""
    transition.answered(seat)
    state = transition.state
    if state.is_solving:
        if state.best and state.best.seat == seat:
            tile_goes(transition)
        return
    transition.change(
        bids=tuple(bid for bid in state.bids if bid.seat != seat),
        passed=tuple(other for other in state.passed if other != seat),
    )
    if state.bids and not transition.state.bids:
        transition.stop_clock(WINDOW)
        transition.change(clocks=transition.state.clocks.drop(*(f"move {other}" for other in range(state.seats))))
    _go_on(transition)


def _go_on(transition: GridTransition) -> None:
    """Wait for the seats that may still bid. If there are none, close the bidding."""
    state = transition.state
    if not state.may_bid:
        _close(transition)
        return
    clocks = state.clocks
    if window := clocks[WINDOW]:
        for seat in state.may_bid:
            clocks = clocks.set(f"move {seat}", window.left_at(transition.now))
    transition.change(awaited=state.may_bid, clocks=clocks)
    for seat in state.may_bid:
        if seat not in state.awaited and seat not in state.away:
            transition.happened(Turn(), seat)


def _close(transition: GridTransition) -> None:
    best = transition.state.best
    if best is None:
        tile_goes(transition)
    elif best.sealed is not None:
        open_solution(transition, best.sealed)
    else:
        await_solution(transition, best)


# --- commands and offers ----------------------------------------------------------------------------------------------


def _read_bid(line: Line, phrase: Phrase) -> Order | None:
    found = _BID.fullmatch(phrase.argument)
    if found is None:
        if phrase.argument:
            return None
        raise Unreadable("After BID, write the length of your word.", line=line.raw, correct="BID 5")
    words = re.sub(r"^call\b[\s:]*", "", found[2], flags=re.IGNORECASE)
    calls = words_in(line, words, correct=f"BID {found[1]}\nCALL ITCHY WITCH") if words else ()
    return Order.of(PlaceBid(int(found[1]), calls))


def _offer_bid(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.is_solving:
        return None
    length = Field(
        say("Length"),
        "number",
        least=_least(state),
        most=state.most,
        help=say("The length of the longest word that will contain the new tile."),
    )
    own = state.bid_of(seat)
    return Offer(
        "BID",
        say("Bid"),
        refusal,
        does=say("`BID` promises a word of that length with the new tile {tile}", tile=state.tile),
        fields=(length, *(() if state.options.live else fields(state, own.sealed if own else None))),
        example="BID 5" if state.options.live else example(state, "BID 5\nCALL "),
    )


def _offer_pass(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.is_solving:
        return None
    asks = None
    if state.best is None and set(state.may_bid) == {seat}:
        asks = Asking(
            (say("Nobody has bid on this tile. If you pass, it leaves the game without points for anybody."),)
        )
    return Offer("PASS", say("Pass"), refusal, does=say("`PASS` makes no bid on this tile"), asks=asks)


# --- wording in the history -------------------------------------------------------------------------------------------


def _says_bid(told: Told[HasBid]) -> Text:
    length, calls = told.facts.length, told.facts.calls
    if told.is_mine and calls:
        return say("You bid {length} and sealed a grid with {calls}.", length=length, calls=calls)
    return told.line(mine=template("You bid {length}."), others=template("{player} bid {length}."), length=length)


BID = Verb(
    facts=PlaceBid,
    check=_check_bid,
    tries=_try,
    carry_out=_bid,
    offer=_offer_bid,
    reads=_read_bid,
    examples=(f"BID 5\n{CALLED}", "BID 5"),
    help={"BID 5": template("bid a length, with CALL and GRID below it")},
    apart_from=frozenset({"PASS", "RESIGN"}),
)
PASS = Verb(
    facts=Pass,
    check=_check_pass,
    carry_out=_pass,
    offer=_offer_pass,
    help={"PASS": template("make no bid on this tile")},
    apart_from=frozenset({"CALL", "RESIGN"}),
)
HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=HasBid,
        says=_says_bid,
        hides=lambda state, facts, seat, reader: facts if seat == reader else HasBid(facts.length),
        came_of=an_order(lambda facts: PlaceBid(facts.length, facts.calls, facts.layout)),
    ),
    Happening(
        facts=HasPassed,
        says=lines(mine=template("You passed."), others=template("{player} passed.")),
        came_of=an_order(Pass()),
    ),
)
