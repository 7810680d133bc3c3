"""Which emails a player wants, and when: defaults, choices for all games or one, muted games, quiet hours and the hour
of the daily email.

Times are computed in UTC, so that a night when the clocks change has its real length."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, TextChoices
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import commands
from games.models import Seat
from games.players.accounts import holder_of
from games.players.models import Player
from games.players.zones import zone_named
from games.rules import registry
from games.rules.values import OrderRefused
from games.statements import GAME, GIVEN, Compiled
from games.wording import read_at
from notifications.models import MailChoice, MailHours, MailKind, Message, Mute

When = MailChoice.When
_CHOSEN = Compiled(
    MailChoice.objects.filter(Q(game=None) | Q(game=GAME), player__in=[GIVEN]), only=["player", "game", "kind", "when"]
)
_MUTED = Compiled(Mute.objects.filter(game=GAME, player__in=[GIVEN]), only=["player"])
_FOR_ALL_GAMES = Compiled(MailChoice.objects.filter(player=GIVEN, game=None), only=["kind", "when"])

MAY_BE_OFF = Exists(MailChoice.objects.filter(player=OuterRef("player"), when=When.OFF)) | Exists(
    Mute.objects.filter(player=OuterRef("player"), game=OuterRef("game"))
)
"""An annotation of notices or messages: False if their reader has switched nothing off, so that `switched_off` needn't
be asked."""

CHOOSABLE: Mapping[MailKind, tuple[str | Promise, str | Promise]] = {
    MailKind.INVITATION: (_("Invitations"), _("Somebody invites you to a game or asks you to play for them.")),
    MailKind.TABLE: (
        _("Players joining or leaving"),
        _(
            "Before the start: who joined, who left, or that the game was cancelled. Later: when a substitute starts "
            "or stops."
        ),
    ),
    MailKind.SEATED: (_("Your tournament tables"), _("Who plays there, and the deadline to join.")),
    MailKind.START: (_("Start"), _("The tiles are dealt.")),
    MailKind.TURN: (
        _("Your move"),
        _("In games with turns: what the others did, and that it’s your turn."),
    ),
    MailKind.TILE: (_("New tile"), _("Another player’s light or an amber light dealt you a tile.")),
    MailKind.ASKED: (_("Requests for a light"), _("Once a round, and when your own request ends.")),
    MailKind.GRANTED: (
        _("Your light is granted"),
        _("Depending on the game settings, you get your own tile at once or when the others have looked."),
    ),
    MailKind.RELEASED: (_("Your withheld tile is released"), _("The others have looked.")),
    MailKind.SWAP: (
        _("Swaps"),
        _("In team games: a partner offers you a tile for one of yours, or answers your offer."),
    ),
    MailKind.CHALLENGED: (
        _("Challenges"),
        _("In games with challenges: which word was challenged, who challenged it, and the result."),
    ),
    MailKind.LAST_DAY: (
        _("Last warning"),
        _("Before your time to look, to ask for a light or to submit your last layout ends, and when you’re away."),
    ),
    MailKind.RED: (
        _("Red light"),
        _(
            "Includes the deadline for your last layout. In games with challenges, you’re also notified when all "
            "layouts are revealed."
        ),
    ),
    MailKind.RESULT: (_("Result"), _("All layouts, the seed, and how to verify the draws.")),
    MailKind.SAID: (_("Chat messages"), _("What other players write in the chat.")),
    MailKind.RECEIPT: (_("Receipts"), _("What we understood from your email. You always get anything you ask for.")),
    MailKind.ERROR: (_("Errors"), _("What we couldn’t carry out from your email, and how to write it instead.")),
    MailKind.TOURNAMENT: (_("Tournaments"), _("Entries, byes, rulings, results and messages from directors.")),
    MailKind.TODAY: (
        _("Daily puzzles"),
        _("You can enter by replying. “At once” means soon after midnight UTC, when the puzzles open."),
    ),
    MailKind.PUZZLE: (
        _("Daily puzzle results"),
        _("The day after you enter a puzzle: your place and the best grid."),
    ),
}
"""The kinds of email that can be chosen, in the order of the page, each with its name and a description."""
# Kinds that can't be chosen separately, and the kind whose choice applies to them.
CHOSEN_AS = {MailKind.LAPSED: MailKind.ASKED, MailKind.AWAY: MailKind.LAST_DAY}

# The last warning, and the warning that somebody else may have read an email.
ALWAYS = frozenset({MailKind.LAST_DAY, MailKind.HELD})
# Kinds that are sent regardless of the reader's choices, except replies.
UNSTOPPABLE = frozenset(kind for kind in MailKind if CHOSEN_AS.get(kind, kind) in ALWAYS)
# These come at once if the player gets tiles by email.
START_A_CLOCK = frozenset(
    {MailKind.SEATED, MailKind.START, MailKind.TURN, MailKind.TILE, MailKind.RELEASED, MailKind.RED}
)
WAITS_FOR_NOBODY = frozenset({MailKind.SEATED})  # its deadline may pass before the daily email
# Answers to a player's own email. They come even in quiet hours and if the game is muted.
ANSWERS = frozenset({MailKind.RECEIPT, MailKind.ERROR})
# Chosen only for all games together.
GENERAL = frozenset({MailKind.INVITATION, MailKind.SEATED, MailKind.TOURNAMENT, MailKind.PUZZLE, MailKind.TODAY})
OF_SOME_KINDS = frozenset(news for kind in registry.KINDS.values() for news in kind.own_news)
# Kinds that a player with the game's page open doesn't need.
AT_A_TABLE = frozenset(MailKind) - GENERAL - ANSWERS - {MailKind.START, MailKind.RESULT}
DAILY_ONLY = frozenset({MailKind.PUZZLE})
ONLY_IF_CHOSEN = frozenset({MailKind.TODAY})

LONGEST_SETTLING = timedelta(minutes=5)
SETTLING_SHARE = 10
A_DAY = timedelta(days=1)
# The endings of the names of options that set a time limit.
CLOCKS = ("leeway", "_within", "_window", "grace")
DEFAULT_HOURS = MailHours()


@dataclass(frozen=True)
class Hours:
    """A player's time zone, the time of the daily email, and the quiet hours. `quiet` has the start and the end of
    these, which may be on the next day; None for a player without quiet hours.

    A time that is skipped when the clocks change is read as if they hadn't changed yet. Of a repeated time, the first
    counts."""

    zone: ZoneInfo
    daily_at: time
    quiet: tuple[time, time] | None = None

    def next_daily(self, now: datetime) -> datetime:
        """Return the next instant after `now` at which the daily email is due."""
        days = self._days(now)
        return next(at for day in days if (at := self._instant(day, self.daily_at)) > now)

    def awake(self, now: datetime) -> datetime:
        """Return `now`, or the end of the quiet hours if `now` is within them."""
        return next((ends for begins, ends in self._quiet_times(now) if begins <= now < ends), now)

    def _quiet_times(self, now: datetime) -> Iterator[tuple[datetime, datetime]]:
        if self.quiet is None:
            return
        begins, ends = self.quiet
        for day in self._days(now):
            last = day if begins < ends else day + A_DAY
            yield self._instant(day, begins), self._instant(last, ends)

    def _days(self, now: datetime) -> list[date]:
        """Return yesterday, today and the next two days in the player's zone."""
        today = now.astimezone(self.zone).date()
        return [today + n * A_DAY for n in (-1, 0, 1, 2)]

    def _instant(self, day: date, at: time) -> datetime:
        return datetime.combine(day, at, self.zone).astimezone(UTC)


@dataclass(frozen=True)
class Preferences:
    """The choices of one player, by kind: for all games and for this one. `gets_tiles`: the game's tiles come by email.
    `only_ends`: only start and result are emailed, as in a live or practice game."""

    hours: Hours
    for_all: Mapping[str, str] = field(default_factory=dict)
    for_game: Mapping[str, str] = field(default_factory=dict)
    is_muted: bool = False
    gets_tiles: bool = False
    only_ends: bool = False

    def of(self, kind: MailKind) -> When:
        """Return when an email of this kind is sent to the player: at once, daily or not at all."""
        row = CHOSEN_AS.get(kind, kind)
        if kind in UNSTOPPABLE:
            return When.NOW
        if self.is_muted and kind not in ANSWERS:
            return When.OFF
        if self.gets_tiles and kind in START_A_CLOCK:
            return When.NOW
        if self.only_ends and kind in AT_A_TABLE and row not in self.for_game:
            return When.OFF
        chosen = When(self.for_game.get(row) or self.for_all.get(row) or default(kind))
        return chosen if chosen in may_be(kind) else default(kind)

    def when_to_tell(self, kind: MailKind, *, settled_at: datetime, now: datetime) -> datetime | None:
        """Return the earliest time at which an email of this kind may be sent; None if it is never sent. Even an email
        that is sent at once waits until `settled_at`, in case more news follows."""
        match self.of(kind):
            case When.OFF:
                return None
            case When.DAILY:
                return self.hours.awake(self.hours.next_daily(now))
            case _:
                return self.hours.awake(max(settled_at, now))


def choosable_in(kind: str) -> tuple[MailKind, ...]:
    """Return the kinds of email that a game of this kind sends and that can be chosen."""
    never = GENERAL | (OF_SOME_KINDS - registry.kind(kind).own_news)
    return tuple(mail for mail in CHOOSABLE if mail not in never)


def may_be(kind: MailKind) -> tuple[When, ...]:
    """Return the choices for a kind of email, the default first."""
    if kind in ALWAYS:
        return (When.NOW,)
    if kind in DAILY_ONLY:
        return (When.DAILY, When.OFF)
    if kind in ONLY_IF_CHOSEN:
        return (When.OFF, When.DAILY, When.NOW)
    return (When.NOW, When.OFF) if kind in WAITS_FOR_NOBODY else (When.NOW, When.DAILY, When.OFF)


def default(kind: MailKind) -> When:
    """Return the default time of a kind of email."""
    return may_be(kind)[0]


def settling_period(options: Any) -> timedelta:
    """Return how long news of a game waits for more news to go into the same email. This is 5 minutes, or a tenth of
    the game's shortest clock if that is less."""
    clocks = [getattr(options, option.name) for option in fields(options) if option.name.endswith(CLOCKS)]
    shortest = min(clock for clock in clocks if clock != "never")
    return min(LONGEST_SETTLING, timedelta(seconds=shortest) / SETTLING_SHARE)


def saved_hours(player: Player) -> MailHours:
    """Return the player's `MailHours`, or the default, which players without their own share."""
    return getattr(player, "mail_hours", None) or DEFAULT_HOURS


def mails_only_ends(player: Player, *, is_live: bool, is_practice: bool) -> bool:
    """Return True if a game is live or practice and the player has not chosen to get more than the emails of start and
    result from such games."""
    saved = saved_hours(player)
    return (is_live and not saved.all_of_live) or (is_practice and not saved.all_of_practice)


def hours_of(player: Player) -> Hours:
    """Return a player's hours. Needs no query if `mail_hours` was fetched with the player."""
    saved = saved_hours(player)
    quiet = (saved.quiet_from, saved.quiet_until) if saved.quiet_from and saved.quiet_until else None
    return Hours(zone_named(player.time_zone), saved.daily_at, quiet)


def preferences_of(
    players: Collection[Player],
    *,
    game_id: int | None,
    by_email: Collection[int] = (),
    is_live: bool = False,
    is_practice: bool = False,
) -> dict[int, Preferences]:
    """Return the preferences of these players, by id, for a game or for general email, with two queries. `by_email`:
    the players whose tiles come by email. `is_live`, `is_practice`: what kind of game it is."""
    if not players:
        return {}
    ids = [player.pk for player in players]
    for_all, for_game = defaultdict[int, dict[str, str]](dict), defaultdict[int, dict[str, str]](dict)
    for one in _CHOSEN(*ids, game=game_id):
        (for_game if one.game_id else for_all)[one.player_id][one.kind] = one.when
    muted = {mute.player_id for mute in _MUTED(*ids, game=game_id)} if game_id is not None else set()
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


def switched_off(kinds: Collection[str], player: Player, *, game_id: int | None) -> frozenset[str]:
    """Return those of these kinds of email that a player has switched off, for what has waited since it was written."""
    seats = Seat.objects.filter(game=game_id, player=player, tiles_by_email=True)
    by_email = [player.pk] if not START_A_CLOCK.isdisjoint(kinds) and seats.exists() else ()
    wants = preferences_of([player], game_id=game_id, by_email=by_email)[player.pk]
    return frozenset(kind for kind in kinds if wants.of(MailKind(kind)) == When.OFF)


def choose(*, player: Player, game_id: int | None, chosen: Mapping[MailKind, str]) -> None:
    """Save a player's choices, for all games or for one. For one game, "" means the same as for all games."""
    with transaction.atomic():
        MailChoice.objects.filter(player=player, game=game_id, kind__in=chosen).delete()
        MailChoice.objects.bulk_create(
            MailChoice(player=player, game_id=game_id, kind=kind, when=when)
            for kind, when in chosen.items()
            if when != ("" if game_id else default(kind))
        )


class Schedule(TextChoices):
    """The one choice of most players: when they are emailed about their games in progress."""

    EVERY_TURN = "turns", _("Every turn")
    ONCE_A_DAY = "daily", _("Once a day")
    WHEN_LATE = "late", _("Only when I’m running late")


SCHEDULED = (
    *(MailKind.TABLE, MailKind.START, MailKind.TURN, MailKind.TILE, MailKind.ASKED, MailKind.GRANTED),
    *(MailKind.RELEASED, MailKind.SWAP, MailKind.CHALLENGED, MailKind.RED, MailKind.SAID),
)
"""The kinds of email that a schedule decides. Invitations, results, tournaments, puzzles and answers are chosen
separately, and the last warning always comes."""
MEANS: Mapping[Schedule, When] = {
    Schedule.EVERY_TURN: When.NOW,
    Schedule.ONCE_A_DAY: When.DAILY,
    Schedule.WHEN_LATE: When.OFF,
}
STOPPABLE = tuple(kind for kind in CHOOSABLE if kind not in ALWAYS)


@dataclass(frozen=True)
class Chosen:
    """A player's choices for all games: the nearest schedule, and the number of kinds that differ from it."""

    schedule: Schedule
    changed: int
    is_stopped: bool

    def __str__(self) -> str:
        if self.is_stopped:
            return gettext("Stopped, except last warnings")
        if not self.changed:
            return str(self.schedule.label)
        return gettext("{schedule}, with changes").format(schedule=self.schedule.label)


def saved_by(player: Player) -> dict[str, str]:
    """Return a player's saved choices for all games, by kind; one query."""
    return {one.kind: one.when for one in _FOR_ALL_GAMES(player.pk)}


def chosen_by(player: Player, saved: Mapping[str, str] | None = None) -> Chosen:
    """Return what a player has chosen for all games. `saved` are their saved choices, if already read."""
    saved = saved_by(player) if saved is None else saved
    now = {kind: When(saved.get(kind) or default(kind)) for kind in STOPPABLE}
    unlike = {one: sum(now[kind] != when for kind in SCHEDULED) for one, when in MEANS.items()}
    nearest = min(unlike, key=lambda one: unlike[one])
    others = sum(when != default(kind) for kind, when in now.items() if kind not in SCHEDULED)
    return Chosen(nearest, unlike[nearest] + others, is_stopped=set(now.values()) == {When.OFF})


def follow(*, player: Player, schedule: Schedule) -> None:
    """Email a player by this schedule. Their choices for kinds outside a schedule stay as they are."""
    choose(player=player, game_id=None, chosen=dict.fromkeys(SCHEDULED, MEANS[schedule]))


def reset(player: Player) -> None:
    """Drop all changes that a player has made to their schedule."""
    schedule = chosen_by(player).schedule
    choose(player=player, game_id=None, chosen={kind: default(kind) for kind in STOPPABLE})
    follow(player=player, schedule=schedule)


def stop_all(*, player: Player, now: datetime) -> None:
    """Send a player only last warnings from now on, in all games, and no tiles by email."""
    MailChoice.objects.filter(player=player, game__isnull=False).delete()
    choose(player=player, game_id=None, chosen=dict.fromkeys(STOPPABLE, When.OFF))
    for game_id in Seat.objects.filter(player=player, tiles_by_email=True).values_list("game", flat=True):
        _send_tiles(player, game_id, on=False, now=now)


def start_again(player: Player) -> None:
    """Undo `stop_all`: emails come every turn."""
    choose(player=player, game_id=None, chosen={kind: default(kind) for kind in STOPPABLE})


def mute(*, player: Player, game_id: int, now: datetime) -> None:
    """Send no more email about this game except last warnings, and stop sending its tiles by email. The player keeps
    the seat."""
    took_tiles = Seat.objects.filter(game=game_id, player=player, tiles_by_email=True).exists()
    Mute.objects.get_or_create(player=player, game_id=game_id, defaults={"since": now, "took_tiles": took_tiles})
    if took_tiles:
        _send_tiles(player, game_id, on=False, now=now)


def unmute(*, player: Player, game_id: int, now: datetime) -> None:
    """Undo `mute`."""
    muted = Mute.objects.filter(player=player, game=game_id).first()
    if muted is None:
        return
    if muted.took_tiles and Seat.objects.filter(game=game_id, player=player).exists():
        _send_tiles(player, game_id, on=True, now=now)
    muted.delete()


def _send_tiles(player: Player, game_id: int, *, on: bool, now: datetime) -> None:
    with suppress(OrderRefused):  # a player who has resigned gets no more tiles anyway
        commands.set_tiles_by_email(game_id=game_id, player=player, on=on, now=now)


@contextmanager
def localized_for(message: Message, *, now: datetime) -> Iterator[None]:
    """Use the language and time zone of a message's reader, who reads it soon after `now`.

    An invitation uses those of the player with its address. A stranger gets the language of the person who invited
    them, and UTC."""
    invitation = message.invitation
    reader = message.player or (holder_of(invitation.email) if invitation else None)
    speaker = reader or (invitation.invited_by if invitation else None)
    language, zone = speaker.language if speaker else settings.LANGUAGE_CODE, reader.time_zone if reader else "UTC"
    with translation.override(language), timezone.override(zone_named(zone)), read_at(now):
        yield
