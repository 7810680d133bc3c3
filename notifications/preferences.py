"""Which mails a player wants, and when: the defaults, what they have chosen for all games or for one, muted games, quiet hours
and the hour of the daily mail. Instants are reckoned in UTC, so that a night on which clocks change is as long as it is."""

import zoneinfo
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q

from games import commands
from games.models import Seat
from games.players.models import Player
from games.rules import registry
from games.rules.kind import OrderRefused
from notifications.models import MailChoice, MailHours, Message, Mute, Notice

Kind = Message.Kind
When = MailChoice.When

CHOOSABLE = (
    Kind.INVITATION,
    Kind.TABLE,
    Kind.SEATED,
    Kind.START,
    Kind.TURN,
    Kind.TILE,
    Kind.ASKED,
    Kind.GRANTED,
    Kind.RELEASED,
    Kind.SWAP,
    Kind.CHALLENGED,
    Kind.LAST_DAY,
    Kind.RED,
    Kind.RESULT,
    Kind.SAID,
    Kind.RECEIPT,
    Kind.ERROR,
    Kind.TOURNAMENT,
    Kind.PUZZLE,
)
CHOSEN_AS = {Kind.LAPSED: Kind.ASKED, Kind.AWAY: Kind.LAST_DAY}  # kinds that are chosen together with another

ALWAYS = frozenset({Kind.LAST_DAY, Kind.HELD})  # the last warning, and that somebody else may have read one's mail
# These never wait for the daily mail.
START_A_CLOCK = frozenset({Kind.SEATED, Kind.START, Kind.TURN, Kind.TILE, Kind.RELEASED, Kind.RED})
ANSWERS = frozenset({Kind.RECEIPT, Kind.ERROR})  # to a player's own mail: these come in quiet hours, and though muted
OF_NO_GAME = frozenset({Kind.INVITATION, Kind.SEATED, Kind.TOURNAMENT, Kind.PUZZLE})  # chosen for all games only
OF_SOME_KINDS = frozenset(news for kind in registry.KINDS.values() for news in kind.own_news)
AT_A_TABLE = frozenset(Kind) - OF_NO_GAME - ANSWERS - {Kind.START, Kind.RESULT}  # not needed by who sits there anyhow
DAILY_ONLY = frozenset({Kind.PUZZLE})

LONGEST_SETTLING = timedelta(minutes=5)
SETTLING_SHARE = 10
A_DAY = timedelta(days=1)
CLOCKS = ("leeway", "_within", "_window", "grace")  # how the options end that say how long somebody is waited for


@dataclass(frozen=True)
class Hours:
    """`quiet` are the times at which quiet begins and ends, perhaps on the next day; None where there is no quiet.

    A time that a change of clocks leaves out is taken as if they had not been changed yet; of one that comes twice, the first."""

    zone: ZoneInfo
    daily_at: time
    quiet: tuple[time, time] | None = None

    def next_daily(self, now: datetime) -> datetime:
        """The first instant after `now` at which the daily mail is due."""
        days = self._days(now)
        return next(at for day in days if (at := self._instant(day, self.daily_at)) > now)

    def awake(self, now: datetime) -> datetime:
        """`now`, or the end of the quiet time that it falls into."""
        return next((ends for begins, ends in self._quiet_times(now) if begins <= now < ends), now)

    def _quiet_times(self, now: datetime) -> Iterator[tuple[datetime, datetime]]:
        if self.quiet is None:
            return
        begins, ends = self.quiet
        for day in self._days(now):
            last = day if begins < ends else day + A_DAY
            yield self._instant(day, begins), self._instant(last, ends)

    def _days(self, now: datetime) -> list[date]:
        """Those around it, in the player's zone."""
        today = now.astimezone(self.zone).date()
        return [today + n * A_DAY for n in (-1, 0, 1, 2)]

    def _instant(self, day: date, at: time) -> datetime:
        return datetime.combine(day, at, self.zone).astimezone(UTC)


@dataclass(frozen=True)
class Preferences:
    """What one player has chosen: for all games and for the game in question, by kind.

    `gets_tiles`: the tiles of that game come by email; `only_ends`: all sit at its table anyhow."""

    hours: Hours
    for_all: Mapping[str, str] = field(default_factory=dict)
    for_game: Mapping[str, str] = field(default_factory=dict)
    is_muted: bool = False
    gets_tiles: bool = False
    only_ends: bool = False

    def of(self, kind: Kind) -> When:
        """When a mail of this kind is to come."""
        row = CHOSEN_AS.get(kind, kind)
        if row in ALWAYS:
            return When.NOW
        if self.is_muted and kind not in ANSWERS:
            return When.OFF
        if self.gets_tiles and kind in START_A_CLOCK:
            return When.NOW
        if self.only_ends and kind in AT_A_TABLE and row not in self.for_game:
            return When.OFF
        chosen = When(self.for_game.get(row) or self.for_all.get(row) or default(kind))
        return chosen if chosen in may_be(kind) else default(kind)

    def when_to_tell(self, kind: Kind, *, settled_at: datetime, now: datetime) -> datetime | None:
        """The instant from which a mail may tell of this; None for never. What comes at once waits for news to settle."""
        match self.of(kind):
            case When.OFF:
                return None
            case When.DAILY:
                return self.hours.awake(self.hours.next_daily(now))
            case _:
                return self.hours.awake(max(settled_at, now))


def choosable_in(kind: str) -> tuple[Kind, ...]:
    """The kinds of mail that a game of this kind sends, and that can be chosen for it."""
    never = OF_NO_GAME | (OF_SOME_KINDS - registry.kind(kind).own_news)
    return tuple(mail for mail in CHOOSABLE if mail not in never)


def may_be(kind: Kind) -> tuple[When, ...]:
    """What can be chosen for a kind of mail, the default first."""
    if kind in ALWAYS:
        return (When.NOW,)
    if kind in DAILY_ONLY:
        return (When.DAILY, When.OFF)
    return (When.NOW, When.OFF) if kind in START_A_CLOCK else (When.NOW, When.DAILY, When.OFF)


def default(kind: Kind) -> When:
    """When a kind of mail comes to who has chosen nothing."""
    return may_be(kind)[0]


def settling_period(options: Any) -> timedelta:
    """How long a game's news wait for more of the same: 5 minutes, or a tenth of its shortest clock; live, none."""
    clocks = [getattr(options, option.name) for option in fields(options) if option.name.endswith(CLOCKS)]
    shortest = min(clock for clock in clocks if clock != "never")
    return min(LONGEST_SETTLING, timedelta(seconds=shortest) / SETTLING_SHARE)


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


def preferences_of(
    players: Collection[Player],
    *,
    game_id: int | None,
    by_email: Collection[int] = (),
    is_live: bool = False,
    is_practice: bool = False,
) -> dict[int, Preferences]:
    """Everybody's preferences for a game, or for what is of no game, by the player's id; two queries. `by_email`: whose tiles
    come by email; `is_live`, `is_practice`: of its table."""
    of_them = Q(player__in=[player.pk for player in players])
    for_all, for_game = defaultdict[int, dict[str, str]](dict), defaultdict[int, dict[str, str]](dict)
    chosen = MailChoice.objects.filter(of_them, Q(game=None) | Q(game=game_id))
    for player, game, kind, when in chosen.values_list("player", "game", "kind", "when"):
        (for_game if game else for_all)[player][kind] = when
    muted = set(Mute.objects.filter(of_them, game=game_id).values_list("player", flat=True))
    return {
        player.pk: Preferences(
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
