"""A player's own layouts: the submitted one, drafts with their present score, and layouts being tried. Only tiles that
the player has looked at count, as in a submission. Nobody else sees these layouts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db.models import DateTimeField, OuterRef, Subquery

from games.models import Draft, Event
from games.players.models import Player
from games.queries.reading import ReaderTable, for_player_with_board, terms
from games.rules import registry
from games.rules.alphabets.alphabet import IN_BRACKETS, Alphabet
from games.rules.alphabets.known import alphabet_of
from games.rules.grid import Layout, check_held, missing_tiles, remove_tile
from games.rules.layouts import Score, beside
from games.rules.options import TableOptions
from games.rules.table.kind import AnyKind
from games.rules.values import OrderRefused
from games.rules.words import WordList
from games.statements import GIVEN, Compiled
from games.store import NoSuchGame, unpack
from games.word_lists import shelf

_ROW = re.compile(rf"(?:{IN_BRACKETS}|[^\W\d_]|\.)+")


@dataclass(frozen=True)
class Tried:
    """A layout that a player tries: its score, the tiles it leaves in the rack, and how it differs from the submitted
    one."""

    layout: Layout
    score: Score
    rack: str
    below: str
    above: str


@dataclass(frozen=True)
class DraftLine:
    """A draft as it can be laid now: the layout without its `missing` tiles (in order), which its player does not hold,
    and its score. `is_newer`: saved since the last submission."""

    id: int
    name: str
    version: str
    saved_at: datetime
    is_newer: bool
    missing: str
    tried: Tried


@dataclass(frozen=True)
class OwnLayouts:
    """The layouts that a player can choose between in a game: `layout` is the submitted one; its score is None if it is
    empty."""

    game: int
    drafts: tuple[DraftLine, ...]
    layout: Layout
    submitted: Score | None

    @property
    def newest(self) -> DraftLine | None:
        """The draft that its player changed last, unless it was submitted."""
        return max((one for one in self.drafts if one.is_newer), key=lambda one: one.saved_at, default=None)


_SUBMISSIONS = Event.objects.filter(game=OuterRef("seat__game"), verb="submit", seat=OuterRef("seat__number"))
_DRAFTS = Compiled(
    Draft.objects.filter(seat=GIVEN).annotate(submitted_at=Subquery(_SUBMISSIONS.order_by("-n").values("at")[:1])),
    added={"submitted_at": DateTimeField()},
)
"""The drafts of a seat, including those of earlier players; each with the instant of the last submission there."""


def own_layouts(*, game_id: int, player: Player, now: datetime) -> OwnLayouts:
    """Return the layouts of a player.

    Raises NoSuchGame for anybody who does not play in the game, and before the deal."""
    return layouts_of(for_player_with_board(game_id=game_id, player=player, now=now))


def layouts_of(loaded: ReaderTable) -> OwnLayouts:
    """Return the layouts of a reader who has a seat; one query."""
    own, view = loaded.own, loaded.view
    assert own is not None
    return OwnLayouts(
        game=own.game_id,
        drafts=tuple(_draft_line(draft, loaded) for draft in _DRAFTS(own.pk) if draft.player_id == own.player_id),
        layout=view.layout,
        submitted=view.score if view.layout else None,
    )


def _draft_line(draft: Any, loaded: ReaderTable) -> DraftLine:
    layout = unpack(draft.layout)
    missing = loaded.view.alphabet.in_order(missing_tiles(layout, loaded.view.hand).elements())
    for tile in missing:
        layout = remove_tile(layout, tile)
    return DraftLine(
        id=draft.pk,
        name=draft.name,
        version=draft.version,
        saved_at=draft.saved_at,
        is_newer=draft.submitted_at is None or draft.saved_at > draft.submitted_at,
        missing=missing,
        tried=_tried(layout, loaded),
    )


def words_among(*, game_id: int, player: Player, words: Sequence[str]) -> list[str]:
    """Return those of the given words that are in the game's word list. The answer reveals nothing about anybody's
    tiles.

    Raises NoSuchGame as `for_reader` does, for games in which players have no boards of their own, and for games with
    challenges, in which players have to judge words themselves."""
    kind, options, word_list = terms(game_id=game_id, player=player)
    if kind.layouts is None or not kind.layouts.can_look_up(options):
        raise NoSuchGame
    return _listed(words, word_list, alphabet_of(options.alphabet))


def words_listed(words: Sequence[str], *, word_list: str = "") -> list[str]:
    """Return those of the given words that are in the word list of this name, or in the default list if no name is
    given. Anybody can ask, because word lists aren't secret."""
    saved = shelf.newest(word_list or next(iter(registry.KINDS.values())).word_list)
    return _listed(words, saved.pk, alphabet_of(saved.alphabet)) if saved else []


def _listed(words: Sequence[str], word_list: int, alphabet: Alphabet) -> list[str]:
    """Return those of the written words that are in a list."""
    listed = shelf.words_of(word_list)
    return [word for word in words if alphabet.read_back(word) in listed]


def read_layout(*, game_id: int, player: Player, text: str) -> Layout:
    """Return the layout that a text describes in a game. Raises as `layout_in`, and NoSuchGame as `for_reader` does."""
    kind, options, _ = terms(game_id=game_id, player=player)
    return layout_in(text, kind, options)


def layout_in(text: str, kind: AnyKind, options: TableOptions) -> Layout:
    """Return the layout that a text describes, in the grammar of emails, except that a lower-case letter is a blank.

    Raises Unreadable, OrderRefused if the text contains anything but one layout, and NoSuchGame for kinds in which
    players have no boards of their own."""
    if kind.layouts is None:
        raise NoSuchGame
    if not text.strip():
        return ()
    reading = kind.read(f"GRID\n{with_borders(text)}\nEND", options)
    if [order.verb for order in reading.orders] != ["GRID"] or reading.ignored:
        raise OrderRefused(
            "Enter only a layout here, either rows with dots or a list such as 8H {word}.",
            word=kind.grammar(options).alphabet.examples.corner[0],
        )
    return tuple(reading.orders[0].facts["layout"])


def with_borders(text: str) -> str:
    """Put borders around rows with the same number of tiles, as a board writes them, so that no row is read as a verb;
    return other text unchanged."""
    rows = [line.rstrip() for line in text.splitlines() if line.strip()]
    widths = {len(re.sub(IN_BRACKETS, ".", row)) for row in rows}
    is_rectangle = len(widths) == 1 and all(map(_ROW.fullmatch, rows))
    return "\n".join(f"|{row}|" for row in rows) if is_rectangle else text


def try_layout(*, game_id: int, player: Player, layout: Layout, now: datetime) -> Tried:
    """Return the score of a layout. Raises OrderRefused, naming the letters, for tiles that are not held."""
    loaded = for_player_with_board(game_id=game_id, player=player, now=now)
    check_held(layout, loaded.view.hand, loaded.view.alphabet)
    return _tried(layout, loaded)


def _tried(layout: Layout, loaded: ReaderTable) -> Tried:
    """Return the score of a layout of tiles that the reader holds."""
    table, view, layouts = loaded.table, loaded.view, loaded.table.kind.layouts
    assert layouts is not None
    made = _score(table.kind, layout, view.hand, layouts.judge(table.state, table.resources.words), view.alphabet)
    difference = made.value - view.score.value if view.score else made.value
    apart = f"{float(abs(difference)):.2f}"
    return Tried(
        layout=layout,
        score=made,
        rack=beside(layout, view.hand, view.alphabet),
        below=apart if difference < 0 else "",
        above=apart if difference > 0 else "",
    )


@lru_cache(maxsize=1000)
def _score(kind: AnyKind, layout: Layout, hand: str, words: WordList, alphabet: Alphabet) -> Score:
    """Score a layout, once for the pages that show it again. The tiles held are part of the key, so that a quick answer
    reveals nothing about another player's layout."""
    assert kind.layouts is not None
    return kind.layouts.score(layout, hand, words, alphabet)
