"""Swaps between partners in a team: a tile of one offered for a tile of another, accepted, declined or taken back.

Each swaps once a round. Where partners do not see each other's tiles, no refusal to one tells what another holds.
"""

from collections.abc import Mapping
from typing import Any

from games.rules.crossing.course import Course
from games.rules.crossing.exchanging import exchange, lapse
from games.rules.crossing.state import State, Swap
from games.rules.kind import Json, OrderRefused, Seat
from games.rules.messages import Message, Player, say

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


# --- orders -----------------------------------------------------------------------------------------------------------


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
