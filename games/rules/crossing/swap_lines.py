"""Commands for swaps between partners and their syntax: OFFER, UNOFFER, ACCEPT and DECLINE SWAP."""

import re
from typing import TypeAlias

from games.rules.facts import Facts
from games.rules.lines import Line, Phrase, foreign_letters, without_accents
from games.rules.reading import TABLE_VERBS, bare
from games.rules.values import Order, Seat, Unreadable

# --- facts ------------------------------------------------------------------------------------------------------------

Named: TypeAlias = Seat | str
"""A player, as a seat or as a name that hasn't been looked up yet."""


class Propose(Facts):
    """An offer of a swap. `to` is None if the player has only one partner."""

    verb = "OFFER"
    gives: str
    takes: str
    to: Named | None = None


class Unoffer(Facts):
    verb = "UNOFFER"


class Accept(Facts):
    """The answer to an offer. Fields may be None if the others identify the offer."""

    verb = "ACCEPT"
    gives: str | None = None
    takes: str | None = None
    from_: Named | None = None


class Decline(Accept):
    verb = "DECLINE SWAP"


# --- reading and writing ----------------------------------------------------------------------------------------------

LONGEST_NAME = 40
_SWAP = r"(?P<gives>[A-Z?])\s+FOR\s+(?P<takes>[A-Z?])"
_OFFER = re.compile(rf"{_SWAP}(?:\s+TO\s+(?P<to>.+))?", re.IGNORECASE)
_ANSWER = re.compile(rf"(?:{_SWAP})?(?:(?:^|\s+)FROM\s+(?P<from>.+))?|(?P<name>SEAT\s+\d+|\S+)", re.IGNORECASE)


def read_offer(line: Line, phrase: Phrase) -> Order | None:
    found = _OFFER.fullmatch(phrase.argument)
    if found and _is_plain(found):
        return Order("OFFER", _named(found))
    if found is None and (plain := _OFFER.fullmatch(without_accents(phrase.argument))):
        raise Unreadable(
            "No tile has {letters}. Swap a letter from A–Z, or ? for a blank.",
            line=line.raw,
            correct="OFFER Q FOR E",
            letters=foreign_letters(phrase.argument[: plain.end("takes")]),
        )
    if len(phrase.argument) < 2:
        raise Unreadable(
            "After OFFER, name the tile to give and the tile to take.", line=line.raw, correct="OFFER Q FOR E"
        )
    return None


def read_unoffer(line: Line, phrase: Phrase) -> Order | None:
    if _OFFER.fullmatch(phrase.argument):
        raise Unreadable("Write UNOFFER on its own. You have one offer at most.", line=line.raw, correct="UNOFFER")
    return bare("UNOFFER")(line, phrase)


def read_accept(line: Line, phrase: Phrase) -> Order | None:
    return _answer("ACCEPT", phrase.argument)


def read_decline(line: Line, phrase: Phrase) -> Order | None:
    """Read DECLINE SWAP. DECLINE without SWAP answers an invitation."""
    first, *rest = phrase.argument.split(maxsplit=1) or [""]
    if first.upper() == "SWAP":
        return _answer("DECLINE SWAP", "".join(rest))
    return TABLE_VERBS["DECLINE"](line, phrase)


def _answer(verb: str, written: str) -> Order | None:
    found = _ANSWER.fullmatch(written)
    return Order(verb, _named(found)) if found and _is_plain(found) else None


def _is_plain(found: re.Match[str]) -> bool:
    """Return True if the tiles are written in A to Z or ? and names aren't too long. ſ and ı match without case, but
    are refused."""
    named = found.groupdict(default="")
    letters, names = (
        named["gives"] + named["takes"],
        named.get("to", "") + named.get("from", "") + named.get("name", ""),
    )
    return letters.isascii() and len(names) <= LONGEST_NAME


def _named(found: re.Match[str]) -> dict[str, str]:
    named = {name: " ".join(value.split()) for name, value in found.groupdict(default="").items()}
    facts = {
        "gives": named["gives"].upper(),
        "takes": named["takes"].upper(),
        "to": named.get("to", ""),
        "from": named.get("from") or named.get("name", ""),
    }
    return {name: value for name, value in facts.items() if value}


def write(order: Order) -> str:
    """Write the order as a command that reads back as the same order."""
    facts = order.facts
    swap = f"{facts.get('gives', '')} FOR {facts.get('takes', '')}" if facts.keys() & {"gives", "takes"} else ""
    named = {word: facts[word] for word in ("to", "from") if facts.get(word) is not None}
    names = [f"{word.upper()} {f'SEAT {who + 1}' if isinstance(who, int) else who}" for word, who in named.items()]
    return " ".join(filter(None, (order.verb, swap, *names)))
