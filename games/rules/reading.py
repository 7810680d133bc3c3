"""The command grammar of all kinds, from text to orders, shared by email, web and API.

A kind gives a `Grammar`: its verbs, and how to read the rest of each line. Whether an order may be carried out is up
to the kind. `notation` reads layouts, and `layout_lines` finds their ends."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby

from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH
from games.rules.chance import LONGEST_CUT
from games.rules.facts import Facts
from games.rules.fixed_board import FixedBoard
from games.rules.grid import EMPTY, Layout, layout_from
from games.rules.layout_lines import END, LAYOUT_VERBS, board_rows_in, can_be_of_board, find_layout, rows_until_end
from games.rules.lines import LONGEST_POLITE, Line, Phrase, fold, has_control_characters, line_of, lines_of, was_broken
from games.rules.notation import example, read_layout
from games.rules.values import Order, Reading, Unreadable

MOST_LINES = 400
_JOIN = re.compile(r"(?P<verb>join)[*_]*(?P<colon>\s*:)?", re.IGNORECASE)
_TALK = re.compile(
    r".*\?|(me|us|you|him|her|them|in|on|at|a|an|the|our|my (game|team|group|list)|your|this|that|for|with|and|but|if|when"
    r"|to|today|tonight|tomorrow|later|maybe|next|soon|now|free|thousands|millions|over|here)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r".*([.,;!]\s|\b(not?|never|sorry|cannot|\w+n['’]t)\b)", re.IGNORECASE)
_REMARK = re.compile(r"[,.;!–—-]|(sorry|thanks|thank you|thx)\b", re.IGNORECASE)
_BETWEEN_ORDERS = re.compile(r"\s*[,;&+]\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)
_DECLINE_COLON = re.compile(r"decline[*_]*\s*:", re.IGNORECASE)

Reads = Callable[[Line, Phrase], Order | None]
"""Reads a line that starts with its verb. Returns an order, or None for chat. Raises Unreadable."""

Orders = tuple[Order, ...]


def as_written(order: Order) -> str:
    """Return the order as a command: the verb and its facts in order, with a layout below, down to END."""
    facts = {name: value for name, value in order.facts.items() if name != "layout"}
    words = [" ".join(map(str, value)) if isinstance(value, tuple) else str(value) for value in facts.values()]
    line = [" ".join(filter(None, (order.verb, *words)))] if facts or order.verb not in LAYOUT_VERBS else []
    rows = [f"|{row}|" for row in order.facts["layout"] or (EMPTY,)] if "layout" in order.facts else []
    return "\n".join((*line, *(("GRID", *rows, END) if rows else ())))


@dataclass(frozen=True)
class Grammar:
    """The verbs of a kind, and how they are read and combined.

    `verbs` reads the line of each verb; `contradictions` are pairs that can't be given together.
    `letters` is `str` if a lower-case letter is a blank, `str.upper` if case is ignored. `alphabet` has the tiles. With
    a fixed `board`, a layout is the whole board.
    `combine` makes one order of lines that belong together, given all orders of a text; it raises Unreadable if a
    part is missing.
    `write` returns an order as text that reads back as the same order.
    `examples` has one command for each form of the kind's own orders with facts; programs learn the facts from them.
    `prose`: verbs whose line ends in free text, which an email program may have broken.
    `severally`: verbs that a text may have several times, about different things.
    `facts`: the facts of every order that a player may give, including those that are never written, such as a look."""

    verbs: Mapping[str, Reads]
    contradictions: frozenset[frozenset[str]] = frozenset()
    has_layouts: bool = False
    letters: Callable[[str], str] = str
    alphabet: Alphabet = ENGLISH
    board: FixedBoard | None = None
    combine: Callable[[Orders], Orders] = lambda orders: orders
    write: Callable[[Order], str] = as_written
    examples: tuple[str, ...] = ()
    prose: frozenset[str] = frozenset()
    severally: frozenset[str] = frozenset()
    facts: Mapping[str, type[Facts]] = field(default_factory=dict)

    def ignoring_case(self) -> "Grammar":
        """Return the same grammar without case, as for email."""
        return replace(self, letters=str.upper)

    def line_of(self, written: str) -> Line:
        """Return a written line with its tiles as they are inside."""
        return line_of(written, self.alphabet, any_case=self.letters is not str)

    def layout_from(self, rows: Sequence[str]) -> Layout:
        """Return the layout from rows, as if read from a text. Raises OrderRefused."""
        return self.board.layout_from(rows, self.alphabet) if self.board else layout_from(rows, self.alphabet)

    def is_command(self, line: Line) -> bool:
        """Return True if the line alone is a command, readable or not."""
        return self.speaks(line, line.phrase)

    def verb_of(self, line: Line) -> str:
        """Return the verb of a line that is a command, else ""."""
        spoken = line if self._speaks(line, line.phrase) else line.plain if self._polite(line) else None
        if spoken and spoken.phrase:
            return spoken.phrase.verb
        return next((order.verb for order in self._listed(line)), "")

    def orders_in(self, line: Line) -> Orders:
        """Return the orders of a line, also within courtesies; () for chat. Only a list such as `GREEN, STATUS` has
        several.

        Raises Unreadable."""
        order = self._order(line, line.phrase) or self._polite(line)
        return (order,) if order else self._listed(line)

    def speaks(self, line: Line, phrase: Phrase | None) -> bool:
        """Return True if the line, with this phrase in it, is a command, readable or not."""
        return self._speaks(line, phrase) or self._polite(line) is not None or bool(self._listed(line))

    def _speaks(self, line: Line, phrase: Phrase | None) -> bool:
        if phrase is None:
            return False
        if self.opens_layout(line, phrase):
            return True
        try:
            return self._order(line, phrase) is not None
        except Unreadable:
            return True

    def _order(self, line: Line, phrase: Phrase | None) -> Order | None:
        verb = self.verbs.get(phrase.verb) if phrase else None
        return verb(line, phrase) if verb and phrase else None

    def _polite(self, line: Line) -> Order | None:
        """Return the order of a line without its courtesies, or None.

        It is None for orders with a player's own words and for those that can't be read: `Please say hello to Bob`
        and `Please vote soon` are chat."""
        try:
            order = self._order(line.plain, line.plain.phrase) if line.plain else None
        except Unreadable:
            return None
        if order is None or order.verb in ("SAY", *self.prose) or (order.verb == "JOIN" and order.facts):
            return None
        return order

    def _listed(self, line: Line) -> Orders:
        """Return the orders of a line that lists several; () if a part is chat, can't be read, or has a player's own
        words."""
        parts = _BETWEEN_ORDERS.split(line.text.strip())
        if len(line.text) > LONGEST_POLITE or len(parts) < 2 or not all(parts):
            return ()
        try:
            lines = [replace(line, text=part) for part in parts]
            orders = [self._order(part, part.phrase) for part in lines]
        except Unreadable:
            return ()
        listed = tuple(order for order in orders if order and order.verb not in ("SAY", "JOIN", *self.prose))
        return listed if len(listed) == len(parts) else ()

    def opens_layout(self, line: Line, phrase: Phrase | None) -> bool:
        """Return True if a layout starts here: the verb is alone, or only rows or words with places follow."""
        if not self.has_layouts or phrase is None or phrase.verb not in LAYOUT_VERBS:
            return False
        return not phrase.argument or bool(rows_until_end(line, phrase.rest)[0])


@dataclass(frozen=True)
class Scan:
    """Everything read from a text. With a fault no order counts; chat is still listed."""

    orders: tuple[Order, ...]
    ignored: tuple[str, ...]
    fault: Unreadable | None


def read(text: str, grammar: Grammar) -> Reading:
    """Return the orders of a text as written, with only the last layout, and its chat.

    Raises Unreadable for the first line that can't be read; then none of the text counts."""
    scanned = scan(lines_of(text), grammar)
    if scanned.fault:
        raise scanned.fault
    return Reading(scanned.orders, scanned.ignored)


def scan(written: Iterable[str], grammar: Grammar) -> Scan:
    """Return the same as `read`, from lines, with the fault as a part of the result."""
    lines = list(map(grammar.line_of, written))
    while lines and lines[-1].is_blank:
        lines.pop()
    if len(lines) > MOST_LINES:
        fault = Unreadable(
            "At most {most} lines can be read at once. This has {count}.",
            line=lines[MOST_LINES].raw,
            correct="STATUS",
            most=MOST_LINES,
            count=len(lines),
        )
        return Scan((), (), fault)
    if grammar.board:
        lines = list(map(grammar.board.fold, lines))
    orders: list[tuple[str, Order]] = []
    ignored: list[str] = []
    faults: list[Unreadable] = []
    chatter: list[list[Line]] = [[]]  # groups of lines with only blank lines between them
    at = 0
    while at < len(lines):
        line, at = _unbroken(lines, at, grammar)
        if line.is_blank:
            continue
        if grammar.has_layouts and line.phrase and line.phrase.verb == END and not line.phrase.argument:
            chatter.append([])
            continue
        try:
            if grammar.opens_layout(line, line.phrase):
                found = find_layout(
                    lines, at - 1, is_command=grammar.speaks, example=example(grammar.board, grammar.alphabet)
                )
                at = found.after
                if found.fault:
                    raise found.fault
                layout = read_layout(
                    found.lines, letters=grammar.letters, is_closed=found.is_closed, board=grammar.board
                )
                orders = [(above, order) for above, order in orders if order.verb != "GRID"]
                orders.append((line.raw, Order("GRID", {"layout": layout})))
            elif found_in_line := grammar.orders_in(line):
                orders += [(line.raw, order) for order in found_in_line]
            else:
                ignored.append(line.raw)
                chatter[-1].append(line)
                continue
        except Unreadable as fault:
            faults.append(fault)
        chatter.append([])
    if any(order.verb != "JOIN" for _, order in orders):  # beside another order, `Join PGA Tour` is part of a signature
        remarks = [
            raw for raw, order in orders if order.verb == "JOIN" and order.facts and not _joins_surely(line_of(raw))
        ]
        ignored += remarks
        orders = [(raw, order) for raw, order in orders if raw not in remarks]
    if grammar.has_layouts:
        faults += filter(None, map(_board_without_grid, chatter))
    if not faults:
        try:
            return Scan(gather(orders, grammar), tuple(ignored), None)
        except Unreadable as fault:
            faults.append(fault)
    return Scan((), tuple(ignored), faults[0].written_by(grammar.alphabet.write))


def verbs_meant(ignored: Iterable[str], grammar: Grammar) -> tuple[str, ...]:
    """Return the verbs at the start or end of chat lines, which may have been meant as commands."""
    words = (re.findall("[A-Za-z]+", fold(line).upper()) for line in ignored)
    ends = (word for line in words if line for word in (line[0], line[-1]))
    return tuple(dict.fromkeys(word for word in ends if word in grammar.verbs))


def gather(written: Iterable[tuple[str, Order]], grammar: Grammar) -> Orders:
    """Return the orders, each given with its line, as one request. Repeated orders count once, but SAY each time.

    Raises Unreadable if two contradict each other, or some don't combine."""
    kept: list[tuple[str, Order]] = []
    for line, order in written:
        if order.verb == "SAY" or all(order != other for _, other in kept):
            kept.append((line, order))
    for (first_line, first), (line, order) in combinations(kept, 2):
        if first.verb == order.verb and order.verb not in ("SAY", *grammar.severally):
            raise Unreadable(
                "{verb} is here twice, with different content. Keep only one of them.",
                line=line,
                correct=first_line,
                verb=order.verb,
            )
        if frozenset({first.verb, order.verb}) in grammar.contradictions:
            raise Unreadable(
                "{first} and {second} contradict each other. Keep only one of them.",
                line=line,
                correct=first_line,
                first=first.verb,
                second=order.verb,
            )
    return grammar.combine(tuple(order for _, order in kept))


def bare(verb: str, *also: str) -> Reads:
    """Return the reader of a verb that is alone on its line, or followed by one of a few words that change nothing."""

    def read_bare(line: Line, phrase: Phrase) -> Order | None:
        return Order(verb) if phrase.argument.upper().removesuffix(":").rstrip() in {"", *also} else None

    return read_bare


def _board_without_grid(chatter: Iterable[Line]) -> Unreadable | None:
    """Return the fault if chat has two or more board rows in a row, because a GRID line was forgotten, else None."""
    for is_board, group in groupby(chatter, key=can_be_of_board):
        lines = list(group)
        found = list(map(board_rows_in, lines))
        if is_board and sum(count for count, _ in found) > 1 and any(is_sure for _, is_sure in found):
            rows = [line for line, (count, _) in zip(lines, found, strict=True) if count]
            width = max(len(line.text.strip()) for line in rows)
            rows = [line for line in lines if line in rows or len(line.text.strip()) == width]
            return Unreadable(
                "This looks like a board, but there is no GRID above it. Write GRID above it and END below it.",
                line="\n".join(line.raw for line in rows),
                correct="\n".join(("GRID", *(line.text.strip().replace("/", "\n") for line in rows), END)),
            )
    return None


def _unbroken(lines: Sequence[Line], at: int, grammar: Grammar) -> tuple[Line, int]:
    """Return the line at this place and the place after it, joined with following lines if an email program broke
    it."""
    line, last, at = lines[at], lines[at], at + 1
    if line.phrase is None or line.phrase.verb not in grammar.prose:
        return line, at
    while at < len(lines) and was_broken(last, lines[at]) and not grammar.is_command(lines[at]):
        last, at = lines[at], at + 1
        line = grammar.line_of(f"{line.raw} {last.raw}")
    return line, at


def _read_say(line: Line, phrase: Phrase) -> Order | None:
    text = line.written_after("SAY").replace("\xa0", " ")
    return Order("SAY", {"text": text}) if text else None


def _read_join(line: Line, phrase: Phrase) -> Order | None:
    """Read JOIN with an optional cut after it.

    `Join me for dinner` and `JOIN US TODAY!` are chat. In lower case more lines are, but never with a colon."""
    if not phrase.argument:
        return Order("JOIN")
    cut = " ".join(line.written_after("JOIN").split())
    is_too_long = len(cut) > LONGEST_CUT
    is_talk = bool(_TALK.match(phrase.rest) or (not _joins_surely(line) and (is_too_long or _SENTENCE.match(cut))))
    if (found := _JOIN.search(line.text)) is None or (not found["colon"] and is_talk):
        return None
    if is_too_long or has_control_characters(cut):
        raise Unreadable(
            "After JOIN, your cut can have at most {most} characters, without control characters.",
            line=line.raw,
            correct="JOIN "
            + "".join(character for character in cut if not has_control_characters(character))[:LONGEST_CUT].strip(),
            most=LONGEST_CUT,
        )
    return Order("JOIN", {"cut": cut})


def _joins_surely(line: Line) -> bool:
    """Return True if JOIN is in capitals or has a colon, which is rare in chat and signatures."""
    found = _JOIN.search(line.text)
    return found is not None and (found["verb"] == "JOIN" or bool(found["colon"]))


def _read_decline(line: Line, phrase: Phrase) -> Order | None:
    """Read DECLINE, alone or with a remark after punctuation: `Decline, sorry: no time`."""
    is_alone = not phrase.argument or _REMARK.match(phrase.rest) or _DECLINE_COLON.search(line.text)
    return Order("DECLINE") if is_alone else None


class Say(Facts):
    verb = "SAY"
    text: str


class Join(Facts):
    """JOIN with an optional `cut` of the shuffle."""

    verb = "JOIN"
    cut: str = ""


TABLE_FACTS: Mapping[str, type[Facts]] = {facts.verb: facts for facts in (Say, Join)}
TABLE_VERBS: Mapping[str, Reads] = {
    **{verb: bare(verb) for verb in ("STATUS", "HELP", "SAVE", "RESIGN")},
    "DECLINE": _read_decline,
    "SAY": _read_say,
    "JOIN": _read_join,
}
TABLE_CONTRADICTIONS = frozenset({frozenset({"JOIN", "DECLINE"})})
