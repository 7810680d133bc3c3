"""Moves of every kind that hide something from somebody, found by random play from the kind's own tables of events.

A new verb, event or house option is included as soon as random play of its kind reaches it."""

import random
from dataclasses import dataclass, fields
from datetime import datetime
from functools import cache
from typing import Any

from games.rules.options import read_options, schema
from games.rules.table.verbs import Happening
from games.rules.values import Event, Joining, Order, OrderRefused, Seat
from games.word_lists import shelf
from tests.rules.test_every_kind import Game

MOVES, MOST_GAMES = 40, 200
MINUTES = (0, 0, 0, 0, 0, 1, 5, 30, 300, 4320)
KEY = bytes(32)
LEAVES = ("RESIGN", "VOID", "PAUSE")  # after these there is little to hide
BESIDE = {  # values to try for options without a fixed list of choices
    "crossing": (
        {"tile_set": "A20 E20 ?2", "starting_tiles": 2, "leeway": 86400},
        {"tile_set": "A20 E20", "starting_tiles": 3, "teams": "ABA", "leeway": 0},
    )
}
SHOWS_ALL = {field.name: field.default for field in fields(Happening) if field.name in ("known_by", "hides")}


@dataclass(frozen=True)
class Move:
    """A game before an order, and that order; or, with None, a game before something is applied that is due by `now`."""

    kind: Any
    options: dict[str, Any]
    state: Any
    events: tuple[Event, ...]
    now: datetime
    seat: Seat
    order: Order | None
    hides: int
    """The number of resulting events that somebody is not shown in full."""
    met: frozenset[object]
    """The verbs of the events so far that hide anything; the hiding verbs of the move once more, if somebody isn't told
    of all its events; and the options with their values."""

    def __str__(self) -> str:
        return f"{self.order} of seat {self.seat} after {len(self.events)} events of a game with {self.options}"


def that_hide(kind: Any) -> set[str]:
    """Return the events of a kind that hide anything from anybody."""
    rows = kind.all_happenings.items()
    return {name for name, row in rows if any(getattr(row, what) is not shows for what, shows in SHOWS_ALL.items())}


@cache
def hidden_moves(kind: Any, words: int) -> tuple[Move, ...]:
    """Return a few moves that cover every event that hides anything, and every choice of a house option."""
    choices = {(name, value) for name, one in schema(kind.options_type).items() for value in one.choices}
    missing, moves = choices | that_hide(kind), []
    for number in range(MOST_GAMES if that_hide(kind) else 0):
        of_game = _moves(kind, random.Random(f"{kind.key} {number}"), words)
        missing -= {one for move in of_game for one in move.met}
        moves += of_game
        if not missing:
            break
    found: list[Move] = []
    missing = {one for move in moves for one in move.met}
    while missing:
        found.append(max(moves, key=lambda move: (len(move.met & missing), move.hides)))
        missing -= found[-1].met
    return tuple(found)


def _moves(kind: Any, chance: random.Random, words: int) -> list[Move]:
    """Return the moves of one random game."""
    seats = max(kind.seats[0], min(3, kind.seats[1]))
    options = _options(kind, seats, chance)
    game = Game(kind, options=options, joining=[Joining()] * seats, key=KEY, words=shelf.words_of(words))
    moves: list[Move] = []
    met: set[object] = set(options.items())

    def after(seat: Seat, order: Order | None, state: Any, events: tuple[Event, ...]) -> None:
        came = game.events[len(events) :]
        if game.state.phase == "finished" or not came:
            return
        readers = (*range(seats), None)
        hidden = {one.verb for one in came if any(_hides(kind, game.state, one, reader) for reader in readers)}
        is_told_to_all = all(any(kind.tell(game.state, one, reader) for one in came) for reader in readers)
        met.update(hidden)
        here = {*met, *((verb, "unknown") for verb in hidden if not is_told_to_all)}
        moves.append(Move(kind, options, state, events, game.now, seat, order, len(hidden), frozenset(here)))

    after(0, None, game.state, ())
    for _ in range(MOVES):
        before = game.state, tuple(game.events)
        game.wait(chance.choice(MINUTES))
        after(0, None, *before)
        verb = chance.choice([verb for verb in game.play.VERBS if verb not in LEAVES])
        seat = chance.choice([*range(seats), *getattr(game.state, "awaited", ())])
        for order in game.play.orders(game.state, seat, verb=verb, number=chance.randint(0, 5), now=game.now):
            before = game.state, tuple(game.events)
            game.attempt(order, seat)
            after(seat, order, *before)
    return [move for move in moves if move.events]


def _hides(kind: Any, state: Any, event: Event, reader: Seat | None) -> bool:
    """Return True if this reader is not shown all of an event."""
    row = kind.all_happenings[event.verb]
    facts = row.facts.read(event.facts)
    is_known = row.known_by(state, event.seat, reader)
    return not is_known or row.hides(state, facts, event.seat, reader) != facts


def _options(kind: Any, seats: int, chance: random.Random) -> dict[str, Any]:
    """Choose options, most of them at random."""
    beside = chance.choice(BESIDE.get(kind.key, ({},)))
    chosen = [one for one in schema(kind.options_type).values() if one.name not in beside and one.choices]
    while True:
        options = beside | {one.name: chance.choice(list(one.choices)) for one in chosen if chance.random() < 0.9}
        try:
            kind.set_up(seats, read_options(kind.options_type, options))
        except OrderRefused:
            continue
        return options
