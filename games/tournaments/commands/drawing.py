"""Pairings: the tables of a division's next rounds, according to its format, saved as drafts that only directors see;
and directors' rulings on pairings, byes and pairs that must or must not meet.

The same entrants, results and rulings always give the same pairings. Nothing is published here."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import lru_cache

from django.db.models import QuerySet

from games.players.models import Player
from games.rules.texts import say
from games.rules.values import OrderRefused
from games.tournaments import advancing
from games.tournaments.commands.locking import (
    Phase,
    Ruled,
    locked_drafts,
    locked_for_director,
    locked_for_ruling,
    tournament_of,
)
from games.tournaments.commands.terms import table_limits
from games.tournaments.models import Bye, Entrant, Fixture, PairRule, Round, Sitting, Tournament
from games.tournaments.pairing import Pair, Paired, pair_up
from games.tournaments.schedules import schedule, seat_swiss, table_sizes
from games.tournaments.snapshot import CONCURRENT, PAIR, PLAYS, DivisionSnapshot, Format, Snapshot, rounds_for

Table = tuple[int, ...]
"""The numbers of the entrants at a table, in seat order."""
TOO_FEW = say("A round needs at least 2 players.")


def draw_up(*, tournament_id: int, by: Player, now: datetime) -> list[Round]:
    """Pair all rounds that can be paired now, as drafts; the result is unchanged if nothing has changed."""
    think_ahead(tournament_id)
    with locked_for_director(tournament_id, by, Phase.RUNNING) as tournament:
        return draw_up_at(tournament, now=now)


def draw_up_at(tournament: Tournament, *, now: datetime) -> list[Round]:
    """Pair all rounds that can be paired now in a locked tournament, for the divisions of its last stage. An unchanged
    draft keeps its row.

    Raises OrderRefused if there is nothing to pair."""
    locked_drafts(tournament)
    drafts = [draft for division in _last_stage(tournament) for draft in _draw_up_division(division, now=now)]
    if not drafts:
        raise OrderRefused("There are no more rounds to pair.")
    return drafts


def redraw_drafts(tournament: Tournament, *, now: datetime) -> None:
    """Pair existing drafts again after a change of players; delete those for which that is impossible."""
    if not drafts_of(tournament).exists():
        return
    try:
        draw_up_at(tournament, now=now)
    except OrderRefused:
        drafts_of(tournament).delete()


def drafts_of(tournament: Tournament) -> QuerySet[Round]:
    """Return the rounds that are paired and not published."""
    return Round.objects.filter(division__tournament=tournament, phase=Round.Phase.DRAFT)


def think_ahead(tournament_id: int) -> None:
    """Compute the pairings before anything is locked, as that may take seconds. The result is cached and reused if
    nothing changes in the meantime."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        return
    with suppress(OrderRefused):  # the actual pairing reports what is wrong
        if tournament.started_at is None:
            _think_of_the_first(tournament)
            return
        for division in _last_stage(tournament):
            if division.undrawn:
                _plans(division, _byes_set(division))


def _last_stage(tournament: Tournament) -> list[DivisionSnapshot]:
    divisions = Snapshot(tournament).all_divisions
    return [one for one in divisions if one.division.stage == divisions[-1].division.stage]


# --- drafts -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """A planned round: its tables, highest first, and its byes, by number."""

    number: int
    tables: tuple[Table, ...]
    byes: Mapping[int, str]


def _draw_up_division(division: DivisionSnapshot, *, now: datetime) -> list[Round]:
    last = division.last_round
    if not division.undrawn or division.tournament.format == Format.LADDER:
        return []
    if last is not None and last.phase != Round.Phase.FINISHED:
        raise OrderRefused(
            "Round {round} is still in progress. Pair the next round when it has finished.", round=last.number
        )
    kept = _byes_set(division)
    written = [_write(division, plan, kept.get(plan.number, {}), now=now) for plan in _plans(division, kept)]
    drafts = division.division.rounds.filter(phase=Round.Phase.DRAFT)
    drafts.exclude(pk__in=[draft.pk for draft in written]).delete()
    return written


def _byes_set(division: DivisionSnapshot) -> dict[int, dict[int, Bye]]:
    """Return the byes that directors have set in drafts, for entrants who still play, by round and number."""
    byes: dict[int, dict[int, Bye]] = {}
    drafts = Bye.objects.filter(round__division=division.division, round__phase=Round.Phase.DRAFT).exclude(reason="")
    for bye in drafts.filter(entrant__in=division.playing).select_related("round", "entrant"):
        byes.setdefault(bye.round.number, {})[bye.entrant.number] = bye
    return byes


def _write(division: DivisionSnapshot, plan: Plan, kept: Mapping[int, Bye], *, now: datetime) -> Round:
    """Save the plan as a draft; an identical existing row is kept."""
    old = division.division.rounds.filter(number=plan.number, phase=Round.Phase.DRAFT).first()
    byes = [(each, points, "") for each, points in plan.byes.items()]
    byes += [(each, bye.points, bye.reason) for each, bye in kept.items()]
    if old is not None:
        fixtures = old.fixtures.prefetch_related("sittings__entrant")
        tables = tuple(tuple(sitting.entrant.number for sitting in fixture.sittings.all()) for fixture in fixtures)
        old_byes = sorted(old.byes.values_list("entrant__number", "points", "reason"))
        if tables == plan.tables and old_byes == sorted(byes):
            return old
        old.delete()
    draft = Round.objects.create(division=division.division, number=plan.number)
    fill(draft, plan.tables, division.members)
    Bye.objects.bulk_create(
        Bye(round=draft, entrant=division.members[each], points=points, reason=reason) for each, points, reason in byes
    )
    return draft


def fill(round: Round, tables: Sequence[Table], entrants: Mapping[int, Entrant]) -> list[Fixture]:
    """Add planned fixtures for these tables, numbered after those that the round already has."""
    last = round.fixtures.order_by("-number").values_list("number", flat=True).first() or 0
    fixtures = Fixture.objects.bulk_create(
        Fixture(round=round, number=number) for number, _ in enumerate(tables, start=last + 1)
    )
    Sitting.objects.bulk_create(
        Sitting(fixture=fixture, entrant=entrants[each])
        for fixture, table in zip(fixtures, tables, strict=True)
        for each in table
    )
    return fixtures


def _plans(division: DivisionSnapshot, kept: Mapping[int, Mapping[int, Bye]]) -> list[Plan]:
    """Return the rounds after the last published one: all of them if they are played at once, else the next. `kept` are
    directors' byes by round and number. Raises OrderRefused if there is nothing to plan."""
    number = division.last_round.number + 1 if division.last_round else 1
    sits_out = set(kept.get(number, {}))
    started = division.tournament.started_at
    has_latecomers = started is not None and any(one.entered_at > started for one in division.members.values())
    match division.tournament.format:
        case Format.LEAGUE | Format.POOLS:
            return [_scheduled(division, each, set(kept.get(each, {}))) for each in range(1, division.planned + 1)]
        case Format.ROUND_ROBIN if not has_latecomers:
            return [_scheduled(division, number, sits_out)]
        case Format.KNOCKOUT:
            return [_knockout(division, number, sits_out)]
        case _:
            return [_by_standings(division, number, sits_out)]


# --- everybody meets everybody ----------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def scheduled(players: int, rounds: int, size: int, lot: str) -> tuple[tuple[Table, ...], ...]:
    """Return the schedule of a division: rounds of tables of places, as from `schedules.schedule`. The result is
    cached. It can take seconds to compute, so callers do that before they lock anything."""
    return schedule(players, rounds, size, lot)


def _scheduled(division: DivisionSnapshot, number: int, sits_out: set[int]) -> Plan:
    """Plan one round of the schedule for a whole division. Entrants who have left since the schedule began, or who have
    a bye, are left out of their tables."""
    tournament, numbers = division.tournament, division.planned_for
    if len(numbers) < 2:
        raise OrderRefused(TOO_FEW)
    rounds = scheduled(len(numbers), division.planned, tournament.table_size, tournament.lot)
    play = {entrant.number for entrant in division.playing} - sits_out
    whole = [tuple(numbers[place] for place in table) for table in rounds[(number - 1) % len(rounds)]]
    seated = {each for table in whole for each in table}
    byes = dict.fromkeys(play - seated, Bye.Points.ZERO.value)  # 0 points: everybody has one, as the number is odd
    tables = [tuple(each for each in table if each in play) for table in whole]
    least, most = table_limits(tournament)
    full, alone = _move_together(
        [table for table in tables if table], least, most if tournament.table_size > PAIR else PAIR
    )
    return Plan(number, tuple(full), byes | dict.fromkeys(alone, Bye.Points.FULL.value))


def _move_together(tables: Sequence[Table], least: int, most: int) -> tuple[list[Table], list[int]]:
    """Move the players of tables too small for a game to the smallest other tables. Return the tables, and the players
    for whom none of them had room."""
    full = [table for table in tables if len(table) >= least]
    alone = []
    for each in (each for table in tables if len(table) < least for each in table):
        to = min(range(len(full)), key=lambda index: (len(full[index]), -index), default=None)
        if to is None or len(full[to]) >= most:
            alone.append(each)
        else:
            full[to] = (*full[to], each)
    return full, alone


# --- by results -------------------------------------------------------------------------------------------------------


def _by_standings(division: DivisionSnapshot, number: int, sits_out: set[int]) -> Plan:
    """Pair players of equal standing who have not met before, as far as possible; in a round robin all are equal."""
    tournament = division.tournament
    paired = [one for one in division.paired() if one.number not in sits_out]
    if len(paired) < 2:
        raise OrderRefused(TOO_FEW)
    tables, bye = draw(tournament, paired, seed=f"{tournament.lot}/{number}")
    return Plan(number, tables, {} if bye is None else {bye: Bye.Points.FULL.value})


def draw(tournament: Tournament, paired: Sequence[Paired], *, seed: str) -> tuple[tuple[Table, ...], int | None]:
    """Return the tables of these players, within the pairing rules, and the number with the bye. Raises NoPairing."""
    numbers = {one.number for one in paired}
    rules = tournament.pair_rules.filter(used_at=None).select_related("one", "other")
    pairs = [(rule.must_meet, (rule.one.number, rule.other.number)) for rule in rules]
    forced = [pair for must_meet, pair in pairs if must_meet and numbers.issuperset(pair)]
    forbidden = [pair for must_meet, pair in pairs if not must_meet]
    if tournament.table_size == PAIR:
        pairing = pair_up(paired, forced=forced, forbidden=forbidden, seed=seed)
        return tuple(pairing.pairs), pairing.bye
    return seated(tuple(paired), tournament.table_size, tuple(forced), tuple(forbidden), seed), None


@lru_cache(maxsize=32)
def seated(
    paired: tuple[Paired, ...], size: int, forced: tuple[Pair, ...], forbidden: tuple[Pair, ...], seed: str
) -> tuple[Table, ...]:
    """Return tables for these players, as `schedules.seat_swiss` finds them."""
    return seat_swiss(paired, size=size, forced=forced, forbidden=forbidden, seed=seed)


# --- knockout ---------------------------------------------------------------------------------------------------------


def _knockout(division: DivisionSnapshot, number: int, sits_out: set[int]) -> Plan:
    """Spread the strongest over the tables; with tables of two and an odd number the first has a bye."""
    stuck = division.stuck()
    if stuck is not None:
        raise OrderRefused(
            "Table {table} is void, so nobody can advance from it. Award its points first.", table=stuck.number
        )
    left = division.go_on() if division.rounds else [entrant.number for entrant in division.playing]
    drawn = [each for each in left if each not in sits_out]
    if len(drawn) < 2:
        raise OrderRefused(TOO_FEW)
    sizes = table_sizes(len(drawn), division.tournament.table_size)
    byes, drawn = drawn[: len(drawn) - sum(sizes)], drawn[len(drawn) - sum(sizes) :]
    return Plan(number, _spread(drawn, sizes), dict.fromkeys(byes, Bye.Points.FULL.value))


def _spread(numbers: Sequence[int], sizes: Sequence[int]) -> tuple[Table, ...]:
    """Deal tables out back and forth, so that the strongest meet late and the first table has the first and the
    last."""
    tables: list[list[int]] = [[] for _ in sizes]
    order: list[int] = []
    for row in range(max(sizes)):
        having = [index for index, size in enumerate(sizes) if size > row]
        order += having[::-1] if row % 2 else having
    for number, index in zip(numbers, order, strict=True):
        tables[index].append(number)
    return tuple(tuple(table) for table in tables)


# --- the start --------------------------------------------------------------------------------------------------------


def divided(tournament: Tournament, entrants: Sequence[Entrant]) -> list[list[Entrant]]:
    """Return the divisions of these players, by number: in a league the strongest together, in pools equally strong."""
    by_number = {entrant.number: entrant for entrant in entrants}
    numbers = list(by_number)
    match tournament.format:
        case Format.LEAGUE if tournament.follows is not None:
            return _divided_anew(tournament.follows, entrants, size=tournament.division_size)
        case Format.LEAGUE:
            divisions = advancing.in_blocks(numbers, tournament.division_size)
        case Format.POOLS:
            divisions = advancing.in_snake(numbers, tournament.division_size)
        case _:
            divisions = (tuple(numbers),)
    return [[by_number[number] for number in division] for division in divisions]


def _divided_anew(before: Tournament, entrants: Sequence[Entrant], *, size: int) -> list[list[Entrant]]:
    """Return the divisions of the season that follows another, for everybody who entered it, by number. Those who left
    make room; new players, and those who return after withdrawing, begin at the bottom."""
    whole = Snapshot(before)
    orders = [division.order for division in whole.all_divisions]
    everybody = {number for order in orders for number in order}
    stayed = everybody - whole.withdrawn
    here = [one for one in whole.entrants.values() if one.player_id is not None and one.number in stayed]
    then = {one.player_id: one.number for one in here}
    new_number = 1 + max(everybody, default=0)
    now = {then.get(entrant.player_id, new_number + place): entrant for place, entrant in enumerate(entrants)}
    divisions = advancing.promote(
        orders,
        size=size,
        withdrawn=whole.withdrawn,
        gone=everybody - now.keys(),
        entering=[number for number in now if number not in everybody],
    )
    return [[now[number] for number in division] for division in divisions]


def _think_of_the_first(tournament: Tournament) -> None:
    for division in divided(tournament, Snapshot(tournament).playing):
        numbers = sorted(entrant.number for entrant in division)
        if tournament.format == Format.SWISS:
            in_order = sorted(division, key=lambda one: one.number)
            paired = [Paired(one.number, Fraction(0), club=one.club_id) for one in in_order]
            draw(tournament, paired, seed=f"{tournament.lot}/1")
        elif tournament.format in (*CONCURRENT, Format.ROUND_ROBIN) and len(numbers) > 1:
            rounds = rounds_for(tournament, len(numbers))
            scheduled(len(numbers), rounds, tournament.table_size, tournament.lot)


# --- rulings on pairings ----------------------------------------------------------------------------------------------


def set_bye(*, round_id: int, entrant_id: int, points: str | None, by: Player, reason: str, now: datetime) -> None:
    """Take an entrant out of this round for `1`, `1/2` or `0` points; None undoes that. A draft is paired again without
    them; in a published round only players without a table can have a bye."""
    if points is not None and points not in Bye.Points.values:
        raise OrderRefused("A bye is worth 1, 1/2 or 0 points.")
    with locked_for_ruling(tournament_of(Round, round_id), Phase.RUNNING, by=by, reason=reason, now=now) as ruled:
        if ruled.tournament.format == Format.LADDER:
            raise OrderRefused("There are no byes on a ladder. Players challenge each other.")
        round = Round.objects.get(pk=round_id)
        entrant = round.division.entrants.filter(pk=entrant_id).first()
        if entrant is None:
            raise OrderRefused("Choose a player in this division.")
        ruled.refuse_own(entrant)
        is_draft = round.phase == Round.Phase.DRAFT
        if is_draft:
            _set_in_draft(round, entrant, points, ruled.reason)
            draw_up_at(ruled.tournament, now=now)
        else:
            _set_in_published(round, entrant, points, ruled.reason)
        ruled.keep(
            "bye",
            round=None if is_draft else round,
            entrant=entrant,
            concerned=[] if is_draft else [entrant],
            points=points,
            number=round.number,
        )


def _set_in_draft(round: Round, entrant: Entrant, points: str | None, reason: str) -> None:
    if points is None:
        gone, _ = round.byes.filter(entrant=entrant).exclude(reason="").delete()
        if not gone:
            raise OrderRefused("{name} has no bye from a director in this round.", name=entrant.name)
    elif entrant.standing not in PLAYS:
        raise OrderRefused("{name} has withdrawn.", name=entrant.name)
    else:
        _refuse_same(round, entrant, points)
        round.byes.update_or_create(entrant=entrant, defaults={"points": points, "reason": reason})


def _refuse_same(round: Round, entrant: Entrant, points: str) -> None:
    """Raise OrderRefused if a director has already given exactly this bye."""
    if round.byes.filter(entrant=entrant, points=points).exclude(reason="").exists():
        raise OrderRefused("{name} has this bye already.", name=entrant.name)


def _set_in_published(round: Round, entrant: Entrant, points: str | None, reason: str) -> None:
    if round.fixtures.filter(sittings__entrant=entrant).exists():
        raise OrderRefused("{name} is at a table in this round. Adjudicate that table instead.", name=entrant.name)
    if points is None:
        raise OrderRefused(
            "This round has been published, so you can’t remove a bye. Give a bye worth different points instead."
        )
    _refuse_same(round, entrant, points)
    round.byes.update_or_create(entrant=entrant, defaults={"points": points, "reason": reason})


def add_pair_rule(
    *, tournament_id: int, one_id: int, other_id: int, must_meet: bool, by: Player, reason: str, now: datetime
) -> PairRule:
    """Rule that two players meet in the next round that is paired, or never; only in a Swiss tournament. Drafts are
    paired again."""
    phases = (Phase.ENTRIES, Phase.CLOSED, Phase.RUNNING)
    with locked_for_ruling(tournament_id, *phases, by=by, reason=reason, now=now) as ruled:
        tournament = ruled.tournament
        if tournament.format != Format.SWISS:
            raise OrderRefused("The format decides the pairings. You can only add pairing rules in a Swiss tournament.")
        pair = list(tournament.entrants.filter(pk__in=[one_id, other_id], standing__in=PLAYS).order_by("number"))
        if len(pair) != 2:
            raise OrderRefused("Choose two different players who are taking part.")
        ruled.refuse_own(*pair)
        one, other = pair
        if tournament.pair_rules.filter(one=one, other=other, used_at=None).exists():
            raise OrderRefused("There is already a rule for these two players. Remove it first.")
        rule = tournament.pair_rules.create(one=one, other=other, must_meet=must_meet, reason=ruled.reason, made_at=now)
        _keep_pair(ruled, "pair", rule)
    return rule


def drop_pair_rule(*, rule_id: int, by: Player, reason: str, now: datetime) -> None:
    """Remove a pairing rule. Drafts are paired again."""
    with locked_for_ruling(tournament_of(PairRule, rule_id), by=by, reason=reason, now=now) as ruled:
        rule = ruled.tournament.pair_rules.select_related("one", "other").filter(pk=rule_id, used_at=None).first()
        if rule is None:
            raise OrderRefused("That rule has already been used.")
        ruled.refuse_own(rule.one, rule.other)
        rule.delete()
        _keep_pair(ruled, "unpair", rule)


def _keep_pair(ruled: Ruled, verb: str, rule: PairRule) -> None:
    if drafts_of(ruled.tournament).exists():
        draw_up_at(ruled.tournament, now=ruled.now)
    ruled.keep(verb, one=rule.one.name, other=rule.other.name, must_meet=rule.must_meet)
