"""Names of saved sets of tiles: what one may be called, and how a choice that names some is spelled out in counts.

Nothing here knows which sets are saved. What `tiles` reads by itself stays as it is written."""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping

from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.rules.tiles import LONGEST_CHOICE, NAMED_SETS, check_total, parse_tile_set, written

SHORTEST, LONGEST = 3, 30
_SIGNS = re.compile(r"[^\W\d_](?:[^\W_]|[ '’-])*")
_LIKE_COUNTS = re.compile(r"(?:[A-Z?]\s*[=:]?\s*[0-9]{1,4}\s*)+")
_TIMES = re.compile(r"(.*\S)\s*[x×*]\s*([0-9]{1,4})", re.IGNORECASE)


def folded(name: str) -> str:
    """By which two names are the same: whatever the case, the width of signs, and however many blanks."""
    return " ".join(_plain(name).split()).casefold()


def check_name(name: str) -> str:
    """The name with single blanks. Raises OrderRefused for one that a choice of tiles could not tell from anything else."""
    name = " ".join(_plain(name).split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise OrderRefused(
            say("The name of a tile set has from {least} to {most} signs.", least=SHORTEST, most=LONGEST)
        )
    if not _SIGNS.fullmatch(name):
        raise OrderRefused(
            say(
                "The name of a tile set begins with a letter, and has letters, numbers, blanks and hyphens: as in {example}.",
                example="Nordic-2 small",
            )
        )
    if name.upper().replace(" ", "") in NAMED_SETS or _LIKE_COUNTS.fullmatch(name.upper()) or _TIMES.fullmatch(name):
        raise OrderRefused(
            say(
                "“{name}” would be read as counts or as a set that there is: choose a name that is neither, such as {example}.",
                name=name,
                example="Nordic",
            )
        )
    return name


def names_in(choice: str) -> frozenset[str]:
    """What may be names of saved sets in a choice, folded."""
    return frozenset(name for part in choice.split("+") for name in (folded(part), _once(part)[0]))


def spell_out(choice: str, saved: Mapping[str, str]) -> str:
    """The choice in counts where it names one of `saved`, each folded name with its counts; else as it is.

    Raises OrderRefused for more tiles than a game has, and for what stands beside a saved set and is none."""
    if len(choice) > LONGEST_CHOICE or names_in(choice).isdisjoint(saved):
        return choice
    counts: Counter[str] = Counter()
    for part in choice.split("+"):
        name, times = (folded(part), 1) if folded(part) in saved else _once(part)
        tiles = parse_tile_set(saved[name] if name in saved else part.strip())
        counts.update({tile: count * (times if name in saved else 1) for tile, count in tiles.counts.items()})
    check_total(counts.total())
    return written(counts)


def _plain(name: str) -> str:
    """Wide letters and ligatures as the plain ones that they look like."""
    return unicodedata.normalize("NFKC", name)


def _once(part: str) -> tuple[str, int]:
    """`Nordicx2` as the name, folded, and the number."""
    found = _TIMES.fullmatch(part.strip())
    return (folded(found[1]), int(found[2])) if found else (folded(part), 1)
