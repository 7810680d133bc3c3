"""A hook for tests: what somebody who is leaving the site does on another device at the same time."""

from games.models import Event, Game, Seat


def forget(*, player, addresses, now):
    """Take the last seat in every lobby, under the old name."""
    for lobby in Game.objects.filter(phase=Game.Phase.LOBBY):
        Seat.objects.create(game=lobby, number=1, player=player, name=player.name)
        told = {"name": player.name, "player": player.pk}
        Event.objects.create(game=lobby, n=lobby.last_event + 1, verb="joined", at=now, seat=1, facts=told)
        Game.objects.filter(pk=lobby.pk).update(taken=2, has_room=False, last_event=lobby.last_event + 1)
