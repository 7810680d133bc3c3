"""What players may write of a jaywalk: JAYWALK Q, two letters where the table allows two, FOR E where a tile lies open."""

import re

from games.rules.kind import Order, Unreadable
from games.rules.lines import Line, Phrase
from games.rules.messages import Message, say
from games.rules.reading import Verb, as_written

OPEN = "EA"  # what lies open in an example
_TILES = r"[A-Z?]{1,2}|[A-Z?](?:[\s,]+[A-Z?])+"
_JAYWALK = re.compile(rf"(?P<tiles>{_TILES})(?:\s+FOR(?:\s+(?P<taken>{_TILES}))?)?")
_BETWEEN = re.compile(r"[\s,]")


def reader(*, most: int, face_up: bool) -> Verb:
    """The verb at a table where at most so many tiles go at once, and returned ones lie open or not."""

    def read(line: Line, phrase: Phrase) -> Order | None:
        written = phrase.argument.upper()
        if written in ("", "FOR"):
            raise Unreadable(line=line.raw, why=say("JAYWALK needs the letter to give back."), correct="JAYWALK Q")
        found = _JAYWALK.fullmatch(written)
        if not (phrase.argument.isascii() and found):  # ß and ı are no letters, but become some
            return None
        tiles, taken = (_BETWEEN.sub("", found[name] or "") for name in ("tiles", "taken"))
        if len(tiles) > most:
            raise Unreadable(line=line.raw, why=_at_most(most), correct=f"JAYWALK {' '.join(tiles[:most])}")
        plain = f"JAYWALK {' '.join(tiles)}"
        has_for = len(written) > found.end("tiles")
        if has_for and not face_up:
            why = say("In this game returned tiles go back into the pool, unseen: none can be chosen.")
            raise Unreadable(line=line.raw, why=why, correct=plain)
        if has_for and len(taken) != len(tiles):
            why = say("After FOR stand the open tiles to take, as many as are given back.")
            raise Unreadable(line=line.raw, why=why, correct=f"{plain} FOR {' '.join(OPEN[: len(tiles)])}")
        return Order("JAYWALK", {"tiles": tuple(tiles)} | ({"taken": tuple(taken)} if taken else {}))

    return read


def examples(*, most: int, face_up: bool) -> tuple[str, ...]:
    """One for each form that such a table knows."""
    plain = ("JAYWALK Q", "JAYWALK Q X")[:most]
    return plain + tuple(f"{one} FOR {' '.join(OPEN[:n])}" for n, one in enumerate(plain, start=1) if face_up)


def write(order: Order) -> str:
    """The order as one writes it, so that it reads as the same."""
    if order.verb != "JAYWALK" or "taken" not in order.facts:
        return as_written(order)
    tiles, taken = (" ".join(order.facts[name]) for name in ("tiles", "taken"))
    return f"JAYWALK {tiles} FOR {taken}"


def _at_most(most: int) -> Message:
    if most == 1:
        return say("A jaywalk gives back one letter in this game.")
    return say("A jaywalk gives back one letter or two in this game.")
