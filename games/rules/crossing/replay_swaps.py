"""Swaps between partners when a game is replayed. Who offered what is not in a record: only what came about."""

from games.rules.crossing.replay_seats import Seats
from games.rules.kind import Seat


class Swaps(Seats):
    """Every step raises Differs where the rules would not have let it happen."""

    def swap(self, _: Seat) -> None:
        """Two partners give each other one tile each."""
        seats, tiles = self.event.seats, self.event.tiles
        self.check_playing()
        self.check(bool(self.options.teams), "nobody swaps where each plays alone")
        self.check(len(seats) == len(set(seats)) == len(tiles) == 2, "a swap is of two seats, and of a tile of each")
        for seat in seats:
            self.check(seat in self.live, f"seat {seat} did not play")
            self.check(seat not in self.swapped, f"seat {seat} had swapped this round")
        first, second = seats
        self.check(self.team_of(first) == self.team_of(second), f"seats {first} and {second} are no partners")
        self.check(tiles[0] != tiles[1], "a swap is of two different tiles")
        for seat, given, taken in zip(seats, tiles, reversed(tiles), strict=True):
            self.check(len(given) == 1 and given in self.seen[seat], f"seat {seat} did not hold and see {given}")
            self.exchange(seat, given, taken)
            self.swapped.add(seat)
            if seat in self.requests:
                self.owe("lapse", seat=seat)
