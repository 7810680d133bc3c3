"""A game as a film: what lay on every board whenever the next light was given. Only of a finished game, where all may know.

Made from what is told of the game's events, never from a state: a state knows no yesterday.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from games.rules.grid import Layout, missing_tiles, remove_tile
from games.rules.kind import Event, Json, Seat

LIGHTS = ("green", "amber", "red")


@dataclass(frozen=True)
class Scene:
    """The submitted layouts as they lay when the next light came; `light` is the last before it, 0 the deal.

    `hands` are all tiles dealt by then, seen or not, as at the final scoring."""

    light: int
    at: datetime
    boards: Mapping[Seat, Layout]
    hands: Mapping[Seat, str]


def scenes(events: Iterable[Event]) -> Iterator[Scene]:
    """A scene for each light, the red one among them; the result itself is none of them."""
    boards: dict[Seat, Layout] = {}
    hands: dict[Seat, str] = {}
    lights = 0
    for event in events:
        if event.verb in LIGHTS:
            yield Scene(lights, event.at, dict(boards), dict(hands))
            lights += 1
        if event.verb == "swap":
            _swap(event.facts, boards, hands)
        elif event.seat is None or event.verb in LIGHTS:
            for seat, drawn in enumerate(event.facts.get("draws", ())):
                hands[seat] = hands.get(seat, "") + "".join(drawn)
        else:
            _take(event.seat, event.verb, event.facts, boards, hands)


def _swap(facts: Mapping[str, Json], boards: dict[Seat, Layout], hands: dict[Seat, str]) -> None:
    seats, tiles = facts["seats"], facts["tiles"]
    for seat, given, taken in zip(seats, tiles, reversed(tiles), strict=True):
        _exchange(seat, [given], [taken], boards, hands)


def _exchange(
    seat: Seat, given: Iterable[str], taken: Iterable[str], boards: dict[Seat, Layout], hands: dict[Seat, str]
) -> None:
    for tile in given:
        hands[seat] = hands[seat].replace(tile, "", 1)
    hands[seat] += "".join(taken)
    for tile in missing_tiles(boards.get(seat, ()), hands[seat]).elements():
        boards[seat] = remove_tile(boards[seat], tile)


def _take(seat: Seat, verb: str, facts: Mapping[str, Json], boards: dict[Seat, Layout], hands: dict[Seat, str]) -> None:
    """What one player's act did to their own tiles and board."""
    if verb == "submit":
        boards[seat] = tuple(facts["layout"])
    elif verb == "resign":
        boards[seat], hands[seat] = (), ""
    elif verb == "jaywalk":
        _exchange(seat, facts["returned"], (*facts.get("taken", ()), *facts["draws"]), boards, hands)
