"""`manage.py add_language`: the documentation's example is added and played, and mistakes are refused with their line numbers."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.models import WordList
from games.rules.alphabets import known
from games.word_lists import added
from lexicon import checks
from tests.api.conftest import Program
from tests.api.test_whole_game import play_to_the_end
from tests.languages import ADDED, EXAMPLE, EXAMPLE_WORDS

COMMON = "kai\nwai\nwhare\nrangi\n"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings, monkeypatch, tmp_path):
    """The folder of added languages, empty at first. After the test, this process forgets them."""
    settings.ALPHABET_DIR = tmp_path / "alphabets"
    monkeypatch.setattr(known, "_ADDED", {})
    return settings.ALPHABET_DIR


@pytest.fixture
def file(tmp_path):
    """A function that writes the example, changed if wanted, beside its word lists, and returns its path."""

    def file(change=lambda text: text, words=EXAMPLE_WORDS, common=COMMON):
        (tmp_path / "maori.txt").write_text(words, "utf-8")
        (tmp_path / "maori-common.txt").write_text(common, "utf-8")
        path = tmp_path / "maori.toml"
        path.write_text(change(EXAMPLE), "utf-8")
        return str(path)

    return file


def instead(old, new):
    def change(text):
        assert old in text
        return text.replace(old, new, 1)

    return change


def in_another_process(monkeypatch):
    """Forget what this process knows, as if another one had added the language."""
    monkeypatch.setattr(known, "_ADDED", {})
    monkeypatch.setattr(added, "_SEEN", {})


def test_the_documented_example_is_added_for_every_process(run, file, folder, monkeypatch):
    told = run("add_language", file())
    alphabet = known.alphabet_of(ADDED)
    assert told == {
        "code": ADDED,
        "version": 1,
        "sha256": alphabet.sha256,
        "file": str(folder / f"mi.{alphabet.sha256[:16]}.toml"),
        "word_list": "mi-open",
        "words": 21,
        "common_words": 4,
    }
    assert sum(alphabet.sets["STANDARD"].values()) == 100
    assert set(WordList.objects.filter(alphabet=ADDED).values_list("name", flat=True)) == {"mi-open", "mi-common"}
    in_another_process(monkeypatch)
    assert known.codes()[-1] == ADDED
    assert known.alphabet_of(ADDED).sha256 == alphabet.sha256
    assert list(added.faults()) == []


def test_a_game_in_the_added_language_can_be_played_and_verified(run, file, anna, boris, tmp_path, capsys):
    run("add_language", file())
    annas, boriss = Program(anna), Program(boris)
    options = {"alphabet": ADDED, "tile_set": "[WH]4, [NG]4, A4", "starting_tiles": 2, "leeway": 0}
    asked = {"seats": 2, "options": options | {"word_check": "challenge"}, "invite": ["boris@example.org"]}
    made = annas.post("/games", asked).json()
    assert (made["alphabet"], made["word_list"]) == (ADDED, "mi-open")
    boriss.post(f"/games/{made['id']}/join")
    for program in (annas, boriss):
        program.post(f"/games/{made['id']}/agree")
    play_to_the_end(annas, boriss, made["id"])
    for program in (annas, boriss):
        program.play(made["id"], {"verb": "DONE"})
    view = annas.view(made["id"])
    assert view["phase"] == "finished", view
    record = annas.get(f"/games/{made['id']}/record").json()
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), "utf-8")
    call_command("verify_game", str(path))
    assert '"verified": true' in capsys.readouterr().out


def test_layouts_and_emails_in_the_added_language_are_read(run, file):
    run("add_language", file())
    scored = run("score_layout", "--language", ADDED, reads="[WH]ARE\n.W..\n.A..")
    assert (scored["points"], scored["words"], scored["struck"]) == (1, 2, [])
    assert run("score_layout", "--language", ADDED, reads="8H WHARE")["layout"] == ["[WH]ARE"]
    assert run("solve", "--language", ADDED, "--hand", "[WH]AREKAI", "--steps", "500")["words"] > 0


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (instead('value = 1, vowel = true },\n    { letter = "E"', 'value = "1" },\n    { letter = "E"'), "Line 10. Tile 1, A: value must be a whole number"),
        (instead('"NG", value', '"ng", value'), "Line 17. Tile 8, ng: the letter must be in capitals"),
        (instead('code = "mi"', 'code = "Maori"'), 'Line 1. code = "Maori" must be a language code in small letters'),
        (instead('code = "mi"', 'code = "fr"'), "already has a language with the code fr"),
        (instead("version = 1", "version = 0"), "Line 2. version = 0 must be a number from 1 to 99"),
        (instead("A15", "A15 B2"), "Line 28. sets.STANDARD: B isn’t a tile"),
        (instead("[NG]4", "NG4"), "Line 28. sets.STANDARD must be counts such as"),
        (instead('two = "AO"', 'two = "AOA"'), "examples.two must be a word of two tiles"),
        (instead('"Œ" = "OE"', '"Œ" = "OX"'), "Line 31. folding.Œ: X isn’t a tile"),
        (instead("notice", "note"), "Line 7. The file has an unknown key, note. The keys are code"),
        (instead("tiles = [", "tiles = ["[:-1]), "isn’t valid TOML.*line 9"),
        (instead('words = "maori.txt"\n', ""), 'Write words = "words.txt"'),
        (instead('"maori.txt"', '"none.txt"'), "none.txt can’t be read"),
        (instead("version = 1", 'version = 1\nopen_list = "open"'), 'open_list = "open" must begin with the code'),
        (instead('{ letter = "WH", value = 6 }', '{ letter = "W", value = 6 }'), "Tile W: W is already a form of the tile W"),
    ],
)  # fmt: skip
def test_a_file_with_a_mistake_is_refused_naming_the_line(run, file, folder, change, says):
    with pytest.raises(CommandError, match=says):
        run("add_language", file(change))
    assert ADDED not in known.codes()
    assert not folder.exists()
    assert not WordList.objects.filter(alphabet=ADDED).exists()


@pytest.mark.parametrize(
    ("lists", "says"),
    [
        ({"words": "ao\nbok\n"}, "maori.txt: Line 2, “bok”, isn’t a word. “b” isn’t a tile in Maori"),
        ({"common": "ao\n\na\n"}, "maori-common.txt: Line 3, “a”, isn’t a word"),
    ],
)
def test_a_list_with_a_mistake_is_refused_naming_the_line(run, file, folder, lists, says):
    with pytest.raises(CommandError, match=says):
        run("add_language", file(**lists))
    assert not folder.exists()
    assert not WordList.objects.filter(alphabet=ADDED).exists()


def test_tiles_can_be_changed_only_until_the_first_game(run, file, folder, anna):
    run("add_language", file())
    dearer = instead('"WH", value = 6', '"WH", value = 8')
    told = run("add_language", file(dearer))
    assert [path.name for path in folder.glob("*.toml")] == [Path(told["file"]).name]
    assert known.alphabet_of(ADDED).values[known.alphabet_of(ADDED).letters[-1]] == 8
    Program(anna).post("/games", {"seats": 2, "options": {"alphabet": ADDED, "tile_set": "STANDARD"}})
    with pytest.raises(CommandError, match="1 games are played in mi, so its tiles, values and sets can’t change"):
        run("add_language", file())
    again = run("add_language", file(lambda text: dearer(text).replace("Made for this page.", "Ours.")))
    assert again["sha256"] == told["sha256"]


def test_a_file_changed_by_hand_is_not_used(run, file, folder, monkeypatch):
    path = Path(run("add_language", file())["file"])
    path.write_text(path.read_text("utf-8").replace('"WH", value = 6', '"WH", value = 9'), "utf-8")
    in_another_process(monkeypatch)
    assert ADDED not in known.codes()
    (error,) = checks.check_added_languages(None)
    assert "were changed after it was added" in error.msg
