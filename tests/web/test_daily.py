"""The pages of the daily puzzle: what is shown today and what only tomorrow, and how one enters."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Puzzle, PuzzleEntry
from games.rules.daily import day_of
from games.tasks import make_puzzles
from tests.puzzles import FEWER, KIND, LONGEST, enter, lay_puzzle
from tests.rules.scannergram.table import START

pytestmark = pytest.mark.django_db
PAGE = f"/daily/{KIND}/"


@pytest.fixture
def today():
    return day_of(timezone.now())


@pytest.fixture
def of_today(today):
    return lay_puzzle(today)


@pytest.fixture
def of_yesterday(today, anna, boris, chloe):
    """Anna and Boris entered, Chloe did not."""
    day = today - timedelta(days=1)
    made = lay_puzzle(day)
    at = timezone.now() - timedelta(days=1)
    enter(boris, FEWER, at=at)
    enter(anna, LONGEST, at=at)
    return made


def text_of(answer):
    return answer.content.decode()


def send(browser, rows, *, day):
    return browser.post(PAGE, {"day": day.isoformat(), "field-0": "\r\n".join(rows)}, follow=True)


def page_of(made):
    return f"{PAGE}{made.day.isoformat()}/"


def test_anybody_reads_the_puzzle_of_today_with_its_form(browser_of, of_today):
    page = browser_of().get("/daily/").text
    assert "IDLY" in page
    assert "<textarea" in page


def test_a_task_makes_the_puzzle_of_the_day_and_no_page(browser_of, today):
    waits = browser_of().get("/daily/")
    assert (waits.status_code, waits["Retry-After"]) == (503, "60")
    assert "being made" in waits.text
    assert not Puzzle.objects.exists()
    make_puzzles()
    assert Puzzle.objects.get(kind=KIND).day == today
    assert browser_of().get("/daily/").status_code == 200


def test_the_form_begins_with_the_grid(browser_of, anna, of_today):
    page = text_of(browser_of(anna).get("/daily/"))
    assert "\n".join(START) in page


def test_who_enters_sees_their_entry_and_no_form_any_more(browser_of, anna, of_today, today):
    browser = browser_of(anna)
    page = text_of(send(browser, LONGEST, day=today))
    assert "Created: LIMBERW." in page
    assert "1 has entered" in page
    assert "<textarea" not in page


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (START, "It differs in: W."),
        ((*START[:-1], "...RW"), "Not in the word list: RW."),
        (("what?",), "neither a row nor a word"),
        (("",), "This is empty"),
    ],
)
def test_a_wrong_entry_is_told_why_and_what_was_written_stays(browser_of, anna, of_today, today, rows, says):
    answer = send(browser_of(anna), rows, day=today)
    page = text_of(answer)
    assert says in page
    assert rows[-1] in page[page.index("<textarea") :]
    assert not PuzzleEntry.objects.exists()


def test_a_second_entry_is_refused_on_the_page_of_the_first(browser_of, anna, of_today, today):
    browser = browser_of(anna)
    send(browser, FEWER, day=today)
    answer = send(browser, LONGEST, day=today)
    assert "each player has one entry" in text_of(answer)
    assert "Created: WIDLY." in text_of(answer)


def test_a_form_of_yesterday_is_refused_and_todays_grid_is_shown(browser_of, anna, of_today, today):
    answer = send(browser_of(anna), LONGEST, day=today - timedelta(days=1))
    assert "Each ends at midnight UTC." in text_of(answer)
    assert LONGEST[-1] not in text_of(answer)


def test_who_is_not_signed_in_enters_as_a_guest(browser_of, of_today, today):
    answer = send(browser_of(), LONGEST, day=today)
    assert PuzzleEntry.objects.get().player.is_guest
    assert "Your place is told here when the day is over." in answer.text
    assert "Which mails come" not in answer.text


def test_what_others_entered_today_is_on_no_page(browser_of, anna, boris, of_today):
    enter(anna, LONGEST, at=timezone.now())
    for browser in (browser_of(boris), browser_of()):
        pages = [browser.get(page) for page in ("/daily/", PAGE, page_of(of_today), "/", "/rules/scannergram/")]
        assert [page.status_code for page in pages] == [200, 200, 404, 200, 200]
        for page in pages:
            assert "LIMBERW" not in text_of(page)
        assert "Anna" not in text_of(pages[0])
        assert "1 has entered" in text_of(pages[0])


def test_tomorrows_puzzle_is_nowhere(browser_of, anna, of_today, today):
    tomorrow = today + timedelta(days=1)
    laid = lay_puzzle(tomorrow)
    browser = browser_of(anna)
    assert browser.get(page_of(laid)).status_code == 404
    assert 'class="note wrong"' in text_of(send(browser, LONGEST, day=tomorrow))
    laid.delete()
    assert browser.get(f"{PAGE}{tomorrow.isoformat()}/").status_code == 404
    assert set(Puzzle.objects.values_list("day", flat=True)) == {today}


def test_a_day_that_is_over_shows_everyones_place_to_anybody(browser_of, of_yesterday):
    page = text_of(browser_of().get(page_of(of_yesterday)))
    assert page.index("Anna") < page.index("Boris")
    assert "Created: LIMBERW." in page
    assert "Created: WIDLY." in page
    assert bytes(of_yesterday.seed).hex() in page
    assert "anna@example.org" not in page


def test_who_entered_is_told_their_place_and_who_did_not_sees_none(browser_of, boris, chloe, of_yesterday):
    assert "your place: 2" in text_of(browser_of(boris).get(page_of(of_yesterday)))
    assert "your place" not in text_of(browser_of(chloe).get(page_of(of_yesterday)))


def test_the_page_of_today_tells_who_won_the_last_one(browser_of, of_yesterday, of_today):
    page = text_of(browser_of().get("/daily/"))
    assert page.index("Anna") < page.index("Boris")
    assert page_of(of_yesterday) in page


@pytest.mark.parametrize("day", ["2026-11-32", "20261120", "2026-W47-5", "yesterday"])
def test_what_is_no_day_has_no_page(browser_of, day):
    assert browser_of().get(f"{PAGE}{day}/").status_code == 404


@pytest.mark.parametrize("page", ["/daily/crossing/", "/daily/chess/", "/daily/crossing/2026-11-20/"])
def test_a_kind_without_a_puzzle_has_no_page(browser_of, page):
    assert browser_of().get(page).status_code == 404


def test_it_is_found_from_the_start_page_and_from_the_rules(browser_of, anna, of_today):
    for browser in (browser_of(anna), browser_of()):
        for page in ("/", "/rules/", "/rules/scannergram/"):
            assert f'href="{PAGE}"' in text_of(browser.get(page)), page
        assert PAGE not in text_of(browser.get("/rules/crossing/"))
