"""Talk, mutes and notes on the page: each reaches whom it is for, and nobody else can tell."""

import re

import pytest
from django.utils import timezone

from games import commands
from tests.api.conftest import Program
from tests.positions import just_now
from tests.tables import NO_POOL, order, start

pytestmark = pytest.mark.django_db

PART = {"HX-Request": "true"}
OF_THE_FORM = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')


@pytest.fixture
def game_id(anna, boris, chloe):
    return start(anna, boris, chloe, now=just_now())


@pytest.fixture
def seen_by_others(boris, chloe, dmitri, browser_of):
    """Fetches all that Boris, Chloe, an onlooker and a stranger can."""
    readers = [(browser_of(reader), Program(reader)) for reader in (boris, chloe, dmitri, None)]

    def fetch(game_id):
        pages = [
            browser.get(f"/games/{game_id}/{address}", headers=headers)
            for browser, _ in readers
            for address, headers in (("", {}), ("", {"HX-Request": "true"}), ("record.json", {}))
        ]
        pages += [
            program.get(address)
            for _, program in readers
            for address in ("/games", f"/games/{game_id}", f"/games/{game_id}/record")
        ]
        return [(page.status_code, OF_THE_FORM.sub("", page.text)) for page in pages]

    return fetch


def test_nothing_others_can_fetch_tells_of_a_mute_or_a_note(game_id, anna, boris, browser_of, seen_by_others):
    commands.say(game_id=game_id, player=boris, text="Slow, are we", now=timezone.now())
    before = seen_by_others(game_id)
    client = browser_of(anna)
    assert client.post(f"/games/{game_id}/mute/", {"mute": "1"}).status_code == 302
    assert client.post(f"/games/{game_id}/note/", {"note": "Boris has the Q"}).status_code == 302
    assert "Slow, are we" not in client.get(f"/games/{game_id}/").text
    assert seen_by_others(game_id) == before


def test_lines_of_somebody_muted_push_nobody_elses_off_the_page(game_id, anna, boris, chloe, browser_of):
    commands.say(game_id=game_id, player=chloe, text="A good game", now=timezone.now())
    for n in range(15):
        commands.say(game_id=game_id, player=boris, text=f"Slow {n}", now=timezone.now())
    client = browser_of(anna)
    client.post(f"/games/{game_id}/mute/", {"mute": "1"})
    assert "A good game" in client.get(f"/games/{game_id}/").text


def test_the_whole_history_stays_open_where_it_was_opened(game_id, anna, browser_of):
    for n in range(14):
        commands.say(game_id=game_id, player=anna, text=f"Line {n}.", now=timezone.now())
    client, opened = browser_of(anna), f"http://testserver/games/{game_id}/?history=all"
    assert "Line 0." in client.get(opened).text
    here = {**PART, "HX-Current-URL": opened}
    assert "Line 0." in client.post(f"/games/{game_id}/say/", {"text": "One more"}, headers=here).text
    assert "Line 0." not in client.get(f"/games/{game_id}/").text


def test_a_player_is_muted_and_heard_again_by_a_button(game_id, anna, boris, browser_of):
    commands.say(game_id=game_id, player=boris, text="Slow, are we", now=timezone.now())
    client = browser_of(anna)
    assert f'action="/games/{game_id}/mute/"' in client.get(f"/games/{game_id}/").text
    page = client.post(f"/games/{game_id}/mute/", {"mute": "1"}, follow=True).text
    assert "Slow, are we" not in page
    assert "Listen to Boris again" in page
    page = client.post(f"/games/{game_id}/mute/", {"unmute": "1"}, follow=True).text
    assert "Slow, are we" in page
    assert "Mute Boris" in page


@pytest.mark.parametrize(
    ("sent", "status"), [({"mute": "0"}, 302), ({"mute": "7"}, 302), ({"mute": "x"}, 400), ({}, 400)]
)
def test_a_mute_of_nobody_is_refused(game_id, anna, browser_of, sent, status):
    client = browser_of(anna)
    assert client.post(f"/games/{game_id}/mute/", sent).status_code == status
    assert "again" not in client.get(f"/games/{game_id}/").text.partition('id="more"')[2].partition("</form>")[0]


def test_a_note_is_there_at_the_next_visit_and_for_its_writer_alone(game_id, anna, boris, browser_of):
    client, address = browser_of(anna), f"/games/{game_id}/"
    etag = client.get(address)["ETag"]
    kept = client.post(f"{address}note/", {"note": "Boris has the Q"}, headers={"HX-Request": "true"})
    assert "Kept." in kept.text
    again = client.get(address, headers={"If-None-Match": etag})
    assert again.status_code == 200
    assert ">Boris has the Q</textarea>" in again.text
    assert "has the Q" not in browser_of(boris).get(address).text


def test_a_note_does_not_send_anew_what_does_not_show_it(game_id, anna, browser_of):
    client, address = browser_of(anna), f"/games/{game_id}/"
    etag = client.get(address, headers=PART)["ETag"]
    client.post(f"{address}note/", {"note": "Boris has the Q"}, headers=PART)
    assert client.get(address, headers={**PART, "If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize("asked", [{}, PART])
def test_a_page_is_sent_again_when_a_player_was_muted_or_is_heard_again(game_id, anna, boris, browser_of, asked):
    commands.say(game_id=game_id, player=boris, text="Slow, are we", now=timezone.now())
    client, address = browser_of(anna), f"/games/{game_id}/"
    page = client.get(address, headers=asked)
    for act, is_heard in ((commands.mute_player, False), (commands.unmute_player, True)):
        act(game_id=game_id, player=anna, number=1)
        page = client.get(address, headers={**asked, "If-None-Match": page["ETag"]})
        assert page.status_code == 200
        assert ("Slow, are we" in page.text) == is_heard


def test_a_note_that_is_too_long_is_refused_and_not_lost(game_id, anna, browser_of):
    answer = browser_of(anna).post(f"/games/{game_id}/note/", {"note": "y" * 2001}, follow=True)
    assert "A note has at most 2000 characters" in answer.text
    assert f">{'y' * 2001}</textarea>" in answer.text


def test_a_stranger_to_a_private_game_finds_no_such_place(anna, boris, dmitri, browser_of):
    private = start(anna, boris, now=just_now(), listed=False)
    for address, sent in (("mute", {"mute": "1"}), ("note", {"note": "hm"})):
        assert browser_of(dmitri).post(f"/games/{private}/{address}/", sent).status_code == 404
        assert browser_of(anna).get(f"/games/{private}/{address}/")["Location"] == f"/games/{private}/"


def test_the_result_shows_what_was_said_by_itself(anna, boris, browser_of):
    game_id = start(anna, boris, now=just_now(), **NO_POOL)
    commands.say(game_id=game_id, player=boris, text="Well played", now=timezone.now())
    order(game_id, boris, "resign", at=timezone.now())
    page = browser_of(anna).get(f"/games/{game_id}/result/").text
    assert "Well played" in page[page.index('id="talk"') : page.index("What happened")]
    assert page.count("Well played") == 1
