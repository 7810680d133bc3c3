"""The page of a running game: what it shows, what it refuses, and that viewing changes nothing."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands, queries
from games.models import Event, Game, Hand
from tests.positions import just_now
from tests.tables import NO_POOL, ask, complete, hand, look, only_words, start, state

pytestmark = pytest.mark.django_db


def now():
    return timezone.now()


def test_opening_the_page_does_not_look_at_tiles(game_id, anna, browser_of):
    page = browser_of(anna).get(f"/games/{game_id}/")
    assert "2 tiles are face down" in page.text
    assert hand(game_id, anna) == ""


def test_the_button_looks_at_tiles(game_id, anna, browser_of):
    answer = browser_of(anna).post(f"/games/{game_id}/order/", {"verb": "LOOK"})
    assert answer.status_code == 302
    assert len(hand(game_id, anna)) == 2


def test_a_private_game_is_hidden_from_others(game_id, dmitri, browser_of):
    for client in (browser_of(dmitri), browser_of()):
        for address in ("", "more/", "result/", "record.json", "resign/confirm/"):
            answer = client.get(f"/games/{game_id}/{address}", follow=True)
            assert answer.status_code == 404 or "/accounts/login/" in answer.request["PATH_INFO"], address


def test_commands_in_somebody_elses_game_are_not_found(game_id, dmitri, browser_of):
    client, events = browser_of(dmitri), Event.objects.count()
    for address, sent in (
        ("order", {"verb": "LOOK"}),
        ("layout", {"layout": "AE", "do": "submit"}),
        ("say", {"text": "hi"}),
    ):
        assert client.post(f"/games/{game_id}/{address}/", sent).status_code == 404
    assert Event.objects.count() == events


def test_get_requests_change_nothing(game_id, anna, browser_of):
    client, before = browser_of(anna), Game.objects.values().get(pk=game_id)
    for address in ("order", "layout", "say", "tiles-by-email", "lobby"):
        assert client.get(f"/games/{game_id}/{address}/", {"verb": "LOOK"})["Location"] == f"/games/{game_id}/"
    for address in ("", "more/", "record.json", "jaywalk/confirm/", "resign/confirm/"):
        assert client.get(f"/games/{game_id}/{address}").status_code == 200
    assert Game.objects.values().get(pk=game_id) == before


def test_a_submitted_layout_counts(game_id, anna, browser_of):
    look(game_id, anna, at=now())
    layout = hand(game_id, anna)
    answer = browser_of(anna).post(f"/games/{game_id}/layout/", {"layout": layout, "do": "submit"}, follow=True)
    assert "Submitted. This layout counts now." in answer.text
    assert state(game_id).boards[0] == (layout,)


@pytest.mark.parametrize(
    ("written", "lesson"),
    [
        ("ZZ", "You don’t hold these tiles: Z, Z."),
        ("..K  B\n.CAKE.", "It should look like this:"),
        ("hello there", "Nothing was submitted"),
        ("x" * 70, "60"),
    ],
)
def test_a_refused_layout_explains_the_error_and_stays_in_the_form(game_id, anna, browser_of, written, lesson):
    look(game_id, anna, at=now())
    answer = browser_of(anna).post(f"/games/{game_id}/layout/", {"layout": written, "do": "submit"}, follow=True)
    assert lesson in answer.text
    assert f">{written}</textarea>" in answer.text
    assert state(game_id).boards[0] == ()


def test_a_layout_with_an_invalid_word_is_refused_and_stays_in_the_form(game_id, anna, browser_of):
    look(game_id, anna, at=now())
    only_words(game_id, "QI")
    written = hand(game_id, anna)
    answer = browser_of(anna).post(f"/games/{game_id}/layout/", {"layout": written, "do": "submit"}, follow=True)
    assert f"Not in the word list: {written}." in answer.text
    assert f">{written}</textarea>" in answer.text
    assert state(game_id).boards[0] == ()


def test_a_lower_case_letter_is_a_blank(game_id, anna, browser_of):
    look(game_id, anna, at=now())
    answer = browser_of(anna).post(
        f"/games/{game_id}/layout/", {"layout": hand(game_id, anna).lower(), "do": "submit"}, follow=True
    )
    assert "Lower-case letters are blanks. The layout uses 2, but you hold 0." in answer.text


def test_a_word_list_is_a_layout_too(game_id, anna, browser_of):
    look(game_id, anna, at=now())
    letters = hand(game_id, anna)
    browser_of(anna).post(f"/games/{game_id}/layout/", {"layout": f"8H {letters}", "do": "submit"})
    assert state(game_id).boards[0] == (letters,)


@pytest.mark.parametrize("rows", ["END", "END\r\nE..\r\n", "E..\nRED", "RED\nE..\nD..", "DONE", "THANKS\nH....."])
def test_rows_of_equal_width_are_rows_even_if_they_spell_commands(game_id, anna, browser_of, rows):
    look(game_id, anna, at=now())
    only_words(game_id, "END", "RED", "DONE", "THANKS", "EE", "ER", "TH")
    Hand.objects.filter(game=game_id, seat=0).update(tiles="".join(filter(str.isalpha, rows)))
    browser_of(anna).post(f"/games/{game_id}/layout/", {"layout": rows, "do": "submit"})
    assert state(game_id).boards[0] == tuple(rows.split())


def test_the_layout_field_accepts_no_other_commands(game_id, anna, browser_of):
    look(game_id, anna, at=now())
    letters = hand(game_id, anna)
    answer = browser_of(anna).post(
        f"/games/{game_id}/layout/", {"layout": f"{letters}\nEND\nRESIGN", "do": "submit"}, follow=True
    )
    assert "Enter only a layout here, either rows with dots or a list such as 8H KEY." in answer.text
    assert state(game_id).resigned == ()


def test_checking_shows_the_score_and_changes_nothing(game_id, anna, browser_of):
    look(game_id, anna, at=now())
    before = Game.objects.values().get(pk=game_id)
    answer = browser_of(anna).post(
        f"/games/{game_id}/layout/", {"layout": hand(game_id, anna), "do": "check"}, follow=True
    )
    assert "On the board" in answer.text
    assert "0/1=0.00" in answer.text
    assert Game.objects.values().get(pk=game_id) == before


def test_a_stale_page_submits_nothing(game_id, anna, boris, browser_of):
    look(game_id, anna, boris, at=now())
    ask(game_id, boris, at=now())
    sent = {"layout": hand(game_id, anna), "do": "submit", "turn": "1"}
    answer = browser_of(anna).post(f"/games/{game_id}/layout/", sent, follow=True)
    assert "The game has moved on to turn" in answer.text
    assert state(game_id).boards[0] == ()


def test_a_disabled_control_stays_visible_and_says_why(game_id, anna, browser_of):
    page = browser_of(anna).get(f"/games/{game_id}/").text
    assert 'aria-disabled="true" aria-describedby="why-GREEN"' in page
    assert "You have 2 tiles face down. Look at them first." in page


def test_a_jaywalk_asks_for_its_tile_first(game_id, anna, boris, browser_of):
    look(game_id, anna, boris, at=now())
    client, tile = browser_of(anna), hand(game_id, anna)[0]
    assert "This can’t be undone." in client.get(f"/games/{game_id}/jaywalk/confirm/").text
    answer = client.post(f"/games/{game_id}/order/", {"verb": "JAYWALK", "field-0": tile, "sure": "yes"}, follow=True)
    assert state(game_id).jaywalked == (0,)
    drawn = Event.objects.get(verb="jaywalk").facts["draws"][0]
    assert f"You swapped {tile} for {drawn}. It is in your rack." in answer.text


def test_a_player_who_requests_green_learns_if_it_was_granted(anna, boris, browser_of):
    for leeway, said in (
        (0, "Your light was granted. Everyone gets new tiles."),
        (300, "You have asked for the green light."),
    ):
        game_id = start(anna, boris, now=just_now(), leeway=leeway)
        look(game_id, anna, boris, at=now())
        complete(game_id, anna, at=now())
        answer = browser_of(anna).post(f"/games/{game_id}/order/", {"verb": "GREEN"}, follow=True)
        assert f">{said}</p>" in answer.text


def test_a_player_who_requests_red_learns_if_it_was_granted(anna, boris, browser_of):
    for leeway, said in ((0, "The red light is on. Your layout is final."), (300, "You have asked for the red light.")):
        game_id = start(anna, boris, now=just_now(), leeway=leeway, **NO_POOL)
        look(game_id, anna, boris, at=now())
        complete(game_id, anna, at=now())
        answer = browser_of(anna).post(f"/games/{game_id}/order/", {"verb": "RED"}, follow=True)
        assert f">{said}</p>" in answer.text


def test_an_unknown_command_is_a_bad_request(game_id, anna, browser_of):
    assert browser_of(anna).post(f"/games/{game_id}/order/", {"verb": "EXPLODE"}).status_code == 400


def test_chat_messages_are_escaped(game_id, anna, boris, browser_of):
    browser_of(boris).post(f"/games/{game_id}/say/", {"text": "<b>Hello</b>"})
    page = browser_of(anna).get(f"/games/{game_id}/").text
    assert re.search(r">Boris</dt><dd>&lt;b&gt;Hello&lt;/b&gt; <time", page)


def test_tiles_by_email_can_be_turned_on(game_id, anna, browser_of):
    browser_of(anna).post(f"/games/{game_id}/tiles-by-email/", {"on": "yes"})
    assert "Show my tiles only on this page" in browser_of(anna).get(f"/games/{game_id}/more/").text


def test_an_unchanged_page_is_not_sent_again(game_id, anna, browser_of):
    client = browser_of(anna)
    etag = client.get(f"/games/{game_id}/", headers={"HX-Request": "true"})["ETag"]
    again = client.get(f"/games/{game_id}/", headers={"HX-Request": "true", "If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")


def test_a_page_that_changed_is_sent_again(game_id, anna, boris, browser_of):
    client = browser_of(anna)
    etag = client.get(f"/games/{game_id}/", headers={"HX-Request": "true"})["ETag"]
    look(game_id, boris, at=now())
    again = client.get(f"/games/{game_id}/", headers={"HX-Request": "true", "If-None-Match": etag})
    assert again.status_code == 200
    assert "Boris looked at their tiles." in again.text


def test_another_players_layout_does_not_change_the_page(game_id, anna, boris, browser_of):
    look(game_id, anna, boris, at=now())
    client = browser_of(anna)
    etag = client.get(f"/games/{game_id}/", headers={"HX-Request": "true"})["ETag"]
    complete(game_id, boris, at=now())
    assert client.get(f"/games/{game_id}/", headers={"HX-Request": "true"})["ETag"] == etag


def test_a_page_with_a_message_for_its_reader_is_not_cached(game_id, anna, browser_of):
    look(game_id, anna, at=now())
    client = browser_of(anna)
    page = client.post(f"/games/{game_id}/layout/", {"layout": hand(game_id, anna), "do": "submit"}, follow=True)
    assert "Submitted." in page.text
    assert "ETag" not in page


@pytest.mark.parametrize("tiles", [[], ["AE"], ["1"], ["A", "E"]])
def test_a_jaywalk_without_one_tile_is_refused(game_id, anna, browser_of, tiles):
    look(game_id, anna, at=now())
    answer = browser_of(anna).post(f"/games/{game_id}/order/", {"verb": "JAYWALK", "tile": tiles})
    assert answer.status_code in (302, 400)
    assert state(game_id).jaywalked == ()


def test_anybody_can_watch_a_public_game_without_seeing_tiles(anna, boris, browser_of):
    game_id = start(anna, boris, now=just_now(), listed=True)
    look(game_id, anna, boris, at=now())
    complete(game_id, anna, at=now())
    page = browser_of().get(f"/games/{game_id}/").text
    assert "You’re watching" in page
    assert "All your tiles" not in page
    assert '<svg class="board' not in page
    assert "<textarea" not in page


def test_waiting_players_can_agree_to_pause_and_any_one_can_resume(game_id, anna, boris, browser_of):
    for player in (anna, boris):
        browser_of(player).post(f"/games/{game_id}/order/", {"verb": "PAUSE"})
    assert state(game_id).clocks.pause is not None
    page = browser_of(anna).get(f"/games/{game_id}/").text
    assert "<span>Continue</span>" in page
    browser_of(anna).post(f"/games/{game_id}/order/", {"verb": "RESUME"})
    assert state(game_id).clocks.pause is None


def test_resigning_asks_for_confirmation(game_id, anna, browser_of):
    client = browser_of(anna)
    assert "Resign from this game?" in client.get(f"/games/{game_id}/resign/confirm/").text
    assert state(game_id).resigned == ()
    client.post(f"/games/{game_id}/order/", {"verb": "RESIGN"})
    assert state(game_id).resigned == (0,)


def test_the_waiting_line_calls_its_reader_you(game_id, anna, boris, browser_of):
    look(game_id, anna, at=now())
    assert "Waiting for: you" in browser_of(boris).get(f"/games/{game_id}/").text
    assert "Waiting for: Boris" in browser_of(anna).get(f"/games/{game_id}/").text


def test_a_request_is_withdrawn_with_a_button_set_apart(game_id, anna, browser_of):
    ask(game_id, anna, at=now())
    page = browser_of(anna).get(f"/games/{game_id}/").text
    aside = page.index('<li class="aside">')
    assert 'value="GREEN"' not in page
    assert page.index("jaywalk/confirm/") < aside < page.index('value="UNASK"') < page.index('<li class="onward">')


def test_the_clocks_show_the_look_limit_and_if_the_leeway_has_started(anna, boris, browser_of):
    game_id = start(anna, boris, now=just_now())
    page = browser_of(anna).get(f"/games/{game_id}/").text
    assert "must look within" in page
    assert "not started yet" in page
    look(game_id, anna, boris, at=now())
    page = browser_of(anna).get(f"/games/{game_id}/").text
    assert "not started yet" not in page
    assert '<span class="quiet">until ' in page


def test_the_waiting_note_is_hidden_from_a_player_who_can_move(game_id, anna, boris, browser_of):
    look(game_id, anna)
    waits = "What the game is waiting for"
    assert waits not in browser_of(boris).get(f"/games/{game_id}/").text
    assert waits in browser_of(anna).get(f"/games/{game_id}/").text


def test_the_page_and_the_api_report_a_complete_board(game_id, anna, boris, browser_of):
    look(game_id, anna)
    look(game_id, boris)
    complete(game_id, anna)
    says = "Your board is ready. Request the green light."
    assert f"<li>{says}</li>" in browser_of(anna).get(f"/games/{game_id}/").text
    assert says in queries.api_view(game_id=game_id, player=anna, now=timezone.now())["says"]
    assert says not in queries.api_view(game_id=game_id, player=boris, now=timezone.now())["says"]


def test_requesting_red_asks_for_confirmation_after_submitting(anna, boris, browser_of):
    game_id = start(anna, boris, now=now(), **NO_POOL)
    look(game_id, anna, at=now())
    browser, rows = browser_of(anna), hand(game_id, anna)
    address = f"/games/{game_id}/layout/?then=red"
    assert "Submit and request red" in browser.get(f"/games/{game_id}/").text
    answer = browser.post(address, {"layout": rows, "do": "submit", "turn": "1"}, follow=True)
    assert "Ask for the red light?" in answer.text
    assert (state(game_id).boards[0], state(game_id).requests) == ((rows,), ())
    part = browser.post(address, {"layout": rows, "do": "submit", "turn": "1"}, headers={"HX-Request": "true"})
    assert part.headers["HX-Redirect"] == f"/games/{game_id}/red/confirm/"
    assert browser.post(f"/games/{game_id}/layout/?then=../x", {"layout": rows, "do": "submit"}).status_code == 302


def test_looking_asks_for_confirmation_if_it_ends_a_vacation(game_id, boris, browser_of):
    begins = now()
    commands.declare_vacation(player=boris, starts=begins, ends=begins + timedelta(days=7), now=begins)
    browser = browser_of(boris)
    page = browser.get(f"/games/{game_id}/").text
    assert "Looking or making a move ends it for this game." in page
    assert 'id="look"' not in page
    assert f'href="/games/{game_id}/look/confirm/"' in page
    assert "End your vacation in this game?" in browser.get(f"/games/{game_id}/look/confirm/").text
    browser.post(f"/games/{game_id}/order/", {"verb": "LOOK", "sure": "yes"})
    assert len(hand(game_id, boris)) == 2
    assert "Looking or making a move" not in browser.get(f"/games/{game_id}/").text
