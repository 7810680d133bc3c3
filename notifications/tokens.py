"""The reply address: one token for each mail sent. Whoever can answer to it was sent that mail.

A token is lower-case base32 of HMAC-SHA256(key, id of the sent mail); a row keeps only its hash and which key made it.
What a token may still do stands in `notifications.inbound.rights`.
"""

import base64
import hashlib
import hmac
import re
import secrets
from datetime import datetime
from email.utils import parseaddr

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from notifications.models import InboundMail, Message

LENGTH = 26
MUTE_SALT, HELD_SALT, LEAK_SALT = "lexicon.mute", "lexicon.held", "lexicon.leak"
DIGEST_SALTS = {Message.Kind.PUZZLE: "lexicon.digest", Message.Kind.TOURNAMENT: "lexicon.digest.tournament"}
SIGNATURE_BYTES = 16  # of a link's token
KEYS_VALID = 2  # the newest, and the one before it while keys are being changed
_LINK = re.compile(r"(/(?:invitations|mail)/)[^/\s\"'<>]+")


def give_token(message: Message) -> None:
    """Note on a saved message, without saving it, the hash of its token and the key that made it."""
    key = settings.REPLY_KEYS[0]
    message.token_sha256 = hash_of(_token(message.pk, key))
    message.key_version = _version(key)


def reply_address(message: Message) -> str:
    """Where an answer to this message goes; empty for a message whose key is no longer valid."""
    key = _valid_keys().get(message.key_version)
    return settings.REPLY_ADDRESS % _token(message.pk, key) if key else ""


def new_message_id(now: datetime) -> str:
    """A Message-ID. No number is in it: a gap would tell that somebody else was written to, of a hidden request perhaps."""
    return f"<{secrets.token_hex(8)}.{now:%Y%m%d%H%M%S}@{host()}>"


def token_in(recipient: str) -> str:
    """The token in a recipient's address, in lower case; empty if it is no reply address of ours."""
    found = _pattern().search(recipient)
    return found.group(1).lower() if found else ""


def message_answered(recipient: str) -> Message | None:
    """The message that a mail to this address answers; None for an unknown token or one whose key is gone."""
    token = token_in(recipient)
    if not token:
        return None
    return (
        Message.objects.select_related("player", "game", "invitation")
        .filter(token_sha256=hash_of(token), key_version__in=_valid_keys())
        .first()
    )


def mute_token(*, player_id: int, game_id: int) -> str:
    """What a mail's link to mute its game carries. Signed; it mutes and unmutes, and can do nothing else."""
    return _sign(f"{player_id}-{game_id}", MUTE_SALT)


def muted_by(token: str) -> tuple[int, int] | None:
    """The player and the game that a token is for; None for one that is not ours."""
    player, _, game = _signed(token, MUTE_SALT).partition("-")
    return (int(player), int(game)) if game else None


def held_token(mail: InboundMail) -> str:
    """What the link carries by which a held mail is confirmed or declined; it can do nothing else."""
    return _sign(mail.link, HELD_SALT)


def held_by(token: str) -> str:
    """The `link` of the held mail that a token is for; "" for one that is not ours."""
    return _signed(token, HELD_SALT)


def leak_token(message: Message) -> str:
    """What a mail's link carries by which its reply address is ended; it can do nothing else."""
    return _sign(message.link, LEAK_SALT)


def leaked_by(token: str) -> str:
    """The `link` of the message that a token is for; "" for one that is not ours."""
    return _signed(token, LEAK_SALT)


def digest_token(player_id: int, kind: Message.Kind) -> str:
    """What the link carries by which one kind of mail about no game is ended; it can do nothing else."""
    return _sign(str(player_id), DIGEST_SALTS[kind])


def digests_of(token: str, kind: Message.Kind) -> int | None:
    """The player whose link this token is; None for one that is not ours."""
    return int(_signed(token, DIGEST_SALTS[kind]) or 0) or None


def _sign(value: str, salt: str) -> str:
    """Half as long as Django's own: in a mail's text the whole link stays in one line, also when it is quoted."""
    signature = salted_hmac(salt, value, algorithm="sha256").digest()[:SIGNATURE_BYTES]
    return f"{value}:{base64.urlsafe_b64encode(signature).decode().rstrip('=')}"


def _signed(token: str, salt: str) -> str:
    """What was signed; "" where we did not sign it."""
    value = token.partition(":")[0]
    return value if constant_time_compare(token, _sign(value, salt)) else ""


def is_ours(address: str) -> bool:
    """Whether this is an address that we send from, or that mails of ours are answered to."""
    return bool(token_in(address)) or address.lower() == parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()


def mask(text: str) -> str:
    """The text with every token in it made useless, those in links too, for screens and logs."""
    short = _before_and_token().sub(lambda found: f"{found[1]}{found[2][:4]}…", text)
    return _LINK.sub(r"\1…", short)


def host() -> str:
    """The host that mail for us goes to."""
    return settings.REPLY_ADDRESS.rpartition("@")[2]


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _token(message: int, key: str) -> str:
    digest = hmac.new(key.encode(), str(message).encode(), hashlib.sha256).digest()
    return base64.b32encode(digest).decode()[:LENGTH].lower()


def _version(key: str) -> str:
    return hashlib.sha256(b"reply key " + key.encode()).hexdigest()[:8]


def _valid_keys() -> dict[str, str]:
    return {_version(key): key for key in settings.REPLY_KEYS[:KEYS_VALID]}


def _pattern() -> re.Pattern[str]:
    before, _, after = settings.REPLY_ADDRESS.partition("%s")
    return re.compile(
        rf"(?<![\w.+-]){re.escape(before)}([a-z2-7]{{{LENGTH}}}){re.escape(after)}(?![\w.-])", re.IGNORECASE
    )


def _before_and_token() -> re.Pattern[str]:
    """Whatever stands around it: others rewrite addresses, as `SRS0=x=y=localhost=box+r-…@elsewhere`."""
    before = settings.REPLY_ADDRESS.partition("%s")[0]
    return re.compile(rf"({re.escape(before)})([a-z2-7]{{{LENGTH}}})", re.IGNORECASE)
