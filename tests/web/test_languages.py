"""Pages of games in other languages: tiles as players write them, in their alphabet's order and with its values."""

import re

import pytest
from django.utils import timezone

from games.models import Game, TileSet
from games.rules.alphabets.known import ENGLISH, alphabet_of
from games.rules.small_board import SmallBoard
from games.web.board import draw_small
from games.web.layouts import draw_example
from games.web.pass_and_play import screen_code
from games.web.preview import draw_preview
from tests.languages import start_in
from tests.of_pieces import give, table, write
from tests.positions import just_now
from tests.tables import look, order

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
    """Return a page, after making sure that no stand-in is in it."""
    if player:
        client.force_login(player)
    answer = client.get(address)
    assert answer.status_code == status, answer
    page = answer.content.decode()
    assert not STAND_INS.search(page), page[STAND_INS.search(page).start() - 200 :][:400]
    return page


def test_a_page_has_tiles_as_they_are_written(client, anna, spanish):
    page = page_of(client, anna, f"/games/{spanish}/")
    assert 'data-laid="[CH]ICO/E..."' in page
    assert ">[CH]ICO\nE...</textarea>" in page
    assert '<text class="two-letters" x="21" y="29.5">CH</text><text class="value" x="40" y="37">5</text>' in page


def test_the_text_box_says_which_tiles_are_in_brackets(client, anna, spanish, crosslet):
    for game_id in (spanish, crosslet[0]):
        assert "Write these tiles in brackets: [CH], [LL], [RR]." in page_of(client, anna, f"/games/{game_id}/")


def test_every_page_of_a_game_in_progress_has_written_tiles(client, anna, boris, spanish):
    for player in (anna, boris):
        for part in ("", "more/"):
            page_of(client, player, f"/games/{spanish}/{part}")
        page_of(client, player, "/")


def test_the_words_of_a_board_are_looked_up_as_they_are_written(client, anna, spanish):
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


def test_a_tile_of_two_letters_is_jaywalked_by_a_form(client, anna, spanish):
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


def test_the_shared_screen_has_written_tiles(client, anna, boris, spanish):
    order(spanish, boris, "RESIGN", at=timezone.now())
    page = page_of(client, None, f"/screen/{spanish}-{screen_code(spanish)}/")
    assert ">CH</text>" in page


def test_a_shared_board_has_written_tiles(client, crosslet):
    game_id, player = crosslet
    page = page_of(client, player, f"/games/{game_id}/")
    assert '<text class="blank two-letters" x="21" y="29.5">ch</text>' in page
    assert ".[ch]E." in page


def test_a_small_picture_knows_its_alphabet():
    spanish = alphabet_of("es")
    rows = (spanish.read("[CH]I[ll]"),)
    packed = SmallBoard.of(spanish, rows).packed
    assert SmallBoard.unpack(packed) == SmallBoard(rows, (), "es")
    drawn = draw_small(packed)
    assert not STAND_INS.search(drawn)
    assert re.findall(r">(\w+)</text>", drawn) == ["I", "CH", "LL"]
    assert draw_preview(packed, "CHILL", "Crossing").startswith(b"\x89PNG")


def test_a_small_picture_in_a_plain_alphabet_is_packed_as_before():
    for code in ("en", "fr", "pl"):
        assert SmallBoard.of(alphabet_of(code), ("AE", "B.")).packed == "AE/B."
    assert SmallBoard.of(ENGLISH, ("AE",), ("g.",)).packed == "AE g."
    assert SmallBoard.unpack("AE g. @es") == SmallBoard(("AE",), ("g.",), "es")


def test_a_sum_has_the_values_of_its_alphabet():
    spanish = alphabet_of("es")
    example = draw_example(tuple(map(spanish.read, ("[CH]ICO", "E..."))), alphabet=spanish, beside=spanish.read("[LL]"))
    assert [(term.letter, term.value) for term in example.picture.terms] == [("CH", "5")]
    assert example.spare == ("LL",)
    assert [word.text for word in example.picture.words] == ["[CH]ICO", "[CH]E"]
    assert example.picture.says == "Words on the board: [CH]E, [CH]ICO."


def test_the_calculator_reckons_in_the_language_that_is_chosen(client):
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
