"""The mail reader against random input: it never raises, its results can be stored, and nothing quoted is carried
out. Cases found by longer fuzzing runs are kept here."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.crossing.kind import Crossing
from games.rules.crossing.options import Options
from games.rules.reading import scan
from games.rules.values import Order
from notifications.incoming.reading import as_json, read
from notifications.incoming.reply_text import PRIVATE
from notifications.replies import MailFacts, first_fence, last_fence, letters_of
from tests.notifications import clients

GRAMMAR = Crossing().grammar(Options())
FENCES = (letters_of(first_fence()), letters_of(last_fence("", 0)))

HEADS = {
    "no head": b"",
    "text": b"Content-Type: text/plain; charset=utf-8\n\n",
    "flowed": b"Content-Type: text/plain; charset=utf-8; format=flowed\n\n",
    "html": b"Content-Type: text/html; charset=utf-8\n\n",
    "quoted-printable": b"Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n",
    "base64": b"Content-Type: text/plain; charset=utf-16\nContent-Transfer-Encoding: base64\n\n",
    "both": b"Content-Type: multipart/alternative; boundary=x\n\n--x\n\nGREEN\n--x\nContent-Type: text/html\n\n",
    "charset": b"Content-Type: text/plain; charset=",
    "name": b"Content-Type: text/plain; name*0*=",
}
LINES = [
    "GREEN", "RED", "STATUS", "UNASK", "JAYWALK Q", "SAVE", "SAY hello", "JOIN", "GRID", "END", "..K..", ".CAKE", "| A.|",
    "CAKE", "8H KEY", "8H", "—", "-----", "--", "", "  ", "Thanks", "Anna", "> GREEN", "On Monday Anna wrote:", "a@b.example:",
    "GREEN please", "Join me", "“STATUS”", "1. ..K", "Hi, RED", "GREEN 🙂",
    "1. GREEN", "GRID ..K.. .CAKE", "GRID h8 key", first_fence(), last_fence(4, 2), f"> {first_fence()}", *PRIVATE,
]  # fmt: skip
TAGS = [
    "<br>", "<div>", "</div>", "<p>", "</p>", "<blockquote type=cite>", "</blockquote>", "<div class=gmail_quote>", "<pre>",
    "</pre>", "<table><tr><td>", "</td></tr></table>", "<!--", "-->", "&nbsp;", "&#1;", "&#xd800;", "&amp;lt;", "<style>",
    "</style>", "<b>", "</b>", "<p style='white-space:pre\x01'>", "<textarea>", "<li>", "<title>", "<o:p></o:p>", "<![CDATA[",
]  # fmt: skip

mixtures = st.lists(st.one_of(st.sampled_from(LINES), st.text(max_size=12)), max_size=16).map("\n".join)
pages = st.lists(st.one_of(st.sampled_from([*LINES, *TAGS]), st.text(max_size=8)), max_size=24).map("".join)


def hear(message: bytes) -> MailFacts:
    return read(message, grammar=GRAMMAR)


def check(message: bytes) -> None:
    """Check what must be true for every reading."""
    classified = hear(message)
    assert classified == hear(message) or classified.error
    assert json.loads(json.dumps(as_json(classified), ensure_ascii=False).encode()) == as_json(classified) | {
        "commands": json.loads(json.dumps(as_json(classified)["commands"]))
    }
    assert not (classified.error and classified.orders)
    assert not (classified.error and not classified.error.correct)
    for text in (*classified.ignored, *classified.attachments, *classified.below):
        text.encode()


@pytest.mark.parametrize(
    "found",
    [
        HEADS["html"] + b"<div style='white-space:pre\x0b'>GREEN</div>",
        HEADS["text"] + b"a@b.example:\nGRID ..K.. .CAKE",
    ],
    ids=range(2),
)
def test_earlier_findings_of_the_fuzzer_no_longer_crash(found):
    check(found)


@settings(max_examples=150)
@given(st.sampled_from(list(HEADS)), st.binary(max_size=300))
def test_no_bytes_crash_the_reader(head, noise):
    check(HEADS[head] + noise)


@settings(max_examples=100)
@given(st.sampled_from(["text", "flowed"]), mixtures)
def test_no_mixture_of_lines_crashes_the_reader(head, text):
    check(HEADS[head] + text.encode("utf-8", "replace"))


@settings(max_examples=150)
@given(st.sampled_from(["html", "both"]), pages)
def test_no_mixture_of_tags_crashes_the_reader(head, page):
    check(HEADS[head] + page.encode("utf-8", "replace"))


TYPED = [line for line in LINES if line not in PRIVATE and "=====[" not in line]
TYPED += [
    "  ..K", "..K  ", ". . K", "C A K E", "  - GREEN", "*GREEN*", "a < b & c", "8H KEY, 9H A", "| K | A |", "SAY a  b", "END.",
    "1 ..K", "_K_", "--K", "tabs\there", "\xa0", "From: me", "Sent from my iPhone", "hello there", "...", "Best", "&amp;",
]  # fmt: skip
OF_OURS = clients.Quoted(
    f"{first_fence()}\nGREEN\n{last_fence(4, 2)}",
    f"<body><p>{first_fence()}</p><p>GREEN</p><p>{last_fence(4, 2)}</p></body>",
    *clients.ENGLISH,
)


@settings(max_examples=60)
@given(
    st.sampled_from(clients.HTML_CLIENTS),
    st.sampled_from(["below", "above"]),
    st.lists(st.sampled_from(TYPED), max_size=12),
)
def test_text_and_html_of_an_email_never_mean_different_things(client, place, lines):
    parts = client("\n".join(["Good evening", *lines]), OF_OURS, place)
    text, html, whole = (
        hear(sent) for sent in (clients.sent_as_text(parts), clients.sent_as_html(parts), clients.sent_whole(parts))
    )
    is_refused = bool(text.error or html.error)  # Word's text has a gap after every line, which may end a layout
    assert bool(whole.error) == is_refused
    assert is_refused or text.orders == html.orders == whole.orders


def holds_no_fence(text: str) -> bool:
    return not any(fence in letters_of(text) for fence in FENCES)


@settings(max_examples=100)
@given(mixtures.filter(holds_no_fence))
def test_commands_come_only_from_the_players_own_lines(text):
    quoted = "".join(f"> {line}\n" for line in text.splitlines())
    fenced = f"{first_fence()}\n{text}\n{last_fence(4, 2)}\n"
    for body in (quoted, fenced, f"{fenced}{quoted}", f"Good evening\n\n{fenced}"):
        assert hear(HEADS["text"] + body.encode("utf-8", "replace")).orders == ()


def written(order: Order) -> str:
    match order.verb:
        case "GRID":
            return "\n".join(["GRID", *(f"|{row}|" for row in order.facts["layout"] or (".",)), "END"])
        case "JAYWALK":
            return f"JAYWALK {order.facts['tiles'][0]}"
        case "SAY":
            return f"SAY {order.facts['text']}"
        case "JOIN":
            return f"JOIN {order.facts.get('cut', '')}"
    return order.verb


@settings(max_examples=150)
@given(mixtures)
def test_parsed_commands_parse_again_to_the_same(text):
    orders = scan(text.splitlines(), GRAMMAR.ignoring_case()).orders
    again = scan("\n".join(map(written, orders)).splitlines(), GRAMMAR.ignoring_case())
    assert again.orders == orders
    assert again.ignored == ()
