"""The page of a game drawn from panels and offers: what it shows, what its forms do, and what they refuse."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from games import commands
from games.models import Bag, Board, Event, Game
from games.rules import registry
from games.rules.values import Order
from tests.of_pieces import KINDS, give, start_of, table, to_move, write
from tests.positions import just_now
from tests.rules.scannergram.table import START, WITCH

pytestmark = pytest.mark.django_db


def now():
    return timezone.now()


def seen(answer):
    """Return the text of a page, without tags, styles and scripts."""
    body = re.sub(r"<(script|style|head).*?</\1>", "", answer.text, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def form_in(answer, verb):
    found = re.search(rf'<form[^>]*id="order-{verb}".*?</form>', answer.text, re.DOTALL)
    return unescape(found[0]) if found else ""


@pytest.fixture
def game_id(anna, boris):
    """Anna's and Boris's game of Crosslet, in which nothing is laid."""
    return start_of("crosslet", anna, boris, now=just_now())


@pytest.fixture
def mover(game_id, anna, boris):
    """The player to move, who can lay CATSEEQ."""
    return to_move(game_id, anna, boris, holding="ACEEQST")[0]


@pytest.fixture
def page(mover, browser_of):
    return browser_of(mover)


def send(client, game_id, verb, **given):
    fields = {name.replace("_", "-"): value for name, value in given.items() if name not in ("turn", "sure")}
    rest = {name: value for name, value in given.items() if name in ("turn", "sure")}
    return client.post(f"/games/{game_id}/order/", {"verb": verb, **fields, **rest}, follow=True)


@pytest.mark.parametrize("key", KINDS)
def test_every_kind_has_a_page_for_players_and_spectators(key, anna, boris, chloe, dmitri, browser_of):
    players = (anna, boris, chloe)[: max(2, registry.kind(key).seats[0])]
    game_id = start_of(key, *players, now=just_now())
    mover, _ = to_move(game_id, *players)
    page = browser_of(mover).get(f"/games/{game_id}/")
    assert page.status_code == 200
    assert 'id="orders"' in page.text
    assert 'name="verb"' in page.text
    assert f"Game {game_id} · {registry.kind(key).name}" in seen(page)
    looking_on = browser_of(dmitri).get(f"/games/{game_id}/")
    assert "You’re watching" in looking_on.text
    assert 'name="verb"' not in looking_on.text


@pytest.mark.parametrize("key", [key for key in KINDS if key != "lynx"])  # its lights are those of crosswords
def test_other_kinds_use_none_of_the_terms_of_crossing(key, anna, boris, chloe, browser_of):
    players = (anna, boris, chloe)[: max(2, registry.kind(key).seats[0])]
    game_id = start_of(key, *players, now=just_now())
    words = set(re.findall(r"[a-z]+", seen(browser_of(anna).get(f"/games/{game_id}/")).lower()))
    assert words.isdisjoint({"light", "lights", "pool", "leeway", "jaywalk", "draft", "crossing", "amber", "grace"})


def test_a_board_shows_its_tiles_and_says_its_words(game_id, mover, page):
    write(game_id, mover, "GRID\n8G CATS\nEND", now())
    text = page.get(f"/games/{game_id}/").text
    assert 'aria-label="Words on the board: 8G CATS. New words from the last move: 8G CATS."' in text
    assert re.search(r'<g class="tile-on fresh".*?>Q?C</text>.*?<text class="value"[^>]*>3</text>', text)
    assert re.search(r'<g class="bonus-r"[^>]*>.*?<text class="mark"[^>]*>3W</text>', text)
    assert '<text x="14" y="' not in text
    assert re.search(r'<g class="places"><text [^>]*>A</text>', text)


def test_a_form_carries_out_a_command_and_confirms_it(game_id, page):
    answer = send(page, game_id, "GRID", field_0="8G CATS", turn=table(game_id).state.turn)
    assert table(game_id).state.board[7] == "......CATS....."
    assert "You played CATS" in seen(answer)


def test_a_whole_board_in_the_field_counts_as_a_play(game_id, page):
    rows = ["." * 15] * 15
    rows[7] = "......CATS....."
    assert send(page, game_id, "GRID", field_0="\r\n".join(rows)).redirect_chain
    assert table(game_id).state.board[7] == "......CATS....."


def test_tiles_are_chosen_by_ticking_them(game_id, mover, page):
    form = form_in(page.get(f"/games/{game_id}/"), "EXCHANGE")
    assert form.count('type="checkbox"') == 7
    assert form.count('value="E"') == 2
    assert send(page, game_id, "EXCHANGE", field_0=["E", "E"]).redirect_chain
    assert [event.facts["returned"] for event in Event.objects.filter(game=game_id, verb="exchange")] == [["E", "E"]]


@pytest.mark.parametrize(
    ("verb", "given", "lesson", "kept"),
    [
        ("GRID", "8G CATSQ", "CATSQ", ">8G CATSQ</textarea>"),
        ("GRID", "8G CATZ", "Z", ">8G CATZ</textarea>"),
        ("GRID", "..C  A\n.TS..", "The board has 15 rows", ">..C  A\n.TS..</textarea>"),
        ("GRID", " ", "Fill in “Your play”.", "> </textarea>"),
        (
            "GRID",
            "8G CATS\nEND\nRESIGN",
            "GRID and RESIGN contradict each other. Keep only one of them.",
            ">8G CATS\nEND\nRESIGN</textarea>",
        ),
        ("GRID", "8G CATS\nEND\nSAY hello", "We couldn’t read this as a single command.", "SAY hello</textarea>"),
        ("EXCHANGE", ["Q", "Q"], "choose 1 to 7 of those shown.", 'value="Q" checked'),
        ("EXCHANGE", [], "Tap a tile under “Tiles to exchange” first.", 'type="checkbox"'),
    ],
)
def test_a_refusal_appears_at_its_form_and_keeps_the_input(game_id, page, verb, given, lesson, kept):
    before = Game.objects.values().get(pk=game_id)
    answer = send(page, game_id, verb, field_0=given)
    form = form_in(answer, verb)
    assert re.search(r'role="alert">.*?</div>', form, re.DOTALL)[0].count(lesson)
    assert kept in form
    assert answer.redirect_chain[-1][0].endswith(f"#order-{verb}")  # in its drawer, which is open
    after = Game.objects.values().get(pk=game_id)
    assert (after["turn"], after["phase"]) == (before["turn"], before["phase"])


def test_a_line_break_in_a_field_cannot_start_a_second_command(anna, boris, browser_of):
    game_id = start_of("lynx", anna, boris, now=just_now())
    mover, _ = to_move(game_id, anna, boris)
    form = form_in(browser_of(mover).get(f"/games/{game_id}/"), "ENTER")
    light = re.search(r'name="field-0" value="(\w+)"', form)[1]
    send(browser_of(mover), game_id, "ENTER", field_0=light, field_1="X\r\nRESIGN")
    assert table(game_id).state.resigned == ()


def test_a_stale_page_does_nothing_and_loses_nothing(game_id, mover, page, anna, boris, browser_of):
    turn = table(game_id).state.turn
    other = boris if mover == anna else anna
    write(game_id, mover, "EXCHANGE A", now())
    give(game_id, other, "B")
    write(game_id, other, "EXCHANGE B", now())
    give(game_id, mover, "ACEEQST")
    answer = send(page, game_id, "GRID", field_0="8G CATS", turn=turn)
    assert "The game has moved on to turn" in form_in(answer, "GRID")
    assert ">8G CATS</textarea>" in form_in(answer, "GRID")
    assert f'name="turn" value="{turn + 2}"' in form_in(answer, "GRID")


def test_a_command_that_is_no_longer_possible_shows_the_reason(game_id, mover, page):
    write(game_id, mover, "EXCHANGE A", now())
    answer = send(page, game_id, "EXCHANGE", field_0="C")
    assert form_in(answer, "EXCHANGE") == ""
    note = re.search(r'<div class="note wrong" role="alert">.*?</div>', answer.text, re.DOTALL)[0]
    assert "’s turn. Wait for yours." in note


def test_input_for_a_move_that_can_be_planned_stays_in_its_form(game_id, mover, page):
    write(game_id, mover, "EXCHANGE A", now())
    form = form_in(send(page, game_id, "GRID", field_0="8G CATS"), "GRID")
    assert "8G CATS" in form
    assert "’s turn. Wait for yours." in form
    assert 'value="GRID"' not in form  # it is sent when it is the player's turn


@pytest.mark.parametrize("verb", ["GREEN", "SAY", "JOIN", "SAVE", "LEAVE"])
def test_a_command_of_another_kind_is_a_bad_request(verb, game_id, page):
    assert send(page, game_id, verb).status_code == 400


def test_only_commands_of_the_kind_have_a_confirmation_page(game_id, page):
    assert page.get(f"/games/{game_id}/green/confirm/").status_code == 404
    assert page.get(f"/games/{game_id}/grid/confirm/").status_code == 302


@pytest.mark.parametrize(
    ("key", "verb", "question"),
    [
        ("lynx", "PASS", "Pass: are you sure?"),
        ("crosslet", "RESIGN", "Resign from this game?"),
        ("crosslet", "PAUSE", "Pause the game?"),
    ],
    ids=["pass", "resign", "pause"],
)
def test_a_command_with_a_warning_asks_for_confirmation(key, verb, question, anna, boris, browser_of):
    game_id = start_of(key, anna, boris, now=just_now())
    mover, _ = to_move(game_id, anna, boris)
    client, events = browser_of(mover), Event.objects.count()
    place = "" if verb == "PASS" else "more/"
    assert f"/games/{game_id}/{verb.lower()}/confirm/" in client.get(f"/games/{game_id}/{place}").text
    asked = client.get(f"/games/{game_id}/{verb.lower()}/confirm/")
    assert f'name="verb" value="{verb}"' in asked.text
    assert question in asked.text
    assert Event.objects.count() == events
    assert send(client, game_id, verb, sure="yes").redirect_chain
    assert Event.objects.filter(game=game_id, verb=verb.lower()).exists()


def test_a_command_with_a_warning_has_no_direct_button(anna, boris, browser_of):
    game_id = start_of("lynx", anna, boris, now=just_now())
    mover, _ = to_move(game_id, anna, boris)
    page = browser_of(mover).get(f"/games/{game_id}/").text
    assert f'href="/games/{game_id}/pass/confirm/"' in page
    assert 'name="verb" value="PASS"' not in page


def test_a_player_who_is_away_can_return_with_a_button(anna, boris, browser_of):
    game_id = start_of("scannergram", anna, boris, now=just_now() - timedelta(days=9, hours=1))
    while not table(game_id).state.away:
        write(game_id, boris, "PASS", table(game_id).state.now)
        commands.apply_due(game_id=game_id, now=table(game_id).game.due_at)
    client = browser_of(anna)
    assert 'name="verb" value="LOOK"' in client.get(f"/games/{game_id}/").text
    assert send(client, game_id, "LOOK").redirect_chain
    assert 'name="verb" value="LOOK"' not in client.get(f"/games/{game_id}/").text


@pytest.mark.parametrize("address", ["layout/", "drafts/", "replay.json"])
@pytest.mark.parametrize("is_dealt", [True, False], ids=["running", "lobby"])
def test_pages_for_layouts_drafts_and_replays_are_not_found(game_id, page, mover, address, is_dealt):
    if not is_dealt:
        game_id = commands.make_game(
            kind="crosslet", player=mover, seats=2, options={}, listed=True, invite=(), now=now()
        )
    act = page.get if address.endswith("json") else page.post
    assert act(f"/games/{game_id}/{address}", {"layout": "8G AE", "do": "keep"}).status_code == 404


def test_a_move_in_the_lobby_is_refused_there(anna, boris, browser_of):
    game_id = commands.make_game(kind="crosslet", player=anna, seats=2, options={}, listed=True, invite=(), now=now())
    answer = send(browser_of(anna), game_id, "EXCHANGE")
    assert 'class="note wrong"' in answer.text


# --- while it is open -------------------------------------------------------------------------------------------------


def part(client, game_id, etag=None):
    headers = {"HX-Request": "true"} | ({"If-None-Match": etag} if etag else {})
    return client.get(f"/games/{game_id}/", headers=headers)


def test_a_page_polls_for_changes_and_gets_304_if_there_are_none(game_id, mover, page):
    first = part(page, game_id)
    assert part(page, game_id, first["ETag"]).status_code == 304
    write(game_id, mover, "EXCHANGE A", now())
    second = part(page, game_id, first["ETag"])
    assert second.status_code == 200
    swapped = set(re.findall(r'id="([\w-]+)" hx-swap-oob="true"|id="([\w-]+)"[^>]*hx-swap-oob="true"', second.text))
    names = {one or other for one, other in swapped}
    assert {"status_line", "first", "papers", "seats", "lines", "happened", "orders"} <= names
    assert "<html" not in second.text


def test_the_form_fingerprint_changes_only_with_the_possible_moves(game_id, mover, page, anna, boris):
    def fingerprint():
        return re.search(r'data-fingerprint="(\w+)"', part(page, game_id).text)[1]

    before = fingerprint()
    commands.say(game_id=game_id, player=anna, text="Good evening", now=now())
    assert fingerprint() == before
    write(game_id, mover, "EXCHANGE A", now())
    assert fingerprint() != before


# --- the end ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KINDS)
def test_every_kind_has_a_result_with_ranks_and_verifiable_draws(key, anna, boris, chloe, dmitri, browser_of):
    players = (anna, boris, chloe)[: max(2, registry.kind(key).seats[0])]
    game_id = start_of(key, *players, now=just_now())
    for player in players[1:]:
        commands.play(game_id=game_id, player=player, orders=[Order("RESIGN")], now=now())
    for client in (browser_of(anna), browser_of(dmitri)):
        answer = client.get(f"/games/{game_id}/", follow=True)
        assert answer.redirect_chain == [(f"/games/{game_id}/result/", 302)]
        text = seen(answer)
        assert re.search("Anna wins after Boris( and Chloe)? left the game", text)
        assert re.search("Boris (2nd|3rd)", text)
        assert "only one player was left" in text
        assert table(game_id).game.commitment in text
        assert bytes(table(game_id).game.seed).hex() in text
        assert f"manage.py verify_game game-{game_id}.json" in text
        assert "js/draws.js" not in answer.text
    assert part(browser_of(anna), game_id)["HX-Redirect"] == f"/games/{game_id}/result/"


def test_a_game_in_progress_has_no_result(game_id, page):
    assert page.get(f"/games/{game_id}/result/")["Location"] == f"/games/{game_id}/"


def test_a_command_after_the_end_is_refused_on_the_result_page(game_id, mover, page, anna, boris):
    commands.play(game_id=game_id, player=mover, orders=[Order("RESIGN")], now=now())
    answer = send(page, game_id, "EXCHANGE", field_0="A")
    assert "The game is over, and its result is final." in seen(answer)


# --- what is hidden ---------------------------------------------------------------------------------------------------------


def test_a_private_game_of_another_kind_is_hidden_from_others(anna, boris, dmitri, browser_of):
    game_id = start_of("crosslet", anna, boris, now=just_now(), listed=False)
    for client in (browser_of(dmitri), browser_of()):
        for address in ("", "result/", "record.json", "exchange/confirm/"):
            answer = client.get(f"/games/{game_id}/{address}", follow=True)
            assert answer.status_code == 404 or "/accounts/login/" in answer.request["PATH_INFO"], address
    assert send(browser_of(dmitri), game_id, "EXCHANGE").status_code == 404


def test_a_spectator_cannot_make_a_move(game_id, dmitri, browser_of):
    events = Event.objects.count()
    assert 'class="note wrong"' in send(browser_of(dmitri), game_id, "EXCHANGE").text
    assert Event.objects.count() == events


@pytest.mark.parametrize(("key", "has_blanks"), [("crosslet", True), ("scannergram", False)])
def test_blanks_are_mentioned_only_if_the_game_has_them(key, has_blanks, anna, boris, browser_of):
    game_id = start_of(key, anna, boris, now=just_now())
    mover, _ = to_move(game_id, anna, boris)
    page = browser_of(mover).get(f"/games/{game_id}/")
    assert (
        "Enter every row of the board, with a dot for each empty cell. Or clear the box and enter your words with their positions, such as 8H KEY (8H reads across, H8 down)."
        in seen(page)
    )
    assert ("Use lower case for blanks only." in seen(page)) == has_blanks


def test_a_form_tells_the_board_script_about_rows_and_tiles(page, mover, game_id):
    form = form_in(page.get(f"/games/{game_id}/"), "GRID")
    seat = table(game_id).seat_of(mover)
    assert f'data-board="board" data-tiles="rack {seat}"' in form
    assert " data-fixed" in form
    assert 'data-hand="ACEEQST"' in form
    assert f'data-rows="{"/".join(["." * 15] * 15)}"' in form


def test_the_history_does_not_announce_each_turn(page, game_id, mover):
    told = page.get(f"/games/{game_id}/").text
    history = told[told.index('id="happened"') :]
    assert "It’s your turn." not in history[: history.index("</section>")]


def test_words_cannot_be_looked_up_in_a_game_with_challenges(anna, boris, browser_of):
    game_id = start_of("lexicon_cards", anna, boris, now=just_now(), word_check="challenge")
    assert browser_of(anna).get(f"/games/{game_id}/words.json?of=CAT").status_code == 404


@pytest.mark.parametrize("key", KINDS)
def test_draws_are_mentioned_only_if_the_game_has_them(key, anna, boris, chloe, browser_of):
    kind = registry.kind(key)
    game_id = commands.make_game(kind=key, player=anna, seats=kind.seats[0], options={}, listed=True, now=now())
    others = (boris, chloe)[: kind.seats[0] - 1]
    for player in others:
        commands.join(game_id=game_id, player=player, now=now())
    lobby = seen(browser_of(boris).get(f"/games/{game_id}/"))
    for player in others:
        commands.agree(game_id=game_id, player=player, now=now())
    for text in (lobby, seen(browser_of(boris).get(f"/games/{game_id}/more/"))):
        assert (Game.objects.get(pk=game_id).commitment in text) == kind.has_draws
    assert ("cut of the deck" in lobby) == kind.has_draws


@pytest.mark.parametrize("verb", ["LAY", "TAKE", "DRAW", "ADD", "EXCHANGE"])
def test_a_bare_command_that_is_not_offered_is_refused(verb, anna, boris, browser_of):
    game_id = start_of("lexicon_cards", anna, boris, now=just_now())
    _, waiting = to_move(game_id, anna, boris)
    answer = send(browser_of(waiting), game_id, verb)
    assert 'class="note wrong"' in answer.text
    assert Event.objects.filter(game=game_id, verb__in=("lay", "take", "draw", "add", "exchange")).count() == 0


# --- doubts to confirm ------------------------------------------------------------------------------------------------


@pytest.fixture
def witch(anna, boris):
    """Return a function that starts a game of Scannergram with the grid of the rules and W as the new tile."""

    def made(**options):
        game_id = start_of("scannergram", anna, boris, now=just_now(), **options)
        Board.objects.filter(game=game_id).update(layout="/".join(START))
        Bag.objects.filter(game=game_id, name="up").update(tiles="W")
        return game_id

    return made


@pytest.mark.parametrize("is_live", [False, True], ids=["bid", "solution"])
def test_words_created_but_not_called_need_confirmation(is_live, witch, anna, boris, browser_of):
    game_id, client = witch(live=is_live, calls_shortened=False), browser_of(anna)
    verb, words, grid = ("CALL", "field_0", "field_1") if is_live else ("BID", "field_1", "field_2")
    if is_live:
        write(game_id, anna, "BID 5", now())
        write(game_id, boris, "PASS", now())
    filled = {"field_0": "5", words: "witch", grid: "\n".join(WITCH)}
    asked = send(client, game_id, verb, **filled)
    form = form_in(asked, verb)
    (sure,) = re.findall('name="sure" value="([^"]*)"', form)
    assert sure.startswith(
        "Your grid also creates words that you haven’t called: WE. That would cost you a point. Add them, or clear the field to call every word."
    )
    assert "Send it anyway" in form
    assert 'value="witch"' in form
    assert "\n".join(WITCH) in form
    assert not Event.objects.filter(game=game_id, verb__in=("bid", "opened"), facts__has_key="calls").exists()
    assert form_in(client.get(f"/games/{game_id}/"), verb).count('name="sure"') == 0
    send(client, game_id, verb, **filled, sure=sure)
    (sent,) = Event.objects.filter(game=game_id, verb__in=("bid", "opened"), facts__has_key="calls")
    assert sent.facts["calls"] == ["WITCH"]


def test_confirming_one_grid_does_not_confirm_another(witch, anna, browser_of):
    game_id, client = witch(calls_shortened=False), browser_of(anna)
    filled = {"field_0": "5", "field_2": "\n".join(WITCH)}
    (sure,) = re.findall(
        'name="sure" value="([^"]*)"', form_in(send(client, game_id, "BID", **filled, field_1="WITCH"), "BID")
    )
    assert (
        "Your grid also creates words that you haven’t called: WITCH. That would cost you a point. Add them, or clear the field to call every word."
        in send(client, game_id, "BID", **filled, field_1="WE", sure=sure).text
    )
    assert not Event.objects.filter(game=game_id, verb="bid").exists()
    send(client, game_id, "BID", **filled, field_1="WE WITCH", sure=sure)
    assert Event.objects.get(game=game_id, verb="bid").facts["calls"] == ["WE", "WITCH"]


@pytest.mark.parametrize("is_live", [False, True], ids=["bid", "solution"])
def test_an_empty_word_field_calls_every_word_without_confirmation(is_live, witch, anna, boris, browser_of):
    game_id, client = witch(live=is_live), browser_of(anna)
    grid = "\n".join(WITCH)
    if is_live:
        write(game_id, anna, "BID 5", now())
        write(game_id, boris, "PASS", now())
        send(client, game_id, "CALL", field_0=grid)
    else:
        send(client, game_id, "BID", field_0="5", field_1=grid)
    sent = Event.objects.get(game=game_id, verb="opened" if is_live else "bid", facts__has_key="calls")
    assert sent.facts["calls"] == ["WE", "WITCH"]


def test_a_game_older_than_the_shortened_words_option_still_works(witch, anna, boris):
    game_id = witch()
    options = dict(Game.objects.get(pk=game_id).options)
    del options["calls_shortened"]
    Game.objects.filter(pk=game_id).update(options=options)
    assert table(game_id).state.options.calls_shortened is True
    write(game_id, anna, "\n".join(("BID 5", "GRID", *WITCH, "END")), now())
    write(game_id, boris, "PASS", now())
    assert table(game_id).state.barred == ("WE", "WITCH")
    assert table(game_id).state.round == 2
