"""How to score in Lexicon Crossing: pieces of advice, each shown by two boards, and positions to try in the score
calculator."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from games.rules import registry
from games.rules.grid import Layout
from games.web.layouts import Example, draw_example
from games.wording import cached_per_language

KIND = registry.kind("crossing")
TILE_SET = "S98"


@dataclass(frozen=True)
class Tactic:
    """A piece of advice and its reason. The boards `worse` and `better` are examples of play without and with the
    advice; `beside` are the tiles that the worse board leaves over."""

    title: str
    says: str
    worse: Layout = ()
    beside: str = ""
    better: Layout = ()


@dataclass(frozen=True)
class Position:
    """A board of tiles of one hand, and a better one of the same tiles that the solver found in eight seconds."""

    start: Layout
    found: Layout


@dataclass(frozen=True)
class ShownTactic:
    """A tactic with its boards drawn."""

    title: str
    says: str
    boards: tuple[Example, ...]


@dataclass(frozen=True)
class ShownPosition:
    """A position with its boards drawn, and the address that opens it in the score calculator."""

    start: Example
    found: Example
    try_at: str


TACTICS: Sequence[Tactic] = (
    Tactic(
        gettext_noop("Cross at high-value letters"),
        gettext_noop(
            "Only tiles where two words cross earn points. The same two words earn five times as much if they "
            "cross on K instead of E. So look for high-value letters first, and then for a second word through "
            "each of them."
        ),
        worse=("...K.", "JOKER", "...Y."),
        better=("JOKER", "..E..", "..Y.."),
    ),
    Tactic(
        gettext_noop("Lengthen words before you add new ones"),
        gettext_noop(
            "A leftover tile costs as much as a word, because each adds 1 to the number you divide by. At the end "
            "of a word on your board, it costs nothing. S, D, R, Y and E fit there most often, so keep one end of "
            "your words free for them."
        ),
        worse=("JOKER", "..E..", "..Y.."),
        beside="S",
        better=("JOKERS", "..E...", "..Y..."),
    ),
    Tactic(
        gettext_noop("Few words, each for a good reason"),
        gettext_noop(
            "Another word pays off if its crossing brings more points than your current score. If your score is "
            "2.50, a word through an R for a single point costs you half a point. A word through a Y, which is "
            "worth 4, gains you half a point."
        ),
        worse=("JOKER", "..E.O", "..Y.T"),
        better=("JOKER", "..E..", ".AY.."),
    ),
    Tactic(
        gettext_noop("Close a loop"),
        gettext_noop(
            "Words in a chain have one crossing fewer than there are words. A word that closes a loop crosses "
            "twice and needs few tiles. Here, it needs just two tiles, O and E, and brings 2 more points."
        ),
        worse=("CAKE", "O..A", "L..R", "T..S"),
        beside="OE",
        better=("CAKE", "O..A", "L..R", "TOES"),
    ),
    Tactic(
        gettext_noop("Pair two-letter words at a high-value corner"),
        gettext_noop(
            "OR and AR can share their R, OW and AW their W, OX and AX their X. With one across and one down, 3 tiles make 2 "
            "words. Alone, a corner in R is worth 0.50, in W 2.00 and in X 4.00."
        ),
        worse=(".A", "OR"),
        better=(".A", "OX"),
    ),
    Tactic(
        gettext_noop("Put loops within loops"),
        gettext_noop(
            "A word laid across the inside of a loop crosses it twice, and makes 2 loops of one. Here WATCH crosses the ring at "
            "W and H. It costs 1 word and 3 tiles, and earns 8 points."
        ),
        worse=("PIANO", "O...T", "W...H", "E...E", "RIVER"),
        beside="ATC",
        better=("PIANO", "O...T", "WATCH", "E...E", "RIVER"),
    ),
    Tactic(
        gettext_noop("When to ask and when to wait"),
        gettext_noop(
            "You can only ask for a light while all your tiles are laid. It gives everyone a tile, and that tile "
            "has to go somewhere. It helps players with words that can still grow, and hurts players with a tight "
            "board. Ask if your board has an open end and others are still looking for a place. Wait if your board "
            "is as good as it gets. Always submit a complete layout, because the last one you submitted counts "
            "when the light turns red."
        ),
    ),
    Tactic(
        gettext_noop("When to jaywalk"),
        gettext_noop(
            "Give back a tile that neither lengthens a word nor crosses well, such as a Q without a U, or a third "
            "I. A high-value letter earns nothing while it isn’t at a crossing. Keep an S. Think twice late in the "
            "game, because you have to lay the new tile too."
        ),
    ),
    Tactic(
        gettext_noop("Let somebody else call the light"),
        gettext_noop(
            "The player who called the last light can’t jaywalk in the round it starts. If you hold a tile that you want "
            "to give back, "
            "wait for another player’s light. You get a new tile like everyone else, and you can jaywalk as well."
        ),
    ),
)

POSITIONS: Sequence[Position] = (
    Position(
        ("L....", "EBOOK", "I..U.", "R.UT.", "...L.", "...I.", "...N.", "...E."),
        ("....BOOT", "....U...", "....L...", "UNLIKE..", "....I...", "....E...", "....R..."),
    ),
    Position(
        ("P.....M", "I.....I", "CLOACAS", "......B", "......I", "......N", "......D"),
        ("CAB..", "O.L..", "N.I..", "I.MID", "CAP..", "S...."),
    ),
    Position(
        (".I......", "OM......", "UPVALUES", ".A......", ".S......", ".T......", ".E......"),
        ("S.O..", "PAVES", "A.U..", "MULTI", "..E.."),
    ),
)


@require_safe
def tactics(request: HttpRequest) -> HttpResponse:
    return render(request, "games/tactics.html", {"tactics": shown_tactics(), "positions": shown_positions()})


@cached_per_language
def shown_tactics() -> tuple[ShownTactic, ...]:
    """Return the advice with its boards, drawn once per language."""
    return tuple(ShownTactic(gettext(one.title), gettext(one.says), boards_of(one)) for one in TACTICS)


def boards_of(tactic: Tactic) -> tuple[Example, ...]:
    """Return the worse board and the better one, or neither."""
    if not tactic.better:
        return ()
    return draw_example(tactic.worse, beside=tactic.beside), draw_example(tactic.better)


@cached_per_language
def shown_positions() -> tuple[ShownPosition, ...]:
    """Return the positions with their boards, drawn once per language."""
    shown = []
    for one in POSITIONS:
        query = urlencode({"layout": "\n".join(one.start), "set": TILE_SET, "words": KIND.word_list})
        at = f"{reverse('calculator')}?{query}"
        shown.append(ShownPosition(draw_example(one.start), draw_example(one.found), at))
    return tuple(shown)
