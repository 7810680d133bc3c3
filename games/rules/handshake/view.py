"""What a reader sees of a handshake game: panels, and the facts for programs.

Nothing hidden gets in: of what a stage collects a reader sees only their own until the stage is over."""

from collections.abc import Iterable, Iterator
from typing import Any

from games.rules.handshake.claiming import claim_says, own_says, told
from games.rules.handshake.claims import Shown
from games.rules.handshake.doubting import doubts_say, vote_says
from games.rules.handshake.state import CLAIMS, DOUBTS, ROUNDS, VOTES, Round, State
from games.rules.handshake.tallies import Tally
from games.rules.kind import Json, Seat
from games.rules.messages import Player, Text, say
from games.rules.showing import Lines, Pairs, Panel

ASKED = {CLAIMS: say("a claim"), DOUBTS: say("doubts, or DOUBT NONE"), VOTES: say("a vote")}
MOMENTS = {
    CLAIMS: say("Round {round} of {rounds}: claims"),
    DOUBTS: say("Round {round} of {rounds}: doubts"),
    VOTES: say("Round {round} of {rounds}: votes"),
}


def moment(state: State) -> Text:
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


def _mine(state: State, seat: Seat | None) -> Iterator[Text]:
    """What this seat has said in a stage that is still open."""
    if seat is None or seat in state.resigned or state.phase == "finished":
        return
    if claim := state.claim_of(seat):
        yield own_says(told(claim))
    if seat in state.doubts:
        yield doubts_say(state.doubts[seat])
    if seat in state.votes:
        yield vote_says(state.votes[seat])


def round_says(shown: Iterable[Shown], tallies: Iterable[Tally], *, is_over: bool) -> Iterator[Text]:
    """The claims of a round, each with what is known of its doubts and votes."""
    by_number = {tally.number: tally for tally in tallies}
    for one in shown:
        yield claim_says(one.claim, one.number)
        if one.late:
            yield say("Claim {number} does not count: its target was claimed earlier.", number=one.number)
        elif tally := by_number.get(one.number):
            yield from _tally_says(tally, is_over=is_over)


def _tally_says(tally: Tally, *, is_over: bool) -> Iterator[Text]:
    number, doubters = tally.number, tuple(map(Player, tally.doubted_by))
    if tally.void:
        yield say("Claim {number} is void: doubted by {players}.", number=number, players=doubters)
    elif doubters:
        yield say("Claim {number} stands, though doubted by {players}.", number=number, players=doubters)
    if tally.voted_by:
        yield say("Claim {number} has votes of {players}.", number=number, players=tuple(map(Player, tally.voted_by)))
    elif is_over and not tally.void:
        yield say("Claim {number} has no votes.", number=number)


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
