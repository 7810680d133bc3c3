"""The course of a game of Crosslet: the deal, whose turn it is, and the end.

Source: RULES.md. `play` has the orders of a turn."""

from collections.abc import Sequence

from games.rules.alphabets.alphabet import Alphabet
from games.rules.crosslet.board import BARE, RACK, settled
from games.rules.crosslet.state import State
from games.rules.facts import Facts
from games.rules.table.turns import Scored, TurnTransition, are_final, by_seat
from games.rules.table.verbs import AnyHappening, Happening, Told, to_all
from games.rules.texts import Player, Text, say
from games.rules.tiles import TileSet
from games.rules.values import Seat


class Dealt(Facts):
    """The deal: the seat that starts, and the tiles that each seat drew."""

    verb = "deal"
    first: Seat
    draws: tuple[tuple[str, ...], ...]


class Settled(Scored, kw_only=True):
    """The final scoring: the change of each seat's points, if racks were counted, and the seat that was out, if any."""

    changes: tuple[int | None, ...] | None = None
    out: Seat | None = None


class Transition(TurnTransition[State]):
    scored = Settled


def tile_set(alphabet: Alphabet) -> TileSet:
    """Return the tiles of a game: the full set of its alphabet."""
    return TileSet(alphabet.standard, alphabet.sets[alphabet.standard])


def begin(transition: TurnTransition[State]) -> None:
    """Draw who starts, shuffle the tiles, and deal seat by seat."""
    seats = range(transition.state.seats)
    first = transition.chance.below(len(seats))
    transition.change(
        boards={None: BARE},
        bags={"bag": "".join(transition.chance.shuffle(tile_set(transition.state.alphabet).tiles)), "removed": ""},
        hands=dict.fromkeys(seats, ""),
    )
    transition.happened(Dealt(first, tuple(fill(transition, seat) for seat in seats)))
    transition.await_orders(first)


def fill(transition: TurnTransition[State], seat: Seat) -> tuple[str, ...]:
    """Draw for a seat until it has seven tiles or none are left. Return the tiles drawn."""
    state = transition.state
    missing = RACK - len(state.hands[seat])
    drawn = state.bag[::-1][:missing]
    transition.change(bags={**state.bags, "bag": state.bag[: len(state.bag) - len(drawn)]})
    transition.put("hands", seat, state.hands[seat] + drawn)
    return tuple(drawn)


def go_on(transition: TurnTransition[State], seat: Seat) -> None:
    """End the turn. End the game if the seat is out, or if each player has exchanged twice in a row."""
    if not transition.state.hands[seat]:
        _end(transition, seat)
    elif transition.state.may_end:
        _end(transition, None)
    else:
        _await_next(transition, seat)


def left(transition: TurnTransition[State], seat: Seat) -> None:
    """Take the tiles of a player who resigned out of the game. Their words and points stay."""
    state = transition.state
    transition.change(bags={**state.bags, "removed": state.bags["removed"] + state.hands[seat]})
    transition.put("hands", seat, "")
    if state.may_end:
        _end(transition, None)
    elif seat in state.awaited:
        _await_next(transition, seat)


def _await_next(transition: TurnTransition[State], seat: Seat) -> None:
    transition.change(swapped={})
    transition.await_orders(transition.state.next_after(seat))


def _end(transition: TurnTransition[State], out: Seat | None) -> None:
    state = transition.state
    changes = settled({seat: state.hands[seat] for seat in state.live}, state.alphabet.values)
    transition.change(points={seat: points + changes.get(seat, 0) for seat, points in state.points.items()}, swapped={})
    transition.finish(changes=tuple(by_seat(changes, state.seats)), out=out)


# --- wording in the history -------------------------------------------------------------------------------------------


def _dealt(told: Told[Dealt]) -> Text:
    first = told.facts.first
    if first == told.reader:
        return say("The tiles are dealt. You start.")
    return say("The tiles are dealt. {player} starts.", player=Player(first))


def _settled(told: Told[Settled]) -> Text | None:
    changes, out = told.facts.changes, told.facts.out
    if changes is None:  # racks aren't counted: one player was left, or the time was up
        return are_final(told)
    if out is None:
        return say("Every player exchanged twice in a row, so everyone loses the value of their rack.")
    gained = changes[out] or 0
    if out == told.reader:
        return say(
            "You have used all your tiles and gain {n}, the value of the other racks. The others lose the "
            "value of theirs.",
            n=gained,
        )
    return say(
        "{player} has used all their tiles and gains {n}, the value of the other racks. The others lose the value "
        "of theirs.",
        player=Player(out),
        n=gained,
    )


HAPPENINGS: Sequence[AnyHappening] = (
    Happening(facts=Dealt, says=_dealt, tells=to_all("start"), begins_a_turn=True),
    Happening(facts=Settled, says=_settled, tells=to_all("result")),
)
