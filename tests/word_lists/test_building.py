"""Word lists of other languages: which words of a source are kept, the recipes, and the lists that come with the project."""

import gzip

import pytest
from django.core.management import CommandError, call_command

from games.models import WordList
from games.rules.alphabets.known import alphabet_of
from games.rules.values import OrderRefused
from games.word_lists import shelf
from games.word_lists.building import MissingSource, as_text, build, playable
from games.word_lists.library import bundled_in, digest, written
from games.word_lists.recipes import bundled_lists, recipe_of, recipes
from tests.tables import NOON

BUNDLED = sorted(bundled_lists())


def kept(code, *words, **options):
    alphabet = alphabet_of(code)
    return set(written(playable(words, alphabet, **options), alphabet))


def test_names_abbreviations_and_unplayable_words_are_left_out():
    assert kept("fr", "chat", "Paris", "SNCF", "l'eau", "arc-en-ciel", "km2", "etc.", " mot\n") == {"CHAT", "MOT"}
    assert kept("fr", "http", "a", "iii", "xiv", "vi", "xi", "mix", "kg", "rythme") == {"VI", "XI", "MIX", "RYTHME"}


def test_letters_without_a_tile_are_replaced_by_tiles():
    assert kept("fr", "été", "cœur", "façon", "e\u0301te\u0301") == {"ETE", "COEUR", "FACON"}
    assert kept("de", "straße", "häuser", "café", "señor") == {"STRASSE", "HÄUSER", "CAFE", "SENOR"}
    assert kept("pl", "żółć", "café", "quiz") == {"ŻÓŁĆ"}
    assert kept("da", "æble", "allé") == {"ÆBLE", "ALLE"}


def test_tiles_of_several_letters_are_found_in_words():
    assert kept("es", "chico", "perro", "calle", "niño") == {"[CH]ICO", "PE[RR]O", "CA[LL]E", "NIÑO"}
    assert kept("ca", "col·legi", "any", "quan", "plaça") == {"CO[L·L]EGI", "A[NY]", "[QU]AN", "PLAÇA"}
    assert kept("es", "ll", "che") == {"[CH]E"}


def test_german_nouns_are_capitalised_unlike_abbreviations():
    assert kept("de", "Haus", "gehen", "GmbH", "USA", has_nouns=True) == {"HAUS", "GEHEN"}
    assert kept("de", "Haus", "gehen") == {"GEHEN"}


def test_the_same_words_give_the_same_file():
    alphabet = alphabet_of("es")
    words = [alphabet.word(word) for word in ("CHICO", "ÑU", "PERRO")]
    assert as_text(words, alphabet) == as_text(reversed(words), alphabet)
    assert gzip.decompress(as_text(words, alphabet)).decode() == "PE[RR]O\n[CH]ICO\nÑU\n"


@pytest.fixture
def sources(tmp_path):
    """A folder with small files in place of those that the French recipe reads."""
    folder = tmp_path / "usr/share/hunspell"
    folder.mkdir(parents=True)
    (folder / "fr.aff").write_text("SET UTF-8\nPFX L Y 1\nPFX L 0 l' .\nSFX S Y 1\nSFX S 0 s .\n", "utf-8")
    (folder / "fr.dic").write_text("8\nété/SL\nchat/S\nParis\nan/S\nac\nsi\nha\nkg\n", "utf-8")
    (tmp_path / "french").write_text("été\nan\nac\nsi\n", "utf-8")
    return tmp_path


def test_a_list_has_all_forms_and_the_two_letter_words_in_both_sources(sources):
    built = build(recipe_of("fr"), sources)
    assert built.words == ["AN", "ANS", "CHAT", "CHATS", "ETE", "ETES", "SI"]
    assert built.sha256 == digest(built.words)
    assert built.notes == [f"The list differs from that of the recipe, which has {recipe_of('fr').open.words} words."]


def test_a_missing_file_is_named_with_its_package(tmp_path):
    with pytest.raises(MissingSource, match=r"^fr\.dic is missing: apt-get install hunspell-fr-comprehensive$"):
        build(recipe_of("fr"), tmp_path)


@pytest.mark.django_db
def test_a_command_builds_a_list_and_saves_it(sources, capsys):
    call_command("build_word_list", "fr", "--from", str(sources))
    saved = WordList.objects.get(name="fr-open")
    assert (saved.words, saved.alphabet) == (7, "fr")
    assert "Mozilla Public License" in saved.notice
    assert '"words": 7' in capsys.readouterr().out
    assert "ETES" in shelf.words_of(saved.pk)
    with pytest.raises(CommandError, match=r"sv_SE\.dic is missing: apt-get install hunspell-sv"):
        call_command("build_word_list", "sv", "--from", str(sources))


def test_each_recipe_names_the_sources_of_its_lists():
    assert {"fr", "nl", "it", "pt", "da", "de", "es", "sv", "nb", "pl", "ca"} <= recipes().keys()
    for code, recipe in recipes().items():
        alphabet = alphabet_of(code)
        assert (alphabet.open_list, alphabet.common_list) == (recipe.open.name, recipe.common.name)
        assert recipe.source.package in recipe.open.notice
        assert recipe.source.version in recipe.open.notice


@pytest.mark.parametrize("name", BUNDLED)
def test_each_bundled_list_matches_its_recipe(name):
    product = bundled_lists()[name]
    alphabet = alphabet_of(product.code)
    given = bundled_in(product)
    text = gzip.decompress(product.file.read_bytes()).decode("utf-8").split()
    assert text == written(given.words, alphabet)
    assert len(given.words) == product.words
    assert digest(given.words, alphabet) == product.sha256
    assert all(alphabet.word(word) == inside for word, inside in list(zip(text, given.words, strict=True))[::97])


@pytest.mark.parametrize("code", [code for code in recipes() if recipe_of(code).open.is_bundled])
def test_common_words_are_words_of_the_open_list(code):
    recipe = recipe_of(code)
    assert set(bundled_in(recipe.common).words) <= set(bundled_in(recipe.open).words)


@pytest.mark.django_db
def test_a_bundled_list_is_saved_when_first_needed():
    assert not WordList.objects.exclude(alphabet="en").exists()
    assert shelf.sizes(alphabet_of("it"))["it-open"] == recipe_of("it").open.words
    saved = shelf.named("it-open", alphabet_of("it"))
    assert (saved.alphabet, saved.sha256) == ("it", recipe_of("it").open.sha256)
    assert "CIAO" in shelf.words_of(saved.pk)
    assert shelf.named("it-open").pk == saved.pk


@pytest.mark.django_db
def test_a_list_in_another_language_is_refused_naming_those_that_fit():
    shelf.import_words(["łódź"], name="moja", alphabet=alphabet_of("pl"), now=NOON)
    assert "moja" in shelf.names(alphabet_of("pl"))
    assert "moja" not in shelf.names(alphabet_of("en"))
    with pytest.raises(
        OrderRefused, match="moja is a word list in Polski, but this game’s tiles are in English"
    ) as refusal:
        shelf.named("moja", alphabet_of("en"))
    assert "open" in str(refusal.value)
