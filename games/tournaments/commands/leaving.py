"""Leaving a tournament: withdrawing, being removed, and giving the place to another player."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db.models import QuerySet

from games.commands.staff import replace_at
from games.players.models import Player
from games.rules.values import OrderRefused
from games.store import Table
from games.tournaments.commands import walkouts
from games.tournaments.commands.drawing import redraw_drafts
from games.tournaments.commands.entries import (
    TO_BE_PLAYED,
    Standing,
    check_may_enter,
    club_put_in_for,
    let_in,
    next_number,
    standing_of_next,
)
from games.tournaments.commands.fixtures import deal_again
from games.tournaments.commands.locking import (
    Phase,
    Ruled,
    check_directs,
    check_phase,
    locked,
    locked_for_ruling,
    reason_of,
    tables_of,
    tell,
    tournament_of,
)
from games.tournaments.commands.seasons import end_what_is_over
from games.tournaments.models import Entrant, Fixture, News, NewsKind, Round, Tournament
from games.tournaments.snapshot import OPEN


def withdraw(*, entrant_id: int, by: Player, now: datetime, reason: str = "", resigns: bool = False) -> None:
    """Withdraw, or as a director withdraw an entrant, with a reason. Tables that have not begun are dealt again without
    them; in running ones they play on unless they resign now."""
    with locked(tournament_of(Entrant, entrant_id)) as tournament:
        check_phase(tournament, Phase.DRAFT, *TO_BE_PLAYED)
        entrant = tournament.entrants.get(pk=entrant_id)
        is_own = entrant.player_id == by.pk
        if not is_own:
            check_directs(tournament, by)
            reason = reason_of(reason)
        ruled = Ruled(tournament, by, "" if is_own else reason, now)
        if entrant.standing == Standing.WITHDRAWN:
            raise OrderRefused("{name} has already withdrawn.", name=entrant.name)
        touched = list(tables_open_to([entrant], (*OPEN,) if resigns else (Fixture.Phase.JOINING,)))
        if not is_own:
            ruled.refuse_own_table(touched)
        with tables_of(touched, now=now) as tables:
            entrant.refresh_from_db()  # the deletion of an account has locked the games already
            take_out(tournament, [entrant], touched, tables, now=now)
            for table in tables.values() if resigns else ():
                seat = table.seat_of(entrant.player) if entrant.player is not None else None
                if seat is not None and table.is_played(seat):
                    table.resign(seat)
        if not is_own:
            ruled.keep("withdraw", entrant=entrant, resigns=resigns)
        facts = {"how": "self" if is_own else "director", "reason": ruled.reason}
        tell(tournament, NewsKind.WITHDRAWN, {entrant: facts}, now=now)
        has_limit = tournament.most_entrants is not None
        if tournament.phase != Phase.RUNNING and has_limit and standing_of_next(tournament) != Standing.RESERVE:
            waiting = tournament.entrants.filter(standing=Standing.RESERVE, player__isnull=False)
            if (first := waiting.order_by("entered_at", "pk").first()) is not None:
                let_in(tournament, first, Standing.ENTERED, now=now)


def tables_open_to(entrants: Collection[Entrant], phases: Collection[str]) -> QuerySet[Fixture]:
    """Return the published tables, in these phases, at which any of these entrants have a seat."""
    return (
        Fixture.objects.filter(sittings__entrant__in=entrants, sittings__seat__isnull=False, phase__in=phases)
        .select_related("round")
        .distinct()
    )


def take_out(
    tournament: Tournament,
    leaving: Collection[Entrant],
    fixtures: Collection[Fixture],
    tables: Mapping[int, Table],
    *,
    now: datetime,
) -> None:
    """Withdraw these entrants and continue without them at the tables they leave. Drafts are paired again."""
    for entrant in leaving:
        entrant.standing, entrant.withdrawn_at = Standing.WITHDRAWN, now
        entrant.save(update_fields=["standing", "withdrawn_at"])
    go_on_without(leaving, tournament, fixtures, tables, now=now)
    if tournament.phase == Phase.RUNNING:
        redraw_drafts(tournament, now=now)


def go_on_without(
    absent: Collection[Entrant],
    tournament: Tournament,
    fixtures: Collection[Fixture],
    tables: Mapping[int, Table],
    *,
    now: datetime,
) -> None:
    """Deal each of these fixtures again without the absent, if it is still in its lobby. `tables` are locked. End the
    rounds that this completes."""
    for fixture in fixtures:
        table = tables[fixture.pk]
        if fixture.phase == Fixture.Phase.JOINING and table.state is None:
            seated = fixture.sittings.exclude(seat=None).filter(entrant__player__isnull=False)
            staying = list(seated.exclude(entrant__in=absent).select_related("entrant__player"))
            assert table.game.hard_end is not None
            deal_again(tournament, fixture, table, staying, hard_end=table.game.hard_end, now=now)
    if tournament.phase == Phase.RUNNING:
        rounds = Round.objects.filter(fixtures__in=fixtures).select_related("division__tournament").distinct()
        end_what_is_over(tournament, list(rounds), now=now)


# --- replacing a player -----------------------------------------------------------------------------------------------


def replace(*, entrant_id: int, player: Player, by: Player, reason: str, now: datetime) -> None:
    """Give an entrant's place to another player, with its results, open tables and future rounds. The replaced player
    may watch, and counts as withdrawn."""
    tournament_id = tournament_of(Entrant, entrant_id)
    with locked_for_ruling(tournament_id, Phase.RUNNING, by=by, reason=reason, now=now) as ruled:
        _replace(ruled, entrant_id, player)


def substitute(*, entrant_id: int, by: Player, reason: str, now: datetime) -> Entrant:
    """Replace an entrant by the reserve who has waited longest and may play. Return the entrant."""
    tournament_id = tournament_of(Entrant, entrant_id)
    with locked_for_ruling(tournament_id, Phase.RUNNING, by=by, reason=reason, now=now) as ruled:
        waiting = ruled.tournament.entrants.filter(standing=Standing.RESERVE, player__is_active=True)
        waiting = waiting.exclude(player=by).filter(sittings=None, byes=None)
        if ruled.tournament.is_for_members:
            waiting = waiting.filter(club=ruled.tournament.entrants.get(pk=entrant_id).club_id)
        waiting = waiting.select_related("player").order_by("entered_at", "pk")
        for reserve in waiting:
            if reserve.player is not None and walkouts.ban_of(reserve.player, now=now) is None:
                return _replace(ruled, entrant_id, reserve.player)
    raise OrderRefused("No reserve is available. Replace the player with somebody else.")


def _replace(ruled: Ruled, entrant_id: int, player: Player) -> Entrant:
    tournament, by, now = ruled.tournament, ruled.by, ruled.now
    entrant = tournament.entrants.select_related("player").get(pk=entrant_id)
    old, old_name = entrant.player, entrant.name
    other = tournament.entrants.filter(player=player).first()
    if by == player:
        raise OrderRefused(
            "You’re playing in this tournament. Another director has to rule on anything that concerns you."
        )
    ruled.refuse_own(entrant)
    if old == player:
        raise OrderRefused("{name} already has this place.", name=entrant.name)
    if not entrant.divisions.exists():
        raise OrderRefused("{name} has no place in a division. Add a late entry instead.", name=entrant.name)
    if other is None or other.standing != Standing.RESERVE:
        check_may_enter(tournament, player, by=by, now=now)
    else:
        walkouts.refuse_banned(player, by=by, now=now)
    if other is not None and (other.sittings.exists() or other.byes.exists()):  # results stay with their player
        raise OrderRefused("{name} has already played in this tournament. Choose somebody else.", name=player.name)
    entrant.club_id = club_put_in_for(tournament, player, entrant.club_id)
    touched = list(tables_open_to([entrant], OPEN))
    ruled.refuse_own_table(touched)
    with tables_of(touched, now=now) as tables:
        for fixture in touched:
            _sit_instead(fixture, tables[fixture.pk], entrant, player, ruled)
        _hand_over(ruled, entrant, player, other)
    ruled.keep("replace", entrant=entrant, concerned=[entrant], before=old_name)
    if old is not None:
        facts = {"how": "director", "reason": ruled.reason}
        News.objects.create(tournament=tournament, player=old, kind=NewsKind.WITHDRAWN, facts=facts, at=now)
    return entrant


def _sit_instead(fixture: Fixture, table: Table, entrant: Entrant, player: Player, ruled: Ruled) -> None:
    """Seat the player at a table; before the deal with as much time to join as at a new one."""
    seat = fixture.sittings.get(entrant=entrant).seat
    if seat is None or not (table.is_in_lobby or table.is_played(seat)):
        return
    replace_at(table, seat=seat, player=player, by=None, reason=ruled.reason, office="director")
    if table.is_in_lobby:
        assert table.game.hard_end is not None
        fixture.join_by = min(ruled.now + ruled.tournament.join_within, table.game.hard_end)
        fixture.save(update_fields=["join_by"])


def _hand_over(ruled: Ruled, entrant: Entrant, player: Player, other: Entrant | None) -> None:
    """Give the place to the player. The replaced player gets this player's former place, or a new one, and counts as
    withdrawn."""
    old, old_name = entrant.player, entrant.name
    if other is not None:
        other.player = None  # for the moment, because nobody may have two places
        other.save(update_fields=["player"])
    entrant.player, entrant.name = player, player.name
    entrant.standing, entrant.withdrawn_at = Standing.CONFIRMED, None
    entrant.save()
    if other is None:
        if old is None:
            return
        number = next_number(ruled.tournament)
        other = Entrant(
            tournament=ruled.tournament, number=number, entered_at=entrant.entered_at, club_id=entrant.club_id
        )
    other.player, other.name = old, old_name
    other.standing, other.withdrawn_at = Standing.WITHDRAWN, ruled.now
    other.save()
