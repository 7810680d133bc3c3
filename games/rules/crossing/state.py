"""The state of a Lexicon Crossing game, with properties derived from it. Nothing here changes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from games.rules.clocks import Vacation
from games.rules.crossing.options import Options
from games.rules.crossing.scoring import Result
from games.rules.grid import Layout, is_held
from games.rules.table.state import TableState
from games.rules.texts import say
from games.rules.values import Seat

NOTHING = timedelta(0)
VACATION_LEEWAY = timedelta(hours=24)


@dataclass(frozen=True)
class Request:
    """A current request for the light."""

    seat: Seat
    at: datetime


@dataclass(frozen=True)
class Swap:
    """A swap offered to a partner this round: a tile for a tile."""

    seat: Seat
    gives: str
    to: Seat
    takes: str


@dataclass(frozen=True)
class Challenge:
    """A challenged word, or a word struck from the challenged layout of a light, with the challenger."""

    word: str
    seat: Seat
    upheld: bool


@dataclass(frozen=True, kw_only=True)
class State(TableState):
    """The state of a game.

    `hands`: all tiles dealt to a seat, in the order dealt: the seen ones, then face-down ones, then withheld ones.
    `jaywalked`: a seat for each jaywalk of this round; `jaywalked_in`: the round of each seat's last jaywalk.
    `behind`: in games where only these may jaywalk, the seats below the best score when the round began.
    `swaps`: the current offers; `swapped`: the seats that have swapped this round.
    `granted`: the layout that got the last light, while it can be challenged; `light_challenged`: its words once it
    has been."""

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
        """The open tiles, in the order they were returned."""
        return self.bags.get("face_up", "")

    @property
    def left(self) -> int:
        """The number of tiles left for lights."""
        return len(self.bags["pool"]) + len(self.face_up)

    @property
    def pool_is_short(self) -> bool:
        """True if the next light is red, because not enough tiles are left for everyone who hasn't resigned."""
        return self.left < self.options.tiles_per_light * len(self.live)

    def team_of(self, seat: Seat) -> str:
        """Return the letter of a seat's team; without teams, the seat's number."""
        return self.options.teams[seat] if self.options.teams else str(seat)

    def partners_of(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the other seats of a team that haven't resigned."""
        if not self.options.teams:
            return ()
        return tuple(other for other in self.live if other != seat and self.team_of(other) == self.team_of(seat))

    def can_be_made(self, swap: Swap) -> bool:
        """Return True if an offered swap is still possible, as far as both partners may know.

        If partners don't see each other's tiles, it isn't checked that the other partner holds the tile asked for."""
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
        """True if everyone the game waits for has looked at their tiles. The leeway begins then."""
        return self.clocks["leeway"] is not None

    @property
    def red_caller(self) -> Seat | None:
        """The seat whose layout is final in the grace period."""
        return self.caller if self.phase == "grace" else None

    @property
    def leeway(self) -> timedelta:
        """How long a light waits after everyone has looked: longer if tiles come by email or somebody is on
        vacation."""
        by_mail = any(seat in self.tiles_by_email for seat in self.waited_for)
        leeway = self.options.leeway_of(by_mail=by_mail)
        on_vacation = any(self.vacation_of(seat) for seat in self.live)
        return max(leeway, VACATION_LEEWAY) if on_vacation else leeway

    def held(self, seat: Seat) -> str:
        """Return the tiles that a seat has seen, in the order dealt."""
        hand = self.hands[seat]
        return hand[: len(hand) - self.face_down(seat)]

    def known_layout(self, seat: Seat) -> Layout:
        """Return the submitted layout as its player knows it: empty for a successor who hasn't looked at its tiles
        yet."""
        layout = self.boards[seat]
        return layout if is_held(layout, self.held(seat)) else ()

    def face_down(self, seat: Seat) -> int:
        """Return the number of a seat's tiles that are face down or withheld."""
        return self.unseen[seat] + self.withheld[seat]

    def mailed(self, seat: Seat) -> str:
        """Return a seat's face-down tiles if they come by email, else an empty string."""
        if self.phase == "finished" or seat not in self.tiles_by_email or seat not in self.waited_for:
            return ""
        hand = self.hands[seat]
        return hand[len(hand) - self.face_down(seat) : len(hand) - self.withheld[seat]]

    def counted(self, seat: Seat) -> str:
        """Return the tiles that count at the end: all that were dealt, except those still withheld."""
        hand = self.hands[seat]
        return hand[: len(hand) - self.withheld[seat]]

    def request_of(self, seat: Seat) -> Request | None:
        return next((request for request in self.requests if request.seat == seat), None)

    def vacation_of(self, seat: Seat) -> Vacation | None:
        """Return the seat's vacation that counts for the current round, else None.

        A vacation that began after its player had looked doesn't count until the next round."""
        for vacation in self.clocks.vacations_of(seat, self.now):
            if self.face_down(seat) or self.seen_at[seat] >= vacation.starts:
                return vacation
        return None
