"""`python -m tests.bench.two_accounts`: how often the detector of duplicate accounts in one game is wrong, and what it finds.

`--players 4000 --seasons 3 --seed 1`: seasons of 28 days of simulated play, without a database. It uses no data of real players:
the constants below say how people live, travel and meet, and docs/fair-play.md repeats the most important of them. Prints for
each threshold the false positives among rated games and among pairs who met, and the share of cheats found, by method. For the
chosen threshold, it prints what the suspected honest pairs have in common."""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import combinations, count
from random import Random

from games.players.two_accounts import SUSPECTED_FROM, Sighted, compare

FIRST_DAY, DAYS = date(2026, 11, 1), 28
GAMES_A_SEASON = 3.0  # rated games that a player starts in a season
LIVE_GAMES = 0.25  # the share of games that are over in a day or two
ACTIVE = 0.85  # the share of days on which a player comes to the site at all

HOUSEHOLDS = {"alone": 0.66, "household": 0.20, "one tablet": 0.04, "students": 0.10}  # shares of the players
MEET_AT_HOME = 0.15  # the share of games of players who live together in which both play
SIT_DOWN_TOGETHER = (
    0.25  # the share of days on which players who live together come to the site in the same quarter of an hour
)
COLLEAGUES = 0.10  # share of players who work where another player does
ON_CARRIERS_NET = 0.20  # households whose carrier gives one address to hundreds
NEW_ADDRESS = 1 / 20  # daily chance that a household gets another address
BY_VPN = 0.04
TRAVELS = 0.08  # the share of weeks away from home, at addresses of hotels; players who live together travel together
CARRIERS, OUTS_OF_A_CARRIER, VPN_OUTS, CAMPUSES = 4, 12, 25, 3
OWN_PHONE_BESIDE_TABLET = 0.5

MANNERS = ("same browser", "another browser", "phone and laptop", "VPN for one")
CHEATS_A_MANNER = 40
THRESHOLDS = (3.0, 4.0, 5.0, 6.0, 7.0)


@dataclass
class Home:
    """The players of one home: the address they have on each day, at home or in a hotel, and the days when they are away."""

    by_day: list[str]
    away: list[bool]
    together: list[float]
    """The hour at which they come to the site together on each day; 0 if they don't."""


@dataclass
class Player:
    """An account: its devices with the daily chance that each is used, and what decides where its person is."""

    number: int
    lives: str
    home: Home
    work: str
    carrier: int
    devices: dict[str, float]
    wakes: float
    vpn: bool = False
    seen: list[Sighted] = field(default_factory=list)
    manner: str = ""
    same_as: int = -1


class World:
    """The players of one season, and everything the server has seen of them."""

    def __init__(self, players: int, seed: int) -> None:
        self.chance = Random(seed)
        self._names = count()
        self.players: list[Player] = []
        while len(self.players) < players:
            self._settle()
        for manner in MANNERS:
            for _ in range(CHEATS_A_MANNER):
                self._add_cheat(manner)
        for player in self.players:
            if not player.manner:
                player.seen = list(self._days_of(player))
        for player in self.players:
            if player.manner:
                player.seen = list(self._days_of_cheat(player, self.players[player.same_as]))
        self.at = defaultdict[tuple[int, str], set[int]](set)
        for player in self.players:
            for one in player.seen:
                self.at[(one.day - FIRST_DAY).days, one.address].add(player.number)

    def crowds(self, first: int, last: int, addresses: Iterable[str]) -> dict[str, int]:
        """Return the number of players seen at each of these addresses from the first day to the last."""
        return {
            place: len(set().union(*(self.at.get((day, place), ()) for day in range(first, last + 1))))
            for place in addresses
        }

    # --- people -------------------------------------------------------------------------------------------------------

    def _new(self, what: str) -> str:
        return f"{what} {next(self._names)}"

    def _settle(self) -> None:
        """Add a home with its players."""
        lives = self.chance.choices(list(HOUSEHOLDS), [HOUSEHOLDS["alone"], *(s / 2 for s in (0.20, 0.04)), 0.10])[0]
        home = self._home(lives)
        together = lives in ("household", "one tablet")
        tablet = self._new("tablet")
        wakes = self.chance.gauss(8, 1.5)
        for _ in range(2 if together else 1):
            devices = {self._new("phone"): 0.7, self._new("laptop"): 0.45}
            if lives == "one tablet":
                own = {self._new("phone"): 0.4} if self.chance.random() < OWN_PHONE_BESIDE_TABLET else {}
                devices = {tablet: 0.8, **own}
            self.players.append(
                Player(
                    len(self.players),
                    lives,
                    home,
                    self._work(lives),
                    self.chance.randrange(CARRIERS),
                    devices,
                    wakes + self.chance.gauss(0, 0.7),
                    self.chance.random() < BY_VPN,
                )
            )

    def _home(self, lives: str) -> Home:
        is_netted = self.chance.random() < ON_CARRIERS_NET
        carrier, address, by_day, away = self.chance.randrange(CARRIERS), self._new("home"), list[str](), list[bool]()
        evenings = [self.chance.gauss(20, 1) if self.chance.random() < SIT_DOWN_TOGETHER else 0.0 for _ in range(DAYS)]
        hotel, is_away = "", False
        for day in range(DAYS):
            if day % 7 == 0:
                is_away, hotel = self.chance.random() < TRAVELS, self._new("hotel")
            if self.chance.random() < NEW_ADDRESS:
                address = self._new("home")
            there = self._out_of(carrier) if is_netted else address
            if lives == "students" and not is_away:
                there = f"campus {carrier % CAMPUSES}"
            by_day.append(hotel if is_away else there)
            away.append(is_away)
        return Home(by_day, away, evenings)

    def _work(self, lives: str) -> str:
        if lives == "students":
            return f"campus {self.chance.randrange(CAMPUSES)}"
        if self.players and self.chance.random() < COLLEAGUES:
            return self.chance.choice(self.players).work
        return self._new("work")

    def _add_cheat(self, manner: str) -> None:
        """Give a player who lives alone a second account."""
        first = self.chance.choice([one for one in self.players if one.lives == "alone" and one.same_as < 0])
        first.same_as = len(self.players)
        devices = dict(first.devices)
        if manner != "same browser":
            devices = {self._new("browser"): 1.0}
        second = Player(first.same_as, "alone", first.home, first.work, first.carrier, devices, first.wakes, False)
        second.manner, second.same_as = manner, first.number
        self.players.append(second)

    # --- days ---------------------------------------------------------------------------------------------------------

    def _days_of(self, player: Player) -> Iterator[Sighted]:
        for day in range(DAYS):
            if self.chance.random() > ACTIVE:
                continue
            used = [device for device, often in player.devices.items() if self.chance.random() < often]
            used = used or [self.chance.choice(list(player.devices))]
            for n, device in enumerate(used):
                hour = self.chance.choice((player.wakes, 13, 20)) + self.chance.gauss(0, 1.2)
                if n == 0 and player.home.together[day]:
                    hour = player.home.together[day] + self.chance.random() / 4
                hour = min(23.5, max(0.2, hour))
                yield self._sighted(day, hour, device, self._place(player, day, hour, device))

    def _days_of_cheat(self, second: Player, first: Player) -> Iterator[Sighted]:
        """Yield the visits of a second account, each close to a visit of the first and mostly minutes after it."""
        [own] = list(second.devices)[:1]
        for seen in first.seen:
            if self.chance.random() > 0.8:
                continue
            day = (seen.day - FIRST_DAY).days
            begins = seen.at.hour + seen.at.minute / 60
            hour = min(23.9, begins + self.chance.expovariate(1 / 0.2))  # 12 minutes on average
            if second.manner == "same browser":
                yield self._sighted(day, hour, seen.device, seen.address)
            elif second.manner == "another browser" and seen.device.startswith("laptop"):
                yield self._sighted(day, hour, own, seen.address)
            elif second.manner == "VPN for one" and seen.device.startswith("laptop"):
                yield self._sighted(day, hour, own, f"vpn {self.chance.randrange(VPN_OUTS)}")
            elif second.manner == "phone and laptop":
                hour = min(23.9, max(0.2, begins + self.chance.gauss(0, 2)))
                yield self._sighted(day, hour, own, self._place(first, day, hour, "phone"))

    def _place(self, player: Player, day: int, hour: float, device: str) -> str:
        """Return the address that a player comes from at this hour: of home, work, a mobile network or a VPN."""
        if player.vpn:
            return f"vpn {self.chance.randrange(VPN_OUTS)}"
        is_at_work = 9.5 < hour < 17 and day % 7 < 5 and not player.home.away[day]
        if device.startswith("phone") and self.chance.random() < (0.5 if is_at_work else 0.2):
            return self._out_of(player.carrier)
        return player.work if is_at_work and not device.startswith("tablet") else player.home.by_day[day]

    def _out_of(self, carrier: int) -> str:
        return f"carrier {carrier}.{self.chance.randrange(OUTS_OF_A_CARRIER)}"

    def _sighted(self, day: int, hour: float, device: str, address: str) -> Sighted:
        on = FIRST_DAY + timedelta(days=day)
        return Sighted(on, datetime(on.year, on.month, on.day, tzinfo=UTC) + timedelta(hours=hour), device, address)

    # --- games --------------------------------------------------------------------------------------------------------

    def games(self) -> Iterator[tuple[int, int, Sequence[Player]]]:
        """Yield the first day, the last day and the players of each rated game of the season."""
        honest = [one for one in self.players if not one.manner]
        by_home = defaultdict[int, list[Player]](list)
        for one in honest:
            by_home[id(one.home)].append(one)
        for _ in range(round(len(honest) * GAMES_A_SEASON / 3)):
            size = self.chance.choice((2, 3, 4))
            seated = self.chance.sample(honest, size)
            mates = [one for one in by_home[id(seated[0].home)] if one is not seated[0]]
            if mates and self.chance.random() < MEET_AT_HOME:
                seated[1] = self.chance.choice(mates)
            yield *self._span(), seated
        for second in self.players:
            for _ in range(3 if second.manner else 0):  # second accounts exist to play with the first
                others = self.chance.sample(honest, self.chance.choice((0, 1, 2)))
                first = self.players[second.same_as]
                yield *self._span(), [first, second, *(one for one in others if one is not first)]

    def _span(self) -> tuple[int, int]:
        length = self.chance.randint(1, 2) if self.chance.random() < LIVE_GAMES else self.chance.randint(5, 25)
        first = self.chance.randrange(DAYS - length + 1)
        return first, first + length - 1


@dataclass
class Tally:
    """The results: the best score of each pair, and of each game without cheats."""

    honest_games: list[float] = field(default_factory=list)
    honest_pairs: dict[frozenset[int], float] = field(default_factory=dict)
    wrongly: Counter[str] = field(default_factory=Counter)
    cheated_games: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    cheats: dict[str, dict[tuple[int, int], float]] = field(default_factory=lambda: defaultdict(dict))

    def play(self, world: World, season: int) -> None:
        """Judge all games of a season."""
        for first, last, seated in world.games():
            best, is_cheated = 0.0, False
            seen = {one.number: [s for s in one.seen if first <= (s.day - FIRST_DAY).days <= last] for one in seated}
            for a, b in combinations(seated, 2):
                common = {s.address for s in seen[a.number]} & {s.address for s in seen[b.number]}
                evidence = compare(seen[a.number], seen[b.number], world.crowds(first, last, common))
                if a.same_as == b.number:
                    is_cheated, manner, key = True, a.manner or b.manner, (season, max(a.number, b.number))
                    self.cheated_games[manner].append(evidence.score)
                    self.cheats[manner][key] = max(evidence.score, self.cheats[manner].get(key, 0.0))
                    continue
                best = max(best, evidence.score)
                pair = frozenset({season * 1_000_000 + a.number, season * 1_000_000 + b.number})
                self.honest_pairs[pair] = max(evidence.score, self.honest_pairs.get(pair, 0.0))
                if evidence.is_suspected:
                    lives = a.lives if a.home is b.home else "strangers"
                    self.wrongly[f"{lives}: {', '.join(evidence.parts)}"] += 1
            if not is_cheated:
                self.honest_games.append(best)

    def games_wrong(self, threshold: float = SUSPECTED_FROM) -> float:
        """Return the share of games without cheats in which somebody is suspected."""
        return _from(self.honest_games, threshold)

    def pairs_wrong(self, threshold: float = SUSPECTED_FROM) -> float:
        """Return the share of honest pairs who met that are suspected in some game of a season."""
        return _from(self.honest_pairs.values(), threshold)

    def found(self, manner: str, threshold: float = SUSPECTED_FROM) -> tuple[float, float]:
        """Return the share of games of such cheats in which they are suspected, and the share of these cheats who are suspected in
        some game of a season."""
        return _from(self.cheated_games[manner], threshold), _from(self.cheats[manner].values(), threshold)


def _from(scores: Iterable[float], threshold: float) -> float:
    scores = list(scores)
    return sum(score >= threshold for score in scores) / len(scores)


def simulate(*, players: int, seasons: int, seed: int) -> Tally:
    """Play and judge seasons, each with different players."""
    tally = Tally()
    for season in range(seasons):
        tally.play(World(players, seed * 1000 + season), season)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description="How often the detector of two accounts is wrong, and what it finds.")
    parser.add_argument("--players", type=int, default=4000, help="of a season (default: %(default)s)")
    parser.add_argument("--seasons", type=int, default=3, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    asked = parser.parse_args()
    tally = simulate(**vars(asked))
    print(f"{len(tally.honest_games)} honest rated games, {len(tally.honest_pairs)} honest pairs who met")
    print(f"{'threshold':<10}{'games wrong':>12}{'pairs wrong':>12}" + "".join(f"{manner:>26}" for manner in MANNERS))
    for threshold in THRESHOLDS:
        found = "".join("{:>16.0%} /{:>6.0%}  ".format(*tally.found(manner, threshold)) for manner in MANNERS)
        mark = "*" if threshold == SUSPECTED_FROM else ""
        wrong = f"{tally.games_wrong(threshold):>12.2%}{tally.pairs_wrong(threshold):>12.2%}"
        print(f"{f'{threshold}{mark}':<10}{wrong}{found}")
    print(
        "Found: of their games / of the cheats in some game of a season. * the threshold in use. Wrongly suspected there:"
    )
    for what, times in tally.wrongly.most_common():
        print(f"{times:>6}  {what}")


if __name__ == "__main__":
    main()
