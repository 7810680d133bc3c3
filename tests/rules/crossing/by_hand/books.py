"""The bookkeeping of `verify` as it goes through a record: where every tile is, who plays, and who waits for what. `verify`
itself moves the tiles.

It is an oracle for the rules, kept apart from the game's own state on purpose: both share the stream, the grid and the scoring,
and each does the rest for itself, so each checks the other. It has no word list: a run counts as a word unless the results strike
it or, in games with challenges, an upheld challenge does.
"""

from collections import Counter
from dataclasses import fields
from datetime import datetime
from typing import NoReturn

from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance, stream_key
from games.rules.crossing.options import Options, check_options
from games.rules.facts import Json
from games.rules.grid import Layout, is_connected, lift, runs, tiles_used
from games.rules.options import read_options
from games.rules.tiles import parse_tile_set, set_up, without
from games.rules.values import Differs, OrderRefused, Seat, UnreadableRecord
from games.rules.words import AllBut
from tests.rules.crossing.by_hand.record import Record, Recorded


def _known_options(record: Record) -> dict[str, Json]:
    """Return the options a replay needs; records of later servers may name more. The tile set defaults to the record's tiles."""
    counted = " ".join(f"{tile}{count}" for tile, count in record.tiles.items())
    known = {option.name for option in fields(Options)}
    return {"tile_set": counted} | {name: value for name, value in record.options.items() if name in known}


Owed = tuple[tuple[str, ...], Seat | None]
"""The event that must come next: one of these verbs, by this seat."""


class Books:
    """Everything a replay keeps track of in one game. `owed` are the events that must come next.

    `paused_by` and `scored_by` are `players`, `staff` or `rules`, and an empty text for nobody."""

    def __init__(self, record: Record, seed: bytes) -> None:
        try:
            self.options = read_options(Options, _known_options(record))
            check_options(len(record.seats), self.options)
            tiles = parse_tile_set(self.options.tile_set, ENGLISH)
            self.each = set_up(
                tiles,
                players=len(record.seats),
                starting_tiles=self.options.starting_tiles,
                tiles_per_light=self.options.tiles_per_light,
            ).deal
        except OrderRefused as refused:
            raise UnreadableRecord(f"options: {refused}") from refused
        if Counter(tiles.tiles) != Counter(record.tiles):
            raise Differs(f"the tiles are not those of {self.options.tile_set}")
        seats = len(record.seats)
        self.seats = range(seats)
        self.chance = Chance(stream_key(seed, record.cuts))
        self.pool = self.chance.shuffle(tiles.tiles)
        self.open: list[str] = []
        struck = [word for event in record.events for one in event.results for word in one.struck]
        self.words = AllBut([] if self.options.words_are_challenged else struck)
        self.verdicts: dict[str, bool] = {}
        self.challenged: set[str] = set()
        self.points_off = [0] * seats
        self.granted: Layout = ()
        self.opened_at: datetime | None = None
        self.seen, self.unseen, self.withheld = [""] * seats, [""] * seats, [""] * seats
        self.boards: list[Layout] = [()] * seats
        self.requests: list[Seat] = []
        self.caller: Seat | None = None
        self.round = 1
        self.jaywalked: list[Seat] = []
        self.jaywalked_in: dict[Seat, int] = {}
        self.behind: set[Seat] = set()
        self.lifted: set[Seat] = set()
        self.swapped: set[Seat] = set()
        self.done: set[Seat] = set()
        self.away: set[Seat] = set()
        self.resigned: set[Seat] = set()
        self.phase = "dealing"
        self.caught_up: datetime | None = None
        self.red_at: datetime | None = None
        self.owed: list[Owed] = []
        self.to_see_since: dict[Seat, datetime] = {}
        self.has_vacations: set[Seat] = set()
        self.paused_by = ""
        self.would_void: set[Seat] = set()
        self.hard_end: datetime | None = None
        self.scored_by = ""
        self.now: datetime | None = None
        self.event: Recorded

    @property
    def live(self) -> list[Seat]:
        return [seat for seat in self.seats if seat not in self.resigned]

    def team_of(self, seat: Seat) -> str:
        return self.options.teams[seat] if self.options.teams else str(seat)

    @property
    def one_side_is_left(self) -> bool:
        """True if only one player or one team is left."""
        return len(set(map(self.team_of, self.live))) == 1

    @property
    def waited_for(self) -> list[Seat]:
        return [seat for seat in self.live if seat not in self.away]

    @property
    def pool_is_short(self) -> bool:
        return len(self.pool) + len(self.open) < self.options.tiles_per_light * len(self.live)

    @property
    def is_cancelled(self) -> bool:
        """True if every player still in the game has asked to cancel it, and it has no final deadline."""
        return bool(self.would_void) and self.hard_end is None and set(self.live) <= self.would_void

    def releasable(self) -> Seat | None:
        """Return the seat whose withheld tile may be released, or None if not enough of the others have seen theirs."""
        holder = next((seat for seat in self.seats if self.withheld[seat]), None)
        others = [seat for seat in self.waited_for if seat != holder]
        have_seen = [seat for seat in others if not self.unseen[seat]]
        enough = have_seen == others if self.options.reveal_after == "all" or not others else bool(have_seen)
        return holder if enough else None

    def is_complete(self, seat: Seat) -> bool:
        layout = self.boards[seat]
        return (
            Counter(tiles_used(layout)) == Counter(self.seen[seat])
            and is_connected(layout)
            and all(run.word in self.words for run in runs(layout))
        )

    def exchange(self, seat: Seat, given: str, taken: str) -> None:
        """Exchange tiles in the hand, and lift the given tiles that are laid but no longer held."""
        self.seen[seat] = without(self.seen[seat], given) + taken
        lay = self.boards[seat]
        self.boards[seat] = lift(lay, given, held=self.seen[seat])
        if self.boards[seat] != lay:
            self.lifted.add(seat)

    def check(self, holds: bool, why: str) -> None:
        if not holds:
            self.differs(why)

    def differs(self, why: str) -> NoReturn:
        raise Differs(f"{self.event.verb}: {why}", n=self.event.n)

    def drawn(self, each: int) -> list[str]:
        """Return the tiles that each seat draws by the stream, from the pool and then from the open tiles. The event must agree."""
        told = self.event.draws
        self.check(len(told) == len(self.seats), "it names the draws of each seat, [] for one that resigned")
        draws = []
        for seat in self.seats:
            drawn = "".join(self.next_tile() for _ in range(each)) if seat in self.live else ""
            self.check(told[seat] == drawn, f"the stream gives seat {seat} {drawn or 'no tile'}")
            draws.append(drawn)
        return draws

    def next_tile(self) -> str:
        return self.pool.pop() if self.pool else self.open.pop(self.chance.below(len(self.open)))

    # --- players and clocks -------------------------------------------------------------------------------------------

    def owe(self, *verbs: str, seat: Seat | None = None) -> None:
        self.owed.append((verbs, seat))

    def check_playing(self) -> None:
        self.check(self.phase == "playing", "the red light was on")

    def can_look(self, seat: Seat) -> None:
        """Note that the seat has something to see from now on, or that its clock starts again."""
        assert self.now is not None
        self.to_see_since[seat] = self.now

    def keep_caught_up(self) -> None:
        """Note when every player the game waits for has seen all tiles. A player who comes back later doesn't undo it."""
        if not self.waited_for:
            self.caught_up = None
        elif self.caught_up is None and not any(self.unseen[seat] or self.withheld[seat] for seat in self.waited_for):
            self.caught_up = self.now

    def go_away(self, seat: Seat) -> None:
        self.check(seat not in self.away, f"seat {seat} was away already")
        if self.event.staff:
            self.check(bool(self.unseen[seat]), f"seat {seat} had nothing left to see")
        elif seat not in self.has_vacations:
            self.check_had_time_to_look(seat)
        self.away.add(seat)
        self.would_void.discard(seat)

    def check_had_time_to_look(self, seat: Seat) -> None:
        assert self.now is not None
        is_over = self.now >= self.to_see_since[seat] + self.options.span("see_within")
        self.check(is_over, f"seat {seat} still had time to look, and it does not say that the staff did it")

    def come_back(self, seat: Seat) -> None:
        self.check(seat in self.away | self.has_vacations, f"seat {seat} was not away")
        self.away.discard(seat)
        if self.unseen[seat]:
            self.owe("seen", seat=seat)

    def replace(self, seat: Seat) -> None:
        """Give the seat to another player, who has seen nothing yet."""
        self.check(seat not in self.requests, f"the request of seat {seat} was to lapse first")
        self.unseen[seat] = self.seen[seat] + self.unseen[seat]
        self.seen[seat] = ""
        self.can_look(seat)
        self.away.discard(seat)
        self.would_void.discard(seat)
        self.done.discard(seat)

    def declare_vacation(self, seat: Seat) -> None:
        """Note the vacation, which only changes clocks: it may take a seat away before its time to look is over."""
        self.has_vacations.add(seat)

    def pause(self, _: Seat) -> None:
        """Note a pause that the staff or the last player to agree begins. Anything else only asks for one."""
        if self.event.staff:
            self.check(self.paused_by != "staff", "the staff had paused the game already")
            self.paused_by = "staff"
        elif self.event.until:
            self.paused_by = "players"

    def resume(self, _: Seat) -> None:
        if self.event.taken_back:
            return
        self.check(bool(self.paused_by), "the game was not paused")
        self.check(self.event.staff or self.paused_by == "players", "the staff had paused the game")
        self.paused_by = ""

    def ask_to_void(self, seat: Seat) -> None:
        self.check(self.hard_end is None, "a game with a final deadline is not ended by its players")
        self.check(self.paused_by != "staff", "the staff had paused the game")
        self.check(seat not in self.away, f"seat {seat} was away")
        self.check(seat not in self.would_void, f"seat {seat} had asked to cancel the game already")
        self.would_void.add(seat)
        if self.is_cancelled:
            self.owe("end")

    def keep(self, seat: Seat) -> None:
        self.check(seat in self.would_void, f"seat {seat} had not asked to cancel the game")
        self.would_void.remove(seat)

    def extend(self, seat: Seat) -> None:
        """Check an extension, which touches no tile. Only the staff sets a final deadline, and it is for everyone."""
        if not self.event.staff:
            self.check(self.event.until is None, "only the staff sets a final deadline")
        elif self.event.until:
            assert self.now is not None
            self.check(self.event.until > self.now, "the final deadline was in the past when it was set")
            self.hard_end = self.event.until
