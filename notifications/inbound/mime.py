"""The bodies of a mail, out of its bytes: text, HTML, and the names of what is attached. No command is read here.

Any bytes give an answer. Parts are decoded here: the library's own decoding raises on some hostile ones.
"""

import binascii
import codecs
import email
import email.errors
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.header import decode_header, make_header
from email.message import Message as Part
from urllib.parse import unquote

from games.rules.lines import lines_of

LONGEST_HEADER = 2000
_PARAMETER = re.compile(r";\s*([\w*-]{1,40})\s*=\s*(\"[^\"]*\"|[^\s;\"]*)")
FAULTS = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
    RecursionError,
    email.errors.MessageError,
)
"""What the library's parser is known to raise on hostile headers and nesting."""

_NO_CHARSETS = {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined"}
"""Codecs of Python that are no charsets of mail; some take a time that grows with the square of the text."""

_MEANT = {"iso8859-1": "cp1252"}
"""Charsets that are another's name in most mails that give them: an ellipsis would be a control sign."""


@dataclass(frozen=True)
class Bodies:
    """`text` and `html` are None where the mail has no such part; several parts of one type follow one another."""

    text: str | None
    html: str | None
    attachments: tuple[str, ...]


def bodies_of(message: bytes) -> Bodies:
    """What a person wrote in this mail. Never enters `message/*` or a bounce; a mail that is none has no bodies."""
    texts: list[str] = []
    htmls: list[str] = []
    attachments: list[str] = []
    try:
        for part in _leaves(email.message_from_string(message.decode("latin-1"))):
            kind = _content_type(part)
            if kind not in {"text/plain", "text/html"} or _is_attached(part):
                attachments.append(_name(part) or kind)
            elif kind == "text/html":
                htmls.append(_decode(part))
            else:
                texts.append(_unstuff(_decode(part)) if _is_flowed(part) else _decode(part))
    except FAULTS:
        return Bodies(None, None, ())
    return Bodies(
        "\n".join(texts) if texts else None, "\n".join(htmls) if htmls else None, tuple(dict.fromkeys(attachments))
    )


def _leaves(root: "Part[str, str]") -> Iterator["Part[str, str]"]:
    stack = [root]
    while stack:
        part = stack.pop()
        kind = _content_type(part)
        if kind == "multipart/report":
            continue
        if kind.startswith("multipart/"):
            inner = part.get_payload()
            stack += [each for each in reversed(inner) if isinstance(each, Part)] if isinstance(inner, list) else []
        else:
            yield part


def _header(part: "Part[str, str]", name: str) -> str:
    return str(part.get(name, ""))[:LONGEST_HEADER]


def _content_type(part: "Part[str, str]") -> str:
    kind = _header(part, "Content-Type").partition(";")[0].strip().lower()
    return kind if re.fullmatch(r"[\w.+-]+/[\w.+-]+", kind) else "text/plain"


def _parameter(header: str, name: str) -> str:
    """A parameter of a header, also when it is written in parts or with a charset (RFC 2231)."""
    found = {key.lower(): value.strip('"') for key, value in _PARAMETER.findall(header)}
    if name in found:
        return str(found[name])
    extended = found.get(f"{name}*") or "".join(value for key, value in found.items() if key.startswith(f"{name}*"))
    return unquote(extended.rpartition("''")[2], errors="replace")


def _is_attached(part: "Part[str, str]") -> bool:
    return _header(part, "Content-Disposition").strip().lower().startswith("attachment") or bool(_name(part))


def _name(part: "Part[str, str]") -> str:
    name = _parameter(_header(part, "Content-Disposition"), "filename") or _parameter(
        _header(part, "Content-Type"), "name"
    )
    with suppress(*FAULTS):  # then as it stands
        name = name.encode("latin-1").decode()
    with suppress(*FAULTS):
        name = str(make_header(decode_header(name)))
    return " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())[:100]


def _is_flowed(part: "Part[str, str]") -> bool:
    return _parameter(_header(part, "Content-Type"), "format").lower() == "flowed"


def _unstuff(text: str) -> str:
    """Format=flowed without the blank that guards a line's first sign; soft breaks stay, for rows must not be joined."""
    return "\n".join(line.removeprefix(" ") for line in lines_of(text))


def _decode(part: "Part[str, str]") -> str:
    payload = part.get_payload()
    raw = payload.encode("latin-1", "replace") if isinstance(payload, str) else b""
    encoding = _header(part, "Content-Transfer-Encoding").strip().lower()
    if encoding == "base64":
        raw = _from_base64(raw)
    elif encoding == "quoted-printable":
        raw = binascii.a2b_qp(raw)
    return _to_text(raw, _parameter(_header(part, "Content-Type"), "charset"))


def _from_base64(raw: bytes) -> bytes:
    """What can be decoded; signs that are no base64 are passed over, a torn end is dropped."""
    signs = re.sub(rb"[^A-Za-z0-9+/]", b"", raw.partition(b"=")[0])
    return binascii.a2b_base64(signs[: len(signs) - (len(signs) % 4 == 1)] + b"==")


def _to_text(raw: bytes, charset: str) -> str:
    for codec in (charset, "utf-8"):
        try:
            name = codecs.lookup(codec).name
            if name.replace("_", "-") not in _NO_CHARSETS:
                return (
                    raw.decode(_MEANT.get(name, name)).encode("utf-8", "replace").decode()
                )  # UTF-7 can hold half characters
        except (LookupError, ValueError):
            continue  # no charset, or not this one
    return raw.decode("cp1252", "replace")
