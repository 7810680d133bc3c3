"""The orders of Lexicon Crossing, carried out. Whether an order may be given at all is settled in `allowed`."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from games.rules import wishes
from games.rules.clocks import Vacation
from games.rules.crossing import allowed, challenging, jaywalking, lights, swapping
from games.rules.crossing.course import Course
from games.rules.crossing.exchanging import lapse, withdraw
from games.rules.crossing.scoring import place_blanks, score
from games.rules.crossing.state import Request, State
from games.rules.grid import Layout, check_held, layout_from
from games.rules.kind import Order, OrderRefused, Resources, Seat, Step
from games.rules.messages import say
from games.rules.words import WordList

EXTENDED_BY = timedelta(hours=24)


def play(state: State, seat: Seat, order: Order, resources: Resources, now: datetime) -> Step:
    """Carry out one order, or raise OrderRefused and leave everything as it was."""
    if order.verb not in ORDERS:
        raise OrderRefused(say("{verb} is no order of this game.", verb=order.verb))
    course = Course(state, resources, now)
    allowed.check(order.verb, course.state, seat, resources.words)
    ORDERS[order.verb](course, seat, order.facts)
    return course.step()


# --- looking --------------------------------------------------------------------------------------------------------


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


# --- layouts --------------------------------------------------------------------------------------------------------


def submit(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """The layout that counts from now on; it uses tiles held and seen, and words of the list, where it is asked."""
    state = course.state
    words = challenging.judge(state, course.words)
    layout = lay(layout_from(facts["layout"]), state.held(seat), words)
    made = score(layout, state.held(seat), words)
    if made.struck:
        struck = tuple(sorted(set(made.struck)))
        raise OrderRefused(say("Not in the word list: {words}. A draft can hold what is not finished.", words=struck))
    course.put("boards", seat, layout)
    course.change(done=tuple(other for other in state.done if other != seat))
    course.happened("submit", seat, layout=list(layout))
    if not made.complete:
        lapse(course, seat)


def lay(layout: Layout, held: str, words: WordList) -> Layout:
    """The layout with its blanks: as written where it names any in lower case, else where they score best.

    Raises OrderRefused for tiles that are not held."""
    if "".join(layout).isupper():
        return place_blanks(layout, held, words)
    check_held(layout, held)
    return layout


# --- lights ---------------------------------------------------------------------------------------------------------


def ask(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """A request for the next light, green or red; asking again while it stands changes nothing."""
    if not course.state.request_of(seat):
        course.change(requests=(*course.state.requests, Request(seat, course.now)))
        course.happened("ask", seat)


def unask(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    withdraw(course, seat)
    course.happened("unask", seat)


# --- the end --------------------------------------------------------------------------------------------------------


def done(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """Nothing more will come from this seat in grace, or no challenge; said twice, or by an away player, it is kept."""
    if seat not in course.state.done:
        course.change(done=(*course.state.done, seat))
        course.happened("done", seat)
        lights.end_early(course)


def resign(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """The tiles leave the game for good. With one player left, or one team, it is scored at this instant."""
    lapse(course, seat)
    state = course.state
    course.change(
        bags={**state.bags, "removed": state.bags["removed"] + state.hands[seat]},
        resigned=(*state.resigned, seat),
        away=tuple(other for other in state.away if other != seat),
    )
    for field, nothing in (("hands", ""), ("boards", ()), ("unseen", 0), ("withheld", 0)):
        course.put(field, seat, nothing)
    if seat == state.caller:
        challenging.close_light(course)
    turns_green = state.pool_is_short and not course.state.pool_is_short
    course.happened("resign", seat, red_turns_green_for=[request.seat for request in state.requests if turns_green])
    if len(course.state.live_teams) == 1:
        lights.finish(course, "resigned")
    else:
        lights.end_early(course)


# --- orders that act on the clocks -----------------------------------------------------------------------------------


def resume(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """End a pause; before it begins, take back that one would like it."""
    if course.state.clocks.pause:
        lights.end_pause(course, seat)
    else:
        wishes.take_back_pause(course, seat)


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


ORDERS = {
    "LOOK": look,
    "SEEN BY MAIL": see_by_mail,
    "GRID": submit,
    "GREEN": ask,
    "RED": ask,
    "UNASK": unask,
    "JAYWALK": jaywalking.jaywalk,
    "OFFER": swapping.offer,
    "UNOFFER": swapping.unoffer,
    "ACCEPT": swapping.accept,
    "DECLINE SWAP": swapping.decline,
    "DONE": done,
    "CHALLENGE": challenging.challenge,
    "RESIGN": resign,
    "LEAVE": resign,  # for good, and so in a pause too
    **wishes.ORDERS,
    "RESUME": resume,
    "VACATION": declare_vacation,
    "TILES BY EMAIL": choose_tiles_by_email,
    "EXTEND": extend,
}
