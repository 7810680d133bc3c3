"""How the puzzles of a day ended, for those who entered: one mail a player and day, promised once the day is over."""

from datetime import datetime

from django.db import transaction

from games.models import PuzzleEntry
from games.rules.daily import day_of
from notifications import tokens
from notifications.models import Digest
from notifications.preferences import Kind, preferences_of

ENTRIES_AT_A_TIME = 200  # promised in one transaction


def promise_all(*, now: datetime) -> None:
    """Promise what is not promised yet."""
    while promise(now=now) == ENTRIES_AT_A_TIME:
        pass


@transaction.atomic
def promise(*, now: datetime) -> int:
    """Turn the first entries of days that are over into one digest a player and day, for those who want it; how many entries.
    Claimed by row."""
    untold = PuzzleEntry.objects.select_for_update(skip_locked=True, of=("self",)).filter(
        announced_at=None, puzzle__day__lt=day_of(now)
    )
    entries = list(untold.select_related("puzzle", "player__mail_hours").order_by("pk")[:ENTRIES_AT_A_TIME])
    preferences = preferences_of({entry.player for entry in entries}, game_id=None)
    digests = []
    for player, day in dict.fromkeys((entry.player, entry.puzzle.day) for entry in entries):
        at = preferences[player.pk].when_to_tell(Kind.PUZZLE, settled_at=now, now=now)
        if at is not None and player.is_active and player.mail_fails_since is None:
            message_id = tokens.new_message_id(now)
            digests.append(
                Digest(kind=Kind.PUZZLE, player=player, day=day, made_at=now, due_at=at, message_id=message_id)
            )
    Digest.objects.bulk_create(digests, ignore_conflicts=True)
    PuzzleEntry.objects.filter(pk__in=[entry.pk for entry in entries]).update(announced_at=now)
    return len(entries)
