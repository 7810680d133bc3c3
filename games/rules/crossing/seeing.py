"""Looking at tiles, by oneself or by mail, being away and on vacation; and what of others' hands and layouts a reader may see.

View, wording and swaps ask here whose tiles a reader sees; nobody else decides it.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from games.rules import wishes
from games.rules.clocks import Vacation
from games.rules.crossing import lights
from games.rules.crossing.course import Course
from games.rules.crossing.state import State
from games.rules.grid import Layout
from games.rules.kind import Json, Seat

EXTENDED_BY = timedelta(hours=24)

# --- whose tiles a reader sees ----------------------------------------------------------------------------------------


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


# --- looking ----------------------------------------------------------------------------------------------------------


def look(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """See all that may be seen; who was away is back, and a vacation that has begun is over."""
    state = course.state
    course.change(clocks=state.clocks.without_vacations_begun(seat, course.now))
    was_away = seat in state.away
    if was_away:
        course.change(away=tuple(other for other in state.away if other != seat))
        course.happened("back", seat)
    _see(course, seat)
    if was_away:
        lights.end_early(course)


def see_by_mail(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """The mail provider took the message with the tiles of round `round`; that is seeing, unless the seat is away."""
    state = course.state
    if facts["round"] == state.round and seat in state.tiles_by_email and seat in state.waited_for:
        _see(course, seat)


def _see(course: Course, seat: Seat) -> None:
    if course.state.unseen[seat]:
        course.saw(seat)
        course.happened("seen", seat)


def choose_tiles_by_email(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """Counts from the next allocation."""
    others = {other for other in course.state.tiles_by_email_next if other != seat}
    course.change(tiles_by_email_next=tuple(sorted(others | ({seat} if facts["on"] else set()))))


def extend(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """A day more to look, once a game, where the seat's clock to look has begun: its mail does not arrive."""
    state = course.state
    if seat not in state.extended and state.clocks[f"see {seat}"]:
        clocks = state.clocks.extend_seeing(seat, EXTENDED_BY, course.now)
        course.change(clocks=clocks, extended=tuple(sorted((*state.extended, seat))))
        course.happened("extend", seat)


# --- not being there --------------------------------------------------------------------------------------------------


def go_away(course: Course, seat: Seat, **facts: Json) -> None:
    """No longer waited for until they look. A clock that ran out has emptied the bank; a vacation leaves it."""
    state = course.state
    course.change(away=tuple(sorted((*state.away, seat))), clocks=state.clocks.stop_seeing(seat, course.now))
    wishes.forget(course, "would_void", seat)
    course.happened("away", seat, **facts)


def declare_vacation(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """Written into the game as an order with its two instants; `declared` where that was before the game's deal; or one
    that has not begun is `withdrawn`."""
    starts, ends = (datetime.fromisoformat(facts[name]) for name in ("starts", "ends"))
    if facts.get("withdrawn"):
        course.change(clocks=course.state.clocks.without_vacation(seat, starts, ends))
        course.happened("vacation", seat, starts=starts.isoformat(), ends=ends.isoformat(), withdrawn=True)
        return
    declared = datetime.fromisoformat(facts["declared"]) if "declared" in facts else course.now
    clocks = course.state.clocks
    course.change(clocks=replace(clocks, vacations=(*clocks.vacations, Vacation(seat, starts, ends, declared))))
    course.happened("vacation", seat, starts=starts.isoformat(), ends=ends.isoformat())
