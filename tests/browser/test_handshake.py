"""The Handshake Game in a real browser: a claim in its fields, doubts and votes beside the claims, with script and
without."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import commands
from games.rules.values import Order
from tests.browser.axe import violations_by_day_and_night
from tests.browser.conftest import LAPTOP, TOUCHED, refresh
from tests.of_pieces import start_of, table, write
from tests.positions import just_now

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game_id(transactional_db, anna, boris, chloe):
    """A game in which Boris and Chloe have made claims."""
    game_id = start_of("handshake", anna, boris, chloe, now=just_now())
    for player, target in ((boris, "Ada Lovelace"), (chloe, "Elvis Presley")):
        write(game_id, player, f"CLAIM HAND {target} THROUGH my aunt: at home", timezone.now())
    return game_id


def claim(page, target, through, occasion):
    if not page.locator("#form-CLAIM").is_visible():
        page.get_by_role("link", name="Make a claim").click()
    page.get_by_label("A handshake", exact=True).check()
    page.get_by_label("Famous person").fill(target)
    page.get_by_label("Person in between").fill(through)
    page.get_by_label("When and where").fill(occasion)
    page.locator("#order-CLAIM").get_by_role("button", name="Make a claim").click()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_round_can_be_played_by_touch(window, game_id, anna, boris, chloe, signed_in, script):
    page = signed_in(window(script=script, **TOUCHED), anna)
    page.goto(f"/games/{game_id}/")
    claim(page, "Marie Curie", "", "congress in Zurich, 1931")
    expect(page.locator("#form-CLAIM").get_by_role("alert")).to_contain_text("Fill in “Person in between”.")
    claim(page, "Marie: Curie", "Aunt Olga", "congress in Zurich, 1931")
    expect(page.locator("#form-CLAIM").get_by_role("alert")).to_contain_text("Famous person: leave out “:”.")
    claim(page, "Marie Curie", "Aunt Olga", "congress in Zurich, 1931")
    page.get_by_role("checkbox", name="3. Chloe shook").check()
    if script:
        assert "#form-CLAIM" not in page.url, "the form would open by itself in the next round"
        expect(page.locator("#orders .sends")).to_have_text("Doubt 3")
        page.get_by_role("checkbox", name="3. Chloe shook").uncheck()
        expect(page.locator("#orders .sends")).to_have_text("Doubt none")
        page.get_by_role("checkbox", name="3. Chloe shook").check()
    page.locator("#orders .sends").click()
    expect(page.get_by_text("Claims you doubt: 3.").first).to_be_visible()
    for player in (boris, chloe):
        commands.play(game_id=game_id, player=player, orders=[Order("DOUBT", {"claims": ()})], now=timezone.now())
    page.goto(f"/games/{game_id}/")
    page.get_by_role("radio", name="2. Boris shook").check()
    page.locator("#orders .sends").click()
    expect(page.locator("#happened")).to_contain_text("You voted for claim 2.")
    assert table(game_id).state.votes == {0: 2}


def test_ticked_claims_stay_ticked_when_the_page_refreshes(window, game_id, anna, boris, signed_in):
    write(game_id, anna, "CLAIM HAND Marie Curie THROUGH Aunt Olga: in Zurich", timezone.now())
    page = signed_in(window(), anna)
    page.goto(f"/games/{game_id}/")
    page.get_by_role("checkbox", name="3. Chloe shook").check()
    write(game_id, boris, "DOUBT NONE", timezone.now())
    refresh(page)
    expect(page.locator("#happened")).to_contain_text("Boris has sent their doubts.")
    expect(page.get_by_role("checkbox", name="3. Chloe shook")).to_be_checked()
    page.keyboard.press("?")
    expect(
        page.get_by_role("dialog", name="Keyboard shortcuts").get_by_text("show all keyboard shortcuts")
    ).to_be_visible()
    expect(page.get_by_text("move the cursor")).to_be_hidden()  # there is no board


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_claim_form_shows_only_the_fields_its_kind_needs(window, game_id, anna, signed_in, script):
    page = signed_in(window(script=script, **TOUCHED), anna)
    page.goto(f"/games/{game_id}/#form-CLAIM")
    between = page.get_by_label("Person in between")
    page.get_by_label("Refused to somebody").check()
    between.fill("Uncle Bob")
    page.get_by_label("Refused to me").check()
    expect(between).to_be_hidden()
    page.get_by_label("Famous person").fill("Queen Victoria")
    page.get_by_label("When and where").fill("opera in Vienna, 1897")
    page.locator("#order-CLAIM").get_by_role("button", name="Make a claim").click()
    expect(page.get_by_text("You claimed that you and Queen Victoria didn’t shake hands").first).to_be_visible()
    (claim,) = [one for one in table(game_id).state.shown if one.claim.target == "Queen Victoria"]
    assert (claim.claim.form, claim.claim.through) == ("refused", "")


@pytest.mark.parametrize(
    "size", [{"width": 320, "height": 640}, TOUCHED["size"], LAPTOP], ids=["small", "phone", "laptop"]
)
def test_the_chain_of_people_in_a_claim_follows_typing(window, game_id, anna, signed_in, size):
    page = signed_in(window(size=size), anna)
    page.goto(f"/games/{game_id}/#form-CLAIM")
    people = page.locator("#form-CLAIM .people")
    expect(people.locator("b")).to_have_text(["Y", "?", "?"])
    expect(page.get_by_label("A handshake", exact=True)).to_be_checked()
    page.get_by_label("Person in between").fill("Aunt Olga")
    expect(people.locator("b")).to_have_text(["Y", "AO", "?"])
    page.get_by_label("Famous person").fill("Élisabeth von Österreich")
    expect(people.locator("b")).to_have_text(["Y", "AO", "ÉÖ"])
    expect(people).to_contain_text("Aunt Olga")
    expect(people).to_be_in_viewport()
    page.get_by_label("Refused to me").check()
    expect(people.locator("b:visible")).to_have_text(["Y", "ÉÖ"])
    refresh(page)
    page.get_by_label("Refused to somebody").check()
    expect(people.locator("b:visible")).to_have_text(["Y", "AO", "ÉÖ"])


def test_the_result_shows_each_players_points_once(window, game_id, anna, boris, chloe, signed_in):
    for player in (anna, boris):
        commands.play(game_id=game_id, player=player, orders=[Order("RESIGN")], now=timezone.now())
    page = signed_in(window(), chloe)
    page.goto(f"/games/{game_id}/result/")
    expect(page.locator(".ranks li")).to_have_count(3)
    expect(page.get_by_role("heading", name="Points", exact=True)).to_have_count(0)


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_a_claim_is_a_card_with_the_initials_of_its_people(window, game_id, anna, signed_in, width):
    write(game_id, anna, "CLAIM REFUSED Bobby Fischer THROUGH Uncle Bob: chess club, 1972", timezone.now())
    page = signed_in(window(size={"width": width, "height": 844}), anna)
    page.goto(f"/games/{game_id}/")
    own, boris = page.locator(".chain.own"), page.locator(".chain", has_text="Ada Lovelace")
    expect(own.locator(".people b")).to_have_text(["Y", "UB", "BF"])
    expect(own.get_by_role("checkbox")).to_have_count(0)
    expect(boris.locator(".people b")).to_have_text(["B", "MA", "AL"])
    expect(boris.locator(".mark")).to_contain_text("Doubt")
    boris.click()
    expect(boris.get_by_role("checkbox")).to_be_checked()
    expect(boris.get_by_text("Doubted")).to_be_visible()
    assert page.locator(".common").evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("device", [{"size": LAPTOP}, TOUCHED], ids=["laptop", "phone"])
def test_making_and_doubting_claims_is_accessible(window, game_id, anna, signed_in, device, screenshot):
    page = signed_in(window(**device), anna)
    page.goto(f"/games/{game_id}/")
    screenshot(page, f"handshake-claim-{device['size']['width']}")
    assert [one["id"] for one in violations_by_day_and_night(page)] == []
    write(game_id, anna, "CLAIM HAND Marie Curie THROUGH Aunt Olga: in Zurich", timezone.now())
    page.goto(f"/games/{game_id}/")
    screenshot(page, f"handshake-doubt-{device['size']['width']}")
    assert [one["id"] for one in violations_by_day_and_night(page)] == []


def test_the_names_of_claim_kinds_are_not_broken_on_a_phone(window, game_id, anna, signed_in):
    page = signed_in(window(**TOUCHED), anna)
    page.goto(f"/games/{game_id}/")
    page.get_by_role("link", name="Make a claim").click()
    for choice in page.locator(".kinds .choice span").all():
        is_broken = choice.evaluate(
            """span => {
                const [text] = span.childNodes, range = new Range()
                return text.data.split(/(?<= )/).some((word, n, words) => {
                    const at = words.slice(0, n).join("").length
                    range.setStart(text, at), range.setEnd(text, at + word.trimEnd().length)
                    return range.getClientRects().length > 1
                })
            }"""
        )
        assert not is_broken, choice.inner_text()
