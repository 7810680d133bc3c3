"""Commands for swaps between partners and their syntax: OFFER, UNOFFER, ACCEPT and DECLINE SWAP."""

import re
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from games.rules.alphabets.alphabet import Alphabet
from games.rules.facts import Facts
from games.rules.lines import Line, Phrase, without_strange_marks
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


@dataclass(frozen=True)
class _Patterns:
    """How an offer and an answer to one are written in one alphabet."""

    offer: re.Pattern[str]
    answer: re.Pattern[str]

    @classmethod
    def of(cls, alphabet: Alphabet) -> "_Patterns":
        tile = f"(?-i:[{re.escape(alphabet.readable)}?])|{alphabet.joined_pattern}"
        swap = rf"(?P<gives>{tile})\s+FOR\s+(?P<takes>{tile})"
        names = r"(?:(?:^|\s+)FROM\s+(?P<from>.+))?|(?P<name>SEAT\s+\d+|\S+)"
        return cls(
            offer=re.compile(rf"{swap}(?:\s+TO\s+(?P<to>.+))?", re.IGNORECASE),
            answer=re.compile(rf"(?:{swap})?{names}", re.IGNORECASE),
        )


_patterns = cache(_Patterns.of)


def read_offer(line: Line, phrase: Phrase) -> Order | None:
    alphabet, offer = line.alphabet, _patterns(line.alphabet).offer
    correct = f"OFFER {alphabet.examples.dear[0]} FOR {alphabet.examples.cheap[0]}"
    found = offer.fullmatch(alphabet.inside(phrase.argument, any_case=True))
    if found and _is_plain(found, alphabet):
        return Order("OFFER", _named(found, alphabet))
    meant = without_strange_marks(phrase.argument, alphabet)
    if found is None and (plain := offer.fullmatch(meant)):
        tiles = phrase.argument[: len(phrase.argument) - len(meant) + plain.end("takes")]
        raise Unreadable(
            "No tile has {letters}. Swap a letter from {tiles}, or ? for a blank.",
            line=line.raw,
            correct=correct,
            letters=alphabet.unreadable(re.sub(r"\bFOR\b", "", tiles, flags=re.IGNORECASE)),
            tiles=alphabet.listed,
        )
    if len(phrase.argument) < 2:
        raise Unreadable("After OFFER, name the tile to give and the tile to take.", line=line.raw, correct=correct)
    return None


def read_unoffer(line: Line, phrase: Phrase) -> Order | None:
    if _patterns(line.alphabet).offer.fullmatch(phrase.argument):
        raise Unreadable("Write UNOFFER on its own. You have one offer at most.", line=line.raw, correct="UNOFFER")
    return bare("UNOFFER")(line, phrase)


def read_accept(line: Line, phrase: Phrase) -> Order | None:
    return _answer("ACCEPT", phrase.argument, line.alphabet)


def read_decline(line: Line, phrase: Phrase) -> Order | None:
    """Read DECLINE SWAP. DECLINE without SWAP answers an invitation."""
    first, *rest = phrase.argument.split(maxsplit=1) or [""]
    if first.upper() == "SWAP":
        return _answer("DECLINE SWAP", "".join(rest), line.alphabet)
    return TABLE_VERBS["DECLINE"](line, phrase)


def _answer(verb: str, written: str, alphabet: Alphabet) -> Order | None:
    found = _patterns(alphabet).answer.fullmatch(alphabet.inside(written, any_case=True))
    return Order(verb, _named(found, alphabet)) if found and _is_plain(found, alphabet) else None


def _is_plain(found: re.Match[str], alphabet: Alphabet) -> bool:
    """Return True if the tiles are tiles and names aren't too long. ſ and ı match without case, but are refused."""
    named = found.groupdict(default="")
    letters, names = (
        named["gives"] + named["takes"],
        named.get("to", "") + named.get("from", "") + named.get("name", ""),
    )
    return not alphabet.unreadable(letters) and len(names) <= LONGEST_NAME


def _named(found: re.Match[str], alphabet: Alphabet) -> dict[str, str]:
    named = {name: " ".join(value.split()) for name, value in found.groupdict(default="").items()}
    facts = {
        "gives": alphabet.joined(named["gives"]) or alphabet.read(named["gives"], any_case=True),
        "takes": alphabet.joined(named["takes"]) or alphabet.read(named["takes"], any_case=True),
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
