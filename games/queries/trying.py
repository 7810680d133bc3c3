"""What a layout would score, without submitting it. Only tiles already seen count, as in a submission."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.players.models import Player
from games.queries.reading import Sitting, sit_with_board, terms, word_list_of
from games.rules import registry
from games.rules.grid import Layout, check_held
from games.rules.kind import OrderRefused, Reading
from games.rules.layouts import Score, beside
from games.rules.messages import say
from games.store import NoSuchGame
from games.word_lists import shelf

_ROW = re.compile(r"[A-Za-z.]+")


@dataclass(frozen=True)
class Tried:
    """A layout that was tried: its score, what it leaves in the rack, and by how much it differs from the submitted one."""

    layout: Layout
    score: Score
    rack: str
    below: str
    above: str


def words_among(*, game_id: int, player: Player, words: Sequence[str]) -> list[str]:
    """Those of the given that stand in the game's word list. It says nothing of anybody's tiles."""
    listed = word_list_of(game_id=game_id, player=player)
    return [word for word in words if word in listed]


def words_of_the_usual_list(words: Sequence[str]) -> list[str]:
    """Those of the given that stand in the list that games are usually played by, which is nobody's secret."""
    usual = shelf.newest(next(iter(registry.KINDS.values())).word_list)
    listed = shelf.words_of(usual.pk) if usual else ()
    return [word for word in words if word in listed]


def read_layout(*, game_id: int, player: Player, text: str) -> Layout:
    """The layout that a text describes, in the grammar of mail but for the case of letters: lower case is a blank.

    Raises Unreadable, OrderRefused where the text holds anything but one layout, and NoSuchGame where nobody lays one of
    their own."""
    kind, options = terms(game_id=game_id, player=player)
    if kind.layouts is None:
        raise NoSuchGame
    if not text.strip():
        return ()
    reading: Reading = kind.read(f"GRID\n{with_borders(text)}\nEND", options)
    if [order.verb for order in reading.orders] != ["GRID"] or reading.ignored:
        raise OrderRefused(say("This box takes a layout only: rows with dots, or a list such as 8H KEYBOARD."))
    return tuple(reading.orders[0].facts["layout"])


def with_borders(text: str) -> str:
    """Rows of one width, as a board writes them, within borders: none is a verb, whatever it spells. Other text as it is."""
    rows = [line.rstrip() for line in text.splitlines() if line.strip()]
    is_rectangle = len(set(map(len, rows))) == 1 and all(map(_ROW.fullmatch, rows))
    return "\n".join(f"|{row}|" for row in rows) if is_rectangle else text


def try_layout(*, game_id: int, player: Player, layout: Layout, now: datetime) -> Tried:
    """Raises OrderRefused, naming the letters, for tiles that are not held."""
    sitting = sit_with_board(game_id=game_id, player=player, now=now)
    view = sitting.table.view(sitting.seat)
    check_held(layout, view.hand)
    return tried(layout, sitting, view)


def tried(layout: Layout, sitting: Sitting, view: Any) -> Tried:
    """What a layout of tiles that are held is worth to the reader."""
    table, layouts = sitting.table, sitting.table.kind.layouts
    assert layouts is not None
    made = layouts.score(layout, view.hand, layouts.judge(table.state, table.resources.words))
    difference = made.value - view.score.value if view.score else made.value
    apart = f"{float(abs(difference)):.2f}"
    return Tried(
        layout=layout,
        score=made,
        rack=beside(layout, view.hand),
        below=apart if difference < 0 else "",
        above=apart if difference > 0 else "",
    )
