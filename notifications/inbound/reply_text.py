"""Cuts everything from a mail's text that is not its writer's: our own mail between its fences, quotes, signatures, old
headers.

Text in, the writer's lines out. Knows commands only through a grammar; reads none."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.rules.kind import Unreadable
from games.rules.layout_lines import END, LAYOUT_VERBS, find_layout, is_end, row_of
from games.rules.lines import Line, line_of, lines_of
from games.rules.reading import MOST_LINES, Grammar
from notifications.fences import first_fence, last_fence, letters_of, without_preheader

QUOTE_BEGINS, QUOTE_ENDS, CUT, DROPPED = "\ue001", "\ue002", "\ue003", "\ue005"
"""Private-use characters that mark where HTML's quoting elements begin and end, where our own mail was cut out, and where a
quote was."""

PRIVATE = "\ue000\ue001\ue002\ue003\ue004\ue005"
"""The characters above, and those that stand for HTML's blanks and ampersands: none of them may come from a mail."""

_FIRST = letters_of(first_fence())
_LAST = letters_of(last_fence("", 0))
_FENCE_LINES = 3
MOST_INSIDE = 1000  # lines of our own mail that are looked at
_NUMBERS = re.compile(r"(?:[\s>|*_]*#[\d.]+)?(?:[\s>|*_]*\]=*)?")

_ADDRESS = re.compile(r"[^\s<>@:]+@[^\s<>@:]+")
_RULE = re.compile(r"[-_=*]{5,}")
_HEADERS = re.compile(
    r"(from|de|von|från|fra|van|da|от|od)\s*:|[-\s]*on\b.*\bwrote\s*[:-]|am\b.*\bschrieb\b|le\b.*\ba écrit\b"
    r"|op\b.*\bschreef\b|den\b.*\bskrev\b|el\b.*\bescribió\b|il\b.*\bha scritto\b|em\b.*\bescreveu\b"
    r"|w dniu\b.*\b(napisał|pisze)|.{0,60}\d.{0,120}\b(пишет|писал|писала|написал|написала)\b.{0,120}:$"
    r"|\d{4}[/-]\d{1,2}[/-]\d{1,2}\b.*<[^<>\s]+@[^<>\s]+>:?$"  # Gmail's of before 2014
    r"|[-_=*\s]*original message[-_=*\s:]*$",
    re.IGNORECASE,
)
_FORWARDED = re.compile(
    r"-{5,}\s*(forwarded message|weitergeleitete nachricht|message (transféré|réexpédié))\b"
    r"|(begin forwarded message|anfang der weitergeleiteten nachricht|début du message (transféré|réexpédié))\s*:$",
    re.IGNORECASE,
)
_WRAPPED_HEADER = re.compile(r"(on|am|le|op|den|el|il|em|w dniu)\b", re.IGNORECASE)
_MOBILE = re.compile(
    r"(sent (from|via|with) |get outlook for |von mein\w* .*gesendet|gesendet (von|mit) |envoyé (de|depuis) |"
    r"enviado (desde|do) |inviato da )",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ReplyText:
    """The lines that the writer wrote, those below the cut, those between our fences, and an untrustworthy fence.

    Some of the lines between our fences may be the writer's, too; those marked as quoted are left out."""

    lines: tuple[str, ...]
    below: tuple[str, ...]
    inside: tuple[str, ...]
    fault: Unreadable | None


def cut(text: str, grammar: Grammar) -> ReplyText:
    """The writer's own lines of a body's text; `text` may contain the characters of quoting elements."""
    unfenced, fenced, fault = _cut_fences(text, grammar)
    bare = lines_of(fenced.translate(str.maketrans("", "", PRIVATE)))
    inside = tuple(line for line in bare[:MOST_INSIDE] if not line_of(line).is_quoted)
    lines = _without_quotes(list(map(_unmarked, lines_of(_drop_quotes(unfenced)))), grammar)
    read = [line_of(line) for line in lines[: MOST_LINES + 1]]  # if there are more, none is obeyed
    end = _end(read, grammar)
    if end > MOST_LINES:
        return ReplyText(tuple(lines), (), inside, fault)
    return ReplyText(tuple(lines[:end]), tuple(lines[end + 1 :]), inside, fault)


def _without_quotes(written: list[str], grammar: Grammar) -> list[str]:
    """The lines that are not marked as quoted, and also those between a GRID and its last row or END: a row may be among
    them, and none is lost silently."""
    read = list(map(line_of, written))
    kept = [at for at, line in enumerate(read) if not line.is_quoted]
    if len(kept) == len(read) or len(kept) > MOST_LINES:
        return [written[at] for at in kept]
    own = [read[at] for at in kept]
    inside: set[int] = set()
    for at, line in enumerate(own):
        if grammar.opens_layout(line, line.phrase):
            found = find_layout(own, at, is_command=grammar.speaks, example="")
            rows = {id(row) for row in found.lines}
            last = max((i for i in range(at, found.after) if id(own[i]) in rows or is_end(own[i])), default=at)
            inside |= set(range(kept[at], kept[last]))
    return [
        written[at] for at, line in enumerate(read) if not line.is_quoted or (at in inside and line.text.strip("> "))
    ]


def _unmarked(line: str) -> str:
    """A line without the character of a quote that was dropped from it; if the quote was all of it, marked as quoted text
    is."""
    bare = line.replace(DROPPED, "")
    return bare if bare.strip() or bare == line else "> [quoted]"


def _cut_fences(text: str, grammar: Grammar) -> tuple[str, str, Unreadable | None]:
    """The text without our own mail, our own mail, and a closing fence without an opening one."""
    kept: list[str] = []
    fenced: list[str] = []
    fault, depth, position = None, 0, 0
    for start, end, opens in _fences(text):
        if opens:
            if depth == 0:
                kept.append(_without_line_head(without_preheader(text[position:start])))
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


def _without_line_head(text: str) -> str:
    """The text above a fence, without the quote marks and characters that precede the fence in its own line."""
    above, newline, head = text.rpartition("\n")
    head = head.rstrip(" \t=[>|*_")
    return f"{above}{newline}{head}\n" if head else above + newline


def _fences(text: str) -> Iterator[tuple[int, int, bool]]:
    """The fences in order: the index of the first letter, the index behind the last, and True for an opening one."""
    places = [i for i, character in enumerate(text) if character.isascii() and character.isalpha()]
    letters = "".join(text[i] for i in places).lower()
    found = []
    for needle in (_FIRST, _LAST):
        at = letters.find(needle)
        while at >= 0:
            start, end = places[at], places[at + len(needle) - 1] + 1
            if text.count("\n", start, end) < _FENCE_LINES:
                found.append((start, end, needle == _FIRST))
            at = letters.find(needle, at + len(needle))
    return iter(sorted(found))


def _verb_above(text: str, grammar: Grammar) -> Unreadable | None:
    for line in map(line_of, map(_unmarked, lines_of(_drop_quotes(text)))):
        if grammar.is_command(line):
            return Unreadable(
                "Our mail below this lost its first line, so it may be yours or ours. Send it without the quote.",
                line=line.raw,
                correct=line.raw,
            )
    return None


def _drop_quotes(text: str) -> str:
    """The text with a character for each quoting element, but with what stands in one below the last of our mails cut out
    of it."""
    open_quotes: list[list[str]] = [[]]
    for part in re.split(f"([{QUOTE_BEGINS}{QUOTE_ENDS}])", text):
        if part == QUOTE_BEGINS:
            open_quotes.append([])
        elif part != QUOTE_ENDS:
            open_quotes[-1].append(part)
        elif len(open_quotes) > 1:
            open_quotes[-2].append(_below_last_cut(open_quotes.pop()))
    while len(open_quotes) > 1:
        open_quotes[-2].append(_below_last_cut(open_quotes.pop()))
    return "".join(open_quotes[0]).replace(CUT, "")


def _below_last_cut(quoted: Sequence[str]) -> str:
    text = "".join(quoted)
    _, found, below = text.rpartition(CUT)
    return found + below if found else DROPPED * bool(text.strip())


def _end(lines: Sequence[Line], grammar: Grammar) -> int:
    """The index of the line that ends the writer's part: a signature, a forwarded mail or, once a command was read, an old
    header."""
    has_command = False
    for at, line in enumerate(lines):
        bare = line.text.strip()
        if (bare == "--" and not _is_row_among_dashes(lines, at)) or _FORWARDED.match(bare):
            return at
        if grammar.is_command(line):
            has_command = True
        elif has_command and _ends_reply(lines, at):
            return at
    return len(lines)


def _ends_reply(lines: Sequence[Line], at: int) -> bool:
    bare = lines[at].text.strip().strip("*_ ")
    if _RULE.fullmatch(lines[at].text.strip()):
        return not _is_row_among_dashes(lines, at)
    if _HEADERS.match(bare) or _MOBILE.match(bare):
        return True
    address = _ADDRESS.search(bare)
    if address and (bare.endswith(":") or _ADDRESS.fullmatch(bare.strip("<>"))):
        return True
    if not _WRAPPED_HEADER.match(bare):
        return False
    wrapped = (" ".join(line.text.strip() for line in lines[at : at + count]) for count in (2, 3))
    return any(header.endswith(":") and _HEADERS.match(header) for header in wrapped)


def _is_row_among_dashes(lines: Sequence[Line], at: int) -> bool:
    """True if the line stands among rows of a GRID that are as wide and hold dashes but no dots."""
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
