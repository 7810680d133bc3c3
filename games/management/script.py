"""Plays a script of looks, requests and waits by the rules of Lexicon Crossing. Every layout counts as complete, so
tiles play no part in it."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from typing import Any

from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH
from games.rules.facts import JsonObject
from games.rules.values import Event, Joining, Order, OrderRefused, Resources, Step
from games.rules.words import AnyWord

DEAL = datetime(2000, 1, 1, tzinfo=UTC)
DEALT_EACH = 2
IN_MINUTES = {
    "leeway": "leeway",
    "see_within": "see_within",
    "bank": "see_bank",
    "call_within": "call_within",
    "grace": "grace",
    "abandon": "abandon_after",
}
OTHERWISE_NAMED = {"per_light": "tiles_per_light", "reveal": "reveal_after"}
LEFT_OUT = {"submit", "drop", "done", "end"}


class _Played:
    """A game of Lexicon Crossing, played by a script."""

    def __init__(self, seats: int, options: JsonObject, alphabet: Alphabet) -> None:
        self.kind = registry.kind("crossing")
        self.resources = Resources(key=bytes(32), words=AnyWord())
        self.events: list[Event] = []
        total = seats * DEALT_EACH + options["pool"]
        most, one = map(alphabet.write, alphabet.letters[:2])
        given = self.kind.options_type(
            tile_set=f"{most}{total - 1} {one}1",
            alphabet=alphabet.code,
            starting_tiles=DEALT_EACH,
            **dict(_named(self.kind.options_type, options)),
        )
        self.take(self.kind.start([Joining()] * seats, given, self.resources, DEAL))
        self.wait(DEAL)

    def take(self, step: Step[Any]) -> None:
        self.state = step.state
        self.events += step.events

    def wait(self, until: datetime) -> None:
        while (one := self.kind.due(self.state)) and one.at <= until:
            self.take(self.kind.tick(self.state, self.resources))

    def give(self, verb: str, seat: int, at: datetime) -> None:
        """Let time pass until `at`, carry out the orders that `verb` stands for, and apply what then falls due at once.
        Raises OrderRefused if the rules refuse an order."""
        self.wait(at)
        for order in self._orders(verb, seat):
            self.take(self.kind.play(self.state, seat, order, self.resources, at))
        self.wait(at)

    def _orders(self, verb: str, seat: int) -> Sequence[Order]:
        view = self.kind.view(self.state, seat, self.resources.words)
        match verb:
            case "see":
                return [Order("LOOK")]
            case "ask":
                order = Order("RED" if view.next_is_red else "GREEN")
                if view.phase != "playing" or view.seats[seat].asked_at or not view.hand:
                    return [order]
                return [Order("GRID", {"layout": (view.hand,)}), order]
            case "jaywalk":
                return [Order("JAYWALK", {"tiles": (self.state.hands[seat][:1],)})]
        return [Order(verb.upper())]


def _named(options_type: type[Any], given: JsonObject) -> Iterator[tuple[str, object]]:
    """Yield the options of a case under the names and in the units of the game. A case can use those, the short names
    in `OTHERWISE_NAMED`, or the names in `IN_MINUTES` with times in minutes."""
    known = {option.name for option in fields(options_type)}
    for name, value in given.items():
        if name in IN_MINUTES:
            yield IN_MINUTES[name], value if value == "never" else value * 60
        elif name in OTHERWISE_NAMED or name in known:
            yield OTHERWISE_NAMED.get(name, name), value


def play_script(case: JsonObject, alphabet: Alphabet = ENGLISH) -> JsonObject:
    """Play a test case with tiles of an alphabet, and return what happened.

    A case has a number of `seats`, `options`, and a `script`: a list of `[verb, seat, minute]`, in which the verb
    `wait` only lets time pass. The result is `{"log": [[event, seat, minute], …], "phase": …, "refused": [index, …]}`,
    with the indexes of the entries in the script that the rules refused.

    Raises OrderRefused for options that can't be played."""
    played = _Played(case["seats"], case["options"], alphabet)
    refused = []
    for index, (verb, seat, minute, *_) in enumerate(case["script"]):
        at = DEAL + timedelta(minutes=minute)
        if verb == "wait":
            played.wait(at)
            continue
        try:
            played.give(verb, seat, at)
        except OrderRefused:
            refused.append(index)
    return {"log": list(_log(played.events)), "phase": played.state.phase, "refused": refused}


def _log(events: Sequence[Event]) -> Iterator[list[object]]:
    was_abandoned = any(event.facts.get("ending") == "abandoned" for event in events)
    for event in events:
        minute = int((event.at - DEAL) / timedelta(minutes=1))
        if event.verb == "score":
            yield ["abandon" if was_abandoned else "score", None, minute]
        elif event.verb not in LEFT_OUT:
            yield [event.verb, event.seat, minute]
