"""Chat, mutes and notes on the page: each reaches only its intended readers."""

import re

import pytest
from django.utils import timezone

from games import commands, queries
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
    """Return a function that fetches everything that Boris, Chloe, a spectator and a stranger can."""
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


def test_mutes_and_notes_are_invisible_to_others(game_id, anna, boris, browser_of, seen_by_others):
    commands.say(game_id=game_id, player=boris, text="Slow, are we", now=timezone.now())
    before = seen_by_others(game_id)
    client = browser_of(anna)
    assert client.post(f"/games/{game_id}/mute/", {"mute": "1"}).status_code == 302
    assert client.post(f"/games/{game_id}/note/", {"note": "Boris has the Q"}).status_code == 302
    assert "Slow, are we" not in client.get(f"/games/{game_id}/").text
    assert seen_by_others(game_id) == before


def test_messages_of_a_muted_player_do_not_displace_others(game_id, anna, boris, chloe, browser_of):
    commands.say(game_id=game_id, player=chloe, text="A good game", now=timezone.now())
    for n in range(15):
        commands.say(game_id=game_id, player=boris, text=f"Slow {n}", now=timezone.now())
    client = browser_of(anna)
    client.post(f"/games/{game_id}/mute/", {"mute": "1"})
    assert "A good game" in client.get(f"/games/{game_id}/").text


def test_the_whole_history_stays_open_after_sending_a_message(game_id, anna, browser_of):
    for n in range(14):
        commands.say(game_id=game_id, player=anna, text=f"Line {n}.", now=timezone.now())
    client, opened = browser_of(anna), f"http://testserver/games/{game_id}/?history=all"
    assert "Line 0." in client.get(opened).text
    here = {**PART, "HX-Current-URL": opened}
    assert "Line 0." in client.post(f"/games/{game_id}/say/", {"text": "One more"}, headers=here).text
    assert "Line 0." not in client.get(f"/games/{game_id}/").text


def test_a_player_can_be_muted_and_unmuted_with_a_button(game_id, anna, boris, browser_of):
    commands.say(game_id=game_id, player=boris, text="Slow, are we", now=timezone.now())
    client = browser_of(anna)
    assert f'action="/games/{game_id}/mute/"' in client.get(f"/games/{game_id}/").text
    page = client.post(f"/games/{game_id}/mute/", {"mute": "1"}, follow=True).text
    assert "Slow, are we" not in page
    assert "Unmute Boris" in page
    page = client.post(f"/games/{game_id}/mute/", {"unmute": "1"}, follow=True).text
    assert "Slow, are we" in page
    assert "Mute Boris" in page


@pytest.mark.parametrize(
    ("sent", "status"), [({"mute": "0"}, 302), ({"mute": "7"}, 302), ({"mute": "x"}, 400), ({}, 400)]
)
def test_muting_an_invalid_seat_is_refused(game_id, anna, browser_of, sent, status):
    client = browser_of(anna)
    assert client.post(f"/games/{game_id}/mute/", sent).status_code == status
    assert "Unmute" not in client.get(f"/games/{game_id}/").text.partition('id="more"')[2].partition("</form>")[0]


def test_a_note_is_saved_for_its_writer_alone(game_id, anna, boris, browser_of):
    client, address = browser_of(anna), f"/games/{game_id}/"
    etag = client.get(address)["ETag"]
    kept = client.post(f"{address}note/", {"note": "Boris has the Q"}, headers={"HX-Request": "true"})
    assert "Saved." in kept.text
    again = client.get(address, headers={"If-None-Match": etag})
    assert again.status_code == 200
    assert ">Boris has the Q</textarea>" in again.text
    assert "has the Q" not in browser_of(boris).get(address).text


def test_a_note_does_not_change_parts_that_do_not_show_it(game_id, anna, browser_of):
    client, address = browser_of(anna), f"/games/{game_id}/"
    etag = client.get(address, headers=PART)["ETag"]
    client.post(f"{address}note/", {"note": "Boris has the Q"}, headers=PART)
    assert client.get(address, headers={**PART, "If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize("asked", [{}, PART])
def test_muting_and_unmuting_send_the_page_again(game_id, anna, boris, browser_of, asked):
    commands.say(game_id=game_id, player=boris, text="Slow, are we", now=timezone.now())
    client, address = browser_of(anna), f"/games/{game_id}/"
    page = client.get(address, headers=asked)
    for act, is_heard in ((commands.mute_player, False), (commands.unmute_player, True)):
        act(game_id=game_id, player=anna, number=1)
        page = client.get(address, headers={**asked, "If-None-Match": page["ETag"]})
        assert page.status_code == 200
        assert ("Slow, are we" in page.text) == is_heard


def test_an_overlong_note_is_refused_but_not_lost(game_id, anna, browser_of):
    answer = browser_of(anna).post(f"/games/{game_id}/note/", {"note": "y" * 2001}, follow=True)
    assert "A note can have at most 2000 characters. This one has" in answer.text
    assert f">{'y' * 2001}</textarea>" in answer.text


def test_mutes_and_notes_of_a_private_game_are_hidden_from_others(anna, boris, dmitri, browser_of):
    private = start(anna, boris, now=just_now(), listed=False)
    for address, sent in (("mute", {"mute": "1"}), ("note", {"note": "hm"})):
        assert browser_of(dmitri).post(f"/games/{private}/{address}/", sent).status_code == 404
        assert browser_of(anna).get(f"/games/{private}/{address}/")["Location"] == f"/games/{private}/"


def test_the_result_shows_the_chat_apart_from_the_history(anna, boris, browser_of):
    game_id = start(anna, boris, now=just_now(), **NO_POOL)
    commands.say(game_id=game_id, player=boris, text="Well played", now=timezone.now())
    order(game_id, boris, "resign", at=timezone.now())
    page = browser_of(anna).get(f"/games/{game_id}/result/").text
    assert "Well played" in page[page.index('id="talk"') : page.index("History")]
    assert page.count("Well played") == 1


@pytest.fixture
def finished(anna, boris):
    """A public game in which Boris has sent a message and resigned."""
    game_id = start(anna, boris, now=just_now(), **NO_POOL)
    commands.say(game_id=game_id, player=boris, text="Well played", now=timezone.now())
    order(game_id, boris, "resign", at=timezone.now())
    return game_id


def test_comments_on_a_finished_game_are_shown_apart_from_the_chat(finished, anna, boris, browser_of):
    client = browser_of(boris)
    answer = client.post(f"/games/{finished}/say/", {"text": "The second row was the best"}, follow=True)
    for page in (
        answer.text,
        browser_of(anna).get(f"/games/{finished}/result/").text,
        browser_of().get(f"/games/{finished}/result/").text,
    ):
        comments, said = page[page.index('id="talk"') :].split("Chat")
        assert "The second row was the best" in comments
        assert "Well played" not in comments
        assert "Well played" in said


def test_only_players_of_a_game_can_comment_on_it(finished, dmitri, browser_of):
    client = browser_of(dmitri)
    assert 'name="text"' not in client.get(f"/games/{finished}/result/").text
    client.post(f"/games/{finished}/say/", {"text": "Boring"})
    assert "Boring" not in client.get(f"/games/{finished}/result/", follow=True).text


def test_comments_on_a_private_game_are_visible_to_its_players_only(anna, boris, dmitri, browser_of):
    game_id = start(anna, boris, now=just_now(), listed=False, **NO_POOL)
    order(game_id, boris, "resign", at=timezone.now())
    commands.say(game_id=game_id, player=boris, text="A private word", now=timezone.now())
    page = browser_of(anna).get(f"/games/{game_id}/result/").text
    assert "A private word" in page
    assert "Only the players of this game can read your comment." in page
    for reader in (dmitri, None):
        assert "A private word" not in browser_of(reader).get(f"/games/{game_id}/result/", follow=True).text
        assert Program(reader).get(f"/games/{game_id}/said").status_code == 404


def test_muting_a_player_on_the_result_page_hides_their_comments(finished, anna, boris, browser_of):
    commands.say(game_id=finished, player=boris, text="Slow, were we", now=timezone.now())
    client = browser_of(anna)
    assert 'name="mute" value="1"' in client.get(f"/games/{finished}/result/").text
    page = client.post(f"/games/{finished}/mute/", {"mute": "1"}, follow=True).text
    assert "Slow, were we" not in page
    assert 'name="unmute" value="1"' in page
    assert Program(anna).get(f"/games/{finished}/said").json() == {"said": []}
    assert "Slow, were we" in Program(None).get(f"/games/{finished}/said").text


def test_a_program_reads_and_writes_comments(finished, anna, boris):
    sent = {"commands": [{"verb": "SAY", "text": "A good end"}]}
    assert Program(anna).post(f"/games/{finished}/commands", sent).status_code == 200
    said = Program(boris).get(f"/games/{finished}/said").json()["said"]
    assert [(one["name"], one["text"], one["comment"]) for one in said] == [
        ("Anna", "A good end", True),
        ("Boris", "Well played", False),
    ]


def test_a_comment_is_exported_only_with_its_writers_data(finished, anna, boris):
    commands.say(game_id=finished, player=anna, text="A good end", now=timezone.now())
    (mine,) = queries.export(player=anna, now=timezone.now())["games"]
    (other,) = queries.export(player=boris, now=timezone.now())["games"]
    assert [one["text"] for one in mine["said"]] == ["A good end"]
    assert [one["text"] for one in other["said"]] == ["Well played"]


def test_comments_of_a_deleted_account_have_no_name(finished, anna, boris, browser_of):
    commands.say(game_id=finished, player=boris, text="A good end", now=timezone.now())
    commands.delete_account(player=boris, now=timezone.now())
    page = browser_of(anna).get(f"/games/{finished}/result/").text
    assert "A good end" in page
    assert "Boris" not in page
