"""Claims: the people named, the rule against naming a target twice, and the result of doubts and votes.

Making and showing claims is elsewhere. Texts are escaped where they are rendered."""

import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from games.rules.names import JOINERS, comparable
from games.rules.texts import Player
from games.rules.values import OrderRefused, Seat

LONGEST_NAME = 80
LONGEST_OCCASION = 300

_DROPPED = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
"""Invisible characters that email programs add."""
_BLANKS = dict.fromkeys(map(ord, "\t\u00a0"), " ")
_REFUSED = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
_ACCENTS = range(0x300, 0x370)


def clean(text: str) -> str:
    """Return the text on one line with single spaces. Raises OrderRefused for control, direction and other invisible
    characters."""
    text = text.translate(_DROPPED).translate(_BLANKS)
    for character in text:
        if unicodedata.category(character) in _REFUSED and character not in JOINERS:
            raise OrderRefused(
                "A claim can only be plain text. Remove the invisible character {character}.",
                character=f"U+{ord(character):04X}",
            )
    return " ".join(text.split())


def clean_name(text: str) -> str:
    """Return the name of a person as shown. Raises OrderRefused if it is too long or has no letter."""
    name = clean(text)
    if len(name) > LONGEST_NAME:
        raise OrderRefused(
            "A name can have at most {most} characters. This one has {n}.", most=LONGEST_NAME, n=len(name)
        )
    if not fold_name(name):
        raise OrderRefused("A name needs at least one letter.")
    return name


def fold_name(name: str) -> str:
    """Return a form that is equal for names that count as the same: letters and digits without case and accents.

    Use it only for short texts: one of nothing but accents could take seconds. `fold_name("Marie CURIE") ==
    fold_name("Märie-Curie")`."""
    apart = unicodedata.normalize("NFKD", comparable(name))
    kept = (
        character
        for character in apart
        if unicodedata.category(character)[0] in "LMN" and ord(character) not in _ACCENTS
    )
    return unicodedata.normalize("NFC", "".join(kept))


HAND, REFUSED = "hand", "refused"


@dataclass(frozen=True)
class Claim:
    """A claim; `occasion` says when and where.

    `hand`: its player shook hands with `through`, who had shaken the target's hand.
    `refused`: the target had refused to shake hands with `through`, and its player shook hands with `through`; if
    `through` is empty, target and player didn't shake hands."""

    seat: Seat
    form: str
    target: str
    through: str
    occasion: str

    def as_json(self) -> dict[str, str | int]:
        return {name: value for name, value in vars(self).items() if value != ""}


@dataclass(frozen=True)
class Shown:
    """A claim that is shown, numbered from 1. A `late` one has the target of an earlier claim of its round, and
    doesn't count."""

    number: int
    claim: Claim
    late: bool = False


def claim_from(seat: Seat, form: str, target: str, through: str, occasion: str) -> Claim:
    """Return the claim of an order. Raises OrderRefused for texts that a claim can't have."""
    if form not in (HAND, REFUSED):
        raise OrderRefused("A claim is either a HAND or a handshake REFUSED. Say who it was, when and where.")
    target = clean_name(target)
    through = clean_name(through) if form == HAND or through else ""
    if through and fold_name(through) == fold_name(target):
        raise OrderRefused("{name} can’t be on both sides of THROUGH. Name two different people.", name=target)
    occasion = clean(occasion)
    if len(occasion) > LONGEST_OCCASION:
        raise OrderRefused(
            "“When and where” can have at most {most} characters. This has {n}.", most=LONGEST_OCCASION, n=len(occasion)
        )
    if not fold_name(occasion):
        raise OrderRefused("After a colon, say when and where it was.")
    return Claim(seat, form, target, through, occasion)


def check_free(claim: Claim, before: Iterable[Shown]) -> None:
    """Raise OrderRefused if the target was named before. One person in between may lead to many targets.

    `before` are the claims of earlier rounds, also void ones, because every shown target is used up. Source:
    RULES.md, "Names"."""
    for shown in before:
        earlier = shown.claim
        if not shown.late and fold_name(earlier.target) == fold_name(claim.target):
            raise OrderRefused(
                "{player} has already claimed {name}. Choose another target.",
                name=earlier.target,
                player=Player(earlier.seat),
            )


def show(filed: Iterable[Claim]) -> tuple[Shown, ...]:
    """Return the claims of a round as shown, numbered by seat, given in the order they were made.

    Of claims with the same target, the first counts, and the others are late."""
    claims, first = tuple(filed), dict[str, Claim]()
    for claim in claims:
        first.setdefault(fold_name(claim.target), claim)
    by_seat = sorted(claims, key=lambda claim: claim.seat)
    return tuple(
        Shown(number, claim, late=claim is not first[fold_name(claim.target)])
        for number, claim in enumerate(by_seat, start=1)
    )


# --- doubts and votes ------------------------------------------------------------------------------------------------

VOTE, DISMISSED = 1, -1
"""The points of a claim for each vote, and of a doubter for each doubt of a claim that isn't void."""


@dataclass(frozen=True)
class Tally:
    """A claim with the seats that doubted it and those that voted for it, each in order."""

    number: int
    seat: Seat
    doubted_by: tuple[Seat, ...] = ()
    void: bool = False
    voted_by: tuple[Seat, ...] = ()


def judge(
    shown: Collection[Shown], doubts: Mapping[Seat, Collection[int]], live: Collection[Seat]
) -> tuple[Tally, ...]:
    """Judge the claims that can be doubted. One is void if more than half of the others doubted it.

    The others are all seats that haven't resigned, except its own player. Silence means belief."""
    tallies = []
    for one in shown:
        if one.late:
            continue
        others = [seat for seat in sorted(live) if seat != one.claim.seat]
        doubters = tuple(seat for seat in others if one.number in doubts.get(seat, ()))
        tallies.append(Tally(one.number, one.claim.seat, doubters, void=2 * len(doubters) > len(others)))
    return tuple(tallies)


def count(tallies: Collection[Tally], votes: Mapping[Seat, int]) -> tuple[Tally, ...]:
    """Return the tallies with the votes. Void claims get none."""
    counted = []
    for tally in tallies:
        voters = sorted(seat for seat, number in votes.items() if number == tally.number and not tally.void)
        counted.append(replace(tally, voted_by=tuple(voters)))
    return tuple(counted)


def points(tallies: Collection[Tally], seats: int) -> tuple[int, ...]:
    """Return the points that the claims of one or more rounds give each seat."""
    gained = [0] * seats
    for tally in tallies:
        gained[tally.seat] += VOTE * len(tally.voted_by)
        if not tally.void:
            for doubter in tally.doubted_by:
                gained[doubter] += DISMISSED
    return tuple(gained)
