"""What of the others' hands and layouts a reader may see now. View and tell ask here; nobody else decides it."""

from collections.abc import Mapping

from games.rules.crossing.state import State
from games.rules.grid import Layout
from games.rules.kind import Seat


def layouts_seen(state: State, reader: Seat | None) -> Mapping[Seat, Layout]:
    """The layout submitted by each other seat that the reader may see now, () where there is none; None is an onlooker.

    What a replacement has not looked at yet is seen by nobody, until all layouts lie open."""
    lie_open = state.phase in ("challenge", "finished")
    return {
        seat: state.boards[seat] if lie_open else state.known_layout(seat)
        for seat in state.live
        if seat != reader and (lie_open or submits_told(state, reader, seat))
    }


def hands_seen(state: State, reader: Seat | None) -> Mapping[Seat, str]:
    """The tiles held by each other seat that the reader may see now: as many as their holder has seen."""
    return {seat: state.held(seat) for seat in state.live if sees_tiles_of(state, reader, seat) and seat != reader}


def submits_told(state: State, reader: Seat | None, seat: Seat) -> bool:
    """Whether a reader is told of each layout at the time when this seat submits it."""
    return state.options.layouts_visible == "always" or sees_tiles_of(state, reader, seat)


def sees_tiles_of(state: State, reader: Seat | None, seat: Seat) -> bool:
    """Whether a reader sees what this seat holds: their own, and a partner's where partners see that."""
    if reader is None or seat == reader:
        return seat == reader
    return state.options.partners_see and reader in state.live and state.team_of(seat) == state.team_of(reader)
