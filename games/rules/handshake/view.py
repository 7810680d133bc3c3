"""What a reader sees of a handshake game: panels, the orders worth a button, and the facts for programs.

Nothing hidden gets in: of what a stage collects a reader sees only their own until the stage is over."""

from collections.abc import Iterator
from typing import Any

from games.rules.handshake.claims import Shown
from games.rules.handshake.orders import EXAMPLE_OF_HAND, EXAMPLE_OF_REFUSED, EXAMPLE_OF_REFUSED_THROUGH
from games.rules.handshake.state import CLAIMS, DOUBTS, ROUNDS, VOTES, Round, State
from games.rules.handshake.wording import claim_says, own_says, round_says
from games.rules.kind import Json, Seat
from games.rules.messages import Message, Player, say
from games.rules.showing import Field, Lines, Offer, Pairs, Panel

ASKED = {CLAIMS: say("a claim"), DOUBTS: say("doubts, or DOUBT NONE"), VOTES: say("a vote")}
MOMENTS = {
    CLAIMS: say("Round {round} of {rounds}: claims"),
    DOUBTS: say("Round {round} of {rounds}: doubts"),
    VOTES: say("Round {round} of {rounds}: votes"),
}


def moment(state: State) -> Message:
    """The round and what it waits for."""
    return say(MOMENTS[state.stage].template, round=state.round, rounds=ROUNDS)


def panels(state: State, seat: Seat | None) -> tuple[Panel, ...]:
    """The reader's own word in this stage, the claims on the table, and the points; between two rounds and at the end also
    the rounds that are over, the latest first."""
    shown: list[Panel] = []
    if mine := tuple(_mine(state, seat)):
        shown.append(Lines("mine", say("Known only to you"), mine))
    if state.shown:
        lines = tuple(round_says(state.shown, state.tallies, is_over=False))
        shown.append(Lines("claims", say("The claims of round {round}", round=state.round), lines))
    points = ((say("{player}", player=Player(each)), say("{n}", n=state.points[each])) for each in range(state.seats))
    shown.append(Pairs("points", say("Points"), tuple(points)))
    if state.stage == CLAIMS or state.phase == "finished":
        shown += _past(state)
    return tuple(shown)


def _past(state: State) -> Iterator[Panel]:
    for number, past in reversed(list(enumerate(state.past, start=1))):
        lines = tuple(round_says(past.shown, past.tallies, is_over=True)) or (say("Nobody made a claim."),)
        yield Lines(f"round_{number}", say("Round {round}", round=number), lines)
    targets = tuple(one.claim.target for one in state.ever_shown if not one.late)
    if targets and state.phase != "finished":
        yield Lines("taken", say("Targets that are taken"), (say("{names}.", names=targets),))


def _mine(state: State, seat: Seat | None) -> Iterator[Message]:
    """What this seat has said in a stage that is still open."""
    if seat is None or seat in state.resigned or state.phase == "finished":
        return
    if claim := state.claim_of(seat):
        yield own_says({"verb": "claim", **claim.as_json()})
    if seat in state.doubts:
        yield own_says({"verb": "doubt", "claims": state.doubts[seat]})
    if seat in state.votes:
        yield own_says({"verb": "vote", "claim": state.votes[seat]})


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    """The one order of this stage, with a form for it."""
    if state.stage == CLAIMS:
        return (_claim_offer(state, seat),)
    others = state.of_others(seat)
    if not others:
        return ()
    return (_doubt_offer() if state.stage == DOUBTS else _vote_offer(others),)


def _claim_offer(state: State, seat: Seat) -> Offer:
    forms = (("HAND", say("a hand I shook")), ("REFUSED", say("a handshake refused")))
    hand, refused, other = (
        example.split(maxsplit=2)[2] for example in (EXAMPLE_OF_HAND, EXAMPLE_OF_REFUSED, EXAMPLE_OF_REFUSED_THROUGH)
    )
    written = Field(
        say("Whose hand, when and where"),
        "text",
        help=say(
            "Such as “{hand}”. Of a handshake refused to you, “{refused}”; to whose hand you shook, “{other}”.",
            hand=hand,
            refused=refused,
            other=other,
        ),
    )
    return Offer(
        "CLAIM",
        say("Claim anew") if state.claim_of(seat) else say("Claim"),
        brief=say("hidden until all are shown"),
        does=say("`CLAIM` files your claim of this round, a hand shaken or a handshake REFUSED; the last one counts."),
        fields=(Field(say("It was"), "choice", choices=forms), written),
        example=EXAMPLE_OF_HAND,
    )


def _doubt_offer() -> Offer:
    return Offer(
        "DOUBT",
        say("Doubt"),
        brief=say("or none"),
        does=say("`DOUBT` says all the claims that you doubt, such as DOUBT 2, 4, or NONE; the last one counts."),
        fields=(Field(say("Claims"), "words", help=say("The numbers of all claims that you doubt, or NONE.")),),
        example="DOUBT NONE",
    )


def _vote_offer(others: tuple[Shown, ...]) -> Offer:
    choices = tuple((str(one.number), claim_says(one.claim, one.number)) for one in others)
    return Offer(
        "VOTE",
        say("Vote"),
        brief=say("one claim"),
        does=say("`VOTE` gives a point to the claim you like best; the last one counts."),
        fields=(Field(say("Claim"), "choice", choices=choices),),
        example=f"VOTE {others[0].number}",
    )


def facts(state: State, seat: Seat | None) -> dict[str, Json]:
    """The table for programs: claims with what is known of them, the reader's own word, and the points by seat."""
    own: dict[str, Json] = {}
    if seat is not None and seat not in state.resigned:
        claim = state.claim_of(seat)
        own = {
            "my_claim": claim.as_json() if claim else None,
            "my_doubts": list(state.doubts[seat]) if seat in state.doubts else None,
            "my_vote": state.votes.get(seat),
        }
    return {
        "stage": state.stage,
        "claims": _as_json(Round(state.shown, state.tallies), is_over=False),
        "rounds": [_as_json(past, is_over=True) for past in state.past],
        "points": [state.points[each] for each in range(state.seats)],
        **own,
    }


def _as_json(one: Round, *, is_over: bool) -> list[dict[str, Any]]:
    tallies = {tally.number: tally for tally in one.tallies}
    written = []
    for shown in one.shown:
        claim: dict[str, Any] = {"number": shown.number, **shown.claim.as_json(), "counts": not shown.late}
        if tally := tallies.get(shown.number):
            claim["counts"] = not tally.void
            claim["doubted_by"] = list(tally.doubted_by)
            if is_over:
                claim["voted_by"] = list(tally.voted_by)
        written.append(claim)
    return written
