"""Any board that our emails print in any alphabet can be sent back: its rows and its words, in every transfer encoding."""

import re
from email.message import EmailMessage

import pytest
from django.template.loader import render_to_string
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import registry
from games.rules.alphabets.known import alphabet_of, codes
from games.rules.grid import trim
from games.rules.panels import Grid
from games.rules.texts import say
from notifications.incoming.reading import read
from notifications.outgoing.mails.parts import Board, MailContent, as_text, parts_of
from tests.notifications.leaks import STAND_INS_SHOWN

in_every_alphabet = pytest.mark.parametrize("alphabet", list(map(alphabet_of, codes())), ids=codes())


def grammar_of(key, alphabet):
    kind = registry.kind(key)
    return kind.grammar(kind.options_type(alphabet=alphabet.code))


@st.composite
def rows_of(draw, alphabet, *, width):
    """Generate at most 8 rows. The letters of multi-letter tiles also occur as separate tiles, side by side."""
    several = [one.letter for one in alphabet.defined if len(one.letter) > 1]
    apart = "".join(letter for form in several for letter in form if letter in alphabet.letters)
    row = st.text([*alphabet.letters, *apart, *"." * len(alphabet.letters)], min_size=width, max_size=width)
    return tuple(draw(st.lists(row, min_size=1, max_size=8)))


def sent_back(lines, *, encoding="quoted-printable", subtype="plain"):
    mail = EmailMessage()
    mail.set_content("\n".join(("GRID", *lines, "END", "")), subtype=subtype, cte=encoding)
    return mail.as_bytes()


def layout_in(message, grammar):
    reading = read(message, grammar=grammar)
    assert reading.error is None, (reading.error.line, str(reading.error))
    (order,) = reading.orders
    return order.facts["layout"]


def printed(part, alphabet):
    text = as_text(MailContent("", "", "", (part,), turn=1, alphabet=alphabet))
    assert STAND_INS_SHOWN.isdisjoint(text)
    return text.split("\n\n")


@in_every_alphabet
def test_a_printed_layout_reads_back(alphabet):
    grammar = grammar_of("crossing", alphabet)

    @settings(max_examples=12, deadline=None)
    @given(rows_of(alphabet, width=12), st.sampled_from(["quoted-printable", "base64", "8bit"]))
    def one(rows, encoding):
        layout = trim(rows)
        if not layout:
            return
        board = Board("Yours", "9/4", layout, alphabet=alphabet)
        *_, grid, words = printed(board, alphabet)
        for block in (grid, words):
            assert layout_in(sent_back(block.splitlines(), encoding=encoding), grammar) == layout
            quoted = [f"> {line}" for line in block.splitlines()]
            assert layout_in(sent_back(quoted, encoding=encoding), grammar) == layout
        page = render_to_string("mail/board.html", {"part": board})
        assert STAND_INS_SHOWN.isdisjoint(page)
        shown, listed = re.fullmatch(r"(?s).*?(<pre.*</pre>)\s*(<p.*</p>)\s*", page).groups()
        for html in (shown, listed):
            message = EmailMessage()
            message.set_content(f"<div>GRID</div>{html}<div>END</div>", subtype="html", cte=encoding)
            assert layout_in(message.as_bytes(), grammar) == layout

    one()


@in_every_alphabet
def test_a_printed_board_with_coordinates_reads_back(alphabet):
    grammar = grammar_of("crosslet", alphabet)

    @settings(max_examples=8, deadline=None)
    @given(rows_of(alphabet, width=15))
    def one(rows):
        rows = (*rows, *["." * 15] * (15 - len(rows)))
        colours = tuple("g.y.b.r........" for _ in range(15))
        (sheet,) = parts_of([Grid("board", say("Board"), rows, colours=colours, has_places=True)], (), alphabet)
        *_, board = printed(sheet, alphabet)[:2]
        assert layout_in(sent_back(board.splitlines()), grammar) == rows
        page = render_to_string("mail/sheet.html", {"part": sheet})
        assert STAND_INS_SHOWN.isdisjoint(page)
        message = EmailMessage()
        shown = re.search(r"(?s)<pre.*</pre>", page)[0]
        message.set_content(f"<div>GRID</div>{shown}<div>END</div>", subtype="html")
        assert layout_in(message.as_bytes(), grammar) == rows

    one()


def test_cells_are_wide_only_if_tiles_have_several_letters():
    spanish, french = alphabet_of("es"), alphabet_of("fr")
    layout = tuple(map(spanish.read, (".[CH]ICO", "A...")))
    assert Board("", "", layout[:1], alphabet=spanish).grid == ["| .    [CH] I    C    O"]
    assert Board("", "", ("A.", ".B"), alphabet=spanish).grid == ["| A .", "| . B"]
    assert Board("", "", ("A.", ".B"), alphabet=french).grid == ["| A.", "| .B"]
