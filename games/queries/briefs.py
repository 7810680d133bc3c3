"""A word or two under a button of Lexicon Crossing: what it does, or why not now. The whole reason stands beside it."""

from django.utils.translation import gettext, gettext_noop

from games.rules.crossing.view import CrossingView
from games.rules.kind import Seat

ALLOWED = {
    "GRID": gettext_noop("makes it count"),
    "GREEN": gettext_noop("a new tile for all"),
    "UNASK": gettext_noop("take it back"),
    "RED": gettext_noop("ends the game"),
    "JAYWALK": gettext_noop("swap one tile"),
    "DONE": gettext_noop("no more changes"),
}


def brief(verb: str, view: CrossingView, seat: Seat) -> str:
    """`needs every tile`, `swap one tile`; empty where the label says enough."""
    if view.may[verb] is None:
        return gettext(ALLOWED[verb]) if verb in ALLOWED else ""
    if view.paused:
        return gettext("in the pause")
    if view.phase == "grace":
        return gettext("final")
    if verb == "JAYWALK" and (seat == view.caller or view.seats[seat].jaywalked):
        return gettext("next round")
    if face_down := view.unseen + view.withheld:
        return gettext("a tile face down") if face_down == 1 else gettext("tiles face down")
    if verb in ("GREEN", "RED"):
        return gettext("needs every tile")
    return gettext("the pool is empty") if verb == "JAYWALK" and not view.pool else ""
