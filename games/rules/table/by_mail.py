"""How the orders of a table are written in an answer to its mail, as far as that is the same for every kind."""

from collections.abc import Sequence

from games.rules.by_mail import Paragraph, Piece, Sample
from games.rules.messages import say
from games.rules.notation import example
from games.rules.reading import Grammar
from games.rules.showing import Offer

REST = Paragraph(
    say("Other words are left alone. `STATUS` shows where the game stands; `HELP` explains the rest."), True
)
"""What may be written beside all else."""


def how_to_answer(offers: Sequence[Offer]) -> tuple[Piece, ...]:
    """Those of the orders that may be given now, as they may be written."""
    written = [offer.example or offer.verb for offer in offers if offer.refusal is None]
    short = tuple(text for text in written if "\n" not in text)
    long = [Sample(tuple(text.splitlines())) for text in written if "\n" in text]
    if not written:
        return (REST,)
    asks = Paragraph(say("To answer, reply with one of these, on lines of their own, as you would have it."))
    return (asks, *long, *((Sample(short),) if short else ()), REST)


def help_with(grammar: Grammar) -> tuple[Piece, ...]:
    """What a line of HELP for each order does not say."""
    title = say("A board, or words on it, stands between two lines:")
    board = (Sample(tuple(example(grammar.board).splitlines()), title),) if grammar.has_layouts else ()
    last = say("Answer any mail of the game. A move counts only as an answer to the newest turn’s mail.")
    return (*board, Paragraph(last, is_quiet=True))
