"""Who calls: a bearer token, or nobody where anyone may read. The cookie of a signed-in browser opens nothing here."""

from dataclasses import dataclass

from django.http import HttpRequest
from ninja.security import HttpBearer

from games.players.models import ApiToken, Player
from games.players.tokens import token_with


class ReadOnly(Exception):
    """The token reads, and this is a command."""


@dataclass(frozen=True)
class Caller:
    """Whose token it is; nobody's where the request carries none."""

    player: Player | None


class TokenToRead(HttpBearer):
    """Any token that was not taken back."""

    def __call__(self, request: HttpRequest) -> Caller | None:
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        return self.authenticate(request, secret.strip()) if scheme.lower() == "bearer" else None

    def authenticate(self, request: HttpRequest, token: str) -> Caller | None:
        found = token_with(token)
        return Caller(found.player) if found else None


class TokenToPlay(TokenToRead):
    """A token of scope play. Raises ReadOnly for one of scope read."""

    def authenticate(self, request: HttpRequest, token: str) -> Caller | None:
        found = token_with(token)
        if found is None:
            return None
        if found.scope != ApiToken.Scope.PLAY:
            raise ReadOnly
        return Caller(found.player)


class AnyoneToRead(TokenToRead):
    """With a token or without; one that is wrong is refused all the same."""

    def __call__(self, request: HttpRequest) -> Caller | None:
        return super().__call__(request) if "Authorization" in request.headers else Caller(None)


def caller_of(request: HttpRequest) -> Player:
    """The player whose token this is, behind one of the classes that ask for a token."""
    player = reader_of(request)
    assert player is not None
    return player


def reader_of(request: HttpRequest) -> Player | None:
    """The player whose token this is, or None for a request without."""
    caller: Caller = request.auth  # type: ignore[attr-defined]  # set by the framework
    return caller.player
