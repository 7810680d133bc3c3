"""Finds the introduction of a quoted email by the structure of its lines, in any language: old headers (`From: …` and
`Sent: …` on consecutive lines), attributions (`On … Anna wrote:`) and separators (`-----Original Message-----`)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.lines import Line, fold

OURS, MARKED = "ours", "marked"
"""Marks for what was cut out above a line: our own email between its fences, or lines marked as quoted."""
ADDRESS = re.compile(r"(?<![^\s<>@:])[^\s<>@:]+@[^\s<>@:]+")
WRAPPED_ATTRIBUTION = re.compile(r"(on|am|le|op|den|el|il|em|w dniu)\b", re.IGNORECASE)

LONGEST_ATTRIBUTION, LINES_OF_ATTRIBUTION = 240, 3
LONGEST_DATE = 60  # characters; also the limit for a sender on a separate line
MOST_WORDS_IN_NAME = 4
FEWEST_DASHES = 4  # dashes on either side of a separator

_HEADER = re.compile(r"(?P<name>[^\W\d_][^:\d<>@|]{0,30}?)\s*:(?!//)\s*(?P<value>.*)")
_SENDER = re.compile(r"(from|de|von|från|fra|van|da|от|від|od)", re.IGNORECASE)
_DASHES = "-–—―_="
_UNDERSCORES = re.compile("_{10,}")
_ENDS_IN_DASHES = re.compile(r"[-–—―]{3,}$")
_ONLY_ADDRESS = re.compile(r"[^<>@:]{0,60}?[<(\[]?[^\s<>@:]+@[^\s<>@:]+[>)\]]?[;,]?")
_DAY = re.compile(
    r"(?<!\d)\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{2,4}(?!\d)"
    r"|(?<!\d)\d{1,2}(?!\d)[^\d:]{1,20}\d{4}(?!\d)"  # 20 November 2026, November 20, 2026
    r"|(?<!\d)\d{4}[^\d:]{1,4}\d{1,2}[^\d:]{1,4}\d{1,2}(?!\d)"  # 2026-11-20, 2026年11月20日
)
_YEAR_FIRST = re.compile(r"(?<!\d)\d{4}[^\d:]{1,20}\d{1,2}(?!\d)")  # 2026. november 20.
_TIME = re.compile(r"(?<!\d)\d{1,2}:\d{2}(?!\d)")
_TIMESTAMP = re.compile(r"[\d./:, -]+(?:[AP]M)?(?: [A-Z]{2,5})?(?:[+-]\d{1,4})?", re.IGNORECASE)
_BRACKETED_ADDRESS = re.compile(r"<[^\s<>@:]+@[^\s<>@:]+>")
_BULLET = re.compile(r"[-•]\s+")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Writer:
    """The address and display name of the person who wrote the email, in lower case; "" if unknown."""

    address: str = ""
    name: str = ""

    def is_named_in(self, text: str) -> bool:
        """Return True if the first address in the text is the writer's. If the text has no address, return True if it
        has their name."""
        folded = text.casefold()
        if found := ADDRESS.search(folded):
            return bool(self.address) and self.address in found[0]
        return bool(self.name) and self.name in folded


UNKNOWN = Writer()


@dataclass(frozen=True)
class Written:
    """The lines of an email that aren't marked as quoted, and which of them are commands. `above` says what was cut out
    above each line and, as its last item, below them all."""

    lines: Sequence[Line]
    commands: Sequence[bool]
    above: Sequence[str]

    def goes_on_at(self, at: int) -> bool:
        """Return True if the line at this index isn't blank and nothing was cut out above it."""
        return at < len(self.lines) and not self.above[at] and not self.lines[at].is_blank

    def mark_below(self, at: int) -> str:
        """Return what was cut out between the line before `at` and the next line that isn't blank; "" if nothing
        was."""
        while at < len(self.lines) and not self.above[at] and self.lines[at].is_blank:
            at += 1
        return self.above[at]


@dataclass(frozen=True)
class Introduction:
    """The lines that introduce a quoted email, up to the index `after`. `author` is the part that names its writer.
    `has_headers` is True if the lines are old headers: most mail programs don't mark the text below these as quoted."""

    author: str
    after: int
    has_headers: bool = False

    def is_above_marked_text(self, written: Written, writer: Writer) -> bool:
        """Return True if everything quoted below was cut out: our own email, or lines marked as quoted. The text after
        it is then the writer's own. If the quoted email is an earlier one of theirs, it may go on below, so marked
        lines are needed and no headers."""
        mark = written.mark_below(self.after)
        if mark and writer.is_named_in(self.author):
            return mark == MARKED and not self.has_headers
        return bool(mark)


def introduction_at(at: int, written: Written) -> Introduction | None:
    """Return the introduction that begins with this line, or None."""
    if written.lines[at].is_blank:
        return None
    text = written.lines[at].text.strip()
    if not _is_separator(text) or _has_address_or_date(text):
        return _named_at(at, written)
    after = at + 1
    while after < len(written.lines) and written.lines[after].is_blank and not written.above[after]:
        after += 1
    named = _named_at(after, written) if written.goes_on_at(after) else None
    return named or Introduction(text, at + 1)


def _is_separator(text: str) -> bool:
    """Return True for `-----Original Message-----` in any language, and for a long line of underscores."""
    inner = text.strip(f"{_DASHES} ")
    if not any(map(str.isalpha, inner)):
        return bool(_UNDERSCORES.fullmatch(text))
    before, _, behind = text.partition(inner)
    return min(len(before.strip()), len(behind.strip())) >= FEWEST_DASHES


def _named_at(at: int, written: Written) -> Introduction | None:
    return _headers_at(at, written) or _sender_and_date_at(at, written) or _attribution_at(at, written)


def _headers_at(at: int, written: Written) -> Introduction | None:
    """Find two or more different headers: a name, a colon and a value, which may continue on the next line."""
    names: list[str] = []
    values: list[str] = []
    after = at
    for i in range(at, len(written.lines)):
        line = written.lines[i]
        if (i > at and written.above[i]) or written.commands[i]:
            break
        if line.is_blank:
            continue
        header = _header_in(line)
        if header and header[0] not in names:
            names.append(header[0])
            values.append(header[1])
        elif names and header is None and _goes_on(i, after, written):
            values[-1] += f" {_bare(line)}"
        else:
            break
        after = i + 1
    if len(names) < 2:
        return None
    values_said = sum(bool(value) and not value.strip(" .").isdigit() for value in values)
    if values_said > 2 or _SENDER.fullmatch(names[0]) or any(map(_has_address_or_date, values)):
        return Introduction(values[0], after, has_headers=True)
    return None


def _header_in(line: Line) -> tuple[str, str] | None:
    """Return the name and value of a line that looks like a header, or None."""
    found = _HEADER.fullmatch(_bare(line))
    if found is None or len(found["name"].split()) > MOST_WORDS_IN_NAME:
        return None
    return found["name"].casefold(), found["value"].strip()


def _goes_on(at: int, after: int, written: Written) -> bool:
    """Return True if the line at `at` continues the value of the header before it, whose lines end at `after`."""
    if at == after:
        return not written.goes_on_at(at + 1) or _header_in(written.lines[at + 1]) is not None
    return bool(_ONLY_ADDRESS.fullmatch(_bare(written.lines[at])))


def _sender_and_date_at(at: int, written: Written) -> Introduction | None:
    """Find an address and a date, or a name and a time alone, on two lines, as Notes writes them."""
    if not written.goes_on_at(at + 1):
        return None
    first, second = _bare(written.lines[at]), _bare(written.lines[at + 1])
    if len(second) > LONGEST_DATE or written.commands[at + 1] or not _has_date(second):
        return None
    is_time_alone = _TIME.search(second) and _DAY.search(second) and _TIMESTAMP.fullmatch(second)
    if _ONLY_ADDRESS.fullmatch(first) or (is_time_alone and first[-1:].isalnum() and len(first) <= LONGEST_DATE):
        return Introduction(first, at + 2, has_headers=True)
    return None


def _attribution_at(at: int, written: Written) -> Introduction | None:
    """Find a line with an address or a date that ends in a colon and may be wrapped. Also find one with a date and with
    an address in brackets or at its end."""
    first = _bare(written.lines[at])
    text = ""
    for last in range(at, at + LINES_OF_ATTRIBUTION):
        if (last > at and not written.goes_on_at(last)) or written.commands[last]:
            return None
        text = f"{text} {_bare(written.lines[last])}".strip()
        if len(text) > LONGEST_ATTRIBUTION:
            return None
        if (last == at or _has_address_or_date(first) or WRAPPED_ATTRIBUTION.match(first)) and _is_attribution(text):
            return Introduction(text, last + 1)
        if text.endswith(":"):
            return None
    return None


def _is_attribution(text: str) -> bool:
    if text.endswith(":") or _ENDS_IN_DASHES.search(text):
        return _has_address_or_date(text)
    if _BRACKETED_ADDRESS.search(text) and _has_date(text):
        return True
    found = list(ADDRESS.finditer(text))
    return bool(found) and not text[found[-1].end() :].strip("<>()[] ") and _has_date(text[: found[-1].start()])


def _has_address_or_date(text: str) -> bool:
    return ADDRESS.search(text) is not None or _has_date(text)


def _has_date(text: str) -> bool:
    """Return True for a date with a year, or a time beside another number, in any language and digits."""
    if _DAY.search(text):
        return True
    return bool(_TIME.search(text)) and (bool(_YEAR_FIRST.search(text)) or len(_NUMBER.findall(text)) > 2)


def _bare(line: Line) -> str:
    """Return a line without its bullet and emphasis, which text made from HTML has around names. The addresses of links
    stay."""
    text = fold(line.raw.replace("<mailto:", "<")) if "<mailto:" in line.raw else line.text
    bare = text.replace("*", "").strip(" _\t")
    bullet = _BULLET.match(bare)
    return bare[bullet.end() :] if bullet else bare
