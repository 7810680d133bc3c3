"""A finished game's film as pages and scripts need it: for every scene its name, and a picture and a score a player."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from games.queries.film import FilmScene
from games.web.board import Picture, Tile, draw_film
from games.wording import clock_time

SMALL_CELL = 28
MOST_LABELS = 5


@dataclass(frozen=True)
class Frame:
    """One player's board in one scene."""

    picture: Picture
    shown: str


@dataclass(frozen=True)
class Step:
    """A scene with its names, short and full, and a frame for each player, best in the end first."""

    number: int
    tick: str
    is_named: bool
    says: str
    is_result: bool
    frames: tuple[Frame, ...]


def steps_of(film: Sequence[FilmScene]) -> list[Step]:
    """The film with all its boards at one scale and in one place."""
    layouts = ([(one.layout, one.struck) for one in scene.standings] for scene in film)
    pictures = zip(*draw_film(list(zip(*layouts, strict=True)), cell=SMALL_CELL), strict=True)
    every = -(-len(film) // MOST_LABELS)
    steps = []
    for number, (scene, drawn) in enumerate(zip(film, pictures, strict=True)):
        is_result = scene.light is None
        frames = (Frame(one, standing.shown) for one, standing in zip(drawn, scene.standings, strict=True))
        is_named = is_result or (number % every == 0 and len(film) - 1 - number >= every)
        steps.append(Step(number, _tick(scene.light), is_named, _says(scene.light, scene.at), is_result, tuple(frames)))
    return steps


def samples_of(steps: Sequence[Step]) -> Picture:
    """One tile of each look in the film, for the script to copy."""
    looks: dict[tuple[object, ...], Tile] = {}
    for tile in _tiles(steps):
        looks.setdefault(_look(tile), tile)
    return Picture(1, 1, tuple(looks.values()), SMALL_CELL, ())


def as_json(steps: Sequence[Step]) -> dict[str, Any]:
    """The film for the script: each tile as x, y, letter, value and the number of its sample."""
    numbers = {_look(tile): number for number, tile in enumerate(samples_of(steps).tiles)}
    return {
        "steps": [
            {
                "says": step.says,
                "boards": [
                    {
                        "says": frame.picture.says,
                        "shown": frame.shown,
                        "tiles": [
                            [tile.x, tile.y, tile.letter, tile.value, numbers[_look(tile)]]
                            for tile in frame.picture.tiles
                        ],
                    }
                    for frame in step.frames
                ],
            }
            for step in steps
        ]
    }


def _tiles(steps: Sequence[Step]) -> Iterator[Tile]:
    return (tile for step in steps for frame in step.frames for tile in frame.picture.tiles)


def _look(tile: Tile) -> tuple[object, ...]:
    """What decides how a tile is drawn, but for its letter and value."""
    return tile.states, tile.is_blank, tile.letter_x, bool(tile.value)


def _tick(light: int | None) -> str:
    if light is None:
        return gettext("result")
    return gettext("light {n}").format(n=light) if light else gettext("deal")


def _says(light: int | None, at: datetime) -> str:
    if light is None:
        return gettext("Result")
    since = gettext("After light {n}").format(n=light) if light else gettext("After the deal")
    return gettext("{since}, until {at}").format(since=since, at=clock_time(at))
