"""Games in a database, in any position, in a line or two.

The tiles are A and E, and every row of up to eight of them is a word: a layout is complete once all tiles are in one
row."""

from datetime import UTC, datetime, timedelta
from itertools import product

from games import commands, store
from games.commands import seats as at_the_table
from games.models import Event, Game, Seat, WordList
from games.rules import registry
from games.rules.alphabets.known import alphabet_of
from games.rules.values import Order
from games.store import rows
from games.word_lists.shelf import import_words
from tests.positions import kept

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
A_LONG_GAME = {"tile_set": "A60 E60", "starting_tiles": 2}
NO_POOL = {"tile_set": "A2 E2", "starting_tiles": 2}  # for two players: the first light is red


def after(**span):
    """Return the instant this long after the deal."""
    return NOON + timedelta(**span)


def import_rows():
    words = ("".join(letters) for length in range(2, 9) for letters in product("AE", repeat=length))
    return WordList.objects.filter(name="rows").first() or import_words(words, name="rows", now=NOON)


def only_words(game_id, *words):
    """Give the game a word list of the same name that has only these words."""
    game = Game.objects.get(pk=game_id)
    game.word_list = import_words(words, name=game.word_list.name, now=NOON)
    game.save(update_fields=["word_list"])


def sit_down(game_id, player, *, now):
    """Take a seat, in a private game too, as if invited."""
    with store.locked(game_id, now=now) as table:
        at_the_table.sit_down(table, player, invited=True)


@kept
def make_table(maker, *others, seats=0, listed=True, club=None, invite=(), now=NOON, **options):
    """Create a lobby that these players have joined and only its creator has accepted; return its id."""
    import_rows()
    game_id = commands.make_game(
        kind="crossing",
        player=maker,
        seats=seats or 1 + len(others),
        options={**A_LONG_GAME, **options},
        word_list="rows",
        listed=listed,
        club=club,
        invite=invite,
        now=now,
    )
    for player in others:
        sit_down(game_id, player, now=now)
    return game_id


@kept
def start(*players, now=NOON, seed=None, **options):
    """Start a game: the tiles have just been dealt, and nobody has looked."""
    maker, *others = players
    game_id = make_table(maker, now=now, **{"seats": len(players), **options})
    if seed is not None:
        Game.objects.filter(pk=game_id).update(seed=seed)
    for player in others:
        commands.sit_down_and_agree(game_id=game_id, player=player, now=now)
    if "people_a_seat" in options:
        commands.agree(game_id=game_id, player=maker, now=now)
    return game_id


def look(game_id, *players, at=NOON):
    for player in players:
        commands.look(game_id=game_id, player=player, now=at)


def order(game_id, player, text, at=NOON, **more):
    """Carry out the orders that a player wrote, as the pages do."""
    orders = registry.kind("crossing").read(text, state(game_id).options).orders
    commands.play(game_id=game_id, player=player, orders=orders, now=at, **more)


def complete(game_id, player, at=NOON):
    """Submit all tiles seen, in one row."""
    commands.play(game_id=game_id, player=player, orders=[Order("GRID", {"layout": [hand(game_id, player)]})], now=at)


def ask(game_id, player, at=NOON):
    """Submit a complete layout and request the next light."""
    look(game_id, player, at=at)
    complete(game_id, player, at=at)
    order(game_id, player, "red" if state(game_id).pool_is_short else "green", at=at)


def state(game_id):
    """Return the state as stored, without applying what is due."""
    game = Game.objects.get(pk=game_id)
    return rows.load(game, rows.parts_of([game])[game.pk]) if game.state is not None else None


def hand(game_id, player):
    """Return the tiles this player has looked at."""
    return state(game_id).held(seat_of(game_id, player))


def seat_of(game_id, player):
    return Seat.objects.values_list("number", flat=True).filter(game=game_id, player=player).first()


def happened(game_id):
    """Return the game's own events except submissions, from the deal on, as (verb, seat)."""
    rows = Event.objects.filter(game=game_id).exclude(verb__in=["made", "joined", "agreed", "invited", "submit", "say"])
    return list(rows.order_by("n").values_list("verb", "seat"))


PARTS = (
    *("view", "names", "id", "kind", "you", "phase", "word_list", "tiles_by_email", "is_maker", "kind_name", "title"),
    *("pace", "options", "cuts", "seed", "seats", "teams", "teams_win", "invited", "mates", "mates_by_email", "next"),
    *("waiting_for", "why", "reasons", "clocks", "may_go_on", "may"),
)


def parts(view):
    """Return everything that a game's page shows except its reader's note, layouts and history; equal for pages that
    look alike."""
    return repr({name: getattr(view, name) for name in PARTS})


def play_in(game_id, code, words, **options):
    """Switch a game that hasn't started to this language, with these words as its list and these options."""
    game = Game.objects.get(pk=game_id)
    game.word_list = import_words(words, name=f"{code}-words", alphabet=alphabet_of(code), now=NOON)
    game.options = {**game.options, **options, "alphabet": code}
    game.save(update_fields=["word_list", "options"])
