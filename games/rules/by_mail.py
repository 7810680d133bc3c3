"""The content of a table's mails: what a kind shows and says in its own words. Nothing here knows a game.

What a kind leaves out mails take from its view: seats, clocks and offers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from games.rules.notation import example
from games.rules.panels import Offer, Panel
from games.rules.reading import Grammar
from games.rules.texts import Text, say, template


@dataclass(frozen=True)
class Paragraph:
    """A paragraph between panels; in quiet type if it may be skipped."""

    says: Text
    is_quiet: bool = False


@dataclass(frozen=True)
class Sample:
    """Lines to copy, perhaps under a title."""

    lines: tuple[str, ...]
    title: Text | None = None


Piece: TypeAlias = Panel | Paragraph | Sample


@dataclass(frozen=True)
class ByMail:
    """One table as a mail shows it to one reader: first `shows`, then `how_to_answer`, then `below`.

    It lists the `offers`, each with what it does or why it may not be given yet; those `in_a_word` get a link that begins a
    one-word answer. `status` says in a few words how things stand for the reader, `until` by when they may act, `beside`
    gives further answers; where these are left out the mail uses the remarks on seats and the clocks. `warns` has last
    warnings, by the name of the deadline. `retells` names events without a mail of their own, which the next mail tells of."""

    shows: tuple[Piece, ...] = ()
    offers: tuple[Offer, ...] = ()
    in_a_word: tuple[str, ...] = ()
    how_to_answer: tuple[Piece, ...] = ()
    below: tuple[Piece, ...] = ()
    status: tuple[Text, ...] = ()
    until: Text | None = None
    beside: tuple[tuple[Text, Text], ...] | None = None
    warns: Mapping[str, Text] = field(default_factory=dict)
    retells: frozenset[str] = frozenset()


MOST_NAMED = 8  # the tiles left over; of more only the number is given


def with_left_over(score: str, rack: str) -> Text:
    """A score with the tiles that it leaves in the rack."""
    if not rack:
        return say("{score}", score=score)
    if len(rack) <= MOST_NAMED:
        return say("{score} ({tiles} left over)", score=score, tiles=" ".join(rack))
    return say("{score} ({tiles} left over)", score=score, tiles=say("{n} tiles", n=len(rack)))


@dataclass(frozen=True)
class MailWords:
    """Sentences that are the same at all tables of a kind: templates, with the values that they name. `invites` says what
    is played, if not what the list of kinds says; `cuts` what may stand after JOIN; `has_begun` heads the first mail;
    `looks` says what STATUS does; `too_late` answers orders of a past turn, and `read_late` says that a held mail may be
    one."""

    subject: str = template("Lexicon game {id}: {kind} against {names}")
    invites: str = ""
    cuts: str = template(
        "To add your own cut to the shuffle, write up to 40 characters after JOIN, for example {example}."
    )
    has_begun: str = template("The game has started. {says}")
    looks: str = template("see the whole game")
    too_late: str = template(
        "You sent {verbs} in reply to an email from an earlier turn. This email shows where the game stands now."
    )
    read_late: str = template(
        "If you confirm, it counts as sent now. A move from an earlier turn no longer counts. The answer goes to "
        "your own email address."
    )


REST = Paragraph(
    say("Anything else you write is ignored. `STATUS` shows where the game stands. `HELP` explains the rest."), True
)
"""A reminder of what else may be written."""


def how_to_answer(offers: Sequence[Offer]) -> tuple[Piece, ...]:
    """How the orders that may be given now are written."""
    written = [offer.example or offer.verb for offer in offers if offer.refusal is None]
    short = tuple(text for text in written if "\n" not in text)
    long = [Sample(tuple(text.splitlines())) for text in written if "\n" in text]
    if not written:
        return (REST,)
    asks = Paragraph(say("To answer, reply with one of these on lines of its own, changed as you like."))
    return (asks, *long, *((Sample(short),) if short else ()), REST)


def help_with(grammar: Grammar) -> tuple[Piece, ...]:
    """The part of HELP beyond its line for each order."""
    title = say("Write a board, or words on it, between two lines:")
    board = (Sample(tuple(example(grammar.board).splitlines()), title),) if grammar.has_layouts else ()
    last = say("Reply to any email from the game. A move only counts in reply to an email from the latest turn.")
    return (*board, Paragraph(last, is_quiet=True))
