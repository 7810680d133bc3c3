"""Moves between divisions, computed from orders of numbers: divisions and pools at the start, promotion and relegation
between seasons, advancing in a knockout, and the rungs of a ladder."""

import random
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

Division: TypeAlias = tuple[int, ...]
Ranks: TypeAlias = Mapping[int, int | None]
"""The result of a table: the rank of each number, 1 the best; None for those who did not join."""

SMALLEST_DIVISION = 3
MOVES_ONE_OF = 6
"""One in six of a division goes up and one in six down, rounded up."""
FARTHEST_CHALLENGE = 3


# --- Divisions -----------------------------------------------------------------------------------------------------------


def in_blocks(numbers: Sequence[int], size: int) -> tuple[Division, ...]:
    """Cut an order of strength into divisions of about `size`, the strongest together, as in a league.

    Sizes differ by at most one, higher divisions being larger, and none has fewer than three unless `size` is 2."""
    rest = iter(numbers)
    return tuple(tuple(next(rest) for _ in range(each)) for each in _sizes(len(numbers), size))


def in_snake(numbers: Sequence[int], size: int) -> tuple[Division, ...]:
    """Deal an order of strength out to pools of about `size`, back and forth, so that all are equally strong.

    Each keeps the order of strength; sizes differ by at most one."""
    pools: list[list[int]] = [[] for _ in _sizes(len(numbers), size)]
    for place, number in enumerate(numbers):
        lap, step = divmod(place, len(pools))
        pools[step if lap % 2 == 0 else -1 - step].append(number)
    return tuple(tuple(pool) for pool in pools)


def _sizes(n: int, size: int) -> tuple[int, ...]:
    """Return the sizes for the number of divisions that keeps them nearest to `size`; the smaller number if two do."""
    counts = range(1, max(1, n // min(size, SMALLEST_DIVISION)) + 1)
    splits = [tuple(n // count + (each < n % count) for each in range(count)) for count in counts]
    return (
        min(splits, key=lambda split: (sum((each - size) ** 2 for each in split) / len(split), len(split))) if n else ()
    )


def moves(orders: Sequence[Sequence[int]], *, withdrawn: Collection[int] = ()) -> dict[int, str]:
    """Return the numbers that go `up` or `down` after a season, given the final orders of the divisions, highest
    division first.

    In a division of N, N/6 rounded up go down, and as many up; the highest sends nobody up, the lowest nobody down. The
    `withdrawn` count as last of their division: they go down first, and never up."""
    going: dict[int, str] = {}
    for place, order in enumerate(_withdrawn_last(orders, withdrawn)):
        moving = -(-len(order) // MOVES_ONE_OF) if len(order) > 1 else 0  # otherwise a single player could go both ways
        down = order[len(order) - moving :] if place < len(orders) - 1 else []
        up = order[:moving] if place > 0 else []
        going |= dict.fromkeys((number for number in up if number not in withdrawn), "up") | dict.fromkeys(down, "down")
    return going


def promote(
    divisions: Sequence[Sequence[int]],
    *,
    size: int,
    withdrawn: Collection[int] = (),
    gone: Collection[int] = (),
    entering: Sequence[int] = (),
) -> tuple[Division, ...]:
    """Return the divisions of the next season, given the final orders of this one, highest division first.

    First the moves of `moves` are made. Then those `gone` leave, and those `entering` join at the bottom, in their
    order. If the sizes of the divisions then differ by more than one, or their number differs from what `in_blocks`
    makes, the whole order is cut again: a gap is filled by the next entrant below it.

    Each new division is in order: those who came down first, then those who stayed, last those who came up."""
    going = moves(divisions, withdrawn=withdrawn)
    orders = _withdrawn_last(divisions, withdrawn)
    moved = [_after_moves(orders, place, going) for place in range(len(orders))]
    kept = [[number for number in order if number not in gone] for order in moved]
    if entering or not kept:
        kept[-1:] = [[*(kept[-1] if kept else ()), *entering]]
    everybody = [number for order in kept for number in order]
    blocks = in_blocks(everybody, size)
    sizes = [len(order) for order in kept]
    if len(kept) == len(blocks) and max(sizes) - min(sizes) <= 1:
        return tuple(tuple(order) for order in kept)
    return blocks


def _withdrawn_last(orders: Sequence[Sequence[int]], withdrawn: Collection[int]) -> list[list[int]]:
    return [sorted(order, key=lambda number: number in withdrawn) for order in orders]


def _after_moves(orders: Sequence[Sequence[int]], place: int, going: Mapping[int, str]) -> list[int]:
    """Return a division without those who leave it, with those who come down to it in front and those who come up at
    the end."""
    above = orders[place - 1] if place > 0 else ()
    below = orders[place + 1] if place + 1 < len(orders) else ()
    down = [number for number in above if going.get(number) == "down"]
    stay = [number for number in orders[place] if number not in going]
    return [*down, *stay, *(number for number in below if going.get(number) == "up")]


# --- Knockout ------------------------------------------------------------------------------------------------------------


def go_on(tables: Sequence[Ranks], k: int, *, lot: str) -> tuple[int, ...]:
    """Return the best `k` of each table, table by table, best first; `lot` seeds the lot that decides between equal
    ranks.

    Players who did not join never advance. At least one player of each table is out, so that the rounds come to an end,
    unless it has only one."""
    on: list[int] = []
    for ranks in tables:
        joined = sorted(
            (rank, random.Random(f"{lot} {number}").random(), number)
            for number, rank in ranks.items()
            if rank is not None
        )
        on.extend(number for _, _, number in joined[: max(1, min(k, len(ranks) - 1))])
    return tuple(on)


# --- Ladder --------------------------------------------------------------------------------------------------------------


def rungs(order: Sequence[int], results: Sequence[Ranks]) -> tuple[int, ...]:
    """Return the ladder, highest rung first, after results in the order in which they came in.

    The sole winner of a table takes the highest rung among its players, and those between move down by one. A shared
    first place moves nobody. Numbers that are not on the ladder do not count."""
    ladder = list(order)
    for ranks in results:
        on_it = {number: rank for number, rank in ranks.items() if number in ladder and rank is not None}
        first = [number for number, rank in on_it.items() if rank == min(on_it.values())]
        if len(first) == 1:
            highest = min(ladder.index(number) for number in ranks if number in ladder)
            ladder.remove(first[0])
            ladder.insert(highest, first[0])
    return tuple(ladder)


def may_challenge(order: Sequence[int], number: int) -> tuple[int, ...]:
    """Return the numbers that this one may challenge: at most three rungs above, the nearest first; none for a number
    that is not on the ladder."""
    if number not in order:
        return ()
    rung = list(order).index(number)
    return tuple(reversed(order[max(0, rung - FARTHEST_CHALLENGE) : rung]))
