"""What happens by itself at every table: the next thing due. Awaited moves and a kind's own clocks add what they bring."""

from collections.abc import Iterable, Iterator

from games.rules.kind import Due
from games.rules.table.state import TurnState

# At one instant, things happen in this order; what a kind adds comes before a late move, and the hard end after all.
FIRST = ("resume", "vacation", "away")
LAST = ("late", "hard end")


def first_due(state: TurnState, own: Iterable[Due]) -> Due | None:
    """The first thing due; things of one instant in the rules' order, players by seat."""
    return min((*_shared(state), *own), key=lambda one: (one.at, _place(one.what), one.seat or 0), default=None)


def _place(what: str) -> int:
    if what in FIRST:
        return FIRST.index(what)
    return len(FIRST) + (1 + LAST.index(what) if what in LAST else 0)


def _shared(state: TurnState) -> Iterator[Due]:
    if state.phase == "finished":
        return
    clocks = state.clocks
    if clocks.hard_end:
        yield Due(clocks.hard_end, "hard end", deadline=True)
    if clocks.pause:
        if clocks.pause.ends:
            yield Due(clocks.pause.ends, "resume")
        return
    for vacation in clocks.vacations:
        if vacation.ends > state.now:
            yield Due(vacation.ends if vacation.starts <= state.now else vacation.starts, "vacation")
