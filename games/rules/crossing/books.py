"""The books of a game that is replayed from its record: where every tile is, who waits for what. `replay` moves them.

They are kept apart from the game's own state on purpose: stream, grid and scoring are shared, the rest each does for
itself, so each checks the other. No word list is known: a run is a word unless the results strike it, or where words are
challenged, an upheld challenge.
"""

from collections import Counter
from dataclasses import fields
from datetime import datetime
from typing import NoReturn

from games.rules.chance import Chance, stream_key
from games.rules.crossing import house
from games.rules.crossing.options import Options
from games.rules.crossing.record import Record, Recorded
from games.rules.grid import Layout, is_connected, lift, runs, tiles_used
from games.rules.kind import Differs, Json, OrderRefused, Seat, UnreadableRecord
from games.rules.options import read_options
from games.rules.tiles import parse_tile_set, set_up, without
from games.rules.words import AllBut


def _known_options(record: Record) -> dict[str, Json]:
    """The options that bear on a replay; a later server may name more. The set is what the record counts, if unnamed."""
    counted = " ".join(f"{tile}{count}" for tile, count in record.tiles.items())
    known = {option.name for option in fields(Options)}
    return {"tile_set": counted} | {name: value for name, value in record.options.items() if name in known}


Owed = tuple[tuple[str, ...], Seat | None]
"""What must come next: an event of one of these verbs, of this seat."""


class Books:
    """All that a replay keeps of one game; `owed` are the events that must come next, `paused_by` and `scored_by` say who did.

    Those are the `players`, the `staff` and the `rules`; nobody is an empty text."""

    def __init__(self, record: Record, seed: bytes) -> None:
        try:
            self.options = read_options(Options, _known_options(record))
            house.check(len(record.seats), self.options)
            tiles = parse_tile_set(self.options.tile_set)
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
        """One player, or one team."""
        return len(set(map(self.team_of, self.live))) == 1

    @property
    def waited_for(self) -> list[Seat]:
        return [seat for seat in self.live if seat not in self.away]

    @property
    def pool_is_short(self) -> bool:
        return len(self.pool) + len(self.open) < self.options.tiles_per_light * len(self.live)

    @property
    def is_called_off(self) -> bool:
        """Whether all who play have asked for it."""
        return bool(self.would_void) and self.hard_end is None and set(self.live) <= self.would_void

    def releasable(self) -> Seat | None:
        """The seat whose withheld tile may be released, if enough of the others have seen theirs."""
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
        """What is laid of the given tiles beyond what is held now is lifted."""
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
        """What each seat draws, which the event must have named: from the pool, then of what lies open, as the stream says."""
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
