"""The facts of an email from a player: what was read in it and what came of it. A message that replies to it keeps them as JSON.

Pure, as the process that reads untrusted email uses it."""

from typing import TYPE_CHECKING

import msgspec

from games.rules.grid import Layout
from games.rules.kind import Order, Unreadable

if TYPE_CHECKING:
    from notifications.models import Message


class MailFacts(msgspec.Struct, frozen=True, omit_defaults=True, rename={"correct": "try", "sender": "from"}):
    """Everything that is known about an email, from reading it to replying.

    What was read: its `orders`, none if there is an `error`; lines `ignored` as no commands; commands `below` the quoted mail
    and `inside` ours, which are not carried out; commands that a line may have `meant`; `attachments`; and `written`, a hash of
    the writer's own lines. A message keeps all of this but `orders` and `error`.

    What came of it: `verbs` are the orders of a receipt or a held mail, as written. An error says `why`, at which `line`, the
    `correct` form and the layout to `keep`, and links to the page of the `game`. A receipt has `notes`, the `draft` that was
    saved, and what happened `since` this event. A held mail came from a `sender` who `asked` for this. `is_last`: further emails
    of this kind get no reply today. A message about a `loan` of a seat has nothing else."""

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
        """Return the facts as a message keeps them."""
        facts: dict[str, object] = msgspec.to_builtins(msgspec.structs.replace(self, orders=(), error=None))
        return facts


NO_FACTS = MailFacts()


def facts_of(message: "Message") -> MailFacts:
    """Read the facts that a message was enqueued with."""
    return msgspec.convert(message.facts, MailFacts)
