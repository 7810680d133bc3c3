"""Leaving for good. The moves stay, as others have played on them; the name goes, and all that was kept of the player alone."""

from collections.abc import Collection
from datetime import datetime
from importlib import import_module

from django.conf import settings
from django.db.models import Q

from games import store
from games.commands.parting import leave_share, mates_of, row_in_play
from games.models import Event, Game, Seat
from games.players.accounts import addresses_of
from games.players.models import Invitation, Player
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.store import Table

OF_SOMEBODY = ("joined", "moved", "agreed", "unagreed", "left", "freed", "left_share")
"""The events that name who came, agreed or went."""


def delete_account(*, player: Player, now: datetime) -> None:
    """Resign what runs, get up from what has not begun, and remove the account: all of it or nothing.

    Raises OrderRefused for staff, and MailFirst while a mail that came in time is being read."""
    if player.is_staff:
        raise OrderRefused(say("You are on the staff: somebody else there takes your rights first."))
    over = [Game.Phase.FINISHED, Game.Phase.CANCELLED]
    with store.all_locked(Game.objects.filter(seats__player=player).exclude(phase__in=over), now=now) as tables:
        for table in tables:
            _get_up(table, player)
        _take_the_name_away(player)
        addresses = addresses_of(player)
        _forget_invitations(addresses, now)
        for keeper in settings.KEEPERS:
            import_module(keeper).forget(player=player, addresses=addresses, now=now)
        player.delete()
        _leave_no_seat_behind()


def _get_up(table: Table, player: Player) -> None:
    is_the_makers = table.game.made_by_id == player.pk
    if is_the_makers:
        table.game.made_by = None  # the row in hand is saved last, and must not name who is gone by then
    if table.is_in_lobby and is_the_makers:
        table.call_off(table.now)
    elif table.is_in_lobby:
        seat = table.seat_of(player)
        table.game.seats.filter(player=player).delete()
        table.happened("left", seat, name="")
    elif row := row_in_play(table, player):
        if mates := mates_of(table, row):
            leave_share(table, row, mates, name="")
        else:
            table.resign(row.number)


def _take_the_name_away(player: Player) -> None:
    """From the seats, and from what is told of who came and went."""
    Seat.objects.filter(player=player).update(name="")
    of_the_player = Q(facts__player=player.pk) | Q(facts__player__isnull=True, facts__name=player.name)
    Event.objects.filter(of_the_player, verb__in=OF_SOMEBODY).update(facts={"name": ""})
    said = list(Event.objects.filter(verb="say", facts__player=player.pk, facts__name__isnull=False))
    for line in said:
        del line.facts["name"]
    Event.objects.bulk_update(said, ["facts"])


def _leave_no_seat_behind() -> None:
    """Nor a name: where the player has sat down on another device in the middle of this, the game is none of those locked."""
    Seat.objects.filter(player=None, game__phase=Game.Phase.LOBBY).delete()
    Seat.objects.filter(player=None).exclude(name="").update(name="")


def _forget_invitations(addresses: Collection[str], now: datetime) -> None:
    """Those that came; nobody is told any more of one that has not gone out."""
    received = Invitation.objects.filter(email__in=addresses)
    untold = Event.objects.filter(verb="invited", announced_at=None)
    untold.filter(facts__invitation__in=list(received.values_list("pk", flat=True))).update(announced_at=now)
    received.delete()
