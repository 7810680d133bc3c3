"""The address of a player's calendar: a signed token, which a new one invalidates. It gives access to the calendar
only."""

from django.core import signing
from django.db.models import F

from games.players.models import Player
from games.tournaments.models import CalendarAddress

SALT = "lexicon.calendar"


def calendar_token(player: Player) -> str:
    """Return the token for `/calendar/<token>.ics`."""
    return signing.Signer(salt=SALT).sign(f"{player.pk}-{_number(player.pk)}")


def player_of(token: str) -> Player | None:
    """Return the player whose calendar a token opens; None if the token is invalid or replaced, or the account is
    deleted."""
    try:
        pk, number = map(int, signing.Signer(salt=SALT).unsign(token).split("-"))
    except (signing.BadSignature, ValueError):
        return None
    player = Player.objects.filter(pk=pk, is_active=True).first()
    return player if player is not None and _number(pk) == number else None


def end_address(player: Player) -> None:
    """Invalidate the present address."""
    row, is_new = CalendarAddress.objects.get_or_create(player=player, defaults={"number": 2})
    if not is_new:
        CalendarAddress.objects.filter(pk=row.pk).update(number=F("number") + 1)


def _number(player_id: int) -> int:
    return CalendarAddress.objects.filter(player=player_id).values_list("number", flat=True).first() or 1
