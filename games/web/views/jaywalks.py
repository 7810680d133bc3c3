"""The page on which a jaywalk is put together: what goes back, and what comes for it. Its POST is an order like any other."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext

from games.queries.crossing import CrossingPage
from games.queries.views import Choice, TableView
from games.rules.crossing.jaywalks import Rights
from games.rules.kind import Kind, Order, Reading
from games.rules.tiles import in_order
from games.web.asking import number_in
from games.web.sent_back import Sent


def show_jaywalk(request: HttpRequest, view: TableView, choice: Choice, sent: Sent | None) -> HttpResponse:
    """The form; one that is shown again keeps what was chosen."""
    page = view.crossing
    assert page is not None
    given = sent.given if sent else {}
    context = {
        "table": view,
        "choice": choice,
        "page": page,
        "heading": _heading(page),
        "says": _says(page),
        "button": gettext("Swap it"),
        "given": [("left", page.jaywalk.left)] if page.jaywalk else [],
        "tiles": _ticks(page.hand, given.get("tile", ()), one_only=_one_only(page)),
        "open_tiles": _ticks(page.face_up or "", given.get("take", ()), one_only=_one_only(page)),
        "refused": sent.why if sent else "",
    }
    return render(request, "games/crossing/jaywalk.html", context)


def read_jaywalk(given: Any, kind: Kind, options: Any) -> Sequence[Order]:
    """What the form says, read as a mail that said the same, with how often one could still jaywalk when it was made. Raises
    Unreadable."""
    tiles, taken = (" ".join(filter(None, given.getlist(name))) for name in ("tile", "take"))
    line = f"JAYWALK {tiles}" + (f" FOR {taken}" if taken else "")
    reading: Reading = kind.read(line, options)
    if len(reading.orders) != 1:
        raise BadRequest("no such order")
    (order,) = reading.orders
    return (replace(order, facts={**order.facts, "left": number_in(given.get("left", ""))}),)


def came_of_it(facts: Mapping[str, Any]) -> str:
    """What went and what came, once it is done."""
    returned, came = facts["returned"], (*facts.get("taken", ()), *facts["draws"])
    said = ngettext(
        "{returned} swapped for {drawn}: it lies in your rack.",
        "{returned} swapped for {drawn}: they lie in your rack.",
        len(came),
    )
    return said.format(returned=", ".join(returned), drawn=", ".join(came))


def _one_only(page: CrossingPage) -> bool:
    return page.jaywalk is None or page.jaywalk.tiles == 1


def _ticks(tiles: str, chosen: Sequence[str], *, one_only: bool) -> list[tuple[str, bool]]:
    """The tiles to choose among in order, each with whether it is chosen: each letter once where one is all that one needs."""
    left = list(chosen)
    ticks = []
    for tile in in_order(set(tiles) if one_only else tiles):
        is_chosen = tile in left
        if is_chosen:
            left.remove(tile)
        ticks.append((tile, is_chosen))
    return ticks


def _heading(page: CrossingPage) -> str:
    may = page.jaywalk
    if may and may.draw > 1 and may.blind:
        return gettext("Swap one tile for two?") if may.tiles == 1 else gettext("Swap one tile or two, each for two?")
    return gettext("Swap one tile for another?") if _one_only(page) else gettext("Swap one tile or two?")


def _how_often(may: Rights) -> str:
    match may.times:
        case 1:
            return gettext("One jaywalk a round.")
        case "every second round":
            return gettext("One jaywalk in two rounds.")
        case "once a game":
            return gettext("One jaywalk a game.")
        case "unlimited":
            return gettext("You may jaywalk as often as you like.")
        case _ if may.left == 1:
            return gettext("You may jaywalk once more in this round.")
    return gettext("You may jaywalk {n} times more in this round.").format(n=may.left)


def _says(page: CrossingPage) -> list[str]:
    """What it costs and changes, sentence by sentence."""
    may = page.jaywalk
    said = [
        gettext(
            "This cannot be taken back. {how_often} If a tile lies in your submitted layout it is lifted from it, and a "
            "request of yours lapses."
        ).format(how_often=_how_often(may) if may else "")
    ]
    if may and may.draw > 1:
        said.append(gettext("For each tile that goes back two come from the pool: your hand grows, and all see that."))
    if page.face_up is not None:
        said.append(gettext("What you give back lies open: all see it, and anybody may take it by a jaywalk."))
    if page.jaywalk_forfeit:
        said.append(gettext("Forfeit: “{line}”").format(line=page.jaywalk_forfeit))
    return said
