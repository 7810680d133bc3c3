"""The places of a tournament that is locked: who may take one, which number it has, and who moves up."""

from datetime import datetime

from allauth.account.models import EmailAddress
from django.db.models import Max

from games.players.accounts import is_robot
from games.players.models import Player
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.tournaments.commands.books import PLAYS, Format
from games.tournaments.commands.locking import tell
from games.tournaments.commands.ratings import ratings_now
from games.tournaments.commands.walkouts import refuse_banned
from games.tournaments.models import Entrant, News, Tournament

Standing = Entrant.Standing


def check_may_enter(tournament: Tournament, player: Player, *, now: datetime, by: Player | None = None) -> None:
    """Raise OrderRefused for a robot, an address not shown to be the player's, a ban, and who is in it already."""
    if is_robot(player):
        raise OrderRefused(say("Robots do not play in tournaments."))
    shown = EmailAddress.objects.filter(user=player, verified=True).exists()
    if not shown or not player.is_active:
        raise OrderRefused(say("Sign in with a code sent by mail first: only players with a confirmed address enter."))
    refuse_banned(player, by=by, now=now)
    entrant = tournament.entrants.filter(player=player).exclude(standing=Standing.WITHDRAWN).first()
    if entrant is None:
        return
    if by is not None and by != player:
        raise OrderRefused(say("{name} is in this tournament already.", name=entrant.name))
    if entrant.standing == Standing.RESERVE:
        raise OrderRefused(say("You wait as a reserve already."))
    raise OrderRefused(say("You have entered this tournament already."))


def entrant_for(tournament: Tournament, player: Player, standing: str, *, now: datetime) -> Entrant:
    """The entrant that this player becomes: who had withdrawn has their old place, everybody else the next number."""
    entrant = tournament.entrants.filter(player=player).first()
    if entrant is None:
        entrant = Entrant(tournament=tournament, player=player, number=next_number(tournament), entered_at=now)
    entrant.name, entrant.standing, entrant.withdrawn_at = player.name, standing, None
    entrant.save()
    return entrant


def next_number(tournament: Tournament) -> int:
    """The number of whoever comes next."""
    return 1 + (tournament.entrants.aggregate(last=Max("number"))["last"] or 0)


def let_in_next(tournament: Tournament, *, now: datetime) -> None:
    """Somebody has withdrawn before the start: the reserve who has waited longest moves up."""
    waits = tournament.entrants.filter(standing=Standing.RESERVE, player__isnull=False).order_by("entered_at", "pk")
    entrant = waits.first()
    if entrant is None or tournament.most_entrants is None or standing_of_next(tournament) == Standing.RESERVE:
        return
    entrant.standing = Standing.ENTERED
    entrant.save(update_fields=["standing"])
    tell(tournament, News.Kind.ENTERED, {entrant: {"entrant": entrant.pk}}, now=now)


def standing_of_next(tournament: Tournament) -> str:
    """Entered, or a reserve where as many have entered as can play."""
    most = tournament.most_entrants
    is_full = most is not None and tournament.entrants.filter(standing__in=PLAYS).count() >= most
    return Standing.RESERVE if is_full else Standing.ENTERED


def number_by_strength(tournament: Tournament, *, now: datetime) -> None:
    """Number the entrants: of a later season those of the last one in its order, then the others by rating; at last the
    reserves and who has withdrawn."""
    entrants = list(tournament.entrants.all())
    players = [entrant.player_id for entrant in entrants if entrant.player_id is not None]
    ratings = ratings_now(players=players, kind=tournament.kind, now=now)
    carried = _carried(tournament)

    def strength(entrant: Entrant) -> tuple[bool, bool, float, datetime, int]:
        is_carried = entrant.player_id in carried
        rating = ratings[entrant.player_id].mu if entrant.player_id in ratings else 0.0
        return (
            entrant.standing not in PLAYS,
            not is_carried,
            entrant.number if is_carried else -rating,
            entrant.entered_at,
            entrant.pk,
        )

    entrants.sort(key=strength)
    unused = 1 + max((entrant.number for entrant in entrants), default=0)
    for first in (unused, 1):  # by way of numbers that nobody has, as no two may have the same on the way either
        for number, entrant in enumerate(entrants, start=first):
            entrant.number = number
        Entrant.objects.bulk_update(entrants, ["number"])


def _carried(tournament: Tournament) -> set[int | None]:
    """The players whom the last season placed."""
    if tournament.follows is None or tournament.format != Format.LEAGUE:
        return set()
    stayed = tournament.follows.entrants.exclude(standing=Standing.WITHDRAWN)
    return set(stayed.values_list("player", flat=True))
