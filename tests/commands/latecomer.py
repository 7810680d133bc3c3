"""A keeper for tests: what somebody who leaves for good does on another device in the middle of it."""

from games.models import Event, Game, Seat


def forget(*, player, addresses, now):
    """Takes the last seat wherever there is a lobby, under the old name."""
    for lobby in Game.objects.filter(phase=Game.Phase.LOBBY):
        Seat.objects.create(game=lobby, number=1, player=player, name=player.name)
        told = {"name": player.name, "player": player.pk}
        Event.objects.create(game=lobby, n=lobby.last_event + 1, verb="joined", at=now, seat=1, facts=told)
        Game.objects.filter(pk=lobby.pk).update(taken=2, has_room=False, last_event=lobby.last_event + 1)
