"""Substitutes: Anna plays with Boris. Dmitri may play for her, as she knows him from another game."""

from datetime import timedelta

from games import commands
from games.models import Game, Substitution
from tests.tables import NOON, start

WEEK = timedelta(days=7)


def acquainted(*players, now=NOON - timedelta(days=30)):
    """Play and finish a game between these players, so that they know each other."""
    game_id = start(*players, now=now)
    for player in players[1:]:
        commands.table.play(game_id=game_id, player=player, orders=[commands.table.Order("RESIGN")], now=now)
    assert Game.objects.get(pk=game_id).phase == "finished"
    return game_id


def ask_substitute(game_id, player, to="Dmitri", *, now=NOON, starts=None, ends=None, **terms):
    """Request a substitute for a week."""
    return commands.ask_substitute(
        game_id=game_id,
        player=player,
        to=to,
        starts=starts or now,
        ends=ends or (starts or now) + WEEK,
        now=now,
        **terms,
    )


def lent(game_id, player, substitute, *, now=NOON, **terms):
    """Return an accepted substitute request."""
    substitution = ask_substitute(game_id, player, substitute.name, now=now, **terms)
    commands.accept_substitution(substitution_id=substitution.pk, player=substitute, now=now)
    return Substitution.objects.get(pk=substitution.pk)
