"""Hostile or damaged emails: each a function from sender and recipient to bytes. None has a valid order: every GREEN
in them is where no player writes."""

import base64
import zlib
from collections.abc import Callable

from notifications.incoming.reply_text import PRIVATE
from notifications.replies import first_fence, last_fence

Attack = Callable[[str, str], bytes]
ATTACKS: dict[str, Attack] = {}

PLAIN = b"Content-Type: text/plain; charset=utf-8\n"
HTML = b"Content-Type: text/html; charset=utf-8\n"


def _mail(*parts: bytes, sender: str, to: str) -> bytes:
    return b"From: %s\nTo: %s\nMessage-ID: <1@elsewhere.example>\n%s" % (sender.encode(), to.encode(), b"".join(parts))


def _add(name: str, *parts: bytes) -> None:
    """Add an email with correct From, To and Message-ID headers, followed by these header lines and this body."""
    ATTACKS[name] = lambda sender, to: _mail(*parts, sender=sender, to=to)


def _text(name: str, body: str | bytes) -> None:
    _add(f"text: {name}", PLAIN, b"\n", body if isinstance(body, bytes) else body.encode("utf-8", "surrogatepass"))


def _html(name: str, body: str | bytes) -> None:
    _add(f"html: {name}", HTML, b"\n", body if isinstance(body, bytes) else body.encode("utf-8", "surrogatepass"))


def _multipart(boundary: bytes, *parts: bytes, subtype: bytes = b"mixed", more: bytes = b"") -> bytes:
    head = b'Content-Type: multipart/%s; boundary="%s"%s\n\n' % (subtype, boundary, more)
    return head + b"".join(b"--%s\n%s\n" % (boundary, part) for part in parts) + b"--%s--\n" % boundary


def _nested(deep: int, inner: bytes) -> bytes:
    opened = (b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(deep))
    return b"".join(opened) + inner


# --- parts and boundaries
_add("a hundred thousand parts", _multipart(b"x", *[b"\nGREEN"] * 100_000))
_add("a hundred thousand typed parts", _multipart(b"x", *[PLAIN + b"\n"] * 20_000))
_add(
    "a hundred thousand parts without a line feed", _multipart(b"x", *[b"\nGREEN"] * 100_000).replace(b"\n--", b"\r--")
)
_add("three thousand deep", _nested(3_000, b"\nGREEN\n"))
_add("ten deep, then a thousand of one boundary", _nested(9, b"--b0\n" * 1_000))
_add("messages within messages", b"Content-Type: message/rfc822\n\n" * 3_000, b"\nGREEN\n")
_add("a forwarded mail", _multipart(b"x", b"Content-Type: message/rfc822\n\nSubject: hi\n\nGREEN\n"))
_add("a mail in pieces", b'Content-Type: message/partial; id="x"; number=1; total=2\n\nGREEN\n')
_add("a body that is elsewhere", b"Content-Type: message/external-body; access-type=URL\n\n\nGREEN\n")
_add("no boundary", b"Content-Type: multipart/mixed\n\n--x\n\nGREEN\n--x--\n")
_add("an empty boundary", b'Content-Type: multipart/mixed; boundary=""\n\n--\nContent-Type: image/png\n\nGREEN\n----\n')
_add("a wrong boundary", b"Content-Type: multipart/mixed; boundary=x\n\n--y\n\nGREEN\n--y--\n")
_add("a boundary of ten thousand characters", _multipart(b"y" * 10_000, b"Content-Type: image/png\n\nGREEN"))
_add("boundaries that begin alike", _multipart(b"x", _multipart(b"xx", b"Content-Type: image/png\n\nGREEN")))
_add("text above the first part and below the last", _multipart(b"x", HTML + b"\nhello\n") + b"GREEN\n")
_add("a boundary in pieces", b"Content-Type: multipart/mixed; boundary*0=a; boundary*=b\n\n--a\n\nGREEN\n")
_add("no parts at all", b"Content-Type: multipart/alternative; boundary=x\n\n")
_add(
    "parts of no known type",
    _multipart(b"x", b"Content-Type: text/calendar\n\nGREEN", b"Content-Type: text/x-amp-html\n\nGREEN"),
)
_add("an encrypted mail", b"Content-Type: application/pkcs7-mime; name=smime.p7m\n\nGREEN\n")

# --- encodings and charsets
for charset in (
    "x-no-such",
    "utf-7",
    "utf-16",
    "utf-32",
    "punycode",
    "idna",
    "zlib",
    "bz2",
    "rot13",
    "hex",
    "undefined",
    "mbcs",
    "a\0b",
    "=?x?",
    "é" * 400,
):
    _add(
        f"charset {charset[:9]!a}",
        f"Content-Type: text/plain; charset={charset}\n\nhello +2AA- +3AA-\n".encode() + b"\xff\xfe\xd8\x00" * 40,
    )
_add("base64 that is none", PLAIN, b"Content-Transfer-Encoding: base64\n\n", b"aGVs!!bG-8=\n=\x00\xff" * 500)
_add("base64 of zeros", PLAIN, b"Content-Transfer-Encoding: base64\n\n", b"AAAA" * 200_000)
_add(
    "quoted-printable that breaks every line",
    PLAIN,
    b"Content-Transfer-Encoding: quoted-printable\n\n",
    b"=\n" * 60_000 + b"=ZZ=0=",
)
_add("an encoding that does not exist", PLAIN, b"Content-Transfer-Encoding: x-secret\n\n", b"hello\n")
_add("a file as text", PLAIN, b"\nbegin 644 green.txt\n%1U)%14X*\n`\nend\n")
_add("yEnc", PLAIN, b"\n=ybegin line=128 size=5 name=green\n\x71\x7c\x6f\x6f\x78\n=yend size=5\n")
_add(
    "a zip bomb",
    _multipart(
        b"x",
        b"Content-Type: application/zip; name=a.zip\nContent-Transfer-Encoding: base64\n\n"
        + base64.b64encode(zlib.compress(bytes(50_000_000))),
    ),
)
_add(
    "a winmail.dat",
    _multipart(
        b"x", b'Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Transfer-Encoding: base64\n\neJ8+IgE=\n'
    ),
)
_add("a deflated text", PLAIN, b"Content-Encoding: deflate\n\n", zlib.compress(bytes(1_000_000)))

# --- text
_text("too long", "hello\n" * 20_000)
_text("one line of sixty thousand characters", "a" * 60_000)
_text("combining marks", "a" + "\u0316\u0301" * 15_000)
_text("characters that become eighteen", "\ufdfa" * 20_000)
_text("lone surrogates", "\ud800\udfff hello \udc80" * 500)
_text("torn characters", b"\xff\xfe\xed\xa0\x80\xf4\x90\x80\x80\xc0\xaf" * 500)
_text("NULs", b"\0".join(b"hello"[n % 5 :] for n in range(5_000)))
_text("line ends of all kinds", "> hello\x0bGREEN\x0cGREEN\x1cGREEN\x1dGREEN\x1eGREEN\x85GREEN\u2028GREEN\u2029GREEN\n")
_text("characters that turn the line round", "\u202eNEERG\u202c \u2066GREEN is what I will not say\u2069")
_text("our private characters", f"{PRIVATE}hello{PRIVATE}\n" * 500)
_text("fences without end", f"{first_fence()}\nGREEN\n" * 600)
_text("ends without fences", f"{last_fence(1, 1)}\n" * 1_000)
_text("fences within fences", f"{first_fence()}\n" * 500 + "GREEN\n" + f"{last_fence(1, 1)}\n" * 500)
_text("nearly a fence", "reply above or below, not insid " * 1_800)
_text("nearly an old header", "hello\n" + "On on on on on wrote " * 2_500)
_text("nearly an address", "a@" * 30_000)
_text("nearly a link", "<http:" * 10_000)
_text("nearly emphasis", "SAY" + "*_" * 30_000)
_text("dashes", ("-" * 3_000 + "\n") * 20)
_text("nearly a courtesy", "GREEN" + " ,-;" * 15_000)
_text("politeness without end", "please " * 9_000 + "\nGREEN" + ", thanks" * 40 + "?")
_text("emoji", "\U0001f44d" * 15_000)
_text("nearly rows", "GREEN IS..K/" * 5_000)
_text("layouts without end", "GRID\n" * 399)
_text("a layout of bars", "GRID\n" + "| " * 30_000)
_text("a layout that is too wide", "GRID\n" + "A." * 2_000 + "\nEND\n")
_text("a layout of far places", "GRID\n1A A, 999ZZ A\nEND\n")
_text("thirty thousand words with places", "GRID\n" + "1A A, 1A B, " * 5_000 + "\nEND\n")
_text("numbers without end", "GRID\n" + "1" * 5_000 + " A.\nEND\n")
_text("a verb that gives itself away", "GREEN\nUNASK\n")
_text("a name of control characters", "JOIN \x01\x02\x1b[2J\n")

# --- HTML
_html("comments without end", "<!--" * 100_000)
_html("a comment", "<p>hello</p><!-- <p>GREEN</p> --><!DOCTYPE x><![CDATA[hello]]>")
_html("elements without end", "<div class=quote>" * 25_000)
_html("quotes without end", "<blockquote type=cite>" * 20_000 + "GREEN")
_html("tables without end", "<table><tr><td>" * 30_000)
_html("lists without end", "<ul><li>" * 30_000)
_html("fifty thousand attributes", "<p " + " ".join(f"a{n}=1" for n in range(50_000)) + ">hello")
_html("an attribute of 400 kB", f"<p title='{'x' * 400_000}'>hello")
_html("a style of 400 kB", f"<p style='{'white-space:pre;' * 25_000}'>hello")
_html("a style sheet of 400 kB", f"<style>{'p{color:red}' * 30_000}</style>hello")
_html("a style with control characters", "<p style='white-space:pre\x01;display:none\x0b'>hello")
_html(
    "laughing entities", '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><p>&c;</p>'
)
_html("a file of ours as an entity", '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><p>&a;</p>')
_html("entities of no character", "&#xd800;&#0;&#99999999999;&#xfffe;&nosuch;" * 5_000)
_html("ampersands", "&" * 500_000)
_html("lines without end", "<br>" * 120_000)
_html("blanks that do not break", "&nbsp;" * 80_000)
_html("blanks that count", "<pre>" + " " * 400_000)
_html("bold letters", "<b>a</b>" * 60_000)
_html("too long", "<p>hello</p>" * 60_000)
_html(
    "what nobody sees",
    "<title>GREEN</title><style>GREEN</style><script>GREEN</script><p style='display:none !important'>GREEN</p><textarea>GREEN</textarea><img alt=GREEN><input value=GREEN>",
)
_html("our private characters as entities", "<p>&#57344;hello&#57345;hello&#57347;&#57348;&#57346;</p>" * 500)
_html("names of elements", "<" + "a" * 100_000 + ">hello" + "<:/><a:b:c><\0>" * 1_000)
_html(
    "encodings within",
    "<meta charset=utf-16><?xml encoding='utf-32'?><meta http-equiv=content-type content='text/html; charset=no-such'>hello",
)

# --- headers
ATTACKS["nothing"] = lambda sender, to: b""
ATTACKS["an empty line"] = lambda sender, to: b"\n"
ATTACKS["no headers"] = lambda sender, to: b"hello there\nGREEN\n"
ATTACKS["noise"] = lambda sender, to: bytes(range(256)) * 200
ATTACKS["two From lines"] = lambda sender, to: (
    b"From: d@stranger.example\n" + _mail(PLAIN, b"\nGREEN\n", sender=sender, to=to)
)
ATTACKS["two addresses in From"] = lambda sender, to: _mail(
    PLAIN, b"\nGREEN\n", sender=f"{sender}, d@stranger.example", to=to
)
ATTACKS["a group in From"] = lambda sender, to: _mail(PLAIN, b"\nGREEN\n", sender=f"us: {sender};", to=to)
ATTACKS["a name that looks like the address"] = lambda sender, to: _mail(
    PLAIN, b"\nGREEN\n", sender=f'"{sender}" <d@stranger.example>', to=to
)
ATTACKS["an address in brackets behind another"] = lambda sender, to: _mail(
    PLAIN, b"\nGREEN\n", sender=f"<{sender}> <d@stranger.example>", to=to
)
ATTACKS["letters that look like others"] = lambda sender, to: _mail(
    PLAIN, b"\nGREEN\n", sender=sender.replace("o", "\u043e"), to=to
)
ATTACKS["an address in punycode"] = lambda sender, to: _mail(
    PLAIN, b"\nGREEN\n", sender="boris@xn--xample-hva.org", to=to
)
ATTACKS["NUL in From"] = lambda sender, to: _mail(PLAIN, b"\nGREEN\n", sender=f"{sender}\0", to=to)
ATTACKS["comments in From"] = lambda sender, to: _mail(PLAIN, b"\nGREEN\n", sender="(" * 20_000 + sender, to=to)
ATTACKS["From without end"] = lambda sender, to: _mail(
    PLAIN, b"\nGREEN\n", sender=f"{sender} " + "=?utf-8?q?=41?= " * 40_000, to=to
)
_add("an encoded word without end", b"Subject: =?utf-8?b?" + b"QUFB" * 10_000 + b"\n", PLAIN, b"\nhello\n")
_add(
    "twenty thousand recipients",
    b"Cc: " + b"".join(b"a%d@stranger.example,\n " % n for n in range(20_000)) + b"z@stranger.example\n\nhello\n",
)
_add("sixty-four thousand header lines", b"X-A: b\n" * 65_536 + b"\nhello\n")
_add("a header of 900 kB", b"X-A: " + b"b" * 900_000 + b"\n\nhello\n")
_add("headers without a body", b"Subject: GREEN\n")
_add("a header put in", b"Subject: hi\r\nBcc: d@stranger.example\r\r\nX: \nReferences: <a>\r\n\tX-More: y\n\nhello\n")
_add("a Message-ID put in", b"Message-ID: <a@b>\n\tBcc: d@stranger.example\n\nhello\n")
_add("parameters without end", b"Content-Type: text/plain; " + b'a="' * 20_000 + b"\n\nhello\n")
_add(
    "a name in five thousand pieces",
    b"Content-Type: image/png" + b"".join(b";\n name*%d*=%%41" % n for n in range(5_000)) + b"\n\nhello\n",
)
_add(
    "a name that ends our line",
    b'Content-Type: image/png; name="=?utf-8?q?a=0D=0ABcc:_d=40stranger.example=00?="\n\nhello\n',
)
_add("a date that is none", b"Date: 99 Foo 99999 99:99:99 +9999\nContent-Length: -1\nLines: x\n\nhello\n")

# --- machines
_add(
    "a bounce",
    _multipart(
        b"x",
        b"\nGREEN\n",
        b"Content-Type: message/delivery-status\n\nAction: delayed\n",
        subtype=b"report",
        more=b"; report-type=delivery-status",
    ),
)
_add(
    "a read receipt", _multipart(b"x", b"\nGREEN\n", subtype=b"report", more=b"; report-type=disposition-notification")
)
_add("a vacation", b"Auto-Submitted: auto-replied (vacation)\n", PLAIN, b"\nI am away.\nGREEN\n")
_add("a mailing list", b"List-Id: <all.stranger.example>\nPrecedence: list\n", PLAIN, b"\nGREEN\n")
_add("a bulk mail", b"Precedence: bulk\n", PLAIN, b"\nGREEN\n")
_add("our own mail", b"X-Lexicon-Loop: lexicon.example\n", PLAIN, b"\nGREEN\n")
