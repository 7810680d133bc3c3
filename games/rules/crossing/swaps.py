"""Swaps between partners in a team: a tile of one offered for a tile of another, accepted, declined or taken back.

What may be done, the orders, how they are written, the buttons and forms, and a sentence for each thing that happens. Each
player swaps once a round. Where partners do not see each other's tiles, no refusal to one tells what another holds; words
are made of what their reader may know.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from games.rules.crossing.course import Course, exchange, lapse
from games.rules.crossing.seeing import hands_seen
from games.rules.crossing.state import State, Swap
from games.rules.kind import Json, Order, OrderRefused, Seat, Unreadable
from games.rules.lines import Line, Phrase
from games.rules.messages import Message, Player, say
from games.rules.reading import TABLE_VERBS, Grammar, Verb, bare
from games.rules.showing import Field, Offer
from games.rules.tiles import VALUES, in_order

# --- what may be done -------------------------------------------------------------------------------------------------


def check_offer(state: State, seat: Seat) -> None:
    """Raise OrderRefused where this seat may offer nothing to anybody now."""
    _check_swaps(state)
    if not state.partners_of(seat):
        raise OrderRefused(say("Nobody of your team is left to swap with."))
    if seat in state.swapped:
        raise OrderRefused(say("You have swapped this round. Yours again next round."))
    if all(other in state.swapped for other in state.partners_of(seat)):
        raise OrderRefused(say("Your team has swapped this round. Again next round."))


def check_answer(state: State, seat: Seat) -> None:
    """Raise OrderRefused where no offer waits for this seat's answer."""
    _check_swaps(state)
    if not offers_to(state, seat):
        raise OrderRefused(say("No swap is offered to you now: it may have ended, or the round is over."))


def check_unoffer(state: State, seat: Seat) -> None:
    """Raise OrderRefused where this seat has no offer to take back."""
    _check_swaps(state)
    if offered_by(state, seat) is None:
        raise OrderRefused(say("You have offered no swap, or it has ended: there is nothing to take back."))


def _check_swaps(state: State) -> None:
    if not state.options.teams:
        raise OrderRefused(say("Tiles are swapped between partners, in a game in teams."))
    if state.phase != "playing":
        raise OrderRefused(say("The red light is on: no more tiles are swapped."))


def offered_by(state: State, seat: Seat) -> Swap | None:
    """The standing offer of a seat, which has one at most."""
    return next((swap for swap in state.swaps if swap.seat == seat), None)


def offers_to(state: State, seat: Seat | None) -> tuple[Swap, ...]:
    """The standing offers that a seat may accept or decline, the first made first."""
    return tuple(swap for swap in offers_known(state, seat) if swap.to == seat)


def offers_known(state: State, reader: Seat | None) -> tuple[Swap, ...]:
    """The standing offers that a reader may know of: their own, and those to them; none before they have first looked."""
    if reader is None or not state.seen_round[reader]:
        return ()
    return tuple(swap for swap in state.swaps if reader in (swap.seat, swap.to))


# --- the orders -------------------------------------------------------------------------------------------------------


def offer(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """A tile of one's own for one of a partner's; it takes the place of another offer of the same seat."""
    state, gives, takes = course.state, facts["gives"], facts["takes"]
    to = _partner(state, seat, facts.get("to"))
    if gives not in state.held(seat):
        raise OrderRefused(say("You do not hold {tile}.", tile=gives))
    if gives == takes:
        raise OrderRefused(say("A swap is of two different tiles: name another that you would like."))
    if to in state.swapped:
        raise OrderRefused(say("{player} has swapped this round. Again next round.", player=Player(to)))
    if state.options.partners_see and takes not in state.held(to):
        raise OrderRefused(say("{player} does not hold {tile}.", player=Player(to), tile=takes))
    made = Swap(seat, gives, to, takes)
    if made not in state.swaps:
        course.change(swaps=(*(swap for swap in state.swaps if swap.seat != seat), made))
        course.happened("offer", seat, **_facts(made))


def unoffer(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """One's own offer is taken back."""
    swap = offered_by(course.state, seat)
    assert swap is not None, "checked before"
    _end(course, swap, by=seat)


def accept(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    """The two tiles change hands: both layouts lose theirs, and what both have asked for lapses."""
    state = course.state
    swap = _offered(state, seat, facts)
    if swap.takes not in state.held(seat):
        raise OrderRefused(say("You do not hold {tile}, which this swap would take.", tile=swap.takes))
    exchange(course, swap.seat, given=swap.gives, taken=swap.takes)
    exchange(course, swap.to, given=swap.takes, taken=swap.gives)
    course.change(
        swaps=tuple(other for other in course.state.swaps if other != swap),
        swapped=(*state.swapped, swap.seat, swap.to),
    )
    course.happened("swap", seats=[swap.seat, swap.to], tiles=[swap.gives, swap.takes])
    lapse(course, swap.seat)
    lapse(course, swap.to)


def decline(course: Course, seat: Seat, facts: Mapping[str, Any]) -> None:
    _end(course, _offered(course.state, seat, facts), by=seat)


def _end(course: Course, swap: Swap, *, by: Seat) -> None:
    course.change(swaps=tuple(other for other in course.state.swaps if other != swap))
    course.happened("unoffer", by, of=swap.seat, **_facts(swap))


def forget(course: Course, seat: Seat) -> None:
    """Another player sits there now: what was offered by this seat, and to it, ends."""
    course.change(swaps=tuple(swap for swap in course.state.swaps if seat not in (swap.seat, swap.to)))


def _partner(state: State, seat: Seat, to: Json) -> Seat:
    """Whom an offer is to. Raises OrderRefused."""
    partners = state.partners_of(seat)
    if to is None and len(partners) == 1:
        return partners[0]
    named = tuple(map(Player, partners))
    if to is None:
        raise OrderRefused(say("You have several partners, {partners}: say to whom you offer it.", partners=named))
    if type(to) is not int or to not in partners:
        raise OrderRefused(say("Tiles are swapped with a partner, and yours here: {partners}.", partners=named))
    return to


def _offered(state: State, seat: Seat, facts: Mapping[str, Any]) -> Swap:
    """The offer that is answered, by who made it and what it is where these are named. Raises OrderRefused."""
    waiting = offers_to(state, seat)
    named = {name: facts[name] for name in ("gives", "takes") if name in facts}
    fits = [
        swap
        for swap in waiting
        if facts.get("from") in (None, swap.seat) and all(getattr(swap, name) == tile for name, tile in named.items())
    ]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise OrderRefused(_name_one(fits[0]))
    raise OrderRefused(say("This swap is not offered to you, or no longer: look at what is."))


def _name_one(swap: Swap) -> Message:
    return say(
        "Several swaps are offered to you: say whose you mean, such as the one of {player}, {gives} for {takes}.",
        player=Player(swap.seat),
        gives=swap.gives,
        takes=swap.takes,
    )


def _facts(swap: Swap) -> dict[str, Json]:
    return {"to": swap.to, "gives": swap.gives, "takes": swap.takes}


# --- as they are written ----------------------------------------------------------------------------------------------

LONGEST_NAME = 40
_SWAP = r"(?P<gives>[A-Z?])\s+FOR\s+(?P<takes>[A-Z?])"
_OFFER = re.compile(rf"{_SWAP}(?:\s+TO\s+(?P<to>.+))?", re.IGNORECASE)
_ANSWER = re.compile(rf"(?:{_SWAP})?(?:(?:^|\s+)FROM\s+(?P<from>.+))?|(?P<name>SEAT\s+\d+|\S+)", re.IGNORECASE)


def _read_offer(line: Line, phrase: Phrase) -> Order | None:
    found = _OFFER.fullmatch(phrase.argument)
    if found and _is_plain(found):
        return Order("OFFER", _named(found))
    if len(phrase.argument) < 2:
        raise Unreadable(
            line=line.raw, why=say("OFFER names the tile to give and the tile to take."), correct="OFFER Q FOR E"
        )
    return None


def _read_unoffer(line: Line, phrase: Phrase) -> Order | None:
    if _OFFER.fullmatch(phrase.argument):
        raise Unreadable(line=line.raw, why=say("UNOFFER stands alone: you have one offer at most."), correct="UNOFFER")
    return bare("UNOFFER")(line, phrase)


def _read_accept(line: Line, phrase: Phrase) -> Order | None:
    return _read_answer("ACCEPT", phrase.argument)


def _read_decline(line: Line, phrase: Phrase) -> Order | None:
    """Of a swap; DECLINE alone answers an invitation."""
    first, *rest = phrase.argument.split(maxsplit=1) or [""]
    if first.upper() == "SWAP":
        return _read_answer("DECLINE SWAP", "".join(rest))
    return TABLE_VERBS["DECLINE"](line, phrase)


def _read_answer(verb: str, written: str) -> Order | None:
    found = _ANSWER.fullmatch(written)
    return Order(verb, _named(found)) if found and _is_plain(found) else None


def _is_plain(found: re.Match[str]) -> bool:
    """Whether its letters are A to Z: ſ and ı are none, but become some; and a name is no longer than names are."""
    named = found.groupdict(default="")
    letters, names = (
        named["gives"] + named["takes"],
        named.get("to", "") + named.get("from", "") + named.get("name", ""),
    )
    return letters.isascii() and len(names) <= LONGEST_NAME


def _named(found: re.Match[str]) -> dict[str, str]:
    named = {name: " ".join(value.split()) for name, value in found.groupdict(default="").items()}
    facts = {
        "gives": named["gives"].upper(),
        "takes": named["takes"].upper(),
        "to": named.get("to", ""),
        "from": named.get("from") or named.get("name", ""),
    }
    return {name: value for name, value in facts.items() if value}


def _write(order: Order, *, others: Callable[[Order], str]) -> str:
    """The order as one writes it, so that it reads as the same; `others` writes what is about no swap."""
    if order.verb not in _SPOKEN or order.verb == "DECLINE":
        return others(order)
    facts = order.facts
    swap = f"{facts['gives']} FOR {facts['takes']}" if "gives" in facts else ""
    names = [f"{word.upper()} {facts[word]}" for word in ("to", "from") if facts.get(word) is not None]
    return " ".join(filter(None, (order.verb, swap, *names)))


_SPOKEN: Mapping[str, Verb] = {
    "OFFER": _read_offer,
    "UNOFFER": _read_unoffer,
    "ACCEPT": _read_accept,
    "DECLINE": _read_decline,
    "DECLINE SWAP": _read_decline,  # begins with DECLINE; named for who asks which verbs there are
}
CONTRADICTIONS = frozenset(
    {frozenset({"ACCEPT", "DECLINE SWAP"}), frozenset({"ACCEPT", "OFFER"}), frozenset({"OFFER", "UNOFFER"})}
)
EXAMPLES = (
    *("OFFER Q FOR E", "OFFER Q FOR E TO ANNA"),
    *(
        f"{verb}{what}"
        for verb in ("ACCEPT", "DECLINE SWAP")
        for what in (" Q FOR E", " FROM ANNA", " Q FOR E FROM ANNA")
    ),
)


def in_teams(grammar: Grammar) -> Grammar:
    """The grammar with what only games in teams know."""
    return replace(
        grammar,
        verbs={**grammar.verbs, **_SPOKEN},
        contradictions=grammar.contradictions | CONTRADICTIONS,
        examples=(*grammar.examples, *EXAMPLES),
        write=partial(_write, others=grammar.write),
    )


# --- as they are shown ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SwapView:
    """An offer of the reader's, or one that they may answer; `answer` is what stands behind ACCEPT, as one writes it."""

    swap: Swap
    is_mine: bool
    says: Message
    answer: str


def shown(state: State, reader: Seat | None) -> tuple[SwapView, ...]:
    """Those to be answered first."""
    known = (_shown(swap, reader) for swap in offers_known(state, reader))
    return tuple(sorted(known, key=lambda one: one.is_mine))


def _shown(swap: Swap, reader: Seat | None) -> SwapView:
    tiles = {"gives": swap.gives, "takes": swap.takes}
    if swap.seat == reader:
        says = say("You offer {name} {gives} for {takes}.", name=Player(swap.to), **tiles)
    else:
        says = say("{name} offers {gives} for your {takes}.", name=Player(swap.seat), **tiles)
    return SwapView(swap, swap.seat == reader, says, _answer(swap))


# --- as they are offered ----------------------------------------------------------------------------------------------

VERBS = ("OFFER", "UNOFFER", "ACCEPT", "DECLINE SWAP")


def offers(state: State, seat: Seat, may: Mapping[str, Message | None]) -> tuple[Offer, ...]:
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
        Field(say("For"), "choice", tuple((tile, _tile(tile)) for tile in takes), after="FOR"),
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
        at="swaps",
    )


def _to_take_back(refusal: Message | None) -> Offer:
    return Offer(
        "UNOFFER",
        say("Take the offer back"),
        refusal=refusal,
        does=say("`{example}` takes your offer back", example="UNOFFER"),
        example="UNOFFER",
        at="swap",
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
        at="swap",
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
        at="swap",
    )


def _which(waiting: tuple[Swap, ...]) -> Field:
    return Field(say("Swap"), "choice", tuple((_answer(swap), _says(swap)) for swap in waiting))


def _answer(swap: Swap, *, among: Sequence[Swap] = ()) -> str:
    """What stands behind the verb: the tiles, so that no other offer can be meant, and whose it is, but where it waits alone."""
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


# --- in words ---------------------------------------------------------------------------------------------------------


def offers_waiting(state: State, reader: Seat | None) -> Iterator[Message]:
    """A sentence for each offer that the reader may answer."""
    for swap in offers_to(state, reader):
        yield say(
            "{player} offers you {gives} for your {takes}.",
            player=Player(swap.seat),
            gives=swap.gives,
            takes=swap.takes,
        )


def word(facts: Mapping[str, Any], reader: Seat | None) -> Message:
    """The sentence for an `offer`, `unoffer` or `swap` as `tell` gave it."""
    match facts["verb"]:
        case "offer":
            return _word_offered(facts, reader)
        case "unoffer":
            return _word_ended(facts, reader)
        case _:
            return _word_swapped(facts, reader)


def _word_offered(facts: Mapping[str, Any], reader: Seat | None) -> Message:
    tiles = {"gives": facts["gives"], "takes": facts["takes"]}
    by, to = Player(facts["seat"]), Player(facts["to"])
    if reader == by.seat:
        return say("You offered {other} {gives} for {takes}.", other=to, **tiles)
    if reader == to.seat:
        return say("{player} offers you {gives} for your {takes}.", player=by, **tiles)
    return say("{player} offered {other} {gives} for {takes}.", player=by, other=to, **tiles)


def _word_ended(facts: Mapping[str, Any], reader: Seat | None) -> Message:
    tiles = {"gives": facts["gives"], "takes": facts["takes"]}
    by, to = Player(facts["of"]), Player(facts["to"])
    if "seat" not in facts:
        return say("The offered swap of {gives} for {takes} has ended: it can no longer come about.", **tiles)
    if facts["seat"] == by.seat:
        return _word_taken_back(by, to, reader, tiles)
    if reader == to.seat:
        return say("You declined {other}’s {gives} for your {takes}.", other=by, **tiles)
    if reader == by.seat:
        return say("{player} declined your {gives} for {takes}.", player=to, **tiles)
    return say("{player} declined {other}’s {gives} for {takes}.", player=to, other=by, **tiles)


def _word_taken_back(by: Player, to: Player, reader: Seat | None, tiles: Mapping[str, str]) -> Message:
    if reader == by.seat:
        return say("You took your offer to {other} back: {gives} for {takes}.", other=to, **tiles)
    if reader == to.seat:
        return say("{player} no longer offers you {gives} for your {takes}.", player=by, **tiles)
    return say("{player} no longer offers {other} {gives} for {takes}.", player=by, other=to, **tiles)


def _word_swapped(facts: Mapping[str, Any], reader: Seat | None) -> Message:
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
