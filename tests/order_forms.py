"""An order's form, filled in with the text of an email."""

import re

from django.utils import timezone

from games import queries


def filled_in(game_id, player, order, grammar):
    """Return the path of an order's form, relative to the game's page, and the fields with which the player sends it."""
    view, text = queries.table(game_id=game_id, player=player, now=timezone.now()), grammar.write(order)
    if order.verb == "GRID" and view.loaded.table.kind.layouts:
        rows = text.removeprefix("GRID").removesuffix("END").strip("\n")
        return "layout", {"do": "submit", "turn": view.turn, "layout": rows}
    choice = next((one for one in view.may if one.verb == order.verb), None)
    given = fields_of(choice, order.verb, text) if choice else {}
    return "order", {"verb": order.verb, "turn": view.turn, "sure": "yes", **given}


def fields_of(choice, verb, text):
    """Return the fields by name for an order written in the kind's grammar."""
    line, _, below = text.partition("\nGRID\n") if not text.startswith("GRID") else ("GRID", "", text[5:])
    rest = line.removeprefix(verb).strip()
    given = {}
    for n, field in enumerate(choice.fields):
        if field.how == "layout":
            said = below.removesuffix("END").strip()
        elif field.how == "tiles":
            said, rest = list(re.sub(r"[\s,]", "", rest)), ""
        elif field.how in ("words", "text"):
            said, rest = rest, ""
        else:
            said, _, rest = rest.partition(" ")
        given[f"field-{n}"] = said
    return given
