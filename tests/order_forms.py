"""The form of an order, filled in with what a mail would say."""

import re


def fields_of(choice, verb, text):
    """The fields by name, from the order as the grammar writes it."""
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
