"""Swaps between partners as a table's page shows them: the offers that stand, as far as the reader has to do with them."""

from dataclasses import dataclass

from django.utils.translation import gettext

from games.queries.reading import Sitting
from games.rules.crossing.view import CrossingView


@dataclass(frozen=True)
class SwapLine:
    """An offer of the reader's, or one that they may answer; `answer` is what stands behind ACCEPT, as one writes it."""

    is_mine: bool
    says: str
    answer: str


def swap_lines(sitting: Sitting, view: CrossingView) -> tuple[SwapLine, ...]:
    """Those to be answered first."""
    lines = []
    for swap in view.swaps:
        is_mine = swap.seat == sitting.seat
        says = (
            gettext("You offer {name} {gives} for {takes}.")
            if is_mine
            else gettext("{name} offers {gives} for your {takes}.")
        )
        name = sitting.names[swap.to if is_mine else swap.seat]
        lines.append(
            SwapLine(
                is_mine=is_mine,
                says=says.format(name=name, gives=swap.gives, takes=swap.takes),
                answer=f"{swap.gives} FOR {swap.takes} FROM SEAT {swap.seat + 1}",
            )
        )
    return tuple(sorted(lines, key=lambda line: line.is_mine))
