"""Builds a game of Lexicon in any position with a line or two. No database.

Anna sits left of the dealer in the first round unless a test says otherwise. Hands, table and piles can be set freely."""

from dataclasses import dataclass, replace
from typing import Any

from games.rules.chance import Chance, stream_key
from games.rules.lexicon_cards.kind import LexiconCards
from games.rules.options import read_options
from games.rules.values import Joining, Resources
from games.rules.words import AnyWord
from tests.rules.position import ANNA, DEAL, NAMES, Position

LEXICON = LexiconCards()


@dataclass(frozen=True)
class Table(Position):
    kind = LEXICON
    passed_over = ("turn",)

    def leave(self, seat: int) -> "Table":
        """Let the player leave for good."""
        return self._after(LEXICON.resign(self.state, seat, self.resources, self.now))._settled()

    def having(self, *, hands: dict[int, str] | None = None, **fields: Any) -> "Table":
        """The same position with other hands, `pack`, `exposed`, or any other field of the state."""
        state = self.state
        bags = {name: fields.pop(name) for name in ("pack", "exposed") if name in fields}
        hands = {**state.hands, **(hands or {})}
        points = {**state.points, **fields.pop("points", {})}
        return replace(self, state=replace(state, hands=hands, points=points, bags={**state.bags, **bags}, **fields))

    @property
    def ranks(self) -> list[tuple[str, int, str]]:
        """The result of each player: name, rank and the text shown."""
        return [(NAMES[rank.seat], rank.rank, rank.shown) for rank in LEXICON.ranks(self.state)]

    def panel(self, name: str, seat: int | None = None) -> Any:
        return next((panel for panel in self.view(seat).panels if panel.name == name), None)

    def offer(self, seat: int, verb: str) -> Any:
        return next((offer for offer in self.view(seat).offers if offer.verb == verb), None)


def seed_in_which(seat, *, starts_of, cuts=()):
    """A seed whose stream makes this seat go first in the first round."""
    seeds = (bytes([number]) * 32 for number in range(256))
    return next(one for one in seeds if (Chance(stream_key(one, cuts)).below(starts_of) + 1) % starts_of == seat)


def lexicon(*seats, first=ANNA, words=None, joining=None, **options):
    """A game whose cards have just been dealt; it is the turn of `first`."""
    resources = Resources(key=seed_in_which(first, starts_of=len(seats)), words=words or AnyWord())
    step = LEXICON.start(
        joining or [Joining()] * len(seats), read_options(LEXICON.options_type, options), resources, DEAL
    )
    return Table(step.state, resources, DEAL, step.events)
