"""What players have chosen, fetched for everybody a batch of news concerns at once, and kept. What it comes to is reckoned
in `notifications.choices`."""

import zoneinfo
from collections import defaultdict
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games import commands
from games.models import Seat
from games.players.models import Player
from games.rules.kind import OrderRefused
from notifications.choices import ALWAYS, ANSWERS, Wishes, default
from notifications.hours import Hours
from notifications.models import MailChoice, MailHours, Message, Mute, Notice


def hours_kept(player: Player) -> MailHours:
    """What a player has chosen of the times of mail, or what goes without a choice."""
    return getattr(player, "mail_hours", None) or MailHours(player=player)


def mails_only_ends(player: Player, *, is_live: bool, is_practice: bool) -> bool:
    """Whether, of such a table, only the start and the result are mailed to a player."""
    kept = hours_kept(player)
    return (is_live and not kept.all_of_live) or (is_practice and not kept.all_of_practice)


def hours_of(player: Player) -> Hours:
    """A player's hours; costs no query where `mail_hours` was fetched with the player."""
    kept = hours_kept(player)
    quiet = (kept.quiet_from, kept.quiet_until) if kept.quiet_from and kept.quiet_until else None
    return Hours(zoneinfo.ZoneInfo(player.time_zone), kept.daily_at, quiet)


def wishes_of(
    players: Collection[Player],
    *,
    game_id: int | None,
    by_email: Collection[int] = (),
    is_live: bool = False,
    is_practice: bool = False,
) -> dict[int, Wishes]:
    """Everybody's wishes about a game, or about what is of no game, by the player's id, in two queries. `by_email`: whose tiles
    come by email; `is_live`, `is_practice`: of its table."""
    of_them = Q(player__in=[player.pk for player in players])
    for_all, for_game = defaultdict[int, dict[str, str]](dict), defaultdict[int, dict[str, str]](dict)
    chosen = MailChoice.objects.filter(of_them, Q(game=None) | Q(game=game_id))
    for player, game, kind, when in chosen.values_list("player", "game", "kind", "when"):
        (for_game if game else for_all)[player][kind] = when
    muted = set(Mute.objects.filter(of_them, game=game_id).values_list("player", flat=True))
    return {
        player.pk: Wishes(
            hours=hours_of(player),
            for_all=for_all[player.pk],
            for_game=for_game[player.pk],
            is_muted=player.pk in muted,
            gets_tiles=player.pk in by_email,
            only_ends=mails_only_ends(player, is_live=is_live, is_practice=is_practice),
        )
        for player in players
    }


def choose(*, player: Player, game_id: int | None, chosen: Mapping[Message.Kind, str]) -> None:
    """Keep what a player has chosen, for all games or for one of them: there, "" is as for all games."""
    with transaction.atomic():
        MailChoice.objects.filter(player=player, game=game_id, kind__in=chosen).delete()
        MailChoice.objects.bulk_create(
            MailChoice(player=player, game_id=game_id, kind=kind, when=when)
            for kind, when in chosen.items()
            if when != ("" if game_id else default(kind))
        )


def mute(*, player: Player, game_id: int, now: datetime) -> None:
    """No more mail of this game but the last warnings; its tiles come by email no longer. The seat is kept."""
    took_tiles = Seat.objects.filter(game=game_id, player=player, tiles_by_email=True).exists()
    Mute.objects.get_or_create(player=player, game_id=game_id, defaults={"since": now, "took_tiles": took_tiles})
    untold = Notice.objects.filter(player=player, game=game_id, deadline="", message=None, dropped_at=None)
    untold.update(dropped_at=now)
    unsent = Message.objects.filter(player=player, game=game_id, due_at__isnull=False)
    unsent.exclude(kind__in=ALWAYS | ANSWERS).update(due_at=None, status="muted")
    if took_tiles:
        _send_tiles(player, game_id, on=False, now=now)


def unmute(*, player: Player, game_id: int, now: datetime) -> None:
    """All is as it was before `mute`."""
    muted = Mute.objects.filter(player=player, game=game_id).first()
    if muted is None:
        return
    if muted.took_tiles and Seat.objects.filter(game=game_id, player=player).exists():
        _send_tiles(player, game_id, on=True, now=now)
    muted.delete()


def _send_tiles(player: Player, game_id: int, *, on: bool, now: datetime) -> None:
    with suppress(OrderRefused):  # who has resigned gets no more tiles anyhow
        commands.set_tiles_by_email(game_id=game_id, player=player, on=on, now=now)
