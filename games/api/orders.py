"""Commands as JSON, in the shapes that reading a mail prints, to orders. The kind's own grammar reads their arguments."""

import json
from collections.abc import Sequence
from typing import Any

from games.rules.kind import Order, OrderRefused, Unreadable
from games.rules.lines import line_of
from games.rules.messages import Message, say
from games.rules.reading import Grammar, gather

BESIDE_THE_GRAMMAR = {"LOOK", "PAUSE", "RESUME"}
EXAMPLES: dict[str, dict[str, Any]] = {
    "GRID": {"verb": "GRID", "layout": [".K..", "CAKE", ".Y.."]},
    "JAYWALK": {"verb": "JAYWALK", "tiles": ["Q"]},
    "SAY": {"verb": "SAY", "text": "Good luck"},
    "JOIN": {"verb": "JOIN", "cut": "my lucky 7"},
}


def read_commands(commands: Sequence[dict[str, Any]], grammar: Grammar) -> tuple[Order, ...]:
    """The orders, with only the last layout. Raises Unreadable, naming the command, for any that is not in its shape."""
    written = [(_text(command), _order(command, grammar)) for command in commands]
    layouts = [pair for pair in written if pair[1].verb == "GRID"]
    return gather([pair for pair in written if pair not in layouts[:-1]], grammar)


def _order(command: dict[str, Any], grammar: Grammar) -> Order:
    verb = command.get("verb")
    known = {"GRID", *BESIDE_THE_GRAMMAR, *grammar.verbs}
    if not isinstance(verb, str) or verb not in known:
        raise _fault(command, say("A command has a verb, one of {verbs}.", verbs=tuple(sorted(known))), "GRID")
    facts = {name: value for name, value in command.items() if name != "verb"}
    expected = set(EXAMPLES.get(verb, {})) - {"verb"}
    if not set(facts) <= expected:
        raise _fault(command, say("{verb} has no {names}.", verb=verb, names=tuple(sorted({*facts} - expected))), verb)
    match verb, facts:
        case "GRID", {"layout": [*rows]} if all(isinstance(row, str) for row in rows):
            return _grid(command, rows, grammar)
        case "JAYWALK", {"tiles": [*tiles]} if all(isinstance(tile, str) for tile in tiles):
            return _in_words(command, f"JAYWALK {' '.join(tiles)}", grammar)
        case "SAY", {"text": str(text)} if text.strip():
            return Order("SAY", {"text": text})
        case "JOIN", {"cut": str(cut)}:
            return Order("JOIN", {"cut": cut})
        case _ if facts or verb in ("GRID", "JAYWALK", "SAY"):
            raise _fault(command, say("{verb} is not written like this.", verb=verb), verb)
    return Order(verb)


def _grid(command: dict[str, Any], rows: Sequence[str], grammar: Grammar) -> Order:
    try:
        return Order("GRID", {"layout": grammar.layout_from(rows)})
    except OrderRefused as refused:
        raise _fault(command, refused.why, "GRID") from refused


def _in_words(command: dict[str, Any], text: str, grammar: Grammar) -> Order:
    """The order as the grammar reads it from a line."""
    line = line_of(text)
    try:
        order = grammar.verbs[command["verb"]](line, line.phrase) if line.phrase else None
    except Unreadable as fault:
        raise _fault(command, fault.why, command["verb"]) from fault
    if order is None:
        raise _fault(command, say("{verb} is not written like this.", verb=command["verb"]), command["verb"])
    return order


def _fault(command: dict[str, Any], why: Message, verb: str) -> Unreadable:
    return Unreadable(line=_text(command), why=why, correct=_text(EXAMPLES.get(verb, {"verb": verb})))


def _text(command: dict[str, Any]) -> str:
    return json.dumps(command, ensure_ascii=False)[:200]
