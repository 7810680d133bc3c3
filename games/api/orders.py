"""Commands as JSON, in the shapes that reading a mail prints, to orders. Their facts are put into the line that says the
same, and the kind's own grammar reads that; no verb of any kind is known here."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from games.rules.kind import Order, OrderRefused, Unreadable
from games.rules.lines import has_control_signs
from games.rules.messages import Message, say
from games.rules.notation import example
from games.rules.reading import Grammar, gather, read

Json: TypeAlias = Any
Command: TypeAlias = dict[str, Json]

BESIDE_THE_GRAMMAR = {"LOOK", "PAUSE", "RESUME", "VOID", "KEEP"}
OF_EVERY_TABLE: Mapping[str, Command] = {
    "SAY": {"verb": "SAY", "text": "Good luck"},
    "JOIN": {"verb": "JOIN", "cut": "my lucky 7"},
}
LONGEST_SHOWN = 200


def read_commands(commands: Sequence[Command], grammar: Grammar) -> tuple[Order, ...]:
    """The orders, with only the last layout. Raises Unreadable, naming the command, for any that is not in its shape."""
    shapes = shapes_of(grammar)
    written = [(_text(command), _order(command, grammar, shapes)) for command in commands]
    layouts = [pair for pair in written if pair[1].verb == "GRID"]
    return gather([pair for pair in written if pair not in layouts[:-1]], grammar)


def shapes_of(grammar: Grammar) -> Mapping[str, list[Command]]:
    """An example of each command that has facts, by its verb; of one that may be written in several forms, each."""
    shapes = defaultdict[str, list[Command]](list)
    for text in (*([example(grammar.board)] if grammar.has_layouts else []), *grammar.examples):
        for order in read(text, grammar).orders:
            shapes[order.verb].append(order.as_json())
    for verb, command in OF_EVERY_TABLE.items():
        shapes[verb].append(command)
    return dict(shapes)


def _order(command: Command, grammar: Grammar, shapes: Mapping[str, list[Command]]) -> Order:
    known = {*(["GRID"] if grammar.has_layouts else []), *BESIDE_THE_GRAMMAR, *grammar.verbs}
    verb = command.get("verb")
    if not isinstance(verb, str) or verb not in known:
        named = tuple(sorted(known))
        raise _fault(command, say("A command has a verb, one of {verbs}.", verbs=named), _any_of(shapes))
    facts, forms = {name: value for name, value in command.items() if name != "verb"}, shapes.get(verb, [])
    right = forms[0] if forms else {"verb": verb}
    names = {name for form in forms for name in form if name != "verb"}
    if not set(facts) <= names:
        other = tuple(sorted({*facts} - names))
        raise _fault(command, say("{verb} has no {names}.", verb=verb, names=other), right)
    if facts:
        form = next((form for form in forms if _has_the_shape(command, form)), None)
        if form is None:
            raise _fault(command, say("{verb} is not written like this.", verb=verb), right)
        facts = {name: facts[name] for name in form if name != "verb"}  # in the order in which they are written
    return _read(command, verb, facts, grammar, right)


def _has_the_shape(command: Command, form: Command) -> bool:
    """Whether its facts have the names and types of this example."""
    return set(command) == set(form) and all(_is_like(command[name], value) for name, value in form.items())


def _is_like(value: Json, shown: Json) -> bool:
    if isinstance(shown, list):
        return isinstance(value, list) and all(_is_like(item, shown[0] if shown else "") for item in value)
    return type(value) is type(shown)


def _read(command: Command, verb: str, facts: Command, grammar: Grammar, right: Command) -> Order:
    """The order as the grammar reads it, from the line that says it."""
    try:
        facts = {name: _fact(name, value, grammar) for name, value in facts.items()}
    except OrderRefused as refused:
        raise _fault(command, refused.why, right) from refused
    if verb in BESIDE_THE_GRAMMAR or (verb in {"GRID", *OF_EVERY_TABLE} and _says_something(facts)):
        return Order(verb, facts)
    if any(map(has_control_signs, _texts(facts))):  # one of them could begin another line
        raise _fault(command, say("{verb} is not written like this.", verb=verb), right)
    try:
        reading = read(grammar.write(Order(verb, facts)), grammar)
    except Unreadable as fault:
        raise _fault(command, fault.why, right) from fault
    if len(reading.orders) != 1 or reading.ignored:
        raise _fault(command, say("{verb} is not written like this.", verb=verb), right)
    return reading.orders[0]


def _fact(name: str, value: Json, grammar: Grammar) -> Json:
    """A value as orders hold it."""
    if name == "layout":
        return grammar.layout_from(value)
    return tuple(value) if isinstance(value, list) else value


def _says_something(facts: Command) -> bool:
    return any(str(value).strip() for value in facts.values())


def _texts(facts: Command) -> list[str]:
    return [
        text
        for value in facts.values()
        for text in (value if isinstance(value, tuple) else [value])
        if isinstance(text, str)
    ]


def _any_of(shapes: Mapping[str, list[Command]]) -> Command:
    return next(iter(shapes.values()))[0]


def _fault(command: Command, why: Message, right: Command) -> Unreadable:
    return Unreadable(line=_text(command), why=why, correct=json.dumps(right, ensure_ascii=False))


def _text(command: Command) -> str:
    return json.dumps(command, ensure_ascii=False)[:LONGEST_SHOWN]
