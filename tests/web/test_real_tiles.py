"""The pages for real tiles, for strangers and players without script."""

import pytest
from django.utils import timezone

from games import commands
from games.rules.alphabets.known import ENGLISH
from games.rules.tiles import named_sets

pytestmark = pytest.mark.django_db

PAGES = ("/calculator/", "/calculator/sheet/", "/tile-sets/print/")
KITE = "..K..\r\n.CAKE\r\n..Y.."


def reckoned(browser, **given):
    return browser.get("/calculator/", given)


def test_a_visitor_can_score_rows_with_a_leftover_tile(browser_of):
    answer = reckoned(browser_of(), layout="..K..\r\n.CAKE\r\n..Y..", beside="q", words="")
    example = answer.context["example"]
    assert (example.shown, example.spare, example.struck) == ("1/(2+1)=0.33", ("Q",), ())
    assert "1 ÷ (2 + 1)" in answer.text


def test_a_layout_can_be_a_list_of_words_with_positions(browser_of):
    shown = reckoned(browser_of(), layout="8H KEY\nH8 KITE", words="").context["example"].shown
    assert shown == "5/2=2.50"


def test_a_blank_scores_nothing(browser_of):
    assert reckoned(browser_of(), layout="8H kEY\nH8 kITE", words="").context["example"].shown == "0/2=0.00"


def test_words_not_in_the_list_are_struck(browser_of):
    answer = reckoned(browser_of(), layout="8H KEY\nH8 KQZX", words="open")
    assert answer.context["example"].struck == ("KQZX",)
    assert "✕ kqzx" in answer.text


def test_nothing_is_struck_if_no_word_list_is_chosen(browser_of):
    assert reckoned(browser_of(), layout="8H KEY\nH8 KQZX", words="").context["example"].struck == ()


def test_tiles_beyond_the_set_are_named_but_still_scored(browser_of):
    answer = reckoned(browser_of(), layout="8H KEY\nH8 KITE", beside="KQ?", set="S98", words="")
    assert answer.context["beyond"] == ["K", "?"]
    assert answer.context["example"].shown == "5/(2+3)=1.00"


def test_a_board_is_compared_with_the_best_known_for_its_set(browser_of):
    answer = reckoned(browser_of(), layout="8H KEY\nH8 KITE", set="S98", words="open")
    assert "The best board we know: S98, any number of tiles" in answer.text
    assert [(one.shown, one.is_beaten) for one in answer.context["best"]] == [("9.17", False)]


@pytest.mark.parametrize(
    "given",
    [
        {"layout": "8H KEY\nH8 KITE", "words": ""},
        {"layout": "8H KEY\nH8 KITE", "words": "open", "beside": "Q"},
        {"layout": "8H KEY\nH8 KQZX", "words": "open"},
        {"layout": "8H KEY\nH8 KEY", "words": "open"},
    ],
    ids=["no list", "left over", "struck", "a word twice"],
)
def test_a_board_that_cannot_be_a_record_is_not_compared(browser_of, given):
    answer = reckoned(browser_of(), set="S98", **given)
    assert not answer.context.get("best")


@pytest.mark.parametrize(
    "given",
    [
        {"layout": "K E Y would be\nnice"},
        {"layout": "8H KEY\nDear all"},
        {"layout": "GRID\nGREEN"},
        {"layout": "A" * 2900},
        {"layout": "<script>alert(1)</script>"},
        {"layout": "8H KEY", "set": "<b>"},
        {"layout": "8H KEY", "words": "nobody’s"},
        {"layout": "8H KEY", "beside": "1"},
        {"layout": "\0"},
        {"layout": "A" * 4000},
    ],
)
def test_a_board_that_cannot_be_scored_gets_a_reason(browser_of, given):
    answer = reckoned(browser_of(), **given)
    assert answer.status_code == 200
    assert "note wrong" in answer.text
    assert "<script>alert" not in answer.text
    assert "example" not in answer.context or answer.context["example"] is None


@pytest.mark.parametrize("page", PAGES)
def test_visitors_get_no_cookies(browser_of, page):
    answer = browser_of().get(page)
    assert answer.status_code == 200
    assert not answer.cookies
    assert browser_of().post(page).status_code == 405


def test_words_are_looked_up_in_the_named_list(browser_of):
    asked = {"of": "KEY,KQZX", "list": "open"}
    assert browser_of().get("/words.json", asked).json() == {"words": ["KEY"]}
    assert browser_of().get("/words.json", {**asked, "list": "nobody’s"}).json() == {"words": []}


def test_a_score_sheet_has_a_line_for_each_player_and_a_box_for_each_light(browser_of):
    answer = browser_of().get("/calculator/sheet/", {"set": "S98", "players": "3", "paper": "letter"})
    assert (len(answer.context["lines"]), len(answer.context["lights"])) == (3, 15)
    assert 'class="page-of-paper letter' in answer.text


def test_a_set_too_small_for_its_players_gets_a_reason_and_no_sheet(browser_of):
    answer = browser_of().get("/calculator/sheet/", {"set": "A5, B5", "players": "6"})
    assert "too small" in answer.text or "more than" in answer.text
    assert "page-of-paper a4" not in answer.text


@pytest.mark.parametrize("name", named_sets(ENGLISH))
def test_every_tile_of_a_set_is_printed_once(browser_of, name):
    sheets = browser_of().get("/tile-sets/print/", {"set": name}).context["sheets"]
    letters = "".join(tile.letter or "?" for sheet in sheets for tile in sheet)
    assert letters == named_sets(ENGLISH)[name].tiles


@pytest.mark.parametrize(("paper", "size", "sheets"), [("a4", "19", 1), ("letter", "19", 1), ("a4", "25", 2)])
def test_the_number_of_tile_sheets_depends_on_paper_and_size(browser_of, paper, size, sheets):
    answer = browser_of().get("/tile-sets/print/", {"set": "LC120", "paper": paper, "size": size})
    assert len(answer.context["sheets"]) == sheets


def test_a_saved_set_can_be_printed_and_chosen_by_name(anna, browser_of):
    commands.save_tile_set(player=anna, name="Nordic", counts="A60 E30 K4 ?2", now=timezone.now())
    answer = browser_of().get("/tile-sets/print/", {"set": "nordic"})
    assert sum(map(len, answer.context["sheets"])) == 96
    assert "Nordic" not in answer.text.split("<datalist", 1)[1].split("</datalist", 1)[0]
    assert '<option value="Nordic">' in browser_of(anna).get("/calculator/").text
