"""The pages around the game in a real browser: the result with its replay, sums and draws; the lobby; a new game;
watching."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import commands
from games.rules.values import Order
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import PHONE, refresh
from tests.positions import just_now
from tests.tables import ask, complete, hand, look, make_table, order, start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def finished(transactional_db, anna, boris):
    """A finished game: two green lights and Anna's red one; Boris, whose four tiles are in a row until then, lays
    them in a ring."""
    now = timezone.now()
    game_id = start(anna, boris, now=now, leeway=0, tile_set="E8 A0", starting_tiles=2)
    for caller, other in ((anna, boris), (boris, anna), (anna, boris)):
        look(game_id, anna, boris, anna, at=now)
        complete(game_id, other, at=now)
        ask(game_id, caller, at=now)
    tiles = hand(game_id, boris)
    commands.play(game_id=game_id, player=boris, orders=[Order("GRID", {"layout": [tiles[:2], tiles[2:]]})], now=now)
    order(game_id, boris, "done", at=now)
    return game_id


@pytest.fixture
def result(window, finished):
    """The result page as a stranger sees it."""
    page = window()
    page.goto(f"/games/{finished}/result/")
    return page


def tiles(page):
    """Return the number of tiles on each board, best first."""
    return [board.locator("g").count() for board in page.locator("#results .board").all()]


def places(page):
    return [one.bounding_box() for one in page.locator("#results .ground, #results article, #replay").all()]


# --- the replay -------------------------------------------------------------------------------------------------------


def test_the_replay_can_be_stepped_with_keys_and_nothing_shifts(result):
    asked, slider = [], result.get_by_role("slider")
    result.on("request", lambda request: asked.append(request.url) if "replay.json" in request.url else None)
    before = places(result)
    slider.press("Home")
    expect(result.locator("#replay-says")).to_contain_text("After the deal, until")
    assert tiles(result) == [2, 2]
    assert places(result) == before
    slider.press("ArrowRight")
    expect(result.locator("#replay-says")).to_contain_text("After light 1, until")
    expect(result.locator(".then .score").first).to_be_visible()
    assert tiles(result) == [3, 3]
    slider.press("End")
    expect(result.locator("#replay-says")).to_have_text("Result")
    expect(result.locator(".sums").first).to_be_visible()
    assert places(result) == before
    assert len(asked) == 1


def test_the_arrow_keys_also_step_the_replay_from_its_button(result):
    button = result.get_by_role("button", name="Play the replay")
    button.press("ArrowLeft")
    expect(result.locator("#replay-says")).to_contain_text("After light 2, until")
    button.press("ArrowRight")
    expect(result.locator("#replay-says")).to_have_text("Result")


def test_the_replay_plays_from_the_deal_and_can_be_paused(result):
    result.get_by_role("button", name="Play the replay").click()
    expect(result.locator("#replay-says")).to_contain_text("After the deal")
    result.get_by_role("button", name="Pause the replay").click()
    expect(result.get_by_role("button", name="Play the replay")).to_be_visible()


def test_the_replay_plays_until_the_result(result):
    result.get_by_role("slider").press("Home")
    result.get_by_role("button", name="Play the replay").click()
    expect(result.locator("#replay-says")).to_have_text("Result")
    expect(result.get_by_role("button", name="Play the replay")).to_be_visible()


def test_the_replay_draws_tiles_exactly_as_the_server_does(result, window, finished):
    result.get_by_role("slider").press("ArrowLeft")
    expect(result.locator("#replay-says")).to_contain_text("After light 2, until")
    result.get_by_role("slider").press("End")
    expect(result.locator("#replay-says")).to_have_text("Result")
    again = window()
    again.goto(f"/games/{finished}/result/")
    drawn = "boards => boards.map(board => [...board.querySelectorAll('g')].map(g => g.outerHTML).sort())"
    boards = [page.locator("#results .board").evaluate_all(drawn) for page in (result, again)]
    assert boards[0] == boards[1]


# --- the sum ----------------------------------------------------------------------------------------------------------


def test_focusing_a_word_highlights_its_tiles_and_terms(result):
    boris = result.locator("#results article").first
    boris.get_by_role("button", name="ee").first.focus()
    expect(boris.locator(".board .lit")).to_have_count(2)
    expect(boris.locator(".term.lit")).to_have_count(2)
    expect(boris.locator(".part")).to_have_text("ee: E 1 + E 1 = 2")
    result.keyboard.press("Escape")
    expect(boris.locator(".lit")).to_have_count(0)
    expect(boris.locator(".part")).to_have_text("all 4 tiles laid")


def test_clicking_a_tile_highlights_its_words(result):
    boris, anna = result.locator("#results article").all()
    boris.locator(".board g").first.click()
    expect(boris.locator(".word.lit")).to_have_count(2)
    expect(boris.locator(".part")).to_have_text("E is in ee, ee, so it earns 1.")
    anna.locator(".board g").first.hover()
    expect(anna.locator(".part")).to_have_text("E is only in eeee, so it earns nothing.")


def test_the_arrow_keys_move_from_tile_to_tile(result):
    anna = result.locator("#results article").nth(1)
    anna.get_by_role("region", name="Board").focus()
    for _ in range(3):
        result.keyboard.press("ArrowRight")
    expect(anna.locator(".board g.lit")).to_have_count(1)
    assert anna.locator(".board g").nth(2).get_attribute("class").endswith("lit")
    expect(anna.locator(".part")).to_contain_text("earns nothing")


def test_the_sum_highlights_nothing_while_the_replay_shows_another_board(result):
    result.get_by_role("slider").press("Home")
    expect(result.locator("#replay-says")).to_contain_text("After the deal")
    result.locator("#results .board g").first.click()
    expect(result.locator(".lit")).to_have_count(0)


# --- the draws --------------------------------------------------------------------------------------------------------


def test_the_page_verifies_the_draws_and_can_do_so_again(result):
    result.get_by_text("Verify the draws", exact=True).click()
    expect(result.locator("#checked .holds")).to_have_count(3)
    expect(result.locator("#checked")).to_contain_text("4 tiles dealt and 2 lights: 8 of 8 draws match")
    with result.expect_response("**/record.json"):
        result.get_by_role("button", name="Verify again").click()
    expect(result.locator("#checked .holds")).to_have_count(3)


def test_a_modified_record_fails_verification(window, finished):
    page = window()

    def changed(route):
        record = route.fetch().json()
        record["seed"] = "00" * 32
        route.fulfill(json=record)

    page.route("**/record.json", changed)
    page.goto(f"/games/{finished}/result/")
    page.get_by_text("Verify the draws", exact=True).click()
    expect(page.locator("#checked .bad").first).to_contain_text("The seed matches the commitment")


# --- without script, and on a phone -----------------------------------------------------------------------------------


def test_without_javascript_the_replay_is_a_form_with_the_same_content(window, finished):
    page = window(script=False)
    page.goto(f"/games/{finished}/result/")
    expect(page.get_by_role("button", name="Play the replay")).to_be_hidden()
    page.get_by_role("slider").press("ArrowLeft")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#replay-says")).to_contain_text("After light 2, until")
    assert tiles(page) == [4, 4]
    page.get_by_role("slider").press("End")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".sums").first).to_contain_text("E 1 + E 1 + E 1 + E 1 = 4")
    page.get_by_text("Verify the draws", exact=True).click()
    expect(page.locator("#draws .hash")).to_have_count(2)
    expect(page.get_by_role("link", name="Download the record")).to_be_visible()


def test_every_page_fits_a_phone_and_is_accessible(window, finished, anna, boris, signed_in):
    lobby = make_table(anna, boris, seats=3, now=just_now())
    page = signed_in(window(size=PHONE), anna)
    for path in (f"/games/{finished}/result/", f"/games/{finished}/result/?step=1", f"/games/{lobby}/", "/games/new/"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], path
        assert _violations(page) == [], path


def test_a_phone_shows_a_wide_board_whole(window, finished):
    page = window(size=PHONE)
    page.goto(f"/games/{finished}/result/")
    page.locator(".results .board").evaluate_all("boards => boards.forEach((one) => one.classList.add('wide'))")
    for ground in page.locator(".results .ground").all():
        assert ground.evaluate("part => part.scrollWidth <= part.clientWidth && part.clientWidth > innerWidth * 0.8")


def _violations(page):
    return [(one["id"], [node["html"][:160] for node in one["nodes"]][:3]) for one in violations_by_day_and_night(page)]


def test_a_printed_result_has_boards_and_sums_and_no_controls(result):
    result.emulate_media(media="print")
    expect(result.locator(".sums").first).to_contain_text("ee, ee, ee, ee = 4")
    expect(result.get_by_role("button", name="ee").first).to_be_visible()
    expect(result.locator("#results .board").first).to_be_visible()
    expect(result.locator("#replay")).to_be_hidden()
    expect(result.locator("#draws")).to_be_hidden()


# --- the lobby, a new game, watching ----------------------------------------------------------------------------------


def test_a_lobby_shows_who_joins_and_then_opens_the_game(window, transactional_db, anna, boris, signed_in):
    lobby = make_table(anna, seats=2, now=just_now())
    page = signed_in(window(), anna)
    page.goto(f"/games/{lobby}/")
    commands.join(game_id=lobby, player=boris, now=timezone.now())
    refresh(page, "#seats")
    expect(page.locator("#seats")).to_contain_text("Boris")
    commands.agree(game_id=lobby, player=boris, now=timezone.now())
    page.evaluate("htmx.trigger('#seats', 'refresh')")
    expect(page.get_by_text("2 tiles are face down")).to_be_visible()


def test_the_suggested_set_up_follows_the_form(window, transactional_db, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto("/games/new/?begin=daily")
    page.locator(".more-settings > summary").click()
    page.locator("#of-players > summary").click()
    page.get_by_label("Invitations by email").fill("boris@example.org")
    page.get_by_label("Players", exact=True).select_option("4")
    expect(page.locator("#summary")).to_contain_text("With LC120, 4 players start with 15 tiles each")
    page.get_by_role("radio", name="Live").check()
    expect(page.locator("#summary")).to_contain_text("minutes")
    expect(page.get_by_label("Invitations by email")).to_have_value("boris@example.org")


def test_a_slow_response_about_the_set_up_is_awaited_before_the_next(window, transactional_db, anna, signed_in):
    page = signed_in(window(), anna)
    page.goto("/games/new/?begin=daily")
    page.locator(".more-settings > summary").click()
    page.locator("#of-players > summary").click()
    asked = []

    def hold_the_first(route):
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    page.route("**/games/new/", hold_the_first)
    with page.expect_request("**/games/new/"):
        page.get_by_label("Players", exact=True).select_option("4")
    page.get_by_role("radio", name="Live").check()
    [first] = asked
    first.continue_()
    expect(page.locator("#summary")).to_contain_text("4 players")
    expect(page.locator("#summary")).to_contain_text("minutes")


def test_a_spectator_can_find_a_game_to_watch_from_the_page_of_its_kind(window, transactional_db, anna, boris):
    game_id = start(anna, boris, now=just_now(), listed=True)
    page = window()
    page.goto("/play/crossing/")
    page.get_by_role("link", name="Watch", exact=True).click()
    page.get_by_role("region", name="Games found").get_by_role("link", name="Anna and Boris").click()
    expect(page.get_by_role("heading", name="You’re watching")).to_be_visible()
    assert page.url.endswith(f"/games/{game_id}/")
