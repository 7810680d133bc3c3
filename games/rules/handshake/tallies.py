"""What doubts and votes come to: which claims are void, and everybody's points. Reads nothing but its arguments."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from games.rules.handshake.claims import Shown
from games.rules.kind import Seat

VOTE, DISMISSED = 1, -1
"""Points for each vote that a claim has, and for each doubt of a claim that stands all the same."""


@dataclass(frozen=True)
class Tally:
    """One claim of a round, with the seats that doubted it and those that voted for it, each in order."""

    number: int
    seat: Seat
    doubted_by: tuple[Seat, ...] = ()
    void: bool = False
    voted_by: tuple[Seat, ...] = ()


def judge(
    shown: Collection[Shown], doubts: Mapping[Seat, Collection[int]], live: Collection[Seat]
) -> tuple[Tally, ...]:
    """The claims that could be doubted, void where more than half of the others doubted them.

    The others are all who have not resigned, but for whose claim it is; who says nothing believes it."""
    tallies = []
    for one in shown:
        if one.late:
            continue
        others = [seat for seat in sorted(live) if seat != one.claim.seat]
        doubters = tuple(seat for seat in others if one.number in doubts.get(seat, ()))
        tallies.append(Tally(one.number, one.claim.seat, doubters, void=2 * len(doubters) > len(others)))
    return tuple(tallies)


def count(tallies: Collection[Tally], votes: Mapping[Seat, int]) -> tuple[Tally, ...]:
    """The same with the votes; a void claim has none."""
    return tuple(
        Tally(
            tally.number,
            tally.seat,
            tally.doubted_by,
            tally.void,
            tuple(sorted(seat for seat, number in votes.items() if number == tally.number and not tally.void)),
        )
        for tally in tallies
    )


def points(tallies: Collection[Tally], seats: int) -> tuple[int, ...]:
    """What these claims, of one round or many, bring each seat."""
    gained = [0] * seats
    for tally in tallies:
        gained[tally.seat] += VOTE * len(tally.voted_by)
        if not tally.void:
            for doubter in tally.doubted_by:
                gained[doubter] += DISMISSED
    return tuple(gained)
