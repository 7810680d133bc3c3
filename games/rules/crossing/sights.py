"""What of the others' hands and layouts a reader may see now. View and tell ask here; nobody else decides it."""

from collections.abc import Mapping

from games.rules.crossing.state import State
from games.rules.grid import Layout
from games.rules.kind import Seat


def layouts_seen(state: State, reader: Seat | None) -> Mapping[Seat, Layout]:
    """The layout submitted by each other seat that the reader may see now, () where there is none; None is an onlooker.

    What a replacement has not looked at yet is seen by nobody."""
    return {
        seat: state.known_layout(seat) for seat in state.live if seat != reader and _sees_layout(state, reader, seat)
    }


def hands_seen(state: State, reader: Seat | None) -> Mapping[Seat, str]:
    """The tiles held by each other seat that the reader may see now: as many as their holder has seen."""
    return {}


def submits_told(state: State, reader: Seat | None, seat: Seat) -> bool:
    """Whether a reader is told of each layout at the time when this seat submits it."""
    return seat == reader or state.options.layouts_visible == "always"


def _sees_layout(state: State, reader: Seat | None, seat: Seat) -> bool:
    return submits_told(state, reader, seat) or state.phase in ("challenge", "finished")
