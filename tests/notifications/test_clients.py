"""Replies as mail programs send them, quoting our own turn email: all are read alike, and nothing of ours is carried
out."""

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
from notifications.incoming.reading import as_json, read, text_of
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
def test_every_case_is_read_out_of_a_text_that_quotes_our_mail(turn_mails, quote, encoding, place):
    for case in CASES:
        check(hear(clients.as_text(typed(case), turn_mails["en"], place, quote=quote, encoding=encoding)), case, place)


@pytest.mark.parametrize("place", clients.PLACES)
@pytest.mark.parametrize("sent", [clients.sent_whole, clients.sent_as_html])
@pytest.mark.parametrize("client", clients.HTML_CLIENTS)
def test_every_case_is_read_out_of_html_that_quotes_our_mail(turn_mails, client, sent, place):
    for case in CASES:
        check(hear(sent(client(typed(case), turn_mails["en"], place))), case, place)


@pytest.mark.parametrize("place", clients.PLACES)
@pytest.mark.parametrize("write", [*clients.TEXT_QUOTES, *clients.HTML_CLIENTS])
def test_every_case_is_read_in_an_answer_to_a_french_mail(turn_mails, write, place):
    for case in CASES:
        if write in clients.HTML_CLIENTS:
            mail = clients.sent_whole(write(typed(case), turn_mails["fr"], place))
        else:
            mail = clients.as_text(typed(case), turn_mails["fr"], place, quote=write, encoding="quoted-printable")
        check(hear(mail), case, place)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_line_of_our_mail_is_a_command_should_both_its_fences_be_lost(turn_mails, language):
    mail = turn_mails[language]
    for line in map(line_of, [*lines_of(mail.text), *lines_of(text_of(mail.html))]):
        assert not GRAMMAR.is_command(line), line


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.stem)
def test_an_answer_as_that_client_writes_it_reads_as_its_player_meant_it(answer, line_end):
    expected = json.loads(answer.with_suffix(".json").read_text())
    classified = hear(answer.read_bytes().replace(b"\n", line_end))
    error = as_json(classified)["error"]
    assert (error and {"line": error["line"], "try": error["try"]}) == expected.get("refused")
    assert as_json(classified)["commands"] == expected["commands"]
    assert list(classified.ignored) == expected["ignored"]
    assert list(classified.below) == expected["below"]
