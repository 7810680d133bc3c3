"""The pages of the daily puzzle: what is shown today and what only tomorrow, and how to enter."""

import re
from datetime import timedelta
from string import ascii_uppercase

import pytest
from django.utils import timezone
from django.utils.formats import date_format

from games import commands, queries
from games.models import Puzzle, PuzzleEntry
from games.players.models import Player
from games.players.sessions import IN_SESSION, new_guest
from games.queries.puzzles import first_places
from games.rules.daily import day_of
from games.rules.small_board import SmallBoard
from games.tasks import make_puzzles, search_puzzles
from games.web.board import draw_small
from games.web.panels import packed_without_letters
from games.web.preview import draw_preview
from tests.commands.test_puzzle_languages import FRENCH, SPANISH, lay
from tests.puzzles import BETTER, FEWER, KIND, LONGEST, WORSE, enter, enter_layout, lay_puzzle, lay_tiles
from tests.rules.scannergram.table import START

pytestmark = pytest.mark.django_db
PAGE = f"/daily/{KIND}/"
LEFT_OVER = "Tiles left over: 25. You can only enter once. Enter this layout anyway?"  # for BETTER


@pytest.fixture
def today():
    return day_of(timezone.now())


@pytest.fixture
def of_today(today):
    return lay_puzzle(today)


@pytest.fixture
def of_yesterday(today, anna, boris, chloe):
    """Yesterday's puzzle, which Anna and Boris entered and Chloe did not."""
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


def test_anybody_can_see_todays_puzzle_and_its_form(browser_of, of_today):
    page = browser_of().get(PAGE).text
    assert "IDLY" in page
    assert "<textarea" in page


def test_a_task_and_not_a_page_creates_the_daily_puzzle(browser_of, today):
    waits = browser_of().get(PAGE)
    assert (waits.status_code, waits["Retry-After"]) == (503, "60")
    assert "Today’s puzzle isn’t ready yet. Reload this page in a minute." in waits.text
    assert not Puzzle.objects.exists()
    make_puzzles()
    assert Puzzle.objects.get(kind=KIND).day == today
    assert browser_of().get(PAGE).status_code == 200


def test_the_form_begins_with_the_grid(browser_of, anna, of_today):
    page = text_of(browser_of(anna).get(PAGE))
    assert "\n".join(START) in page


def test_a_player_who_entered_sees_the_entry_instead_of_the_form(browser_of, anna, of_today, today):
    browser = browser_of(anna)
    page = text_of(send(browser, LONGEST, day=today))
    assert "Words created: LIMBERW." in page
    assert "1 player has entered today." in page
    assert "<textarea" not in page


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (START, "It differs in: W."),
        ((*START[:-1], "...RW"), "Not in the word list: RW."),
        (("what?",), "neither a row nor a word"),
        (("",), "Fill in “"),
    ],
)
def test_a_refused_entry_explains_why_and_stays_in_the_form(browser_of, anna, of_today, today, rows, says):
    answer = send(browser_of(anna), rows, day=today)
    page = text_of(answer)
    assert says in page
    assert rows[-1] in page[page.index("<textarea") :]
    assert not PuzzleEntry.objects.exists()


def test_a_second_entry_is_refused_and_the_first_is_shown(browser_of, anna, of_today, today):
    browser = browser_of(anna)
    send(browser, FEWER, day=today)
    answer = send(browser, LONGEST, day=today)
    assert "You’ve already entered this puzzle. Each player can enter once." in text_of(answer)
    assert "Words created: WIDLY." in text_of(answer)


def test_yesterdays_form_is_refused_and_todays_grid_is_shown(browser_of, anna, of_today, today):
    answer = send(browser_of(anna), LONGEST, day=today - timedelta(days=1))
    assert "You can only enter today’s puzzle. Each puzzle ends at midnight UTC." in text_of(answer)
    assert LONGEST[-1] not in text_of(answer)


def test_a_visitor_who_is_not_signed_in_enters_as_a_guest(browser_of, of_today, today):
    answer = send(browser_of(), LONGEST, day=today)
    assert PuzzleEntry.objects.get().player.is_guest
    assert "Guests get a place once they have signed in." in answer.text
    assert "Choose your emails" not in answer.text


def test_other_players_entries_today_are_hidden(browser_of, anna, boris, of_today):
    enter(anna, LONGEST, at=timezone.now())
    for browser in (browser_of(boris), browser_of()):
        pages = [browser.get(page) for page in (PAGE, page_of(of_today), "/", "/rules/scannergram/")]
        assert [page.status_code for page in pages] == [200, 302, 200, 200]
        for page in pages:
            assert "LIMBERW" not in text_of(page)
        assert "Anna" not in text_of(pages[0])
        assert "1 player has entered today." in text_of(pages[0])


def test_tomorrows_puzzle_is_hidden(browser_of, anna, of_today, today):
    tomorrow = today + timedelta(days=1)
    laid = lay_puzzle(tomorrow)
    browser = browser_of(anna)
    assert browser.get(page_of(laid)).status_code == 404
    assert 'class="note wrong"' in text_of(send(browser, LONGEST, day=tomorrow))
    laid.delete()
    assert browser.get(f"{PAGE}{tomorrow.isoformat()}/").status_code == 404
    assert set(Puzzle.objects.values_list("day", flat=True)) == {today}


def test_a_past_day_shows_everyones_place_to_anybody(browser_of, of_yesterday):
    page = text_of(browser_of().get(page_of(of_yesterday)))
    assert page.index("Anna") < page.index("Boris")
    assert "Words created: LIMBERW." in page
    assert "Words created: WIDLY." in page
    assert bytes(of_yesterday.seed).hex() in page
    assert "anna@example.org" not in page


def test_only_entrants_see_a_place_of_their_own(browser_of, boris, chloe, of_yesterday):
    assert "your place: 2" in text_of(browser_of(boris).get(page_of(of_yesterday)))
    assert "your place" not in text_of(browser_of(chloe).get(page_of(of_yesterday)))


def test_the_page_names_the_winner_of_the_last_puzzle(browser_of, of_yesterday, of_today):
    page = text_of(browser_of().get("/daily/"))
    assert "Anna" in page
    assert "Boris" not in page  # who came second
    assert page_of(of_yesterday) in page


@pytest.mark.parametrize("day", ["2026-11-32", "20261120", "2026-W47-5", "yesterday"])
def test_an_invalid_day_is_not_found(browser_of, day):
    assert browser_of().get(f"{PAGE}{day}/").status_code == 404


@pytest.mark.parametrize("page", ["/daily/lynx/", "/daily/chess/", "/daily/lynx/2026-11-20/"])
def test_a_kind_without_a_puzzle_has_no_page(browser_of, page):
    assert browser_of().get(page).status_code == 404


def test_the_start_page_and_the_rules_link_to_the_puzzle(browser_of, anna, of_today):
    for browser in (browser_of(anna), browser_of()):
        assert 'href="/daily/' in text_of(browser.get("/"))
        for page in ("/rules/", "/rules/scannergram/", "/daily/"):
            assert f'href="{PAGE}"' in text_of(browser.get(page)), page
        assert PAGE not in text_of(browser.get("/rules/crossing/"))


def tried(browser, rows, *, day, page=PAGE):
    return browser.post(f"{page}try/", {"day": day.isoformat(), "field-0": "\n".join(rows)})


def test_anybody_can_check_length_and_words_before_entering(browser_of, of_today, today):
    page = tried(browser_of(), LONGEST, day=today).text
    assert "a word of 7 letters with the new tile; words created: 1" in page
    assert "✓ LIMBERW" in page
    page = tried(browser_of(), (*START[:-1], "...RW"), day=today).text
    assert "✕ <s>RW</s>" in page
    assert "Not in the word list: RW." in page
    assert not PuzzleEntry.objects.exists()


def test_a_layout_that_cannot_be_tried_gets_no_answer_or_a_reason(browser_of, of_today, today):
    assert tried(browser_of(), ("what?",), day=today).text.strip() == ""
    assert (
        "You can only enter today’s puzzle. Each puzzle ends at midnight UTC."
        in tried(browser_of(), LONGEST, day=today - timedelta(days=1)).text
    )
    assert tried(browser_of(), LONGEST, day=today, page="/daily/lynx/").status_code == 404
    assert browser_of().get(f"{PAGE}try/").status_code == 405


def test_a_layout_of_the_thirty_tiles_is_tried_and_entered(browser_of, anna, today):
    lay_tiles(today)
    crossing, browser = "/daily/crossing/", browser_of(anna)
    page = tried(browser, BETTER, day=today, page=crossing).text
    assert "1/(2+25)=0.04" in page
    assert 'data-earning="1,1 "' in page
    assert "You don’t hold these tiles: T, T, T." in tried(browser, ("TEATTTTT",), day=today, page=crossing).text
    page = browser.post(crossing, {"day": today, "field-0": "\n".join(BETTER), "sure": LEFT_OVER}, follow=True).text
    assert "You have entered." in page
    assert "<textarea" not in page


def test_an_entry_with_leftover_tiles_asks_for_confirmation(browser_of, anna, today):
    lay_tiles(today)
    crossing, browser = "/daily/crossing/", browser_of(anna)
    filled_in = {"day": today, "field-0": "\n".join(BETTER)}
    asked = browser.post(crossing, filled_in, follow=True).text
    assert f'name="sure" value="{LEFT_OVER}"' in asked
    assert "Send it anyway" in asked
    assert "\n".join(BETTER) in asked
    other = browser.post(crossing, {"day": today, "field-0": "\n".join(WORSE), "sure": LEFT_OVER}, follow=True).text
    assert "Tiles left over: 27. You can only enter once. Enter this layout anyway?" in other
    wrong = browser.post(crossing, {"day": today, "field-0": "TEB"}, follow=True).text
    assert "Not in the word list: TEB." in wrong
    assert 'name="sure"' not in wrong
    assert not PuzzleEntry.objects.exists()


def test_layouts_and_scores_are_hidden_until_the_day_ends(browser_of, anna, boris, today):
    """The page is the same to the byte whatever another player entered, except for the number of entries."""
    lay_tiles(today)
    pages = []
    for rows in (BETTER, WORSE):
        PuzzleEntry.objects.all().delete()
        enter_layout(boris, rows, at=timezone.now())
        answer = browser_of(anna).get("/daily/crossing/")
        assert "ETag" not in answer.headers
        assert "Last-Modified" not in answer.headers
        pages.append(answer.text)
    for page in pages:
        assert "Boris" not in page
        assert "1 player has entered today." in page
        assert "0.04" not in page
    tell = [page.replace(page.split('csrfmiddlewaretoken" value="')[-1].split('"')[0], "") for page in pages]
    assert len({len(page) for page in tell}) == 1
    search_puzzles()
    assert Puzzle.objects.get().found is None
    archive = browser_of(anna).get("/daily/crossing/days/").text
    assert "Boris" not in archive
    assert f"{today:%Y-%m-%d}" not in archive


def test_the_standings_show_the_best_layout_the_server_found(browser_of, anna, today):
    made = lay_tiles(today - timedelta(days=1))
    enter_layout(anna, WORSE, at=timezone.now() - timedelta(days=1))
    page = f"/daily/crossing/{made.day.isoformat()}/"
    assert "The best we found" not in browser_of().get(page).text
    Puzzle.objects.update(found={"layout": list(BETTER), "shown": "1/(2+25)=0.04", "score": "1/27"})
    assert "The best we found" in browser_of().get(page).text


def test_days_in_a_row_are_counted_by_the_day_of_the_puzzle(browser_of, anna, today):
    at = timezone.now()
    for days in (6, 5, 4, 2, 1):
        lay_puzzle(today - timedelta(days=days))
        enter(anna, at=at - timedelta(days=days))
    lay_puzzle(today)
    assert "Your streak in days: 2. Your best: 3." in browser_of(anna).get(PAGE).text
    enter(anna, at=at)
    page = browser_of(anna).get(PAGE).text
    assert "Your streak in days: 3. Your best: 3." in page
    assert "3 days in a row\n" in page  # in the text to share
    assert "in a row" not in browser_of().get(PAGE).text


def test_shared_text_has_no_letters_and_hides_the_result_until_the_day_ends(browser_of, boris, of_yesterday, of_today):
    enter(boris, LONGEST, at=timezone.now())
    shared = [
        page.split('data-text="Lexicon')[1].split('"')[0]
        for page in (browser_of(boris).get(PAGE).text, browser_of(boris).get(page_of(of_yesterday)).text)
    ]
    for text in shared:
        assert "🟩" in text
        assert "LIMBER" not in text
    assert "letters" not in shared[0]
    assert "2nd of 2: a word of 5 letters" in shared[1]


def test_a_shared_picture_has_no_letters_and_is_private_to_its_player(
    browser_of, anna, boris, of_yesterday, of_today, today
):
    enter(boris, FEWER, at=timezone.now())
    squares = packed_without_letters(queries.puzzle(kind=KIND, player=boris, now=timezone.now()).own.panels)
    assert not set(squares) & set(ascii_uppercase)
    days = {
        today: "Scannergram",
        of_yesterday.day: "Scannergram: a word of 5 letters with the new tile; words created: 1",
    }
    for day, title in days.items():
        address = f"{PAGE}{day.isoformat()}.png"
        assert browser_of(boris).get(address).content == draw_preview(squares, title, date_format(day, "j F Y"))
    assert f'src="{PAGE}{today.isoformat()}.png"' in browser_of(boris).get(PAGE).text
    for reader in (anna, None):
        assert browser_of(reader).get(f"{PAGE}{today.isoformat()}.png").status_code == 404


def test_the_paged_archive_links_to_each_past_day(browser_of, anna, boris, of_yesterday, today):
    for days in range(2, 33):
        lay_puzzle(today - timedelta(days=days))
    page = browser_of(anna).get(f"{PAGE}days/").text
    assert page.count(f'href="{PAGE}20') == 30
    assert "You won: a word of 7 letters" in page
    assert re.search(r"You: a word of 5 letters[^<]* · 2nd of 2<", browser_of(boris).get(f"{PAGE}days/").text)
    before = page.split("?before=")[1].split('"')[0]
    older = browser_of(anna).get(f"{PAGE}days/", {"before": before}).text
    assert older.count(f'href="{PAGE}20') == 2
    assert "?before=" not in older
    assert browser_of().get(f"{PAGE}days/", {"before": "soon"}).status_code == 404


def test_yesterdays_best_board_and_the_readers_own_are_shown(browser_of, boris, chloe, of_yesterday, of_today):
    best, own = (draw_small(SmallBoard(tuple(rows)).packed) for rows in (LONGEST, FEWER))
    for browser, shows_own in ((browser_of(), False), (browser_of(boris), True), (browser_of(chloe), False)):
        page = browser.get("/daily/").text
        assert best in page
        assert (own in page) == shows_own
    assert "2nd of 2" in browser_of(boris).get("/daily/").text
    assert "You didn’t enter." in browser_of(chloe).get("/daily/").text


def test_an_older_day_is_not_shown_as_yesterday(browser_of, anna, of_today, today):
    lay_puzzle(today - timedelta(days=2))
    enter(anna, at=timezone.now() - timedelta(days=2))
    assert "Yesterday’s best boards" not in browser_of().get("/daily/").text


def test_only_entrants_see_their_place_so_far(browser_of, anna, boris, of_today):
    enter(anna, LONGEST, at=timezone.now())
    assert "You are the first today." in browser_of(anna).get(PAGE).text
    enter(boris, FEWER, at=timezone.now())
    for address in (PAGE, "/daily/"):
        assert "You are 1st of 2 so far." in browser_of(anna).get(address).text
        page = browser_of(boris).get(address).text
        assert "You are 2nd of 2 so far." in page
        assert "Anna" not in page
        assert "LIMBERW" not in page
        assert "so far. You" not in browser_of().get(address).text
        assert "You are" not in browser_of().get(address).text


def test_a_guest_sees_no_place_so_far(browser_of, of_today, today):
    guest = browser_of()
    send(guest, LONGEST, day=today)
    page = guest.get("/daily/").text
    assert "1 entry so far." in page
    assert "You are" not in page
    assert "Keep this with an account" in page


def test_the_week_marks_days_entered_and_shows_the_streak(browser_of, anna, of_today, today):
    for days in (1, 2):
        lay_puzzle(today - timedelta(days=days))
        enter(anna, at=timezone.now() - timedelta(days=days))
    page = browser_of(anna).get("/daily/").text
    assert page.count('<i class="entered">') == 2
    assert "2 days running" in page
    assert 'class="week"' not in browser_of().get("/daily/").text


def test_the_daily_pages_make_few_queries(browser_of, anna, of_yesterday, of_today, django_assert_num_queries):
    lay_tiles(of_today.day)
    own, stranger = browser_of(anna), browser_of()
    own.get("/daily/")
    for browser, address, queries_made in (
        *((own, "/daily/", 11), (stranger, "/daily/", 4)),
        *((own, "/daily/crossing/", 5), (stranger, "/daily/crossing/", 1)),
    ):
        with django_assert_num_queries(queries_made):
            assert browser.get(address).status_code == 200


def test_guests_have_no_place_until_they_sign_in(chloe, of_yesterday):
    now = timezone.now()
    guests = [new_guest("Guest", now=now) for _ in range(5)]
    before = list(of_yesterday.entries.order_by("pk"))
    for guest in guests:
        PuzzleEntry.objects.create(
            puzzle=of_yesterday,
            player=guest,
            answer=before[0].answer,
            merit=10 * max(one.merit for one in before),
            entered_at=before[0].entered_at,
        )
    day = of_yesterday.day
    shown = queries.puzzle_result(kind=KIND, day=day, player=chloe, now=now)
    assert (shown.entered, [line.name for line in shown.lines]) == (2, ["Anna", "Boris"])
    assert queries.past_days(kind=KIND, player=None, now=now).days[0].entered == len(before)
    own = queries.puzzle_result(kind=KIND, day=day, player=guests[0], now=now).own
    assert (own.place, own.is_mine) == (0, True)
    newcomer = Player.objects.create_user("emil@example.org", name="Emil")
    commands.take_over(guest=guests[0], player=newcomer, now=now)
    signed_in = queries.puzzle_result(kind=KIND, day=day, player=newcomer, now=now)
    assert (signed_in.own.place, signed_in.entered) == (1, len(before) + 1)
    assert [place.day for place in first_places(player=newcomer.pk, now=now)] == [day]


def test_a_guest_is_asked_to_sign_in_for_a_place_on_a_past_day(browser_of, of_yesterday):
    guest = of_yesterday.entries.order_by("pk").first().player
    Player.objects.filter(pk=guest.pk).update(guest_until=timezone.now() + timedelta(days=9))
    browser = browser_of()
    session = browser.session
    session[IN_SESSION] = guest.pk
    session.save()
    page = browser.get(page_of(of_yesterday)).text
    assert "to give your entry a place" in page
    assert "your place" not in page


def test_a_player_can_choose_puzzle_languages_apart_from_the_site_language(browser_of, anna, today):
    lay_tiles(today)
    lay(FRENCH, today)
    browser = browser_of(anna)
    page = browser.get("/daily/languages/").text
    assert re.search(r'<input[^>]*value="en"[^>]*checked', page)
    assert f'href="/daily/{FRENCH}/"' in page
    shown = browser.post("/daily/languages/", {"languages": ["fr"]}, follow=True)
    assert shown.redirect_chain == [("/daily/", 302)]
    assert "Lexicon Crossing · Français" in shown.text
    assert 'href="/daily/crossing/"' not in shown.text
    for address in ("/", f"/daily/{FRENCH}/days/"):
        assert f'href="/daily/{FRENCH}/"' in browser.get(address).text
    refused = browser.post("/daily/languages/", {"languages": ["xx"]}, follow=True)
    assert "Choose at least one language." in refused.text
    assert browser.post("/daily/languages/", {"languages": ["en"]}, follow=True).status_code == 200


def test_a_puzzle_in_another_language_can_be_entered_without_scripts(browser_of, anna, today):
    yesterday = today - timedelta(days=1)
    for day in (today, yesterday):
        lay(FRENCH, day)
    commands.enter(
        kind=FRENCH,
        day=yesterday,
        player=anna,
        written="ENTER\nGRID\nTES\nE..\nS..\nEND",
        now=timezone.now() - timedelta(days=1),
    )
    browser, page = browser_of(anna), f"/daily/{FRENCH}/"
    entry = {"day": today.isoformat(), "field-0": "TÉS\r\nE..\r\nS..", "sure": "yes"}
    asked = browser.post(page, entry, follow=True).text
    sure = "Tiles left over: 25. You can only enter once. Enter this layout anyway?"
    assert sure in asked
    assert "Your entry: " in browser.post(page, entry | {"sure": sure}, follow=True).text
    assert "Lexicon Crossing · Français" in browser.get(f"{page}{yesterday.isoformat()}/").text


def test_visitors_see_puzzles_only_in_languages_that_are_played(browser_of, today):
    lay_tiles(today)
    lay(FRENCH, today)
    page = browser_of().get("/daily/languages/").text
    assert f'href="/daily/{FRENCH}/"' in page
    assert "Sign in to choose the languages of your puzzles." in page
    assert browser_of().get(f"/daily/{FRENCH}/").status_code == 200
    assert browser_of().get("/daily/crossing-de/").status_code == 404
    assert browser_of().post("/daily/languages/", {"languages": ["fr"]}).status_code == 302


def test_no_puzzle_page_shows_the_internal_form_of_a_multi_letter_tile(browser_of, anna, today):
    lay(SPANISH, today)
    lay(SPANISH, today - timedelta(days=1))
    browser, page = browser_of(anna), f"/daily/{SPANISH}/"
    browser.post("/daily/languages/", {"languages": ["es"]})
    form = {"day": today.isoformat(), "field-0": "CA[LL]E"}
    pages = [browser.get(at).text for at in ("/", "/daily/", page)] + [browser.post(f"{page}try/", form).text]
    sure = "Tiles left over: 26. You can only enter once. Enter this layout anyway?"
    pages += [browser.post(page, form | {"sure": sure}, follow=True).text, browser.get("/daily/").text]
    assert "CA[LL]E" in pages[3]
    assert "Your entry: " in pages[4]
    Puzzle.objects.filter(day=today).update(day=today - timedelta(days=2))
    pages.append(browser.get(f"{page}{(today - timedelta(days=2)).isoformat()}/").text)
    assert not [at for at, text in enumerate(pages) if re.search("[\u2c00-\u2c5f]", text)]
