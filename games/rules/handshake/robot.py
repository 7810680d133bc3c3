"""A robot that makes silly claims, believes everybody and votes for the first claim of somebody else. It knows only
its view."""

from itertools import chain

from games.rules.handshake.claims import HAND, fold_name
from games.rules.handshake.state import DOUBTS, VOTES
from games.rules.robots import Mind
from games.rules.table.turn_kind import TurnView
from games.rules.values import Order, Seat

WHOSE = ("Cleopatra", "Napoleon", "Noah", "Mozart", "Attila", "Sherlock Holmes", "Tutankhamun", "Father Christmas")
KNOWN_BY = ("barber", "dentist", "gardener", "landlord", "piano tuner", "second cousin", "tailor", "understudy")
THROUGH = (
    "my aunt Olga",
    "a retired ghost",
    "a man who sells me socks",
    "my third clone",
    "a very polite bear",
    "my own desk",
)
OCCASIONS = (
    "in a stuck lift, last Tuesday",
    "on a sinking ship, 1912",
    "on day two of a very long queue",
    "backstage, in a power cut",
    "at a conference on silence; not a word was said",
)


def move(view: TurnView, seat: Seat, mind: Mind) -> tuple[Order, ...]:
    """Return the orders of a robot in a seat that the game waits for.

    Its claims name a target that nobody has named, and a person in between that it hasn't used."""
    table = view.facts
    if table["stage"] == DOUBTS:
        return (Order("DOUBT", {"claims": ()}),)
    if table["stage"] == VOTES:
        others = [claim["number"] for claim in table["claims"] if claim["counts"] and claim["seat"] != seat]
        return (Order("VOTE", {"claim": others[0]}),)
    shown = list(chain(*table["rounds"]))
    taken = {fold_name(claim["target"]) for claim in shown}
    used = {claim.get("through") for claim in shown if claim["seat"] == seat}
    targets = [f"{whose}’s {known_by}" for whose in WHOSE for known_by in KNOWN_BY]
    free = [target for target in targets if fold_name(target) not in taken]
    target = free[mind.chance.below(len(free))]
    through = [name for name in THROUGH if name not in used]
    chosen = {
        "through": through[mind.chance.below(len(through))],
        "occasion": OCCASIONS[mind.chance.below(len(OCCASIONS))],
    }
    return (Order("CLAIM", {"form": HAND, "target": target, **chosen}),)
