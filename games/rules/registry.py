"""The kinds of game that this server offers."""

from games.rules.crossing.kind import Crossing
from games.rules.crosslet.kind import Crosslet
from games.rules.handshake.kind import Handshake
from games.rules.lexicon_cards.kind import LexiconCards
from games.rules.lynx.kind import Lynx
from games.rules.scannergram.kind import Scannergram
from games.rules.table.kind import AnyKind

KINDS: dict[str, AnyKind] = {
    kind.key: kind for kind in (Crossing(), Crosslet(), LexiconCards(), Lynx(), Scannergram(), Handshake())
}


def kind(key: str) -> AnyKind:
    """Return the kind with this key. Raises KeyError if there is none."""
    return KINDS[key]
