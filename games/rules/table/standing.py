"""Standing orders: orders that the game carries out for a player until they withdraw them.

They are part of the state. As soon as one is due, a tick at that instant carries it out as if its player had given it,
so a late worker changes nothing and records can be verified. Nothing is carried out in a pause or while the
player is away. Only the player knows of a standing order until it has been carried out; its event then says so."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

from games.rules.facts import Facts
from games.rules.lines import Line, Phrase, line_of
from games.rules.panels import Field, Offer
from games.rules.reading import Reads
from games.rules.table.facts import MayStand
from games.rules.table.state import TableState
from games.rules.table.transition import AnyTransition
from games.rules.table.verbs import AnyVerb, Happening, Told, Verb, lines
from games.rules.texts import Text, say, template
from games.rules.values import Due, Order, OrderRefused, Seat, Unreadable

OFF = "OFF"

S = TypeVar("S", bound=TableState)
M = TypeVar("M", bound=MayStand)


class Stand(Facts):
    """Replace all standing orders of a seat with these, perhaps none."""

    verb = "STANDING"
    orders: tuple[str, ...] = ()


class Stands(Facts):
    verb = "standing"
    orders: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class StandingOrder(Generic[S]):
    """An order to carry out as soon as it is due. `is_due` must decide without the word list. Afterwards the order must
    no longer be due; if `carry_out` raises OrderRefused, the standing order is withdrawn."""

    name: str
    also: tuple[str, ...] = ()
    label: Text
    is_due: Callable[[S, Seat], bool]
    carry_out: Callable[[Any, Seat], None]


# --- saving and withdrawing -------------------------------------------------------------------------------------------


def let_stand(transition: AnyTransition, seat: Seat, orders: tuple[str, ...]) -> None:
    """Replace a seat's standing orders with these. There is an event even if nothing changes, because any order shows
    that the player is here."""
    _put(transition, seat, orders)
    transition.happened(Stands(orders), seat)


def take_back(transition: AnyTransition, seat: Seat, *names: str) -> None:
    """Withdraw a seat's standing orders with these names, without an event if there are none."""
    before = transition.state.standing.get(seat, ())
    left = tuple(one for one in before if one not in names)
    if left != before:
        let_stand(transition, seat, left)


def forget(transition: AnyTransition, seat: Seat) -> None:
    """Remove all standing orders of a seat, without an event: it has a new player, or none."""
    _put(transition, seat, ())


def _put(transition: AnyTransition, seat: Seat, orders: tuple[str, ...]) -> None:
    others = {other: theirs for other, theirs in transition.state.standing.items() if other != seat}
    transition.change(standing=others | ({seat: orders} if orders else {}))


# --- as soon as they are due ------------------------------------------------------------------------------------------


def falls_due(state: S, rows: Sequence[StandingOrder[S]]) -> Iterator[Due]:
    """Yield a `Due` now for each seat with a standing order to carry out."""
    if not state.clocks.pause:
        due = (seat for seat in state.standing if seat in state.waited_for and _first_due(state, seat, rows))
        yield from (Due(state.now, "standing", seat) for seat in due)


def give_first_due(transition: AnyTransition, seat: Seat, rows: Sequence[StandingOrder[S]]) -> None:
    """Carry out a seat's first standing order that is due, or withdraw it if it is refused."""
    row = _first_due(transition.state, seat, rows)
    assert row is not None, "something is due"
    try:
        with transition.by_standing_order():
            row.carry_out(transition, seat)
    except OrderRefused:
        take_back(transition, seat, row.name)


def _first_due(state: S, seat: Seat, rows: Sequence[StandingOrder[S]]) -> StandingOrder[S] | None:
    stand = state.standing[seat]
    return next((row for row in rows if row.name in stand and row.is_due(state, seat)), None)


def give(transition: AnyTransition, seat: Seat, order: Facts) -> None:
    """Carry out an order as if its player gave it now. Raises OrderRefused."""
    verb = transition.kind.all_verbs[order.verb]
    transition.kind.check(verb, transition.state, seat, transition.words)
    verb.carry_out(transition, seat, order)


def verb_of(rows: Sequence[StandingOrder[S]], *, is_of_use: Callable[[S], bool], help: str) -> AnyVerb:
    """Return the verb STANDING for a game with these standing orders, offered while `is_of_use`."""
    names = {written: row.name for row in rows for written in (row.name, *row.also)}

    def stand(transition: AnyTransition, seat: Seat, facts: Stand) -> None:
        for order in facts.orders:
            if order not in names.values():
                raise OrderRefused(
                    "There is no standing order {name}. Choose from: {names}.",
                    name=order,
                    names=tuple(row.name for row in rows),
                )
        let_stand(transition, seat, tuple(row.name for row in rows if row.name in facts.orders))

    def offer(state: S, seat: Seat, refusal: Text | None) -> Offer | None:
        if not is_of_use(state):
            return None
        field = Field(
            say("Do this for me from now on"),
            "choices",
            choices=tuple((row.name, row.label) for row in rows),
            chosen=state.standing.get(seat, ()),
            none=OFF,
        )
        return Offer("STANDING", say("Save standing orders"), refusal, fields=(field,), at="standing")

    return _verb(stand, offer, partial(_read_names, names), example=f"STANDING {rows[0].name}", help=help)


def _read_names(names: Mapping[str, str], line: Line, phrase: Phrase) -> Order | None:
    written = phrase.argument.upper().replace(",", " ").split()
    if not written:
        raise _needs_more(line, f"STANDING {next(iter(names))}")
    if written == [OFF]:
        return Order("STANDING", {"orders": ()})
    if not set(written) <= {*names, "AND"}:
        return None
    return Order("STANDING", {"orders": tuple(dict.fromkeys(names[name] for name in written if name != "AND"))})


# --- only when a player is late ---------------------------------------------------------------------------------------


def verb_if_late(row: AnyVerb, *, field: Callable[[S, Seat], Field | None]) -> AnyVerb:
    """Return the verb STANDING for a game in which players can save one order of the verb `row` for when they are late.
    `field` returns the field of its form; None while there is nothing to save."""
    verb, reads, (example, *_) = row.name, row.reads, row.examples
    assert reads is not None, "it is written with something behind it"

    def stand(transition: AnyTransition, seat: Seat, facts: Stand) -> None:
        for order in facts.orders:
            _order_if_late(transition, order, verb)
        if len(facts.orders) > 1:
            raise OrderRefused("You can only have one standing order for when you’re late. Name one.")
        let_stand(transition, seat, facts.orders)

    def offer(state: S, seat: Seat, refusal: Text | None) -> Offer | None:
        if (asked := field(state, seat)) is None:
            return None
        stands = " ".join(state.standing.get(seat, ()))
        says = say("If you’re late, this is done for you: {order}.", order=stands) if stands else None
        return Offer("STANDING", say("Save standing order"), refusal, fields=(asked,), at="standing", says=says)

    help_ = template("set what is done for you if you’re late; STANDING OFF cancels it")
    reads_it = partial(read_if_late, verb, reads, row.writes)
    standing = _verb(stand, offer, reads_it, example=f"STANDING {example}", help=help_)

    def at(verb_: AnyVerb, options: Any) -> AnyVerb:
        """Return the verb with the example that the order has in the alphabet of the game."""
        there = row.at(row, options) or row
        example = f"STANDING {there.examples[0]}"
        return replace(verb_, examples=(example, f"STANDING {OFF}"), help={example: help_})

    return replace(standing, at=at)


def read_if_late(verb: str, reads: Reads, writes: Callable[[Order], str], line: Line, phrase: Phrase) -> Order | None:
    """Read an order of this verb after STANDING, or OFF."""
    if not phrase.argument:
        raise _needs_more(line, f"STANDING {OFF}")
    if phrase.argument.upper() == OFF:
        return Order("STANDING", {"orders": ()})
    inner = line_of(line.written_after("STANDING"), line.alphabet, any_case=True)
    if inner.phrase is None or inner.phrase.verb != verb:
        return None
    order = reads(inner, inner.phrase)
    return order and Order("STANDING", {"orders": (writes(order),)})


def gave_if_late(transition: AnyTransition, seat: Seat, verb: str) -> bool:
    """Carry out and withdraw the standing order of a seat whose time is up. Return False if it has none, or it is refused."""
    stands = transition.state.standing.get(seat, ())
    if not stands:
        return False
    try:
        with transition.by_standing_order():
            order = _order_if_late(transition, stands[0], verb)
            row = transition.kind.all_verbs[verb]
            give(transition, seat, row.facts.read(order.facts))
    except OrderRefused:
        return False
    if transition.state.phase != "finished":
        take_back(transition, seat, *stands)
    return True


def _order_if_late(transition: AnyTransition, written: str, verb: str) -> Order:
    """Return the one order in a text. Raises OrderRefused if it holds anything else."""
    try:
        orders = transition.kind.read(written, transition.state.options).orders
    except Unreadable as fault:
        raise OrderRefused(fault.why) from fault
    if [order.verb for order in orders] != [verb]:
        raise OrderRefused("Only {verb} can be a standing order for when you’re late.", verb=verb)
    return orders[0]


# --- shared by both ---------------------------------------------------------------------------------------------------


def _verb(
    stand: Callable[[AnyTransition, Seat, Stand], None],
    offer: Callable[[S, Seat, Text | None], Offer | None],
    reads: Reads,
    *,
    example: str,
    help: str,
) -> AnyVerb:
    return Verb(
        facts=Stand,
        carry_out=stand,
        substitute_with="nothing",
        offer=offer,
        reads=reads,
        writes=lambda order: " ".join(("STANDING", *(order.facts.get("orders") or (OFF,)))),
        examples=(example, f"STANDING {OFF}"),
        help={example: help},
        is_of_its_turn=False,
        is_open_in_a_pause=True,
        last=2,
    )


def _needs_more(line: Line, correct: str) -> Unreadable:
    return Unreadable(
        "After STANDING, write the order to save, or OFF to cancel all of them.", line=line.raw, correct=correct
    )


_on = lines(
    mine=template("Your standing orders from now on: {orders}."),
    others=template("{player}’s standing orders from then on: {orders}."),
)
_off = lines(
    mine=template("You no longer have any standing orders."),
    others=template("{player} no longer had any standing orders."),
)


def as_told(
    *,
    mine: str,
    others: str,
    otherwise: Callable[[Told[M]], Text | None],
    says: Callable[..., Callable[[Told[M]], Text | None]] = lines,
) -> Callable[[Told[M]], Text | None]:
    """Return a function that words an event: with these sentences if a standing order caused it, else by
    `otherwise`."""
    by_standing_order = says(mine=mine, others=others)
    return lambda told: (by_standing_order if told.facts.standing else otherwise)(told)


HAPPENING: Happening[TableState, Stands] = Happening(
    facts=Stands,
    says=lambda told: _on(told) if told.facts.orders else _off(told),
    known_by=lambda state, seat, reader: seat is not None and seat == reader,
    came_of=lambda state, facts, seat, at: () if seat is None else ((seat, Stand(facts.orders)),),
)
