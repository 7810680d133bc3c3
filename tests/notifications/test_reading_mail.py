"""Reading an email gives the same result from text, from HTML and in every encoding."""

import json
from email.message import EmailMessage
from pathlib import Path
from textwrap import fill
from typing import Any

import pytest

from games.rules.reading import Grammar
from games.rules.values import Order
from notifications.incoming.reading import as_json, read
from notifications.replies import MailFacts
from tests.notifications.answers import (
    CAKE,
    KEY_AND_CAKE,
    as_breaks,
    as_divs,
    as_outlook,
    both,
    hear,
    html,
    layout,
    plain,
    verbs,
)

CASES = json.loads((Path(__file__).parent.parent / "cases" / "mail.json").read_text())["cases"]


def check(classified: MailFacts, case: dict[str, Any]) -> None:
    assert (classified.error is not None) == case["refused"]
    if case["refused"]:
        assert classified.orders == ()
    else:
        assert verbs(classified) == case["verbs"]
        assert layout(classified) == case["layout"]


def is_flowed(case: dict[str, Any]) -> bool:
    return "flowed" in case["name"]


@pytest.mark.parametrize("encoding", ["8bit", "quoted-printable", "base64"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_every_case_reads_the_same_in_every_encoding(case, encoding):
    flowed = "; charset=utf-8; format=flowed" if is_flowed(case) else "; charset=utf-8"
    check(hear(plain(case["text"], encoding=encoding, parameters=flowed)), case)


@pytest.mark.parametrize("shape", [as_breaks, as_divs, as_outlook])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_every_case_reads_the_same_in_html(case, shape):
    check(hear(html(shape(case["text"]))), case)


@pytest.mark.parametrize("shape", [as_breaks, as_divs, as_outlook])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_every_case_reads_the_same_when_text_and_html_agree(case, shape):
    check(hear(both(case["text"], shape(case["text"]))), case)


def test_text_without_commands_is_ignored_and_listed_even_on_a_refusal():
    assert hear(plain("Hi server\nGREEN\nsee you")).ignored == ("Hi server", "see you")
    refused = hear(plain("Hi server\nJAYWALK QU\nsee you"))
    assert refused.error
    assert refused.error.line == "JAYWALK QU"
    assert refused.ignored == ("Hi server", "see you")


def test_the_json_has_the_documented_form():
    assert as_json(hear(plain(f"JAYWALK q\n{CAKE}\nThanks"))) == {
        "commands": [{"verb": "JAYWALK", "tiles": ["Q"]}, {"verb": "GRID", "layout": list(KEY_AND_CAKE)}],
        "ignored": ["Thanks"],
        "error": None,
    }
    refused = as_json(hear(plain("JAYWALK")))
    assert refused["commands"] == []
    assert set(refused["error"]) == {"line", "why", "try"}


def test_text_and_html_that_disagree_are_refused():
    assert hear(both("GREEN", "<p>UNASK</p>")).error
    assert hear(both("GREEN", "<p>JAYWALK</p>")).error
    assert verbs(hear(both("GREEN", "<p>nothing here</p>"))) == ["GREEN"]
    assert verbs(hear(both("see the other version", "<p>GREEN</p>"))) == ["GREEN"]


def test_a_say_is_read_whole_from_the_html():
    classified = hear(
        both("SAY a long line that the text\nversion breaks", "<p>SAY a long line that the text version breaks</p>")
    )
    assert classified.orders[0].facts == {"text": "a long line that the text version breaks"}


def read_told(line, phrase):
    return Order("TELL", {"to": "all", "text": line.written_after("TELL")})


LONG = "TELL how I shook the hand of somebody who had shaken the hand of the Queen of the Belgians"


@pytest.mark.parametrize(("prose", "is_one"), [({"TELL"}, True), ((), False)])
@pytest.mark.parametrize("width", [30, 70])
def test_a_command_in_prose_is_read_whole_from_the_html(prose, is_one, width):
    telling = Grammar(verbs={"TELL": read_told}, prose=frozenset(prose))
    classified = read(both(fill(LONG, width), f"<p>{LONG}</p>"), grammar=telling)
    assert (classified.error is None) == is_one
    assert [order.facts["text"] for order in classified.orders] == ([LONG.removeprefix("TELL ")] if is_one else [])


def test_attachments_are_listed_and_never_read():
    message = EmailMessage()
    message.set_content("STATUS")
    message.add_attachment("GREEN", filename="grün.txt")
    message.add_attachment(b"...", maintype="image", subtype="png")
    inner = EmailMessage()
    inner.set_content("RED")
    message.add_attachment(inner)
    classified = hear(message.as_bytes())
    assert verbs(classified) == ["STATUS"]
    assert classified.attachments == ("grün.txt", "image/png", "message/rfc822")


def test_a_bounce_has_no_commands():
    report = b"Content-Type: multipart/report; boundary=x\n\n--x\nContent-Type: text/plain\n\nGREEN\n--x--\n"
    assert hear(report).orders == ()
