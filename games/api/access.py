"""The caller of an API request: a player by a bearer token, or nobody where anyone may read. The cookie of a signed-in
browser has no effect here."""

from dataclasses import dataclass

from django.http import HttpRequest
from ninja.security import HttpBearer

from games.players.models import ApiToken, Player
from games.players.tokens import token_with


class ReadOnly(Exception):
    """The token may only read, and this is a command."""


@dataclass(frozen=True)
class Caller:
    """The player whose token it is; None if the request has none."""

    player: Player | None


class TokenToPlay(HttpBearer):
    """Requires a token of scope play. Raises ReadOnly for one of scope read."""

    may_read_only = False

    def __call__(self, request: HttpRequest) -> Caller | None:
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        return self.authenticate(request, secret.strip()) if scheme.lower() == "bearer" else None

    def authenticate(self, request: HttpRequest, token: str) -> Caller | None:
        found = token_with(token)
        if found is None:
            return None
        if found.scope != ApiToken.Scope.PLAY and not self.may_read_only:
            raise ReadOnly
        return Caller(found.player)


class TokenToRead(TokenToPlay):
    """Requires a token of either scope."""

    may_read_only = True


class AnyoneToRead(TokenToRead):
    """Accepts requests with or without a token; a wrong token is still refused."""

    def __call__(self, request: HttpRequest) -> Caller | None:
        return super().__call__(request) if "Authorization" in request.headers else Caller(None)


def caller_of(request: HttpRequest) -> Player:
    """Return the player of this token, for endpoints that require one."""
    player = reader_of(request)
    assert player is not None
    return player


def reader_of(request: HttpRequest) -> Player | None:
    """Return the player of this token, or None for a request without one."""
    caller: Caller = request.auth  # type: ignore[attr-defined]  # set by the framework
    return caller.player
