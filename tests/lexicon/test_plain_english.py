"""The check of plain English finds odd phrases in sentences that people read, and odd openings of docstrings."""

import ast

import pytest

from tests.plain_english import ALLOWED, PATTERNS, odd_openings, said_by_commands, texts_of


@pytest.mark.parametrize(
    "sentence",
    [
        "Nobody is waited for longer than an hour.",
        "Name whoever is away.",
        "A word that is none is struck.",
        "The pairings were drawn anew.",
        "Three tiles, of which two are blanks.",
        "What was agreed stands here.",
        "You are told by email.",
        "Others may look on.",
        "Chloe sits in for Boris.",
        "A dear tile is left over.",
        "Write their mail address.",
        "The clocks run as usual.",
        "It is to move next.",
        "What is not right is refused.",
        "A mail of no game.",
        "See what happened.",
        "Watch the film again.",
        "It is not to be had here, as far as we know.",
        "You came to place 3.",
        "That is worth 1 points.",
    ],
)
def test_an_odd_sentence_is_found(sentence):
    assert any(pattern.search(sentence) for pattern in PATTERNS.values())


@pytest.mark.parametrize(
    "sentence",
    [
        "The game waits for Boris.",
        "There is no game called chess.",
        "It is your move.",
        "You finished 3rd with 21 points.",
    ],
)
def test_a_plain_sentence_is_not_found(sentence):
    assert not any(pattern.search(sentence) for pattern in PATTERNS.values())


@pytest.mark.parametrize("opening", ["Who", "What", "Of", "Where", "Whether", "That", "One that", "Whose", "Whom"])
@pytest.mark.parametrize(
    "code",
    [
        '"""{} is read."""',
        'def read():\n    """{} is read."""',
        'class Reader:\n    async def read(self):\n        r"""\n        {} is read."""',
        'READ = 1\n"""{} is read."""',
    ],
)
def test_a_docstring_that_opens_with_a_clause_is_found(code, opening):
    assert [text for _, text in odd_openings(ast.parse(code.format(opening)))] == [f"{opening} is read."]


@pytest.mark.parametrize(
    "code",
    [
        '"""Return what is read."""',
        '"""Offers that are open."""',
        'said = """What is read."""',
        "# What is read.",
    ],
)
def test_other_openings_strings_and_comments_are_not_found(code):
    assert list(odd_openings(ast.parse(code))) == []


def test_the_output_of_commands_is_read_but_not_their_docstrings():
    tree = ast.parse(
        '"""Whoever."""\nhelp = "one"\nparser.add_argument("--x", help="two")\nraise CommandError(f"three {x}")'
    )
    assert [text for _, text in said_by_commands(tree)] == ["one", "two", "three "]


def test_catalogues_are_read_in_english_and_code_in_docs_is_skipped():
    assert "Accept" in {text for _, text in texts_of("lexicon/locale/fr/LC_MESSAGES/django.po")}
    assert not any("static_configs" in text for _, text in texts_of("docs/monitoring.md"))


def test_each_exception_is_still_needed():
    everything = "\n".join(
        text
        for path in ("CHANGELOG.md", "docs/upgrading.md", "lexicon/locale/fr/LC_MESSAGES/django.po")
        for _, text in texts_of(path)
    )
    assert [one.phrase for one in ALLOWED if one.phrase not in everything] == []
