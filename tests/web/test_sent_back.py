"""Every form in a game is answered with a redirect: a refusal is shown once, with what was written, and a reload
sends nothing."""

import pytest
from django.utils import timezone

from tests.of_pieces import give, start_of, to_move, write
from tests.positions import just_now
from tests.tables import hand, look, state

pytestmark = pytest.mark.django_db

ALERT = 'class="note wrong"'
PART = {"HX-Request": "true"}
BY_ITSELF = {**PART, "HX-Trigger": "live"}


@pytest.fixture
def dealt(game_id, anna):
    look(game_id, anna, at=timezone.now())
    return game_id


@pytest.mark.parametrize(
    ("form", "sent"),
    [
        ("layout", {"layout": "ZZ", "do": "submit"}),
        ("layout", {"layout": "hello there", "do": "submit"}),
        ("order", {"verb": "GREEN"}),
        ("order", {"verb": "JAYWALK", "tile": ["A", "Q"]}),
        ("say", {"text": "x" * 501}),
        ("mute", {"mute": "0"}),
        ("note", {"note": "y" * 2001}),
        ("drafts", {"do": "keep", "layout": "hello there"}),
    ],
)
def test_a_refusal_is_shown_only_on_the_next_page(dealt, anna, browser_of, form, sent):
    client = browser_of(anna)
    answer = client.post(f"/games/{dealt}/{form}/", sent)
    assert answer.status_code == 302
    assert ALERT in client.get(answer["Location"]).text
    assert ALERT not in client.get(answer["Location"]).text


def test_a_refusal_in_one_game_is_not_shown_in_another(dealt, anna, boris, browser_of):
    other, client = start_of("crosslet", anna, boris, now=just_now()), browser_of(anna)
    client.post(f"/games/{dealt}/layout/", {"layout": "ZZ", "do": "submit"})
    assert ALERT not in client.get(f"/games/{other}/").text
    assert ALERT in client.get(f"/games/{dealt}/").text


def test_polling_does_not_consume_a_refusal(dealt, anna, browser_of):
    client = browser_of(anna)
    client.post(f"/games/{dealt}/layout/", {"layout": "ZZ", "do": "submit"})
    assert ALERT not in client.get(f"/games/{dealt}/", headers=BY_ITSELF).text
    assert ALERT in client.get(f"/games/{dealt}/", headers=PART).text


def test_an_old_refusal_is_not_shown_in_a_later_phase(anna, boris, browser_of):
    game_id = start_of("crosslet", anna, boris, now=just_now())
    mover, _ = to_move(game_id, anna, boris)
    give(game_id, mover, "ACEEQST")
    client = browser_of(mover)
    client.post(f"/games/{game_id}/order/", {"verb": "GRID", "field-0": "8G CATZ"})
    assert ALERT in client.get(f"/games/{game_id}/").text
    write(game_id, mover, "EXCHANGE A", timezone.now())
    assert ALERT not in client.get(f"/games/{game_id}/").text


def test_a_confirmation_has_its_own_url(anna, boris, browser_of):
    game_id = start_of("lynx", anna, boris, now=just_now())
    mover, _ = to_move(game_id, anna, boris)
    assert "are you sure?" in browser_of(mover).get(f"/games/{game_id}/pass/confirm/").text


def test_an_overlong_note_is_refused_without_being_echoed(dealt, anna, browser_of):
    page = browser_of(anna).post(f"/games/{dealt}/note/", {"note": "y" * 60_000}, follow=True)
    assert "A note can have at most 2000 characters. This one has" in page.text
    assert "yyy" not in page.text


def test_one_button_submits_a_layout_and_requests_green(dealt, anna, boris, browser_of):
    look(dealt, anna, boris, at=timezone.now())
    held = hand(dealt, anna)
    assert (
        '<noscript><button class="button act" form="edit" name="do" value="GREEN">'
        in browser_of(anna).get(f"/games/{dealt}/").text
    )
    answer = browser_of(anna).post(f"/games/{dealt}/layout/", {"layout": held, "do": "GREEN", "turn": "1"}, follow=True)
    assert "Your light was granted. Everyone gets new tiles." in answer.text
    assert state(dealt).boards[0] == (held,)
    assert state(dealt).round == 2


def test_a_layout_that_cannot_request_a_light_is_not_submitted(dealt, anna, browser_of):
    held = hand(dealt, anna)
    answer = browser_of(anna).post(f"/games/{dealt}/layout/", {"layout": held[:1], "do": "GREEN"}, follow=True)
    assert "Lay every tile before you ask for a light." in answer.text
    assert f">{held[:1]}</textarea>" in answer.text
    assert state(dealt).boards[0] == ()


def test_a_refusal_after_the_end_is_shown_on_the_result_page(anna, boris, browser_of):
    game_id = start_of("crosslet", anna, boris, now=just_now())
    mover, _ = to_move(game_id, anna, boris)
    write(game_id, mover, "RESIGN", timezone.now())
    client = browser_of(mover)
    assert ALERT in client.post(f"/games/{game_id}/order/", {"verb": "EXCHANGE", "field-0": "A"}, follow=True).text
    assert ALERT not in client.get(f"/games/{game_id}/result/").text
