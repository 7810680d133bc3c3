"""What of an event a reader may know: history, mails and the record all use it. When the game is over, all of it."""

from typing import Any

from games.rules.crossing.jaywalking import told_to_all
from games.rules.crossing.sights import sees_tiles_of, submits_told
from games.rules.crossing.state import State
from games.rules.kind import Event, Seat

ABOUT_REQUESTS = {"ask", "unask", "lapse", "drop"}
ABOUT_SWAPS = {"offer", "unoffer"}
DEALING = {"deal", "green", "amber"}


def tell(state: State, event: Event, reader: Seat | None) -> dict[str, Any] | None:
    """The event as JSON, in the record's shape but for its number, or None for who may not know that it happened."""
    facts = dict(event.facts)
    if state.phase != "finished" and not _knows(state, event, reader):
        return None
    if state.phase != "finished":
        facts = _known_facts(state, event, reader)
    facts.pop("round", None)
    turned = facts.pop("red_turns_green_for", [])
    if reader in turned:
        facts["your_red_is_green"] = True
    told: dict[str, Any] = {"verb": event.verb}
    if event.seat is not None:
        told["seat"] = event.seat
    return told | facts


def _knows(state: State, event: Event, reader: Seat | None) -> bool:
    if event.verb == "submit":
        return event.seat is not None and submits_told(state, reader, event.seat)
    if event.verb in ABOUT_SWAPS:
        return reader is not None and reader in _of_the_swap(event) and bool(state.seen_round[reader])
    if event.verb in ABOUT_REQUESTS:
        return state.options.requests_visible or event.seat == reader
    return True


def _known_facts(state: State, event: Event, reader: Seat | None) -> dict[str, Any]:
    if event.verb in DEALING:
        behind = {"behind": [seat for seat in event.facts.get("behind", ()) if seat == reader]}
        return dict(event.facts) | {
            **(behind if "behind" in event.facts else {}),
            "draws": [
                drawn if sees_tiles_of(state, reader, seat) and event.facts["round"] <= state.seen_round[seat] else None
                for seat, drawn in enumerate(event.facts["draws"])
            ],
        }
    if event.verb == "swap" and not _knows_the_tiles(state, event, reader):
        return {"seats": event.facts["seats"]}
    is_own = event.seat == reader
    if event.verb in ("jaywalk", "submit") and is_own and reader is not None and not state.seen_round[reader]:
        # a predecessor's, whose tiles this player has not looked at yet
        return told_to_all(state.options, event.facts) if event.verb == "jaywalk" else {}
    if event.verb == "jaywalk" and event.seat is not None and not sees_tiles_of(state, reader, event.seat):
        return told_to_all(state.options, event.facts)
    return dict(event.facts)


def _of_the_swap(event: Event) -> tuple[Seat, Seat]:
    """Who has offered it, and to whom."""
    facts = event.facts
    return facts.get("of", event.seat), facts["to"]


def _knows_the_tiles(state: State, event: Event, reader: Seat | None) -> bool:
    """Whether a reader took part in this swap, or sees what those hold who did; not what a predecessor swapped, until they
    have looked."""
    if reader is None or not state.seen_round[reader]:
        return False
    seats = event.facts["seats"]
    return reader in seats or any(sees_tiles_of(state, reader, seat) for seat in seats)
