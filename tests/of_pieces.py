"""Games of the kinds drawn from panels and offers, in a database, in a line or two."""

from datetime import UTC, datetime

from django.db.models import F

from games import commands, store
from games.models import Game, Hand
from games.rules import registry
from games.rules.chance import commitment
from tests.positions import kept
from tests.tables import sit_down

KINDS = sorted(key for key, kind in registry.KINDS.items() if not kind.layouts)


@kept
def start_of(key, *players, now, listed=True, seed=None, **options):
    """Start a game of this kind without any move; return its id."""
    game_id = commands.make_game(
        kind=key,
        player=players[0],
        seats=len(players),
        options=options,
        word_list="open",
        listed=listed,
        invite=(),
        now=now,
    )
    if seed is not None:
        Game.objects.filter(pk=game_id).update(seed=seed, commitment=commitment(seed))
    for player in players[1:]:
        sit_down(game_id, player, now=now)
    for player in players:
        commands.agree(game_id=game_id, player=player, now=now)
    return game_id


def table(game_id):
    """Return the game as stored, without applying what is due."""
    return store.seen_now(game_id, now=datetime.min.replace(tzinfo=UTC))


def write(game_id, player, text, at):
    """Carry out the orders that a player wrote as in an email."""
    here = table(game_id)
    orders = here.kind.read(text, here.state.options).orders
    commands.play(game_id=game_id, player=player, orders=orders, now=at)


def to_move(game_id, *players, holding=None):
    """Return the player to move, holding these tiles if given, and one who is not to move yet."""
    first = table(game_id).state.awaited[0]
    if holding:
        give(game_id, players[first], holding)
    return players[first], next(player for seat, player in enumerate(players) if seat != first)


def give(game_id, player, tiles):
    """Set the tiles that a player holds, as a change that everyone may notice."""
    seat = table(game_id).seat_of(player)
    Hand.objects.filter(game=game_id, seat=seat).update(tiles=tiles)
    Game.objects.filter(pk=game_id).update(noticed=F("noticed") + 1)
