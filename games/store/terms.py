"""Search terms of a finished game for its players, as stored in `Game.found_by`."""

from games.rules.table.kind import AnyKind
from games.rules.table.state import TableState


def terms_of(kind: AnyKind, state: TableState) -> str:
    """Return the words on the boards of a finished game and its house rules, with a space around each; empty if there are none."""
    rules = kind.house_rules(state.options)
    terms = [*sorted(kind.words_laid(state)), *(rule_term(name, value) for name, value in rules.items())]
    return f" {' '.join(terms)} " if terms else ""


def rule_term(name: str, value: object) -> str:
    """Return a house rule as one term without spaces."""
    return f"{name}:{'_'.join(str(value).split())}"
