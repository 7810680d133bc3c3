"""The state of a game of Lexicon Crossing, and plain questions one can ask of it. Nothing here changes anything."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from games.rules.clocks import Vacation
from games.rules.crossing.options import Options
from games.rules.crossing.scoring import Result
from games.rules.grid import Layout, missing_tiles
from games.rules.kind import Seat
from games.rules.table.state import TableState
from games.rules.texts import say

NOTHING = timedelta(0)
VACATION_LEEWAY = timedelta(hours=24)


@dataclass(frozen=True)
class Request:
    """A standing request for the light."""

    seat: Seat
    at: datetime


@dataclass(frozen=True)
class Swap:
    """A tile of one partner offered for a tile of another, in this round."""

    seat: Seat
    gives: str
    to: Seat
    takes: str


@dataclass(frozen=True)
class Challenge:
    """A word challenged at the end, or found in a challenged layout of a light: by whom, and whether it is struck."""

    word: str
    seat: Seat
    upheld: bool


@dataclass(frozen=True, kw_only=True)
class State(TableState):
    """`hands` hold every tile dealt to a seat, in the order dealt: first the seen, then the unseen, then the withheld.
    `jaywalked` names a seat once for each jaywalk of this round, `jaywalked_in` gives the last round in which it jaywalked,
    `behind` are the seats below the best score when the round began, where only these may jaywalk. `swaps` are the standing
    offers, `swapped` the seats that have taken part in a swap. `granted` is the layout that got the last light while it can
    be challenged, `light_challenged` its words once it has been."""

    seat_clock = "see"
    leaving_costs = say(
        "Your tiles leave the game for good, and you rank below everyone who stays. This can’t be undone."
    )

    options: Options
    turn: int = 1
    unseen: Mapping[Seat, int] = field(default_factory=dict)
    withheld: Mapping[Seat, int] = field(default_factory=dict)
    seen_round: Mapping[Seat, int] = field(default_factory=dict)
    seen_at: Mapping[Seat, datetime] = field(default_factory=dict)
    caller: Seat | None = None
    requests: tuple[Request, ...] = ()
    jaywalked: tuple[Seat, ...] = ()
    jaywalked_in: Mapping[Seat, int] = field(default_factory=dict)
    behind: tuple[Seat, ...] = ()
    swaps: tuple[Swap, ...] = ()
    swapped: tuple[Seat, ...] = ()
    granted: Layout = ()
    light_challenged: tuple[str, ...] = ()
    challenges: tuple[Challenge, ...] = ()
    done: tuple[Seat, ...] = ()
    tiles_by_email: tuple[Seat, ...] = ()
    tiles_by_email_next: tuple[Seat, ...] = ()
    results: tuple[Result, ...] = ()

    @property
    def face_up(self) -> str:
        """The returned tiles that lie open, in the order of their return."""
        return self.bags.get("face_up", "")

    @property
    def left(self) -> int:
        """The number of tiles that the next light can be dealt from."""
        return len(self.bags["pool"]) + len(self.face_up)

    @property
    def pool_is_short(self) -> bool:
        """True if the next light is red: what is left cannot serve everyone who has not resigned."""
        return self.left < self.options.tiles_per_light * len(self.live)

    def team_of(self, seat: Seat) -> str:
        """The letter of a seat's team; the seat's number where each plays alone."""
        return self.options.teams[seat] if self.options.teams else str(seat)

    def partners_of(self, seat: Seat) -> tuple[Seat, ...]:
        """The others of a seat's team who have not resigned."""
        return tuple(other for other in self.live if other != seat and self.team_of(other) == self.team_of(seat))

    def can_be_made(self, swap: Swap) -> bool:
        """True if an offered swap can still be made, as far as both may know. A partner who shows no tiles is the only one
        to know theirs."""
        both = (swap.seat, swap.to)
        is_held = swap.gives in self.held(swap.seat)
        is_there = not self.options.partners_see or swap.takes in self.held(swap.to)
        return is_held and is_there and not any(seat in self.resigned or seat in self.swapped for seat in both)

    @property
    def has_opponents(self) -> bool:
        return len(set(map(self.team_of, self.live))) > 1

    def needs(self, seat: Seat) -> bool:
        return self.phase == "playing"

    @property
    def is_caught_up(self) -> bool:
        """True if everyone waited for has seen the current allocation; the leeway begins then."""
        return self.clocks["leeway"] is not None

    @property
    def red_caller(self) -> Seat | None:
        """The seat whose layout is final in grace."""
        return self.caller if self.phase == "grace" else None

    @property
    def leeway(self) -> timedelta:
        """The time that a light waits once all have seen; longer where tiles come by mail or somebody is on vacation."""
        by_mail = any(seat in self.tiles_by_email for seat in self.waited_for)
        leeway = self.options.leeway_of(by_mail=by_mail)
        on_vacation = any(self.vacation_of(seat) for seat in self.live)
        return max(leeway, VACATION_LEEWAY) if on_vacation else leeway

    def held(self, seat: Seat) -> str:
        """The tiles a seat has seen, in the order dealt."""
        hand = self.hands[seat]
        return hand[: len(hand) - self.face_down(seat)]

    def known_layout(self, seat: Seat) -> Layout:
        """The submitted layout as its own player knows it: empty for a replacement who has not looked at its tiles yet."""
        layout = self.boards[seat]
        return () if missing_tiles(layout, self.held(seat)) else layout

    def face_down(self, seat: Seat) -> int:
        """The number of tiles of a seat that are unseen or withheld."""
        return self.unseen[seat] + self.withheld[seat]

    def mailed(self, seat: Seat) -> str:
        """The unseen tiles of a seat whose tiles come by mail; empty for any other."""
        if self.phase == "finished" or seat not in self.tiles_by_email or seat not in self.waited_for:
            return ""
        hand = self.hands[seat]
        return hand[len(hand) - self.face_down(seat) : len(hand) - self.withheld[seat]]

    def counted(self, seat: Seat) -> str:
        """The tiles that count at the end: all that were dealt, except one still withheld."""
        hand = self.hands[seat]
        return hand[: len(hand) - self.withheld[seat]]

    def request_of(self, seat: Seat) -> Request | None:
        return next((request for request in self.requests if request.seat == seat), None)

    def vacation_of(self, seat: Seat) -> Vacation | None:
        """The seat's vacation that counts for the current allocation; one that began after it was seen does not yet."""
        for vacation in self.clocks.vacations_of(seat, self.now):
            if self.face_down(seat) or self.seen_at[seat] >= vacation.starts:
                return vacation
        return None
