"""What a player keeps to themself at a table: a note, and whom they do not listen to. No game is locked, nothing happens."""

from django.db import transaction

from games.commands.seating import seat_held
from games.models import Note, Seat, Unheard
from games.players.models import Player
from games.rules.kind import OrderRefused
from games.rules.messages import say

LONGEST_NOTE = 2000


def keep_note(*, game_id: int, player: Player, text: str) -> None:
    """In the place of the one before. Raises OrderRefused for one that is too long."""
    text = text.replace("\r\n", "\n").replace("\0", "").strip()  # the one sign that no database keeps
    if len(text) > LONGEST_NOTE:
        raise OrderRefused(say("A note has at most {most} signs: this one has {n}.", most=LONGEST_NOTE, n=len(text)))
    seat = seat_held(game_id, player)
    Note.objects.update_or_create(seat=seat, player=player, defaults={"text": text})


def mute_player(*, game_id: int, player: Player, number: int) -> None:
    """From now on what is said at that seat is neither shown nor mailed to this player."""
    seat = seat_held(game_id, player)
    with transaction.atomic():
        if number == seat.number or not Seat.objects.filter(game=game_id, number=number).exists():
            raise OrderRefused(say("Another player can be muted, and nobody else."))
        Unheard.objects.get_or_create(seat=seat, player=player, other=number)


def unmute_player(*, game_id: int, player: Player, number: int) -> None:
    """What was said meanwhile is shown, too."""
    Unheard.objects.filter(seat=seat_held(game_id, player), player=player, other=number).delete()
