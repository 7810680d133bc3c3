"""Which mails a player wants, and when: what is set by default, chosen for all games, chosen for one, and muted; and what
may not be chosen. No database, no clock: `notifications.wishes` fetches what is reckoned with here."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from typing import Any

from games.rules import registry
from notifications.hours import Hours
from notifications.models import MailChoice, Message

Kind = Message.Kind
When = MailChoice.When

CHOOSABLE = (
    Kind.INVITATION,
    Kind.TABLE,
    Kind.SEATED,
    Kind.START,
    Kind.TURN,
    Kind.TILE,
    Kind.ASKED,
    Kind.GRANTED,
    Kind.RELEASED,
    Kind.SWAP,
    Kind.CHALLENGED,
    Kind.LAST_DAY,
    Kind.RED,
    Kind.RESULT,
    Kind.SAID,
    Kind.RECEIPT,
    Kind.ERROR,
    Kind.TOURNAMENT,
    Kind.PUZZLE,
)
CHOSEN_AS = {Kind.LAPSED: Kind.ASKED, Kind.AWAY: Kind.LAST_DAY}  # kinds that are chosen together with another

ALWAYS = frozenset({Kind.LAST_DAY, Kind.HELD})  # the last warning, and that somebody else may have read one's mail
# These never wait for the daily mail.
START_A_CLOCK = frozenset({Kind.SEATED, Kind.START, Kind.TURN, Kind.TILE, Kind.RELEASED, Kind.RED})
ANSWERS = frozenset({Kind.RECEIPT, Kind.ERROR})  # to a player's own mail: these come in quiet hours, and though muted
OF_NO_GAME = frozenset({Kind.INVITATION, Kind.SEATED, Kind.TOURNAMENT, Kind.PUZZLE})  # chosen for all games only
OF_SOME_KINDS = frozenset(news for kind in registry.KINDS.values() for news in kind.own_news)
AT_A_TABLE = frozenset(Kind) - OF_NO_GAME - ANSWERS - {Kind.START, Kind.RESULT}  # not needed by who sits there anyhow
DAILY_ONLY = frozenset({Kind.PUZZLE})

LONGEST_SETTLING = timedelta(minutes=5)
SETTLING_SHARE = 10
CLOCKS = ("leeway", "_within", "_window", "grace")  # how the options end that say how long somebody is waited for


@dataclass(frozen=True)
class Wishes:
    """What one player has chosen: for all games and for the game in question, by kind.

    `gets_tiles`: the tiles of that game come by email; `only_ends`: all sit at its table anyhow."""

    hours: Hours
    for_all: Mapping[str, str] = field(default_factory=dict)
    for_game: Mapping[str, str] = field(default_factory=dict)
    is_muted: bool = False
    gets_tiles: bool = False
    only_ends: bool = False

    def of(self, kind: Kind) -> When:
        """When a mail of this kind is to come."""
        row = CHOSEN_AS.get(kind, kind)
        if row in ALWAYS:
            return When.NOW
        if self.is_muted and kind not in ANSWERS:
            return When.OFF
        if self.gets_tiles and kind in START_A_CLOCK:
            return When.NOW
        if self.only_ends and kind in AT_A_TABLE and row not in self.for_game:
            return When.OFF
        chosen = When(self.for_game.get(row) or self.for_all.get(row) or default(kind))
        return chosen if chosen in may_be(kind) else default(kind)

    def when_to_tell(self, kind: Kind, *, settled_at: datetime, now: datetime) -> datetime | None:
        """The instant from which a mail may tell of this; None for never. What comes at once waits for news to settle."""
        match self.of(kind):
            case When.OFF:
                return None
            case When.DAILY:
                return self.hours.awake(self.hours.next_daily(now))
            case _:
                return self.hours.awake(max(settled_at, now))


def choosable_in(kind: str) -> tuple[Kind, ...]:
    """The kinds of mail that a game of this kind sends, and that can be chosen for it."""
    never = OF_NO_GAME | (OF_SOME_KINDS - registry.kind(kind).own_news)
    return tuple(mail for mail in CHOOSABLE if mail not in never)


def may_be(kind: Kind) -> tuple[When, ...]:
    """What can be chosen for a kind of mail, the default first."""
    if kind in ALWAYS:
        return (When.NOW,)
    if kind in DAILY_ONLY:
        return (When.DAILY, When.OFF)
    return (When.NOW, When.OFF) if kind in START_A_CLOCK else (When.NOW, When.DAILY, When.OFF)


def default(kind: Kind) -> When:
    """When a kind of mail comes to who has chosen nothing."""
    return may_be(kind)[0]


def settling_period(options: Any) -> timedelta:
    """How long a game's news wait for more of the same: 5 minutes, or a tenth of its shortest clock; live, none."""
    clocks = [getattr(options, option.name) for option in fields(options) if option.name.endswith(CLOCKS)]
    shortest = min(clock for clock in clocks if clock != "never")
    return min(LONGEST_SETTLING, timedelta(seconds=shortest) / SETTLING_SHARE)
