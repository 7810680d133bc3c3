"""The orders that people gave, and the answers they got. Each order says a word of its own in the game's chat, in the same
transaction, by which it is found again."""

from dataclasses import dataclass, field
from datetime import datetime

DONE, REFUSED, UNKNOWN = "done", "refused", "unknown"


@dataclass(frozen=True)
class Said:
    """Orders sent to a game with one word. `outcome` is what the person was answered; unknown if the answer was lost. By mail,
    `done` means that the mail was taken."""

    at: datetime
    word: str
    who: int
    way: str
    game: int
    outcome: str


@dataclass
class Ledger:
    """`lost_since` is the instant of a backup that was restored: what was done since then is gone."""

    said: list[Said] = field(default_factory=list)
    steps: int = 0

    def word(self, who: int) -> str:
        self.steps += 1
        return f"word-{who}-{self.steps}"

    def log(self) -> list[str]:
        """Return a line for each order."""
        return [
            f"{one.at:%F %T} player {one.who} by {one.way} in game {one.game}: {one.word} {one.outcome}"
            for one in self.said
        ]
