"""A claim: the persons it names, and what keeps a person from being named again. Nobody files or shows one here."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.rules.handshake.names import clean_name, clean_occasion, fold_name
from games.rules.kind import OrderRefused, Seat
from games.rules.messages import Player, say

HAND, REFUSED = "hand", "refused"


@dataclass(frozen=True)
class Claim:
    """`hand`: its player shook the hand of `through`, who had shaken the target's before. `refused`: its player shook the
    hand of `through`, whose hand the target had refused; where `through` is empty, the target and its player did not shake
    hands. `occasion` is when and where."""

    seat: Seat
    form: str
    target: str
    through: str
    occasion: str

    def as_json(self) -> dict[str, Any]:
        """As an event tells it."""
        return {name: value for name, value in vars(self).items() if value != ""}


@dataclass(frozen=True)
class Shown:
    """A claim on the table, numbered from 1. One that is `late` names a target of an earlier claim of its round: it is
    shown and counts as not made."""

    number: int
    claim: Claim
    late: bool = False


def claim_from(seat: Seat, form: str, target: str, through: str, occasion: str) -> Claim:
    """The claim that an order makes. Raises OrderRefused for texts that cannot stand in one."""
    if form not in (HAND, REFUSED):
        raise OrderRefused(say("A claim is of a HAND or of a handshake REFUSED, and names who, when and where."))
    target = clean_name(target)
    through = clean_name(through) if form == HAND or through else ""
    if through and fold_name(through) == fold_name(target):
        raise OrderRefused(say("{name} cannot be both: name whose hand you shook THROUGH whom.", name=target))
    return Claim(seat, form, target, through, clean_occasion(occasion))


def check_free(claim: Claim, before: Iterable[Shown]) -> None:
    """Raise OrderRefused for a target that anybody named before; one middle person leads to many targets.

    `before` are the claims of the earlier rounds, voided ones too: what was shown is used. Source: RULES.md, "Names"."""
    for shown in before:
        earlier = shown.claim
        if not shown.late and fold_name(earlier.target) == fold_name(claim.target):
            raise OrderRefused(
                say(
                    "Name another target: {name} is taken, in a claim of {player}.",
                    name=earlier.target,
                    player=Player(earlier.seat),
                )
            )


def show(filed: Iterable[Claim]) -> tuple[Shown, ...]:
    """The claims of a round, given in the order filed, as all see them: numbered by seat; of those with one target the
    claim filed first stands, the others are late."""
    taken: set[str] = set()
    late: dict[Seat, bool] = {}
    claims = tuple(filed)
    for claim in claims:
        target = fold_name(claim.target)
        late[claim.seat] = target in taken
        taken.add(target)
    by_seat = sorted(claims, key=lambda claim: claim.seat)
    return tuple(Shown(number, claim, late[claim.seat]) for number, claim in enumerate(by_seat, start=1))
