"""Games in other languages over HTTP: creating and refusing them."""

import pytest

from games.models import Game
from games.rules.alphabets.known import alphabet_of
from games.word_lists.shelf import import_words
from tests.languages import ADDED, add_example
from tests.tables import NOON

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def lists():
    for code, words in {"fr": ["CHAT", "AMI"], "es": ["CHICO", "OSO"]}.items():
        import_words(words, name=f"{code}-open", alphabet=alphabet_of(code), now=NOON)


def ask_for(program, **asked):
    return program.post("/games", {"kind": "crossing", "seats": 2, **asked})


@pytest.mark.parametrize("kind", ["crossing", "crosslet"])
@pytest.mark.parametrize("code", ["fr", "es"])
@pytest.mark.parametrize("by", ["list", "option"])
def test_a_game_can_be_created_by_word_list_or_by_language(annas, kind, code, by):
    asked = {"word_list": f"{code}-open"} if by == "list" else {"options": {"alphabet": code}}
    answer = ask_for(annas, kind=kind, **asked)
    assert answer.status_code == 201
    made = answer.json()
    assert (made["word_list"], made["options"]["alphabet"]) == (f"{code}-open", code)
    assert Game.objects.get(pk=made["id"]).word_list.alphabet == code


@pytest.mark.parametrize("kind", ["crossing", "crosslet"])
def test_a_game_in_an_added_language_gets_its_default_tiles(annas, tmp_path, monkeypatch, kind):
    add_example(tmp_path, monkeypatch)
    for asked in ({"word_list": "mi-open"}, {"options": {"alphabet": ADDED}}):
        answer = ask_for(annas, kind=kind, **asked)
        assert answer.status_code == 201, answer.json()
        assert answer.json()["options"].get("tile_set") == ("STANDARD" if kind == "crossing" else None)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"word_list": "open", "options": {"alphabet": "fr"}}, "open is a word list in English, but this game’s tiles"),
        ({"word_list": "fr-open", "options": {"tile_set": "S100"}}, "“S100” is a tile set in English, but this game’s"),
        ({"word_list": "fr-open", "options": {"tile_set": "A9 Ñ9 [CH]2"}}, "isn’t a tile set. Write LC120, STANDARD,"),
        ({"options": {"tile_set": "STANDARD"}}, "isn’t a tile set. Write LC120, LC120v1, S98, S100"),
        ({"kind": "lynx", "word_list": "es-open"}, "This game can only be played in English, but es-open is"),
        ({"kind": "scannergram", "options": {"alphabet": "es"}}, "This game can only be played in English."),
        ({"options": {"alphabet": "klingon"}}, "There is no alphabet called klingon. There are: en, fr"),
        ({"options": {"alphabet": "tr"}}, "There is no word list in Türkçe on this server."),
        ({"options": {"alphabet": "pl"}}, "There is no word list in Polski on this server."),
        ({"word_list": "klingon", "options": {"alphabet": "fr"}}, "Available lists: fr-open."),
    ],
)
def test_settings_that_do_not_fit_the_language_are_refused(annas, asked, why):
    answer = ask_for(annas, **asked)
    assert answer.status_code == 422
    assert why in str(answer.json())
    assert not Game.objects.exists()
