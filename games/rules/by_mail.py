"""The content of a game's emails: what a kind of game shows and says in its own words. Nothing here knows a
particular game.

Anything that a kind leaves out is taken from its view: seats, clocks and offers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH
from games.rules.notation import example
from games.rules.panels import Offer, Panel
from games.rules.reading import Grammar
from games.rules.texts import Text, say, template


@dataclass(frozen=True)
class Paragraph:
    """A paragraph between panels; `is_quiet` if it may be skipped."""

    says: Text
    is_quiet: bool = False


@dataclass(frozen=True)
class Sample:
    """Lines to copy, with an optional title."""

    lines: tuple[str, ...]
    title: Text | None = None


Piece: TypeAlias = Panel | Paragraph | Sample


@dataclass(frozen=True)
class ByMail:
    """One game as an email shows it to one reader.

    `shows` comes first, then `how_to_answer`, then `below`.
    `offers` are listed with what they do or why they aren't available; those `in_a_word` get a link that starts a
    one-word reply.
    `status` tells in a few words how the reader is doing, `until` how long they can act, and `beside` adds facts. If
    these are left out, the email uses the remarks on seats and the clocks.
    `warns` has the text of each last warning, by the name of the deadline.
    `retells` names events without an email of their own, which the next email reports."""

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


MOST_NAMED = 8  # leftover tiles; if there are more, only their number is given


def with_left_over(score: str, rack: str) -> Text:
    """Return a score with the tiles left over in the rack."""
    if not rack:
        return say("{score}", score=score)
    if len(rack) <= MOST_NAMED:
        return say("{score} ({tiles} left over)", score=score, tiles=" ".join(rack))
    return say("{score} ({tiles} left over)", score=score, tiles=say("{n} tiles", n=len(rack)))


@dataclass(frozen=True)
class MailWords:
    """Sentences that are the same in all games of a kind, as templates.

    `invites` says what the game is, if the kind's own sentence won't do.
    `cuts` says what may follow JOIN.
    `has_begun` starts the first email.
    `looks` says what STATUS does.
    `too_late` answers orders from an earlier turn, and `read_late` warns that an email on hold may have some."""

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
"""A reminder of what else can be written."""


def how_to_answer(offers: Sequence[Offer]) -> tuple[Piece, ...]:
    """Return how to write the orders that are available now."""
    written = [offer.example or offer.verb for offer in offers if offer.refusal is None]
    short = tuple(text for text in written if "\n" not in text)
    long = [Sample(tuple(text.splitlines())) for text in written if "\n" in text]
    if not written:
        return (REST,)
    asks = Paragraph(say("To answer, reply with one of these on lines of its own, changed as you like."))
    return (asks, *long, *((Sample(short),) if short else ()), REST)


def help_with(grammar: Grammar) -> tuple[Piece, ...]:
    """Return the part of HELP after the list of commands."""
    title = say("Write a board, or words on it, between two lines:")
    rows = grammar.alphabet.write(example(grammar.board, grammar.alphabet)).splitlines()
    board = (Sample(tuple(rows), title),) if grammar.has_layouts else ()
    last = say("Reply to any email from the game. A move only counts in reply to an email from the latest turn.")
    return (*board, *how_tiles_are_written(grammar.alphabet), Paragraph(last, is_quiet=True))


def how_tiles_are_written(alphabet: Alphabet) -> tuple[Piece, ...]:
    """Return how to write the tiles that English doesn't have: tiles of several letters in brackets, and letters that a
    keyboard may lack with plain letters. Empty if there are none."""
    says = []
    tiles = list(zip(alphabet.letters, alphabet.defined, strict=True))
    if several := tuple(alphabet.write(tile) for tile, one in tiles if len(one.letter) > 1):
        says.append(
            say(
                "Tiles with several letters are written in square brackets, here {tiles}. In words, the brackets can be "
                "left out.",
                tiles=several,
            )
        )
    letters = (form.strip("[]") for form in several)
    if apart := next((form for form in letters if set(form) <= set(alphabet.letters)), ""):
        says.append(say("A bar between letters keeps them apart: {example}.", example="|".join(apart)))
    plain = [(alphabet.write(tile), one.aliases[0]) for tile, one in tiles if one.aliases]
    if plain:
        ways = tuple(say("{alias} for {letter}", alias=f"[{alias}]", letter=letter) for letter, alias in plain)
        says.append(say("If your keyboard lacks a letter, write it in square brackets: {ways}.", ways=ways))
    return tuple(Paragraph(each) for each in says)


def letters_of_ones_own(alphabet: Alphabet) -> tuple[str, ...]:
    """Return the tiles, as written, that English doesn't have."""
    return tuple(form for form in map(alphabet.write, alphabet.letters) if form not in ENGLISH.letters)
