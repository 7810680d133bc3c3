"""Swaps between partners of a team: offering a tile for a tile, accepting, declining and withdrawing.

Checks, orders, buttons and wording are here; `swap_lines` reads and writes the commands. Each player swaps at most
once a round. If partners don't see each other's tiles, a refusal never reveals what the other holds. Sentences use
only what their reader may know."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, TypeAlias

import msgspec

from games.rules.alphabets.known import alphabet_of
from games.rules.crossing import swap_lines
from games.rules.crossing.options import Options
from games.rules.crossing.state import State, Swap
from games.rules.crossing.swap_lines import Accept, Decline, Named, Propose, Unoffer
from games.rules.crossing.transition import Transition, Unoffered, exchange, lapse
from games.rules.crossing.visibility import hands_seen, sees_tiles_of
from games.rules.facts import Facts
from games.rules.panels import Field, Offer
from games.rules.table.verbs import AnyHappening, AnyVerb, CameOf, F, Happening, Notices, Told, Verb
from games.rules.texts import Player, Text, Value, say, template
from games.rules.values import OrderRefused, Seat
from games.rules.words import WordList

# --- facts of events --------------------------------------------------------------------------------------------------


class Proposed(Facts):
    verb = "offer"
    to: Seat
    gives: str
    takes: str


Tile: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=1)]
"""A tile as it is inside."""


class Swapped(Facts):
    """A swap that was carried out. The first seat made the offer and gave the first tile; the second seat gave the
    second."""

    verb = "swap"
    seats: tuple[Seat, Seat]
    tiles: tuple[Tile, Tile] | None = None


# --- checks -----------------------------------------------------------------------------------------------------------


def _check_proposing(state: State, seat: Seat, words: WordList) -> None:
    _check_swaps(state)
    if not state.partners_of(seat):
        raise OrderRefused("Nobody in your team is left to swap with.")
    if seat in state.swapped:
        raise OrderRefused("You have already swapped this round. You can swap again next round.")
    if all(other in state.swapped for other in state.partners_of(seat)):
        raise OrderRefused("Your team has already swapped this round. You can swap again next round.")


def _check_answer(state: State, seat: Seat, words: WordList) -> None:
    _check_swaps(state)
    if not proposals_to(state, seat):
        raise OrderRefused("There is no swap offer for you now. It may have ended, or the round may be over.")


def _check_taking_back(state: State, seat: Seat, words: WordList) -> None:
    _check_swaps(state)
    if proposal_of(state, seat) is None:
        raise OrderRefused("You have no swap offer to withdraw. It may have ended.")


def _check_swaps(state: State) -> None:
    if not state.options.teams:
        raise OrderRefused("You can only swap tiles with a partner in a team game.")
    if state.phase != "playing":
        raise OrderRefused("The red light is on. No more tiles can be swapped.")


def proposal_of(state: State, seat: Seat) -> Swap | None:
    """Return a seat's current offer, or None. A seat has at most one."""
    return next((swap for swap in state.swaps if swap.seat == seat), None)


def proposals_to(state: State, seat: Seat | None) -> tuple[Swap, ...]:
    """Return the current offers that a seat may accept or decline, oldest first."""
    return tuple(swap for swap in proposals_known(state, seat) if swap.to == seat)


def proposals_known(state: State, reader: Seat | None) -> tuple[Swap, ...]:
    """Return the current offers that a reader made or received; empty until a successor's first look."""
    if reader is None or not state.seen_round[reader]:
        return ()
    return tuple(swap for swap in state.swaps if reader in (swap.seat, swap.to))


# --- carrying out -----------------------------------------------------------------------------------------------------


def _propose(transition: Transition, seat: Seat, facts: Propose) -> None:
    """Offer one of the seat's tiles for a partner's. This replaces any earlier offer of the seat."""
    state, gives, takes = transition.state, facts.gives, facts.takes
    to = _partner(state, seat, facts.to)
    if gives not in state.held(seat):
        raise OrderRefused("You don’t hold {tile}.", tile=gives)
    if gives == takes:
        raise OrderRefused("A swap needs two different tiles. Name another tile that you would like.")
    if to in state.swapped:
        raise OrderRefused(
            "{player} has already swapped this round. They can swap again next round.", player=Player(to)
        )
    if state.options.partners_see and takes not in state.held(to):
        raise OrderRefused("{player} doesn’t hold {tile}.", player=Player(to), tile=takes)
    made = Swap(seat, gives, to, takes)
    if made not in state.swaps:
        transition.change(swaps=(*(swap for swap in state.swaps if swap.seat != seat), made))
        transition.happened(Proposed(to, gives, takes), seat)


def _take_back(transition: Transition, seat: Seat, facts: Unoffer) -> None:
    """Withdraw the seat's own offer."""
    swap = proposal_of(transition.state, seat)
    assert swap is not None, "checked before"
    _end(transition, swap, by=seat)


def _accept(transition: Transition, seat: Seat, facts: Accept) -> None:
    """Exchange the two tiles. They are lifted from the layouts, and both players' requests for a light lapse."""
    state = transition.state
    swap = _proposal_meant(state, seat, facts)
    if swap.takes not in state.held(seat):
        raise OrderRefused("You don’t hold {tile}, which this swap asks for.", tile=swap.takes)
    exchange(transition, swap.seat, given=swap.gives, taken=swap.takes)
    exchange(transition, swap.to, given=swap.takes, taken=swap.gives)
    transition.change(
        swaps=tuple(other for other in transition.state.swaps if other != swap),
        swapped=(*state.swapped, swap.seat, swap.to),
    )
    transition.happened(Swapped((swap.seat, swap.to), (swap.gives, swap.takes)))
    lapse(transition, swap.seat)
    lapse(transition, swap.to)


def _end(transition: Transition, swap: Swap, *, by: Seat) -> None:
    transition.change(swaps=tuple(other for other in transition.state.swaps if other != swap))
    transition.happened(Unoffered(swap.seat, swap.to, swap.gives, swap.takes), by)


def forget(transition: Transition, seat: Seat) -> None:
    """End all offers by and to this seat, because a successor takes over."""
    transition.change(swaps=tuple(swap for swap in transition.state.swaps if seat not in (swap.seat, swap.to)))


def _partner(state: State, seat: Seat, to: Named | None) -> Seat:
    """Return the partner who is offered the swap. Raises OrderRefused if that isn't clear."""
    partners = state.partners_of(seat)
    if to is None and len(partners) == 1:
        return partners[0]
    named = tuple(map(Player, partners))
    if to is None:
        raise OrderRefused("You have several partners: {partners}. Say who the offer is for.", partners=named)
    if isinstance(to, str) or to not in partners:
        raise OrderRefused("You can only swap tiles with a partner. Your partners: {partners}.", partners=named)
    return to


def _proposal_meant(state: State, seat: Seat, facts: Accept) -> Swap:
    """Return the offer being answered. Raises OrderRefused unless exactly one matches the player and tiles given."""
    fits = [
        swap
        for swap in proposals_to(state, seat)
        if facts.from_ in (None, swap.seat) and facts.gives in (None, swap.gives) and facts.takes in (None, swap.takes)
    ]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise OrderRefused(
            say(
                "You have several swap offers. Say which one you mean, for example {player}’s {gives} for {takes}.",
                **_of(fits[0]),
            )
        )
    raise OrderRefused("There is no such swap offer for you, or it has ended. Check your current offers.")


# --- views ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SwapView:
    """A swap offer as its maker or receiver sees it. `answer` is the text to write after ACCEPT."""

    swap: Swap
    is_mine: bool
    says: Text
    answer: str


def shown(state: State, reader: Seat | None) -> Iterator[SwapView]:
    """Yield the offers that the reader knows of, those to answer first."""
    for swap in sorted(proposals_known(state, reader), key=lambda swap: swap.seat == reader):
        tiles: dict[str, Value] = {"gives": swap.gives, "takes": swap.takes}
        if swap.seat == reader:
            says = say("You offer {name} {gives} for {takes}.", name=Player(swap.to), **tiles)
        else:
            says = say("{name} offers {gives} for your {takes}.", name=Player(swap.seat), **tiles)
        yield SwapView(swap, swap.seat == reader, says, _answer(swap))


# --- offers -----------------------------------------------------------------------------------------------------------


def _offer_proposing(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.phase != "playing" or not state.partners_of(seat):
        return None
    partners = [other for other in state.partners_of(seat) if other not in state.swapped]
    alphabet = state.alphabet
    own = alphabet.in_order(set(state.held(seat)))
    seen = hands_seen(state, seat)
    known = "".join(seen.get(other, "") for other in partners) if state.options.partners_see else alphabet.order
    takes = alphabet.in_order(set(known))
    to = [("TO " + _seat(other), say("{player}", player=Player(other))) for other in partners]
    fields = (
        Field(say("Your tile"), "choice", tuple((tile, _tile(tile)) for tile in own)),
        Field(say("For"), "choice", tuple((tile, _tile(tile)) for tile in takes), after="FOR"),
        *((Field(say("Partner"), "choice", tuple(to)),) if len(to) > 1 else ()),
    )
    gives = own[-1:] or alphabet.examples.dear[0]
    other = next((tile for tile in takes if tile != own[-1:]), alphabet.examples.cheap[0])
    partner = partners[0] if partners else seat
    example = f"OFFER {gives} FOR {other}" + (f" TO {_seat(partner)}" if len(to) > 1 else "")
    return Offer(
        "OFFER",
        say("Offer a swap"),
        refusal=refusal,
        brief=say("tile for tile") if refusal is None else None,
        does=say("`{example}` offers {player} this swap", example=example, player=Player(partner)),
        fields=fields if refusal is None else (),
        example=example,
        at="swaps",
    )


def _offer_taking_back(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if proposal_of(state, seat) is None:
        return None
    return Offer(
        "UNOFFER",
        say("Withdraw offer"),
        refusal=refusal,
        does=say("`{example}` withdraws your offer", example="UNOFFER"),
        example="UNOFFER",
        at="swap",
    )


def _offer_accepting(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    does = template("`{example}` swaps {player}’s {gives} for your {takes}")
    return _offer_answer(Accept.verb, say("Accept"), does, proposals_to(state, seat), refusal)


def _offer_declining(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    does = template("`{example}` declines it")
    return _offer_answer(Decline.verb, say("Decline"), does, proposals_to(state, seat), refusal)


def _offer_answer(verb: str, label: Text, does: str, waiting: tuple[Swap, ...], refusal: Text | None) -> Offer | None:
    """Return the button for an answer to one of the waiting offers, with the first as its example."""
    if not waiting:
        return None
    example = f"{verb} {_answer(waiting[0], among=waiting)}"
    choices = ((_answer(swap), say("{player}’s {gives} for your {takes}", **_of(swap))) for swap in waiting)
    return Offer(
        verb,
        label,
        refusal=refusal,
        does=say(does, example=example, **_of(waiting[0])),
        fields=(Field(say("Swap"), "choice", tuple(choices)),),
        example=example,
        at="swap",
    )


def _answer(swap: Swap, *, among: Sequence[Swap] = ()) -> str:
    """Return the text after the verb: the tiles, and the player unless only one offer is waiting."""
    tiles = f"{swap.gives} FOR {swap.takes}"
    return tiles if len(among) == 1 else f"{tiles} FROM {_seat(swap.seat)}"


def _seat(seat: Seat) -> str:
    """Return the seat as it is written, counted from 1."""
    return f"SEAT {seat + 1}"


def _tile(tile: str) -> Text:
    return say("a blank") if tile == "?" else say("{tile}", tile=tile)


def _of(swap: Swap) -> dict[str, Value]:
    """Return the values for a sentence about an offer."""
    return {"player": Player(swap.seat), "gives": swap.gives, "takes": swap.takes}


# --- wording in the history -------------------------------------------------------------------------------------------


def proposals_waiting(state: State, reader: Seat | None) -> Iterator[Text]:
    """Yield a sentence for each offer that the reader may answer."""
    for swap in proposals_to(state, reader):
        yield say(PROPOSES, **_of(swap))


PROPOSES = template("{player} offers you {gives} for your {takes}.")


def _has_part(state: State, reader: Seat | None, *seats: Seat | None) -> bool:
    """Return True if the reader is one of these seats and, as a successor, has looked."""
    return reader is not None and reader in seats and bool(state.seen_round[reader])


def _hides_tiles(state: State, facts: Swapped, seat: Seat | None, reader: Seat | None) -> Swapped:
    """Show the tiles only to readers who took part or see their hands. A successor must have looked first."""
    has_looked = reader is not None and bool(state.seen_round[reader])
    sees = any(sees_tiles_of(state, reader, one) for one in facts.seats)
    return facts if has_looked and sees else replace(facts, tiles=None)


def _says_proposed(told: Told[Proposed]) -> Text:
    facts = told.facts
    tiles: dict[str, Value] = {"gives": facts.gives, "takes": facts.takes}
    if told.is_mine:
        return say("You offered {other} {gives} for {takes}.", other=Player(facts.to), **tiles)
    if told.reader == facts.to:
        return say(PROPOSES, **told.who, **tiles)
    return say("{player} offered {other} {gives} for {takes}.", other=Player(facts.to), **told.who, **tiles)


def _says_ended(told: Told[Unoffered]) -> Text:
    facts, reader = told.facts, told.reader
    tiles: dict[str, Value] = {"gives": facts.gives, "takes": facts.takes}
    by, to = Player(facts.of), Player(facts.to)
    if told.seat is None:
        return say("The offer of {gives} for {takes} ended, because the swap is no longer possible.", **tiles)
    if told.seat == facts.of and reader == by.seat:
        return say("You withdrew your offer to {other}: {gives} for {takes}.", other=to, **tiles)
    if told.seat == facts.of and reader == to.seat:
        return say("{player} withdrew their offer to you: {gives} for your {takes}.", player=by, **tiles)
    if told.seat == facts.of:
        return say("{player} withdrew their offer to {other}: {gives} for {takes}.", player=by, other=to, **tiles)
    if reader == facts.to:
        return say("You declined {other}’s offer of {gives} for your {takes}.", other=by, **tiles)
    if reader == facts.of:
        return say("{player} declined your offer of {gives} for {takes}.", player=to, **tiles)
    return say("{player} declined {other}’s offer of {gives} for {takes}.", player=to, other=by, **tiles)


def _says_swapped(told: Told[Swapped]) -> Text:
    first, second = map(Player, told.facts.seats)
    if told.facts.tiles is None:
        return say("{player} and {other} swapped tiles.", player=first, other=second)
    gives, takes = told.facts.tiles
    if told.reader == first.seat:
        return say(YOU_SWAPPED, other=second, gives=gives, takes=takes)
    if told.reader == second.seat:
        return say(YOU_SWAPPED, other=first, gives=takes, takes=gives)
    return say(
        "{player} and {other} swapped: {gives} for {takes}.", player=first, other=second, gives=gives, takes=takes
    )


YOU_SWAPPED = template("You and {other} swapped: you gave {gives} and got {takes}.")


def _came_of(state: State, facts: Swapped, seat: Seat | None, at: datetime) -> CameOf:
    """Return the offer and its acceptance, both at this instant, because records don't hold offers."""
    if facts.tiles is None:
        return ()
    (first, second), (gives, takes) = facts.seats, facts.tiles
    return (first, Propose(gives, takes, to=second)), (second, Accept(gives, takes, from_=first))


def _to(seats_of: Callable[[F], Iterable[Seat]]) -> Callable[[F, Seat | None, Sequence[Seat]], Notices]:
    """Return a function that sends an email to these seats, except the one that acted."""
    return lambda facts, seat, seats: ((each, "swap") for each in seats if each in seats_of(facts) and each != seat)


# --- rows -------------------------------------------------------------------------------------------------------------


def _in_teams(verb: AnyVerb, options: Options) -> AnyVerb | None:
    """Return the verb in team games, with examples in the alphabet of the game, else None."""
    if not options.teams:
        return None
    shown = alphabet_of(options.alphabet).examples
    dear, cheap = shown.dear[0], shown.cheap[0]
    examples = tuple(example.format(dear=dear, cheap=cheap) for example in verb.examples)
    helps = {written.replace("Q FOR E", f"{dear} FOR {cheap}"): does for written, does in verb.help.items()}
    return replace(verb, examples=examples, help=helps)


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        facts=Propose,
        substitute_with="everything",
        at=_in_teams,
        check=_check_proposing,
        carry_out=_propose,
        offer=_offer_proposing,
        reads=swap_lines.read_offer,
        writes=swap_lines.write,
        examples=("OFFER {dear} FOR {cheap}", "OFFER {dear} FOR {cheap} TO ANNA"),
        apart_from=frozenset({"UNOFFER"}),
        help={
            "OFFER Q FOR E": template("offer a partner a swap, in team games"),
            "ACCEPT, DECLINE SWAP": template("answer a swap offer"),
        },
    ),
    Verb(
        facts=Unoffer,
        substitute_with="everything",
        at=_in_teams,
        check=_check_taking_back,
        carry_out=_take_back,
        offer=_offer_taking_back,
        reads=swap_lines.read_unoffer,
        help={"UNOFFER": template("withdraw your offer")},
    ),
    Verb(
        facts=Accept,
        substitute_with="everything",
        at=_in_teams,
        check=_check_answer,
        carry_out=_accept,
        offer=_offer_accepting,
        reads=swap_lines.read_accept,
        writes=swap_lines.write,
        examples=("ACCEPT {dear} FOR {cheap}", "ACCEPT FROM ANNA", "ACCEPT {dear} FOR {cheap} FROM ANNA"),
        apart_from=frozenset({"DECLINE SWAP", "OFFER"}),
    ),
    Verb(
        facts=Decline,
        substitute_with="everything",
        at=_in_teams,
        check=_check_answer,
        carry_out=lambda transition, seat, facts: _end(
            transition, _proposal_meant(transition.state, seat, facts), by=seat
        ),
        offer=_offer_declining,
        reads=swap_lines.read_decline,
        also_read={"DECLINE": swap_lines.read_decline},
        writes=swap_lines.write,
        examples=(
            "DECLINE SWAP {dear} FOR {cheap}",
            "DECLINE SWAP FROM ANNA",
            "DECLINE SWAP {dear} FOR {cheap} FROM ANNA",
        ),
    ),
)

HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=Proposed,
        says=_says_proposed,
        hides=lambda state, facts, seat, reader: facts if _has_part(state, reader, seat, facts.to) else None,
        tells=_to(lambda told: (told.to,)),
        is_recorded=False,
    ),
    Happening(
        facts=Unoffered,
        says=_says_ended,
        hides=lambda state, facts, seat, reader: facts if _has_part(state, reader, facts.of, facts.to) else None,
        tells=_to(lambda told: (told.of, told.to)),
        takes_back=lambda ended: (ended.of, Proposed(ended.to, ended.gives, ended.takes)),
        is_recorded=False,
    ),
    Happening(
        facts=Swapped, says=_says_swapped, hides=_hides_tiles, came_of=_came_of, tells=_to(lambda told: told.seats[:1])
    ),
)
