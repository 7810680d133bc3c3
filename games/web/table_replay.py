"""The replay of a game on a shared board: its panels after each move, drawn as on a running game.

Knows no kind. `games.rules.table.replay` decides what is in a scene."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language, gettext

from games import queries
from games.queries.analysis import AnalysisView
from games.queries.tables import TableView
from games.rules.panels import Panel
from games.rules.table.replay import TableScene
from games.web.etags import digest
from games.web.panels import shown
from games.wording import date_and_time, speak

MOST_LABELS = 5


@dataclass(frozen=True)
class TableStep:
    """A scene in words: the short label of its tick, what had happened, and everybody's result so far."""

    number: int
    tick: str
    is_named: bool
    says: str
    points: str


def steps_of(view: TableView, scenes: Sequence[TableScene], found: AnalysisView | None) -> list[TableStep]:
    """Return the steps of a replay, each with the best move found if another was made; the last step is the result."""
    last, every = len(scenes) - 1, -(-len(scenes) // MOST_LABELS)
    steps = []
    for number, scene in enumerate(scenes):
        tick = gettext("deal") if number == 0 else gettext("result") if number == last else str(number)
        is_named = number == last or (number % every == 0 and last - number >= every)
        says = " ".join(speak(text, view.names) for text in scene.says) or date_and_time(scene.at)
        for one in found.at(number).values() if found else ():
            if one.best and one.lost:
                says = gettext("{says} The best we found: {best}.").format(says=says, best=one.best.shown)
        come_to = (
            f"{name}: {', '.join(speak(text, view.names) for text in remarks)}"
            for name, remarks in zip(view.names, scene.seats, strict=True)
            if remarks
        )
        steps.append(TableStep(number, tick, is_named, says, " · ".join(come_to)))
    return steps


def as_json(view: TableView, scenes: Sequence[TableScene], found: AnalysisView | None) -> str:
    """Return the replay as JSON for the script: each distinct panel as HTML, once, and for each step the numbers of its
    panels.

    It is cached and the same for everyone who may see it."""
    stage = found.version if found else ()
    language, timezone = get_language(), get_current_timezone_name()
    key = digest(("table replay", view.commitment, view.game.version, view.names, language, timezone, stage))
    cached: str | None = caches["replays"].get(key)
    if cached is not None:
        return cached
    drawn: list[str] = []
    numbers: dict[str, int] = {}
    before: dict[str, tuple[Panel, int]] = {}
    told = []
    for step, scene in zip(steps_of(view, scenes, found), scenes, strict=True):
        now = {}
        for one in shown(scene.panels, view.alphabet):
            panel, number = before.get(one.piece.name, (None, 0))
            if panel != one.piece:
                html = render_to_string(one.template, {"one": one, "table": {"names": view.names}})
                number = numbers.setdefault(html, len(drawn))
                drawn += [html] if number == len(drawn) else []
            now[one.piece.name] = one.piece, number
        before = now
        told.append({"says": step.says, "points": step.points, "pieces": [number for _, number in now.values()]})
    made = json.dumps({"drawn": drawn, "steps": told}, ensure_ascii=False)
    caches["replays"].set(key, made)
    return made


def replay_of(view: TableView, found: AnalysisView | None) -> str:
    """Return the replay as JSON; empty if there is none."""
    scenes = queries.table_replay(view)
    return as_json(view, scenes, found) if len(scenes) > 1 else ""
