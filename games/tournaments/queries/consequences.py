"""The consequences of a ruling: the differences between two pictures of a tournament, before and after, and sentences
on them.

Consequences of the result of a game that the ruling itself ends are hidden: a director who only previews must not learn
the score of a running game."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext

from games.tournaments.models import Fixture, Round, Tournament
from games.tournaments.queries.wording import (
    called,
    division_name,
    move_in_words,
    of_points,
    one_figure,
    winner_in_words,
)
from games.tournaments.snapshot import COUNTED, OPEN, OVER, DivisionSnapshot, Format, Snapshot
from games.wording import listing, ordinal

CODE_LENGTH = 10

Key = tuple[int, int]
"""A division, and one of its rounds by number or an entrant by id."""


@dataclass(frozen=True)
class Standing:
    """An entrant's place in a division, and the points there, in their JSON form."""

    place: int
    points: str


@dataclass(frozen=True)
class Picture:
    """Everything that a ruling can change, by id: `rounds` and `tables` have their phase, `drafts` the pairings,
    `earned` the points of a division's round by entrant, `moves` those between divisions; `on` has the entrants who
    advance from each table of a knockout or from each pool, by division and table."""

    phase: str
    rounds: Mapping[int, str]
    tables: Mapping[int, str]
    earned: Mapping[tuple[int, int, int], str]
    standings: Mapping[Key, Standing]
    drafts: Mapping[Key, tuple[tuple[int, ...], ...]]
    moves: Mapping[int, str]
    on: Mapping[Key, frozenset[int]]


def picture(whole: Snapshot) -> Picture:
    """Return the tournament as its rows are now."""
    ids = {entrant.number: entrant.pk for entrant in whole.entrants.values()}
    has_moves = whole.tournament.format == Format.LEAGUE and any(own.met for own in whole.divisions)
    return Picture(
        phase=whole.tournament.phase,
        rounds={one.pk: one.phase for one in whole.all_rounds},
        tables={one.pk: one.phase for one in whole.all_fixtures},
        earned={
            (own.division.pk, sat.round, own.members[number].pk): str(sat.points)
            for own in whole.divisions
            for number, row in own.crossed.rows.items()
            if number in own.members
            for sat in row
        },
        standings={
            (own.division.pk, own.members[number].pk): Standing(place, str(own.line_of[number].points))
            for own in whole.divisions
            if own.met or own.byes  # nobody has a place before the first result
            for place, number in enumerate(own.order, start=1)
        },
        drafts=_drafts(whole.tournament),
        moves={ids[number]: move for number, move in whole.moves().items()} if has_moves else {},
        on={key: on for own in whole.divisions for key, on in _going_on(own)},
    )


def _drafts(tournament: Tournament) -> dict[Key, tuple[tuple[int, ...], ...]]:
    rows = Round.objects.filter(division__tournament=tournament, phase=Round.Phase.DRAFT)
    return {
        (one.division_id, one.number): tuple(
            tuple(sitting.entrant_id for sitting in fixture.sittings.all()) for fixture in one.fixtures.all()
        )
        for one in rows.prefetch_related("fixtures__sittings")
    }


def _going_on(own: DivisionSnapshot) -> Iterator[tuple[Key, frozenset[int]]]:
    match own.tournament.format:
        case Format.KNOCKOUT:
            for fixture in own.fixtures:
                on = own.go_on_from(fixture) if fixture.phase in COUNTED else ()
                yield (own.division.pk, fixture.pk), frozenset(own.members[number].pk for number in on)
        case Format.POOLS if own.division.stage == 1 and own.met:
            yield (own.division.pk, 0), frozenset(entrant.pk for entrant in own.best)


# --- differences ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moved:
    """An entrant's standing in a division before and after; None means no place."""

    division: int
    entrant: int
    before: Standing | None
    after: Standing | None


@dataclass(frozen=True)
class Built:
    """A published round that was paired by results that have changed: `stays` are in it but no longer should be,
    `misses` should be but are not. Number 0 is the final of pools."""

    division: int
    number: int
    stays: tuple[int, ...] = ()
    misses: tuple[int, ...] = ()


@dataclass(frozen=True)
class Consequences:
    """The changes by a ruling, by id. `is_correction`: the tournament was already finished. `winner` is set, before and
    after, if the places are final; `moves` are those between divisions, before and after, by entrant. Of the drafts,
    `paired_again` get other tables and `dropped` are deleted. `is_hidden`: there are more, from the result of a game
    that the ruling itself ends."""

    is_correction: bool
    ends_tournament: bool
    closed: tuple[int, ...]
    ended: tuple[Key, ...]
    dropped: tuple[Key, ...]
    is_hidden: bool
    winner: tuple[int, int] | None = None
    moved: tuple[Moved, ...] = ()
    moves: tuple[tuple[int, str, str], ...] = ()
    built: tuple[Built, ...] = ()
    paired_again: tuple[Key, ...] = ()

    @property
    def code(self) -> str:
        """A short text that differs if the consequences differ."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:CODE_LENGTH]

    @property
    def facts(self) -> dict[str, object]:
        """The facts saved with a correction: winner, places and moves before and after, by entrant."""
        places = {
            str(one.entrant): [one.before.place, one.after.place]
            for one in self.moved
            if one.before and one.after and one.before.place != one.after.place
        }
        return {
            "winner": self.winner,
            "places": places,
            "moves": {str(entrant): [before, after] for entrant, before, after in self.moves},
        }


def consequences(whole: Snapshot, before: Picture, after: Picture) -> Consequences:
    """Return the differences between two pictures; `whole` is the tournament of the later one."""
    is_correction = before.phase == Tournament.Phase.FINISHED
    ends = after.phase == Tournament.Phase.FINISHED and not is_correction
    closed = [pk for pk, phase in after.tables.items() if phase in OVER and before.tables.get(pk) in OPEN]
    is_hidden = any(after.tables[pk] == Fixture.Phase.FINISHED for pk in closed)
    known = Consequences(
        is_correction=is_correction,
        ends_tournament=ends,
        closed=tuple(closed),
        ended=tuple(
            (one.division_id, one.number)
            for one in whole.all_rounds
            if one.phase == Round.Phase.FINISHED and before.rounds.get(one.pk) == Round.Phase.PUBLISHED
        ),
        dropped=tuple(sorted(before.drafts.keys() - after.drafts.keys())),
        is_hidden=is_hidden,
    )
    if is_hidden:
        return known
    return replace(
        known,
        winner=(_first(whole, before), _first(whole, after)) if ends or is_correction else None,
        moved=tuple(_moved(before, after)),
        moves=tuple(
            (pk, before.moves.get(pk, ""), after.moves.get(pk, ""))
            for pk in sorted(before.moves.keys() | after.moves.keys())
            if before.moves.get(pk) != after.moves.get(pk)
        ),
        built=tuple(_built(whole, before, after)),
        paired_again=tuple(
            sorted(key for key, seated in after.drafts.items() if before.drafts.get(key, seated) != seated)
        ),
    )


def _first(whole: Snapshot, seen: Picture) -> int:
    """Return the entrant who leads the highest division, or the final, by id; 0 if nobody does."""
    highest = min(whole.divisions, key=lambda one: (-one.division.stage, one.division.number), default=None)
    if highest is None:
        return 0
    places = {key: one.place for key, one in seen.standings.items() if key[0] == highest.division.pk}
    return min(places, key=lambda key: places[key])[1] if places else 0


def _moved(before: Picture, after: Picture) -> Iterator[Moved]:
    """Yield standings that differ; in a division without a result before, only those of entrants with points."""
    had_places = {division for division, _ in before.standings}

    def order(key: Key) -> tuple[int, int, int]:
        standing = after.standings.get(key)
        return key[0], standing.place if standing else len(after.standings), key[1]

    for key in sorted({*before.standings, *after.standings}, key=order):
        old, new = before.standings.get(key), after.standings.get(key)
        has_points = new is not None and Fraction(new.points) > 0
        if old != new and (key[0] in had_places or has_points):
            yield Moved(*key, old, new)


def _built(whole: Snapshot, before: Picture, after: Picture) -> Iterator[Built]:
    """Yield the published rounds that were paired by changed results, and stay as they are."""
    differing = {key for key in before.on.keys() | after.on.keys() if before.on.get(key) != after.on.get(key)}
    match whole.tournament.format:
        case Format.SWISS:
            for own in whole.divisions:
                yield from _paired_by_points(own, before, after)
        case Format.KNOCKOUT:
            for own in whole.divisions:
                yield from _after_tables(own, differing, before, after)
        case Format.POOLS if differing:
            for final in (one for one in whole.divisions if one.division.stage > 1):
                seated = {entrant.pk for entrant in final.members.values()}
                was, now = _together(before, differing), _together(after, differing)
                yield Built(final.division.pk, 0, _sorted(was & seated - now), _sorted(now - was - seated))


def _paired_by_points(own: DivisionSnapshot, before: Picture, after: Picture) -> Iterator[Built]:
    """Yield the rounds of a Swiss tournament after the first one in which somebody's points have changed."""
    changed = [
        key[1]
        for key in before.earned.keys() | after.earned.keys()
        if key[0] == own.division.pk and before.earned.get(key) != after.earned.get(key)
    ]
    for one in own.rounds if changed else ():
        if one.number > min(changed):
            yield Built(own.division.pk, one.number)


def _after_tables(own: DivisionSnapshot, differing: set[Key], before: Picture, after: Picture) -> Iterator[Built]:
    """Yield the rounds of a knockout that have an entrant who should not be there, or lack one."""
    for number in sorted({one.number for one in own.rounds}):
        keys = {(own.division.pk, one.pk) for one in own.fixtures if one.round.number == number} & differing
        was, now = _together(before, keys), _together(after, keys)
        for later in (one for one in own.rounds if one.number > number):
            sat = {one.entrant_id for fixture in own.whole.fixtures[later.pk] for one in own.whole.sittings[fixture.pk]}
            seated = sat | {bye.entrant_id for bye in own.whole.byes[later.pk]}
            stays = was & seated - now
            misses = now - was - seated if later.number == number + 1 else set()
            if stays or misses:
                yield Built(own.division.pk, later.number, _sorted(stays), _sorted(misses))


def _together(seen: Picture, keys: set[Key]) -> set[int]:
    return {entrant for key in keys for entrant in seen.on.get(key, ())}


def _sorted(entrants: set[int]) -> tuple[int, ...]:
    return tuple(sorted(entrants))


# --- in words ---------------------------------------------------------------------------------------------------------


def consequences_in_words(whole: Snapshot, found: Consequences) -> list[str]:
    """Return the sentences that a director reads before a ruling is saved, one or two on each change."""
    divisions = {one.division.pk: one for one in whole.all_divisions}

    def round_name(key: Key) -> str:
        name = division_name(divisions[key[0]].division, is_alone=len(divisions) == 1) if key[0] in divisions else ""
        says = gettext("round {n}, {division}") if name else gettext("round {n}")
        return says.format(n=key[1], division=name)

    closed = [fixture for fixture in whole.all_fixtures if fixture.pk in found.closed]
    says = [
        gettext("Table {table} of round {round} ends.").format(table=one.number, round=one.round.number)
        for one in closed
    ]
    says += [gettext("No table of {round} is open any more.").format(round=round_name(key)) for key in found.ended]
    if found.ends_tournament:
        says.append(
            gettext("Nothing is left to play: the tournament ends, its places are final, and all players are notified.")
        )
    if found.is_hidden:
        says.append(gettext("Nobody knows the result before the game has ended. Places and points follow from it."))
    if found.winner is not None:
        first = [called(whole.entrants[one]) if one else "" for one in found.winner]
        says.append(winner_in_words(first[0] if found.is_correction else "", first[1]))
    says += [move_in_words(called(whole.entrants[one]), *moves) for one, *moves in found.moves]
    says += [_built_in_words(whole, one, round_name((one.division, one.number))) for one in found.built]
    for key in found.paired_again:
        says.append(gettext("The draft of {round} is paired again.").format(round=round_name(key)))
    says += [gettext("The draft of {round} is deleted.").format(round=round_name(key)) for key in found.dropped]
    says += [_moved_in_words(whole, one) for one in found.moved]
    return says or [gettext("Nothing else changes: no place, no points, no pairing.")]


def _built_in_words(whole: Snapshot, built: Built, round_name: str) -> str:
    """Return a sentence on a round that stays as it was paired, and on who is in it because of a result that has
    changed."""
    what = round_name if built.number else gettext("the final")
    says = [gettext("Published already, and not changed by this: {what}.").format(what=what)]
    if built.stays:
        names = listing([called(whole.entrants[one]) for one in built.stays])
        says.append(gettext("In it by the earlier result: {names}.").format(names=names))
    if built.misses:
        names = listing([called(whole.entrants[one]) for one in built.misses])
        says.append(gettext("Not in it, in spite of the new result: {names}.").format(names=names))
    if not built.stays and not built.misses:
        says.append(gettext("It was paired by the earlier points."))
    return " ".join(says)


def _moved_in_words(whole: Snapshot, moved: Moved) -> str:
    """Return `Anna: 2nd place instead of 1st, 1 point instead of 2.`"""
    old, new = moved.before, moved.after
    parts = []
    if new is None:
        parts.append(gettext("no place"))
    elif old is None or old.place == new.place:
        parts.append(gettext("{place} place").format(place=ordinal(new.place)))
    else:
        says = gettext("{place} place instead of {before}")
        parts.append(says.format(place=ordinal(new.place), before=ordinal(old.place)))
    if new is not None and (old is None or old.points != new.points):
        points = of_points(Fraction(new.points))
        before = one_figure(Fraction(old.points)) if old is not None else ""
        says = gettext("{points} instead of {before}") if old is not None else gettext("{points}")
        parts.append(says.format(points=points, before=before))
    return gettext("{name}: {changes}.").format(name=called(whole.entrants[moved.entrant]), changes=", ".join(parts))
