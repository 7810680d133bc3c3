"""Who hands their place to somebody else, with its results and its open tables."""

from datetime import datetime

from games.commands.staff import replace_at
from games.players.models import Player
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.store import Table
from games.tournaments.commands import walkouts
from games.tournaments.commands.books import OPEN
from games.tournaments.commands.leaving import tables_open_to
from games.tournaments.commands.locking import (
    Phase,
    check_phase,
    is_directed_by,
    keep_ruling,
    locked,
    reason_of,
    refuse_own_table,
    tables_of,
    tournament_of,
)
from games.tournaments.commands.places import check_may_enter, next_number
from games.tournaments.models import Entrant, Fixture, News, Tournament

Standing = Entrant.Standing


def replace(*, entrant_id: int, player: Player, by: Player, reason: str, now: datetime) -> None:
    """Another player takes over an entrant's place: the results, the open tables and what is still to come. Who had it looks on,
    and has withdrawn."""
    reason = reason_of(reason)
    with locked(tournament_of(Entrant, entrant_id)) as tournament:
        _replace(tournament, entrant_id, player, by=by, reason=reason, now=now)


def substitute(*, entrant_id: int, by: Player, reason: str, now: datetime) -> Entrant:
    """The same by the reserve who has waited longest and may play. Returns the entrant."""
    reason = reason_of(reason)
    with locked(tournament_of(Entrant, entrant_id)) as tournament:
        waiting = tournament.entrants.filter(standing=Standing.RESERVE, player__is_active=True)
        waiting = waiting.exclude(player=by).filter(sittings=None, byes=None)
        waiting = waiting.select_related("player").order_by("entered_at", "pk")
        for reserve in waiting:
            if reserve.player is not None and walkouts.ban_of(reserve.player, now=now) is None:
                return _replace(tournament, entrant_id, reserve.player, by=by, reason=reason, now=now)
    raise OrderRefused(say("No reserve waits who may play: replace them by somebody else."))


def _replace(
    tournament: Tournament, entrant_id: int, player: Player, *, by: Player, reason: str, now: datetime
) -> Entrant:
    if not is_directed_by(tournament, by):
        raise OrderRefused(say("You do not direct this tournament: ask one of its directors."))
    check_phase(tournament, Phase.RUNNING)
    entrant = tournament.entrants.select_related("player").get(pk=entrant_id)
    if by.pk in (player.pk, entrant.player_id):
        raise OrderRefused(say("You play in this tournament: what concerns you is another director’s to rule on."))
    old = entrant.player
    if old == player:
        raise OrderRefused(say("{name} has this place already.", name=entrant.name))
    if not entrant.divisions.exists():
        raise OrderRefused(say("{name} has no place in a division: let them in late instead.", name=entrant.name))
    if not tournament.entrants.filter(player=player, standing=Standing.RESERVE).exists():
        check_may_enter(tournament, player, by=by, now=now)
    else:
        walkouts.refuse_banned(player, by=by, now=now)
    _refuse_who_has_played(tournament, player)
    touched = list(tables_open_to([entrant], OPEN))
    refuse_own_table(touched, by)
    with tables_of(touched, now=now) as tables:
        for fixture in touched:
            _sit_instead(fixture, tables[fixture.pk], entrant, player, reason, tournament, now=now)
        before = entrant.name
        _hand_over(tournament, entrant, player, now=now)
    keep_ruling(
        tournament, "replace", by=by, reason=reason, now=now, entrant=entrant, concerned=[entrant], before=before
    )
    if old is not None:
        told = News(tournament=tournament, player=old, kind=News.Kind.WITHDRAWN, at=now)
        told.facts = {"how": "director", "reason": reason}
        told.save()
    return entrant


def _refuse_who_has_played(tournament: Tournament, player: Player) -> None:
    """Results stay with whose they are: nobody has those of two places."""
    own = tournament.entrants.filter(player=player).first()
    if own is not None and (own.sittings.exists() or own.byes.exists()):
        raise OrderRefused(say("{name} has played in this tournament: put in somebody else.", name=player.name))


def _sit_instead(
    fixture: Fixture,
    table: Table,
    entrant: Entrant,
    player: Player,
    reason: str,
    tournament: Tournament,
    *,
    now: datetime,
) -> None:
    """In the game too; before the deal, with time to join as for a new one."""
    seat = fixture.sittings.get(entrant=entrant).seat
    if seat is None or not (table.is_in_lobby or table.is_played(seat)):
        return
    replace_at(table, seat=seat, player=player, by=None, reason=reason)
    if table.is_in_lobby:
        assert table.game.hard_end is not None
        fixture.join_by = min(now + tournament.join_within, table.game.hard_end)
        fixture.save(update_fields=["join_by"])


def _hand_over(tournament: Tournament, entrant: Entrant, player: Player, *, now: datetime) -> None:
    """The place is the player's, and who had it has the place that the player had, or one of their own, and has withdrawn."""
    old, other = entrant.player, tournament.entrants.filter(player=player).first()
    if other is not None:
        other.player = None  # on the way, as nobody may have two places
        other.save(update_fields=["player"])
    old_name = entrant.name
    entrant.player, entrant.name = player, player.name
    entrant.standing, entrant.withdrawn_at = Standing.CONFIRMED, None
    entrant.save()
    if other is None:
        if old is None:
            return
        other = Entrant(tournament=tournament, number=next_number(tournament), entered_at=entrant.entered_at)
    other.player, other.name = old, old_name
    other.standing, other.withdrawn_at = Standing.WITHDRAWN, now
    other.save()
