"""Seats that are lent: Anna plays with Boris, and Dmitri, whom she knows from another game, may sit in for her."""

from datetime import timedelta

from games import commands
from games.models import Game, Loan
from tests.tables import NOON, start

WEEK = timedelta(days=7)


def acquainted(*players, now=NOON - timedelta(days=30)):
    """These have played a game with each other, which is over."""
    game_id = start(*players, now=now)
    for player in players[1:]:
        commands.table.play(game_id=game_id, player=player, orders=[commands.table.Order("RESIGN")], now=now)
    assert Game.objects.get(pk=game_id).phase == "finished"
    return game_id


def lend(game_id, player, to="Dmitri", *, now=NOON, starts=None, ends=None, **terms):
    """Ask for a week."""
    return commands.lend(
        game_id=game_id,
        player=player,
        to=to,
        starts=starts or now,
        ends=ends or (starts or now) + WEEK,
        now=now,
        **terms,
    )


def lent(game_id, player, sitter, *, now=NOON, **terms):
    """A loan that was asked for and accepted."""
    loan = lend(game_id, player, sitter.name, now=now, **terms)
    commands.accept_loan(loan_id=loan.pk, player=sitter, now=now)
    return Loan.objects.get(pk=loan.pk)
