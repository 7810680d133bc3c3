"""Players' replies as bytes without headers, and what should be read from them."""

from email.message import EmailMessage
from html import escape

from games.rules.crossing.kind import Crossing
from games.rules.crossing.options import Options
from notifications.incoming.reading import read
from notifications.replies import MailFacts, first_fence, last_fence

CAKE = "GRID\n..K..\n.CAKE\n..Y..\nEND"
KEY_AND_CAKE = (".K..", "CAKE", ".Y..")
OUR_MAIL = f"{first_fence()}\n\nGREEN\n| .K..\nJAYWALK X\n\n{last_fence(42, 7)}"
GRAMMAR = Crossing().grammar(Options())


def hear(message: bytes) -> MailFacts:
    return read(message, grammar=GRAMMAR)


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


def verbs(classified: MailFacts) -> list[str]:
    return [
        " ".join((order.verb, *order.facts.get("tiles", ()))) for order in classified.orders if order.verb != "GRID"
    ]


def layout(classified: MailFacts) -> list[str] | None:
    return next((list(order.facts["layout"]) for order in classified.orders if order.verb == "GRID"), None)
