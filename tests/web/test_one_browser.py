"""A shared browser: the next person to use it sees nothing that a player has left behind."""

import pytest

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", ["", "resign/confirm/", "record.json"])
def test_game_pages_are_not_stored_by_the_browser(game_id, anna, browser_of, page):
    assert "no-store" in browser_of(anna).get(f"/games/{game_id}/{page}")["Cache-Control"]


def test_signing_out_clears_the_browsers_site_data(anna, browser_of):
    answer = browser_of(anna).post("/accounts/logout/")
    assert answer["Clear-Site-Data"] == '"cache", "storage"'


def test_deleting_the_account_clears_the_browsers_site_data(anna, browser_of):
    answer = browser_of(anna).post("/settings/account/delete/", {"email": anna.email})
    assert answer["Clear-Site-Data"] == '"cache", "storage"'


def test_a_script_on_somebody_elses_page_gets_401_and_changes_nothing(game_id, anna, boris, browser_of):
    page = f"/games/{game_id}/"
    annas = {"X-Reader": str(anna.pk), "HX-Request": "true"}
    assert browser_of(anna).get(page, headers=annas).status_code == 200
    for client in (browser_of(boris), browser_of()):
        assert client.get(page, headers=annas).status_code == 401
        assert client.post(f"{page}drafts/", {"do": "keep", "layout": "A"}, headers=annas).status_code == 401
        assert client.get(f"{page}words.json?of=AE", headers=annas).status_code == 401


def test_form_urls_opened_as_pages_redirect_to_the_game(game_id, anna, browser_of):
    for address in ("order/", "layout/", "drafts/", "say/"):
        assert browser_of(anna).get(f"/games/{game_id}/{address}")["Location"] == f"/games/{game_id}/"
