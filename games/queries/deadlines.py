"""What a seat will lose by not acting in time, so that it can be warned of it. Made for that seat alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from games.store import Table


@dataclass(frozen=True)
class Deadline:
    """`what` is to be done, look, call or grace (a last layout), by `at`; None while the clock stands still."""

    what: str
    at: datetime | None


def deadlines(table: Table, seat: int) -> Iterator[Deadline]:
    """The deadlines of a seat that is waited for. Where requests are hidden, so is whether anybody has called."""
    state = table.state
    if state is None or not table.is_running or seat not in state.waited_for:
        return
    looks_by_mail = seat in state.tiles_by_email and seat in state.tiles_by_email_next  # the mail itself is the look
    if state.unseen[seat] and not looks_by_mail:
        yield Deadline("look", state.clocks.ends(f"see {seat}"))
    if state.clocks["call"] and state.options.requests_visible:
        yield Deadline("call", state.clocks.ends("call"))
    if state.phase == "grace" and seat not in (state.red_caller, *state.done):
        yield Deadline("grace", state.clocks.ends("grace"))
