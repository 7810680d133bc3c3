"""Lights: asking for one, dealing green, amber and red, in a pause never; withheld tiles, grace and its end."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from games.rules.crossing import challenges, jaywalks
from games.rules.crossing.course import Course, calls_for, withdraw
from games.rules.crossing.results import finish
from games.rules.crossing.scoring import score
from games.rules.crossing.state import Request, State
from games.rules.grid import tiles_used
from games.rules.kind import Json, OrderRefused, Seat
from games.rules.messages import say
from games.rules.words import WordList

# --- asking -----------------------------------------------------------------------------------------------------------

MOST_NAMED = 6


def check_green(state: State, seat: Seat, words: WordList) -> None:
    if state.pool_is_short and state.phase == "playing":
        raise OrderRefused(say("The pool is short: the next light is red and ends the game. Ask with RED."))
    _check_ask(state, seat, words)


def check_red(state: State, seat: Seat, words: WordList) -> None:
    if not state.pool_is_short and state.phase == "playing":
        raise OrderRefused(say("The pool can still serve everyone: the next light is green. Ask with GREEN."))
    _check_ask(state, seat, words)


def _check_ask(state: State, seat: Seat, words: WordList) -> None:
    check_before_red(state)
    if state.request_of(seat):
        return  # asking again changes nothing
    if state.withheld[seat]:
        raise OrderRefused(say("Your new tile is still withheld: a light needs every tile laid."))
    if state.unseen[seat]:
        raise OrderRefused(jaywalks.tiles_face_down(state.unseen[seat]))
    made = score(state.boards[seat], state.held(seat), challenges.judge(state, words))
    if made.complete:
        return
    unlaid = Counter(state.held(seat)) - Counter(tiles_used(state.boards[seat]))
    if unlaid:
        letters = tuple(sorted(unlaid.elements()))
        if len(letters) > MOST_NAMED:
            raise OrderRefused(
                say("A light needs every tile laid. {n} tiles are not in your submitted layout.", n=len(letters))
            )
        raise OrderRefused(say("A light needs every tile laid. Not in your submitted layout: {tiles}.", tiles=letters))
    if made.struck:
        raise OrderRefused(say("A light needs words only. Not in the word list: {words}.", words=made.struck))
    raise OrderRefused(say("A light needs one connected group: your submitted layout is in several pieces."))


def check_unask(state: State, seat: Seat, words: WordList) -> None:
    if not state.request_of(seat):
        raise OrderRefused(say("You have no standing request to take back."))


def check_before_red(state: State) -> None:
    if state.phase == "grace":
        raise OrderRefused(say("The red light is on: you can submit a last layout, and say DONE."))
    if state.phase == "challenge":
        raise OrderRefused(say("The last layouts lie open: you can challenge words, and say DONE."))


def ask(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """A request for the next light, green or red; asking again while it stands changes nothing."""
    if not course.state.request_of(seat):
        course.change(requests=(*course.state.requests, Request(seat, course.now)))
        course.happened("ask", seat)


def unask(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    withdraw(course, seat)
    course.happened("unask", seat)


# --- dealing ----------------------------------------------------------------------------------------------------------


def deal(course: Course, *, each: int) -> list[list[str]]:
    """Give every live seat `each` tiles, seat by seat; returns what each drew, in that order."""
    draws = []
    for seat in range(course.state.seats):
        drawn = [_drawn(course) for _ in range(0 if seat in course.state.resigned else each)]
        course.put("hands", seat, course.state.hands[seat] + "".join(drawn))
        draws.append(drawn)
    return draws


def _drawn(course: Course) -> str:
    """The next tile: of the pool from its right end; once that is empty, of those that lie open as the stream says."""
    pool, lying = course.state.bags["pool"], course.state.face_up
    if pool:
        course.put("bags", "pool", pool[:-1])
        return pool[-1]
    index = course.chance.below(len(lying))
    course.put("bags", "face_up", lying[:index] + lying[index + 1 :])
    return lying[index]


def grant(course: Course) -> None:
    """The earliest request gets its light: green, or red where the pool is short."""
    caller = course.state.requests[0].seat
    if course.state.pool_is_short:
        red_light(course, caller)
    else:
        _light(course, "green", caller, **calls_for(course.state.options.light_forfeit))


def nobody_called(course: Course) -> None:
    """A light of nobody's, or a red light without caller."""
    if course.state.pool_is_short:
        red_light(course, None)
    else:
        amber(course)


def amber(course: Course, **facts: Json) -> None:
    """A light of nobody's, where the pool can serve it; by the staff, with the facts of that."""
    _light(course, "amber", None, **facts)


def _light(course: Course, verb: str, caller: Seat | None, **facts: Json) -> None:
    """What a seat that still has not looked used of its bank stays used; its clock to look begins anew."""
    behind = _behind(course)
    draws = deal(course, each=course.state.options.tiles_per_light)
    state = course.state
    holder = caller if state.options.withholds else None
    clocks = state.clocks
    for seat in range(state.seats):
        clocks = clocks.stop_seeing(seat, course.now)
    dropped = [request.seat for request in state.requests if request.seat != caller]
    course.change(
        round=state.round + 1,
        turn=state.turn + 1,
        dealt_at=course.now,
        caller=caller,
        requests=(),
        jaywalked=(),
        behind=tuple(behind.get("behind", ())),
        swaps=(),
        swapped=(),
        seen_at={},
        unseen={seat: state.unseen[seat] + (len(drawn) if seat != holder else 0) for seat, drawn in enumerate(draws)},
        withheld={seat: len(drawn) if seat == holder else 0 for seat, drawn in enumerate(draws)},
        granted=state.boards[caller] if caller is not None and state.options.challenge_lights else (),
        light_challenged=(),
        tiles_by_email=state.tiles_by_email_next,
        clocks=clocks.drop("leeway", "call", "abandon"),
    )
    course.happened(
        verb,
        caller,
        round=course.state.round,
        draws=draws,
        tiles_by_email=list(course.state.tiles_by_email),
        **behind,
        **facts,
    )
    _drop(course, dropped, **{name: facts[name] for name in ("staff",) if name in facts})


def _behind(course: Course) -> dict[str, Json]:
    """Where only these may jaywalk, the seats whose submitted layout is worth less than the best of the others', and what was
    no word in any: of a layout that lost a tile, no later event tells it."""
    state = course.state
    if state.options.jaywalk != "behind":
        return {}
    words = challenges.judge(state, course.words)
    made = {seat: score(state.known_layout(seat), state.held(seat), words) for seat in state.live}
    best = max(worth.value for worth in made.values())
    return {
        "behind": [seat for seat, worth in made.items() if worth.value < best],
        "struck": sorted({word for worth in made.values() for word in worth.struck}),
    }


def _drop(course: Course, seats: Sequence[Seat], **facts: Json) -> None:
    for seat in seats:
        course.happened("drop", seat, **facts)


def release(course: Course, **facts: Json) -> None:
    """The withheld tiles are their holder's to see."""
    state = course.state
    seat = next(seat for seat, count in state.withheld.items() if count)
    course.put("unseen", seat, state.unseen[seat] + state.withheld[seat])
    course.put("withheld", seat, 0)
    course.happened("release", seat, **facts)


# --- the red light, and the end of grace ------------------------------------------------------------------------------


def red_light(course: Course, caller: Seat | None) -> None:
    """The caller's layout is final; the others have grace, unless nobody else is waited for."""
    state = course.state
    dropped = [request.seat for request in state.requests if request.seat != caller]
    course.change(
        phase="grace",
        turn=state.turn + 1,
        swaps=(),
        caller=caller,
        requests=(),
        done=(),
        clocks=state.clocks.drop("leeway", "call").set("grace", _grace(course)),
    )
    challenges.close_light(course)
    course.happened("red", caller)
    _drop(course, dropped)
    end_early(course)


def _grace(course: Course) -> timedelta:
    """Where the game waits for vacations, one declared before this allocation and running now lengthens grace."""
    state = course.state
    grace = state.options.span("grace")
    if state.options.vacation != "waits":
        return grace
    vacations = (vacation for seat in state.waited_for for vacation in state.clocks.vacations_of(seat, course.now))
    ends = [vacation.ends for vacation in vacations if vacation.declared < state.dealt_at]
    return max([course.now, *ends]) - course.now + grace


def check_done(state: State, seat: Seat, words: WordList) -> None:
    if state.phase not in ("grace", "challenge"):
        raise OrderRefused(say("DONE is for the time after a red light."))
    if state.red_caller == seat:
        raise OrderRefused(say("You called the red light: your layout is final, and the others are waited for."))


def done(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """Nothing more will come from this seat in grace, or no challenge; said twice, or by an away player, it is kept."""
    if seat not in course.state.done:
        course.change(done=(*course.state.done, seat))
        course.happened("done", seat)
        end_early(course)


def end_early(course: Course) -> None:
    """End grace, or the time to challenge, where everyone it is for and who is waited for is done, and nobody is on vacation.
    Nothing ends in a pause."""
    state = course.state
    if state.phase not in ("grace", "challenge") or state.clocks.pause:
        return
    others = [seat for seat in state.waited_for if seat != state.red_caller]
    if all(seat in state.done for seat in others) and not any(state.vacation_of(seat) for seat in state.live):
        end_grace(course) if state.phase == "grace" else finish(course, "played")


def end_grace(course: Course) -> None:
    """The last layouts are scored; where words are challenged, all of them lie open first."""
    state = course.state
    if not state.options.words_are_challenged:
        finish(course, "played")
        return
    clocks = state.clocks.drop("grace").set("challenge", state.options.span("challenge_window"))
    course.change(phase="challenge", done=(), clocks=clocks)
    course.happened("challenge")
    end_early(course)
