"""The directors' dashboard while tables are played: pausing, more time, hard ends. Each with its reason, told at the tables."""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from games.commands.staff import govern_at
from games.players.models import Player
from games.rules.kind import OrderRefused, StaffAction
from games.rules.messages import say
from games.store import MailFirst, Table
from games.tournaments.commands.books import OPEN, Format
from games.tournaments.commands.locking import (
    Phase,
    check_phase,
    keep_ruling,
    locked_for_director,
    reason_of,
    refuse_own_table,
    seated_at,
    tables_of,
    tournament_of,
)
from games.tournaments.commands.terms import LONGEST_ROUND
from games.tournaments.models import Entrant, Fixture, Round, Tournament

LONGEST_SPAN = timedelta(days=60)


def pause(*, tournament_id: int, by: Player, reason: str, now: datetime, fixture_id: int | None = None) -> None:
    """No clock runs at this table until it is resumed; without a table at none, and nothing is to be joined meanwhile. A hard end
    stays where it is: extend the round, or resume in time."""
    reason = reason_of(reason)
    with locked_for_director(tournament_id, by) as tournament:
        check_phase(tournament, Phase.RUNNING)
        chosen = _chosen(tournament, fixture_id, [Fixture.Phase.PLAYING], by)
        if fixture_id is None and tournament.paused_at is not None:
            raise OrderRefused(say("This tournament is paused already."))
        if fixture_id is None:
            tournament.paused_at = now
            tournament.save(update_fields=["paused_at"])
        with tables_of(chosen, now=now) as tables:
            done = _at_each(tables, lambda table, _: _govern(table, "PAUSE", reason), strict=fixture_id is not None)
        _keep(tournament, "pause", chosen, by=by, reason=reason, now=now, fixture_id=fixture_id, tables=done)


def resume(*, tournament_id: int, by: Player, reason: str, now: datetime, fixture_id: int | None = None) -> None:
    """The clocks run again. Of a tournament the times to join and the hard ends move by as long as it stood."""
    reason = reason_of(reason)
    with locked_for_director(tournament_id, by) as tournament:
        check_phase(tournament, Phase.RUNNING)
        if fixture_id is not None:
            if tournament.paused_at is not None:
                raise OrderRefused(say("The whole tournament is paused: resume that."))
            chosen = _chosen(tournament, fixture_id, [Fixture.Phase.PLAYING], by)
            with tables_of(chosen, now=now) as tables:
                done = _at_each(tables, lambda table, _: _govern(table, "RESUME", reason), strict=True)
        else:
            chosen = _chosen(tournament, None, OPEN, by)
            done = _go_on(tournament, chosen, reason, now=now)
        _keep(tournament, "resume", chosen, by=by, reason=reason, now=now, fixture_id=fixture_id, tables=done)


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
    """So much more time for the clocks that run: of one player, at one table, of one player at one table, or of all; with `bank`
    also in the bank. At a table that waits for its players, more time to join. Never past the hard end. Returns how many tables."""
    reason = reason_of(reason)
    if not timedelta(0) < span <= LONGEST_SPAN:
        raise OrderRefused(say("Give more time than none, and at most {most}.", most=LONGEST_SPAN))
    with locked_for_director(tournament_id, by) as tournament:
        check_phase(tournament, Phase.RUNNING)
        chosen = _chosen(tournament, fixture_id, OPEN, by, entrant_id=entrant_id)
        seats = {
            fixture.pk: fixture.sittings.filter(entrant=entrant_id).values_list("seat", flat=True).first()
            for fixture in chosen
            if entrant_id is not None
        }
        facts = {"by": int(span.total_seconds()), **({"bank": True} if bank else {})}

        def give(table: Table, fixture: Fixture) -> None:
            if table.is_in_lobby:
                _join_later(fixture, table, span)
            else:
                _govern(table, "EXTEND", reason, seat=seats.get(fixture.pk), **facts)

        with tables_of(chosen, now=now) as tables:
            done = _at_each(tables, give, strict=True)
        entrant = tournament.entrants.get(pk=entrant_id) if entrant_id is not None else None
        _keep(
            tournament,
            "extend",
            chosen,
            by=by,
            reason=reason,
            now=now,
            fixture_id=fixture_id,
            entrant=entrant,
            span=facts["by"],
            bank=bank,
            tables=done,
        )
    return done


def extend_round(*, round_id: int, until: datetime, by: Player, reason: str, now: datetime) -> None:
    """The round, and each of its tables still open, ends then: later than it would have, or earlier."""
    reason = reason_of(reason)
    with locked_for_director(tournament_of(Round, round_id), by) as tournament:
        check_phase(tournament, Phase.RUNNING)
        round = Round.objects.get(pk=round_id)
        if tournament.format == Format.LADDER:
            raise OrderRefused(say("A ladder has no end. Its tables are extended one by one."))
        if round.phase != Round.Phase.PUBLISHED:
            raise OrderRefused(say("Only a round that is being played has an end to move."))
        if until <= now:
            raise OrderRefused(say("That is over already: choose a later end."))
        if until > now + LONGEST_ROUND:
            raise OrderRefused(say("A round lasts at most {most}: make it shorter.", most=LONGEST_ROUND))
        chosen = list(round.fixtures.filter(phase__in=OPEN).select_related("round"))
        refuse_own_table(chosen, by)
        before, round.ends_at = round.ends_at, until
        round.save(update_fields=["ends_at"])
        with tables_of(chosen, now=now) as tables:
            _at_each(tables, lambda table, fixture: _end_at(table, fixture, until, reason), strict=False)
        assert before is not None
        keep_ruling(
            tournament,
            "hard_end",
            by=by,
            reason=reason,
            now=now,
            round=round,
            concerned=seated_at(chosen),
            until=until.isoformat(),
            before=before.isoformat(),
        )


# --- many tables ------------------------------------------------------------------------------------------------------


def _chosen(
    tournament: Tournament,
    fixture_id: int | None,
    phases: Collection[str],
    by: Player,
    *,
    entrant_id: int | None = None,
) -> list[Fixture]:
    """The open tables that an act is about, none of them the director's own."""
    fixtures = Fixture.objects.filter(round__division__tournament=tournament, phase__in=phases)
    if fixture_id is not None:
        fixtures = fixtures.filter(pk=fixture_id)
    if entrant_id is not None:
        fixtures = fixtures.filter(sittings__entrant=entrant_id, sittings__seat__isnull=False)
    chosen = list(fixtures.select_related("round"))
    if not chosen and (fixture_id is not None or entrant_id is not None):
        raise OrderRefused(say("No game is being played there."))
    refuse_own_table(chosen, by)
    return chosen


def _at_each(tables: Mapping[int, Table], act: Callable[[Table, Fixture], None], *, strict: bool) -> int:
    """Do that at each table, and say at how many it could be done; if `strict`, at one at least, or its refusal is raised."""
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


def _govern(table: Table, verb: str, reason: str, seat: int | None = None, **facts: Any) -> None:
    govern_at(table, StaffAction(verb, reason, seat, **facts), by=None)  # who directs, and plays not, is settled


def _go_on(tournament: Tournament, chosen: Collection[Fixture], reason: str, *, now: datetime) -> int:
    """End a pause of the whole tournament; whatever has an end has it later by as long as that stood."""
    if tournament.paused_at is None:
        raise OrderRefused(say("This tournament is not paused."))
    stood = now - tournament.paused_at
    tournament.paused_at = None
    tournament.save(update_fields=["paused_at"])
    for round in Round.objects.filter(division__tournament=tournament, phase=Round.Phase.PUBLISHED):
        if round.ends_at is not None and round.ends_at > now:
            round.ends_at += stood
            round.save(update_fields=["ends_at"])

    def go_on(table: Table, fixture: Fixture) -> None:
        if table.game.hard_end is not None and table.game.hard_end > now:
            _end_at(table, fixture, table.game.hard_end + stood, reason)
        if table.is_in_lobby:
            _join_later(fixture, table, stood)
        else:
            _govern(table, "RESUME", reason)

    with tables_of(chosen, now=now) as tables:
        return _at_each(tables, go_on, strict=False)


def _join_later(fixture: Fixture, table: Table, span: timedelta) -> None:
    assert fixture.join_by is not None
    assert table.game.hard_end is not None
    fixture.join_by = min(fixture.join_by + span, table.game.hard_end)
    fixture.save(update_fields=["join_by"])


def _end_at(table: Table, fixture: Fixture, until: datetime, reason: str) -> None:
    if table.is_in_lobby or table.is_running:
        _govern(table, "HARD_END", reason, until=until)
    if fixture.join_by is not None and fixture.join_by > until:
        fixture.join_by = until
        fixture.save(update_fields=["join_by"])


def _keep(
    tournament: Tournament,
    verb: str,
    chosen: Collection[Fixture],
    *,
    by: Player,
    reason: str,
    now: datetime,
    fixture_id: int | None,
    entrant: Entrant | None = None,
    **facts: Any,
) -> None:
    (fixture,) = chosen if fixture_id is not None else (None,)
    concerned = [entrant] if entrant is not None else seated_at(chosen)
    keep_ruling(
        tournament,
        verb,
        by=by,
        reason=reason,
        now=now,
        round=fixture.round if fixture else None,
        fixture=fixture,
        entrant=entrant,
        concerned=concerned,
        **facts,
    )
