"""Challenges on the web: the page with all layouts revealed and its forms; before that, nothing reveals the word
list."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands, store
from tests.positions import just_now
from tests.tables import NO_POOL, complete, look, only_words, order, start

pytestmark = pytest.mark.django_db
BY_CHALLENGE = {"word_check": "challenge", "leeway": 0, **NO_POOL}


@pytest.fixture
def now():
    return just_now()


@pytest.fixture
def table(anna, boris, now):
    """A game in which Anna has submitted a row and called the red light; every row of A and E is a word."""
    game_id = start(anna, boris, now=now, false_challenge=3, **BY_CHALLENGE)
    return in_grace(game_id, anna, boris, now)


@pytest.fixture
def opened(table, boris, now):
    order(table, boris, "done", at=now)
    return table


def in_grace(game_id, anna, boris, now):
    look(game_id, anna, boris, at=now)
    complete(game_id, anna, at=now)
    order(game_id, anna, "red", at=now)
    return game_id


def page(client, game_id, **more):
    return client.get(f"/games/{game_id}/", **more).content.decode()


def laid_by(game_id, seat):
    return store.seen_now(game_id, now=timezone.now()).state.boards[seat][0]


def without_secrets(html):
    """Return the page's lines without the tokens of its forms, which always differ."""
    return [line for line in html.splitlines() if "csrf" not in line and "hx-headers" not in line]


# --- until the layouts are revealed -----------------------------------------------------------------------------------


def test_the_board_does_not_look_up_words(browser_of, table, boris):
    client = browser_of(boris)
    assert 'data-words=""' in page(client, table)
    assert client.get(f"/games/{table}/words.json", {"of": "AE"}).status_code == 404


def test_no_page_reveals_if_a_layout_has_valid_words(browser_of, table, boris, dmitri, now):
    held = store.seen_now(table, now=now).state.held(1)
    order(table, boris, f"grid\n{held}\nend", at=now)
    commands.save_draft(game_id=table, player=boris, layout=[held[::-1]], now=now)
    client, spectator = browser_of(boris), browser_of(dmitri)

    def seen():
        tried = client.post(f"/games/{table}/layout/", {"layout": held, "do": "check"}, follow=True)
        pages = [page(client, table), tried.content.decode(), page(spectator, table)]
        return [without_secrets(one) for one in pages]

    before = seen()
    only_words(table, "QI")
    assert seen() == before
    assert any("not looked up yet" in line for line in before[0])


def test_layouts_are_hidden_before_the_end(browser_of, table, boris, dmitri):
    for reader in (boris, dmitri):
        html = page(browser_of(reader), table)
        assert "The last layouts" not in html
        assert "challenge/confirm/" not in html


# --- the layouts are revealed -----------------------------------------------------------------------------------------


def test_all_layouts_are_revealed_with_forms_to_challenge_and_finish(browser_of, opened, boris):
    html = page(browser_of(boris), opened)
    assert "All layouts are revealed: challenge invalid words" in html
    assert "The last layouts" in html
    assert f"challenge/confirm/?field-0={laid_by(opened, 0)}" in html
    assert "costs 3 points if you’re wrong" in html
    assert 'name="verb" value="DONE"' in html
    assert "Challenges so far" in html
    assert 'id="edit"' not in html


def test_a_spectator_sees_the_layouts_but_cannot_challenge(browser_of, opened, dmitri):
    html = page(browser_of(dmitri), opened)
    assert "The last layouts" in html
    assert "challenge/confirm/" not in html
    assert "CHALLENGE" not in html


def test_the_page_updates_itself(browser_of, opened, boris):
    assert f'hx-get="/games/{opened}/?open=yes"' in page(browser_of(boris), opened)
    part = browser_of(boris).get(f"/games/{opened}/?open=yes", headers={"HX-Request": "true"}).content.decode()
    assert 'id="open" hx-swap-oob="true"' in part
    assert 'id="orders"' in part


def test_a_page_with_an_editable_board_is_reloaded(browser_of, opened, boris):
    answer = browser_of(boris).get(f"/games/{opened}/", headers={"HX-Request": "true"})
    assert answer.headers["HX-Refresh"] == "true"


def test_a_challenge_asks_for_confirmation(browser_of, opened, boris):
    client, word = browser_of(boris), laid_by(opened, 0)
    asked = client.get(f"/games/{opened}/challenge/confirm/", {"field-0": word}).content.decode()
    assert f"Word: <strong>{word}</strong>" in asked
    assert "if the word is valid, you lose 3 points." in asked
    told = client.post(
        f"/games/{opened}/order/",
        {"verb": "CHALLENGE", "field-0": word, "sure": "yes", "turn": turn(opened)},
        follow=True,
    ).content.decode()
    assert f"You challenged {word}. It is in the word list, so it stays. Points lost: 3." in told
    assert "in the word list, challenged by Boris" in told
    assert f"field-0={word}" not in told


def test_a_typed_challenge_asks_for_confirmation_too(browser_of, opened, boris):
    client, word = browser_of(boris), laid_by(opened, 0)
    sent = {"verb": "CHALLENGE", "field-0": word, "turn": turn(opened)}
    asked = client.post(f"/games/{opened}/order/", sent, follow=True)
    assert f"Word: <strong>{word}</strong>" in asked.content.decode()


def test_a_challenged_invalid_word_is_struck_on_the_page(browser_of, opened, boris):
    word = laid_by(opened, 0)
    only_words(opened, "QI")
    client = browser_of(boris)
    client.post(f"/games/{opened}/order/", {"verb": "CHALLENGE", "field-0": word, "sure": "yes"})
    html = page(client, opened)
    assert "struck, challenged by Boris" in html
    assert 'class="hatch"' in html


def test_a_challenge_of_a_word_in_no_layout_is_refused(browser_of, opened, boris):
    sent = {"verb": "CHALLENGE", "field-0": "qi", "sure": "yes"}
    answer = browser_of(boris).post(f"/games/{opened}/order/", sent, follow=True)
    assert "QI isn’t in any of the layouts. Challenge a word that is." in answer.content.decode()


def test_no_challenge_form_appears_when_no_words_are_left(browser_of, opened, boris):
    client = browser_of(boris)
    client.post(f"/games/{opened}/order/", {"verb": "CHALLENGE", "field-0": laid_by(opened, 0), "sure": "yes"})
    html = page(client, opened)
    assert "No words are left to challenge." in html
    assert 'value="CHALLENGE"' not in html
    assert 'value="DONE"' in html


def test_the_result_names_struck_words(browser_of, anna, boris, now):
    terms = {**BY_CHALLENGE, "tile_set": "A3 E3", "starting_tiles": 3}
    game_id = in_grace(start(anna, boris, now=now, false_challenge=1, **terms), anna, boris, now)
    held = store.seen_now(game_id, now=now).state.held(1)
    order(game_id, boris, f"grid\n{held[:2]}\n{held[2]}.\nend\ndone", at=now)  # two words that cross: one point
    order(game_id, boris, f"challenge {laid_by(game_id, 0)}", at=now)
    only_words(game_id, "QI")
    order(game_id, anna, f"challenge {held[0] + held[2]}\ndone", at=now)
    order(game_id, boris, "done", at=now)
    html = browser_of(boris).get(f"/games/{game_id}/result/").content.decode()
    assert f"✕ {held[0] + held[2]}".lower() in html.lower()


def test_the_challenge_page_of_a_finished_game_leads_to_the_result(browser_of, opened, anna, boris, now):
    order(opened, anna, "done", at=now)
    order(opened, boris, "done", at=now)
    answer = browser_of(boris).get(f"/games/{opened}/challenge/confirm/", {"field-0": "AE"}, follow=True)
    assert answer.redirect_chain[-1][0].endswith("/result/")


def turn(game_id):
    return store.seen_now(game_id, now=timezone.now()).state.turn


# --- the layout of a light --------------------------------------------------------------------------------------------


def lit(anna, boris, now, **options):
    """Start a game in which Anna's green light is granted and Boris has not looked."""
    terms = {"word_check": "challenge", "challenge_lights": True, "challenge_forfeit": "Sing.", "leeway": 0, **options}
    earlier = now - timedelta(seconds=30)
    game_id = start(anna, boris, now=earlier, **terms)
    look(game_id, anna, boris, at=earlier)
    complete(game_id, anna, at=earlier)
    order(game_id, anna, "green", at=now)
    return game_id


def test_the_layout_that_got_a_light_is_shown_and_can_be_challenged(browser_of, anna, boris, now):
    game_id = lit(anna, boris, now)
    word, client = laid_by(game_id, 0), browser_of(boris)
    html = page(client, game_id)
    assert "The layout that got the last light" in html
    assert f"challenge/confirm/?field-0={word}" in html
    asked = client.get(f"/games/{game_id}/challenge/confirm/", {"field-0": word}).content.decode()
    assert (
        "The word list decides at once on every word in the layout that got the light. Invalid words are struck, and their player owes the forfeit if the game has one. If every word is valid, you owe it."
        in asked
    )


def test_a_layout_can_be_challenged_only_once_after_a_light(browser_of, anna, boris, now):
    game_id = lit(anna, boris, now)
    order(game_id, boris, f"challenge {laid_by(game_id, 0)}", at=now)
    html = page(browser_of(boris), game_id)
    assert "Everyone can see it until the leeway ends." in html
    assert "One challenge checks all its words. Choose one that you doubt:" not in html


def test_the_layout_that_got_a_light_is_hidden_after_the_leeway(browser_of, anna, boris, now):
    earlier = now - timedelta(hours=1)
    game_id = lit(anna, boris, earlier)
    look(game_id, boris, anna, at=earlier)
    assert "The layout that got the last light" not in page(browser_of(boris), game_id)


def test_a_game_without_challenges_shows_none_of_this(browser_of, anna, boris, now):
    game_id = start(anna, boris, now=now, leeway=0)
    html = page(browser_of(boris), game_id)
    assert f'data-words="/games/{game_id}/words.json"' in html
    assert "challenge/confirm/" not in html
    assert "The layout that got the last light" not in html
