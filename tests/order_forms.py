"""An order's form, filled in with the text of an email."""

import re


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
