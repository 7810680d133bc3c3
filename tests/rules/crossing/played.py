"""Whole games played at random, and their records, for tests that need one. No database."""

from datetime import timedelta
from random import Random

from games.rules.chance import stream_key
from games.rules.crossing.challenges import open_words
from games.rules.values import OrderRefused
from tests.rules.crossing.random_play import adds_up
from tests.rules.crossing.table import CROSSING, crossing
from tests.rules.position import SEED, record_of


class NotFromE:
    """A word list that holds everything except words that begin with E."""

    name = "not from E"
    sha256 = "0" * 64

    def __contains__(self, word):
        return not word.startswith("E")


def dealt(*, cuts, seed=SEED, **options):
    """A game with one seat per cut, whose draws follow from the seed and the cuts."""
    return crossing(*range(len(cuts)), words=NotFromE(), key=stream_key(seed, cuts), **options)


def lay_all(table, seat):
    """Submit everything the seat holds as one row, a valid word if possible."""
    return table.lay(seat, row(table.state.held(seat)))


def row(tiles):
    """The tiles side by side, blanks as lower-case letters, not beginning with E if possible."""
    first = sorted(tiles, key=lambda tile: (tile == "E", tile))
    return "".join("b" if tile == "?" else tile for tile in first)


def record_of_a_random_game(number, *, moves=150):
    """The record of a game in which two to four players act at random under house rules, and then leave it to the clocks.

    Checks after each move that no tile is lost and that every offered swap can be made."""
    chance = Random(number)
    seats = chance.choice([2, 3, 4])
    cuts = [chance.choice(["", "my lucky 7", "über"]) for _ in range(seats)]
    table = dealt(
        cuts=cuts,
        tiles_by_email=tuple(seat for seat in range(seats) if chance.random() < 0.2),
        tile_set=f"A{9 + seats} E6 ?2 B5 C{chance.randrange(6)} D2",
        starting_tiles=chance.choice([3, 4]),
        tiles_per_light=chance.choice([1, 1, 2]),
        reveal_after=chance.choice(["one", "all", "nobody"]),
        see_bank=3600,
        see_within=7200,
        call_within=chance.choice([3600, 86400, "never"]),
        abandon_after=864000,
        vacation=chance.choice(["waits", "passes"]),
        **house_rules(chance, seats),
    )
    for _ in range(moves):
        table = table.wait(minutes=chance.choice([0, 0, 1, 7, 45, 200]))
        if table.state.phase == "finished":
            break
        table = _after_something(table, chance.randrange(seats), chance)
        assert adds_up(table.state)
        assert all(map(table.state.can_be_made, table.state.swaps))
    while table.state.phase != "finished":
        table = table.wait(seconds=(CROSSING.due(table.state).at - table.now).total_seconds())
    return record_of(table, cuts=cuts)


def house_rules(chance, seats):
    """A random choice of house rules; each group of them is left out in half of the games."""
    groups = (
        {
            "jaywalk": chance.choice(["not_caller", "everyone", "behind"]),
            "jaywalk_times": chance.choice([1, 2, "every second round", "once a game", "unlimited"]),
            "jaywalk_tiles": chance.choice([1, 2]),
            "jaywalk_draw": chance.choice([1, 2]),
            "face_up": chance.random() < 0.5,
        },
        {
            "word_check": "challenge",
            "challenge_lights": chance.random() < 0.5,
            "false_challenge": chance.choice([0, 2]),
        },
        {
            "teams": chance.choice([("AB" * seats)[:seats], "A" * (seats - 1) + "B"]),
            "team_wins": chance.choice(["best", "lowest", "sum"]),
            "partners_see": chance.random() < 0.5,
        },
        {
            "layouts_visible": "always",
            "light_forfeit": "Dance.",
            "incomplete_forfeit": "Hop.",
            "invalid_forfeit": "Skip.",
        },
    )
    return {name: group[name] for group in groups if chance.random() < 0.5 for name in group}


def _after_something(table, seat, chance):
    """The table after somebody tried one thing; unchanged if that was refused."""
    verbs = (
        ["LOOK"] * 8
        + ["CALL"] * 8
        + ["GRID", "CHALLENGE"] * 2
        + ["JAYWALK", "OFFER", "ACCEPT"] * 3
        + ["DONE", "UNASK", "PAUSE", "RESUME", "VACATION", "UNOFFER", "DECLINE SWAP"]
    )
    verb = chance.choice([*verbs, "RESIGN" if chance.random() < 0.1 else "LOOK"])
    held = table.state.held(seat)
    try:
        match verb:
            case "CALL":
                table = table.look(seat)
                table = lay_all(table, seat)
                return table.give(seat, "RED" if table.state.pool_is_short else "GREEN")
            case "GRID":
                return table.lay(seat, row(held[:2]))
            case "CHALLENGE" if words := sorted(open_words(table.state)):
                return table.give(seat, verb, word=chance.choice(words))
            case "JAYWALK" if held:
                return table.give(seat, verb, **_some_tiles(table.state, held, chance))
            case "OFFER" if held and (partners := table.state.partners_of(seat)):
                to = chance.choice(partners)
                takes = chance.choice(table.state.held(to) or "Q")
                table = table.give(seat, verb, gives=chance.choice(held), takes=takes, to=to)
                return table.give(to, "ACCEPT") if chance.random() < 0.5 else table
            case "VACATION" if chance.random() < 0.2:
                return table.vacation(seat, after=timedelta(0), lasts=timedelta(days=2))
            case "LOOK" | "DONE" | "UNASK" | "PAUSE" | "RESUME" | "RESIGN" | "UNOFFER" | "ACCEPT" | "DECLINE SWAP":
                return table.give(seat, verb)
    except OrderRefused:
        pass
    return table


def _some_tiles(state, held, chance):
    """The tiles that a jaywalk gives back, and sometimes the open tiles that it takes for them."""
    tiles = tuple(chance.sample(held, min(len(held), chance.choice([1, state.options.jaywalk_tiles]))))
    lie_open = state.face_up
    is_taking = len(lie_open) >= len(tiles) and chance.random() < 0.5
    return {"tiles": tiles} | ({"taken": tuple(chance.sample(lie_open, len(tiles)))} if is_taking else {})
