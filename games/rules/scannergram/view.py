"""What a reader sees of a table of Scannergram: panels and facts. Of the sealed solutions only their own."""

from collections.abc import Iterator

from games.rules.kind import Json, Seat
from games.rules.messages import Player, Text, say
from games.rules.scannergram.solving import GRID, TILE
from games.rules.scannergram.state import WINDOW, Bid, State
from games.rules.showing import Grid, Lines, Panel, Rack


def panels(state: State, reader: Seat | None) -> tuple[Panel, ...]:
    """The grid, the words that are barred, and while the game runs the tile, the bids and the reader's own solution."""
    shown: list[Panel] = [Grid(GRID, say("The grid"), state.grid)]
    if state.phase != "finished":
        shown += _round(state, _own(state, reader))
    if state.barred:
        shown.append(Lines("barred", say("Called, and barred"), (say("{words}", words=state.barred),)))
    return tuple(shown)


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


def moment(state: State, reader: Seat | None) -> Text | None:
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
    yield Rack(TILE, say("The new tile"), state.tile, note=_standing(state))
    if bids := _bids(state):
        yield Lines("bids", say("Bids"), bids)
    if own and own.sealed:
        yield _sealed(own)


def _standing(state: State) -> Text:
    if state.best is None:
        return say("Nobody has bid yet.")
    who, length = Player(state.best.seat), state.best.length
    if state.is_solving:
        return say("{player} has won the bidding with {length} and writes the solution.", player=who, length=length)
    at = state.clocks.ends(WINDOW)
    if at is None:
        return say("{player} bids {length}. The time for bids stands still.", player=who, length=length)
    return say("{player} bids {length}. Higher bids are taken until {at}.", player=who, length=length, at=at)


def _bids(state: State) -> tuple[Text, ...]:
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
