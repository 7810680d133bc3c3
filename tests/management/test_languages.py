"""The commands that read and print tiles, in languages other than English."""

import json
import sys
import unicodedata
from io import BytesIO, TextIOWrapper

import pytest
from django.core.management import CommandError, call_command

from games.rules.alphabets.known import alphabet_of, codes


def scored(run, language, reads, *words):
    found = run("score_layout", "--language", language, "--any-word", *words, reads=reads)
    return found["layout"], found["points"], found["words"], found["leftover"], found["score"]


@pytest.mark.parametrize(
    ("language", "reads", "layout", "points", "words"),
    [
        # the value of the tile that is in both words: F 4, Ä 6, CH 5, LL 8, Ł 3, L·L 10, QU 8
        ("fr", "CAFÉ\n..O.\n..U.", ["CAFE", "..O.", "..U."], 4, 2),
        ("fr", "CAFE\u0301\n..O.\n..U.", ["CAFE", "..O.", "..U."], 4, 2),
        ("de", "ÄPFEL\nH....\nR....\nE....", ["ÄPFEL", "H....", "R....", "E...."], 6, 2),
        ("de", "A\u0308PFEL\nH....\nR....\nE....", ["ÄPFEL", "H....", "R....", "E...."], 6, 2),
        ("de", "[AE]PFEL\nH....", ["ÄPFEL", "H...."], 6, 2),
        ("es", "[CH]OCAR\nI....\nC....\nO....", ["[CH]OCAR", "I....", "C....", "O...."], 5, 2),
        ("es", "8H CHOCAR\nH8 CHICO", ["[CH]OCAR", "I....", "C....", "O...."], 5, 2),
        ("es", "..A\nCA[LL]E\n..[N~].", ["..A.", "CA[LL]E", "..Ñ."], 8, 2),
        ("pl", "ŁÓDŹ\nA...\nD...", ["ŁÓDŹ", "A...", "D..."], 3, 2),
        ("pl", "[L/]O\u0301D[Z']\nA...\nD...", ["ŁÓDŹ", "A...", "D..."], 3, 2),
        ("ca", "CO[L·L]EGI\n..A...", ["CO[L·L]EGI", "..A..."], 10, 2),
        ("ca", "CO[L.L]EGI\n..A...", ["CO[L·L]EGI", "..A..."], 10, 2),
        ("ca", "8H COL·LEGI\nJ8 L·LA", ["CO[L·L]EGI", "..A..."], 10, 2),
        ("ca", "[QU]È\nA.", ["[QU]E", "A."], 8, 2),
    ],
)
def test_a_layout_is_scored_with_the_tiles_of_its_language(run, language, reads, layout, points, words):
    half = f"{points // 2}/1" if points % 2 == 0 else f"{points}/2"
    assert scored(run, language, reads) == (layout, points, words, 0, half)


@pytest.mark.parametrize(
    ("language", "reads", "layout", "hand", "points", "leftover"),
    [
        ("fr", "caFÉ\n..o.", ["caFE", "..o."], "FE???Z", 4, 1),
        ("fr", "CAfé\n..O.", ["CAfe", "..O."], "CAO??", 0, 0),
        ("de", "äPFEL\nH....", ["äPFEL", "H...."], "PFELH?", 0, 0),
        ("es", "[ch]OCAR\nI....", ["[ch]OCAR", "I...."], "OCARI?[CH]", 0, 1),
        ("es", "[CH]OñO\nI...", ["[CH]OñO", "I..."], "[CH]OOI?", 5, 0),
        ("pl", "łÓDŹ\nA...", ["łÓDŹ", "A..."], "ÓDŹA?", 0, 0),
        ("ca", "[l·l]A\n[ny].", ["[l·l]A", "[ny]."], "A??[L·L]", 0, 1),
    ],
)
def test_a_blank_is_written_in_lower_case_and_scores_nothing(run, language, reads, layout, hand, points, leftover):
    found = scored(run, language, reads, "--hand", hand)
    assert (found[0], found[1], found[3]) == (layout, points, leftover)


def test_a_tile_of_several_letters_differs_from_its_separate_letters(run):
    by_list = ["score_layout", "--language", "es"]
    assert run(*by_list, reads="[CH]OCAR")["struck"] == []
    parts = run(*by_list, reads="CHOCAR")
    assert (parts["layout"], parts["struck"], parts["leftover"]) == (["CHOCAR"], ["CHOCAR"], 6)
    assert run(*by_list, reads="[CH]OZZ")["struck"] == ["[CH]OZZ"]


@pytest.mark.parametrize(
    ("language", "reads", "says"),
    [
        ("es", "[Ch]OCAR", r"\[Ch\] isn’t a tile\. Write \[CH\] or \[ch\]\. Try: \[CH\]OCAR"),
        ("es", "8H [Ch]OCAR", r"\[Ch\] isn’t a tile\. Write \[CH\] or \[ch\]\. Try: 8H \[CH\]OCAR"),
        ("es", "[CX]OCAR", r"No tile has \[CX\]"),
        ("es", "[A]MAR", r"\[A\] isn’t a tile\. Write A\. Try: AMAR"),
        ("fr", "[CH]OCAR", r"No tile has \[CH\]"),
        ("fr", "CŒUR\n.A..", "Œ isn’t a tile. Write OE. Try: COEUR"),
        ("fr", "cœur\n.A..", "œ isn’t a tile. Write oe. Try: coeur"),
        ("fr", "CAFЖ", "No tile has Ж"),
        ("de", "STRAßE\n..A...", "ß isn’t a tile. Write SS. Try: STRASSE"),
        ("de", "[CH]AOS", r"No tile has \[CH\]"),
        ("pl", "QUIZ", "No tile has Q"),
        ("pl", "8H VAT", "No tile has V"),
        ("ca", "QUE\n.L.", "No tile has Q"),
        ("ca", "[LL]A", r"No tile has \[LL\]"),
    ],
)
def test_an_unknown_tile_is_refused_with_a_hint(run, language, reads, says):
    with pytest.raises(CommandError, match=says):
        run("score_layout", "--language", language, "--any-word", reads=reads)


@pytest.mark.parametrize(
    ("language", "reads", "layout"),
    [
        ("fr", "8H CŒUR", ["COEUR"]),
        ("de", "8H STRAßE", ["STRASSE"]),
        ("de", "8H straße", ["strasse"]),
        ("es", "8H C|HICO", ["CHICO"]),
        ("es", "8H peRRo", ["pe[RR]o"]),
    ],
)
def test_letters_that_become_two_tiles_are_read_in_words(run, language, reads, layout):
    assert scored(run, language, reads)[0] == layout


@pytest.mark.parametrize(
    ("language", "hand", "says"),
    [
        ("pl", "QUIZ", "Q isn’t a tile"),
        ("es", "[Ch]A", r"You don’t hold these tiles"),
        ("es", "[CX]A", r"\[CX\] isn’t a tile"),
        ("fr", "CŒUR", "Œ isn’t a tile. Write OE"),
        ("ca", "QA", r"Q isn’t a tile\. Write \[QU\]"),
    ],
)
def test_a_hand_with_anything_but_tiles_is_refused(run, language, hand, says):
    with pytest.raises(CommandError, match=says):
        run("score_layout", "--language", language, "--any-word", "--hand", hand, reads="ZA")


def test_a_hand_may_have_spaces(run):
    assert scored(run, "es", "[CH]A", "--hand", " a [ch]  O ")[0] == ["[CH]A"]


def test_missing_tiles_are_named_in_their_written_form(run):
    with pytest.raises(CommandError, match=r"You don’t hold these tiles: \[CH\], Ñ\."):
        run("score_layout", "--language", "es", "--any-word", "--hand", "OCAR", reads="[CH]OÑ")


@pytest.mark.parametrize("command", ["score_layout", "read_mail", "play_script", "solve"])
def test_an_unknown_language_is_refused_naming_those_available(run, command):
    with pytest.raises(CommandError, match=r"There is no language xx\. The languages are: en, fr, de"):
        run(command, "--language", "xx", *(["--hand", "A"] if command == "solve" else []))


@pytest.mark.parametrize("code", codes()[1:])
def test_output_can_be_read_back_in_every_language(run, code):
    alphabet = alphabet_of(code)
    rows = [alphabet.write(alphabet.letters), alphabet.write(alphabet.letters.lower())]
    for normal in ("NFC", "NFD"):
        assert scored(run, code, unicodedata.normalize(normal, "\n".join(rows)))[0] == rows


# --- mail -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def mailed(monkeypatch, capsys):
    """A function that returns what `read_mail` prints for a text in a charset, parsed as JSON."""

    def mailed(language, text, charset="utf-8", kind="crossing"):
        head = f"From: a@example.org\nContent-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: 8bit\n\n"
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(head.encode() + text.encode(charset))))
        call_command("read_mail", "--language", language, "--kind", kind)
        return json.loads(capsys.readouterr().out)

    return mailed


@pytest.mark.parametrize(
    ("language", "charset", "rows", "layout"),
    [
        ("fr", "iso-8859-1", "CAFÉ\n..O.", ["CAFE", "..O."]),
        ("fr", "utf-8", "cafe\u0301\n..o.", ["CAFE", "..O."]),
        ("de", "windows-1252", "ÄPFEL\nH....", ["ÄPFEL", "H...."]),
        ("es", "iso-8859-15", "[CH]IÑO\n.Z..", ["[CH]IÑO", ".Z.."]),
        ("es", "utf-8", "[Ch]ico\n.z..", ["[CH]ICO", ".Z.."]),
        ("es", "utf-8", "8H chico\nH8 chal", ["[CH]ICO", "A...", "L..."]),
        ("pl", "iso-8859-2", "ŁÓDŹ\nA...", ["ŁÓDŹ", "A..."]),
        ("pl", "windows-1250", "łódź\na...", ["ŁÓDŹ", "A..."]),
        ("ca", "utf-8", "co[l·l]egi\n..a...", ["CO[L·L]EGI", "..A..."]),
        ("ca", "us-ascii", "CO[L.L]EGI\n..A...", ["CO[L·L]EGI", "..A..."]),
        ("ca", "utf-8", "8H COL·LEGI", ["CO[L·L]EGI"]),
    ],
)
def test_an_email_is_read_in_its_language(mailed, language, charset, rows, layout):
    found = mailed(language, f"GRID\n{rows}\nEND\n", charset)
    assert found == {"commands": [{"verb": "GRID", "layout": layout}], "ignored": [], "error": None}


def test_tiles_in_other_commands_are_read_too(mailed):
    found = mailed("es", "EXCHANGE [CH] Ñ\n", kind="crosslet")
    assert found["commands"] == [{"verb": "EXCHANGE", "tiles": ["[CH]", "Ñ"]}]


@pytest.mark.parametrize(
    ("language", "row", "why", "instead"),
    [
        ("es", "[CX]ICO", "No tile has [CX].", None),
        ("fr", "CŒUR", "Œ isn’t a tile. Write OE.", "COEUR"),
        ("de", "GRÖßE", "ß isn’t a tile. Write SS.", "GRÖSSE"),
        ("pl", "QUIZ", "No tile has Q.", None),
        ("ca", "[LL]UM", "No tile has [LL].", None),
    ],
)
def test_a_row_of_an_email_with_anything_but_tiles_is_refused(mailed, language, row, why, instead):
    error = mailed(language, f"GRID\n{row}\n.A\nEND\n")["error"]
    assert (error["line"], error["why"].startswith(why)) == (row, True)
    assert instead is None or error["try"] == instead


def test_an_english_only_game_is_refused_in_another_language(mailed):
    with pytest.raises(CommandError, match="only be played in English"):
        mailed("es", "STATUS", kind="lynx")


# --- scripts and the solver -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", codes())
def test_a_script_has_the_same_log_in_every_language(run, language):
    case = {
        "seats": 2,
        "options": {"pool": 4},
        "script": [["see", 0, 1], ["see", 1, 2], ["ask", 0, 3], ["see", 0, 5], ["see", 1, 6], ["jaywalk", 1, 9]],
    }
    assert run("play_script", "--language", language, reads=json.dumps(case)) == run(
        "play_script", reads=json.dumps(case)
    )


@pytest.mark.parametrize(("language", "hand"), [("fr", "ÉTÉSRA"), ("de", "ÄPFELN"), ("es", "[CH]O[LL]AÑOS?")])
def test_the_solver_uses_the_tiles_of_the_language(run, language, hand):
    found = run("solve", "--language", language, "--hand", hand, "--steps", "3000")
    again = run("score_layout", "--language", language, "--hand", hand, reads="\n".join(found["layout"]))
    assert found["words"] > 0
    assert (again["layout"], again["score"], again["struck"]) == (found["layout"], found["score"], [])


def test_the_solver_refuses_a_hand_of_another_alphabet(run):
    with pytest.raises(CommandError, match="Q isn’t a tile"):
        run("solve", "--language", "pl", "--hand", "QA")
