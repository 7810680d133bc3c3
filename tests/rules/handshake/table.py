"""Builds a handshake game in any position with a line or two. No database."""

from dataclasses import dataclass, replace
from typing import Any

from games.rules.handshake.kind import Handshake
from games.rules.handshake.state import Options
from games.rules.options import read_options
from games.rules.values import Joining, Resources
from games.rules.words import AnyWord
from tests.rules.position import DEAL, NAMES, Position, worded

HANDSHAKE = Handshake()
TARGETS = ("Marie Curie", "Elvis Presley", "Ada Lovelace", "Pelé", "Sappho")
FRIENDS = ("Aunt Olga", "Uncle Bob", "My dentist", "The postman", "Grandma")


@dataclass(frozen=True)
class Table(Position):
    kind = HANDSHAKE
    passed_over = ("turn",)

    def end(self) -> "Table":
        """Leave the game to its clocks until it ends."""
        table = self
        while due := HANDSHAKE.due(table.state):
            table = replace(table, now=due.at)._settled()
        return table

    def claim(self, *seats: int) -> "Table":
        """Let each seat make a new claim, with a middle person of the round."""
        table = self
        for seat in seats:
            number = self.state.round
            names = f"{TARGETS[seat]} {number} THROUGH {FRIENDS[seat]} {number}"
            table = table.play(seat, f"CLAIM HAND {names}: at the zoo, 199{number}")
        return table

    def doubt(self, **by_name: str) -> "Table":
        """Give the doubts of each player: `anna="2, 3"`, `boris="none"`."""
        return self._each("DOUBT", by_name)

    def vote(self, **by_name: str) -> "Table":
        return self._each("VOTE", by_name)

    def _each(self, verb: str, by_name: dict[str, str]) -> "Table":
        table = self
        for name, said in by_name.items():
            table = table.play(NAMES.index(name.capitalize()), f"{verb} {said}")
        return table

    def believed(self) -> "Table":
        """Let everybody who is asked for doubts answer that they have none."""
        table = self
        for seat in self.state.awaited:
            table = table.play(seat, "DOUBT NONE")
        return table

    def end_of_round(self) -> "Table":
        """Let the time of the round's open stages run out."""
        table, number = self, self.state.round
        while table.state.round == number:
            table = table.wait(days=1)
        return table

    def panel(self, seat: int | None, name: str) -> list[str]:
        """The lines of one panel as this reader sees it; empty if there is no such panel."""
        for panel in self.view(seat).panels:
            if panel.name == name:
                lines = panel.lines if hasattr(panel, "lines") else [part for pair in panel.pairs for part in pair]
                return [worded(line) for line in lines]
        return []


def handshake(seats: int = 3, **options: Any) -> Table:
    """A game whose first round has begun; nobody has claimed anything."""
    resources = Resources(key=bytes(32), words=AnyWord())
    step = HANDSHAKE.start([Joining()] * seats, read_options(Options, options), resources, DEAL)
    return Table(step.state, resources, DEAL, step.events)


def shown(seats: int = 3, **options: Any) -> Table:
    """Everybody has made a claim, and all are shown: claim 1 is Anna’s, 2 Boris’s, 3 Chloe’s."""
    return handshake(seats, **options).claim(*range(seats))


def voting(seats: int = 3, **options: Any) -> Table:
    """Nobody doubted anything; the players are asked to vote."""
    return shown(seats, **options).believed()
