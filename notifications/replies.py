"""The fences around our own text and the facts of a reply, which our emails and the replies to them share.

`composing` writes the fences, and `reply_text` cuts a reply by them. The facts of a reply are what was read in it and
what was done about it; the message that answers it stores them as JSON.

Pure, as the process that reads untrusted email uses it."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from games.rules.grid import Layout
from games.rules.values import Order, Unreadable

if TYPE_CHECKING:
    from notifications.models import Message


# --- the two lines that enclose our text ----------------------------------------------------------------------------------

MOST_IN_PREHEADER = 200  # characters
MOST_LINES_OF_FENCE = 3  # when mail programs wrap it
_PREHEADER = re.compile(r"=\[ [^][]*\]=(?=[\s>|*_=\[]*\Z)")


def first_fence() -> str:
    return "=====[ reply above or below, not inside ]====="


def last_fence(game: int | str, turn: int) -> str:
    return f"=====[ end of turn mail #{game}.{turn} ]====="


def letters_of(fence: str) -> str:
    """Return the letters of a fence. A fence is recognised by these, as mail programs wrap and quote lines but keep
    letters."""
    return "".join(character for character in fence.lower() if character.isascii() and character.isalpha())


_FENCES = tuple(
    (re.compile("[^a-z]*".join(letters_of(fence)), re.ASCII | re.IGNORECASE), is_first)
    for fence, is_first in ((first_fence(), True), (last_fence("", 0), False))
)


def fences_in(text: str) -> Sequence[tuple[int, int, bool]]:
    """Find the fences of a text, in order. Each has the index of its first letter, the index after its last, and True
    for a first fence."""
    spans = ((*match.span(), is_first) for fence, is_first in _FENCES for match in fence.finditer(text))
    return sorted(span for span in spans if text.count("\n", *span[:2]) < MOST_LINES_OF_FENCE)


def preheader(text: str) -> str:
    """Return the line that mail lists show beside our subject. It is above the first fence and is cut with it."""
    return f"=[ {' '.join(re.sub(r'[][`]', ' ', text).split())[:MOST_IN_PREHEADER]} ]="


def without_preheader(above: str) -> str:
    """Return the text above a first fence without our preheader."""
    start = max(0, len(above) - 2 * MOST_IN_PREHEADER)
    found = _PREHEADER.search(above, start)
    return above[: found.start()] + above[found.end() :] if found else above


# --- the facts of a reply -------------------------------------------------------------------------------------------------


class MailFacts(msgspec.Struct, frozen=True, omit_defaults=True, rename={"correct": "try", "sender": "from"}):
    """Everything that is known about an email, from reading it to replying.

    What was read: its `orders`, empty if there is an `error`; lines `ignored` because they aren't commands; commands
    `below` the quoted email and `inside` ours, which aren't carried out; commands that a line may have `meant`;
    `attachments`; and `written`, a hash of the writer's own lines. A message stores all of this except `orders` and
    `error`.

    What was done: `verbs` are the orders of a receipt or of an email on hold, as written. An error says `why`, at
    which `line`, the `correct` form and the layout to `keep`, and links to the page of the `game`. A receipt has
    `notes`, the `draft` that was saved, with its tiles as written, and what happened `since` this event. An email on
    hold came from a `sender` who `asked` for this. `is_last`: further emails of this kind get no reply today. A
    message about a `substitution` of a seat has nothing else."""

    orders: tuple[Order, ...] = ()
    error: Unreadable | None = None
    verbs: tuple[str, ...] | None = None
    why: str = ""
    line: str = ""
    correct: str = ""
    keep: tuple[str, ...] = ()
    game: int | None = None
    ignored: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    attachments: tuple[str, ...] = ()
    written: str = ""
    is_last: bool = False
    notes: tuple[str, ...] = ()
    draft: Layout | None = None
    since: int | None = None
    sender: str = ""
    asked: tuple[str, ...] = ()
    loan: int | None = None

    @property
    def says_something(self) -> bool:
        return bool(self.orders or self.error)

    def as_json(self) -> dict[str, object]:
        """Return the facts as a message stores them."""
        facts: dict[str, object] = msgspec.to_builtins(msgspec.structs.replace(self, orders=(), error=None))
        return facts


NO_FACTS = MailFacts()


def facts_of(message: "Message") -> MailFacts:
    """Return the facts that a message was enqueued with."""
    return msgspec.convert(message.facts, MailFacts)
