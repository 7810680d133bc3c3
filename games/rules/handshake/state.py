"""Where a handshake game stands, and the plain questions one can ask of it. Nothing here changes anything."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from games.rules.handshake.claims import Claim, Shown
from games.rules.handshake.options import Options
from games.rules.handshake.tallies import Tally
from games.rules.kind import Seat
from games.rules.table.turns import TurnState

ROUNDS = 3
CLAIMS, DOUBTS, VOTES = "claims", "doubts", "votes"


@dataclass(frozen=True)
class Round:
    """A round that is over: its claims, and what became of those that counted."""

    shown: tuple[Shown, ...]
    tallies: tuple[Tally, ...]


@dataclass(frozen=True, kw_only=True)
class State(TurnState):
    """`stage` is what the round waits for: `claims`, `doubts` or `votes`.

    Hidden from all but their players: `filed`, the claims of a round before they are shown, the one filed first first;
    `doubts`, the numbers that each seat doubts, and `votes`, while they come in. `tallies` are known once judged."""

    options: Options
    stage: str = CLAIMS
    filed: tuple[Claim, ...] = ()
    shown: tuple[Shown, ...] = ()
    doubts: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)
    tallies: tuple[Tally, ...] = ()
    votes: Mapping[Seat, int] = field(default_factory=dict)
    past: tuple[Round, ...] = ()

    @property
    def standing(self) -> tuple[Shown, ...]:
        """The claims on the table that count: neither late nor, once doubts are judged, void."""
        void = {tally.number for tally in self.tallies if tally.void}
        return tuple(one for one in self.shown if not one.late and one.number not in void)

    @property
    def ever_shown(self) -> Iterator[Shown]:
        """Every claim that was shown, in the order of the rounds."""
        for one in self.past:
            yield from one.shown
        yield from self.shown

    def claim_of(self, seat: Seat) -> Claim | None:
        """What the seat has filed, and nobody else knows yet."""
        return next((claim for claim in self.filed if claim.seat == seat), None)

    def of_others(self, seat: Seat) -> tuple[Shown, ...]:
        """What this seat may doubt or vote for."""
        return tuple(one for one in self.standing if one.claim.seat != seat)
