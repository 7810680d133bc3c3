"""How lines from emails and the text box are read: as an order, refused with what would be right, or left alone."""

import pytest

from games.rules.reading import read
from games.rules.values import Order, Unreadable
from tests.rules.lexicon_cards.table import LEXICON

WEB = LEXICON.grammar(LEXICON.options_type())
MAIL = WEB.ignoring_case()


def orders(text, how=MAIL):
    return [order.as_json() for order in read(text, how).orders]


def fault(text, how=MAIL):
    with pytest.raises(Unreadable) as unreadable:
        read(text, how)
    return str(unreadable.value.why), unreadable.value.correct


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("LAY WORD", {"verb": "LAY", "word": "WORD"}),
        ("lay word", {"verb": "LAY", "word": "WORD"}),
        ("Lay: Word.", {"verb": "LAY", "word": "WORD"}),
        ('LAY "WORD"', {"verb": "LAY", "word": "WORD"}),
        ("TAKE X", {"verb": "TAKE", "card": "X"}),
        ("take x!", {"verb": "TAKE", "card": "X"}),
        ("DRAW X", {"verb": "DRAW", "card": "X"}),
        ("DRAW ?", {"verb": "DRAW", "card": "?"}),
        ("TAKE *", {"verb": "TAKE", "card": "?"}),
        ("draw Master", {"verb": "DRAW", "card": "?"}),
        ("ADD ARE CARESS", {"verb": "ADD", "word": "ARE", "makes": "CARESS"}),
        ("add are -> caress", {"verb": "ADD", "word": "ARE", "makes": "CARESS"}),
        ("exchange larch for lurch", {"verb": "EXCHANGE", "word": "LARCH", "makes": "LURCH"}),
        ("EXCHANGE LARCH, LURCH", {"verb": "EXCHANGE", "word": "LARCH", "makes": "LURCH"}),
        ("Challenge!", {"verb": "CHALLENGE"}),
        ("accept", {"verb": "ACCEPT"}),
        ("**LAY CAT**", {"verb": "LAY", "word": "CAT"}),
        ("- LAY CAT", {"verb": "LAY", "word": "CAT"}),
    ],
)
def test_a_line_is_read_as_an_order(text, order):
    assert orders(text) == [order]
    assert orders(text, WEB) == [order]


@pytest.mark.parametrize(
    ("text", "word"),
    [("LAY CA?T", "CaT"), ("LAY CA*T", "CaT"), ("lay cat?", "CAt"), ("LAY CAT*", "CAt"), ("LAY C?A?T", "caT")],
)
def test_a_mark_makes_the_letter_before_it_a_master(text, word):
    assert orders(text)[0]["word"] == orders(text, WEB)[0]["word"] == word


@pytest.mark.parametrize("text", ["LAY CaT", "lay CaT", "LAY CAtS"])
def test_a_lower_case_letter_is_a_master_in_the_text_box_but_not_in_email(text):
    written = text.split()[1]
    assert orders(text, WEB)[0]["word"] == written
    assert orders(text)[0]["word"] == written.upper()


@pytest.mark.parametrize("text", ["lay cat", "lay Cat", "lay At"])
def test_a_word_not_in_capitals_marks_no_master(text):
    assert orders(text, WEB)[0]["word"] == text.split()[1].upper()


@pytest.mark.parametrize("verb", ["ADD", "EXCHANGE"])
def test_a_master_can_be_marked_in_both_words(verb):
    order = {"verb": verb, "word": "aRE", "makes": "OREs"}
    assert orders(f"{verb} A?RE ORES?") == [order]
    assert orders(f"{verb} aRE OREs", WEB) == [order]


@pytest.mark.parametrize(
    "text",
    [
        "Take care!",
        "Draw a picture of that.",
        "Lay it on me",
        "Add me to the list, please",
        "Exchange rates are high today",
        "I challenge you",
        "Accept my thanks",
        "LAY CÂT",
    ],
)
def test_chatter_is_left_alone(text):
    assert orders(text) == []


NAME_IT = "Write the letter that the Master stands for, with ? after it."


@pytest.mark.parametrize(
    ("text", "why", "correct"),
    [
        ("LAY", "After LAY, write a word made from your cards.", "LAY CAT"),
        ("LAY ?AT", NAME_IT, "LAY CA?T"),
        ("LAY CA??", NAME_IT, "LAY CA?T"),
        ("TAKE", "After TAKE, write the card from your hand that replaces the exposed card.", "TAKE Q"),
        ("DRAW", "After DRAW, write the card from your hand that you discard before you draw one.", "DRAW Q"),
        ("ADD CARESS", "After ADD, write a word on the table and the longer word you make from it.", "ADD ARE CARESS"),
        ("EXCHANGE", "After EXCHANGE, write a word on the table and the word it becomes.", "EXCHANGE LARCH LURCH"),
        ("LAY CAT\nDRAW Q", "LAY and DRAW contradict each other. Keep only one of them.", "LAY CAT"),
        ("CHALLENGE\nACCEPT", "CHALLENGE and ACCEPT contradict each other. Keep only one of them.", "CHALLENGE"),
        ("LAY CAT\nLAY DOG", "LAY is here twice, with different content. Keep only one of them.", "LAY CAT"),
        ("TAKE Q\nRESIGN", "TAKE and RESIGN contradict each other. Keep only one of them.", "TAKE Q"),
    ],
)  # fmt: skip
def test_unreadable_orders_are_refused_with_a_correct_example(text, why, correct):
    assert fault(text) == (why, correct)


def test_a_challenge_and_a_move_can_go_together():
    assert [order["verb"] for order in orders("CHALLENGE\nLAY DOG")] == ["CHALLENGE", "LAY"]


@pytest.mark.parametrize("order", [Order("LAY", {"word": "CaT"}), Order("ADD", {"word": "aRE", "makes": "BaREs"})])
def test_an_order_written_with_marks_reads_back_the_same(order):
    marked = {
        name: "".join(f"{character}?" if character.islower() else character for character in word)
        for name, word in order.facts.items()
    }
    assert read(f"{order.verb} {' '.join(marked.values())}", MAIL).orders == (order,)
