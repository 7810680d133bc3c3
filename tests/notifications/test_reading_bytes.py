"""Charsets, broken bytes and bombs: whatever the bytes of an email, its reader gives a result."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notifications.incoming.reading import as_json
from notifications.replies import MailFacts, first_fence, last_fence
from tests.notifications.answers import CAKE, KEY_AND_CAKE, as_breaks, hear, html, layout, plain, verbs


@pytest.mark.parametrize("charset", ["x-unknown", "us-ascii", "punycode", "hex", "a\x00b", "utf-8"])
def test_any_charset_is_read_somehow(charset):
    head = b"Content-Type: text/plain; charset=" + charset.encode() + b"\n\n"
    assert verbs(hear(head + "STATUS\nSAY Grüße\n".encode())) == ["STATUS", "SAY"]
    assert hear(head + "STATUS\nSAY Grüße\n".encode("cp1252")).orders[-1].verb == "SAY"


@pytest.mark.parametrize("charset", ["unicode_escape", "unicode-escape", "raw-unicode-escape", "RAW_UNICODE_ESCAPE"])
def test_a_python_codec_is_not_a_charset(charset):
    escaped = "".join(f"\\u{ord(character):04x}" for character in "GREEN")
    classified = hear(f"Content-Type: text/plain; charset={charset}\n\n{escaped}\n".encode())
    assert classified.orders == ()
    assert classified.ignored == (escaped,)


def test_latin_1_is_read_as_windows_1252():
    head = b"Content-Type: text/plain; charset=iso-8859-1\n\n"
    assert layout(hear(head + b"GRID\n\x85K.\n..CAKE\n\x85Y\nEND")) == list(KEY_AND_CAKE)


@pytest.mark.parametrize(
    "bomb",
    [
        b"Content-Type: text/html\n\n" + b"<!--" * 100_000,
        b"Content-Type: text/html\n\n" + b"<div class=quote>" * 25_000,
        b"Content-Type: text/html\n\n" + b"<table><tr><td>" * 30_000,
        b"Content-Type: text/html\n\n" + b"<b>a</b>" * 60_000,
        b"Content-Type: text/html\n\n" + b"<b class=signature>a</b>b" * 20_000,
        b"Content-Type: text/html\n\n" + b"<b id=signature>" * 30_000,
        b"Content-Type: text/html\n\n<style>" + b"a{" * 100_000 + b"a,}" * 100_000 + b"</style>a",
        b"Content-Type: text/html\n\n<frameset class=signature><frame name=signature></frameset>GREEN",
        b"Content-Type: text/html\n\n" + b"&" * 500_000,
        b"Content-Type: text/plain; charset=utf-8\n\n" + "a\u0316\u0301".encode() * 12_000,
        b"Content-Type: text/plain\n\n" + b"GRID\n" * 12_000,
        b"Content-Type: text/plain\n\n" + b"GREEN " * 10_000,
        b"Content-Type: text/plain\n\n" + b"reply above " * 5_000,
        b"Content-Type: text/plain\n\nGRID " + b"| " * 30_000,
        b"Content-Type: text/plain\n\nGREEN\nGRID\n" + b"--\n" * 20_000,
        b"Content-Type: text/plain\n\n" + b"\n" * 60_000 + first_fence().encode(),
        b"Content-Type: text/plain; " + b'a="' * 20_000 + b"\n\nGREEN",
        b"Content-Type: multipart/mixed; boundary*0=a; boundary*=b\n\n--a\n",
        b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (i, i) for i in range(2000)),
    ],
    ids=range(19),
)
def test_costly_input_does_not_crash_the_reader(bomb):
    assert isinstance(hear(bomb), MailFacts)


@settings(max_examples=150)
@given(
    st.binary(max_size=400),
    st.sampled_from(
        [
            b"",
            b"Content-Type: text/html\n\n",
            b"Content-Type: text/plain; charset=",
            b"Content-Type: multipart/mixed; boundary=x\n\n--x\n",
        ]
    ),
)
def test_no_bytes_crash_the_reader(noise, head):
    assert isinstance(hear(head + noise), MailFacts)


@settings(max_examples=150)
@given(
    st.lists(
        st.sampled_from(
            [
                *CAKE.splitlines(),
                "",
                "--",
                "> GREEN",
                first_fence(),
                last_fence(1, 2),
                "GREEN",
                "8H KEY",
                "Anna",
                "On x wrote:",
                "\ue001",
                "a@b:",
            ]
        ),
        max_size=14,
    )
)
def test_no_mixture_of_lines_crashes_the_reader(lines):
    for message in (plain("\n".join(lines)), html(as_breaks("\n".join(lines)))):
        assert isinstance(hear(message), MailFacts)


def test_lone_surrogates_and_nul_are_harmless():
    classified = hear(plain("SAY a\0b +2AA-", parameters="; charset=utf-7"))
    assert json.dumps(as_json(classified)).encode()
    assert classified.orders[0].facts["text"] == "ab ?"
