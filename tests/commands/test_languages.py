"""Games in other languages: the tiles follow the word list, and whatever doesn't fit is refused with what would fit."""

import pytest

from games import commands
from games.commands.saved import save_preset, save_tile_set
from games.models import Game, TileSet
from games.robots import practice
from games.rules.alphabets.known import alphabet_of
from games.rules.values import OrderRefused
from games.tournaments.commands.terms import check_settings
from games.tournaments.models import Tournament
from games.word_lists.shelf import import_words
from games.wording import speak
from tests.tables import NOON

pytestmark = pytest.mark.django_db

FRENCH, SPANISH = alphabet_of("fr"), alphabet_of("es")
CH = SPANISH.word("CH")


@pytest.fixture(autouse=True)
def lists():
    """Replace the long lists of three languages by short ones."""
    import_words(["CHAT", "AMI", "RUE"], name="fr-open", alphabet=FRENCH, now=NOON)
    import_words(["CHICO", "PERRO", "OSO"], name="es-open", alphabet=SPANISH, now=NOON)
    import_words(["CAT", "DOG"], name="open", now=NOON)


def make(player, kind="crossing", **terms):
    terms = {"seats": 2, "options": {}, **terms}
    return Game.objects.get(pk=commands.make_game(kind=kind, player=player, now=NOON, **terms))


def why_refused(call, *given, **terms):
    with pytest.raises(OrderRefused) as refused:
        call(*given, **terms)
    return speak(refused.value.why, ())


@pytest.mark.parametrize("kind", ["crossing", "crosslet"])
@pytest.mark.parametrize(("word_list", "code"), [("fr-open", "fr"), ("es-open", "es")])
def test_a_game_has_the_tiles_of_its_word_lists_language(anna, kind, word_list, code):
    game = make(anna, kind, word_list=word_list)
    assert (game.word_list.alphabet, game.options["alphabet"]) == (code, code)


def test_a_language_in_the_options_selects_its_word_list(anna):
    assert make(anna, options={"alphabet": "es"}).word_list.name == "es-open"
    assert make(anna, options={"alphabet": "en"}).word_list.name == "open"


def test_an_english_game_stores_no_alphabet(anna):
    assert "alphabet" not in make(anna, word_list="open").options


def test_a_list_in_another_language_is_refused_with_suitable_lists(anna):
    said = why_refused(make, anna, word_list="open", options={"alphabet": "fr"})
    assert "open is a word list in English, but this game’s tiles are in Français" in said
    assert "fr-open" in said
    assert "es-open" not in said


def test_a_language_without_a_list_is_refused_with_available_languages(anna):
    said = why_refused(make, anna, options={"alphabet": "tr"})
    assert said.startswith("There is no word list in Türkçe on this server. There are lists in: English, Français,")


def test_an_unknown_language_is_refused_with_the_codes_that_exist(anna):
    assert "There is no alphabet called xx. There are: en, fr" in why_refused(make, anna, options={"alphabet": "xx"})


@pytest.mark.parametrize("kind", ["lexicon_cards", "scannergram", "lynx"])
def test_an_english_only_kind_refuses_other_lists_and_names_suitable_ones(anna, kind):
    said = why_refused(make, anna, kind, word_list="fr-open", seats=2)
    assert said.startswith(
        "This game can only be played in English, but fr-open is a word list in Français. Choose one of these lists: "
    )
    assert "open" in said.partition("these lists: ")[2]
    assert "es-open" not in said
    assert why_refused(make, anna, kind, options={"alphabet": "fr"}) == "This game can only be played in English."


def test_an_english_tile_set_is_refused_with_the_sets_of_the_language(anna):
    said = why_refused(make, anna, word_list="fr-open", options={"tile_set": "S98"})
    assert said == (
        "“S98” is a tile set in English, but this game’s words are in Français. Choose one of these sets: LC120, "
        "STANDARD, PLAIN; or a saved set in Français."
    )


def test_a_saved_set_of_another_language_is_refused_in_both_directions(anna):
    save_tile_set(player=anna, name="Petit jeu", counts="A9 É9", alphabet=FRENCH, now=NOON)
    save_tile_set(player=anna, name="Small game", counts="A9 E9", now=NOON)
    said = why_refused(make, anna, options={"tile_set": "Petit jeu"})
    assert said.startswith(
        "“Petit jeu” is a tile set in Français, but this game’s words are in English. Choose one of these sets: LC120,"
    )
    said = why_refused(make, anna, word_list="fr-open", options={"tile_set": "Small gamex2"})
    assert said.startswith("“Small game” is a tile set in English, but this game’s words are in Français.")
    game = make(anna, word_list="fr-open", options={"tile_set": "Petit jeux2+LC120", "starting_tiles": 15})
    assert game.options["tile_set"].startswith("A28, B2")


def test_counts_with_tiles_of_another_alphabet_are_refused(anna):
    said = why_refused(make, anna, word_list="fr-open", options={"tile_set": "A9 [CH]2 E9"})
    assert "isn’t a tile set. Write LC120, STANDARD, PLAIN, a multiple such as LC120x2" in said
    assert "isn’t a tile set" in why_refused(make, anna, options={"tile_set": "STANDARD"})


def test_a_saved_set_names_its_language_and_can_count_every_tile(anna):
    counts = " ".join(f"{SPANISH.write(tile)} : 100" for tile in "AE" + CH)
    kept = save_tile_set(player=anna, name="Nuestro", counts=counts, alphabet=SPANISH, now=NOON)
    assert (kept.alphabet, kept.counts) == ("es", "A100, [CH]100, E100")
    slovak = alphabet_of("sk")
    every = ", ".join(f"{slovak.write(tile)}10" for tile in slovak.letters)
    assert len(every) > 200
    assert save_tile_set(player=anna, name="Vsetky", counts=every, alphabet=slovak, now=NOON).counts == every
    changed = commands.change_tile_set(player=anna, set_id=kept.pk, name="Nuestro", counts="A9 [CH]3")
    assert TileSet.objects.get(pk=changed.pk).counts == "A9, [CH]3"


def test_names_of_english_sets_stay_reserved_in_every_language(anna):
    assert "would be read as counts or as an existing set" in why_refused(
        save_tile_set, player=anna, name="LC62", counts="A9 E9", alphabet=FRENCH, now=NOON
    )


def test_a_preset_keeps_its_language(anna):
    kept = save_preset(player=anna, kind="crossing", name="À la française", options={"alphabet": "fr"}, now=NOON)
    assert kept.options == {"alphabet": "fr"}


def test_a_rematch_is_played_in_the_same_language(anna, boris):
    game = make(anna, word_list="fr-open")
    commands.sit_down_and_agree(game_id=game.pk, player=boris, now=NOON)
    Game.objects.filter(pk=game.pk).update(phase=Game.Phase.FINISHED, finished_at=NOON)
    again = Game.objects.get(pk=commands.rematch(game_id=game.pk, player=boris, now=NOON))
    assert (again.word_list.name, again.options["alphabet"]) == ("fr-open", "fr")


def test_practice_and_pass_and_play_use_the_language_of_their_word_list(anna):
    game_id = practice.open_table(kind="crosslet", player=anna, word_list="fr-open", now=NOON)
    assert Game.objects.get(pk=game_id).options["alphabet"] == "fr"
    game_id, _players = commands.open_pass_and_play(
        kind="crossing", names=["Anna", "Boris"], time_zone="UTC", options={}, word_list="es-open", now=NOON
    )
    assert Game.objects.get(pk=game_id).options["alphabet"] == "es"


def test_games_of_a_tournament_use_the_language_of_its_word_list():
    season = Tournament(name="Saison", kind="crossing", word_list="fr-open", format="league")
    check_settings(season)
    assert season.options["alphabet"] == "fr"
    season.kind = "scannergram"
    assert "can only be played in English" in why_refused(check_settings, season)
