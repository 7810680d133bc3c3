"""Builds games, lists of games and a tournament with the real commands. Where many are wanted, they are copied row by row."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import cache, wraps
from itertools import cycle
from random import Random
from typing import ParamSpec, TypeVar

from django.utils import timezone

from games import commands, queries
from games.models import Bag, Board, Event, Game, Hand, Seat
from games.players.accounts import account_of
from games.players.models import Player
from games.robots import demo
from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance
from games.rules.crossing.robot import arrange
from games.rules.grid import Layout
from games.rules.values import Order
from games.rules.words import Vocabulary
from games.tournaments.commands import ratings
from games.tournaments.models import Tournament
from games.word_lists.library import bundled
from games.word_lists.shelf import import_words
from tests.tables import ask, look, order, start, state
from tests.tournaments.playing import make_director, play_out, under_way
from tests.tournaments.playing import people as entrants

ROUNDS, DRAFTS, LINES = 30, 12, 12  # of a large table
A_ROW = 6  # letters of a large table's layouts
A_FEW = 5
TABLES = 8

now = timezone.now
Given, Made = ParamSpec("Given"), TypeVar("Made")

chance = Random(0)
secrets.token_bytes = lambda size=None: chance.randbytes(size or 32)  # the seeds of games
# the system's own generator is used a random number of times
secrets.choice, secrets.randbelow = chance.choice, chance.randrange


def built_once(build: Callable[Given, Made]) -> Callable[Given, Made]:
    """Build a position once, with the same tiles in every run, whatever was built before."""

    @cache
    @wraps(build)
    def built(*args: Given.args, **more: Given.kwargs) -> Made:
        before = chance.getstate()
        chance.seed(f"{build.__name__} {args}")
        try:
            return build(*args, **more)
        finally:
            chance.setstate(before)

    return built


@cache
def people() -> list[Player]:
    return [
        account_of(f"{name}@example.org", name=name.title())[0] for name in ("anna", "boris", "chloe", "emil", "fanny")
    ]


@cache
def words() -> Vocabulary:
    return Vocabulary(bundled().words)


def dealt(*players: Player, seen_by: Sequence[Player] = ()) -> int:
    """Return a public game as newcomers create it. Everybody has looked, or only these players, and nobody has laid anything."""
    at, maker = now(), players[0]
    game_id = commands.make_game(kind="crossing", player=maker, seats=len(players), options={}, listed=True, now=at)
    for player in players:
        commands.sit_down_and_agree(game_id=game_id, player=player, now=at)
    look(game_id, *(seen_by or players), at=at)
    return game_id


def layouts(game_id: int, player: Player) -> Sequence[Layout]:
    """Return a complete layout of the player's tiles, and the same with rows and columns swapped."""
    hand = queries.table(game_id=game_id, player=player, now=now()).view.hand
    across = arrange(hand, words(), ENGLISH, chance=Chance(b"bench"))
    assert across
    width = max(map(len, across))
    return across, tuple(
        "".join(column).rstrip(".") for column in zip(*(row.ljust(width, ".") for row in across), strict=True)
    )


def grid(layout: Layout) -> Order:
    return Order("GRID", {"layout": layout})


@built_once
def tables() -> list[int]:
    """Return some games in which layouts are submitted."""
    anna, boris, *_ = people()
    return [dealt(anna, boris) for _ in range(TABLES)]


@cache
def submissions() -> Iterator[tuple[int, Player, Layout]]:
    """Yield the players of these games in turn, without end, each with a layout other than the current one. All rows of the bench
    share the iterator, so each continues where the previous one stopped."""
    seats = [(game_id, player) for game_id in tables() for player in people()[:2]]
    found = {seat: layouts(*seat) for seat in seats}
    return ((*seat, found[seat][side]) for side in cycle((0, 1)) for seat in seats)


@built_once
def small_table() -> int:
    """Return a game of two players who have both submitted."""
    anna, boris, *_ = people()
    game_id = dealt(anna, boris)
    for player in (anna, boris):
        commands.play(game_id=game_id, player=player, orders=[grid(layouts(game_id, player)[0])], now=now())
    return game_id


@built_once
def large_table() -> int:
    """Return a game of five players in the thirtieth round. Anna has requested a light, has drafts and a note, and has muted
    Chloe, who writes a lot."""
    anna, boris, chloe, *_ = five = people()
    at = now()
    game_id = start(*five, now=at, leeway=0, tile_set="A400 E0", starting_tiles=2)
    runs = import_words(["A" * length for length in range(2, 2 * ROUNDS)], name="runs of A", now=at)
    Game.objects.filter(pk=game_id).update(word_list=runs)
    while state(game_id).round < ROUNDS:
        look(game_id, *five, at=at)
        ask(game_id, boris, at=at)
    look(game_id, *five, at=at)
    for player in five[1:]:
        commands.play(game_id=game_id, player=player, orders=[grid(_block(game_id, player))], now=at)
    for n in range(LINES):
        commands.say(game_id=game_id, player=(boris, chloe)[n % 2], text=f"line {n}", now=at)
    layout = _block(game_id, anna)
    for n in range(DRAFTS):
        commands.save_draft(game_id=game_id, player=anna, name=f"Wild {n}", layout=layout[n % 3 :], now=at)
    commands.keep_note(game_id=game_id, player=anna, text="Boris has the Q")
    commands.mute_player(game_id=game_id, player=anna, number=2)
    ask(game_id, anna, at=at)
    return game_id


def _block(game_id: int, player: Player) -> Layout:
    """Return a layout of all tiles in rows, one below the other."""
    hand = queries.table(game_id=game_id, player=player, now=now()).view.hand
    return tuple(hand[n : n + A_ROW] for n in range(0, len(hand), A_ROW))


@built_once
def lobby() -> int:
    """Return a public game with free seats."""
    anna, *_, fanny = people()  # a player can only create so many games a day, and copies count
    game_id = commands.make_game(kind="crossing", player=fanny, seats=5, options={}, listed=True, now=now())
    commands.join(game_id=game_id, player=anna, now=now())
    return game_id


@built_once
def finished() -> int:
    """Return a finished game of three, with its red light and scores."""
    seated = people()[:4]
    demo.finish_one(seated, now())
    return Game.objects.get(made_by=seated[2], phase=Game.Phase.FINISHED).pk


@built_once
def busy_player(games: int) -> Player:
    """Return a player with this many running games. Two in five wait for somebody else. There are open games, too."""
    open_tables()
    player, other = (
        account_of(f"{role}{games}@example.org", name=f"{role} {games}".title())[0] for role in ("busy", "other")
    )
    first = [dealt(player, other, seen_by=[player]) for _ in range(A_FEW)]
    for n, game_id in enumerate(first):
        commands.play(game_id=game_id, player=player, orders=[grid(layouts(game_id, player)[0])], now=now())
        if n > 2:
            order(game_id, player, "green", at=now())
    copies(first, games // A_FEW - 1)
    return player


@built_once
def open_tables() -> None:
    """Create as many open games as a list shows."""
    copies([lobby()], 60)


def games_for_a_list() -> int:
    """Copy a game in progress, a finished one and a lobby, so that they are the twenty newest games. Return the id of the newest."""
    return max(copies([small_table(), finished(), lobby()], 7))


@built_once
def rated_player() -> Player:
    """Return a player of rated games."""
    game_id = finished()
    Game.objects.filter(pk=game_id).update(rated=True)
    copies([game_id], 20)
    ratings.rate_finished(now=now())
    return people()[0]


@built_once
def tournament() -> Tournament:
    """Return a Swiss tournament of sixteen players, in its third round."""
    players = entrants(16)
    begun = now() - timedelta(days=5)
    swiss = under_way(make_director(account_of("director@example.org", name="Director")[0]), players, now=begun)
    play_out(swiss, now=begun)
    return swiss


def copies(game_ids: Sequence[int], number: int) -> list[int]:
    """Copy each of these games this many times, row by row, with the same players and state. Return the ids of the copies."""
    made = list[int]()
    for game_id in game_ids:
        copied = [Game.objects.get(pk=game_id) for _ in range(number)]
        for game in copied:
            game.pk = None
        copied = Game.objects.bulk_create(copied)
        made += [game.pk for game in copied]
        for model in (Seat, Bag, Hand, Board, Event):
            rows = []
            for game in copied:
                for row in model.objects.filter(game=game_id):
                    row.pk, row.game = None, game
                    rows.append(row)
            model.objects.bulk_create(rows)
    return made
