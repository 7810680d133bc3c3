"""Tokens in emails: of reply addresses, and of links.

Each email has its own reply address, so anyone who replies to it has that email. Its token is lower-case base32: the
hour and the game of the email, a name made by HMAC-SHA256 of the email's random `link`, and a signature of all three.
So we can recognise a token of ours, and when it was given, even if its row is lost. A row has only the hash of the
token and which key made it. `notifications.incoming.rights` decides what a token allows.

The token of a link is signed for one page and works nowhere else. Opening a page changes nothing; a button on it
does."""

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr
from functools import cache, lru_cache

from django.conf import settings
from django.db.models import BooleanField, Exists, OuterRef
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Seat
from games.statements import GIVEN, Compiled
from notifications.models import Message

LENGTH = 26  # characters; the next line has those of the hour, the game and the name, and the rest is the signature
HOUR, GAME, NAME = 4, 5, 7
FIRST_HOUR = datetime(2020, 1, 1, tzinfo=UTC)
ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
KEYS_VALID = 2  # the newest, and the one before it while keys are being changed
_SEAT = Seat.objects.filter(game=OuterRef("game"), player=OuterRef("player"), number=OuterRef("seat"), resigned_at=None)
_BY_TOKEN = Compiled(
    Message.objects.filter(token_sha256=GIVEN).annotate(has_the_seat=Exists(_SEAT)),
    joined=["player", "game", "invitation"],
    without=["game__state"],
    added={"has_the_seat": BooleanField()},
)
_LINK = re.compile(r"(/(?:invitations|loans|mail)/)[^/\s\"'<>]+")


def give_token(message: Message) -> None:
    """Set a saved message's token hash and the key that made it, without saving them."""
    key = settings.REPLY_KEYS[0]
    message.token_sha256 = hash_of(_token(message, key))
    message.key_version = _version(key)


def reply_address(message: Message) -> str:
    """Return the address for answers to this message; empty if its key is no longer valid."""
    key = _valid_keys().get(message.key_version)
    if not key:
        return ""
    token = _token(message, key)
    if hash_of(token) != message.token_sha256:
        token = _mac(key, message.link, length=LENGTH)  # for an email from before tokens contained their hour
    return settings.REPLY_ADDRESS % token


@dataclass(frozen=True)
class Given:
    """The hour in which a token was given, from `since` to `until`, and the game of its email; None for a general
    email."""

    since: datetime
    until: datetime
    game_id: int | None


def when_given(recipient: str) -> Given | None:
    """Return the hour and the game of the token in an address, even if its row is lost; None for a token that isn't ours."""
    token = token_in(recipient)
    said, signature = token[: HOUR + GAME + NAME], token[HOUR + GAME + NAME :]
    if not token or not any(constant_time_compare(signature, _signature(key, said)) for key in _valid_keys().values()):
        return None
    since = FIRST_HOUR + timedelta(hours=_number(said[:HOUR]))
    return Given(since, since + timedelta(hours=1), _number(said[HOUR : HOUR + GAME]) or None)


def new_message_id(now: datetime) -> str:
    """Return a Message-ID without a counter. A gap would reveal that somebody else got an email, perhaps about a hidden
    request."""
    return f"<{secrets.token_hex(8)}.{now:%Y%m%d%H%M%S}@{host()}>"


def token_in(recipient: str) -> str:
    """Return the token in a recipient's address, in lower case; empty if it is not one of our reply addresses."""
    before, _, after = map(re.escape, settings.REPLY_ADDRESS.partition("%s"))
    found = re.search(rf"(?<![\w.+-]){before}([a-z2-7]{{{LENGTH}}}){after}(?![\w.-])", recipient, re.IGNORECASE)
    return found.group(1).lower() if found else ""


def message_answered(recipient: str) -> Message | None:
    """Return the message that an email to this address answers, with `has_the_seat` for `rights`. None for an unknown
    token or a retired key."""
    token = token_in(recipient)
    messages = _BY_TOKEN(hash_of(token)) if token else ()
    return next(filter(has_a_valid_key, messages), None)


def has_a_valid_key(message: Message) -> bool:
    """Return True unless the key of this message's reply address is retired."""
    return message.key_version in _valid_keys()


def is_ours(address: str) -> bool:
    """Return True for an address that we send from or to which our emails are answered."""
    return bool(token_in(address)) or address.lower() == parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()


def mask(text: str) -> str:
    """Return the text with every token made useless, also in links. For pages and logs."""
    # A reply address may have other text around it, as servers rewrite it: `SRS0=x=y=localhost=box+r-…@elsewhere`.
    address = rf"({re.escape(settings.REPLY_ADDRESS.partition('%s')[0])})([a-z2-7]{{{LENGTH}}})"
    short = re.sub(address, lambda found: f"{found[1]}{found[2][:4]}…", text, flags=re.IGNORECASE)
    return _LINK.sub(r"\1…", short)


def host() -> str:
    """Return the domain that receives our email."""
    return settings.REPLY_ADDRESS.rpartition("@")[2]


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _token(message: Message, key: str) -> str:
    hour = (message.made_at - FIRST_HOUR) // timedelta(hours=1)
    said = _letters(hour, HOUR) + _letters(message.game_id or 0, GAME) + _mac(key, f"name {message.link}", length=NAME)
    return said + _signature(key, said)


def _signature(key: str, said: str) -> str:
    return _mac(key, f"given {said}", length=LENGTH - HOUR - GAME - NAME)


def _mac(key: str, text: str, *, length: int) -> str:
    digest = hmac.new(key.encode(), text.encode(), hashlib.sha256).digest()
    return base64.b32encode(digest).decode()[:length].lower()


def _letters(number: int, length: int) -> str:
    """Write a number in this many characters; a number that is too large is written as 0."""
    number = number if 0 <= number < 1 << 5 * length else 0
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(length)))


def _number(letters: str) -> int:
    return sum(ALPHABET.index(letter) << 5 * place for place, letter in enumerate(reversed(letters)))


@cache
def _version(key: str) -> str:
    return hashlib.sha256(b"reply key " + key.encode()).hexdigest()[:8]


def _valid_keys() -> dict[str, str]:
    return {_version(key): key for key in settings.REPLY_KEYS[:KEYS_VALID]}


SIGNATURE_BYTES = 16
PATHS_KEPT = 500  # most are of pages that all readers of a game are given
_PLACEHOLDER = "A:TOKEN"


# --- links ----------------------------------------------------------------------------------------------------------------


def page(name: str, *args: object) -> str:
    """Return the absolute address of a page by its name."""
    return f"{settings.SITE_URL}{_path(name, args)}"


_path = lru_cache(maxsize=PATHS_KEPT)(lambda name, args: reverse(name, args=args))


def signed_page(name: str, value: object) -> str:
    """Return the absolute address of a page that takes a token, which stands for this value."""
    return page_with(name, sign(name, value))


def page_with(name: str, token: str) -> str:
    """Return the absolute address of a page that takes a token. Its path is found once for all tokens."""
    return page(name, _PLACEHOLDER).replace(_PLACEHOLDER, token)


def sign(name: str, value: object) -> str:
    """Return the token for the named page. It is half as long as Django's own, so that a whole link fits on one line of
    an email, even when quoted."""
    signature = salted_hmac(f"lexicon.{name}", str(value), algorithm="sha256").digest()[:SIGNATURE_BYTES]
    return f"{value}:{base64.urlsafe_b64encode(signature).decode().rstrip('=')}"


def signed_value(name: str, token: str) -> str:
    """Return the value that a token for this page stands for; "" if it is not ours."""
    value = token.partition(":")[0]
    return value if constant_time_compare(token, sign(name, value)) else ""
