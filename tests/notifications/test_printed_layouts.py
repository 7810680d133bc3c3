"""Any board that our emails print can be sent back by a player: as text, as HTML and as words, wrapped and quoted."""

import re
import textwrap
from email.message import EmailMessage
from html import escape
from itertools import chain

import pytest
from django.template.loader import render_to_string
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.crossing.kind import Crossing
from games.rules.crossing.options import Options
from games.rules.grid import Layout, trim
from games.rules.reading import read as read_text
from notifications.incoming.bodies import text_of
from notifications.incoming.reading import read
from notifications.outgoing.mails.parts import Board, MailContent, as_text

GRAMMAR = Crossing().grammar(Options())
LETTERS = "REDENDSAVEGREENTHANKSBESTCIAOQXZ"  # rows can spell words with a meaning elsewhere


@st.composite
def layouts(draw) -> Layout:
    """Generate layouts up to 60 × 60 and 120 tiles; some are dense, and spell verbs and sign-offs."""
    height, width = draw(st.integers(1, 60)), draw(st.integers(1, 60))
    cells = st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))
    tiles = draw(st.dictionaries(cells, st.sampled_from(LETTERS), min_size=1, max_size=100))
    word = draw(st.sampled_from(["", "RED", "END", "GREEN", "DONE", "THANKS", "BEST", "STATUS", "GRID", "CU"]))
    row, column = draw(st.integers(0, height - 1)), draw(st.integers(0, max(0, width - len(word))))
    tiles |= {(row, column + n): character for n, character in enumerate(word) if column + n < width}
    return trim(["".join(tiles.get((r, c), ".") for c in range(width)) for r in range(height)])


def sparse(height: int, width: int) -> Layout:
    """Return a board of this size with as few tiles as possible: one in each necessary corner, and one in the
    middle."""
    rows = [["."] * width for _ in range(height)]
    for row, column in ((0, 0), (height - 1, width - 1), (height // 2, width // 3)):
        rows[row][column] = "EDG"[(row + column) % 3]
    return tuple("".join(row) for row in rows)


def printed(layout: Layout) -> tuple[list[str], list[str]]:
    """Return the board's rows and its word list, as in the text of our email."""
    blocks = as_text(MailContent("", "", "", (Board("Yours", "9/4", layout),), turn=1)).split("\n\n")
    return blocks[-2].splitlines(), blocks[-1].splitlines()


def on_the_page(layout: Layout) -> tuple[str, str]:
    """Return the same from our email's HTML."""
    page = render_to_string("mail/board.html", {"part": Board("Yours", "9/4", layout)})
    rows, words = re.fullmatch(r"(?s).*?(<pre.*</pre>)\s*(<p.*</p>)\s*", page).groups()
    return rows, words


def sent_back(body: str, *, subtype: str = "plain") -> bytes:
    mail = EmailMessage()
    mail.set_content(body, subtype=subtype, cte="quoted-printable")
    return mail.as_bytes()


def classified(message: bytes) -> Layout:
    reading = read(message, grammar=GRAMMAR)
    assert reading.error is None, (reading.error.line, str(reading.error))
    (order,) = reading.orders
    assert reading.ignored == ()
    return order.facts["layout"]


def grid(lines: list[str], *, end: str = "\nEND\n") -> bytes:
    return sent_back("GRID\n" + "\n".join(lines) + end)


def flowed(lines: list[str], width: int) -> list[str]:
    """Break lines at spaces, as a client does with lines longer than its window."""
    return list(chain.from_iterable(textwrap.wrap(line, width, break_long_words=False) for line in lines))


@pytest.mark.parametrize("height", range(1, 61))
def test_a_printed_board_of_every_size_reads_back(height):
    for width in range(1, 61):
        layout = trim(sparse(height, width))
        rows, words = printed(layout)
        for lines in (rows, words, [row.strip(" |") for row in rows]):
            (order,) = read_text("GRID\n" + "\n".join(lines) + "\nEND", GRAMMAR).orders
            assert order.facts["layout"] == layout


@settings(max_examples=60)
@given(layouts())
def test_a_printed_board_reads_back_from_an_email(layout):
    rows, words = printed(layout)
    bordered = [f"  {row.strip()} |" for row in rows]
    dotted = [row.strip(" |") for row in rows]
    for lines in (rows, bordered, words, [" ".join(words)], [line for row in rows for line in ("", row)]):
        assert classified(grid(lines)) == layout
        assert classified(grid(lines, end="\n")) == layout
    assert classified(grid([f"|{row}" for row in dotted])) == layout


@settings(max_examples=60)
@given(layouts())
def test_a_printed_board_reads_back_shifted_and_wrapped(layout):
    rows, words = printed(layout)
    shifted = [f"| {'.' * 3}{row.strip(' |')}" for row in rows]
    assert classified(grid([*["| ..."] * 3, *shifted])) == layout
    for width in (72, 78):
        assert classified(grid(flowed([" ".join(words)], width))) == layout
        assert classified(grid(flowed(rows, width))) == layout


@settings(max_examples=40)
@given(layouts())
def test_a_printed_board_reads_back_from_html(layout):
    rows, words = on_the_page(layout)
    for shown in (rows, words):
        assert classified(sent_back(f"<div>GRID</div>{shown}<div>END</div>", subtype="html")) == layout
        as_paragraphs = "".join(f"<p>{escape(line)}</p>" for line in text_of(shown).splitlines() if line.strip())
        assert classified(sent_back(f"<p>GRID</p>{as_paragraphs}<p>END</p>", subtype="html")) == layout


@settings(max_examples=40)
@given(layouts())
def test_a_quoted_board_counts_only_between_the_players_own_grid_and_end(layout):
    rows, words = printed(layout)
    for lines in (rows, words):
        quoted = [f"> {line}" for line in lines]
        reading = read(grid([*quoted, ""], end=""), grammar=GRAMMAR)
        assert reading.orders == ()
        assert reading.error is not None
        assert classified(grid(quoted)) == layout
        assert classified(grid([line.removeprefix(">") for line in quoted])) == layout
