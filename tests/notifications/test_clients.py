"""Replies as mail programs send them, quoting our own turn email: all are read the same way, and nothing that we wrote
is carried out."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from games import commands
from games.players.models import Player
from games.rules.crossing.kind import Crossing
from games.rules.crossing.options import Options
from games.rules.lines import line_of, lines_of
from notifications.incoming.bodies import text_of
from notifications.incoming.reading import as_json, read
from notifications.replies import MailFacts
from tests import tables
from tests.notifications import clients
from tests.notifications.conftest import NOON, Post

HERE = Path(__file__).parent.parent
CASES = json.loads((HERE / "cases" / "mail.json").read_text())["cases"]
ANSWERS = sorted((HERE / "mail").glob("*.eml"))
GRAMMAR = Crossing().grammar(Options())


def hear(message: bytes) -> MailFacts:
    return read(message, grammar=GRAMMAR)


def typed(case) -> str:
    """Return the text that the player typed; the flowed case is given in its transmitted form."""
    return re.sub(r"(?m)^ ", "", case["text"]) if "flowed" in case["name"] else case["text"]


def check(classified: MailFacts, case, place: str) -> None:
    if place == "inside":
        assert classified.orders == ()
        assert classified.error is None
        return
    assert (classified.error is not None) == case["refused"]
    if not case["refused"]:
        jaywalked = [" ".join((order.verb, *order.facts.get("tiles", ()))) for order in classified.orders]
        assert [verb for verb in jaywalked if verb != "GRID"] == case["verbs"]
        laid = [list(order.facts["layout"]) for order in classified.orders if order.verb == "GRID"]
        assert laid == ([case["layout"]] if case["layout"] else [])


@pytest.fixture
def turn_mails(db):
    """A turn email of a running game with a board in it, in English and in French."""
    return {language: _turn_mail(language) for language in ("en", "fr")}


@cache
def _turn_mail(language: str) -> clients.Quoted:
    people = [
        Player.objects.create_user(f"{name}.{language}@example.org", name=name, language=language)
        for name in ("Anna", "Boris")
    ]
    post = Post(tables.start(*people), NOON)
    tables.look(post.game_id, *people)
    commands.set_tiles_by_email(game_id=post.game_id, player=people[1], on=True, now=NOON)
    post.play(people[1], "GRID").play(people[0], "GRID", "GREEN").later(hours=12)
    commands.say(game_id=post.game_id, player=people[0], text="GREEN", now=post.now)
    mail = post.later(hours=1).last(people[1])
    return clients.Quoted(mail.text, mail.html, *(clients.FRENCH if language == "fr" else clients.ENGLISH))


@pytest.mark.parametrize("place", clients.PLACES)
@pytest.mark.parametrize("encoding", ["8bit", "quoted-printable", "base64", "flowed"])
@pytest.mark.parametrize("quote", clients.TEXT_QUOTES)
def test_every_case_is_read_from_text_that_quotes_our_email(turn_mails, quote, encoding, place):
    for case in CASES:
        check(hear(clients.as_text(typed(case), turn_mails["en"], place, quote=quote, encoding=encoding)), case, place)


@pytest.mark.parametrize("place", clients.PLACES)
@pytest.mark.parametrize("sent", [clients.sent_whole, clients.sent_as_html])
@pytest.mark.parametrize("client", clients.HTML_CLIENTS)
def test_every_case_is_read_from_html_that_quotes_our_email(turn_mails, client, sent, place):
    for case in CASES:
        check(hear(sent(client(typed(case), turn_mails["en"], place))), case, place)


@pytest.mark.parametrize("place", clients.PLACES)
@pytest.mark.parametrize("write", [*clients.TEXT_QUOTES, *clients.HTML_CLIENTS])
def test_every_case_is_read_from_an_answer_to_a_french_email(turn_mails, write, place):
    for case in CASES:
        if write in clients.HTML_CLIENTS:
            mail = clients.sent_whole(write(typed(case), turn_mails["fr"], place))
        else:
            mail = clients.as_text(typed(case), turn_mails["fr"], place, quote=write, encoding="quoted-printable")
        check(hear(mail), case, place)


ACCENTED = {
    "fr": ("GRID\n.É..\ncafé\nEND\nJAYWALK É", (".E..", "CAFE"), "JAYWALK E"),
    "de": ("GRID\n.Ü.\nÄ.ö\nEND\nJAYWALK [OE]", (".Ü.", "Ä.Ö"), "JAYWALK Ö"),
    "es": ("GRID\n.Ñ..\nA[Ch]ÓN\nEND\nJAYWALK ñ", (".Ñ..", "A[CH]ON"), "JAYWALK Ñ"),
    "pl": ("GRID\n.Ł..\nŻółć\nEND\nJAYWALK [a,]", (".Ł..", "ŻÓŁĆ"), "JAYWALK Ą"),
}
WESTERN, EASTERN = ("iso-8859-1", "iso-8859-15", "windows-1252"), ("iso-8859-2", "windows-1250")
CHARSETS = [(code, "utf-8") for code in ACCENTED]
CHARSETS += [(code, charset) for code in ("fr", "de", "es") for charset in WESTERN]
CHARSETS += [("pl", charset) for charset in EASTERN]


def check_accented(message: bytes, code: str) -> None:
    grammar = Crossing().grammar(Options(alphabet=code))
    classified, (_, rows, jaywalk) = read(message, grammar=grammar), ACCENTED[code]
    assert classified.error is None, (classified.error.line, str(classified.error))
    written = {order.verb: order for order in classified.orders}
    assert tuple(map(grammar.alphabet.write, written["GRID"].facts["layout"])) == rows
    assert grammar.write(written["JAYWALK"]) == jaywalk


@pytest.mark.parametrize("place", ["below", "above"])
@pytest.mark.parametrize("encoding", ["8bit", "quoted-printable", "base64"])
@pytest.mark.parametrize(("code", "charset"), CHARSETS)
def test_accented_rows_are_read_from_every_client_in_every_encoding(turn_mails, code, charset, encoding, place):
    typed_text, forms = ACCENTED[code][0], ("NFC", "NFD") if charset == "utf-8" else ("NFC",)
    for form in forms:
        for client in clients.HTML_CLIENTS:
            parts = client(typed_text, turn_mails["en"], place)
            for sent in (clients.sent_whole, clients.sent_as_text, clients.sent_as_html):
                if sent is clients.sent_as_text and client not in (clients.as_gmail, clients.as_thunderbird):
                    continue  # other clients never send this text alone, as its quote has no marks
                check_accented(clients.recoded(sent(parts), charset, encoding=encoding, form=form), code)
        for quote in clients.TEXT_QUOTES:
            flowed = clients.as_text(typed_text, turn_mails["fr"], place, quote=quote, encoding="flowed")
            check_accented(clients.recoded(flowed, charset, encoding=encoding, form=form), code)


@pytest.mark.parametrize("code", ["fr", "de", "es"])
def test_western_letters_are_read_without_a_declared_charset(code):
    message = clients.recoded(written_in(code), "windows-1252", encoding="8bit", is_declared=False)
    check_accented(message, code)


@pytest.mark.parametrize("charset", EASTERN)
def test_other_letters_without_a_charset_are_refused_with_how_to_write_them(charset):
    message = clients.recoded(written_in("pl"), charset, encoding="8bit", is_declared=False)
    refused = read(message, grammar=Crossing().grammar(Options(alphabet="pl")))
    assert refused.orders == ()
    assert refused.error.line == ".£.."
    assert refused.error.correct == ".[L/].."
    assert "[L/] for Ł" in str(refused.error)


def test_letters_without_a_plain_form_are_refused_with_advice_to_use_utf_8():
    message = clients.recoded(written_text("JAYWALK Γ"), "iso-8859-7", encoding="8bit", is_declared=False)
    refused = read(message, grammar=Crossing().grammar(Options(alphabet="el")))
    assert refused.error.line == "JAYWALK Ã"
    assert "Send it as plain text in UTF-8." in str(refused.error)


def test_other_letters_without_a_charset_are_harmless_in_chat():
    text = "SAY Dziękuję\nGREEN\n\nDziękuję"
    message = clients.recoded(written_text(text), "iso-8859-2", encoding="8bit", is_declared=False)
    classified = read(message, grammar=Crossing().grammar(Options(alphabet="pl")))
    assert [order.verb for order in classified.orders] == ["SAY", "GREEN"]


def written_in(code: str) -> bytes:
    return written_text(ACCENTED[code][0])


def written_text(text: str) -> bytes:
    return clients.as_text(text, clients.Quoted("", "", "", ()), "below", quote=lambda quoted: [], encoding="8bit")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_line_of_our_email_is_a_command_even_without_its_fences(turn_mails, language):
    mail = turn_mails[language]
    for line in map(line_of, [*lines_of(mail.text), *lines_of(text_of(mail.html))]):
        assert not GRAMMAR.is_command(line), line


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.stem)
def test_an_answer_as_a_real_client_writes_it_is_read_as_meant(answer, line_end):
    expected = json.loads(answer.with_suffix(".json").read_text())
    classified = hear(answer.read_bytes().replace(b"\n", line_end))
    error = as_json(classified)["error"]
    assert (error and {"line": error["line"], "try": error["try"]}) == expected.get("refused")
    assert as_json(classified)["commands"] == expected["commands"]
    assert list(classified.ignored) == expected["ignored"]
    assert list(classified.below) == expected["below"]
