"""Rulings on clocks: pauses, more time, final deadlines. Each has a reason, which the players can read."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import F

from games.commands.staff import govern_at
from games.players.models import Player
from games.rules.values import OrderRefused, StaffAction
from games.store import MailFirst, Table
from games.tournaments.commands.locking import (
    Phase,
    Ruled,
    locked_for_ruling,
    seated_at,
    tables_of,
    tournament_of,
)
from games.tournaments.commands.terms import LONGEST_ROUND
from games.tournaments.models import Entrant, Fixture, Round
from games.tournaments.snapshot import OPEN, Format

LONGEST_SPAN = timedelta(days=60)


def pause(*, tournament_id: int, by: Player, reason: str, now: datetime, fixture_id: int | None = None) -> None:
    """Stop the clocks at a table until it is resumed; without `fixture_id` at all tables, and then nobody needs to join
    until the pause ends. Hard ends do not move: extend the round, or resume in time."""
    with locked_for_ruling(tournament_id, Phase.RUNNING, by=by, reason=reason, now=now) as ruled:
        tournament, is_one = ruled.tournament, fixture_id is not None
        chosen = _chosen(ruled, [Fixture.Phase.PLAYING], fixture_id=fixture_id)
        if not is_one:
            if tournament.paused_at is not None:
                raise OrderRefused("This tournament is already paused.")
            tournament.paused_at = now
            tournament.save(update_fields=["paused_at"])
        with tables_of(chosen.fixtures, now=now) as tables:
            done = _at_each(tables, lambda table, _: _act(table, StaffAction("PAUSE", ruled.reason)), strict=is_one)
        chosen.keep("pause", tables=done)


def resume(*, tournament_id: int, by: Player, reason: str, now: datetime, fixture_id: int | None = None) -> None:
    """Start the clocks again. After a pause of the whole tournament the times to join and the hard ends move by its
    length."""
    with locked_for_ruling(tournament_id, Phase.RUNNING, by=by, reason=reason, now=now) as ruled:
        if fixture_id is None:
            chosen = _chosen(ruled, OPEN)
            done = _go_on(ruled, chosen.fixtures)
        else:
            if ruled.tournament.paused_at is not None:
                raise OrderRefused("The whole tournament is paused. End that pause instead.")
            chosen = _chosen(ruled, [Fixture.Phase.PLAYING], fixture_id=fixture_id)
            with tables_of(chosen.fixtures, now=now) as tables:
                done = _at_each(tables, lambda table, _: _act(table, StaffAction("RESUME", ruled.reason)), strict=True)
        chosen.keep("resume", tables=done)


def extend(
    *,
    tournament_id: int,
    span: timedelta,
    by: Player,
    reason: str,
    now: datetime,
    fixture_id: int | None = None,
    entrant_id: int | None = None,
    bank: bool = False,
) -> int:
    """Give more time to running clocks: of one player, of one table, of one player at one table, or of all; with `bank`
    also in the time bank. At a table that waits for its players, extend the time to join. Never goes past the hard end.
    Return the number of tables."""
    if not timedelta(0) < span <= LONGEST_SPAN:
        raise OrderRefused("The extra time must be more than 0 and at most {most}.", most=LONGEST_SPAN)
    with locked_for_ruling(tournament_id, Phase.RUNNING, by=by, reason=reason, now=now) as ruled:
        chosen = _chosen(ruled, OPEN, fixture_id=fixture_id, entrant_id=entrant_id)
        seconds = int(span.total_seconds())

        def give(table: Table, fixture: Fixture) -> None:
            if table.is_in_lobby:
                _join_later(fixture, table, span)
            else:
                own = fixture.sittings.filter(entrant=chosen.entrant).first() if chosen.entrant else None
                seat = own.seat if own else None
                _act(table, StaffAction("EXTEND", ruled.reason, seat, by=seconds, bank=bank))

        with tables_of(chosen.fixtures, now=now) as tables:
            done = _at_each(tables, give, strict=True)
        chosen.keep("extend", span=seconds, bank=bank, tables=done)
    return done


def extend_round(*, round_id: int, until: datetime, by: Player, reason: str, now: datetime) -> None:
    """Set the end of a round and of each of its open tables, earlier or later than before."""
    with locked_for_ruling(tournament_of(Round, round_id), Phase.RUNNING, by=by, reason=reason, now=now) as ruled:
        round = Round.objects.get(pk=round_id)
        if ruled.tournament.format == Format.LADDER:
            raise OrderRefused("A ladder has no end date. Give its tables more time one by one.")
        if round.phase != Round.Phase.PUBLISHED:
            raise OrderRefused("You can only move the end of a round that is in progress.")
        if until <= now:
            raise OrderRefused("That time has already passed. Choose a later deadline.")
        if until > now + LONGEST_ROUND:
            raise OrderRefused("A round can last at most {most}. Make it shorter.", most=LONGEST_ROUND)
        if until == round.ends_at:
            raise OrderRefused("The round already ends then. Choose another time.")
        fixtures = list(round.fixtures.filter(phase__in=OPEN).select_related("round"))
        ruled.refuse_own_table(fixtures)
        before, round.ends_at = round.ends_at, until
        round.save(update_fields=["ends_at"])
        with tables_of(fixtures, now=now) as tables:
            _at_each(tables, lambda table, fixture: _end_at(table, fixture, until, ruled.reason), strict=False)
        assert before is not None
        concerned = seated_at(fixtures)
        ruled.keep("hard_end", round=round, concerned=concerned, until=until.isoformat(), before=before.isoformat())


# --- many tables ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Chosen:
    """The open tables that a ruling applies to: one, those of one entrant, or all. The director plays at none of
    them."""

    ruled: Ruled
    fixtures: list[Fixture]
    is_one: bool
    entrant: Entrant | None

    def keep(self, verb: str, **facts: object) -> None:
        fixture = self.fixtures[0] if self.is_one else None
        self.ruled.keep(
            verb,
            round=fixture.round if fixture else None,
            fixture=fixture,
            entrant=self.entrant,
            concerned=[self.entrant] if self.entrant else seated_at(self.fixtures),
            **facts,
        )


def _chosen(
    ruled: Ruled, phases: Collection[str], *, fixture_id: int | None = None, entrant_id: int | None = None
) -> _Chosen:
    fixtures = Fixture.objects.filter(round__division__tournament=ruled.tournament, phase__in=phases)
    if fixture_id is not None:
        fixtures = fixtures.filter(pk=fixture_id)
    if entrant_id is not None:
        fixtures = fixtures.filter(sittings__entrant=entrant_id, sittings__seat__isnull=False)
    found = list(fixtures.select_related("round"))
    if not found and (fixture_id is not None or entrant_id is not None):
        raise OrderRefused("No game is in progress there.")
    ruled.refuse_own_table(found)
    entrant = None if entrant_id is None else ruled.tournament.entrants.get(pk=entrant_id)
    return _Chosen(ruled, found, fixture_id is not None, entrant)


def _at_each(tables: Mapping[int, Table], act: Callable[[Table, Fixture], None], *, strict: bool) -> int:
    """Do `act` at each table. Return at how many it was possible; if `strict` and it was possible at none, raise the
    refusal."""
    done, refused = 0, None
    fixtures = Fixture.objects.in_bulk(list(tables))
    for pk, table in tables.items():
        try:
            act(table, fixtures[pk])
            done += 1
        except MailFirst:
            raise
        except OrderRefused as refusal:
            refused = refusal
    if strict and refused is not None and not done:
        raise refused
    return done


def _act(table: Table, action: StaffAction) -> None:
    # the caller has checked that the director may rule here
    govern_at(table, replace(action, office="director"), by=None)


def _go_on(ruled: Ruled, fixtures: Collection[Fixture]) -> int:
    """End a pause of the whole tournament. Deadlines still to come move by its length. Return the number of tables."""
    tournament, now = ruled.tournament, ruled.now
    if tournament.paused_at is None:
        raise OrderRefused("This tournament isn’t paused.")
    stood = now - tournament.paused_at
    tournament.paused_at = None
    tournament.save(update_fields=["paused_at"])
    rounds = Round.objects.filter(division__tournament=tournament, phase=Round.Phase.PUBLISHED)
    rounds.filter(ends_at__gt=now).update(ends_at=F("ends_at") + stood)

    def go_on(table: Table, fixture: Fixture) -> None:
        if table.game.hard_end is not None and table.game.hard_end > now:
            _end_at(table, fixture, table.game.hard_end + stood, ruled.reason)
        if table.is_in_lobby:
            _join_later(fixture, table, stood)
        else:
            _act(table, StaffAction("RESUME", ruled.reason))

    with tables_of(fixtures, now=now) as tables:
        return _at_each(tables, go_on, strict=False)


def _join_later(fixture: Fixture, table: Table, span: timedelta) -> None:
    assert fixture.join_by is not None
    assert table.game.hard_end is not None
    fixture.join_by = min(fixture.join_by + span, table.game.hard_end)
    fixture.save(update_fields=["join_by"])


def _end_at(table: Table, fixture: Fixture, until: datetime, reason: str) -> None:
    if table.is_in_lobby or table.is_running:
        _act(table, StaffAction("HARD_END", reason, until=until))
    if fixture.join_by is not None and fixture.join_by > until:
        fixture.join_by = until
        fixture.save(update_fields=["join_by"])
