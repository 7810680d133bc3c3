"""Tiles of several letters, accented letters and ligatures in commands, as players of each language write them by
email."""

import pytest

from games.rules import registry
from games.rules.reading import read
from games.rules.values import Unreadable


def grammar_of(code, key="crossing", **options):
    kind = registry.kind(key)
    return kind.grammar(kind.options_type(alphabet=code, **options)).ignoring_case()


CHALLENGES, TEAMS, TWO = {"word_check": "challenge"}, {"teams": "ABAB"}, {"jaywalk_tiles": 2}


@pytest.mark.parametrize(
    ("code", "options", "text", "read_as"),
    [
        ("fr", CHALLENGES, "CHALLENGE ÉTÉ", "CHALLENGE ETE"),
        ("fr", CHALLENGES, "challenge cœur", "CHALLENGE COEUR"),
        ("de", CHALLENGES, "CHALLENGE Straße", "CHALLENGE STRASSE"),
        ("es", CHALLENGES, "CHALLENGE CHICO", "CHALLENGE [CH]ICO"),
        ("es", CHALLENGES, "CHALLENGE [Ch]ico", "CHALLENGE [CH]ICO"),
        ("ca", CHALLENGES, "CHALLENGE AL·LOT", "CHALLENGE A[L·L]OT"),
        ("pl", CHALLENGES, "CHALLENGE [l/][a,]ka", "CHALLENGE ŁĄKA"),
        ("fr", {}, "JAYWALK É", "JAYWALK E"),
        ("es", {}, "JAYWALK CH", "JAYWALK [CH]"),
        ("es", {}, "JAYWALK [Rr]", "JAYWALK [RR]"),
        ("es", TWO, "JAYWALK C H", "JAYWALK C H"),
        ("es", TWO, "JAYWALK [CH] [N~]", "JAYWALK [CH] Ñ"),
        ("ca", {}, "JAYWALK L·L", "JAYWALK [L·L]"),
        ("ca", {}, "JAYWALK [L.L]", "JAYWALK [L·L]"),
        ("es", TEAMS, "OFFER Ñ FOR CH", "OFFER Ñ FOR [CH]"),
        ("es", TEAMS, "offer [n~] for [Ll] to Anna", "OFFER Ñ FOR [LL] TO ANNA"),
        ("es", TEAMS, "ACCEPT rr FOR [CH]", "ACCEPT [RR] FOR [CH]"),
        ("es", {}, "STANDING LIGHT", "STANDING LIGHT"),
    ],
)
def test_tiles_are_read_as_players_write_them(code, options, text, read_as):
    grammar = grammar_of(code, **options)
    (order,) = read(text, grammar).orders
    assert grammar.write(order).upper() == read_as


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("EXCHANGE CH A ñ", "EXCHANGE [CH] A Ñ"),
        ("EXCHANGE [Ch]", "EXCHANGE [CH]"),
        ("EXCHANGE C H", "EXCHANGE C H"),
        ("STANDING EXCHANGE [Ll] A", "STANDING EXCHANGE [LL] A"),
    ],
)
def test_tiles_of_an_exchange_are_read_as_players_write_them(text, read_as):
    grammar = grammar_of("es", "crosslet")
    (order,) = read(text, grammar).orders
    assert grammar.write(order) == read_as


@pytest.mark.parametrize(
    ("code", "key", "options", "text", "why", "correct"),
    [
        ("es", "crossing", TWO, "JAYWALK CH", "CH can be one tile or several", "JAYWALK [CH]"),
        ("es", "crosslet", {}, "EXCHANGE CHE", "Write [CH] for one, or C H for several", "EXCHANGE [CH]E"),
        ("es", "crossing", {}, "JAYWALK [CJ]", "No tile has [CJ]", "JAYWALK Ñ"),
        ("es", "crossing", CHALLENGES, "CHALLENGE [C]HICO", "[C] isn’t a tile. Write C", "CHALLENGE CHICO"),
        ("es", "crossing", TEAMS, "OFFER Ñ FOR [CK]", "No tile has [CK]", "OFFER Ñ FOR E"),
        ("fr", "crossing", {}, "GRID\n.Œ.\nÉTÉ\nEND", "Œ isn’t a tile. Write OE", ".OE."),
        ("de", "crossing", {}, "GRID\n.ß\nAB\nEND", "ß isn’t a tile. Write SS", ".SS"),
        ("es", "crossing", {}, "GRID\n.[X].\nAÑO\nEND", "[X] isn’t a tile. Write X", ".X."),
    ],
)
def test_ambiguous_or_unknown_tiles_are_refused_with_a_correct_form(code, key, options, text, why, correct):
    with pytest.raises(Unreadable) as refused:
        read(text, grammar_of(code, key, **options))
    assert why in str(refused.value)
    assert refused.value.correct == correct


def test_mixed_case_in_brackets_is_refused_if_lower_case_is_a_blank():
    kind = registry.kind("crossing")
    with pytest.raises(Unreadable) as refused:
        kind.read("GRID\n.[Ch].\nAÑO\nEND", kind.options_type(alphabet="es"))
    assert "Write [CH] or [ch]" in str(refused.value)


def test_rows_keep_the_middle_dot_only_in_brackets():
    grammar = grammar_of("ca")
    (order,) = read("GRID\nL·L..\n.[L·L].\nEND", grammar).orders
    assert tuple(map(grammar.alphabet.write, order.facts["layout"])) == ("L.L", ".[L·L].")


def test_placed_words_join_letters_into_tiles_unless_separated_by_a_bar():
    grammar = grammar_of("es")
    for written, tiles in (("D4 CHICO", "[CH]ICO"), ("4D C|HICO", "CHICO"), ("4D [ch]ico", "[CH]ICO")):
        (order,) = read(f"GRID\n{written}\nEND", grammar).orders
        assert grammar.alphabet.write("".join(order.facts["layout"])) == tiles
