"""Finds the lines of an email's text that its writer wrote. Everything else is cut: our own email between its fences,
quotes, signatures, and old emails that a mail program introduces without marking them as quoted.

Commands are recognised only by the grammar, and none is carried out here."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.rules.layout_lines import END, LAYOUT_VERBS, find_layout, is_end, row_of
from games.rules.lines import Line, line_of, lines_of
from games.rules.reading import MOST_LINES, Grammar
from games.rules.values import Unreadable
from notifications.incoming.introductions import (
    ADDRESS,
    MARKED,
    OURS,
    UNKNOWN,
    WRAPPED_ATTRIBUTION,
    Writer,
    Written,
    introduction_at,
)
from notifications.replies import fences_in, without_preheader

QUOTE_BEGINS, QUOTE_ENDS, CUT, DROPPED, INTRODUCED = "\ue001", "\ue002", "\ue003", "\ue005", "\ue006"
"""Private-use characters that mark where HTML's quoting elements begin and end, where our own email was cut out, where a
quote was, and where our own email was introduced inside a quote."""
PRIVATE = "\ue000\ue001\ue002\ue003\ue004\ue005\ue006"
"""The characters above, and those for HTML's spaces and ampersands. All are removed from incoming text."""

_NO_MARKS = str.maketrans("", "", CUT + DROPPED + INTRODUCED)
LAST_OUTSIDE, LINES_AROUND = 10, 30  # parts and lines to search for the introduction of a quoting element
MOST_INSIDE = 1000  # lines of our own email to read
_NUMBERS = re.compile(r"(?:[\s>|*_]*#[\d.]+)?(?:[\s>|*_]*\]=*)?")

_RULE = re.compile(r"[-_=*]{5,}")
_HEADERS = re.compile(
    r"(from|de|von|från|fra|van|da|от|od)\s*:|[-\s]*on\b.*\bwrote\s*[:-]|am\b.*\bschrieb\b|le\b.*\ba écrit\b"
    r"|op\b.*\bschreef\b|den\b.*\bskrev\b|el\b.*\bescribió\b|il\b.*\bha scritto\b|em\b.*\bescreveu\b"
    r"|w dniu\b.*\b(napisał|pisze)|.{0,60}\d.{0,120}\b(пишет|писал|писала|написал|написала)\b.{0,120}:$"
    r"|\d{4}[/-]\d{1,2}[/-]\d{1,2}\b.*<[^<>\s]+@[^<>\s]+>:?$"  # Gmail's before 2014
    r"|[-_=*\s]*original message[-_=*\s:]*$",
    re.IGNORECASE,
)
_FORWARDED = re.compile(
    r"-{5,}\s*(forwarded message|weitergeleitete nachricht|message (transféré|réexpédié))\b"
    r"|(begin forwarded message|anfang der weitergeleiteten nachricht|début du message (transféré|réexpédié))\s*:$",
    re.IGNORECASE,
)
_MOBILE = re.compile(
    r"(sent (from|via|with) |get outlook for |von mein\w* .*gesendet|gesendet (von|mit) |envoyé (de|depuis) |"
    r"enviado (desde|do) |inviato da )",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ReplyText:
    """The lines that the writer wrote, those below the cut, those between our fences, and the fault of a fence that
    can't be trusted.

    Some of the lines between our fences may be the writer's, too; those marked as quoted are left out. `quote_begins`
    is the line that introduces a quoted email, if the lines below the cut look like one; otherwise ""."""

    lines: tuple[str, ...]
    below: tuple[str, ...]
    inside: tuple[str, ...]
    fault: Unreadable | None
    quote_begins: str = ""


def cut(text: str, grammar: Grammar, *, writer: Writer = UNKNOWN) -> ReplyText:
    """Return the writer's own lines of a body's text, which may contain the characters of quoting elements."""
    unfenced, fenced, fault = _cut_fences(text, grammar)
    bare = lines_of(fenced.translate(str.maketrans("", "", PRIVATE)))
    inside = tuple(line for line in bare[:MOST_INSIDE] if not grammar.line_of(line).is_quoted)
    lines, above = _without_quotes(lines_of(_drop_quotes(unfenced)), grammar)
    read = [grammar.line_of(line) for line in lines[: MOST_LINES + 1]]  # with more lines, no command is carried out
    written = Written(read, [grammar.is_command(line) for line in read], above[: len(read) + 1])
    end = _end(written, grammar, writer)
    if end.at > MOST_LINES:
        return ReplyText(tuple(lines), (), inside, fault)
    own = (line for at, line in enumerate(lines[: end.at]) if at not in end.introductions)
    quote_begins = read[end.at].raw if end.is_quote else ""
    return ReplyText(tuple(own), tuple(lines[end.at + 1 :]), inside, fault, quote_begins)


def _without_quotes(text: list[str], grammar: Grammar) -> tuple[list[str], list[str]]:
    """Return the lines that aren't marked as quoted and all lines between a GRID and its last row or END, as no row may
    be lost silently. Also return what was cut out above each line, and below them all."""
    marked = list(map(_unmarked, text))
    read = list(map(grammar.line_of, marked))
    kept = [at for at, line in enumerate(read) if not line.is_quoted]
    inside = _inside_layouts(kept, read, grammar) if len(kept) < min(len(read), MOST_LINES) else set()
    lines: list[str] = []
    above = [""]
    for at, line in enumerate(read):
        if CUT in text[at] and DROPPED not in text[at]:
            above[-1] = above[-1] or OURS
        if not line.is_quoted or (at in inside and line.text.strip("> ")):
            lines.append(marked[at])
            above.append(MARKED if DROPPED in text[at] else "")
        else:
            above[-1] = above[-1] or MARKED
    return lines, above


def _inside_layouts(kept: Sequence[int], read: Sequence[Line], grammar: Grammar) -> set[int]:
    """Return the indexes of lines between a GRID and its last row or END, judging only by the lines `kept`."""
    own = [read[at] for at in kept]
    inside: set[int] = set()
    for at, line in enumerate(own):
        if grammar.opens_layout(line, line.phrase):
            found = find_layout(own, at, is_command=grammar.speaks, example="")
            rows = {id(row) for row in found.lines}
            last = max((i for i in range(at, found.after) if id(own[i]) in rows or is_end(own[i])), default=at)
            inside |= set(range(kept[at], kept[last]))
    return inside


def _unmarked(line: str) -> str:
    """Return a line without the characters that mark what was cut out of it. If nothing else is left, return a line
    marked as quoted."""
    bare = line.translate(_NO_MARKS)
    return "> [quoted]" if DROPPED in line and not bare.strip() else bare


# --- our own email ---------------------------------------------------------------------------------------------------------


def _cut_fences(text: str, grammar: Grammar) -> tuple[str, str, Unreadable | None]:
    """Return the text without our own email, our own email, and the fault of a command above a last fence that has no
    first fence."""
    kept: list[str] = []
    fenced: list[str] = []
    fault, depth, position = None, 0, 0
    for start, end, opens in fences_in(text):
        if opens:
            if depth == 0:
                above, newline, head = without_preheader(text[position:start]).rpartition("\n")
                head = head.rstrip(" \t=[>|*_")  # text on the fence's own line, before it
                kept.append(f"{above}{newline}{head}\n" if head else above + newline)
                position = end
            depth += 1
            continue
        if depth == 0:
            fault = fault or _verb_above("".join(kept) + text[position:start], grammar)
            kept = []
        elif depth == 1:
            fenced.append(text[position:start])
        depth = max(0, depth - 1)
        if depth == 0:
            numbers = _NUMBERS.match(text, end)
            position = numbers.end() if numbers else end
            kept.append(CUT)
    (kept if depth == 0 else fenced).append(text[position:])
    return "".join(kept), "\n".join(fenced), fault


def _verb_above(text: str, grammar: Grammar) -> Unreadable | None:
    for line in map(grammar.line_of, map(_unmarked, lines_of(_drop_quotes(text)))):
        if grammar.is_command(line):
            return Unreadable(
                "The first line of our quoted email is missing, so we can’t tell whether this line is yours or "
                "ours. Send it again without the quote.",
                line=line.raw,
                correct=line.raw,
            )
    return None


# --- quoting elements of HTML ----------------------------------------------------------------------------------------------


def _drop_quotes(text: str) -> str:
    """Replace the text of each quoting element by a character. Text below our last email in an element is kept."""
    open_quotes: list[list[str]] = [[]]
    for part in re.split(f"([{QUOTE_BEGINS}{QUOTE_ENDS}])", text):
        if part == QUOTE_BEGINS:
            open_quotes.append([])
        elif part != QUOTE_ENDS:
            open_quotes[-1].append(part)
        elif len(open_quotes) > 1:
            _close_quote(open_quotes)
    while len(open_quotes) > 1:
        _close_quote(open_quotes)
    return "".join(open_quotes[0])


def _close_quote(open_quotes: list[list[str]]) -> None:
    """Close the innermost quoting element. If it contains no email of ours, all its text is cut. Otherwise the text
    below our last email there may be the writer's own, so it moves to the surrounding element.

    That text is cut, too, if the element quotes another person's email that quotes ours. This shows in two
    introductions, one above each of the two emails."""
    text = "".join(open_quotes.pop())
    outside = open_quotes[-1]
    above, found, below = text.rpartition(CUT)
    if not found:
        outside.append(DROPPED * bool(text.strip()))
        return
    introduced = _lines_from_introduction(above)
    if not introduced:
        around = "".join(outside[-LAST_OUTSIDE:])
        introduced = _lines_from_introduction(around, at_its_end=True)
        if introduced and len(open_quotes) > 1:  # count it only once
            outside[-LAST_OUTSIDE:] = ["\n".join(lines_of(around.rstrip())[:-introduced]) + "\n"]
    if introduced and INTRODUCED in above:
        outside.append(DROPPED + CUT)
    else:
        outside.append(INTRODUCED * bool(introduced or INTRODUCED in above) + CUT + below)


def _lines_from_introduction(text: str, *, at_its_end: bool = False) -> int:
    """Return the number of lines from the introduction of a quoted email to the end of a text; 0 if there is no
    introduction. `at_its_end`: the introduction must end the text."""
    lines = [line_of(line.translate(_NO_MARKS)) for line in lines_of(text.rstrip())[-LINES_AROUND:]]
    written = Written(lines, [False] * len(lines), [""] * (len(lines) + 1))
    for at in range(len(lines)):
        found = introduction_at(at, written)
        if found and (not at_its_end or found.after >= len(lines)):
            return len(lines) - at
    return 0


# --- the end of the writer's part ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _End:
    """The index of the line that ends the writer's part, and whether a quoted email begins there. `introductions` are
    the indexes of earlier lines that introduce something that was cut out."""

    at: int
    is_quote: bool
    introductions: frozenset[int]


def _end(written: Written, grammar: Grammar, writer: Writer) -> _End:
    """Find the end of the writer's part: a signature, a forwarded email or a quoted email that isn't marked. After a
    command, any line that looks like the introduction of a quoted email also ends it."""
    lines = written.lines
    introductions: set[int] = set()
    rows: set[int] = set()
    has_command, at = False, 0
    while at < len(lines):
        bare = lines[at].text.strip()
        if (bare == "--" and not _is_row_among_dashes(lines, at)) or _FORWARDED.match(bare):
            return _End(at, is_quote=False, introductions=frozenset(introductions))
        if written.commands[at]:
            has_command = True
            if grammar.opens_layout(lines[at], lines[at].phrase):
                rows |= {id(row) for row in find_layout(lines, at, is_command=grammar.speaks, example="").lines}
        # a row of a layout can look like one, such as `----CAKE----`
        elif (id(lines[at]) not in rows or row_of(lines[at]) is None) and (found := introduction_at(at, written)):
            if has_command or not found.is_above_marked_text(written, writer):
                return _End(at, is_quote=True, introductions=frozenset(introductions))
            introductions |= set(range(at, found.after))
            at = found.after
            continue
        elif has_command and _ends_reply(lines, at):
            return _End(at, is_quote=False, introductions=frozenset(introductions))
        elif bare.endswith(":") and written.mark_below(at + 1):
            introductions.add(at)
        at += 1
    return _End(len(lines), is_quote=False, introductions=frozenset(introductions))


def _ends_reply(lines: Sequence[Line], at: int) -> bool:
    bare = lines[at].text.strip().strip("*_ ")
    if _RULE.fullmatch(lines[at].text.strip()):
        return not _is_row_among_dashes(lines, at)
    if _HEADERS.match(bare) or _MOBILE.match(bare):
        return True
    address = ADDRESS.search(bare)
    if address and (bare.endswith(":") or ADDRESS.fullmatch(bare.strip("<>"))):
        return True
    if not WRAPPED_ATTRIBUTION.match(bare):
        return False
    wrapped = (" ".join(line.text.strip() for line in lines[at : at + count]) for count in (2, 3))
    return any(header.endswith(":") and _HEADERS.match(header) for header in wrapped)


def _is_row_among_dashes(lines: Sequence[Line], at: int) -> bool:
    """Return True if the line is among rows of a GRID that have the same width and contain dashes but no dots."""
    width = len(lines[at].text.strip())
    others = [*_rows_from(lines[:at][::-1]), *_rows_from(lines[at + 1 :])]
    as_wide = all(len(row) == width and "." not in row for row in others)
    return as_wide and any("-" in row or "_" in row for row in others)


def _rows_from(lines: Sequence[Line]) -> Iterator[str]:
    for line in lines:
        if line.is_blank:
            continue
        phrase, row = line.phrase_in_layout, row_of(line)
        if row is None or (phrase and phrase.verb in {*LAYOUT_VERBS, END}):
            return
        yield row.cells
