"""A push service for tests on loopback: it checks the server's signature and decrypts the payload with the browser's
keys, as a browser would. A webhook receiver takes posts as they are."""

import base64
import json
import secrets
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from notifications.channels import delivery, web_push


def encoded(raw):
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Receiver:
    """The posts received, each with its path, headers and body; `answers` gives the status per path, 201 by default."""

    origin: str = ""
    posts: list = field(default_factory=list)
    answers: dict = field(default_factory=dict)

    def at(self, path):
        return [post for post in self.posts if post[0] == path]

    def take(self, path, headers, body):
        self.posts.append((path, headers, body))
        return self.answers.get(path, 201)


@pytest.fixture
def receiver():
    """A server that accepts every post."""
    receiver = Receiver()

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(receiver.take(self.path, dict(self.headers.items()), body))
            self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Taking)
    receiver.origin = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield receiver
    server.shutdown()
    server.server_close()


class Device:
    """A browser with its keys, subscribed to a push service."""

    def __init__(self, receiver, name):
        self.receiver, self.path = receiver, f"/{name}"
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)

    @property
    def address(self):
        return self.receiver.origin + self.path

    @property
    def keys(self):
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": encoded(point), "auth": encoded(self.auth)}

    def switch_on(self, player, *, now):
        return delivery.switch_on_device(player=player, address=self.address, name=self.path, now=now, **self.keys)

    @property
    def got(self):
        """The payloads received, each decrypted after checking its signature."""
        return [self._opened(headers, body) for _path, headers, body in self.receiver.at(self.path)]

    def _opened(self, headers, body):
        assert headers["Content-Encoding"] == "aes128gcm"
        assert int(headers["TTL"]) > 0
        assert claims_of(headers["Authorization"])["aud"] == self.receiver.origin
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))


def claims_of(authorization):
    """Return the claims of a VAPID header that this server signed. Raises InvalidSignature."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.split("=", 1) for part in rest.replace(" ", "").split(","))
    assert (scheme, parts["k"]) == ("vapid", web_push.public_key())
    signed, _, signature = parts["t"].rpartition(".")
    raw = decoded(signature)
    if len(raw) != 64:
        raise InvalidSignature
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
    ours = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(ours, signed.encode(), ec.ECDSA(SHA256()))
    return json.loads(decoded(signed.partition(".")[2]))


@pytest.fixture
def vapid_key(settings):
    settings.VAPID_PRIVATE_KEY = web_push.new_private_key()


@pytest.fixture
def phone(vapid_key, receiver):
    return Device(receiver, "phone")


@pytest.fixture
def tablet(vapid_key, receiver):
    return Device(receiver, "tablet")
