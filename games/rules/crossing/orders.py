"""The orders of Lexicon Crossing: what may be written, what each needs before it may be given, and carrying it out.

Orders about lights, jaywalks, swaps, challenges and looking stand in the file of that name; here is what brings them together,
layouts, and leaving. Every refusal says what would be right. What depends on the order's own tiles or layout is checked where
it is carried out.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from games.rules import wishes
from games.rules.crossing import challenges, jaywalks, lights, swaps
from games.rules.crossing.course import Course, lapse
from games.rules.crossing.results import finish
from games.rules.crossing.scoring import place_blanks, score
from games.rules.crossing.seeing import choose_tiles_by_email, declare_vacation, extend, look, see_by_mail
from games.rules.crossing.state import State
from games.rules.grid import Layout, check_held, layout_from
from games.rules.kind import Order, OrderRefused, Resources, Seat, Step
from games.rules.messages import Message, say
from games.rules.reading import TABLE_CONTRADICTIONS, TABLE_VERBS, Grammar, bare
from games.rules.words import WordList

# --- what may be written ----------------------------------------------------------------------------------------------

_APART = {"UNASK": ("GREEN", "RED", "JAYWALK"), "JAYWALK": ("GREEN", "RED"), "SAVE": ("GREEN", "RED")}


def grammar(options: Any) -> Grammar:
    """The grammar of web and API, where a lower-case letter is a blank; mail reads its `ignoring_case()`."""
    spoken = _jaywalking(options.jaywalk_tiles, face_up=options.face_up)
    spoken = challenges.with_challenges(spoken) if options.words_are_challenged else spoken
    return swaps.in_teams(spoken) if options.teams else spoken


def _jaywalking(most: int, *, face_up: bool) -> Grammar:
    return replace(
        _GRAMMAR,
        verbs={**_GRAMMAR.verbs, "JAYWALK": jaywalks.reader(most=most, face_up=face_up)},
        examples=jaywalks.examples(most=most, face_up=face_up),
    )


_GRAMMAR = Grammar(
    verbs={
        **TABLE_VERBS,
        "GREEN": bare("GREEN", "LIGHT"),
        "RED": bare("RED", "LIGHT"),
        "UNASK": bare("UNASK"),
        "DONE": bare("DONE"),
        "JAYWALK": jaywalks.reader(most=1, face_up=False),
    },
    contradictions=TABLE_CONTRADICTIONS
    | {frozenset({verb, other}) for verb, others in _APART.items() for other in others},
    has_layouts=True,
    write=jaywalks.write,
    examples=jaywalks.examples(most=1, face_up=False),
)


# --- what may be given ------------------------------------------------------------------------------------------------

TAKEN_IN_A_PAUSE = {
    *("LOOK", "SEEN BY MAIL", "GRID", "RESUME", "VOID", "KEEP"),
    *("VACATION", "TILES BY EMAIL", "EXTEND", "LEAVE"),
}


def check(verb: str, state: State, seat: Seat, words: WordList) -> None:
    """Raise OrderRefused where this seat may not give this order now."""
    if state.phase == "finished":
        raise OrderRefused(say("The game is over. Its result stands."))
    if seat in state.resigned:
        raise OrderRefused(say("You have resigned from this game."))
    if state.clocks.pause and verb not in TAKEN_IN_A_PAUSE:
        raise OrderRefused(_in_the_pause(state))
    wishes.check(verb, state, seat)
    if verb in NEEDS:
        NEEDS[verb](state, seat, words)


def reason_against(verb: str, state: State, seat: Seat, words: WordList) -> Message | None:
    """Why this seat may not give this order now; None where it may."""
    try:
        check(verb, state, seat, words)
    except OrderRefused as refused:
        return refused.why
    return None


def _in_the_pause(state: State) -> Message:
    if state.phase == "challenge":
        return say("The game is paused. You can look; the rest waits.")
    return say("The game is paused. You can look, and submit a layout; the rest waits.")


def _check_jaywalk(state: State, seat: Seat, words: WordList) -> None:
    lights.check_before_red(state)
    jaywalks.check(state, seat)


def _check_submit(state: State, seat: Seat, words: WordList) -> None:
    if state.red_caller == seat:
        raise OrderRefused(say("You called the red light: your layout is final."))
    if state.phase == "challenge":
        raise OrderRefused(say("Grace is over and the layouts are final: challenge words, and say DONE."))


def _check_offer(state: State, seat: Seat, words: WordList) -> None:
    swaps.check_offer(state, seat)


def _check_unoffer(state: State, seat: Seat, words: WordList) -> None:
    swaps.check_unoffer(state, seat)


def _check_answer(state: State, seat: Seat, words: WordList) -> None:
    swaps.check_answer(state, seat)


def _check_challenge(state: State, seat: Seat, words: WordList) -> None:
    challenges.check(state, seat)


NEEDS: Mapping[str, Callable[[State, Seat, WordList], None]] = {
    "GRID": _check_submit,
    "GREEN": lights.check_green,
    "RED": lights.check_red,
    "UNASK": lights.check_unask,
    "JAYWALK": _check_jaywalk,
    "DONE": lights.check_done,
    "OFFER": _check_offer,
    "UNOFFER": _check_unoffer,
    "ACCEPT": _check_answer,
    "DECLINE SWAP": _check_answer,
    "CHALLENGE": _check_challenge,
}


# --- carried out ------------------------------------------------------------------------------------------------------


def play(state: State, seat: Seat, order: Order, resources: Resources, now: datetime) -> Step:
    """Carry out one order, or raise OrderRefused and leave everything as it was."""
    if order.verb not in ORDERS:
        raise OrderRefused(say("{verb} is no order of this game.", verb=order.verb))
    course = Course(state, resources, now)
    check(order.verb, course.state, seat, resources.words)
    ORDERS[order.verb](course, seat, order.facts)
    return course.step()


def submit(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """The layout that counts from now on; it uses tiles held and seen, and words of the list, where it is asked."""
    state = course.state
    words = challenges.judge(state, course.words)
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
        challenges.close_light(course)
    turns_green = state.pool_is_short and not course.state.pool_is_short
    course.happened("resign", seat, red_turns_green_for=[request.seat for request in state.requests if turns_green])
    if len(course.state.live_teams) == 1:
        finish(course, "resigned")
    else:
        lights.end_early(course)


def resume(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """End a pause; before it begins, take back that one would like it."""
    if course.state.clocks.pause:
        lights.end_pause(course, seat)
    else:
        wishes.take_back_pause(course, seat)


ORDERS = {
    "LOOK": look,
    "SEEN BY MAIL": see_by_mail,
    "GRID": submit,
    "GREEN": lights.ask,
    "RED": lights.ask,
    "UNASK": lights.unask,
    "JAYWALK": jaywalks.jaywalk,
    "OFFER": swaps.offer,
    "UNOFFER": swaps.unoffer,
    "ACCEPT": swaps.accept,
    "DECLINE SWAP": swaps.decline,
    "DONE": lights.done,
    "CHALLENGE": challenges.challenge,
    "RESIGN": resign,
    "LEAVE": resign,  # for good, and so in a pause too
    **wishes.ORDERS,
    "RESUME": resume,
    "VACATION": declare_vacation,
    "TILES BY EMAIL": choose_tiles_by_email,
    "EXTEND": extend,
}
