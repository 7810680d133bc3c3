"""Web push: the server's keys, and a payload encrypted for one browser and signed by the server (RFC 8030, 8291, 8292).

A push service and a lock screen may show the payload. It has the email's subject, the kind of email and an opaque
address, and nothing else about a game."""

import base64
import binascii
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from email.utils import parseaddr
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid

from notifications.channels.guard import NotPosted, Post
from notifications.models import Channel

KEPT_FOR = timedelta(hours=12)  # by the push service while a device is off; signatures are valid for as long
POINT, SECRET = 65, 16  # bytes of a browser's two keys


def is_set_up() -> bool:
    """Return True if this server has keys for web push."""
    return bool(settings.VAPID_PRIVATE_KEY)


def new_private_key() -> str:
    """Return a new private key for `VAPID_PRIVATE_KEY`: 32 bytes as base64url."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _encoded(number.to_bytes(32, "big"))


def public_key() -> str:
    """Return the public key that a browser subscribes with, as base64url."""
    public = _signer().public_key
    return _encoded(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def are_keys(p256dh: str, auth: str) -> bool:
    """Return True if this is a pair of keys as browsers give them."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(p256dh))
        return len(_decoded(p256dh)) == POINT and len(_decoded(auth)) == SECRET
    except (ValueError, binascii.Error):
        return False


def post_to(channel: Channel, payload: Mapping[str, str], *, topic: str, now: datetime) -> Post:
    """Return the request that sends a push to one device. If an earlier push with the same `topic` is still on its way,
    this one replaces it.

    Raises NotPosted if the payload can't be encrypted with the device's keys."""
    from pywebpush import WebPusher, WebPushException  # 13 MB, which a process that never pushes doesn't need

    keys = {"endpoint": channel.address, "keys": {"p256dh": channel.p256dh, "auth": channel.auth}}
    try:
        encrypted = WebPusher(keys).encode(json.dumps(payload, ensure_ascii=False).encode())["body"]
    except (WebPushException, ValueError) as error:
        raise NotPosted("its keys are none") from error
    service = urlsplit(channel.address)
    claims = {
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int((now + KEPT_FOR).timestamp()),
    }
    headers = {
        **_signer().sign(claims),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(KEPT_FOR.total_seconds())),
        "Topic": topic,
    }
    return Post(channel.address, encrypted, headers)


def _signer() -> Vapid:
    return Vapid.from_string(settings.VAPID_PRIVATE_KEY)


def _encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
