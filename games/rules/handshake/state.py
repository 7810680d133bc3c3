"""The state of a handshake game, and its settings: the claims, doubts and votes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from games.rules.handshake.claims import Claim, Shown, Tally
from games.rules.options import DAY, HOUR, duration
from games.rules.table.state import TurnState
from games.rules.table.turns import TurnOptions
from games.rules.texts import say
from games.rules.values import Seat

ROUNDS = 3
CLAIMS, DOUBTS, VOTES = "claims", "doubts", "votes"
CLAIMS_SHOWN = "claims"
"""The name of the panel with the round's claims."""


@dataclass(frozen=True)
class Options(TurnOptions):
    """The settings. Each of a round's three stages is open for this many seconds, or until everyone has answered."""

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
    """The state of a game.

    `stage` is `claims`, `doubts` or `votes`. Until they are revealed, only their player may see `filed` (claims in
    the order made), `doubts` (the numbers that each seat doubts) and `votes`. `tallies` are known once doubts are
    judged."""

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
        """The shown claims that count: not late and, once doubts are judged, not void."""
        void = {tally.number for tally in self.tallies if tally.void}
        return tuple(one for one in self.shown if not one.late and one.number not in void)

    @property
    def ever_shown(self) -> Iterator[Shown]:
        """Every claim that was ever shown, by round."""
        for one in self.past:
            yield from one.shown
        yield from self.shown

    @property
    def targets(self) -> tuple[str, ...]:
        """The famous people of claims that were ever shown and counted, who can't be claimed again."""
        return tuple(one.claim.target for one in self.ever_shown if not one.late)

    def claim_of(self, seat: Seat) -> Claim | None:
        """Return the claim that the seat has made and that isn't shown yet."""
        return next((claim for claim in self.filed if claim.seat == seat), None)

    def of_others(self, seat: Seat) -> tuple[Shown, ...]:
        """Return the claims that this seat may doubt or vote for."""
        return tuple(one for one in self.counting if one.claim.seat != seat)
