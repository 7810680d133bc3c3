"""Whole games played by choice or by chance, and their records, for tests that need one. No database."""

from datetime import UTC, datetime, timedelta
from random import Random

from games.rules import registry
from games.rules.chance import commitment, stream_key
from games.rules.crossing.options import Options
from games.rules.kind import Joining, Order, OrderRefused, Resources
from games.rules.options import read_options
from games.rules.tiles import parse_tile_set

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
SEED = bytes(range(32))
MINUTE = timedelta(minutes=1)
CROSSING = registry.kind("crossing")


class NotFromE:
    """A list of words that holds anything but what begins with E."""

    name = "not from E"
    sha256 = "0" * 64

    def __contains__(self, word):
        return not word.startswith("E")


class Table:
    """A game in hand, and all that has happened in it."""

    def __init__(self, *, seats=("Anna", "Boris"), cuts=None, words=None, joining=None, seed=SEED, **options):
        self.names, self.cuts, self.seed = seats, cuts or [""] * len(seats), seed
        self.options = read_options(Options, options)
        self.resources = Resources(key=stream_key(seed, self.cuts), words=words or NotFromE())
        self.now = NOON
        self.state, self.events = None, []
        self._take(CROSSING.start(joining or [Joining()] * len(seats), self.options, self.resources, NOON))
        self.wait(timedelta(0))

    def wait(self, span):
        """Let time pass; what falls due happens."""
        self.now += span
        while (due := CROSSING.due(self.state)) and due.at <= self.now:
            self._take(CROSSING.tick(self.state, self.resources))
        return self

    def give(self, seat, verb, **facts):
        """One order; what it makes due happens at once."""
        self._take(CROSSING.play(self.state, seat, Order(verb, facts), self.resources, self.now))
        return self.wait(timedelta(0))

    def lay_all(self, seat):
        """Submit all that the seat holds, as one row that is a word where that can be."""
        return self.give(seat, "GRID", layout=(row(self.state.held(seat)),))

    def _take(self, step):
        self.state = step.state
        self.events += step.events

    def record(self):
        """As the record of a finished game has it."""
        told = [
            {"n": n, "at": f"{event.at:%Y-%m-%dT%H:%M:%S.%fZ}", **CROSSING.tell(self.state, event, None)}
            for n, event in enumerate(self.events, start=1)
        ]
        return {
            "format": "lexicon-record/1",
            "kind": "crossing",
            "tiles": dict(parse_tile_set(self.options.tile_set).counts),
            "seats": list(self.names),
            "options": {**vars(self.options), "word_list": "open"},
            "word_list": {"name": "open", "sha256": "0" * 64},
            "commitment": commitment(self.seed),
            "cuts": list(self.cuts),
            "seed": self.seed.hex(),
            "events": told,
        }


def row(tiles):
    """The tiles side by side, blanks as lower-case letters, the first no E where that can be."""
    first = sorted(tiles, key=lambda tile: (tile == "E", tile))
    return "".join("b" if tile == "?" else tile for tile in first)


def played_at_random(number, *, moves=150, **options):
    """A game of two to four seats in which people do this and that, until it is over."""
    chance = Random(number)
    seats = chance.choice([2, 2, 3, 4])
    table = Table(
        seats=("Anna", "Boris", "Chloe", "Dmitri")[:seats],
        cuts=[chance.choice(["", "my lucky 7", "über"]) for _ in range(seats)],
        tile_set=f"A{9 + seats} E6 ?2 B5 C{chance.randrange(6)} D2",
        starting_tiles=chance.choice([3, 4]),
        tiles_per_light=chance.choice([1, 1, 2]),
        reveal_after=chance.choice(["one", "all"]),
        see_bank=3600,
        see_within=7200,
        call_within=chance.choice([3600, 86400]),
        abandon_after=864000,
        vacation=chance.choice(["waits", "passes"]),
        joining=[Joining(tiles_by_email=chance.random() < 0.2) for _ in range(seats)],
        **options,
    )
    for _ in range(moves):
        if table.state.phase == "finished":
            break
        table.wait(chance.choice([0, 0, 1, 7, 45, 200]) * MINUTE)
        _try_something(table, chance.randrange(seats), chance)
    while table.state.phase != "finished":
        table.wait(CROSSING.due(table.state).at - table.now)
    return table


def _try_something(table, seat, chance):
    verbs = (
        ["LOOK"] * 8 + ["CALL"] * 8 + ["GRID"] * 2 + ["JAYWALK"] * 3 + ["DONE", "UNASK", "PAUSE", "RESUME", "VACATION"]
    )
    verb = chance.choice([*verbs, "RESIGN" if chance.random() < 0.1 else "LOOK"])
    held = table.state.held(seat)
    try:
        match verb:
            case "CALL":
                table.give(seat, "LOOK").lay_all(seat)
                table.give(seat, "RED" if table.state.pool_is_short else "GREEN")
            case "GRID":
                table.give(seat, "GRID", layout=(row(held[:2]),))
            case "JAYWALK" if held:
                table.give(seat, "JAYWALK", tiles=(chance.choice(held),))
            case "VACATION" if chance.random() < 0.2:
                days = {"starts": table.now, "ends": table.now + timedelta(days=2)}
                table.give(seat, "VACATION", **{name: at.isoformat() for name, at in days.items()})
            case "LOOK" | "DONE" | "UNASK" | "PAUSE" | "RESUME" | "RESIGN":
                table.give(seat, verb)
    except OrderRefused:
        pass
