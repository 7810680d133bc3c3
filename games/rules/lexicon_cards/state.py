"""The state of a game of Lexicon, the card game, and its settings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from games.rules.options import HOUR, duration, option
from games.rules.table.state import TurnState
from games.rules.table.turns import MoveOptions
from games.rules.texts import say
from games.rules.values import Seat

TABLE = "table"
"""The name of the panel with the words on the table."""
EXPOSED, PACK = "exposed", "pack"
"""The names of the piles in panels."""


def hand_of(seat: Seat) -> str:
    """Return the name of the panel with a seat's hand."""
    return f"hand {seat}"


@dataclass(frozen=True)
class Options(MoveOptions):
    """The settings. Source: the published rules and common variants."""

    packs: int = option(
        1,
        say("Packs"),
        say("Five or more players need two packs."),
        {1: say("one pack of 52 cards"), 2: say("two packs, 104 cards")},
    )
    word_check: Literal["enforced", "challenge"] = option(
        "enforced",
        say("Words"),
        say("When words are looked up."),
        {
            "enforced": say("only words in the list can be laid"),
            "challenge": say("only when somebody challenges a word"),
        },
    )
    challenge_within: int = duration(
        24 * HOUR, say("Time to challenge"), say("How long a word can be challenged if the next player hasn’t moved.")
    )
    upheld: Literal["offender", "challenger"] = option(
        "offender",
        say("Invalid word"),
        say(
            "What happens when a challenge is right. A wrong challenge always adds 10 points to the challenger’s score."
        ),
        {
            "offender": say("10 points added to its player’s score"),
            "challenger": say("10 points taken off the challenger’s score"),
        },
    )
    out_at: Literal["over", "reached"] = option(
        "over",
        say("Out"),
        say("How many points put a player out."),
        {"over": say("over 100"), "reached": say("100 or more")},
    )
    exchange: Literal["one", "several"] = option(
        "one",
        say("Exchange"),
        say("How many cards a player may exchange for letters of one word in a turn."),
        {"one": say("one card"), "several": say("one or more")},
    )
    sticky_master: bool = option(
        False,
        say("The Master"),
        say("What a Master stands for after a player takes it from a word."),
        {False: say("any letter again"), True: say("the letter it stood for")},
    )


@dataclass(frozen=True)
class Window:
    """The time in which a word can be challenged, with its player's hand and the table from before it.

    `ends_round` if its player has no cards left, so that the round ends with the window."""

    seat: Seat
    word: str
    hand: str
    table: tuple[str, ...]
    ends_round: bool
    accepted: tuple[Seat, ...] = ()


@dataclass(frozen=True, kw_only=True)
class State(TurnState):
    """The state of a game.

    `bags`: the face-down `pack`, the `exposed` pile, and the cards `gone` with players who left.
    `table`: the words on the table, with Masters in lower case.
    `out`: a number for each seat that is out, higher the later; seats that went out together have the same.
    `turned`: how often the pack was used up in this round; `idle`: turns in a row without a word since it was used
    up twice."""

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
        """The open card beside the pack."""
        return self.bags["exposed"][-1:]

    @property
    def is_round_ending(self) -> bool:
        """True if the round ends as soon as the last word can no longer be challenged."""
        return self.window is not None and self.window.ends_round
