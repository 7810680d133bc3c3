"""The commands that store something: word lists and API tokens."""

import pytest
from django.core.management import CommandError

from games.models import WordList
from games.players.models import ApiToken
from games.players.tokens import token_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def few_words(tmp_path):
    file = tmp_path / "few.txt"
    file.write_text("keys\nCAKE\n", "utf-8")
    return file


def test_a_word_list_is_saved_by_name_and_can_score_layouts(run, few_words):
    imported = run("import_word_list", str(few_words), "--name", "few")
    assert imported["words"] == WordList.objects.get(name="few").words == 2
    assert run("score_layout", "--word-list", "few", reads="CAKE\n..E.\n..Y.\n..S.\n")["points"] == 5
    assert run("score_layout", "--word-list", "few", reads="BED")["struck"] == ["BED"]


def test_a_word_list_imported_twice_is_saved_once(run, few_words):
    run("import_word_list", str(few_words), "--name", "few")
    run("import_word_list", str(few_words), "--name", "few")
    assert WordList.objects.filter(name="few").count() == 1


def test_a_title_line_is_refused_with_a_hint(run, few_words):
    few_words.write_text("Our words (2024). 2 words\n\nkeys\ncake\n", "utf-8")
    with pytest.raises(CommandError, match=r"Line 1.*title.*delete it"):
        run("import_word_list", str(few_words), "--name", "few")
    assert not WordList.objects.filter(name="few").exists()


def test_a_word_list_in_another_language_is_saved_with_its_alphabet(run, few_words):
    few_words.write_text("chico\nniño\n[CH]E\n", "utf-8")
    imported = run("import_word_list", str(few_words), "--name", "pocas", "--alphabet", "es")
    assert (imported["words"], imported["alphabet"]) == (3, "es")
    with pytest.raises(CommandError, match=r"Line 2, “niño”.*“ñ” isn’t a tile in English, but it is one in Spanish"):
        run("import_word_list", str(few_words), "--name", "few")


@pytest.mark.parametrize("name", ["", "x" * 41])
def test_an_invalid_name_is_refused(run, few_words, name):
    with pytest.raises(CommandError, match="1 to 40"):
        run("import_word_list", str(few_words), "--name", name)


def test_a_file_in_another_encoding_is_refused(run, few_words):
    few_words.write_bytes("ÄPFEL".encode("latin-1"))
    with pytest.raises(CommandError, match="UTF-8"):
        run("import_word_list", str(few_words), "--name", "few")


def test_an_unknown_list_is_refused_naming_those_available(run):
    with pytest.raises(CommandError, match=r"no word list none.*open"):
        run("score_layout", "--word-list", "none", reads="BED")


def test_a_token_is_printed_once_and_stored_as_a_hash(run, anna):
    made = run("api_token", "Anna@example.org", "--name", "phone", "--scope", "read")
    assert token_with(made["token"]) == ApiToken.objects.get(player=anna, name="phone", scope="read")
    assert made["token"] not in str(ApiToken.objects.values())


def test_an_address_without_an_account_gets_no_token(run):
    with pytest.raises(CommandError, match=r"nobody@example\.org"):
        run("api_token", "nobody@example.org")
