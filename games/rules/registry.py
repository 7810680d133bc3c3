"""The kinds of game this server hosts: a line each."""

from games.rules.crossing.kind import Crossing
from games.rules.kind import Kind

KINDS: dict[str, Kind] = {kind.key: kind for kind in (Crossing(),)}


def kind(key: str) -> Kind:
    """The kind with this key. Raises KeyError for one the server does not host."""
    return KINDS[key]
