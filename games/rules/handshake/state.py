"""A handshake game as it stands: what its table agreed on, its claims, and what is said of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from games.rules.handshake.claims import Claim, Shown, Tally
from games.rules.kind import Seat
from games.rules.options import DAY, HOUR, duration
from games.rules.table.state import TurnState
from games.rules.table.turns import TurnOptions
from games.rules.texts import say

ROUNDS = 3
CLAIMS, DOUBTS, VOTES = "claims", "doubts", "votes"
CLAIMS_SHOWN = "claims"
"""The panel of the claims of the round."""


@dataclass(frozen=True)
class Options(TurnOptions):
    """The options; each of a round's three stages is open for so many seconds, or until all have spoken."""

    move_within: int = duration(3 * DAY, say("Time to claim"), say("How long players have to make their claims."))
    doubt_within: int = duration(48 * HOUR, say("Time to doubt"), say("How long players have to doubt claims."))
    vote_within: int = duration(48 * HOUR, say("Time to vote"), say("How long players have to vote."))


@dataclass(frozen=True)
class Round:
    """A finished round: its claims, and the tallies of those that counted."""

    shown: tuple[Shown, ...]
    tallies: tuple[Tally, ...]


@dataclass(frozen=True, kw_only=True)
class State(TurnState):
    """The state. `stage` is what the round waits for: `claims`, `doubts` or `votes`. Hidden from all but their players
    while they come in: `filed`, the claims in the order filed; `doubts`, the numbers that each seat doubts; `votes`.
    `tallies` are known once judged."""

    options: Options
    stage: str = CLAIMS
    filed: tuple[Claim, ...] = ()
    shown: tuple[Shown, ...] = ()
    doubts: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)
    tallies: tuple[Tally, ...] = ()
    votes: Mapping[Seat, int] = field(default_factory=dict)
    past: tuple[Round, ...] = ()

    @property
    def counting(self) -> tuple[Shown, ...]:
        """The claims on the table that count: not late and, once doubts are judged, not void."""
        void = {tally.number for tally in self.tallies if tally.void}
        return tuple(one for one in self.shown if not one.late and one.number not in void)

    @property
    def ever_shown(self) -> Iterator[Shown]:
        """Every claim that was shown, by round."""
        for one in self.past:
            yield from one.shown
        yield from self.shown

    def claim_of(self, seat: Seat) -> Claim | None:
        """The claim that the seat has filed and nobody else knows yet."""
        return next((claim for claim in self.filed if claim.seat == seat), None)

    def of_others(self, seat: Seat) -> tuple[Shown, ...]:
        """The claims that this seat may doubt or vote for."""
        return tuple(one for one in self.counting if one.claim.seat != seat)
