"""The orders of the handshake game, carried out. While a stage is open players may change what they said: the last counts."""

from collections.abc import Mapping

from games.rules.handshake import rounds
from games.rules.handshake.claims import check_free, claim_from
from games.rules.handshake.rounds import Course
from games.rules.handshake.state import CLAIMS, DOUBTS, VOTES, State
from games.rules.kind import Json, OrderRefused, Seat
from games.rules.messages import Message, say

STAGE_OF = {"CLAIM": CLAIMS, "DOUBT": DOUBTS, "VOTE": VOTES}
NOW_IS = {
    CLAIMS: say("Claims are being made: file yours with CLAIM. Doubts and votes come once all are shown."),
    DOUBTS: say("The claims are shown and can be doubted: write DOUBT 2, 4 or DOUBT NONE."),
    VOTES: say("The doubts are judged: vote for one claim, such as VOTE 3."),
}


def check_stage(verb: str, state: State, seat: Seat) -> None:
    """Raise OrderRefused where the round waits for something else, or this seat has nothing to choose from."""
    if STAGE_OF[verb] != state.stage:
        raise OrderRefused(NOW_IS[state.stage])
    if verb != "CLAIM" and not state.of_others(seat):
        raise OrderRefused(say("No claim but your own is standing: there is nothing for you to say in this stage."))


def claim(course: Course, seat: Seat, facts: Mapping[str, Json]) -> None:
    """File the claim of this round, hidden until all are shown; one filed anew is filed then, after the others."""
    filed = claim_from(seat, facts)
    check_free(filed, course.state.ever_shown)
    course.change(filed=(*(other for other in course.state.filed if other.seat != seat), filed))
    course.happened("claim", seat, **{name: value for name, value in filed.as_json().items() if name != "seat"})
    _has_spoken(course, seat)


def doubt(course: Course, seat: Seat, facts: Mapping[str, Json]) -> None:
    """All the claims that this seat doubts, or none; no other doubt of it counts."""
    numbers = facts.get("claims")
    if not isinstance(numbers, list | tuple) or not all(type(number) is int for number in numbers):
        raise OrderRefused(say("DOUBT takes the numbers of all claims that you doubt, or NONE."))
    for number in numbers:
        _check_number(course.state, seat, number)
    doubted = tuple(sorted(set(numbers)))
    course.put("doubts", seat, doubted)
    course.happened("doubt", seat, claims=list(doubted))
    _has_spoken(course, seat)


def vote(course: Course, seat: Seat, facts: Mapping[str, Json]) -> None:
    """The one claim that this seat likes best."""
    number = facts.get("claim")
    if type(number) is not int:
        raise OrderRefused(say("VOTE takes the number of one claim."))
    _check_number(course.state, seat, number)
    course.put("votes", seat, number)
    course.happened("vote", seat, claim=number)
    _has_spoken(course, seat)


def run_out(course: Course, seat: Seat) -> None:
    """The seat is waited for no longer; until the stage is over, it may still speak."""
    _has_spoken(course, seat)


def left(course: Course, seat: Seat) -> None:
    """A claim that was not shown goes with its player, and so do doubts and a vote; a claim on the table stays there."""
    state = course.state
    course.change(
        filed=tuple(other for other in state.filed if other.seat != seat),
        doubts={other: numbers for other, numbers in state.doubts.items() if other != seat},
        votes={other: number for other, number in state.votes.items() if other != seat},
    )
    rounds.go_on(course)


def _has_spoken(course: Course, seat: Seat) -> None:
    course.answered(seat)
    rounds.go_on(course)


def _check_number(state: State, seat: Seat, number: int) -> None:
    """Raise OrderRefused for a number that this seat cannot choose, saying which it can."""
    choice = tuple(str(one.number) for one in state.of_others(seat))
    if str(number) in choice:
        return
    raise OrderRefused(_why_not(state, seat, number, choice))


def _why_not(state: State, seat: Seat, number: int, choice: tuple[str, ...]) -> Message:
    shown = next((one for one in state.shown if one.number == number), None)
    if shown is None:
        return say("There is no claim {number}. Yours to choose from: {choice}.", number=number, choice=choice)
    if shown.claim.seat == seat:
        return say("Claim {number} is your own. Yours to choose from: {choice}.", number=number, choice=choice)
    return say("Claim {number} does not count. Yours to choose from: {choice}.", number=number, choice=choice)
