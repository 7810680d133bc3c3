"""The reply address: one token for each mail sent. Whoever can answer to it was sent that mail.

A token is lower-case base32 of HMAC-SHA256(key, id of the sent mail); a row keeps only its hash and which key made it.
What a token may still do stands in `notifications.inbound.rights`.
"""

import base64
import hashlib
import hmac
import re

from django.conf import settings
from django.core import signing

from notifications.models import Message

LENGTH = 26
MUTE_SALT = "lexicon.mute"
KEYS_VALID = 2  # the newest, and the one before it while keys are being changed


def give_token(message: Message) -> None:
    """Note on a saved message, without saving it, the hash of its token and the key that made it."""
    key = settings.REPLY_KEYS[0]
    message.token_sha256 = hash_of(_token(message.pk, key))
    message.key_version = _version(key)


def reply_address(message: Message) -> str:
    """Where an answer to this message goes; empty for a message whose key is no longer valid."""
    key = _valid_keys().get(message.key_version)
    return settings.REPLY_ADDRESS % _token(message.pk, key) if key else ""


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
    return signing.Signer(salt=MUTE_SALT).sign(f"{player_id}-{game_id}")


def muted_by(token: str) -> tuple[int, int] | None:
    """The player and the game that a token is for; None for one that is not ours."""
    try:
        player, _, game = signing.Signer(salt=MUTE_SALT).unsign(token).partition("-")
    except signing.BadSignature:
        return None
    return int(player), int(game)


def mask(text: str) -> str:
    """The text with every token in it made useless, for screens and logs."""
    return _pattern().sub(lambda found: found.group().replace(found.group(1), f"{found.group(1)[:4]}…"), text)


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
