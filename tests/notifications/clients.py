"""Replies as mail programs write them: each a function from the text that a person typed, the email they reply to,
and the place where they typed it, to the bytes sent. Only shapes; the expected readings are in the tests."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cached_property
from html import escape
from unicodedata import normalize

PLACES = ("below", "above", "around", "inside")
"""The position of our email: below the typed text, above it, between a remark and it, or around it."""

HEADERS = b"""From: Boris <boris@example.org>
To: box+r-abc@lexicon.example
Subject: Re: Lexicon game 1: your board against Anna
"""
REMARK = "A fine evening to all of you"


@dataclass(frozen=True)
class Quoted:
    """A turn email of ours as quoted in a reply, and the line with which clients introduce it in its language."""

    text: str
    html: str
    introduction: str
    old_headers: tuple[str, ...]

    @cached_property
    def body(self) -> str:
        """The content of the HTML's body."""
        return re.sub(r"(?s).*<body[^>]*>|</body>.*", "", self.html)


ENGLISH = (
    "On Fri, Nov 20, 2026 at 12:00 PM Lexicon <turns@lexicon.example> wrote:",
    (
        "From: Lexicon <turns@lexicon.example>",
        "Sent: Friday, November 20, 2026 12:00 PM",
        "To: Boris <boris@example.org>",
        "Subject: Lexicon game 1: your board against Anna",
    ),
)
FRENCH = (
    "Le ven. 20 nov. 2026 à 12:00, Lexicon <turns@lexicon.example> a écrit :",
    (
        "De : Lexicon <turns@lexicon.example>",
        "Envoyé : vendredi 20 novembre 2026 12:00",
        "À : Boris <boris@example.org>",
        "Objet : Lexicon partie 1 : votre grille contre Anna",
    ),
)


def arranged(typed: list[str], quote: list[str], place: str) -> list[str]:
    """Return the typed and quoted lines or blocks, separated by an empty one."""
    if place == "below":
        return [*typed, "", *quote]
    if place == "above":
        return [*quote, "", *typed]
    if place == "around":
        return [REMARK, "", *quote, "", *typed]
    half = len(quote) // 2
    return [*quote[:half], "", *typed, "", *quote[half:]]


def prefixed(quoted: Quoted) -> list[str]:
    return [quoted.introduction, *(f"> {line}".rstrip() for line in quoted.text.splitlines())]


def prefixed_again(quoted: Quoted) -> list[str]:
    """Quote like a client that breaks long lines."""
    return [quoted.introduction, "", *(f">{line}" for long in quoted.text.splitlines() for line in _broken(long, 34))]


def unmarked(quoted: Quoted) -> list[str]:
    return ["-----Original Message-----", *quoted.old_headers, "", *quoted.text.splitlines()]


def bare(quoted: Quoted) -> list[str]:
    return quoted.text.splitlines()


TEXT_QUOTES = (prefixed, prefixed_again, unmarked, bare)


def as_text(typed: str, quoted: Quoted, place: str, *, quote: Callable[[Quoted], list[str]], encoding: str) -> bytes:
    """Write a plain text email. `encoding` is a transfer encoding, or "flowed", as Thunderbird sends."""
    lines = arranged(typed.splitlines(), quote(quoted), place)
    if encoding == "flowed":
        return _sent({"plain": "\n".join(_stuffed(line) for line in lines)}, flowed=True)
    return _sent({"plain": "\n".join(lines)}, encoding=encoding)


def as_gmail(typed: str, quoted: Quoted, place: str) -> dict[str, str]:
    first, *more = typed.splitlines()
    written = [_nbsp(first), *(f"<div>{_nbsp(line) or '<br>'}</div>" for line in more)]
    introduced = f'<div dir="ltr" class="gmail_attr">{_linked(quoted.introduction)}<br></div>'
    style = "margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"
    below = _within(_blocks(quoted.body), written, place)
    quote = (
        '<br><div class="gmail_quote gmail_quote_container">'
        f'{introduced}<blockquote class="gmail_quote" style="{style}"><u></u>{below}</blockquote></div>'
    )
    blocks = arranged([f'<div dir="ltr">{"".join(written)}</div>'], [quote], "below" if place == "inside" else place)
    html = quote if place == "inside" else "".join(block or "<div><br></div>" for block in blocks)
    return {"plain": _alternative(typed, prefixed(quoted), place), "html": html}


def as_outlook(typed: str, quoted: Quoted, place: str) -> dict[str, str]:
    """Write HTML like Outlook, which uses Word: one paragraph per line, the source broken at spaces, headers instead
    of quote marks."""
    written = [_word(line) for line in typed.splitlines()]
    headers = "<br>".join(
        f"<b>{name}:</b>{_nbsp(rest)}" for name, _, rest in (h.partition(":") for h in quoted.old_headers)
    )
    rule = (
        '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in">'
        f'<p class="MsoNormal">{headers}<o:p></o:p></p></div></div>'
    )
    body = _within(_blocks(quoted.body.replace("<p ", '<p class="MsoNormal" ')), written, place)
    quote = [rule, _word(""), f'<div><div style="max-width:414.0pt">{body}</div></div>']
    blocks = quote if place == "inside" else arranged(written, quote, place)
    html = "\n".join(block or _word("") for block in blocks)
    page = f'<html xmlns:o="urn:x"><head><style><!--\np.MsoNormal\n\t{{margin:0in;}}\n--></style></head><body lang="EN-US" link="#0563C1"><div class="WordSection1">{html}</div></body></html>'
    lines = _alternative(typed, [*quoted.old_headers, "", *quoted.text.splitlines()], place).splitlines()
    return {"plain": "\n\n".join(lines), "html": page}


def as_apple_mail(typed: str, quoted: Quoted, place: str) -> dict[str, str]:
    first, *more = typed.splitlines()
    written = [_nbsp(first), *(f"<div>{_nbsp(line) or '<br>'}</div>" for line in more)]
    body = _within(_blocks(quoted.body), [f"<div>{''.join(written)}</div>"], place)
    quote = (
        f'<div><br><blockquote type="cite"><div>{escape(quoted.introduction)}</div>'
        f'<br class="Apple-interchange-newline"><div><div style="margin:0">{body}</div></div></blockquote></div><br>'
    )
    blocks = [quote] if place == "inside" else arranged(["".join(written)], [quote], place)
    html = "".join(block or "<div><br></div>" for block in blocks)
    page = f'<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">{html}</body></html>'
    cited = ["", *(f"> {line}" for line in [quoted.introduction, "", *quoted.text.splitlines()])]
    return {"plain": _alternative(typed, cited, place), "html": page}


def as_thunderbird(typed: str, quoted: Quoted, place: str) -> dict[str, str]:
    written = "<p>" + "<br>\n      ".join(_nbsp(line) for line in typed.splitlines()) + "\n    </p>"
    title = "<meta http-equiv='content-type' content='text/html; charset=utf-8'><title>Lexicon GREEN</title>"
    body = _within(_blocks(quoted.body), [written], place)
    quote = (
        f'<div class="moz-cite-prefix">{_linked(quoted.introduction)}<br></div>\n'
        f'<blockquote type="cite" cite="mid:1@lexicon.example">{title}{body}</blockquote>'
    )
    blocks = [quote] if place == "inside" else arranged([written], [quote], place)
    html = "\n".join(block or "<br>" for block in blocks)
    page = f"<!DOCTYPE html>\n<html>\n  <head>\n    <title></title></head>\n  <body>\n    {html}\n  </body>\n</html>"
    return {"plain": _alternative(typed, prefixed(quoted), place), "html": page}


def as_yahoo(typed: str, quoted: Quoted, place: str) -> dict[str, str]:
    written = [f'<div dir="ltr" data-setdir="false">{_nbsp(line) or "<br>"}</div>' for line in typed.splitlines()]
    body = _within(_blocks(quoted.body), written, place)
    quote = (
        '<div id="ydp1_yahoo_quoted_1" class="ydp1yahoo_quoted"><div style="font-size:13px;color:#26282a;">'
        f"<div>{escape(quoted.introduction)}</div><div><br></div><div><br></div>"
        f'<div><div id="ydp2yiv1">{body}</div></div></div></div>'
    )
    blocks = [quote] if place == "inside" else arranged(written, [quote], place)
    html = "".join(block or "<div><br></div>" for block in blocks)
    page = (
        f'<html><head></head><body><div class="ydp1yahoo-style-wrap" style="font-size:16px;">{html}</div></body></html>'
    )
    indented = [f"   {quoted.introduction}  ", " ", *(f" {line}" for line in quoted.text.splitlines())]
    return {"plain": _alternative(typed, indented, place), "html": page}


HTML_CLIENTS = (as_gmail, as_outlook, as_apple_mail, as_thunderbird, as_yahoo)


def sent_whole(parts: dict[str, str]) -> bytes:
    """Send both versions, as these clients do."""
    return _sent(parts, encoding="quoted-printable")


def sent_as_text(parts: dict[str, str]) -> bytes:
    return _sent({"plain": parts["plain"]})


def sent_as_html(parts: dict[str, str]) -> bytes:
    """Send the HTML alone, as a client does if configured so."""
    return _sent({"html": parts["html"]}, encoding="base64")


def recoded(
    message: bytes, charset: str, *, encoding: str = "quoted-printable", form: str = "NFC", is_declared: bool = True
) -> bytes:
    """Return an email with its texts in this charset, transfer encoding and Unicode form. Characters that the charset
    lacks are replaced, as clients do."""
    mail = message_from_bytes(message, policy=policy.default)
    for part in mail.walk():
        if part.get_content_maintype() == "text":
            kept = {name: part.get_param(name) for name in ("format",) if part.get_param(name)}
            text = normalize(form, part.get_content())
            raw = text.encode(charset, "xmlcharrefreplace" if part.get_content_subtype() == "html" else "replace")
            part.set_content(raw, "text", part.get_content_subtype(), cte=encoding)
            for name, value in (kept | ({"charset": charset} if is_declared else {})).items():
                part.set_param(name, value)
    return mail.as_bytes()


def _sent(parts: dict[str, str], *, encoding: str = "8bit", flowed: bool = False) -> bytes:
    mail = EmailMessage()
    (subtype, content), *others = parts.items()
    mail.set_content(content, subtype=subtype, cte=encoding)
    if flowed:
        mail.set_param("format", "flowed")
    for subtype, content in others:
        mail.add_alternative(content, subtype=subtype, cte=encoding)
    return HEADERS + mail.as_bytes()


def _alternative(typed: str, quote: list[str], place: str) -> str:
    return "\n".join(arranged(typed.splitlines(), quote, place))


def _stuffed(line: str) -> str:
    return f" {line}" if line.startswith((" ", "From ")) else line


def _broken(line: str, width: int) -> list[str]:
    """Break a line at spaces, as a client does."""
    parts = [""]
    for word in line.split(" "):
        if len(parts[-1]) + len(word) > width and parts[-1].strip():
            parts.append("")
        parts[-1] += f"{word} "
    return [part.rstrip() for part in parts]


def _nbsp(line: str) -> str:
    """Write spaces as editors do: every second of several, and one at either end, is non-breaking."""
    return re.sub(r"^ | (?= )| $", "&nbsp;", escape(line.replace("\xa0", " "))) if line.strip() else ""


def _word(line: str) -> str:
    """Write a paragraph like Word, with its source broken at spaces."""
    inner = re.sub(r"(?<=\S) (?=\S)", "\r\n", _nbsp(line)) if len(line) > 40 else _nbsp(line)
    return f'<p class="MsoNormal"><span lang="EN-GB">{inner or "&nbsp;"}<o:p></o:p></span></p>'


def _linked(line: str) -> str:
    return re.sub(r"&lt;(.*?)&gt;", r'&lt;<a href="mailto:\1" target="_blank">\1</a>&gt;', escape(line))


def _blocks(html: str) -> list[str]:
    """Split our HTML in two, between paragraphs near its middle."""
    cut = html.index("<p", len(html) // 2)
    return [html[:cut], html[cut:]]


def _within(quote: list[str], written: list[str], place: str) -> str:
    return "".join(
        [quote[0], *(f"<div>{line or '<br>'}</div>" for line in written), quote[1]] if place == "inside" else quote
    )
