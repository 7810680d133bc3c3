"""Hand a guest’s games and entries to the player they sign up or in as, or remove them when their time is over."""

from datetime import datetime

from django.db import transaction

from games import store
from games.models import Draft, Event, Game, Note, PuzzleEntry, Seat, Unheard
from games.players.models import Player

AT_ONCE = 200


def take_over(*, guest: Player, player: Player, now: datetime) -> None:
    """All that the guest has played is the player's from now on, and the guest is gone. An entry for a puzzle that the player
    has entered, too, goes with the guest."""
    running = Game.objects.filter(made_by=guest, phase__in=Game.UNFINISHED)
    with store.all_locked(running, now=now) as tables:
        for table in tables:
            table.game.made_by = player
        games = list(Game.objects.filter(made_by=guest).values_list("pk", flat=True))
        Game.objects.filter(pk__in=games).update(made_by=player)
        Seat.objects.filter(player=guest).update(player=player, name=player.name)
        for kept in (Draft, Note, Unheard):
            kept.objects.filter(player=guest).update(player=player)
        told = list(Event.objects.filter(game__in=games, facts__player=guest.pk))
        for event in told:
            event.facts |= {"player": player.pk} | ({"name": player.name} if "name" in event.facts else {})
        Event.objects.bulk_update(told, ["facts"])
        entered = PuzzleEntry.objects.filter(player=player).values("puzzle")
        PuzzleEntry.objects.filter(player=guest).exclude(puzzle__in=entered).update(player=player)
        guest.delete()


def remove_guests(*, now: datetime) -> int:
    """Those whose time is over, with their games. Returns how many; the rest goes the next time."""
    over = Player.objects.filter(guest_until__lte=now).order_by("guest_until")
    guests = list(over.values_list("pk", flat=True)[:AT_ONCE])
    for pk in guests:
        with transaction.atomic():
            Game.objects.filter(made_by=pk).delete()
            Player.objects.filter(pk=pk, guest_until__lte=now).delete()
    return len(guests)
