"""Orders by forms: controls for an offer's fields, and their values as the lines that one would write in an email.

The kind's own grammar reads those lines; no rule is decided here."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from django.http import QueryDict
from django.utils.translation import gettext

from games.queries.choices import Choice
from games.queries.layouts import with_borders
from games.rules.alphabets.alphabet import Alphabet
from games.rules.grid import tiles_used
from games.rules.layout_lines import END, LAYOUT_VERBS
from games.rules.panels import Field, Grid, Lines, Panel, Rack
from games.web.asking import number_in
from games.web.sent_back import NotFilledIn, Sent
from games.wording import speak

LEAST_ROWS, MOST_ROWS = 6, 24


class Asks(Protocol):
    """A game, puzzle or position to try: something with order forms."""

    @property
    def names(self) -> Sequence[str]: ...

    @property
    def alphabet(self) -> Alphabet: ...

    @property
    def panels(self) -> Sequence[Panel]: ...


@dataclass(frozen=True)
class Tick:
    """Something to choose: the value to send, its label, and the value of a tile."""

    value: str
    says: str
    is_chosen: bool
    worth: str = ""


@dataclass(frozen=True)
class Control:
    """One field of a form, in words, with its value.

    `is_beside`: its boxes are shown beside the lines of a panel. `alone` are ticks that may be chosen alone, without
    the fields that only go with others."""

    name: str
    field: Field
    label: str
    help: str
    text: str
    ticks: tuple[Tick, ...]
    rows: int
    is_beside: bool = False
    alone: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Drawn:
    """Data for the script that lays out a form's tiles on a board: names of the field and panels, the `hand` to lay,
    the `rows` to start from (or to add to, if they are `fixed`), the `round`, bonus cells with their meanings, and
    tile values."""

    field: str
    grid: str
    rack: str
    rows: str
    is_fixed: bool
    round: int
    hand: str
    colours: str
    bonuses: str
    values: str


@dataclass(frozen=True)
class ByCards:
    """Data for the script that fills in a form by selecting cards.

    `by` is the gesture, on cards of the panel `rack`; `field` is the field it fills in. For a word made from another
    one, `words` is the panel and `of` the field that names it. At most `most` cards may be exchanged, any number if
    0. `pile` is where a card can be given."""

    by: str
    rack: str
    field: str
    words: str = ""
    of: str = ""
    most: int = 0
    pile: str = ""


@dataclass(frozen=True)
class Entries:
    """Data for the script that lets entries be chosen and filled in on the panel `grid`: the names of the two
    fields, and each entry as value, label, cells and points."""

    picks: str
    writes: str
    grid: str
    entries: str


@dataclass(frozen=True)
class OrderForm:
    """An offer as a form, with tiles of an alphabet. `wrong` is the refused form, if it was sent and not carried out."""

    choice: Choice
    alphabet: Alphabet
    controls: tuple[Control, ...]
    wrong: Sent | None = None
    board: Drawn | None = None
    by_cards: ByCards | None = None
    writing: Entries | None = None
    is_open: bool = False

    @property
    def is_sent_from_board(self) -> bool:
        """True if everything it needs is on the board: tiles laid there, or boxes beside its lines."""
        is_beside = bool(self.controls) and all(control.is_beside for control in self.controls)
        return self.board is not None or self.writing is not None or is_beside

    @property
    def links(self) -> Sequence[Control]:
        """The fields that name people of a chain, in its order."""
        return sorted((control for control in self.controls if control.field.link), key=lambda one: one.field.link)

    @property
    def drawer(self) -> str:
        """The fragment address of the drawer with its fields."""
        return f"#form-{self.choice.verb}"

    @property
    def is_shown(self) -> bool:
        """True if it can be filled in: to send now, or as a plan."""
        return self.choice.can_be_tried or self.choice.allowed


def forms_of(view: Asks, choices: Sequence[Choice], sent: Sent | None) -> tuple[OrderForm, ...]:
    """Return a form for each offer. The one that was sent is open, else the first with fields."""
    asking = [choice for choice in choices if choice.fields and (choice.can_be_tried or choice.allowed)]
    opened = sent.form if sent else asking[0].verb if asking else ""
    forms = []
    for choice in choices:
        wrong = sent if sent and sent.form == choice.verb else None
        given = wrong.given if wrong else {}
        alone = frozenset(value for one in choice.fields for value in one.not_with)
        controls = tuple(_control(view, name, one, given.get(name), alone) for name, one in names(choice))
        board, by_cards, entries = _drawn(view, choice), _by_cards(choice), _entries(view, choice)
        forms.append(OrderForm(choice, view.alphabet, controls, wrong, board, by_cards, entries, choice.verb == opened))
    return tuple(forms)


def is_filled_in(given: QueryDict) -> bool:
    """Return True if a form was filled in or its question was confirmed."""
    return "sure" in given or any(name.startswith("field-") for name in given)


def names(choice: Choice) -> list[tuple[str, Field]]:
    return [(f"field-{n}", one) for n, one in enumerate(choice.fields)]


def with_numbers(choice: Choice, given: QueryDict) -> QueryDict:
    """Return the form's data, with the least allowed number in empty number fields."""
    filled_in = given.copy()
    for name, one in names(choice):
        if one.how == "number" and not given.get(name):
            filled_in[name] = str(one.least)
    return filled_in


def written(choice: Choice, given: QueryDict, view: Asks) -> str:
    """Return a filled-in form as the lines that one would write in an email. Raises NotFilledIn."""
    parts, below, chosen = [choice.verb], "", list[str]()
    for name, one in names(choice):
        if set(one.not_with).intersection(chosen):
            continue
        values = _read(one, given.getlist(name), view)
        label = speak(one.label, view.names)
        if one.how == "layout":
            said = below = with_borders("".join(values)).strip("\r\n")
        elif fault := _fault(one, values):
            raise NotFilledIn(gettext("{label}: {fault}").format(label=label, fault=fault), field=name)
        else:
            said = _said(one, values)
            parts += [one.after if any(values) else "", said] if said else []
        if not said.strip() and not one.is_optional:
            asked = (
                gettext("Tap a tile under “{label}” first.") if one.how == "tiles" else gettext("Fill in “{label}”.")
            )
            empty = asked.format(label=label)
            raise NotFilledIn(f"{empty} {speak(one.help, view.names) if one.help else ''}".strip(), field=name)
        chosen += values
    line = " ".join(filter(None, parts))
    if not below.strip():
        return line
    opening = "" if choice.verb in LAYOUT_VERBS else "\nGRID"
    return f"{line}{opening}\n{below}\n{END}"


def _read(one: Field, values: Sequence[str], view: Asks) -> Sequence[str]:
    """Return what was chosen in a field, with tiles as they are inside."""
    return [view.alphabet.read_back(value) for value in values] if one.choices else values


def _said(one: Field, values: Sequence[str]) -> str:
    """Return a field's value as it is written after the verb, in one line."""
    if one.how == "choices":
        return ", ".join(values) or one.none
    said = "".join(values) if one.how == "tiles" else " ".join(" ".join(values).split())
    return one.written.get(said, said) or one.none


def _fault(one: Field, values: Sequence[str]) -> str:
    """Say what is wrong with a value; empty if the form offered it or it is empty."""
    said = _said(one, values)
    if not said:
        return ""
    if one.how == "tiles":
        most = one.most or len(one.choices)
        is_offered = not Counter(values) - Counter(value for value, _ in one.choices)
        if not is_offered or not one.least <= len(values) <= most:
            return gettext("choose {least} to {most} of those shown.").format(least=one.least, most=most)
    if one.how in ("choice", "choices") and not set(values) <= set(dict(one.choices)):
        return gettext("choose one of the options shown.")
    if barred := [mark for mark in one.without if mark in (said.upper().split() if mark.isalpha() else said)]:
        return gettext("leave out “{mark}”.").format(mark=barred[0])
    if one.how == "number":
        number = number_in(said)
        if number is None or not one.least <= number <= one.most:
            return gettext("enter a number from {least} to {most}.").format(least=one.least, most=one.most)
    return ""


def _by_cards(choice: Choice) -> ByCards | None:
    """Return the data for the script; None if the order uses no cards."""
    before = ""
    for name, one in names(choice):
        if one.rack and one.how in ("word", "choice"):
            by = "giving" if one.pile else one.by or "laying"
            return ByCards(by, one.rack, name, one.words, before if one.words else "", one.most, one.pile)
        before = name
    return None


def _control(view: Asks, name: str, one: Field, given: Sequence[str] | None, alone: frozenset[str]) -> Control:
    start = "\n".join(one.start)
    text = start if given is None else "".join(given)
    given = None if given is None else _read(one, given, view)
    only = [value for value, _ in one.choices] if one.how == "choice" and len(one.choices) == 1 else []
    chosen = Counter((only or one.chosen) if given is None else given)
    worth = one.values or _values_in(view.panels) if one.how == "tiles" else {}
    ticks = []
    for value, says in one.choices:
        ticks.append(Tick(value, speak(says, view.names), chosen[value] > 0, str(worth.get(value, ""))))
        chosen[value] -= 1
    return Control(
        name=name,
        field=one,
        label=speak(one.label, view.names),
        help=speak(one.help, view.names) if one.help else "",
        text=text,
        ticks=tuple(ticks),
        rows=min(max(LEAST_ROWS, text.count("\n") + 1), MOST_ROWS),
        is_beside=any(isinstance(panel, Lines) and panel.name == one.lines for panel in view.panels),
        alone=alone.intersection(dict(one.choices)),
    )


def _drawn(view: Asks, choice: Choice) -> Drawn | None:
    """Return the data for the script; None if nothing can be laid, or only on a board that is not shown."""
    laid = ((name, one) for name, one in names(choice) if one.how == "layout" and (one.grid or one.rack))
    name, one = next(laid, ("", None))
    grid = next((panel for panel in view.panels if isinstance(panel, Grid) and one and panel.name == one.grid), None)
    if one is None or (one.grid and grid is None):
        return None
    rack = "".join(panel.tiles for panel in view.panels if isinstance(panel, Rack) and panel.name == one.rack)
    return Drawn(
        field=name,
        grid=one.grid,
        rack=one.rack,
        rows="/".join(one.start),
        is_fixed=one.is_fixed,
        round=one.round,
        hand=rack if one.is_fixed else tiles_used(one.start) + rack,
        colours="/".join(grid.colours) if grid else "",
        bonuses=json.dumps(
            {colour: speak(bonus.says, ()) for colour, bonus in grid.bonus_cells.items()}
            if grid and grid.colours
            else {}
        ),
        values=json.dumps(_values_in(view.panels)),
    )


def _values_in(panels: Sequence[Panel]) -> dict[str, int]:
    """Return the value of each tile on these boards and racks."""
    return {tile: value for one in panels if isinstance(one, (Grid, Rack)) for tile, value in one.values.items()}


def _entries(view: Asks, choice: Choice) -> Entries | None:
    """Return the data for the script; None if there are no entries to fill in, or their board is not shown."""
    fields = names(choice)
    for (picks, one), (writes, _) in pairwise(fields):
        if one.cells and any(isinstance(panel, Grid) and panel.name == one.grid for panel in view.panels):
            entries = [
                (value, speak(says, view.names), one.cells[value], one.earns[value]) for value, says in one.choices
            ]
            return Entries(picks, writes, one.grid, json.dumps(entries))
    return None
