"""Shows an incoming email to staff: its headers and text. Runs in the sandbox."""

from dataclasses import dataclass
from email.parser import BytesHeaderParser

from games.rules import registry
from notifications.incoming.bodies import FAULTS, LONGEST_HEAD, bodies_of, text_of
from notifications.incoming.reading import read
from notifications.replies import first_fence, last_fence, letters_of

MOST_HEADERS, LONGEST_HEADER = 100, 1_000
MOST_SHOWN = 20_000  # characters


@dataclass(frozen=True)
class Preview:
    """The headers and text of an email. `is_of_a_game`: it contains an email of ours or a command, and so may reveal
    somebody's tiles."""

    headers: tuple[str, ...]
    text: str
    is_of_a_game: bool


def show(raw: bytes) -> Preview:
    """Return an email as staff see it. Never raises."""
    bodies = bodies_of(raw)
    text = bodies.text if bodies.text is not None else text_of((bodies.html or "")[: 2 * MOST_SHOWN])
    text = "".join(
        character if character.isprintable() or character == "\n" else "\ufffd"
        for character in text.replace("\r\n", "\n")
    )
    letters = letters_of(text)
    is_of_a_game = any(letters_of(fence) in letters for fence in (first_fence(), last_fence("", 0)))
    for kind in () if is_of_a_game else map(registry.kind, registry.KINDS):
        facts = read(raw, grammar=kind.grammar(kind.options_type()))
        is_of_a_game = is_of_a_game or facts.says_something or bool(facts.below)
    return Preview(_headers(raw), text[:MOST_SHOWN], is_of_a_game)


def _headers(raw: bytes) -> tuple[str, ...]:
    try:
        head = BytesHeaderParser().parsebytes(raw[:LONGEST_HEAD])
        lines = [f"{name}: {' '.join(str(value).split())}" for name, value in head.items()[:MOST_HEADERS]]
    except FAULTS:
        return ()
    return tuple("".join(s if s.isprintable() else "\ufffd" for s in line)[:LONGEST_HEADER] for line in lines)
