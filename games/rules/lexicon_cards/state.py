"""Where a game of Lexicon stands, and the plain questions one can ask of it. Nothing here changes anything."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules.kind import Seat
from games.rules.lexicon_cards.options import Options
from games.rules.table.turns import TurnState


@dataclass(frozen=True)
class Window:
    """The time in which a word may be challenged: whose it is, and the hand and the table as they were before it.

    `ends_round` where its player has no card left: the round ends with the window."""

    seat: Seat
    word: str
    hand: str
    table: tuple[str, ...]
    ends_round: bool
    accepted: tuple[Seat, ...] = ()


@dataclass(frozen=True, kw_only=True)
class State(TurnState):
    """`bags` are the `pack`, face down, the `exposed` pile, and what is `gone` from the round with who left the game.

    `table` are the words as they lie, a Master in lower case. `out` numbers those who are out by when they went, equals
    together. `turned` counts how often the pack was used up in the round, `idle` the turns since then in which cards were
    only taken and drawn."""

    options: Options
    table: tuple[str, ...] = ()
    dealer: Seat = 0
    starter: Seat = 0
    turned: int = 0
    idle: int = 0
    out: Mapping[Seat, int] = field(default_factory=dict)
    window: Window | None = None

    @property
    def live(self) -> tuple[Seat, ...]:
        """The seats that are still in: neither resigned nor out."""
        return tuple(seat for seat in range(self.seats) if seat not in self.resigned and seat not in self.out)

    @property
    def exposed(self) -> str:
        """The card that lies open beside the pack."""
        return self.bags["exposed"][-1:]

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Those still in but this one, as they sit from its left on."""
        round_the_table = ((seat + step) % self.seats for step in range(1, self.seats))
        return tuple(other for other in round_the_table if other in self.live)

    @property
    def is_round_ending(self) -> bool:
        """Whether the round is over as soon as the word that may be challenged stands."""
        return self.window is not None and self.window.ends_round
