"""The orders that people gave, and the answers they got. Orders by API and email also say a unique word in the game's chat, in the
same transaction, so that they can be found again. On pages, the word is a request of its own after those of the orders, which are
found by their instant."""

from dataclasses import dataclass, field, replace
from datetime import datetime

DONE, REFUSED, UNKNOWN = "done", "refused", "unknown"


@dataclass(frozen=True)
class Said:
    """Orders sent to a game with one word. `outcome` is the answer that the person got, unknown if it was lost. By email, `done` means
    that the email was taken, and `at` is when."""

    at: datetime
    word: str
    who: int
    way: str
    game: int
    outcome: str


@dataclass(frozen=True)
class Accepted:
    """An order that was sent by a form, and was not refused on the next page."""

    at: datetime
    verb: str
    game: int
    seat: int


@dataclass
class Ledger:
    """All orders, in the order in which they were answered."""

    said: list[Said] = field(default_factory=list)
    accepted: list[Accepted] = field(default_factory=list)
    """Orders by page whose events have not been looked for yet."""
    obeyed: list[str] = field(default_factory=list)
    """Requests that should have been refused but changed a game."""
    steps: int = 0

    def word(self, who: int) -> str:
        self.steps += 1
        return f"word-{who}-{self.steps}"

    def settle(self, word: str, *, is_done: bool, at: datetime) -> None:
        """Note the site's answer to an email. One that arrives twice is done if it was taken once."""
        place = next(n for n in reversed(range(len(self.said))) if self.said[n].word == word)
        if is_done or self.said[place].outcome == UNKNOWN:
            self.said.append(replace(self.said.pop(place), at=at, outcome=DONE if is_done else REFUSED))

    def lose(self, since: datetime) -> None:
        """Expect nothing of orders given since a backup that is restored."""
        self.said = [replace(one, outcome=UNKNOWN) if one.at >= since else one for one in self.said]
        self.accepted = [one for one in self.accepted if one.at < since]

    def log(self) -> list[str]:
        """Return a line for each order."""
        return [
            f"{one.at:%F %T} player {one.who} by {one.way} in game {one.game}: {one.word} {one.outcome}"
            for one in self.said
        ]
