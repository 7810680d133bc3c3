"""Commands as JSON, in the form that reading an email prints, turned into orders: each verb's facts define the form,
and the kind's grammar reads the equivalent line. No verb of any kind is known here."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from games.rules.facts import Facts, Mistold, told_names
from games.rules.lines import has_control_characters
from games.rules.notation import example
from games.rules.reading import TABLE_FACTS, Grammar, gather, read
from games.rules.table.facts import Grid
from games.rules.texts import Text, say
from games.rules.values import Order, OrderRefused, Unreadable

Command: TypeAlias = dict[str, Any]

OF_EVERY_TABLE = (Order("SAY", {"text": "Good luck"}), Order("JOIN", {"cut": "my lucky 7"}))
LONGEST_SHOWN = 200


def read_commands(commands: Sequence[Command], grammar: Grammar) -> tuple[Order, ...]:
    """Return the orders. If several submit a layout, only the last of these is kept. Raises Unreadable, naming the
    command, if one has the wrong form."""
    written = [(_text(command), _order(command, grammar)) for command in commands]
    layouts = [pair for pair in written if pair[1].verb == Grid.verb]
    return gather([pair for pair in written if all(pair is not one for one in layouts[:-1])], grammar)


def examples_of(grammar: Grammar) -> Mapping[str, list[Command]]:
    """Return examples of each command with facts, by verb, one for each form in which it may be written."""
    examples = defaultdict[str, list[Command]](list)
    for text in (*([example(grammar.board, grammar.alphabet)] if grammar.has_layouts else []), *grammar.examples):
        for order in read(text, grammar).orders:
            examples[order.verb].append(order.as_json())
    for order in OF_EVERY_TABLE:
        examples[order.verb].append(order.as_json())
    return dict(examples)


def _order(command: Command, grammar: Grammar) -> Order:
    verb, known = command.get("verb"), {*grammar.facts, *grammar.verbs}
    if not isinstance(verb, str) or verb not in known:
        raise _fault(
            command, say("A command needs a verb. It must be one of: {verbs}.", verbs=tuple(sorted(known))), grammar
        )
    facts, given = grammar.facts.get(verb, Facts), {name: value for name, value in command.items() if name != "verb"}
    if others := given.keys() - told_names(facts):
        raise _fault(
            command,
            say("{verb} doesn’t accept these fields: {names}.", verb=verb, names=tuple(sorted(others))),
            grammar,
        )
    if None in given.values():  # None means that a fact is unknown, so it is left out
        raise _unlike(command, grammar)
    try:
        told = facts.read(given) if given else None
    except Mistold as error:
        raise _unlike(command, grammar) from error
    return _read(command, Order.of(told) if told else Order(verb), grammar)


def _read(command: Command, order: Order, grammar: Grammar) -> Order:
    """Return the order that the grammar reads from the equivalent line."""
    verb, facts = order.verb, dict(order.facts)
    if verb not in grammar.verbs and not (verb == Grid.verb and not facts):
        return _with_layout(command, order, grammar)
    if verb in TABLE_FACTS and any(str(value).strip() for value in facts.values()):
        return order
    values = (one for value in facts.values() for one in (value if isinstance(value, tuple) else [value]))
    # these could begin another line
    if any(isinstance(value, str) and has_control_characters(value) for value in values):
        raise _unlike(command, grammar)
    try:
        reading = read(grammar.write(_with_layout(command, order, grammar)), grammar)
    except Unreadable as fault:
        raise _fault(command, fault.why, grammar) from fault
    if len(reading.orders) != 1 or reading.ignored:
        raise _unlike(command, grammar)
    return reading.orders[0]


def _with_layout(command: Command, order: Order, grammar: Grammar) -> Order:
    """Return the order with its layout, if it has one, converted to the form that the grammar gives to a layout read
    from text. Raises Unreadable."""
    if "layout" not in order.facts:
        return order
    try:
        return Order(order.verb, {**order.facts, "layout": grammar.layout_from(order.facts["layout"])})
    except OrderRefused as refused:
        raise _fault(command, refused.why, grammar) from refused


def _unlike(command: Command, grammar: Grammar) -> Unreadable:
    return _fault(command, say("{verb} can’t be written like this.", verb=str(command["verb"])), grammar)


def _fault(command: Command, why: Text, grammar: Grammar) -> Unreadable:
    """Return the refusal of an unreadable command. It has an example of a command with the same verb, if there is
    one."""
    verb, examples = str(command.get("verb")), examples_of(grammar)
    of_no_facts = {"verb": verb} if verb in {*grammar.facts, *grammar.verbs} else next(iter(examples.values()))[0]
    right = examples[verb][0] if verb in examples else of_no_facts
    return Unreadable(why, line=_text(command), correct=json.dumps(right, ensure_ascii=False))


def _text(command: Command) -> str:
    return json.dumps(command, ensure_ascii=False)[:LONGEST_SHOWN]
