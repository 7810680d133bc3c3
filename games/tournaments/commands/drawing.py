"""Drafts: the next rounds of a tournament that is locked, as its directors preview them. Nothing is published here."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime

from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.tournaments.commands.books import (
    Format,
    last_round,
    playing,
    undrawn_of,
)
from games.tournaments.commands.locking import locked_drafts
from games.tournaments.commands.plans import Plan, Table, plans_of, think_of_the_first
from games.tournaments.models import Bye, Division, Entrant, Fixture, Round, Sitting, Tournament


def draw_up_at(tournament: Tournament, *, now: datetime) -> list[Round]:
    """The drafts of all rounds that can be drawn up now, in the divisions of the last stage. An unchanged draft keeps its row.

    Raises OrderRefused where there is nothing to draw up."""
    locked_drafts(tournament)
    stage = max(tournament.divisions.values_list("stage", flat=True), default=1)
    divisions = list(tournament.divisions.filter(stage=stage))
    drafts = [draft for division in divisions for draft in _draw_up_division(division, now=now)]
    if not drafts:
        raise OrderRefused(say("No round is left to be drawn up."))
    return drafts


def think_ahead(tournament_id: int) -> None:
    """Find what a draft will ask for, before anything is locked: that may take seconds. It is kept, and found again where nothing
    has changed meanwhile."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        return
    with suppress(OrderRefused):  # whoever draws up is told
        if tournament.started_at is None:
            think_of_the_first(tournament)
            return
        stage = max(tournament.divisions.values_list("stage", flat=True), default=1)
        for division in tournament.divisions.filter(stage=stage):
            if undrawn_of(division):
                plans_of(division, last_round(division), _byes_set(division))


def redraw_drafts(tournament: Tournament, *, now: datetime) -> None:
    """After a change of who plays: what was drawn up is drawn up again, or dropped where that cannot be."""
    if not Round.objects.filter(division__tournament=tournament, phase=Round.Phase.DRAFT).exists():
        return
    try:
        draw_up_at(tournament, now=now)
    except OrderRefused:
        Round.objects.filter(division__tournament=tournament, phase=Round.Phase.DRAFT).delete()


def _draw_up_division(division: Division, *, now: datetime) -> list[Round]:
    last = last_round(division)
    if not undrawn_of(division) or division.tournament.format == Format.LADDER:
        return []
    if last is not None and last.phase != Round.Phase.FINISHED:
        raise OrderRefused(
            say("Round {round} is still being played: draw up the next one after it.", round=last.number)
        )
    kept = _byes_set(division)
    plans = plans_of(division, last, kept)
    written = [_write(division, plan, kept.get(plan.number, {}), now=now) for plan in plans]
    division.rounds.filter(phase=Round.Phase.DRAFT).exclude(pk__in=[draft.pk for draft in written]).delete()
    return written


def _byes_set(division: Division) -> dict[int, dict[int, Bye]]:
    """The byes that a director has set in drafts for those who still play, by round and number."""
    byes: dict[int, dict[int, Bye]] = {}
    drafts = Bye.objects.filter(round__division=division, round__phase=Round.Phase.DRAFT).exclude(reason="")
    for bye in drafts.filter(entrant__in=playing(division)).select_related("round", "entrant"):
        byes.setdefault(bye.round.number, {})[bye.entrant.number] = bye
    return byes


def _write(division: Division, plan: Plan, kept: Mapping[int, Bye], *, now: datetime) -> Round:
    """The plan as a draft; the row there is where it says the same already."""
    old = division.rounds.filter(number=plan.number, phase=Round.Phase.DRAFT).first()
    byes = [(each, points, "") for each, points in plan.byes.items()]
    byes += [(each, bye.points, bye.reason) for each, bye in kept.items()]
    if old is not None:
        if _tables(old) == plan.tables and _byes(old) == sorted(byes):
            return old
        old.delete()
    entrants = {entrant.number: entrant for entrant in division.entrants.all()}
    draft = Round.objects.create(division=division, number=plan.number, drafted_at=now)
    fill(draft, plan.tables, entrants)
    Bye.objects.bulk_create(
        Bye(round=draft, entrant=entrants[each], points=points, reason=reason) for each, points, reason in byes
    )
    return draft


def fill(round: Round, tables: Sequence[Table], entrants: Mapping[int, Entrant], *, after: int = 0) -> list[Fixture]:
    """Planned fixtures of these tables, numbered from the one after `after`."""
    fixtures = Fixture.objects.bulk_create(
        Fixture(round=round, number=number) for number, _ in enumerate(tables, start=after + 1)
    )
    Sitting.objects.bulk_create(
        Sitting(fixture=fixture, entrant=entrants[each])
        for fixture, table in zip(fixtures, tables, strict=True)
        for each in table
    )
    return fixtures


def _tables(round: Round) -> tuple[Table, ...]:
    fixtures = round.fixtures.prefetch_related("sittings__entrant")
    return tuple(tuple(sitting.entrant.number for sitting in fixture.sittings.all()) for fixture in fixtures)


def _byes(round: Round) -> list[tuple[int, str, str]]:
    return sorted(round.byes.values_list("entrant__number", "points", "reason"))
