"""Games in other languages on the pages: creating one, finding one, and playing one to a verified result."""

import json
import re

import pytest
from django.utils import timezone, translation

from games import commands, queries
from games.commands.saved import save_preset, save_tile_set
from games.models import Figures, Game, Tally
from games.players.models import Invitation
from games.players.tokens import token_of
from games.rules import registry
from games.rules.alphabets.known import alphabet_of
from games.rules.table.verify import replay
from games.tournaments.commands.ratings import rate_finished, recompute
from games.tournaments.models import RatingChange
from games.word_lists.shelf import import_words
from tests.languages import ADDED, add_example, in_every_language, play_on_pages, rows_of, three_tiles
from tests.tables import NOON

pytestmark = pytest.mark.django_db

FRENCH, SPANISH = alphabet_of("fr"), alphabet_of("es")
FEW = {"preset": "daily", "seats": "2", "do": "make"}
STAND_IN = re.compile("[\u2c00-\u2c5f]")


@pytest.fixture(autouse=True)
def lists():
    """Two short word lists: in French, all rows of A and E; in Spanish, three words."""
    import_words(rows_of("AE", FRENCH), name="fr-open", alphabet=FRENCH, now=NOON)
    import_words(["CHOCHO", "COCHE", "OCHO"], name="es-open", alphabet=SPANISH, now=NOON)


def create(client, **answers):
    """Create a game with the form, and return it; None if it was refused."""
    before = set(Game.objects.values_list("pk", flat=True))
    client.post("/games/new/", {"kind": "crossing", **FEW, **answers})
    return Game.objects.exclude(pk__in=before).first()


def chosen_list(page):
    return re.search(r'<option value="([^"]+)" selected>', page.split('name="word_list"')[1])[1]


# --- the form ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("word_list", "code"), [("fr-open", "fr"), ("es-open", "es"), ("open", "en")])
def test_a_game_is_created_in_the_language_of_the_chosen_list(anna, browser_of, word_list, code):
    game = create(browser_of(anna), word_list=word_list)
    assert game.word_list.alphabet == game.options.get("alphabet", "en") == code


def test_languages_are_listed_by_their_own_names(anna, browser_of):
    page = browser_of(anna).get("/games/new/?kind=crossing").text
    offered = page.split('name="word_list"')[1].split("</select>")[0]
    assert re.findall(r'value="(\w+)(?:-open)?"', offered)[:4] == ["open", "fr", "de", "es"]
    for name in ("English: ", "Français: ", "Deutsch: ", "Español: ", "Italiano: "):
        assert name in offered
    assert "common" not in offered


def test_the_last_used_list_is_the_default_or_else_the_page_language(anna, browser_of):
    client = browser_of(anna)
    assert chosen_list(client.get("/games/new/?kind=crossing").text) == "open"
    anna.language = "fr"
    anna.save()
    assert chosen_list(client.get("/games/new/?kind=crossing", headers={"accept-language": "fr"}).text) == "fr-open"
    create(client, word_list="es-open")
    assert chosen_list(client.get("/games/new/?kind=crosslet", headers={"accept-language": "fr"}).text) == "es-open"


@pytest.mark.parametrize("kind", ["lexicon_cards", "scannergram", "lynx"])
def test_an_english_only_kind_says_so_and_offers_only_english_lists(anna, browser_of, kind):
    page = browser_of(anna).get(f"/games/new/?kind={kind}").text
    assert "This game can only be played in English." in page
    assert "fr-open" not in page
    assert create(browser_of(anna), kind=kind, word_list="fr-open") is None


def test_without_scripts_the_tile_sets_follow_the_word_list(anna, browser_of):
    save_tile_set(player=anna, name="Petit jeu", counts="A9 E9", alphabet=FRENCH, now=NOON)
    save_tile_set(player=anna, name="Small game", counts="A9 E9", now=NOON)

    def offered(word_list):
        sent = {"kind": "crossing", **FEW, "do": "set_up", "word_list": word_list, "option_tile_set": "LC120"}
        page = browser_of(anna).post("/games/new/", sent, follow=True).text
        return page.split('name="option_tile_set"')[1].split("</select>")[0], page

    french, page = offered("fr-open")
    assert re.findall(r'value="([^",]+)', french) == [
        *("LC120", "LC120x2", "STANDARD", "A5", "PLAIN", "Petit jeu", "own"),
    ]
    assert "102 tiles, the standard set with its blanks" in french
    assert "Write LC120, STANDARD, PLAIN or a saved set." in page
    english, page = offered("open")
    assert "S98" in english
    assert "Small game" in english
    assert "Petit jeu" not in english


def test_a_tile_set_in_another_language_is_refused_without_losing_the_form(anna, browser_of):
    sent = {"kind": "crossing", **FEW, "word_list": "fr-open", "option_tile_set": "own", "option_tile_set_own": "S98"}
    page = browser_of(anna).post("/games/new/", sent, follow=True).text
    assert "“S98” is a tile set in English, but this game’s words are in Français." in page
    assert chosen_list(page) == "fr-open"
    assert not Game.objects.exists()


def test_a_preset_or_a_saved_tile_set_selects_its_language(anna, browser_of):
    kept = save_preset(player=anna, kind="crossing", name="En français", options={"alphabet": "fr"}, now=NOON)
    save_tile_set(player=anna, name="Petit jeu", counts="A9 E9", alphabet=FRENCH, now=NOON)
    client = browser_of(anna)
    assert chosen_list(client.get(f"/games/new/?kind=crossing&own={kept.pk}").text) == "fr-open"
    assert chosen_list(client.get("/games/new/?kind=crossing&tile_set=Petit+jeu").text) == "fr-open"
    create(client, word_list="fr-open")
    assert chosen_list(client.get("/games/new/?kind=crossing&tile_set=S98").text) == "open"


def test_the_suggested_short_game_has_tiles_of_the_language(anna, browser_of):
    client = browser_of(anna)
    sent = {"preset": "short", "filled_with": "short", "option_tile_set": "LC62", "option_tile_set_own": ""}
    page = client.post(
        "/games/new/", {"kind": "crossing", **FEW, **sent, "do": "set_up", "word_list": "fr-open"}, follow=True
    ).text
    assert "“LC62” is a tile set in English" not in page
    assert re.search(r'<option value="A5, [^"]+" selected>66 tiles, half of LC120', page)
    game = create(client, **sent, word_list="fr-open")
    assert game.options["tile_set"].startswith("A5, B1, C2")
    back = {**sent, "option_tile_set": game.options["tile_set"], "word_list": "open"}
    assert create(client, **back).options["tile_set"] == "LC62"


def test_robots_and_pass_and_play_can_use_another_word_list(anna, browser_of):
    client = browser_of(anna)
    assert "Français: " in client.get("/games/new/?kind=crosslet&who=robot").text
    client.post("/practice/", {"kind": "crosslet", "word_list": "fr-open"})
    assert Game.objects.latest("pk").options["alphabet"] == "fr"
    names = {"name_0": "Anna", "name_1": "Boris", "time_zone": "UTC"}
    settings = {"word_check": "enforced", "clock": "none", "layouts_visible": "end"}
    client.post("/around/", {**names, **settings, "tile_set": "STANDARD", "word_list": "fr-open"})
    game = Game.objects.latest("pk")
    assert (game.word_list.name, game.options["tile_set"]) == ("fr-open", "STANDARD")


# --- lists of games ---------------------------------------------------------------------------------------------------


@pytest.fixture
def open_games(anna):
    def make(name):
        return commands.make_game(
            kind="crossing", player=anna, seats=2, options={}, word_list=name, listed=True, now=timezone.now()
        )

    return {name: make(name) for name in ("open", "fr-open", "es-open")}


def test_lists_show_language_badges_and_open_games_can_be_filtered(anna, boris, open_games, browser_of):
    client = browser_of(boris)
    page = client.get("/play/").text
    badge = '<abbr class="pill" lang="fr" title="Français">FR</abbr>'
    assert badge in page
    assert '<abbr class="pill" lang="es" title="Español">ES</abbr>' in page
    assert ">EN</abbr>" not in page
    assert '<a href="?language=fr">Français</a>' in page
    french = client.get("/play/?language=fr").text
    assert f'id="open-{open_games["fr-open"]}"' in french
    assert f'id="open-{open_games["es-open"]}"' not in french
    assert f'id="open-{open_games["open"]}"' not in french
    assert "Remove filter" in french
    assert f'id="open-{open_games["open"]}"' in client.get("/play/crossing/?language=en").text
    assert "Remove filter" not in client.get("/play/?language=xx").text
    assert badge in browser_of(anna).get("/").text
    lobby = browser_of(anna).get(f"/games/{open_games['fr-open']}/").text
    assert badge in lobby
    assert "Français (fr-open)" in lobby


def test_an_invitation_names_the_language(anna, boris, browser_of):
    commands.make_game(
        kind="crossing",
        player=anna,
        seats=2,
        options={},
        word_list="fr-open",
        invite=[boris.email],
        now=timezone.now(),
    )
    assert 'title="Français">FR</abbr>' in browser_of(boris).get("/").text
    page = browser_of(boris).get(f"/invitations/{token_of(Invitation.objects.get())}/").text
    assert "Anna wants to play Lexicon Crossing (Français) with you</h1>" in page
    assert "AMI" in page
    assert "KEYBOARD" not in page


def test_english_games_have_a_badge_on_french_pages(open_games, client):
    with translation.override("fr"):
        page = client.get("/play/", headers={"accept-language": "fr"}).text
    assert ">EN</abbr>" in page


# --- a whole game -----------------------------------------------------------------------------------------------------


@pytest.fixture
def played(anna, boris, browser_of):
    """A French game between Anna and Boris, created and played with forms only until it is over. Boris writes his rows
    with accents."""
    annas, boriss = browser_of(anna), browser_of(boris)
    settings = {"option_tile_set": "own", "option_tile_set_own": "A5 E5", "option_starting_tiles": "2"}
    sent = {**settings, "option_leeway": "0", "word_list": "fr-open", "listed": "on", "rated": "on"}
    game = create(annas, **sent)

    def with_accents(row, player):
        return row.replace("E", "É", 1) if player == boris else row

    play_on_pages(game, {anna: annas, boris: boriss}, with_accents)
    return game


def test_a_french_game_can_be_played_to_a_verified_result(anna, browser_of, played):
    assert (played.ending, played.options["alphabet"]) == ("played", "fr")
    client = browser_of(anna)
    record = json.loads(client.get(f"/games/{played.pk}/record.json").text)
    assert record["options"]["alphabet"] == "fr"
    replay(registry.kind("crossing"), record)
    page = client.get(f"/games/{played.pk}/result/").text
    assert "The game is over" in page or "won" in page
    assert not STAND_IN.search(page + json.dumps(record, ensure_ascii=False))


@in_every_language
def test_a_game_in_any_language_can_be_played_to_a_verified_result(
    anna, boris, browser_of, code, tmp_path, monkeypatch
):
    if code == ADDED:
        add_example(tmp_path, monkeypatch)
    alphabet = alphabet_of(code)
    tiles = three_tiles(alphabet)
    import_words(rows_of(tiles, alphabet), name=f"easy-{code}", alphabet=alphabet, now=NOON)
    supply = " ".join(f"{alphabet.write(tile)}4" for tile in tiles)
    settings = {"option_tile_set": "own", "option_tile_set_own": supply, "option_starting_tiles": "2"}
    clients = {anna: browser_of(anna), boris: browser_of(boris)}
    game = create(clients[anna], **settings, option_leeway="0", word_list=f"easy-{code}", listed="on")
    play_on_pages(game, clients)
    record = json.loads(clients[boris].get(f"/games/{game.pk}/record.json").text)
    assert (game.ending, record["options"].get("alphabet", "en")) == ("played", code)
    replay(registry.kind("crossing"), record)
    page = clients[anna].get(f"/games/{game.pk}/result/").text
    assert alphabet.face(three_tiles(alphabet)[0]) in page
    assert not STAND_IN.search(page + json.dumps(record, ensure_ascii=False))


def test_ratings_statistics_and_best_scores_are_kept_per_language(anna, browser_of, played):
    now = timezone.now()
    commands.tally_finished(now=now)
    commands.count_finished(now=now)
    rate_finished(now=now)
    assert recompute() is None
    assert set(RatingChange.objects.values_list("kind", "alphabet")) == {("crossing", "fr")}
    assert Figures.objects.get(player=anna).games == 0
    assert Figures.objects.get(player=anna).languages["fr"]["games"] == 1
    client = browser_of(anna)
    english, french = client.get("/ratings/crossing/").text, client.get("/ratings/crossing/?language=fr").text
    assert "Nobody is listed yet" in english
    assert f'href="/players/{anna.pk}/"' in french
    assert '<a href="/ratings/crossing/?language=fr" lang="fr">Français</a>' in english
    mine = client.get("/you/").text
    assert "Lexicon Crossing (Français)" in mine
    assert "/ratings/crossing/?language=fr" in mine
    page = client.get("/statistics/?kind=crossing").text
    assert "No public games of this kind have finished yet." in page
    assert "language=fr" in page
    assert "other tiles · 2 players" in client.get("/statistics/?kind=crossing&language=fr").text
    assert not queries.best_scores(kind="crossing")
    assert queries.best_scores(kind="crossing", language="fr")
    assert "The best scores from public games will appear here." in client.get("/records/").text
    assert '<a href="?language=fr">Français</a>' in client.get("/records/").text
    best = client.get("/records/?language=fr").text
    assert f'href="/games/{played.pk}/result/"' in best
    assert 'aria-current="page">Français</a>' in best
    assert client.get("/api/v1/records").json()["games"] == []
    assert client.get("/api/v1/records?language=fr").json()["games"][0]["game"] == played.pk
    assert client.get("/api/v1/records?language=xx").status_code == 404


def test_statistics_show_letters_in_written_form(client):
    for letter in ("Ñ", "[CH]", "C"):
        Tally.objects.create(kind="crossing es", topic="letter", group="", value=letter, count=1)
    shown = client.get("/api/v1/statistics/crossing?language=es").json()
    assert [one["value"] for one in shown["groups"][0]["counts"]] == ["C", "[CH]", "Ñ"]
    assert shown["language"] == "es"
    assert client.get("/api/v1/statistics/crossing").json()["groups"] == []
    assert client.get("/api/v1/statistics/crossing?language=xx").status_code == 404
