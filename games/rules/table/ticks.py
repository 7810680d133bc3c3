"""What happens by itself at every table: the next thing due. A kind adds what its own clocks bring."""

from collections.abc import Iterable, Iterator, Sequence

from games.rules.kind import Due
from games.rules.table.state import TableState

# At one instant, things happen in this order; what a kind adds comes between, and the hard end after all.
FIRST = ("resume", "vacation", "away")


def first_due(dues: Iterable[Due], own: Sequence[str]) -> Due | None:
    """The first thing due; things of one instant in the rules' order, with the kind's `own` in theirs, and players by seat."""
    return min(dues, key=lambda one: (one.at, _place(one.what, own), one.seat or 0), default=None)


def _place(what: str, own: Sequence[str]) -> int:
    if what == "hard end":
        return len(FIRST) + len(own)
    return FIRST.index(what) if what in FIRST else len(FIRST) + own.index(what)


def shared(state: TableState) -> Iterator[Due]:
    """What every table has: the end of a pause, vacations that begin or end, and the hard end."""
    clocks = state.clocks
    if clocks.pause and clocks.pause.ends:
        yield Due(clocks.pause.ends, "resume")
    for vacation in clocks.vacations:
        if vacation.ends > state.now:
            yield Due(vacation.ends if vacation.starts <= state.now else vacation.starts, "vacation")
    if clocks.hard_end:
        yield Due(clocks.hard_end, "hard end", deadline=True)
