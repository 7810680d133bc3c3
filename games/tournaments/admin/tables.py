"""The tables of a tournament that are going on, as its director may follow them: what any onlooker is shown, and no more.

Where requests are hidden an onlooker's view tells of none, so neither does what is said here to be next."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext

from games import store
from games.models import Event, Game
from games.queries.reading import seated
from games.queries.tables import TableView
from games.tournaments.admin.act_forms import Subject
from games.tournaments.admin.acts import Act, offered
from games.tournaments.admin.naming import short_name
from games.tournaments.commands.books import OPEN
from games.tournaments.models import Entrant, Fixture, Round, Sitting, Tournament
from games.tournaments.queries.ledger import called
from games.wording import clock_time, length, listing

SHOWN = 15
"""Lines of a list that are not folded away."""


@dataclass(frozen=True)
class Laggard:
    """Somebody who has not joined some tables, or is away from them: `since` the first, or `until` the first runs out."""

    entrant: Entrant
    name: str
    tables: tuple[tuple[Fixture, str], ...]
    says: str
    since: datetime | None
    until: datetime | None
    acts: Sequence[Act]
    when: str = ""


@dataclass(frozen=True)
class TableLine:
    """A table that is going on; `comes` is what happens at `at` if nobody does anything."""

    fixture: Fixture
    called: str
    names: str
    says: str
    at: datetime | None
    comes: str
    acts: Sequence[Act]


@dataclass(frozen=True)
class GoingOn:
    """All of them, by their next deadline, and who has not joined one or is away."""

    tables: tuple[TableLine, ...]
    laggards: tuple[Laggard, ...]

    @property
    def next(self) -> tuple[TableLine, ...]:
        return self.tables[:SHOWN]

    @property
    def later(self) -> tuple[TableLine, ...]:
        return self.tables[SHOWN:]

    @property
    def latest(self) -> tuple[Laggard, ...]:
        return self.laggards[:SHOWN]

    @property
    def less_late(self) -> tuple[Laggard, ...]:
        return self.laggards[SHOWN:]


def going_on(tournament: Tournament, *, now: datetime) -> GoingOn:
    """A few queries, however many tables there are."""
    fixtures = _fixtures(tournament)
    games = Game.objects.filter(pk__in=[fixture.game_id for fixture in fixtures])
    loaded = {table.game.pk: table for table in store.all_seen_now(games, now=now)}
    went = _away_since(games)
    lines, laggards = [], []
    for fixture in fixtures:
        table = loaded[fixture.game_id or 0]
        if table.is_in_lobby or not table.is_running:
            line, late = _joining(fixture, table)
        else:
            line, late = _playing(fixture, table, went)
        lines.append(line)
        laggards += late
    return GoingOn(tuple(sorted(lines, key=_soonest)), _together(laggards, now))


def _fixtures(tournament: Tournament) -> list[Fixture]:
    rows = Fixture.objects.filter(
        round__division__tournament=tournament, round__phase=Round.Phase.PUBLISHED, phase__in=OPEN
    )
    whole = (
        rows.select_related("round__division__tournament", "game")
        .defer("game__state")
        .prefetch_related("sittings__entrant__player")
    )
    return list(whole.order_by("round__division", "round__number", "number"))


def _soonest(line: TableLine) -> datetime:
    return line.at or datetime.max.replace(tzinfo=UTC)


def _away_since(games: Any) -> Mapping[tuple[int, int | None], datetime]:
    """When a seat last went away, by game and seat."""
    rows = Event.objects.filter(game__in=games, verb="away").values_list("game_id", "seat").annotate(at=Max("at"))
    return {(game, seat): at for game, seat, at in rows}


def _names(fixture: Fixture) -> str:
    return listing([called(sitting.entrant) for sitting in _there(fixture)])


def _there(fixture: Fixture) -> list[Sitting]:
    """Those who have a seat: a table that begins without somebody still counts for them."""
    return [sitting for sitting in fixture.sittings.all() if sitting.seat is not None]


def _joining(fixture: Fixture, table: store.Table) -> tuple[TableLine, list[Laggard]]:
    """A table that is not dealt yet, or one whose end is still to be counted."""
    if not table.is_in_lobby:
        return _line(fixture, gettext("It is over; its result is counted in a moment.")), []
    lacking = {seat.number for seat in table.game.seats.all() if seat.agreed_at is None}
    waits = [one for one in _there(fixture) if one.seat in lacking]
    late = [_laggard(fixture, one, gettext("has not agreed to start"), until=fixture.join_by) for one in waits]
    names = listing([called(one.entrant) for one in waits])
    says = gettext("Not agreed yet: {names}.").format(names=names) if waits else gettext("All have agreed.")
    comes = gettext("It begins without who has not agreed.")
    return _line(fixture, says, at=fixture.join_by, comes=comes), late


def _playing(
    fixture: Fixture, table: store.Table, went: Mapping[tuple[int, int | None], datetime]
) -> tuple[TableLine, list[Laggard]]:
    reader = seated(table, None)
    view = table.view(None)
    coming = TableView(reader).next
    away = {there.seat for there in view.seats if there.away and not there.resigned}
    late = [
        _laggard(fixture, one, gettext("is away"), since=went.get((table.game.pk, one.seat)))
        for one in fixture.sittings.all()
        if one.seat in away
    ]
    says = _waits_for(view.waiting_for, reader.names, is_paused=view.paused)
    if coming is None:
        return _line(fixture, says), late
    return _line(fixture, says, at=coming.at, comes=coming.says), late


def _line(fixture: Fixture, says: str, *, at: datetime | None = None, comes: str = "") -> TableLine:
    acts = offered(Fixture, Subject(fixture.round.division.tournament, fixture))
    return TableLine(fixture, short_name(fixture), _names(fixture), says, at, comes, acts)


def _waits_for(waiting: Iterable[int], names: list[str], *, is_paused: bool) -> str:
    if is_paused:
        return gettext("Paused.")
    waited = [names[seat] for seat in waiting]
    return gettext("Waits for {names}.").format(names=listing(waited)) if waited else gettext("Waits for nobody.")


def _laggard(
    fixture: Fixture, one: Sitting, says: str, *, since: datetime | None = None, until: datetime | None = None
) -> Laggard:
    acts = offered(Entrant, Subject(fixture.round.division.tournament, one.entrant))
    at = ((fixture, short_name(fixture)),)
    return Laggard(one.entrant, called(one.entrant), at, _adding_mail(says, one), since, until, acts)


def _together(laggards: Iterable[Laggard], now: datetime) -> tuple[Laggard, ...]:
    """One line a player and reason, with all the tables, the most pressing first."""
    lines: dict[tuple[int, str], Laggard] = {}
    for one in laggards:
        key = (one.entrant.pk, one.says)
        if before := lines.get(key):
            one = replace(
                before,
                tables=(*before.tables, *one.tables),
                since=min(filter(None, (before.since, one.since)), default=None),
                until=min(filter(None, (before.until, one.until)), default=None),
            )
        lines[key] = one
    ordered = sorted(lines.values(), key=lambda one: one.since or one.until or datetime.max.replace(tzinfo=UTC))
    return tuple(replace(one, when=_when(one, now)) for one in ordered)


def _when(one: Laggard, now: datetime) -> str:
    if one.since is not None:
        return gettext("since {at} ({span})").format(at=clock_time(one.since), span=length(now - one.since))
    if one.until is not None and one.until > now:
        return gettext("until {at} ({span})").format(at=clock_time(one.until), span=length(one.until - now))
    return ""


def _adding_mail(says: str, sitting: Sitting) -> str:
    """A player whom no mail reaches is to be reached in another way."""
    player = sitting.entrant.player
    if player is None or player.mail_fails_since is None:
        return says
    return gettext("{says}; mail to them comes back").format(says=says)
