"""Swaps between partners when a game is replayed. Who offered what is not in a record: only what came about."""

from games.rules.crossing.replay_seats import Seats
from games.rules.grid import missing_tiles, remove_tile
from games.rules.kind import Seat


def swap(books: Seats, _: Seat) -> None:
    """Two partners give each other one tile each. Raises Differs where the rules would not have let it happen."""
    seats, tiles = books.event.seats, books.event.tiles
    books.check(books.phase == "playing", "the red light was on")
    books.check(bool(books.options.teams), "nobody swaps where each plays alone")
    books.check(len(seats) == len(set(seats)) == len(tiles) == 2, "a swap is of two seats, and of a tile of each")
    for seat in seats:
        books.check(seat in books.live, f"seat {seat} did not play")
        books.check(seat not in books.swapped, f"seat {seat} had swapped this round")
    first, second = seats
    books.check(books.team_of(first) == books.team_of(second), f"seats {first} and {second} are no partners")
    books.check(tiles[0] != tiles[1], "a swap is of two different tiles")
    for seat, given, taken in ((first, tiles[0], tiles[1]), (second, tiles[1], tiles[0])):
        books.check(len(given) == 1 and given in books.seen[seat], f"seat {seat} did not hold and see {given}")
        books.seen[seat] = books.seen[seat].replace(given, "", 1) + taken
        if given in missing_tiles(books.boards[seat], books.seen[seat]):
            books.boards[seat] = remove_tile(books.boards[seat], given)
        books.swapped.add(seat)
        if seat in books.requests:
            books.owe("lapse", seat=seat)
