"""A swap in words: the buttons and forms for it, and a line for each thing that happens to one.

Made of what the reader may know: their own tiles, the offers they made or may answer, a partner's tiles where these are seen.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.rules.crossing.sights import hands_seen
from games.rules.crossing.state import State, Swap
from games.rules.crossing.swapping import offered_by, offers_to
from games.rules.kind import Seat
from games.rules.messages import Message, Player, say
from games.rules.showing import Field, Offer
from games.rules.tiles import VALUES, in_order

VERBS = ("OFFER", "UNOFFER", "ACCEPT", "DECLINE SWAP")


def swap_offers(state: State, seat: Seat, may: Mapping[str, Message | None]) -> tuple[Offer, ...]:
    """The orders about swaps that are worth a button now, for a seat that plays in a team."""
    if not state.options.teams or seat in state.resigned or state.phase != "playing":
        return ()
    waiting = offers_to(state, seat)
    buttons = [_to_offer(state, seat, may["OFFER"])] if state.partners_of(seat) else []
    if offered_by(state, seat):
        buttons.append(_to_take_back(may["UNOFFER"]))
    if waiting:
        buttons += [_to_accept(waiting, may["ACCEPT"]), _to_decline(waiting, may["DECLINE SWAP"])]
    return tuple(buttons)


def _to_offer(state: State, seat: Seat, refusal: Message | None) -> Offer:
    partners = [other for other in state.partners_of(seat) if other not in state.swapped]
    own = in_order(set(state.held(seat)))
    seen = hands_seen(state, seat)
    known = {tile for other in partners for tile in seen.get(other, "")} if state.options.partners_see else set(VALUES)
    takes = in_order(known)
    to = [("TO " + _seat(other), say("{player}", player=Player(other))) for other in partners]
    fields = (
        Field(say("Your tile"), "choice", tuple((tile, _tile(tile)) for tile in own)),
        Field(say("For"), "choice", tuple((f"FOR {tile}", _tile(tile)) for tile in takes)),
        *((Field(say("Of"), "choice", tuple(to)),) if len(to) > 1 else ()),
    )
    gives, other = own[-1:] or "Q", next((tile for tile in takes if tile != own[-1:]), "E")
    partner = partners[0] if partners else seat
    example = f"OFFER {gives} FOR {other}" + (f" TO {_seat(partner)}" if len(to) > 1 else "")
    return Offer(
        "OFFER",
        say("Offer a swap"),
        refusal=refusal,
        brief=say("tile for tile") if refusal is None else None,
        does=say("`{example}` offers {player} a swap of these tiles", example=example, player=Player(partner)),
        fields=fields if refusal is None else (),
        example=example,
    )


def _to_take_back(refusal: Message | None) -> Offer:
    return Offer(
        "UNOFFER",
        say("Take the offer back"),
        refusal=refusal,
        does=say("`{example}` takes your offer back", example="UNOFFER"),
        example="UNOFFER",
    )


def _to_accept(waiting: tuple[Swap, ...], refusal: Message | None) -> Offer:
    first = waiting[0]
    return Offer(
        "ACCEPT",
        say("Accept"),
        refusal=refusal,
        does=say(
            "`{example}` swaps {player}’s {gives} for your {takes}",
            example=f"ACCEPT {_answer(first, among=waiting)}",
            player=Player(first.seat),
            gives=first.gives,
            takes=first.takes,
        ),
        fields=(_which(waiting),),
        example=f"ACCEPT {_answer(first, among=waiting)}",
    )


def _to_decline(waiting: tuple[Swap, ...], refusal: Message | None) -> Offer:
    example = f"DECLINE SWAP {_answer(waiting[0], among=waiting)}"
    return Offer(
        "DECLINE SWAP",
        say("Decline"),
        refusal=refusal,
        does=say("`{example}` declines that", example=example),
        fields=(_which(waiting),),
        example=example,
    )


def _which(waiting: tuple[Swap, ...]) -> Field:
    return Field(
        say("Swap"), "choice", tuple((f"{_tiles(swap)} FROM {_seat(swap.seat)}", _says(swap)) for swap in waiting)
    )


def _answer(swap: Swap, *, among: tuple[Swap, ...]) -> str:
    """What stands behind the verb: the tiles, so that no other offer can be meant, and whose it is where several wait."""
    return _tiles(swap) if len(among) == 1 else f"{_tiles(swap)} FROM {_seat(swap.seat)}"


def _tiles(swap: Swap) -> str:
    return f"{swap.gives} FOR {swap.takes}"


def _seat(seat: Seat) -> str:
    """As one writes it: counted from 1, as pages show it."""
    return f"SEAT {seat + 1}"


def _tile(tile: str) -> Message:
    return say("a blank") if tile == "?" else say("{tile}", tile=tile)


def _says(swap: Swap) -> Message:
    return say("{player}’s {gives} for your {takes}", player=Player(swap.seat), gives=swap.gives, takes=swap.takes)


def offers_waiting(state: State, reader: Seat | None) -> Iterator[Message]:
    """A sentence for each offer that the reader may answer."""
    for swap in offers_to(state, reader):
        yield say(
            "{player} offers you {gives} for your {takes}.",
            player=Player(swap.seat),
            gives=swap.gives,
            takes=swap.takes,
        )


def word_swap(facts: Mapping[str, Any], reader: Seat | None) -> Message:
    """The sentence for an `offer`, `unoffer` or `swap` as `tell` gave it."""
    match facts["verb"]:
        case "offer":
            return _offered(facts, reader)
        case "unoffer":
            return _ended(facts, reader)
        case _:
            return _swapped(facts, reader)


def _offered(facts: Mapping[str, Any], reader: Seat | None) -> Message:
    tiles = {"gives": facts["gives"], "takes": facts["takes"]}
    by, to = Player(facts["seat"]), Player(facts["to"])
    if reader == by.seat:
        return say("You offered {other} {gives} for {takes}.", other=to, **tiles)
    if reader == to.seat:
        return say("{player} offers you {gives} for your {takes}.", player=by, **tiles)
    return say("{player} offered {other} {gives} for {takes}.", player=by, other=to, **tiles)


def _ended(facts: Mapping[str, Any], reader: Seat | None) -> Message:
    tiles = {"gives": facts["gives"], "takes": facts["takes"]}
    by, to = Player(facts["of"]), Player(facts["to"])
    if "seat" not in facts:
        return say("The offered swap of {gives} for {takes} has ended: it can no longer come about.", **tiles)
    if facts["seat"] == by.seat:
        return _taken_back(by, to, reader, tiles)
    if reader == to.seat:
        return say("You declined {other}’s {gives} for your {takes}.", other=by, **tiles)
    if reader == by.seat:
        return say("{player} declined your {gives} for {takes}.", player=to, **tiles)
    return say("{player} declined {other}’s {gives} for {takes}.", player=to, other=by, **tiles)


def _taken_back(by: Player, to: Player, reader: Seat | None, tiles: Mapping[str, str]) -> Message:
    if reader == by.seat:
        return say("You took your offer to {other} back: {gives} for {takes}.", other=to, **tiles)
    if reader == to.seat:
        return say("{player} no longer offers you {gives} for your {takes}.", player=by, **tiles)
    return say("{player} no longer offers {other} {gives} for {takes}.", player=by, other=to, **tiles)


def _swapped(facts: Mapping[str, Any], reader: Seat | None) -> Message:
    first, second = map(Player, facts["seats"])
    if "tiles" not in facts:
        return say("{player} and {other} swapped a tile.", player=first, other=second)
    gives, takes = facts["tiles"]
    if reader == first.seat:
        return say("You and {other} swapped: {gives} went, {takes} came.", other=second, gives=gives, takes=takes)
    if reader == second.seat:
        return say("You and {other} swapped: {gives} went, {takes} came.", other=first, gives=takes, takes=gives)
    return say(
        "{player} and {other} swapped: {gives} for {takes}.", player=first, other=second, gives=gives, takes=takes
    )
