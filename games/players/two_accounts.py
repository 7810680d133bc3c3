"""Judges whether two players of one game may be one person, from the devices and addresses they were seen with on the
days of the game.

Pure: uses no rows and no clock. It proves nothing and has no automatic consequence: a moderator decides. The weights
and `SUSPECTED_FROM` come from `python -m tests.bench.two_accounts`; docs/fair-play.md has the figures and the limits.

People who share a seat or a team are not compared at all: they have declared that they play together."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta

from games.rules.facts import JsonObject
from games.rules.texts import Text, say

MOST_AT_ONE_ADDRESS = 20
"""An address with more players than this during a game means nothing: it is a school, or a mobile phone carrier."""
CLOSE = timedelta(minutes=10)
OFTEN = 3  # days

A_DEVICE = 6.0
A_DEVICE_OFTEN = 1.0
AN_ADDRESS = 2.0
CLOSE_IN_TIME = 3.0
APART = -3.0
SUSPECTED_FROM = 5.0


@dataclass(frozen=True)
class Sighted:
    """A player's device on one day: where and when it was first seen. Device and address are keyed hashes."""

    day: date
    at: datetime
    device: str
    address: str


@dataclass(frozen=True)
class Evidence:
    """The things that two players had in common on the days of one game; all but `crowd` count days.

    `days`: both were seen; `device`: with the same device; `address`: at the same address, which at most
    `MOST_AT_ONE_ADDRESS` players share; `close`: there within `CLOSE` of each other; `apart`: both were seen, but at no
    common address. `crowd`: the number of players at the least shared of these addresses."""

    days: int = 0
    device: int = 0
    address: int = 0
    close: int = 0
    apart: int = 0
    crowd: int = 0
    is_one_device: bool = False
    """True if they used the same device during the game, perhaps on different days."""

    @property
    def strength(self) -> float:
        """The weight of a shared address: 1 if nobody else uses it, close to 0 if many do."""
        return 1 / (self.crowd - 1) if self.crowd > 1 else 0.0

    @property
    def parts(self) -> Mapping[str, float]:
        """The points of each reason that applies, by its name; their sum is the score."""
        found = {
            "device": A_DEVICE * self.is_one_device,
            "device often": A_DEVICE_OFTEN * (self.device >= OFTEN),
            "address": AN_ADDRESS * self.strength * bool(self.address),
            "close": CLOSE_IN_TIME * self.strength * (self.close >= OFTEN and self.close * 2 >= self.days),
            "apart": APART * self.apart / self.days if self.days else 0.0,
        }
        return {name: points for name, points in found.items() if points}

    @property
    def score(self) -> float:
        return round(sum(self.parts.values()), 1)

    @property
    def is_suspected(self) -> bool:
        return self.score >= SUSPECTED_FROM

    def says_more_than(self, other: "Evidence") -> bool:
        """Return True if this is evidence of a shared device and the other is not: a known household may share
        addresses, but not devices."""
        return self.is_one_device and not other.is_one_device

    def in_words(self) -> tuple[Text, ...]:
        """Return the reasons for and against, as sentences for moderators."""
        facts = {name: value for name, value in asdict(self).items() if isinstance(value, int)}
        return tuple(say(SAYS[name].template, **facts) for name in self.parts)

    def as_json(self) -> JsonObject:
        return asdict(self)


SAYS = {
    "device": say("Both players used the same device during the game."),
    "device often": say("They used the same device on {device} of the {days} days when both visited the site."),
    "address": say(
        "Both visited from the same IP address on {address} days. In total, {crowd} players used that address."
    ),
    "close": say("On {close} days they visited from there within 10 minutes of each other."),
    "apart": say(
        "Evidence against: on {apart} of the {days} days when both visited the site, they had no address in common."
    ),
}


def compare(one: Collection[Sighted], other: Collection[Sighted], crowds: Mapping[str, int]) -> Evidence:
    """Return the evidence on two players from the days of one game; `crowds` has the number of players at each address
    on these days."""
    places = _addresses(one) & _addresses(other)
    small = {place for place in places if crowds[place] <= MOST_AT_ONE_ADDRESS}
    by_day = [(_on(one, day), _on(other, day)) for day in {seen.day for seen in one} & {seen.day for seen in other}]

    def are_close(a: Sighted, b: Sighted) -> bool:
        return a.address == b.address and a.address in small and abs(a.at - b.at) <= CLOSE

    return Evidence(
        days=len(by_day),
        device=sum(bool(_devices(a) & _devices(b)) for a, b in by_day),
        address=sum(bool(_addresses(a) & _addresses(b) & small) for a, b in by_day),
        close=sum(any(are_close(seen, met) for seen in a for met in b) for a, b in by_day),
        apart=sum(not _addresses(a) & _addresses(b) for a, b in by_day),
        crowd=min((crowds[place] for place in small), default=0),
        is_one_device=bool(_devices(one) & _devices(other)),
    )


def _on(seen: Iterable[Sighted], day: date) -> list[Sighted]:
    """Return the sightings of one day."""
    return [one for one in seen if one.day == day]


def _devices(seen: Iterable[Sighted]) -> set[str]:
    return {one.device for one in seen}


def _addresses(seen: Iterable[Sighted]) -> set[str]:
    return {one.address for one in seen}
