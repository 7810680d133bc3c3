"""The course of a round: claims are shown together, then doubts judged together, then votes counted together.

It knows no orders. While a stage is open, players may change their answer, and the last one counts."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from games.rules.facts import Facts
from games.rules.handshake.claims import count, judge, points, show
from games.rules.handshake.state import CLAIMS, DOUBTS, ROUNDS, VOTES, Round, State
from games.rules.table.turns import Scored, TurnTransition
from games.rules.table.verbs import AnyHappening, F, Happening, Told, lines, to_all
from games.rules.texts import Text, say, template
from games.rules.values import OrderRefused, Seat
from games.rules.words import WordList

Transition: TypeAlias = TurnTransition[State]

OPEN_FOR = {CLAIMS: "move_within", DOUBTS: "doubt_within", VOTES: "vote_within"}
NOW_IS = {
    CLAIMS: say("It’s time to make claims. Send yours with CLAIM. You can doubt and vote once all claims are shown."),
    DOUBTS: say("The claims are shown, and you can doubt them now. Write, for example, DOUBT 2, 4 or DOUBT NONE."),
    VOTES: say("The doubts are judged. Now vote for one claim, for example VOTE 3."),
}


# --- events -----------------------------------------------------------------------------------------------------------


class Dealt(Facts):
    verb = "deal"


class RoundOpened(Facts):
    verb = "round"
    round: int


class Showed(Facts):
    """The claims of a round, each with its number, seat and texts. One that is `late` doesn't count."""

    verb = "show"
    claims: tuple[Mapping[str, str | int | bool], ...]


@dataclass(frozen=True)
class Doubts:
    """The seats that doubted a claim, and whether that makes it void."""

    number: int
    by: tuple[Seat, ...]
    void: bool


class Judged(Facts):
    verb = "judge"
    doubts: tuple[Doubts, ...]


@dataclass(frozen=True)
class Votes:
    """The seats that voted for a claim."""

    number: int
    by: tuple[Seat, ...]


class Counted(Facts):
    """The votes of a round, and the points that it gave each seat."""

    verb = "count"
    votes: tuple[Votes, ...]
    points: tuple[int, ...]


# --- checks and answers -----------------------------------------------------------------------------------------------


def in_stage(stage: str) -> Callable[[State, Seat, WordList], None]:
    """Return a check that the round is in this stage and the seat has something to choose from."""

    def check(state: State, seat: Seat, words: WordList) -> None:
        if stage != state.stage:
            raise OrderRefused(NOW_IS[state.stage])
        if stage != CLAIMS and not state.of_others(seat):
            raise OrderRefused(
                "Only your own claim is left, so there is nothing for you to do in this part of the round."
            )

    return check


def hidden_from_others(state: State, facts: F, seat: Seat | None, reader: Seat | None) -> F:
    """Hide from others what a player said, but not that they said something."""
    return facts if seat == reader else type(facts)()


def has_spoken(transition: Transition, seat: Seat) -> None:
    """Stop waiting for a seat. It may still change its answer until the stage is over."""
    transition.answered(seat)
    go_on(transition)


def left(transition: Transition, seat: Seat) -> None:
    """Remove the hidden claim, the doubts and the vote of a seat that resigned. A claim already shown stays."""
    transition.answered(seat)
    state = transition.state
    transition.change(
        filed=tuple(other for other in state.filed if other.seat != seat),
        doubts={other: numbers for other, numbers in state.doubts.items() if other != seat},
        votes={other: number for other, number in state.votes.items() if other != seat},
    )
    go_on(transition)


# --- stages -----------------------------------------------------------------------------------------------------------


def begin(transition: Transition) -> None:
    transition.change(hands=dict.fromkeys(range(transition.state.seats), ""))
    transition.happened(Dealt())
    _open_round(transition)


def _open_round(transition: Transition) -> None:
    """Start a round, and wait for everyone's claim."""
    transition.happened(RoundOpened(transition.state.round))
    _open(transition, CLAIMS, transition.state.live)


def go_on(transition: Transition) -> None:
    """Close stages until the game waits for somebody."""
    while transition.state.phase == "playing" and not transition.state.awaited:
        CLOSE[transition.state.stage](transition)


def _open(transition: Transition, stage: str, seats: Iterable[Seat]) -> None:
    transition.change(stage=stage)
    transition.await_orders(*seats, within=OPEN_FOR[stage])


def _open_to_choosers(transition: Transition, stage: str) -> None:
    """Open a stage for the seats that have another player's claim to choose from."""
    state = transition.state
    _open(transition, stage, (seat for seat in state.live if state.of_others(seat)))


def _show(transition: Transition) -> None:
    shown = show(transition.state.filed)
    transition.change(filed=(), shown=shown)
    transition.happened(Showed(tuple({"number": one.number, "late": one.late, **one.claim.as_json()} for one in shown)))
    _open_to_choosers(transition, DOUBTS)


def _judge(transition: Transition) -> None:
    state = transition.state
    judged = judge(state.shown, state.doubts, state.live)
    transition.change(tallies=judged, doubts={})
    if judged:
        transition.happened(Judged(tuple(Doubts(one.number, one.doubted_by, one.void) for one in judged)))
    _open_to_choosers(transition, VOTES)


def _count(transition: Transition) -> None:
    state = transition.state
    counted = count(state.tallies, state.votes)
    gained = points(counted, state.seats)
    transition.change(
        past=(*state.past, Round(state.shown, counted)),
        points={seat: state.points[seat] + gained[seat] for seat in range(state.seats)},
        shown=(),
        tallies=(),
        votes={},
    )
    if counted:
        transition.happened(Counted(tuple(Votes(one.number, one.voted_by) for one in counted), tuple(gained)))
    if state.round == ROUNDS:
        transition.finish()
    else:
        transition.change(round=state.round + 1)
        _open_round(transition)


CLOSE = {CLAIMS: _show, DOUBTS: _judge, VOTES: _count}


# --- wording in the history -------------------------------------------------------------------------------------------


def _judged(told: Told[Judged]) -> Text:
    void = tuple(str(one.number) for one in told.facts.doubts if one.void)
    return (
        say("The doubts are judged. Void claims: {claims}.", claims=void)
        if void
        else say("The doubts are judged. No claim is void.")
    )


def _counted(told: Told[Counted]) -> Text:
    voted = tuple(str(one.number) for one in told.facts.votes if one.by)
    return say("The votes are counted. Claims with votes: {claims}.", claims=voted) if voted else say("Nobody voted.")


HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=Dealt, says=lines(others=template("There are three rounds.")), tells=to_all("start"), begins_a_turn=True
    ),
    Happening(
        facts=RoundOpened,
        says=lambda told: say(
            "Round {round} of {rounds}: everyone can make a claim.", round=told.facts.round, rounds=ROUNDS
        ),
    ),
    Happening(
        facts=Showed,
        says=lambda told: (
            say("The claims are shown, and can be doubted now.") if told.facts.claims else say("Nobody made a claim.")
        ),
    ),
    Happening(facts=Judged, says=_judged),
    Happening(facts=Counted, says=_counted),
    Happening(facts=Scored, says=lines(others=template("The points are final.")), tells=to_all("result")),
)
