"""The terms by which its players find a finished game again, as `Game.found_by` keeps them."""

from games.rules.table.kind import AnyKind
from games.rules.table.state import TableState


def terms_of(kind: AnyKind, state: TableState) -> str:
    """The words on the boards of a finished game and its house rules, each between blanks."""
    rules = kind.house_rules(state.options)
    terms = [*sorted(kind.words_laid(state)), *(rule_term(name, value) for name, value in rules.items())]
    return f" {' '.join(terms)} " if terms else ""


def rule_term(name: str, value: object) -> str:
    """A house rule in one piece."""
    return f"{name}:{'_'.join(str(value).split())}"
