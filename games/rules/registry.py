"""The kinds of game this server hosts: a line each."""

from typing import Any

from games.rules.crossing.kind import Crossing

KINDS: dict[str, Any] = {kind.key: kind for kind in (Crossing(),)}


def kind(key: str) -> Any:
    """The kind with this key. Raises KeyError for one the server does not host."""
    return KINDS[key]
