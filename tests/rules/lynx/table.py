"""Builds a game of Lynx in any position with a line or two. No database.

The word list holds the answers of the published game and a few more, and knows how its phrases are written."""

from dataclasses import dataclass, replace
from typing import Any

from games.rules.chance import Chance, stream_key
from games.rules.lynx.kind import Lynx
from games.rules.options import read_options
from games.rules.values import Joining, Resources
from tests.rules.position import ANNA, BORIS, DEAL, Position

LYNX = Lynx()
SQUARE = "... .#. ..."
PUBLISHED = (
    (ANNA, "4D", "MOM", 6),
    (BORIS, "5A", "SANCTUM", 7),
    (ANNA, "2D", "TENURED", 7),
    (BORIS, "1A", "OCTET", 5),
    (ANNA, "3D", "TITANIC", 14),
    (BORIS, "7A", "DECRY", 10),
    (ANNA, "6A", "ERRANDS", 14),
    (BORIS, "6D", "ERE", 3),
)


class Phrases(frozenset[str]):
    """A word list of just these entries, as they are written."""

    name = "test"
    sha256 = ""

    def __new__(cls, written):
        made = super().__new__(cls, (one.replace(" ", "").replace("-", "") for one in written))
        made.written = {one.replace(" ", "").replace("-", ""): one for one in written}
        return made

    def as_written(self, entry):
        return self.written.get(entry, entry)


LIST = Phrases([*(answer for _, _, answer, _ in PUBLISHED), "BALANCE", "ICE CREAM"])


@dataclass(frozen=True)
class Table(Position):
    kind = LYNX

    def panel(self, name: str, seat: int | None = None) -> Any:
        return next((panel for panel in self.view(seat).panels if panel.name == name), None)

    @property
    def verbs(self) -> list[str]:
        return [event.verb for event in self.events]


def seed_that_begins_with(first, seats, *, cuts=()):
    """A seed whose stream makes this seat begin."""
    seeds = (bytes([number]) * 32 for number in range(256))
    return next(seed for seed in seeds if Chance(stream_key(seed, cuts)).below(seats) == first)


def lynx(*seats, first=ANNA, words=LIST, vacations=(), grid=(), **options):
    """A game of these seats on the published pattern unless the options name another; `grid` fills in letters."""
    resources = Resources(key=seed_that_begins_with(first, len(seats)), words=words)
    chosen = read_options(LYNX.options_type, {"pattern": "example", **options})
    joining = [Joining(vacations=tuple(vacations) if seat == ANNA else ()) for seat in seats]
    step = LYNX.start(joining, chosen, resources, DEAL)
    return Table(replace(step.state, boards={None: grid or step.state.grid}), resources, DEAL, step.events)


def published(moves=8, **options):
    """The published game after this many entries."""
    table = lynx(ANNA, BORIS, **options)
    for seat, light, answer, _ in PUBLISHED[:moves]:
        table = table.wait(minutes=10).play(seat, f"enter {light} {answer}")
    return table
