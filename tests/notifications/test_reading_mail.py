"""Which text of a mail is read, and that no bytes harm the reader."""

import json
from email.message import EmailMessage
from html import escape
from io import BytesIO, TextIOWrapper
from pathlib import Path
from textwrap import fill
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from games.api.orders import examples_of, read_commands
from games.rules import registry
from games.rules.crossing.kind import Crossing
from games.rules.crossing.options import Options
from games.rules.kind import Order
from games.rules.reading import Grammar
from notifications.fences import first_fence, last_fence
from notifications.inbound.reading import MailReading, read

CASES = json.loads((Path(__file__).parent.parent / "cases" / "mail.json").read_text())["cases"]
CAKE = "GRID\n..K..\n.CAKE\n..Y..\nEND"
KEY_AND_CAKE = (".K..", "CAKE", ".Y..")
OUR_MAIL = f"{first_fence()}\n\nGREEN\n| .K..\nJAYWALK X\n\n{last_fence(42, 7)}"


def hear(message: bytes) -> MailReading:
    return read(message, grammar=Crossing().grammar(Options()))


def plain(text: str, *, encoding: str = "8bit", parameters: str = "; charset=utf-8") -> bytes:
    message = EmailMessage()
    message["From"] = "anna@example.org"
    message.set_content(text, cte=encoding)
    message.replace_header("Content-Type", f"text/plain{parameters}")
    return message.as_bytes()


def html(markup: str) -> bytes:
    message = EmailMessage()
    message.set_content(markup, subtype="html")
    return message.as_bytes()


def both(text: str, markup: str) -> bytes:
    message = EmailMessage()
    message.set_content(text)
    message.add_alternative(markup, subtype="html")
    return message.as_bytes()


def as_breaks(text: str) -> str:
    return "<html><body><div>" + "<br>\n".join(_guarded(line) for line in text.splitlines()) + "</div></body></html>"


def as_divs(text: str) -> str:
    return "".join(f"<div>{_guarded(line) or '<br>'}</div>\n" for line in text.splitlines())


def as_outlook(text: str) -> str:
    style = 'class="MsoNormal" style="margin:0cm 0cm 12pt"'
    return "".join(f"<p {style}><span>{_guarded(line) or '&nbsp;'}</span></p>\n" for line in text.splitlines())


def _guarded(line: str) -> str:
    return (
        escape(line).replace("  ", " \xa0").replace("\xa0", "&nbsp;")
        if line[:1] != " "
        else "&nbsp;" + _guarded(line[1:])
    )


def verbs(classified: MailReading) -> list[str]:
    return [
        " ".join((order.verb, *order.facts.get("tiles", ()))) for order in classified.orders if order.verb != "GRID"
    ]


def layout(classified: MailReading) -> list[str] | None:
    return next((list(order.facts["layout"]) for order in classified.orders if order.verb == "GRID"), None)


def check(classified: MailReading, case: dict[str, Any]) -> None:
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
def test_every_case_reads_alike_in_every_encoding(case, encoding):
    flowed = "; charset=utf-8; format=flowed" if is_flowed(case) else "; charset=utf-8"
    check(hear(plain(case["text"], encoding=encoding, parameters=flowed)), case)


@pytest.mark.parametrize("shape", [as_breaks, as_divs, as_outlook])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_every_case_reads_alike_in_html(case, shape):
    check(hear(html(shape(case["text"]))), case)


@pytest.mark.parametrize("shape", [as_breaks, as_divs, as_outlook])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_every_case_reads_alike_where_text_and_html_agree(case, shape):
    check(hear(both(case["text"], shape(case["text"]))), case)


def test_chatter_is_ignored_and_named_also_on_a_refusal():
    assert hear(plain("Hi server\nGREEN\nsee you")).ignored == ("Hi server", "see you")
    refused = hear(plain("Hi server\nJAYWALK QU\nsee you"))
    assert refused.error
    assert refused.error.line == "JAYWALK QU"
    assert refused.ignored == ("Hi server", "see you")


def test_the_json_has_the_shape_that_others_build_on():
    assert hear(plain(f"JAYWALK q\n{CAKE}\nThanks")).as_json() == {
        "commands": [{"verb": "JAYWALK", "tiles": ["Q"]}, {"verb": "GRID", "layout": list(KEY_AND_CAKE)}],
        "ignored": ["Thanks"],
        "error": None,
    }
    refused = hear(plain("JAYWALK")).as_json()
    assert refused["commands"] == []
    assert set(refused["error"]) == {"line", "why", "try"}


@pytest.mark.parametrize(
    "body",
    [
        f"STATUS\n\n{OUR_MAIL}",
        f"{OUR_MAIL}\nSTATUS",
        "STATUS\n" + "\n".join(f"> {line}" for line in OUR_MAIL.splitlines()),
        "\n".join(f"> {line}" for line in OUR_MAIL.splitlines()) + "\nSTATUS",
        f"STATUS\n{first_fence()}\nGREEN\n{OUR_MAIL}\nRED\n{last_fence(42, 6)}",
        f"STATUS\n{first_fence()}\nGREEN\nno end of it",
        "STATUS\n> =====[ reply above or\n> below, not\n> inside ]=====\nGREEN\n> =====[ end of turn\n> mail #42.7 ]=====",
        f"{last_fence(42, 7)}\nSTATUS",
    ],
)
def test_our_own_mail_is_cut_by_its_fences(body):
    classified = hear(plain(body))
    assert verbs(classified) == ["STATUS"]
    assert classified.ignored == ()


def test_what_stands_below_the_last_fence_keeps_its_first_characters():
    assert verbs(hear(plain(f"STATUS\n> {OUR_MAIL}\n> GREEN\n> RED"))) == ["STATUS"]
    assert layout(hear(plain(f"GRID\n..K..\n.CAKE\n{OUR_MAIL}\n..Y..\nEND"))) is None
    assert verbs(hear(plain(f"HELP {OUR_MAIL} STATUS"))) == ["HELP", "STATUS"]


def test_a_verb_above_a_last_fence_without_a_first_is_refused():
    assert hear(plain(f"GREEN\n{last_fence(42, 7)}\nSTATUS")).error
    assert not hear(plain(f"| GREEN\n{last_fence(42, 7)}\nSTATUS")).error


@pytest.mark.parametrize(
    "header",
    [
        "From: Lexicon",
        "*From:* Lexicon <box@example.org>",
        "De : Lexicon <box@example.org>",
        "*Von:* Lexicon",
        "On Tue, 17 Nov 2026 at 14:05, Lexicon wrote:",
        "On Tue, 17 Nov 2026 at 14:05, Lexicon <\nbox+r-abc@example.org> wrote:",
        "Am 17.11.2026 um 14:05 schrieb Lexicon:",
        "Le mar. 17 nov. 2026 à 14:05, Lexicon a écrit :",
        "-----Original Message-----",
        "---- On Fri, 20 Nov 2026 12:00:00 +0000 Lexicon <box@example.org> wrote ----",
        "Från: Lexicon",
        "Den fre 20 nov. 2026 kl 12:00 skrev Lexicon <box@example.org>:",
        "Fra: Lexicon",
        "Op vr 20 nov. 2026 om 12:00 schreef Lexicon <box@example.org>:",
        "Op vr 20 nov. 2026 om 12:00 schreef Lexicon <\nbox@example.org>:",
        "20.11.2026 12:00, Lexicon пишет:",
        "пт, 20 нояб. 2026 г. в 12:00, Lexicon <box@example.org>:",
        "От: Lexicon",
        "2013/7/20 Lexicon <box@example.org>",
        "El vie, 20 nov 2026 a las 12:00, Lexicon escribió:",
        "__________",
        "box@example.org",
        "Lexicon <box@example.org>:",
        "Sent from my iPhone",
        "--",
    ],
)
def test_an_old_header_or_signature_ends_the_mail_once_a_command_was_read(header):
    classified = hear(plain(f"STATUS\n{header}\nGREEN"))
    assert verbs(classified) == ["STATUS"]
    assert classified.ignored == ()
    assert classified.below_the_cut == ("GREEN",)


@pytest.mark.parametrize(
    "marker",
    [
        "---------- Forwarded message ---------",
        "-------- Forwarded Message --------",
        "Begin forwarded message:",
        "-------- Weitergeleitete Nachricht --------",
        "Anfang der weitergeleiteten Nachricht:",
        "---------- Message transféré ---------",
        "Début du message transféré :",
    ],
)
def test_a_forwarded_mail_is_anothers_also_where_no_command_stands_above_it(marker):
    classified = hear(plain(f"Look at this\n\n{marker}\nFrom: Anna <anna@example.org>\nSubject: hi\n\nGREEN"))
    assert classified.orders == ()
    assert classified.ignored == ("Look at this",)
    assert classified.below_the_cut == ("GREEN",)


def test_an_old_header_above_every_command_is_chatter():
    classified = hear(plain("On Tuesday Anna wrote:\n-----\nSTATUS"))
    assert verbs(classified) == ["STATUS"]
    assert classified.ignored == ("On Tuesday Anna wrote:", "-----")


def test_a_remark_on_what_somebody_wrote_does_not_end_the_mail():
    assert verbs(hear(plain("STATUS\nOn Monday Anna wrote me a card\nGREEN"))) == ["STATUS", "GREEN"]


def test_a_row_of_dashes_among_dashed_rows_is_no_signature():
    assert layout(hear(plain("GRID\n-----\n--K--\n-CAKE\n--Y--\n-----\nEND"))) == list(KEY_AND_CAKE)
    assert layout(hear(plain("GRID\nA-\n--\n-B\nEND"))) == ["A.", "..", ".B"]


def test_text_and_html_that_disagree_are_refused():
    assert hear(both("GREEN", "<p>UNASK</p>")).error
    assert hear(both("GREEN", "<p>JAYWALK</p>")).error
    assert verbs(hear(both("GREEN", "<p>nothing here</p>"))) == ["GREEN"]
    assert verbs(hear(both("see the other version", "<p>GREEN</p>"))) == ["GREEN"]


def test_a_say_is_kept_whole_from_the_html():
    classified = hear(
        both("SAY a long line that the text\nversion breaks", "<p>SAY a long line that the text version breaks</p>")
    )
    assert classified.orders[0].facts == {"text": "a long line that the text version breaks"}


@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>GREEN</p>",
        "<template>GREEN</template>",
        "<noscript>GREEN</noscript>",
        "<select><option>GREEN</option></select>",
        "<p style='visibility: hidden'>GREEN</p>",
        "<p style='font-size:0px'>GREEN</p>",
        "<p style='mso-hide:all;color:red'>GREEN</p>",
    ],
)
def test_what_nobody_sees_is_not_read(hidden):
    assert verbs(hear(html(f"<p>STATUS</p>{hidden}<p>thank you</p>"))) == ["STATUS"]
    assert hear(html(f"<p>STATUS</p>{hidden}<p>thank you</p>")).ignored == ("thank you",)


@pytest.mark.parametrize(
    ("sheet", "shown"),
    [
        (".x-1 { color: red; display : none !important }", []),
        ("body { margin: 0 } #foot, p.x-1 { display: none }", []),
        ("<!-- .x-1 { visibility: hidden; } -->", []),
        ("p{ font-size: 0 }", []),
        (".x-1 { display: block }", ["GREEN"]),
        (".x-12, div.x-1, .x-1:hover, div .x-1 { display: none }", ["GREEN"]),
        ("@media (max-width: 600px) { .y { color: red } .x-1 { display: none } }", ["GREEN"]),
        ("@media print { .x-1 { display: none } } .x-1 { color: red }", ["GREEN"]),
        ("}}} .y { color: red } .x-1 { display: none", []),
    ],
)
def test_what_a_style_sheet_hides_for_everybody_is_not_read(sheet, shown):
    page = f"<style>{sheet}</style><div>STATUS</div><p class='y x-1' id='foot'>GREEN</p><p class='z'>bye</p>"
    hidden_too = "p{" in sheet.replace(" ", "")
    assert verbs(hear(html(page))) == ["STATUS", *shown]
    assert hear(html(page)).ignored == (() if hidden_too else ("bye",))


@pytest.mark.parametrize(
    "signature",
    [
        '<div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature">{}</div>',
        '<div id="Signature"><div class="elementToProof">{}</div></div>',
        '<div id="ms-outlook-mobile-signature">{}</div>',
        '<div id="AppleMailSignature" dir="ltr">{}</div>',
        '<pre class="moz-signature" cols="72">{}</pre>',
        '<div class="protonmail_signature_block"><div class="protonmail_signature_block-user">{}</div></div>',
        '<div class="ydp1f2e3d4csignature">{}</div>',
        '<div class="k9mail-signature">{}</div>',
        '<div id="composer_signature"><div>{}</div></div>',
        '<p class="fairemail_signature">{}</p>',
    ],
)
def test_what_stands_in_an_element_for_signatures_is_below_the_cut(signature):
    signed = signature.format("Boris<br>Green<br>Help")
    classified = hear(html(f"<div>STATUS</div><br>{signed}<div>SAY hello</div>"))
    assert verbs(classified) == ["STATUS", "SAY"]
    assert classified.ignored == ()
    assert classified.below_the_cut == ("GREEN", "HELP")
    quoted = f'<div class="gmail_quote">On Tuesday Lexicon wrote:<br>{as_breaks(OUR_MAIL)}</div>'
    assert verbs(hear(html(f"<div>STATUS</div>{signed}{quoted}<p>HELP</p>"))) == ["STATUS", "HELP"]


def test_a_command_in_the_place_for_a_signature_counts_where_the_text_has_it_too():
    assert verbs(hear(both("GREEN\n", '<div id="Signature">GREEN</div>'))) == ["GREEN"]
    assert hear(both("STATUS\nGREEN", '<div>STATUS</div><div id="Signature">GREEN</div>')).error


def test_the_dashes_above_a_signature_stay_where_they_are():
    signed = '<span class="gmail_signature_prefix">-- </span><br><div class="gmail_signature">Boris</div>'
    assert verbs(hear(html(f"<div>STATUS</div>{signed}<div>GREEN</div>"))) == ["STATUS"]


@pytest.mark.parametrize(
    "quote",
    [
        '<blockquote type="cite">{}</blockquote>',
        '<blockquote class="mailru-blockquote">{}</blockquote>',
        '<div class="ydp1yahoo_quoted">{}</div>',
        '<div name="quote" style="margin:10px">{}</div>',
        '<div class="gmail_extra">{}</div>',
        '<div class="zmail_extra">{}</div>',
        '<span id="OLK_SRC_BODY_SECTION">{}</span>',
        '<div id="mail-editor-reference-message-container">{}</div>',
        '<div class="ms-outlook-mobile-reference-message">{}</div>',
        '<div name="messageReplySection">{}</div>',
        '<div class="moz-forward-container">{}</div>',
        '<div id="aolReplacedBody">{}</div>',
    ],
)
def test_what_stands_in_an_element_for_quotations_is_anothers(quote):
    classified = hear(
        html(f"<div>STATUS</div>{quote.format('<div>Anna wrote to me:</div><div>GREEN</div>')}<p>bye</p>")
    )
    assert verbs(classified) == ["STATUS"]
    assert classified.ignored == ("bye",)


@pytest.mark.parametrize("between", ["<hr>", "<br>", "<section></section>", "<fieldset></fieldset>", "<table></table>"])
def test_what_a_reader_sees_on_two_lines_is_two_lines(between):
    assert verbs(hear(html(f"GREEN{between}STATUS"))) == ["GREEN", "STATUS"]


def test_quoting_elements_are_dropped_but_for_what_stands_below_the_last_fence_in_them():
    quoted = as_breaks(OUR_MAIL)
    assert verbs(hear(html(f"STATUS<blockquote type='cite'>GREEN<br>{CAKE}</blockquote>"))) == ["STATUS"]
    assert verbs(
        hear(html(f"<div class='gmail_quote'>On Tuesday Lexicon wrote:<br>GREEN<br>{quoted}<p>STATUS</p></div>"))
    ) == ["STATUS"]
    nested = f"<div class=gmail_quote>GREEN<blockquote type=cite>{quoted}STATUS<blockquote type=cite>RED</blockquote></blockquote></div>"
    assert verbs(hear(html(nested))) == ["STATUS"]


@pytest.mark.parametrize("charset", ["x-unknown", "us-ascii", "punycode", "hex", "a\x00b", "utf-8"])
def test_any_charset_is_read_somehow(charset):
    head = b"Content-Type: text/plain; charset=" + charset.encode() + b"\n\n"
    assert verbs(hear(head + "STATUS\nSAY Grüße\n".encode())) == ["STATUS", "SAY"]
    assert hear(head + "STATUS\nSAY Grüße\n".encode("cp1252")).orders[-1].verb == "SAY"


@pytest.mark.parametrize("charset", ["unicode_escape", "unicode-escape", "raw-unicode-escape", "RAW_UNICODE_ESCAPE"])
def test_a_codec_of_pythons_is_no_charset(charset):
    escaped = "".join(f"\\u{ord(character):04x}" for character in "GREEN")
    classified = hear(f"Content-Type: text/plain; charset={charset}\n\n{escaped}\n".encode())
    assert classified.orders == ()
    assert classified.ignored == (escaped,)


def test_latin_1_is_read_as_what_it_mostly_is():
    head = b"Content-Type: text/plain; charset=iso-8859-1\n\n"
    assert layout(hear(head + b"GRID\n\x85K.\n..CAKE\n\x85Y\nEND")) == list(KEY_AND_CAKE)


@pytest.mark.parametrize("character", "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
def test_only_line_ends_end_a_quoted_line(character):
    said = f"> Anna: hello{character}GREEN"
    assert hear(plain(f"STATUS\n{said}\n", encoding="base64")).orders == (Order("STATUS"),)
    assert hear(html(f"<p>STATUS</p><p>{escape(said)}</p>")).orders == (Order("STATUS"),)


def test_attachments_are_named_and_never_read():
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


def test_a_bounce_says_nothing():
    report = b"Content-Type: multipart/report; boundary=x\n\n--x\nContent-Type: text/plain\n\nGREEN\n--x--\n"
    assert hear(report).orders == ()


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
def test_a_bomb_gives_an_answer(bomb):
    assert isinstance(hear(bomb), MailReading)


@settings(max_examples=150, deadline=None)
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
def test_no_bytes_make_the_reader_raise(noise, head):
    assert isinstance(hear(head + noise), MailReading)


@settings(max_examples=150, deadline=None)
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
def test_no_mixture_of_lines_makes_the_reader_raise(lines):
    for message in (plain("\n".join(lines)), html(as_breaks("\n".join(lines)))):
        assert isinstance(hear(message), MailReading)


def test_the_command_prints_what_was_read(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(plain("STATUS\nThanks"))))
    call_command("read_mail", kind="crossing")
    assert json.loads(capsys.readouterr().out) == {
        "commands": [{"verb": "STATUS"}],
        "ignored": ["Thanks"],
        "error": None,
    }


@pytest.mark.parametrize("kind", registry.KINDS)
def test_the_command_prints_the_shapes_that_programs_send(kind, monkeypatch, capsys):
    rules = registry.kind(kind)
    spoken = rules.grammar(rules.options_type())
    for form in (form for forms in examples_of(spoken).values() for form in forms):
        (order,) = read_commands([form], spoken)
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(plain(spoken.write(order)))))
        call_command("read_mail", kind=kind)
        assert json.loads(capsys.readouterr().out) == {"commands": [form], "ignored": [], "error": None}


def read_told(line, phrase):
    return Order("TELL", {"to": "all", "text": line.written_after("TELL")})


LONG = "TELL how I shook the hand of somebody who had shaken the hand of the Queen of the Belgians"


@pytest.mark.parametrize(("prose", "is_one"), [({"TELL"}, True), ((), False)])
@pytest.mark.parametrize("width", [30, 70])
def test_an_order_in_prose_is_whole_in_the_html(prose, is_one, width):
    telling = Grammar(verbs={"TELL": read_told}, prose=frozenset(prose))
    classified = read(both(fill(LONG, width), f"<p>{LONG}</p>"), grammar=telling)
    assert (classified.error is None) == is_one
    assert [order.facts["text"] for order in classified.orders] == ([LONG.removeprefix("TELL ")] if is_one else [])


def test_half_characters_and_nul_do_no_harm():
    classified = hear(plain("SAY a\0b +2AA-", parameters="; charset=utf-7"))
    assert json.dumps(classified.as_json()).encode()
    assert classified.orders[0].facts["text"] == "ab ?"
