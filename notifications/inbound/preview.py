"""A mail as staff see it: its headers and its text, nothing that a browser would act on. Pure: bytes in, text out; hostile
bytes, so it runs apart."""

from dataclasses import dataclass
from email.parser import BytesHeaderParser

from games.rules import registry
from notifications.fences import first_fence, last_fence, letters_of
from notifications.inbound import html
from notifications.inbound.mime import FAULTS, bodies_of
from notifications.inbound.reading import read

MOST_HEADERS, LONGEST_HEAD, LONGEST_HEADER = 100, 64_000, 1_000
LONGEST_TEXT = 20_000  # signs


@dataclass(frozen=True)
class Preview:
    """`is_of_a_game` where it holds mail of ours, or something that a game would obey: it may tell somebody's tiles."""

    headers: tuple[str, ...]
    text: str
    is_of_a_game: bool


def show(raw: bytes) -> Preview:
    """What a mail looks like. Never raises."""
    bodies = bodies_of(raw)
    text = bodies.text if bodies.text is not None else html.text_of((bodies.html or "")[: 2 * LONGEST_TEXT])
    text = "".join(sign if sign.isprintable() or sign == "\n" else "\ufffd" for sign in text.replace("\r\n", "\n"))
    letters = letters_of(text)
    is_of_a_game = any(letters_of(fence) in letters for fence in (first_fence(), last_fence("", 0))) or any(
        _asks_for_something(raw, kind) for kind in registry.KINDS
    )
    return Preview(_headers(raw), text[:LONGEST_TEXT], is_of_a_game)


def _asks_for_something(raw: bytes, kind: str) -> bool:
    rules = registry.kind(kind)
    reading = read(raw, grammar=rules.grammar(rules.options_type()))
    return reading.says_something or bool(reading.below_the_cut)


def _headers(raw: bytes) -> tuple[str, ...]:
    try:
        head = BytesHeaderParser().parsebytes(raw[:LONGEST_HEAD])
        lines = [f"{name}: {' '.join(str(value).split())}" for name, value in head.items()[:MOST_HEADERS]]
    except FAULTS:
        return ()
    return tuple("".join(s if s.isprintable() else "\ufffd" for s in line)[:LONGEST_HEADER] for line in lines)
