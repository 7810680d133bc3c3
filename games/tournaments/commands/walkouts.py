"""Who did not come to a table, or left one standing: counted mechanically, with a ban that finishing games lifts."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from games.models import Event, Game, Seat
from games.players.accounts import OF_ROBOTS
from games.players.models import Player
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.tournaments.models import Walkout

AWAY_FOR_GOOD = timedelta(days=7)
"""So long before a game ends its player must have been there last, or they have left it standing."""
NO_SHOW_FIRST, NO_SHOW_LONGEST = timedelta(hours=24), timedelta(days=30)
WALK_OUT_FIRST, WALK_OUT_AGAIN = timedelta(days=30), timedelta(days=90)
LIFTED_BY = {Walkout.Kind.NO_SHOW: 1, Walkout.Kind.WALKED_OUT: 3}
"""How many games finished since lift a ban."""

COMES_AND_GOES = ("away", "back", "resign", "replace")
LEFT_STANDING = (
    Q(resigned_at__isnull=False)
    | Q(last_verb="resign")
    | Q(last_verb="away", last_at__lte=F("game__finished_at") - AWAY_FOR_GOOD)
)


def count_game(*, game_id: int, now: datetime) -> None:
    """Ban from entering who left this finished game standing: who resigned, or was away at its end and for a week before. A
    game without a result counts for nobody; a game is counted once, however often this is asked."""
    with transaction.atomic():
        for seat in _ended().filter(LEFT_STANDING, game=game_id).select_related("player", "game"):
            assert seat.player is not None
            assert seat.game.finished_at is not None
            earlier = seat.player.walkouts.filter(kind=Walkout.Kind.WALKED_OUT).exclude(game=seat.game)
            lasts = WALK_OUT_AGAIN if earlier.exists() else WALK_OUT_FIRST
            _ban(seat.player, Walkout.Kind.WALKED_OUT, seat.game, at=seat.game.finished_at, lasts=lasts)


def no_show(*, player: Player, game: Game, now: datetime) -> None:
    """The player did not join this game in time. Each further time without a finished game between doubles the ban; what is
    missed on one day counts as once."""
    with transaction.atomic():
        _ban(player, Walkout.Kind.NO_SHOW, game, at=now, lasts=_no_show_lasts(player, now))


def ban_of(player: Player, *, now: datetime) -> datetime | None:
    """Until when the player may enter nothing; None where they may."""
    running = player.walkouts.filter(until__gt=now, lifted_at=None)
    return max((one.until for one in running if not _is_made_good(one)), default=None)


def refuse_banned(player: Player, *, by: Player | None = None, now: datetime) -> None:
    """Raises OrderRefused while the player may enter nothing; `by` is who enters them, where that is not themself."""
    until = ban_of(player, now=now)
    if until is None:
        return
    if by is not None and by != player:
        raise OrderRefused(
            say(
                "{name} did not join a table, or left one, and may enter again from {until}. Finishing games with people "
                "lifts this sooner: one after not joining a table, three after leaving one. An administrator can lift it at "
                "once, under Walk-outs.",
                name=player.name,
                until=until,
            )
        )
    raise OrderRefused(
        say(
            "You did not join a table, or left one, and may enter again from {until}. Finishing games with people lifts "
            "this sooner: one after not joining a table, three after leaving one.",
            until=until,
        )
    )


def reliability(player: Player) -> int | None:
    """Of the games with people that have ended, how many the player did not leave, in whole percent; a table that they did
    not join counts as left. None before the first."""
    ended = _ended().filter(player=player)
    stayed = ended.exclude(pk__in=ended.filter(LEFT_STANDING).values("pk")).count()
    games = ended.count() + player.walkouts.filter(kind=Walkout.Kind.NO_SHOW).count()
    return 100 * stayed // games if games else None


def _ban(player: Player, kind: Walkout.Kind, game: Game, *, at: datetime, lasts: timedelta) -> None:
    Walkout.objects.get_or_create(player=player, game=game, defaults={"kind": kind, "at": at, "until": at + lasts})


def _no_show_lasts(player: Player, now: datetime) -> timedelta:
    last = player.walkouts.filter(kind=Walkout.Kind.NO_SHOW).order_by("at", "pk").last()
    if last is None or _finished_since(player, last.at):
        return NO_SHOW_FIRST
    lasted = last.until - last.at
    return lasted if now - last.at < NO_SHOW_FIRST else min(2 * lasted, NO_SHOW_LONGEST)


def _is_made_good(walkout: Walkout) -> bool:
    return _finished_since(walkout.player, walkout.at) >= LIFTED_BY[Walkout.Kind(walkout.kind)]


def _finished_since(player: Player, at: datetime) -> int:
    """How many games with people the player has finished since."""
    ended = _ended().filter(player=player, game__finished_at__gt=at)
    return ended.exclude(pk__in=ended.filter(LEFT_STANDING).values("pk")).count()


def _ended() -> "QuerySet[Seat]":
    """The seats of people in games with a result at which somebody else sat than a robot, each with the last time that its
    player went or came back."""
    last = Event.objects.filter(game=OuterRef("game"), seat=OuterRef("number"), verb__in=COMES_AND_GOES).order_by("-n")
    at_other_seats = Seat.objects.filter(game=OuterRef("game")).exclude(number=OuterRef("number"))
    others = at_other_seats.exclude(player__email__endswith=OF_ROBOTS)
    return Seat.objects.filter(
        Exists(others), player__isnull=False, game__phase=Game.Phase.FINISHED, rank__isnull=False
    ).annotate(last_verb=Subquery(last.values("verb")[:1]), last_at=Subquery(last.values("at")[:1]))
