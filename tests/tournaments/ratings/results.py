"""One-line builders for finished games, with only what ratings and tournament bans read."""

from datetime import UTC, datetime, timedelta

from games.models import Event, Game, Seat, WordList
from games.players.accounts import account_of
from games.robots.practice import ADDRESS
from games.tournaments.queries.ratings import player_card

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def after(**span):
    return NOON + timedelta(**span)


def reliability(player):
    """Return the percentage shown on a player's own page."""
    return player_card(player_id=player.pk, reader_id=player.pk, now=NOON).reliability


def ended(*results, at=NOON, kind="crossing", rated=True, listed=True, ending="played"):
    """Create a finished game from (player, rank) pairs in seat order; None as the player is a deleted account."""
    words = WordList.objects.get_or_create(
        name="few", sha256="0", defaults={"words": 0, "trie": b"", "imported_at": NOON}
    )
    game = Game.objects.create(
        kind=kind,
        phase=Game.Phase.FINISHED,
        ending=ending,
        seat_count=len(results),
        options={},
        word_list=words[0],
        listed=listed,
        rated=rated,
        made_at=at - 20 * DAY,
        started_at=at - 20 * DAY,
        finished_at=at,
        commitment="",
        seed=bytes(32),
        state={},
    )
    for number, (player, rank) in enumerate(results):
        name = player.name if player else ""
        Seat.objects.create(game=game, number=number, player=player, name=name, rank=rank, over_at=at)
    return game


def happened(game, verb, *, seat, at):
    game.last_event += 1
    Event.objects.create(game=game, n=game.last_event, at=at, verb=verb, seat=seat)


def a_robot():
    robot, _ = account_of(ADDRESS, name="Robot")
    return robot
