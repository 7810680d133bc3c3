"""Verifies a game from its record alone: the commitment, every draw, every layout and every result.

Anyone can; it needs no database, no word list and no names. It does not prove that players were prompt.
"""

from games.rules.chance import SEED_BYTES, commitment
from games.rules.crossing.record import Record
from games.rules.crossing.replay import Replay
from games.rules.kind import Differs, UnreadableRecord


def verify(record: Record) -> None:
    """Raises Differs at the first thing that does not follow, and UnreadableRecord for a game that is not finished."""
    if record.seed is None:
        raise UnreadableRecord("The game is still running: its seed is published when it is finished.")
    seed = _seed(record.seed)
    if commitment(seed) != record.commitment:
        raise Differs("the seed is not the one committed to before the game")
    replay = Replay(record, seed)
    for number, event in enumerate(record.events, start=1):
        if event.n != number:
            raise Differs(f"the events are numbered from 1 on; this one should be {number}", n=event.n)
        replay.take(event)
    if replay.phase != "finished":
        raise Differs("the record breaks off: the game has no end", n=len(record.events) + 1)


def _seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError as error:
        raise UnreadableRecord("seed: not written in hex") from error
    if len(seed) != SEED_BYTES:
        raise UnreadableRecord(f"seed: has {len(seed)} bytes, not {SEED_BYTES}")
    return seed
