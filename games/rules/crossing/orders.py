"""The orders of Lexicon Crossing: what may be written, what each needs before it may be given, and carrying it out.

Orders about lights, jaywalks, swaps, challenges and looking stand in the file of that name; here is what brings them together,
layouts, and what becomes of the tiles of who leaves. Every refusal says what would be right. What depends on the order's own
tiles or layout is checked where it is carried out.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from games.rules.crossing import challenges, jaywalks, lights, swaps
from games.rules.crossing.course import Course, lapse
from games.rules.crossing.scoring import place_blanks, score
from games.rules.crossing.seeing import choose_tiles_by_email, look, see_by_mail
from games.rules.crossing.state import State
from games.rules.grid import Layout, check_held, layout_from
from games.rules.kind import Json, OrderRefused, Seat
from games.rules.messages import Message, say
from games.rules.reading import TABLE_CONTRADICTIONS, TABLE_VERBS, Grammar, bare
from games.rules.table.orders import check_open
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


def check(verb: str, state: State, seat: Seat, words: WordList) -> None:
    """Raise OrderRefused where this seat may not give this order now."""
    check_open(verb, state, seat, in_a_pause=("GRID",), paused=_in_the_pause(state))
    if verb in NEEDS:
        NEEDS[verb](state, seat, words)


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


def gives_up(course: Course, seat: Seat) -> None:
    """The tiles of a seat that resigns leave the game for good."""
    lapse(course, seat)
    state = course.state
    course.put("bags", "removed", state.bags["removed"] + state.hands[seat])
    for field, nothing in (("hands", ""), ("boards", ()), ("unseen", 0), ("withheld", 0)):
        course.put(field, seat, nothing)
    if seat == state.caller:
        challenges.close_light(course)


def told_of_leaving(before: State, after: State) -> dict[str, Json]:
    """Who asked for a red light that is a green one now."""
    turns_green = before.pool_is_short and not after.pool_is_short
    return {"red_turns_green_for": [request.seat for request in after.requests if turns_green]}


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
    "TILES BY EMAIL": choose_tiles_by_email,
}
