"""Hostile requests to a game's pages: nothing breaks, nothing is revealed, nothing stays in a cache."""

import re
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.players.accounts import account_of
from tests.positions import just_now
from tests.tables import look, make_table, order, start

pytestmark = pytest.mark.django_db

OF_THE_FORM = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')
PAGES = ("", "result/", "replay.json", "record.json", "words.json?of=AE", "seats/", "red/confirm/", "mail/")
ACTS = (
    ("order/", {"verb": "LOOK"}),
    ("layout/", {"do": "check", "layout": "AE"}),
    ("layout/", {"do": "submit", "layout": "AE"}),
    ("drafts/", {"do": "keep", "layout": "AE"}),
    ("drafts/", {"do": "start", "layout": "AE"}),
    ("drafts/", {"do": "rename", "draft": "1", "name": "mine"}),
    ("drafts/", {"do": "discard", "draft": "1"}),
    ("say/", {"text": "Good evening"}),
    ("mute/", {"mute": "1"}),
    ("mute/", {"unmute": "1"}),
    ("note/", {"note": "Boris has the Q"}),
    ("tiles-by-email/", {"on": "yes"}),
    ("lobby/", {"do": "join"}),
    ("lobby/", {"do": "sit", "seat": "1"}),
    ("lobby/", {"do": "robot"}),
    ("order/", {"verb": "OFFER", "field-0": "A", "field-1": "FOR E"}),
    ("order/", {"verb": "ACCEPT", "field-0": "A FOR E FROM SEAT 1"}),
    ("mail/", {"do": "mute"}),
)


def told(answer):
    return answer.status_code, OF_THE_FORM.sub("", answer.text)


@pytest.mark.parametrize("page", PAGES)
def test_a_private_game_looks_nonexistent_to_others(page, game_id, dmitri, browser_of):
    client = browser_of(dmitri)
    others = told(client.get(f"/games/{game_id}/{page}"))
    assert others == told(client.get(f"/games/{game_id + 1}/{page}"))
    assert others == told(client.get(f"/games/{10**30}/{page}"))
    assert others[0] in (302, 404)


@pytest.mark.parametrize("page", [page for page in PAGES if page != "seats/"])  # which redirects to the game's page
@pytest.mark.parametrize("private", ["lobby", "running", "finished"])
def test_signed_out_visitors_must_sign_in_even_for_missing_games(page, private, anna, boris, browser_of):
    make, now = make_table if private == "lobby" else start, timezone.now()
    game_id = make(anna, boris, now=now, listed=False)
    if private == "finished":
        order(game_id, boris, "resign", at=now)
    for headers in ({}, {"If-None-Match": '"of-before"'}):
        answers = []
        for number in (game_id, game_id + 1):
            with CaptureQueriesContext(connection) as asked:
                answer = browser_of().get(f"/games/{number}/{page}", headers=headers)
            assert answer["Location"] == f"/accounts/login/?{urlencode({'next': f'/games/{number}/{page}'}, safe='/')}"
            answers.append((told(answer), set(answer.headers), set(answer.cookies), len(asked)))
        assert answers[0] == answers[1]
        assert answers[0][0] == (302, "")


def test_a_page_that_polls_when_signed_out_gets_401(game_id, browser_of):
    answers = [browser_of().get(f"/games/{one}/", headers={"HX-Request": "true"}) for one in (game_id, game_id + 1)]
    assert [told(answer) for answer in answers] == [(401, ""), (401, "")]


def test_a_public_game_is_open_to_signed_out_visitors(anna, boris, browser_of):
    game_id = start(anna, boris, now=just_now(), listed=True)
    assert browser_of().get(f"/games/{game_id}/").status_code == 200


def test_an_emailed_link_leads_to_the_game_after_signing_in(game_id, anna, mailoutbox, browser_of):
    account_of(anna.email, name="Anna")
    client, here = browser_of(), f"/games/{game_id}/"
    asks = f'<input type="hidden" name="next" value="{here}">'
    assert asks in client.get(here, follow=True).text
    assert asks in client.post("/accounts/login/", {"login": anna.email, "next": here}, follow=True).text
    resent = client.post("/accounts/login/code/confirm/", {"action": "resend", "next": here}, follow=True)
    assert asks in resent.text
    code = mailoutbox[-1].body.split("\n\n")[1]
    assert client.post("/accounts/login/code/confirm/", {"code": code, "next": here})["Location"] == here
    assert client.get(here).status_code == 200


def test_the_link_survives_creating_an_account(mailoutbox, browser_of):
    client = browser_of()
    page = client.get("/accounts/login/?next=/tournaments/7/").text
    assert "/accounts/signup/?next=%2Ftournaments%2F7%2F" in page
    form = {"email": "emil@example.org", "name": "Emil", "next": "/tournaments/7/"}
    client.post("/accounts/signup/", form)
    code = mailoutbox[-1].body.split("\n\n")[1]
    assert client.post("/accounts/confirm-email/", {"code": code})["Location"] == "/tournaments/7/"


@pytest.mark.parametrize(("act", "form"), ACTS)
def test_nobody_can_act_in_a_private_game_of_others(act, form, game_id, anna, dmitri, browser_of):
    client = browser_of(dmitri)
    others = told(client.post(f"/games/{game_id}/{act}", form))
    assert others[0] == 404
    assert others == told(client.post(f"/games/{game_id + 1}/{act}", form))
    assert others == told(client.post(f"/games/{10**30}/{act}", form))
    forged = Client(enforce_csrf_checks=True)
    forged.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    assert forged.post(f"/games/{game_id}/{act}", form).status_code == 403


BEFORE_THE_DEAL = (
    ("layout/", {"do": "check", "layout": "1 é"}),
    ("layout/", {"do": "submit", "layout": "1 é"}),
    ("drafts/", {"do": "keep", "layout": "1 é"}),
    ("order/", {"verb": "JAYWALK"}),
)


@pytest.mark.parametrize(("act", "form"), BEFORE_THE_DEAL)
def test_moves_before_the_deal_are_refused_in_the_lobby(act, form, anna, boris, dmitri, browser_of):
    game_id = make_table(anna, boris, now=just_now())
    for client in map(browser_of, (anna, dmitri)):
        answer = client.post(f"/games/{game_id}/{act}", form, follow=True)
        assert answer.redirect_chain == [(f"/games/{game_id}/#content", 302)]
        assert answer.text.count('role="alert"') == 1


@pytest.mark.parametrize("encoding", ["unicode_escape", "raw_unicode_escape", "idna", "undefined"])
@pytest.mark.parametrize(("act", "form"), ACTS)
def test_a_form_in_an_odd_encoding_breaks_nothing(act, form, encoding, game_id, anna, browser_of):
    look(game_id, anna, at=timezone.now())
    part = '--B\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'
    for odd in form:
        sent = {**form, odd: "\\ud800"}
        body = "".join(part.format(*one) for one in sent.items()) + "--B--\r\n"
        kind = f"multipart/form-data; boundary=B; charset={encoding}"
        answer = browser_of(anna).generic("POST", f"/games/{game_id}/{act}", body, content_type=kind)
        assert answer.status_code in (200, 302, 400, 409, 422)


@pytest.mark.parametrize("page", PAGES)
def test_game_pages_are_not_cached_for_others(page, anna, boris, browser_of):
    now = timezone.now()
    lobby, running, finished = (
        make_table(anna, boris, now=now),
        start(anna, boris, now=now),
        start(anna, boris, now=now),
    )
    order(finished, boris, "resign", at=now)
    client = browser_of(anna)
    for game_id in (lobby, running, finished):
        assert "private" in client.get(f"/games/{game_id}/{page}")["Cache-Control"]


@pytest.mark.parametrize("address", ["/", "/next/", "/games/new/", "/you/", "/settings/notifications/", "/gone/"])
def test_personal_pages_are_not_cached_for_others(address, anna, browser_of):
    assert "private" in browser_of(anna).get(address)["Cache-Control"]


@pytest.mark.parametrize("address", ["/", "/api/v1/games"])
def test_a_response_to_a_visitor_varies_with_the_cookie(address):
    assert "Cookie" in Client().get(address)["Vary"]


@pytest.mark.parametrize("address", ["/offline/", "/icon-3.svg"])
def test_public_pages_can_be_cached(address, anna, browser_of):
    assert browser_of(anna).get(address)["Cache-Control"] == "public, max-age=86400"


def test_an_unknown_host_is_refused_in_plain_words(settings):
    settings.ALLOWED_HOSTS = ["lexicon.example.org"]
    answer = Client(headers={"Host": "evil.example"}).get("/")
    assert answer.status_code == 400
    assert "We couldn’t read that request" in answer.text
    assert "evil.example" not in answer.text
