"""Players' webhooks: the content of a post, in the format that the receiver expects, and its signature.

A post has the same content as a push: the email's subject, its kind, and a link. Like an email, each post says how to
stop the posts with one click (RFC 8058)."""

import hashlib
import hmac
import json
from datetime import datetime

from notifications.channels.guard import Post
from notifications.models import Channel, Message
from notifications.tokens import page, signed_page

SIGNATURE, TIMESTAMP = "X-Lexicon-Signature", "X-Lexicon-Timestamp"
SLACK_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def post_to(channel: Channel, message: Message, *, what: str, now: datetime) -> Post:
    """Return the post that notifies a webhook of a message, in the active language. `what` names the kind of
    message."""
    end = signed_page("end_webhook", channel.link)
    body = json.dumps(_body(channel, message, what=what, end=end, now=now)).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Lexicon",
        "List-Unsubscribe": f"<{end}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    if channel.secret:
        timestamp = str(int(now.timestamp()))
        headers |= {TIMESTAMP: timestamp, SIGNATURE: f"sha256={signature(channel.secret, timestamp, body)}"}
    return Post(channel.address, body, headers)


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """Return the HMAC-SHA256 of the timestamp, a dot and the body, in hexadecimal digits."""
    return hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def _body(channel: Channel, message: Message, *, what: str, end: str, now: datetime) -> dict[str, object]:
    subject = message.subject
    if message.game_id is not None:
        where = page("game", message.game_id)
    else:
        where = page("tournament", message.tournament_id) if message.tournament_id is not None else page("daily")
    match channel.sort:
        case Channel.Sort.DISCORD:  # a name in the text must not ping anyone
            text = f"{subject}: {what}\n<{where}>\n-# <{end}>"
            return {"content": text, "allowed_mentions": {"parse": []}}
        case Channel.Sort.SLACK:
            return {"text": f"{subject}: {what}\n{where}\n{end}".translate(SLACK_ESCAPES)}
        case _:
            return {
                "id": message.link,
                "at": now.isoformat(),
                "kind": message.kind,
                "subject": subject,
                "text": what,
                "game": message.game_id,
                "url": where,
                "end": end,
            }
