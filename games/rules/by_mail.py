"""A table as its mails show it: what a kind shows and says there in its own words. Nothing here knows a game.

What a kind leaves out, mails take from its view: the seats, the clocks and the offers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from games.rules.messages import Text, say
from games.rules.showing import Offer, Panel


@dataclass(frozen=True)
class Paragraph:
    """A paragraph between panels, in quiet type where it may be left unread."""

    says: Text
    is_quiet: bool = False


@dataclass(frozen=True)
class Sample:
    """Lines to copy, under a title where there is one."""

    lines: tuple[str, ...]
    title: Text | None = None


Piece: TypeAlias = Panel | Paragraph | Sample


@dataclass(frozen=True)
class ByMail:
    """One table as a mail shows it to one reader: first `shows`, then `how_to_answer`, then `below`. It lists the `offers`, each
    with what it `does` or why it may not be given yet; those `in_a_word` have a link that begins an answer of that one word.

    `stands` says in a few words where the reader stands, `until` until when they may act, `beside` answers more questions; where
    these are left out, the remarks on seats and the clocks say it. `warns` has the last warning before a deadline, by its
    name, while it is of use. `retells` names the events that have no mail of their own: the next ones tell of them."""

    shows: tuple[Piece, ...] = ()
    offers: tuple[Offer, ...] = ()
    in_a_word: tuple[str, ...] = ()
    how_to_answer: tuple[Piece, ...] = ()
    below: tuple[Piece, ...] = ()
    stands: tuple[Text, ...] = ()
    until: Text | None = None
    beside: tuple[tuple[Text, Text], ...] | None = None
    warns: Mapping[str, Text] = field(default_factory=dict)
    retells: frozenset[str] = frozenset()


MOST_NAMED = 8  # tiles left over; of more only the number is said


def with_left_over(score: str, rack: str) -> Text:
    """A score, and what it leaves in the rack."""
    if not rack:
        return say("{score}", score=score)
    if len(rack) <= MOST_NAMED:
        return say("{score} ({tiles} left over)", score=score, tiles=" ".join(rack))
    return say("{score} ({tiles} left over)", score=score, tiles=say("{n} tiles", n=len(rack)))
