"""What a reader sees of a table of Scannergram: panels, offers and facts. Of the sealed solutions only their own.

Who may know what of an event is settled here too."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from games.rules.grid import layout_from
from games.rules.kind import Json, OrderRefused, Seat
from games.rules.messages import Message, Player, say
from games.rules.scannergram.judging import to_call
from games.rules.scannergram.play import SHORTEST, WINDOW, check
from games.rules.scannergram.state import Bid, State
from games.rules.showing import Field, Grid, Lines, Offer, Panel, Rack

SEALED = ("calls", "layout")
_GRID, _TILE = "grid", "tile"


def panels(state: State, reader: Seat | None) -> tuple[Panel, ...]:
    """The grid, the words that are barred, and while the game runs the tile, the bids and the reader's own solution."""
    shown: list[Panel] = [Grid(_GRID, say("The grid"), state.grid)]
    if state.phase != "finished":
        shown += _round(state, _own(state, reader))
    if state.barred:
        shown.append(Lines("barred", say("Called, and barred"), (say("{words}", words=state.barred),)))
    return tuple(shown)


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    """A bid or a pass; for the winner who has still to write the solution, that."""
    if state.is_solving:
        return (
            Offer(
                "CALL",
                say("Solve"),
                _reason_against("CALL", state, seat),
                does=say("`CALL` names the words of your new grid, which follows"),
                fields=_solution_fields(state),
                example=_example(state, "CALL "),
                doubts=partial(_not_called, state),
            ),
        )
    return (
        Offer(
            "BID",
            say("Bid"),
            _reason_against("BID", state, seat),
            does=say("`BID` promises a word of so many letters with the new tile {tile}", tile=state.tile),
            fields=(
                Field(
                    say("Length"),
                    "number",
                    least=state.best.length + 1 if state.best else SHORTEST,
                    most=state.most,
                    help=say("Of the longest word that will hold the new tile."),
                ),
                *(() if state.options.live else _solution_fields(state)),
            ),
            example="BID 5" if state.options.live else _example(state, "BID 5\nCALL "),
            doubts=partial(_not_called, state),
        ),
        Offer(
            "PASS",
            say("Pass"),
            _reason_against("PASS", state, seat),
            does=say("`PASS` bids nothing on this tile"),
        ),
    )


def facts(state: State, reader: Seat | None) -> dict[str, Json]:
    """What the API says beyond what all games say; `sealed` is the reader's own."""
    own = _own(state, reader)
    ends = state.clocks.ends(WINDOW)
    return {
        "grid": list(state.grid),
        "tile": state.tile,
        "bids": [{"seat": bid.seat, "length": bid.length} for bid in state.bids],
        "passed": list(state.passed),
        "bidding_ends": ends.isoformat() if ends else None,
        "live": state.options.live,
        "max_called": state.options.max_called,
        "solving": state.is_solving,
        "barred": list(state.barred),
        "points": [state.points[seat] for seat in range(state.seats)],
        "sealed": _written(own) if own else None,
    }


def hide(event: dict[str, Json], reader: Seat | None) -> dict[str, Json]:
    """An event while the game runs: what was sealed with a bid is the bidder's alone."""
    if event["verb"] != "bid" or event["seat"] == reader:
        return event
    return {name: fact for name, fact in event.items() if name not in SEALED}


def moment(state: State, reader: Seat | None) -> Message | None:
    """What stands over the table in a bidding."""
    best = state.best
    if best is None:
        return None
    if state.is_solving:
        return say("Write your solution") if best.seat == reader else say("{player} solves", player=Player(best.seat))
    if best.seat == reader:
        return say("Your bid of {length} stands", length=best.length)
    return say("{player} bids {length}", player=Player(best.seat), length=best.length)


def _round(state: State, own: Bid | None) -> Iterator[Panel]:
    yield Rack(_TILE, say("The new tile"), state.tile, note=_standing(state))
    if bids := _bids(state):
        yield Lines("bids", say("Bids"), bids)
    if own and own.sealed:
        yield _sealed(own)


def _standing(state: State) -> Message:
    if state.best is None:
        return say("Nobody has bid yet.")
    who, length = Player(state.best.seat), state.best.length
    if state.is_solving:
        return say("{player} has won the bidding with {length} and writes the solution.", player=who, length=length)
    at = state.clocks.ends(WINDOW)
    if at is None:
        return say("{player} bids {length}. The time for bids stands still.", player=who, length=length)
    return say("{player} bids {length}. Higher bids are taken until {at}.", player=who, length=length, at=at)


def _bids(state: State) -> tuple[Message, ...]:
    """This round's bids, the highest first, and who has passed."""
    made = [say("{player} bids {length}.", player=Player(bid.seat), length=bid.length) for bid in reversed(state.bids)]
    return (*made, *(say("{player} passed.", player=Player(seat)) for seat in state.passed))


def _sealed(own: Bid) -> Grid:
    assert own.sealed is not None, "only what is sealed is shown as such"
    note = say("With your bid of {length}. You call: {words}.", length=own.length, words=own.sealed.calls)
    return Grid("sealed", say("Your sealed grid"), own.sealed.layout, note=note)


def _own(state: State, reader: Seat | None) -> Bid | None:
    return state.sealed_by(reader) if reader is not None else None


def _written(own: Bid) -> Json:
    if own.sealed is None:
        return None
    return {"length": own.length, "calls": list(own.sealed.calls), "layout": list(own.sealed.layout)}


def _solution_fields(state: State) -> tuple[Field, ...]:
    """Where the words are left out, all that the grid creates are called."""
    help_ = say("Leave this empty to call every word that your grid creates. A word forgotten here costs the point.")
    return (
        Field(say("Words"), "words", help=help_, is_optional=True),
        Field(
            say("New grid"),
            "layout",
            start=state.grid,
            grid=_GRID,
            rack=_TILE,
            help=say("All tiles of the grid and the new tile, rearranged as you like."),
        ),
    )


def _example(state: State, first: str) -> str:
    return f"{first}ITCHY WITCH\nGRID\n{chr(10).join(state.grid)}\nEND"


def _not_called(state: State, facts: Mapping[str, Any]) -> Message | None:
    """The words that a grid makes and that are not among those named with it; none where all are called, or nothing is laid."""
    named = {word.upper() for word in facts.get("calls") or ()}
    if not named:
        return None
    try:
        layout = layout_from([row.upper() for row in facts.get("layout") or ()])
    except OrderRefused:
        return None
    words = to_call(state.grid, layout, calls_shortened=state.options.calls_shortened)
    forgotten = tuple(word for word in words if word not in named)
    return (
        say(
            "Your grid makes this too, and you do not call it: {words}. That costs the point. Add it to your words, or empty "
            "them to call every word.",
            words=forgotten,
        )
        if forgotten
        else None
    )


def _reason_against(verb: str, state: State, seat: Seat) -> Message | None:
    try:
        check(verb, state, seat)
    except OrderRefused as refused:
        return refused.why
    return None
