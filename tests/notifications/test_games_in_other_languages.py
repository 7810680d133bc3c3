"""Whole games in French, Spanish and German by email, from the first email to a verified result."""

import json
import re

import pytest

from games import commands, queries
from games.players.models import Player
from games.rules import registry
from games.rules.alphabets.known import alphabet_of
from games.rules.chance import Chance
from games.rules.fixed_board import with_letters
from games.rules.grid import cells
from games.rules.table.verify import replay
from games.rules.words import Vocabulary
from games.word_lists import shelf
from games.word_lists.library import bundled_in
from games.word_lists.recipes import bundled_lists
from games.word_lists.shelf import import_words
from notifications.models import InboundMail
from tests.conftest import NOON
from tests.languages import ADDED, add_example, in_every_language, rows_of, three_tiles
from tests.notifications.conftest import OPTIONS, Post, said
from tests.notifications.leaks import check_nothing_leaks
from tests.tables import play_in

ANNA, BORIS = "anna@example.org", "boris@example.org"
Outcome = InboundMail.Outcome
pytestmark = pytest.mark.django_db


def begun(kind, anna, code, words, *, options, **changed):
    """Create a game in this language that Boris joins by email, and in which both get their tiles by email."""
    terms = {"word_list": "ae"} if kind == "crossing" else {}
    game_id = commands.make_game(kind=kind, player=anna, seats=2, options=options, invite=[BORIS], now=NOON, **terms)
    play_in(game_id, code, words, **changed)
    commands.agree(game_id=game_id, player=anna, now=NOON)
    if kind == "crossing":
        commands.set_tiles_by_email(game_id=game_id, player=anna, on=True, now=NOON)
    post = Post(game_id, NOON).deliver()
    post.answer(post.last(BORIS), "JOIN\n")
    return post.later(minutes=10)


def held(post, seat):
    return post.state.alphabet.in_order(post.state.held(seat))


def check_result(post):
    """Check that the game is over, that its record verifies, and that no internal character is in the record or emails."""
    assert post.game.phase == "finished"
    record = queries.record(game_id=post.game_id, player=Player.objects.get(email=ANNA), now=post.now)
    replay(registry.kind(post.game.kind), json.loads(json.dumps(record)))
    check_nothing_leaks(json.dumps(record, ensure_ascii=False))


def play_to_the_end(post, lay):
    """Play a game of Crossing by email. `lay` writes a hand as rows. Both players request each light, and send DONE at the
    end."""
    for _ in range(12):
        light = "RED" if post.state.pool_is_short else "GREEN"
        for seat, address in enumerate((ANNA, BORIS)):
            if post.state.phase != "playing":
                break
            body = f"GRID\n{lay(held(post, seat))}\nEND\n{light}"
            assert post.answer(post.last(address), body).outcome == Outcome.OBEYED, said(post.last(address))
            post.later(minutes=10)
        post.later(hours=12)
        if post.state.phase == "grace":
            break
    for seat, address in enumerate((ANNA, BORIS)):
        if post.state.phase == "grace" and seat not in (post.state.red_caller, *post.state.done):
            body = f"GRID\n{lay(held(post, seat))}\nEND\nDONE"
            assert post.answer(post.last(address), body).outcome == Outcome.OBEYED, said(post.last(address))
    return post.later(minutes=10)


# --- every language --------------------------------------------------------------------------------------------------------


@in_every_language
def test_a_game_is_played_by_email_to_a_verified_result(anna, ae_words, code, tmp_path, monkeypatch, caplog):
    caplog.set_level("INFO")
    if code == ADDED:
        add_example(tmp_path, monkeypatch)
    alphabet = alphabet_of(code)
    tiles = three_tiles(alphabet)
    supply = " ".join(f"{alphabet.write(tile)}4" for tile in tiles)
    words = rows_of(tiles, alphabet)
    post = begun("crossing", anna, code, words, options=OPTIONS, tile_set=supply, starting_tiles=3)
    play_to_the_end(post, lambda hand: f"{alphabet.write(hand)}.")
    check_result(post)
    check_nothing_leaks(caplog.text)
    assert not any(result.struck for result in post.state.results)


# --- French ----------------------------------------------------------------------------------------------------------------


def test_a_french_game_is_played_by_email_with_accents(anna, ae_words, caplog):
    caplog.set_level("INFO")
    post = begun(
        "crossing",
        anna,
        "fr",
        rows_of("ET", alphabet_of("fr")),
        options=OPTIONS,
        tile_set="E8 T4",
        starting_tiles=4,
        word_check="challenge",
    )
    accented = str.maketrans({"E": "é"})
    row = post.answer(post.last(BORIS), "JAYWALK É" if "E" in held(post, 1) else "JAYWALK T")
    assert row.outcome in (Outcome.OBEYED, Outcome.REFUSED)
    post.later(hours=2)
    play_to_the_end(post, lambda hand: f"{hand.translate(accented)}.")
    assert post.state.phase == "challenge"
    laid = post.state.boards[0][0]
    challenged = post.answer(post.last(BORIS), f"CHALLENGE {laid.replace('E', 'É')}")
    assert challenged.outcome == Outcome.OBEYED, said(post.last(BORIS))
    assert f"CHALLENGE {laid}" in said(post.last(BORIS))
    for address in (ANNA, BORIS):
        post.answer(post.last(address), "DONE")
    post.later(days=2)
    check_result(post)
    check_nothing_leaks(caplog.text)
    assert "The game is over." in said(post.last(ANNA))


# --- Spanish ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def spanish(anna, ae_words):
    tiles = alphabet_of("es").read("[CH][LL][RR]AÑ")
    changed = {"tile_set": "[CH]3 [LL]3 [RR]2 A2 Ñ2", "starting_tiles": 4}
    return begun("crossing", anna, "es", rows_of(tiles, alphabet_of("es")), options=OPTIONS, **changed)


def test_a_spanish_game_is_played_by_email_with_tiles_of_several_letters(spanish, caplog):
    post, alphabet = spanish, alphabet_of("es")
    caplog.set_level("INFO")
    mail = post.last(BORIS)
    grouped = " ".join(alphabet.write(tile) * held(post, 1).count(tile) for tile in dict.fromkeys(held(post, 1)))
    assert grouped in said(mail)
    play_to_the_end(post, lambda hand: f"| {alphabet.write(hand)} |")
    check_result(post)
    check_nothing_leaks(caplog.text)
    assert "1. " in said(post.last(BORIS))


def test_a_board_in_columns_is_copied_and_sent_back(spanish):
    post, alphabet = spanish, alphabet_of("es")
    hand = held(post, 1)
    rows = [f"{alphabet.write(hand[0])}.", alphabet.write(hand[1:3])]
    assert post.answer(post.last(BORIS), "\n".join(("GRID", *rows, "END"))).outcome == Outcome.OBEYED
    post.answer(post.last(BORIS), "STATUS")
    printed = [line.strip() for line in post.last(BORIS).text.splitlines() if line.strip().startswith("| ")][:2]
    width = 1 + max(len(alphabet.write(tile)) for tile in hand[:3])
    assert printed[1] == f"| {alphabet.write(hand[1]):<{width}}{alphabet.write(hand[2])}"
    assert post.answer(post.last(BORIS), "\n".join(("SAVE", "GRID", *printed, "END"))).outcome == Outcome.OBEYED
    assert "Saved as a draft" in said(post.last(BORIS))
    check_nothing_leaks()


def test_an_invitation_names_the_language_of_the_game_and_shows_a_board_in_it(anna, ae_words, tmp_path, monkeypatch):
    add_example(tmp_path, monkeypatch)
    shown = {"en": "KEYBOARD", "es": "  . P .\n  M A R\n  . Z .", ADDED: "  .    R    .    .\n  [WH] A    R    E"}
    for code, rows in shown.items():
        options = {**OPTIONS, "tile_set": "STANDARD"} | {"alphabet": code} if code != "en" else OPTIONS
        import_words(["AR", "RA"], name=f"{code}-open", alphabet=alphabet_of(code), now=NOON)
        game_id = commands.make_game(kind="crossing", player=anna, seats=2, options=options, invite=[BORIS], now=NOON)
        mail = Post(game_id, NOON).deliver().last(BORIS)
        assert rows in mail.text
        assert ("KEYBOARD" in mail.text) == (code == "en")
        of_game = "" if code == "en" else f" ({alphabet_of(code).own_name})"
        assert mail.subject == f"Anna wants to play Lexicon Crossing{of_game} with you"
        check_nothing_leaks(mail.text + mail.html)


def test_the_first_email_names_the_tiles_that_english_lacks_once(spanish):
    post = spanish
    first = next(mail for mail in post.mails(BORIS) if "The game has started" in said(mail))
    assert "Language of this game: Español. It has these tiles of its own: [CH], [LL], Ñ, [RR]." in said(first)
    assert "written in square brackets, here [CH], [LL], [RR]" in said(first)
    post.answer(post.last(BORIS), "STATUS")
    assert "tiles of their own" not in said(post.last(BORIS))


def test_help_uses_words_and_tiles_of_the_games_language(spanish):
    post = spanish
    post.answer(post.last(BORIS), "HELP")
    told = post.last(BORIS).text
    assert "8H SOL" in told
    assert "| .P." in told
    assert "CAKE" not in told
    assert "KITE" not in told
    assert "[N~] for Ñ" in said(post.last(BORIS))
    assert "C|H" in told
    check_nothing_leaks()


@pytest.mark.parametrize(
    ("body", "why", "correct"),
    [
        ("GRID\n.[CK].\nÑAÑ\nEND", "No tile has [CK].", "| .P."),
        ("GRID\n.[A].\nÑAÑ\nEND", "[A] isn’t a tile. Write A.", "| .A."),
        ("GRID\n.Œ.\nÑAÑ\nEND", "Œ isn’t a tile. Write OE.", "| .OE."),
        ("JAYWALK [XX]", "No tile has [XX].", "| JAYWALK Ñ"),
        ("GRID\nZZ[RR][rr][Rr][RR][RR][RR]\nEND", "You don’t hold these tiles:", "[RR], [RR], [RR]"),
    ],
)
def test_invalid_commands_are_refused_with_a_correction(spanish, body, why, correct):
    post = spanish
    before = post.everything()
    assert post.answer(post.last(BORIS), body).outcome == Outcome.REFUSED
    assert why in said(post.last(BORIS))
    assert correct in said(post.last(BORIS))
    assert post.everything() == before
    check_nothing_leaks()


# --- Crosslet --------------------------------------------------------------------------------------------------------------


def words_of(name):
    return bundled_in(bundled_lists()[name]).words


def to_move(post):
    (seat,) = post.state.awaited
    player = post.game.seats.get(number=seat).player
    return ANNA if player == Player.objects.get(email=ANNA) else BORIS


def reply_of_robot(post, vocabulary, mail):
    """Return a robot's play as a reply: the board of the email, copied cell by cell and filled in."""
    state, kind = post.state, registry.kind("crosslet")
    alphabet, (seat,) = state.alphabet, state.awaited
    (order,) = kind.next_orders(kind.view(state, seat, vocabulary), seat, kind.plain_mind(vocabulary, Chance(bytes(1))))
    if order.verb == "EXCHANGE":
        return f"EXCHANGE {' '.join(map(alphabet.write, order.facts['tiles']))}"
    printed = re.findall(r"^ *\d{1,2}\| (.*)$", mail.text, re.MULTILINE)
    rows = tuple("".join(alphabet.inside(row).split()) for row in printed)
    assert [len(row) for row in rows] == [15] * 15
    filled = with_letters(rows, cells(order.facts["layout"]))
    return "\n".join(["GRID", *(f"| {alphabet.write(' '.join(row))} |" for row in filled), "END", "Danke"])


def play_crosslet(post, vocabulary, turns):
    for _ in range(turns):
        address = to_move(post)
        mail = post.last(address)
        assert post.answer(mail, reply_of_robot(post, vocabulary, mail)).outcome == Outcome.OBEYED, said(
            post.last(address)
        )
        post.later(minutes=30)
        if post.game.phase == "finished":
            break


@pytest.mark.parametrize(("code", "turns"), [("de", 80), ("es", 8)])
def test_crosslet_is_played_by_email_in_another_language(anna, code, turns, caplog):
    caplog.set_level("INFO")
    alphabet = alphabet_of(code)
    words = [word for word in words_of(f"{code}-common") if len(word) < 8]
    post = begun("crosslet", anna, code, map(alphabet.write_word, words), options={})
    play_crosslet(post, Vocabulary(words), turns)
    assert max(post.state.points.values()) > 50
    check_nothing_leaks(caplog.text)
    if turns > 20:
        check_result(post)


@pytest.fixture(autouse=True)
def _forget_word_lists():
    yield
    shelf.words_of.cache_clear()
