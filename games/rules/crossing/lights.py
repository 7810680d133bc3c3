"""Dealing: the deal, green and amber lights, the red light, in a pause never; and the score at the end."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta

from games.rules.crossing import challenging
from games.rules.crossing.course import Course
from games.rules.crossing.forfeits import calls_for, invalid_words, owing
from games.rules.crossing.scoring import Result, score
from games.rules.kind import Json, Seat


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
        behind=behind,
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
    facts_of_it = {"behind": list(behind)} if state.options.jaywalk == "behind" else {}
    course.happened(verb, caller, round=course.state.round, draws=draws, **facts_of_it, **facts)
    _drop(course, dropped, **{name: facts[name] for name in ("staff",) if name in facts})


def _behind(course: Course) -> tuple[Seat, ...]:
    """The seats whose submitted layout is worth less than the best of the others', where these may jaywalk."""
    state = course.state
    if state.options.jaywalk != "behind":
        return ()
    words = challenging.judge(state, course.words)
    worth = {seat: score(state.known_layout(seat), state.held(seat), words).value for seat in state.live}
    return tuple(seat for seat, value in worth.items() if value < max(worth.values()))


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
    challenging.close_light(course)
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


def end_early(course: Course) -> None:
    """End grace, or the time to challenge, where everyone it is for and who is waited for is done, and nobody is on vacation.
    Nothing ends in a pause."""
    state = course.state
    if state.phase not in ("grace", "challenge") or state.clocks.pause:
        return
    others = [seat for seat in state.waited_for if seat != state.red_caller]
    if all(seat in state.done for seat in others) and not any(state.vacation_in_force(seat) for seat in state.live):
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


def end_pause(course: Course, seat: Seat | None, **facts: Json) -> None:
    """Every clock goes on; grace, or the time to challenge, ends if all have come back and said done meanwhile. No seat: it
    ends by itself, or by the staff."""
    course.change(clocks=course.state.clocks.resumed(), would_pause=())
    course.happened("resume", seat, **facts)
    end_early(course)


def finish(course: Course, ending: str, **facts: Json) -> None:
    """Score every layout as it lies, by what counts as a word now."""
    state, words = course.state, challenging.judge(course.state, course.words)
    results = tuple(
        Result.of(seat, state.boards[seat], state.counted(seat), words, less=challenging.points_off(state, seat))
        for seat in state.live
    )
    course.change(results=results)
    forfeits = calls_for(state.options.incomplete_forfeit, owed_by=list(owing(course.state))) | invalid_words(
        course.state
    )
    course.happened("score", results=[_told(result) for result in results], **forfeits, **facts)
    course.end(ending, **facts)


def _told(result: Result) -> dict[str, object]:
    return asdict(result) | {"struck": list(result.struck), "layout": list(result.layout)}
