"""Pages of games in other languages: tiles as players write them, in their alphabet's order and with its values."""

import os
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands
from games.models import Analysis, Game, Hand, TileSet
from games.queries.analysis import positions_in
from games.robots import analysis, practice
from games.rules.alphabets.known import ENGLISH, alphabet_of
from games.rules.small_board import SmallBoard
from games.web.board import draw_small
from games.web.layouts import draw_example
from games.web.pass_and_play import screen_code
from games.web.preview import draw_preview
from games.word_lists.shelf import import_words
from tests.commands.test_puzzle_languages import SPANISH, chooses, enter, lay
from tests.languages import start_in
from tests.of_pieces import give, table, write
from tests.positions import just_now
from tests.puzzles import lay_tiles
from tests.tables import look, order

os.environ["NUMBA_DISABLE_JIT"] = "1"  # the same search, and nothing to compile

pytestmark = pytest.mark.django_db
STAND_INS = re.compile("[\u2c00-\u2c5f]")
HAND = "[CH]ICOÑ?EC"


@pytest.fixture
def spanish(anna, boris):
    """A game in Spanish in which Anna has submitted CHICO and CHE, with CH as a tile."""
    hands = [HAND, "[LL][RR]ABOCAR"]
    game_id = start_in("es", anna, boris, now=just_now(), starting_tiles=8, hands=hands)
    look(game_id, anna, boris, at=timezone.now())
    order(game_id, anna, "GRID\n[CH]ICO\nE...\nEND", at=timezone.now())
    return game_id


@pytest.fixture
def crosslet(anna, boris):
    """A game of Crosslet in Spanish with CHE on the board, laid with a blank as CH: its id, and who is to move."""
    game_id = start_in("es", anna, boris, now=just_now(), kind="crosslet")
    players = anna, boris
    first = players[table(game_id).state.awaited[0]]
    give(game_id, first, alphabet_of("es").read("?ECOIRR"))
    write(game_id, first, "GRID\n8G [ch]E\nEND", at=timezone.now())
    return game_id, players[table(game_id).state.awaited[0]]


def page_of(client, player, address, status=200):
    """Return a page, after checking that it contains no stand-in."""
    if player:
        client.force_login(player)
    answer = client.get(address)
    assert answer.status_code == status, answer
    page = answer.getvalue().decode()
    assert not STAND_INS.search(page), page[STAND_INS.search(page).start() - 200 :][:400]
    return page


def test_a_page_shows_tiles_in_written_form(client, anna, spanish):
    page = page_of(client, anna, f"/games/{spanish}/")
    assert 'data-laid="[CH]ICO/E..."' in page
    assert ">[CH]ICO\nE...</textarea>" in page
    assert '<text class="two-letters" x="21" y="29.5">CH</text><text class="value" x="40" y="37">5</text>' in page


def test_the_text_field_says_which_tiles_need_brackets(client, anna, spanish, crosslet):
    for game_id in (spanish, crosslet[0]):
        assert "Write these tiles in brackets: [CH], [LL], [RR]." in page_of(client, anna, f"/games/{game_id}/")


def test_every_page_of_a_game_in_progress_has_written_tiles(client, anna, boris, spanish):
    for player in (anna, boris):
        for part in ("", "more/"):
            page_of(client, player, f"/games/{spanish}/{part}")
        page_of(client, player, "/")


def test_words_on_a_board_are_looked_up_in_written_form(client, anna, spanish):
    client.force_login(anna)
    asked = client.get(f"/games/{spanish}/words.json", {"of": "[CH]ICO,CHICO,[CH]E,XX"})
    assert asked.json() == {"words": ["[CH]ICO", "[CH]E"]}


def test_a_draft_and_a_check_read_and_print_brackets(client, anna, spanish):
    client.force_login(anna)
    text = "[CH]ICO\r\nE..."
    page = client.post(f"/games/{spanish}/layout/", {"layout": text, "do": "check"}, follow=True).content.decode()
    assert 'data-laid="[CH]ICO/E..."' in page
    assert not STAND_INS.search(page)
    refused = client.post(f"/games/{spanish}/layout/", {"layout": "[Ch]ICO\r\nE...", "do": "check"}, follow=True)
    assert "[CH]" in refused.content.decode()
    assert not STAND_INS.search(refused.content.decode())


def test_a_two_letter_tile_can_be_jaywalked_with_a_form(client, anna, spanish):
    page = page_of(client, anna, f"/games/{spanish}/jaywalk/confirm/")
    assert 'value="[CH]"' in page
    assert '<span class="two-letters">CH</span><small>5</small>' in page
    asked = {"verb": "JAYWALK", "field-0": "[CH]", "sure": "yes"}
    page = client.post(f"/games/{spanish}/order/", asked, follow=True).content.decode()
    assert "[CH]" in page
    assert not STAND_INS.search(page)
    assert Game.objects.get(pk=spanish).events.filter(verb="jaywalk").exists()


def test_the_result_and_its_replay_have_written_tiles(client, anna, boris, spanish):
    order(spanish, boris, "RESIGN", at=timezone.now())
    for part in ("result/", "replay.json", "record.json", ""):
        page = page_of(client, anna, f"/games/{spanish}/{part}", 200 if part else 302)
        assert r"\u2c" not in re.sub(r'<script id="alphabet".*?</script>', "", page)
    for picture in ("result.png", "preview.png"):
        assert client.get(f"/games/{spanish}/{picture}").content.startswith(b"\x89PNG")


def test_every_spectator_sees_written_tiles(client, dmitri, spanish):
    for player in (None, dmitri):
        for address in (f"/games/{spanish}/", f"/games/{spanish}/more/", "/play/", "/watch/"):
            page_of(client, player, address)


@pytest.mark.parametrize("who", ["anna", "dmitri", "nobody"])
def test_pages_about_finished_games_have_written_tiles(client, anna, boris, dmitri, spanish, crosslet, who):
    reader = {"anna": anna, "dmitri": dmitri}.get(who)
    now = timezone.now()
    for game_id in (spanish, crosslet[0]):
        write(game_id, boris, "RESIGN", at=now)
    commands.tally_finished(now=now)
    commands.count_finished(now=now)
    own = ("/games/finished/", "/games/finished/games.json", "/you/", "/settings/account/lexicon.json")
    for game_id in (spanish, crosslet[0]):
        for part in ("", "?step=0", "?step=1"):
            page_of(client, reader, f"/games/{game_id}/result/{part}")
    page_of(client, reader, f"/games/{crosslet[0]}/record.gcg")
    everybodys = ("/watch/", "/play/crossing/?language=es", "/records/", "/statistics/?kind=crossing&language=es")
    for address in (*everybodys, *(own if who == "anna" else ()), f"/players/{anna.pk}/"):
        page_of(client, reader, address)


@pytest.mark.parametrize("depth", ["1", "2", "3"])
def test_a_hint_has_written_tiles(client, anna, depth):
    import_words(["CHICO", "CHE", "CHOCHE"], name="es-open", alphabet=alphabet_of("es"), now=just_now())
    game_id = practice.open_table(kind="crossing", player=anna, word_list="es-open", now=timezone.now())
    look(game_id, anna, at=timezone.now())
    Hand.objects.filter(game=game_id, seat=0).update(tiles=alphabet_of("es").read("[CH][CH]ICEO[RR]"))
    client.force_login(anna)
    page = client.post(f"/games/{game_id}/hint/", {"depth": depth, "layout": "[CH]E"}, follow=True).content.decode()
    assert not STAND_INS.search(page)
    assert depth == "3" or "[CH]" in page.split('id="hints"')[-1]
    asked = client.post(f"/games/{game_id}/hint/", {"depth": depth, "layout": "[CH][LL]"}, follow=True).content.decode()
    assert not STAND_INS.search(asked)


def test_the_analysis_of_a_game_has_written_tiles(client, anna, boris, spanish):
    order(spanish, boris, "RESIGN", at=timezone.now())
    analysis.ask_for(game_id=spanish, now=timezone.now())
    for _ in range(8):
        analysis.analyse_one(now=timezone.now(), steps=5)
    assert any(one.best for one in positions_in(Analysis.objects.get(pk=spanish).positions))
    for part in ("analysis/", "analysis/?step=0", "result/", "replay.json"):
        page_of(client, anna, f"/games/{spanish}/{part}")


# --- daily puzzles ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ("E[LL]A", "Not in the word list: E[LL]A."),
        ("[CH][CH]", "You don’t hold these tiles: [CH]."),
        ("[CK]A", "No tile has [CK]."),
        ("[A]A", "[A] isn’t a tile. Write A."),
    ],
)
def test_a_puzzle_tries_and_refuses_an_entry_with_written_tiles(client, anna, rows, why):
    lay(SPANISH, timezone.now().date())
    client.force_login(anna)
    sent = {"day": timezone.now().date().isoformat(), "field-0": rows}
    tried = client.post(f"/daily/{SPANISH}/try/", sent).content.decode()
    page = client.post(f"/daily/{SPANISH}/", {**sent, "sure": "yes"}, follow=True).content.decode()
    assert why in page
    assert not STAND_INS.search(tried + page)


def test_every_page_about_a_puzzle_has_written_tiles(client, anna, boris):
    today, yesterday = timezone.now(), timezone.now() - timedelta(days=1)
    chooses(anna, "es")
    for day in (yesterday, today):
        lay(SPANISH, day.date())
        lay_tiles(day.date())
    enter(anna, SPANISH, at=yesterday)
    for player in (anna, boris, None):
        for address in ("/", "/daily/", f"/daily/{SPANISH}/", f"/daily/{SPANISH}/days/", "/daily/languages/"):
            page_of(client, player, address)
        page_of(client, player, f"/daily/{SPANISH}/{yesterday.date()}/")
        client.logout()
    page = page_of(client, boris, f"/daily/{SPANISH}/")
    assert '["CH", "ch", 5, "C"]' in page.split('id="alphabet"')[1].split("</script>")[0]
    assert '<button class="button" type="button" value="[CH]" lang="es">CH</button>' in page
    assert 'data-letter="[CH]"' in page
    enter(anna, SPANISH, at=today)
    for address in ("/", "/daily/", f"/daily/{SPANISH}/", "/settings/account/lexicon.json"):
        page_of(client, anna, address)


def test_the_shared_screen_has_written_tiles(client, anna, boris, spanish):
    order(spanish, boris, "RESIGN", at=timezone.now())
    page = page_of(client, None, f"/screen/{spanish}-{screen_code(spanish)}/")
    assert ">CH</text>" in page


def test_a_shared_board_has_written_tiles(client, crosslet):
    game_id, player = crosslet
    page = page_of(client, player, f"/games/{game_id}/")
    assert '<text class="blank two-letters" x="21" y="29.5">ch</text>' in page
    assert ".[ch]E." in page


def test_a_small_board_knows_its_alphabet():
    spanish = alphabet_of("es")
    rows = (spanish.read("[CH]I[ll]"),)
    packed = SmallBoard.of(spanish, rows).packed
    assert SmallBoard.unpack(packed) == SmallBoard(rows, (), "es")
    drawn = draw_small(packed)
    assert not STAND_INS.search(drawn)
    assert re.findall(r">(\w+)</text>", drawn) == ["I", "CH", "LL"]
    assert draw_preview(packed, "CHILL", "Crossing").startswith(b"\x89PNG")


def test_a_small_board_in_a_plain_alphabet_has_a_plain_packed_form():
    for code in ("en", "fr", "pl"):
        assert SmallBoard.of(alphabet_of(code), ("AE", "B.")).packed == "AE/B."
    assert SmallBoard.of(ENGLISH, ("AE",), ("g.",)).packed == "AE g."
    assert SmallBoard.unpack("AE g. @es") == SmallBoard(("AE",), ("g.",), "es")


def test_a_sum_uses_the_tile_values_of_its_alphabet():
    spanish = alphabet_of("es")
    example = draw_example(tuple(map(spanish.read, ("[CH]ICO", "E..."))), alphabet=spanish, beside=spanish.read("[LL]"))
    assert [(term.letter, term.value) for term in example.picture.terms] == [("CH", "5")]
    assert example.spare == ("LL",)
    assert [word.text for word in example.picture.words] == ["[CH]ICO", "[CH]E"]
    assert example.picture.says == "Words on the board: [CH]E, [CH]ICO."


def test_the_calculator_scores_in_the_chosen_language(client):
    asked = {"language": "es", "layout": "[CH]ICO\r\nE...", "beside": "[LL]", "words": ""}
    answer = client.get("/calculator/", asked)
    page = answer.content.decode()
    assert answer.context["example"].shown == "5/(2+1)=1.67"
    assert 'data-rows="[CH]ICO/E..."' in page
    assert 'data-set="AAAAAAAAAAAAAABBCCCCC[CH][CH]D' in page
    assert '<option value="es" selected>Español</option>' in page
    assert 'data-letter="[RR]"><span class="two-letters">RR</span>' in page
    assert not STAND_INS.search(page)
    refused = client.get("/calculator/", asked | {"layout": "[XX]A"}).content.decode()
    assert "[XX]" in refused
    assert not STAND_INS.search(refused)


def test_the_calculators_example_is_in_the_chosen_language(client):
    page = page_of(client, None, "/calculator/?language=es")
    example = re.search(r'href="(/calculator/\?[^"]+)">Show an example', page)[1].replace("&amp;", "&")
    assert "Struck" not in page_of(client, None, example)
    for shown in (page, page_of(client, None, example)):
        assert "such as 8H SOL, H8 SAL" in shown


def test_text_fields_have_buttons_for_tiles_a_keyboard_may_lack(client, anna, spanish, crosslet):
    for address, box in (
        (f"/games/{spanish}/", "layout"),
        (f"/games/{crosslet[0]}/", "GRID-field-0"),
        ("/calculator/?language=es", "id_layout"),
    ):
        page = page_of(client, crosslet[1], address)
        keys = page.split(f'data-into="{box}">')[1].split("</p>")[0]
        assert re.findall(r'value="([^"]+)" lang="es">(\w+)<', keys) == [
            *(("[CH]", "CH"), ("[LL]", "LL"), ("Ñ", "Ñ"), ("[RR]", "RR")),
        ]
    assert "letter-keys" not in page_of(client, None, "/calculator/")


def test_tiles_of_another_language_are_printed(client):
    page = client.get("/tile-sets/print/", {"language": "ca", "set": "S98"}).content.decode()
    assert '<li><span class="three-letters">L·L</span><small>10</small></li>' in page
    assert '<option value="ca" selected>Català</option>' in page
    assert not STAND_INS.search(page)
    assert client.get("/calculator/sheet/", {"language": "pl"}).status_code == 200


def test_a_tile_set_of_another_language_is_counted_saved_and_changed(client, anna):
    client.force_login(anna)
    page = client.get("/tile-sets/", {"language": "pl"}).content.decode()
    assert "Ą, E, Ę, I, O, Ó, U, Y" in page
    page = client.get("/tile-sets/", {"language": "es", "from": "PLAIN"}).content.decode()
    assert '<input type="number" name="count_CH" value="1"' in page
    assert not STAND_INS.search(page)
    counts = {"language": "es", "name": "Chillido", "count_CH": 4, "count_LL": 2, "count_A": 60, "count_blank": 2}
    page = client.post("/tile-sets/", counts | {"do": "save"}, follow=True).content.decode()
    assert "A60, [CH]4, [LL]2, ?2" in page
    assert "Chillido" not in client.get("/tile-sets/").content.decode()
    kept = TileSet.objects.get()
    assert (kept.alphabet, kept.counts) == ("es", "A60, [CH]4, [LL]2, ?2")
    changed = {"name": "Chillido", "count_CH": 5, "do": "save"}
    assert client.post(f"/tile-sets/{kept.pk}/", changed, follow=True).status_code == 200
    kept.refresh_from_db()
    assert (kept.alphabet, kept.counts) == ("es", "[CH]5, A0")


def test_a_refused_set_keeps_its_language(client, anna):
    client.force_login(anna)
    page = client.post("/tile-sets/", {"language": "es", "name": "?", "count_RR": 3, "do": "save"}, follow=True)
    assert '<input type="number" name="count_RR" value="3"' in page.content.decode()


def test_the_message_after_a_command_has_written_tiles_on_any_page(client, anna, spanish):
    client.force_login(anna)
    answer = client.post(f"/games/{spanish}/order/", {"verb": "JAYWALK", "field-0": "[CH]", "sure": "yes"})
    assert answer.status_code == 302
    assert "[CH]" in page_of(client, None, "/daily/languages/")
