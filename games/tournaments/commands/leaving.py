"""Who leaves a tournament, by withdrawing or by not coming, and what becomes of their tables."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db.models import QuerySet

from games.players.models import Player
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.store import Table
from games.tournaments.commands.books import OPEN
from games.tournaments.commands.drawing import redraw_drafts
from games.tournaments.commands.endings import end_what_is_over
from games.tournaments.commands.fixtures import deal_again
from games.tournaments.commands.locking import (
    Phase,
    check_phase,
    is_directed_by,
    keep_ruling,
    locked,
    reason_of,
    refuse_own_table,
    tables_of,
    tell,
    tournament_of,
)
from games.tournaments.commands.places import let_in_next
from games.tournaments.models import Entrant, Fixture, News, Round, Tournament

Standing = Entrant.Standing


def withdraw(*, entrant_id: int, by: Player, now: datetime, reason: str = "", resigns: bool = False) -> None:
    """An entrant leaves: by themself, or by a director with a reason. Tables they have not begun are dealt again without them;
    those that run they play on, unless they resign there now."""
    with locked(tournament_of(Entrant, entrant_id)) as tournament:
        check_phase(tournament, Phase.DRAFT, Phase.ENTRIES, Phase.CLOSED, Phase.RUNNING)
        entrant = tournament.entrants.get(pk=entrant_id)
        is_own = entrant.player_id == by.pk
        if not is_own and not is_directed_by(tournament, by):
            raise OrderRefused(say("You do not direct this tournament: ask one of its directors."))
        reason = "" if is_own else reason_of(reason)
        if entrant.standing == Standing.WITHDRAWN:
            raise OrderRefused(say("{name} has withdrawn already.", name=entrant.name))
        touched = list(tables_open_to([entrant], (*OPEN,) if resigns else (Fixture.Phase.JOINING,)))
        if not is_own:
            refuse_own_table(touched, by)
        with tables_of(touched, now=now) as tables:
            entrant.refresh_from_db()  # whoever deletes their account has held the games until now
            take_out(tournament, [entrant], touched, tables, now=now)
            if resigns:
                _resign_everywhere(entrant, tables)
        how = "self" if is_own else "director"
        if not is_own:
            keep_ruling(tournament, "withdraw", by=by, reason=reason, now=now, entrant=entrant, resigns=resigns)
        tell(tournament, News.Kind.WITHDRAWN, {entrant: {"how": how, "reason": reason}}, now=now)
        if tournament.phase != Phase.RUNNING:
            let_in_next(tournament, now=now)


def tables_open_to(entrants: Collection[Entrant], phases: Collection[str]) -> QuerySet[Fixture]:
    """The published tables at which any of these have a seat, in these phases."""
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
    """These withdraw, and what they leave goes on without them. Drafts are drawn up again."""
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
    """Of these fixtures, whose tables are in hand, each still in its lobby is dealt again without the absent; rounds that are
    over by that end."""
    for fixture in fixtures:
        table = tables[fixture.pk]
        if fixture.phase == Fixture.Phase.JOINING and table.state is None:
            seated = fixture.sittings.exclude(seat=None).filter(entrant__player__isnull=False)
            staying = list(seated.exclude(entrant__in=absent).select_related("entrant__player"))
            assert table.game.hard_end is not None
            deal_again(tournament, fixture, table, staying, hard_end=table.game.hard_end, now=now)
    if tournament.phase == Phase.RUNNING:
        end_what_is_over(tournament, _rounds_of(fixtures), now=now)


def _rounds_of(fixtures: Collection[Fixture]) -> list[Round]:
    return list(Round.objects.filter(fixtures__in=fixtures).select_related("division__tournament").distinct())


def _resign_everywhere(entrant: Entrant, tables: Mapping[int, Table]) -> None:
    for table in tables.values():
        seat = table.seat_of(entrant.player) if entrant.player else None
        if seat is not None and table.is_played(seat):
            table.resign(seat)
