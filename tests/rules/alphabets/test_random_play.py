"""Random games of Crossing and Crosslet in every alphabet: orders read back as they are written, layouts score, the record
verifies, and contains no stand-in."""

import json
from fractions import Fraction

import pytest
from hypothesis import Phase, given, settings

from games.rules import registry
from games.rules.alphabets.alphabet import FIRST_STAND_IN, STAND_INS
from games.rules.alphabets.known import SHIPPED, alphabet_of
from games.rules.table.verify import as_published, replay
from games.rules.tiles import parse_tile_set, written
from games.rules.values import Differs, Joining, OrderRefused, Unreadable, UnreadableRecord
from games.rules.words import AnyWord
from tests.rules import position
from tests.rules.test_every_kind import RANDOM_PLAY, games, played

STAND_INS_SHOWN = {chr(FIRST_STAND_IN + n) for n in range(2 * STAND_INS)}
SEED = bytes(range(32))
in_every_alphabet = pytest.mark.parametrize("alphabet", [alphabet_of(code) for code in SHIPPED], ids=SHIPPED)


def some_tiles(alphabet):
    """A set with all stand-ins, a few other tiles, and blanks."""
    odd = [tile for tile in alphabet.letters if tile in STAND_INS_SHOWN or not tile.isascii()]
    tiles = [*odd, *alphabet.examples.cheap, *alphabet.examples.dear][:8]
    return written({**dict.fromkeys(tiles, 4), "?": 3}, alphabet)


def record_of(game, alphabet):
    record = position.record_of(game, seed=game.resources.key)
    return json.loads(json.dumps(as_published(record, alphabet)))


@in_every_alphabet
@pytest.mark.parametrize("key", ["crossing", "crosslet"])
def test_random_games_read_back_and_verify(key, alphabet):
    kind = registry.kind(key)
    tiles = {"tile_set": some_tiles(alphabet)} if key == "crossing" else {}

    @settings(max_examples=3, deadline=None, phases=[Phase.generate])
    @given(setting=games(kind))
    def one(setting):
        setting = {**setting, "options": {**setting["options"], **tiles, "alphabet": alphabet.code}}
        game = played(kind, **setting).ended
        assert game.state.alphabet is alphabet
        record = record_of(game, alphabet)
        replay(kind, record)
        assert STAND_INS_SHOWN.isdisjoint(json.dumps(record, ensure_ascii=False))
        assert ("alphabet" in record) == (alphabet.code != "en")
        check_orders(game, setting, alphabet)
        check_scores(game, alphabet)

    one()


def check_orders(game, setting, alphabet):
    """Check that every order with tiles reads back as it is written, by email and elsewhere."""
    grammar = game.kind.grammar(game.state.options)
    for state in game.positions[:: max(1, len(game.positions) // 8)]:
        for verb in ("LAY ALL", "LAY", "JAYWALK", "CHALLENGE", "EXCHANGE"):
            if verb not in RANDOM_PLAY[game.kind.key].VERBS:
                continue
            for order in RANDOM_PLAY[game.kind.key].orders(state, 0, verb=verb, number=1, now=game.now):
                if order.verb not in ("GRID", "JAYWALK", "CHALLENGE", "EXCHANGE") or "QUIZ" in order.facts.values():
                    continue
                if not set("".join(order.facts.get("layout", "A"))) - {"."}:
                    continue
                word = order.facts.get("word", "")
                if alphabet.write_word(word) != alphabet.write(word):  # without a bar, it would be read as other tiles
                    continue
                text = grammar.write(order)
                assert STAND_INS_SHOWN.isdisjoint(text)
                read = game.kind.read(text, game.state.options).orders
                if order.verb == "GRID":
                    rows = grammar.layout_from(order.facts["layout"])
                    assert [one.facts["layout"] for one in read] in ([rows], []), text
                elif read:
                    assert read == (order,), text


def check_scores(game, alphabet):
    """Check that a layout is scored with the values of this alphabet."""
    if game.kind.layouts is None:
        return
    for layout in game.state.boards.values():
        made = game.kind.layouts.score(layout, None, AnyWord(), alphabet)
        assert made.value >= Fraction(0)
        assert made.points <= sum(map(alphabet.value, "".join(layout)))


@in_every_alphabet
def test_a_record_with_another_version_of_the_alphabet_is_refused(alphabet):
    if alphabet.code == "en":
        return
    kind = registry.kind("crosslet")
    game = played(kind, options={"alphabet": alphabet.code}, joining=[Joining()] * 2, moves=[], acts={}, key=SEED).ended
    record = record_of(game, alphabet)
    replay(kind, record)
    with pytest.raises(UnreadableRecord, match="alphabet: must be"):
        replay(kind, {**record, "alphabet": {**record["alphabet"], "sha256": "0" * 64}})
    with pytest.raises((Differs, UnreadableRecord)):
        replay(kind, {**record, "options": {**record["options"], "alphabet": "en"}})


@in_every_alphabet
def test_examples_in_help_and_refusals_read_as_orders(alphabet):
    for key in ("crossing", "crosslet"):
        kind = registry.kind(key)
        options = kind.options_type(**{**kind.widest, "alphabet": alphabet.code})
        for example in kind.grammar(options).examples:
            read = kind.read(example, options)
            assert read.orders, example
            assert not read.ignored


@in_every_alphabet
def test_a_row_with_an_unknown_letter_is_refused_by_name(alphabet):
    kind = registry.kind("crossing")
    options = kind.options_type(alphabet=alphabet.code)
    strange = "Ж" if alphabet.code != "el" else "ж"
    with pytest.raises(Unreadable) as fault:
        kind.read(f"GRID\n..{strange}..\n.{alphabet.letters[0]}..\nEND", options)
    said = f"{fault.value} {fault.value.correct}"
    assert "Ж" in said
    assert STAND_INS_SHOWN.isdisjoint(said)
    with pytest.raises(OrderRefused, match=r"A row can only contain|isn’t a tile"):
        kind.grammar(options).layout_from([f"{strange}."])


@in_every_alphabet
@pytest.mark.parametrize("key", ["crossing", "crosslet"])
def test_a_place_without_a_word_is_refused_with_a_word_of_the_language(key, alphabet):
    kind = registry.kind(key)
    options = kind.options_type(**{**kind.widest, "alphabet": alphabet.code})
    with pytest.raises(Unreadable, match="A word is missing after 8H") as fault:
        kind.read("GRID\n8H\nEND", options)
    corrected = kind.read(f"GRID\n{alphabet.write(fault.value.correct)}\nEND", options)
    assert alphabet.examples.word in str(corrected.orders[0].facts["layout"])


@in_every_alphabet
def test_an_invalid_tile_set_is_refused_with_valid_examples(alphabet):
    with pytest.raises(OrderRefused) as refused:
        parse_tile_set("?!", alphabet)
    values = refused.value.why.values
    for such_as in ("multiple", "counts", "sum"):
        assert parse_tile_set(values[such_as], alphabet).total > 0
    assert values["multiple"].removesuffix("x2") in values["names"]


def test_spanish_tiles_can_be_written_in_brackets_or_as_plain_letters():
    kind = registry.kind("crossing")
    options = kind.options_type(alphabet="es", word_check="challenge")
    spanish = alphabet_of("es")

    def read(text):
        return kind.read(text, options).orders

    (grid,) = read("GRID\n[CH].[rr]\nI.O\nC[N~].\nEND")
    assert [spanish.write(row) for row in grid.facts["layout"]] == ["[CH].[rr]", "I.O", "CÑ."]
    (words,) = read("GRID\n8H CHICO\nEND")
    assert [spanish.write(row) for row in words.facts["layout"]] == ["[CH]ICO"]
    (challenge,) = read("CHALLENGE perro")
    assert spanish.write(challenge.facts["word"]) == "PE[RR]O"
    (jaywalk,) = read("JAYWALK [ll]")
    assert spanish.write("".join(jaywalk.facts["tiles"])) == "[LL]"
    apart = kind.grammar(options).write(challenge).replace("[RR]", "R|R")
    assert [spanish.write(one.facts["word"]) for one in read(apart)] == ["PERRO"]
    for line, says in (("JAYWALK [XY]", r"No tile has \[XY\]"), ("CHALLENGE [XY]A", r"No tile has \[XY\]")):
        with pytest.raises(Unreadable, match=says):
            read(line)
    with pytest.raises(Unreadable, match=r"No tile has \[XY\]"):
        read("GRID\n[XY].A\nABC\nEND")


def test_french_letters_lose_their_marks_and_german_ones_keep_theirs():
    kind = registry.kind("crossing")
    french, german = (kind.options_type(alphabet=code, word_check="challenge") for code in ("fr", "de"))
    assert kind.read("CHALLENGE ÉTÉ", french).orders[0].facts == {"word": "ETE"}
    assert kind.read("JAYWALK é", french).orders[0].facts == {"tiles": ("E",)}
    assert kind.read("GRID\nÉTÉ\n.A.\nEND", french).orders[0].facts == {"layout": ("ETE", ".A.")}
    assert kind.read("CHALLENGE Straße", german).orders[0].facts == {"word": "STRASSE"}
    assert kind.read("GRID\nÄ.ö\n.A.\nEND", german).orders[0].facts == {"layout": ("Ä.ö", ".A.")}
    assert kind.read("GRID\n8H H[AE]USER\nEND", german).orders[0].facts == {"layout": ("HÄUSER",)}
