"""What each order needs before it may be given. Every refusal says what would be right; nothing here changes anything.

What depends on the order's own tiles or layout is checked where it is carried out, in `play`.
"""

from collections import Counter
from collections.abc import Callable, Mapping

from games.rules import wishes
from games.rules.crossing import challenging, jaywalking, swapping
from games.rules.crossing.scoring import score
from games.rules.crossing.state import State
from games.rules.grid import tiles_used
from games.rules.kind import OrderRefused, Seat
from games.rules.messages import Message, say
from games.rules.words import WordList

MOST_NAMED = 6
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


def _green(state: State, seat: Seat, words: WordList) -> None:
    if state.pool_is_short and state.phase == "playing":
        raise OrderRefused(say("The pool is short: the next light is red and ends the game. Ask with RED."))
    _ask(state, seat, words)


def _red(state: State, seat: Seat, words: WordList) -> None:
    if not state.pool_is_short and state.phase == "playing":
        raise OrderRefused(say("The pool can still serve everyone: the next light is green. Ask with GREEN."))
    _ask(state, seat, words)


def _ask(state: State, seat: Seat, words: WordList) -> None:
    _before_red(state)
    if state.request_of(seat):
        return  # asking again changes nothing
    if state.withheld[seat]:
        raise OrderRefused(say("Your new tile is still withheld: a light needs every tile laid."))
    if state.unseen[seat]:
        raise OrderRefused(jaywalking.tiles_face_down(state.unseen[seat]))
    made = score(state.boards[seat], state.held(seat), challenging.judge(state, words))
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


def _unask(state: State, seat: Seat, words: WordList) -> None:
    if not state.request_of(seat):
        raise OrderRefused(say("You have no standing request to take back."))


def _jaywalk(state: State, seat: Seat, words: WordList) -> None:
    _before_red(state)
    jaywalking.check(state, seat)


def _submit(state: State, seat: Seat, words: WordList) -> None:
    if state.red_caller == seat:
        raise OrderRefused(say("You called the red light: your layout is final."))
    if state.phase == "challenge":
        raise OrderRefused(say("Grace is over and the layouts are final: challenge words, and say DONE."))


def _done(state: State, seat: Seat, words: WordList) -> None:
    if state.phase not in ("grace", "challenge"):
        raise OrderRefused(say("DONE is for the time after a red light."))
    if state.red_caller == seat:
        raise OrderRefused(say("You called the red light: your layout is final, and the others are waited for."))


def _offer(state: State, seat: Seat, words: WordList) -> None:
    swapping.check_offer(state, seat)


def _unoffer(state: State, seat: Seat, words: WordList) -> None:
    swapping.check_unoffer(state, seat)


def _answer(state: State, seat: Seat, words: WordList) -> None:
    swapping.check_answer(state, seat)


def _before_red(state: State) -> None:
    if state.phase == "grace":
        raise OrderRefused(say("The red light is on: you can submit a last layout, and say DONE."))
    if state.phase == "challenge":
        raise OrderRefused(say("The last layouts lie open: you can challenge words, and say DONE."))


def _challenge(state: State, seat: Seat, words: WordList) -> None:
    challenging.check(state, seat)


NEEDS: Mapping[str, Callable[[State, Seat, WordList], None]] = {
    "GRID": _submit,
    "GREEN": _green,
    "RED": _red,
    "UNASK": _unask,
    "JAYWALK": _jaywalk,
    "DONE": _done,
    "OFFER": _offer,
    "UNOFFER": _unoffer,
    "ACCEPT": _answer,
    "DECLINE SWAP": _answer,
    "CHALLENGE": _challenge,
}
