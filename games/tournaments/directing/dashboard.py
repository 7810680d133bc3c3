"""The dashboard: the status of a tournament, what its director can do now, and everything in progress: the public page
with actions.

Running tables show only what any spectator sees. If requests are hidden, the next event reveals none either."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from django.db.models import Max, QuerySet
from django.utils.translation import gettext

from games import store
from games.models import Event, Game
from games.players.models import Player
from games.queries.reading import seated
from games.queries.tables import TableView
from games.rules import registry
from games.tournaments.commands.drawing import drafts_of
from games.tournaments.directing.actions import DirectorAction, offered
from games.tournaments.directing.questions import Subject
from games.tournaments.models import Entrant, Fixture, PairRule, Round, Tournament
from games.tournaments.queries.clubs import ClubIn, ClubPlace, club_places, clubs_in, names_of_clubs
from games.tournaments.queries.divisions import DivisionView, division_views
from games.tournaments.queries.exports import has_report
from games.tournaments.queries.pages import tables_over
from games.tournaments.queries.rulings import RulingLine, ruling_lines
from games.tournaments.queries.wording import called, division_name
from games.tournaments.snapshot import CONCURRENT, OPEN, Snapshot
from games.wording import clock_time, length, listing

Phase, Format, Standing = Tournament.Phase, Tournament.Format, Entrant.Standing
OF_THE_MOMENT = ("draw_up", "publish", "draw_final")
"""Actions that are offered only when the tournament waits for them."""
ENDS_A_TABLE = ("score", "award", "void_table")


@dataclass(frozen=True)
class EntrantLine:
    """An entrant; `warns` is what a director must know about its player."""

    entrant: Entrant
    name: str
    division: str
    warns: str
    actions: Sequence[DirectorAction]
    club: str = ""


@dataclass(frozen=True)
class Laggard:
    """A player who has not joined some tables, or is away from them: since the earliest `since`, or until the first
    deadline at `until`."""

    entrant: Entrant
    name: str
    tables: tuple[tuple[Fixture, str], ...]
    says: str
    since: datetime | None
    until: datetime | None
    actions: Sequence[DirectorAction]
    when: str = ""


@dataclass(frozen=True)
class OpenTable:
    """A table in progress; `comes` is what happens at `at` if nobody acts. `is_left`: all its players have
    withdrawn."""

    fixture: Fixture
    called: str
    names: str
    says: str
    at: datetime | None
    comes: str
    actions: Sequence[DirectorAction]
    is_left: bool = False

    @property
    def rulings(self) -> list[DirectorAction]:
        """The actions that end the table."""
        return [action for action in self.actions if action.verb in ENDS_A_TABLE]


@dataclass(frozen=True)
class GoingOn:
    """All tables in progress, by their next deadline, and the players who have not joined one or are away."""

    tables: tuple[OpenTable, ...]
    laggards: tuple[Laggard, ...]

    @property
    def left(self) -> tuple[OpenTable, ...]:
        """The tables that all their players have left, on which a director can rule."""
        return tuple(table for table in self.tables if table.is_left)


@dataclass(frozen=True)
class Dashboard:
    """The dashboard's content. `first` is the action that the tournament waits for, if any; `actions` and `grave` are
    the others; `on_rounds` and `on_tables` are the actions on each of these, by id. `folds`: all rounds are played at
    once, too many to be shown expanded."""

    says: str
    counts: str
    kind_name: str
    has_drafts: bool
    has_report: bool
    folds: bool
    first: DirectorAction | None
    actions: tuple[DirectorAction, ...]
    grave: tuple[DirectorAction, ...]
    entrants: tuple[EntrantLine, ...]
    divisions: tuple[DivisionView, ...]
    on_rounds: Mapping[int, Sequence[DirectorAction]]
    on_tables: Mapping[int, Sequence[DirectorAction]]
    going_on: GoingOn
    rules: tuple[PairRule, ...]
    clubs: tuple[ClubIn, ...]
    club_places: tuple[ClubPlace, ...]
    rulings: tuple[RulingLine, ...]

    @property
    def has_divisions(self) -> bool:
        return any(line.division for line in self.entrants)


def dashboard(tournament: Tournament, *, now: datetime) -> Dashboard:
    whole = Snapshot(tournament)
    unreached = _unreached(tournament)
    clubs = clubs_in(tournament)
    says, wanted = status_and_next_action(whole, now=now)
    actions = offered(Tournament, Subject(tournament, tournament))
    return Dashboard(
        says=says,
        counts=_counts(whole),
        kind_name=gettext(registry.kind(tournament.kind).name),
        has_drafts=wanted == "publish",
        has_report=has_report(tournament),
        folds=tournament.format in CONCURRENT,
        first=next((action for action in actions if action.verb == wanted), None),
        actions=tuple(
            action for action in actions if action.verb not in (wanted, *OF_THE_MOMENT) and not action.is_irreversible
        ),
        grave=tuple(action for action in actions if action.is_irreversible),
        entrants=_entrants(whole, unreached, names_of_clubs(clubs)),
        divisions=division_views(whole, None, names_of_clubs(clubs)),
        on_rounds={one.pk: offered(Round, Subject(tournament, one)) for one in whole.all_rounds},
        on_tables={one.pk: offered(Fixture, Subject(tournament, one)) for one in whole.all_fixtures},
        going_on=going_on(whole, now=now),
        rules=tuple(rules_for_pairs(tournament)),
        clubs=tuple(clubs),
        club_places=club_places(whole, clubs),
        rulings=ruling_lines(whole),
    )


def rules_for_pairs(tournament: Tournament) -> QuerySet[PairRule]:
    """Return the pairing rules that have not been used."""
    return tournament.pair_rules.filter(used_at=None).select_related("one", "other").order_by("pk")


def _unreached(tournament: Tournament) -> set[int]:
    """Return the players whose email fails, by id."""
    failing = Player.objects.filter(entrances__tournament=tournament, mail_fails_since__isnull=False)
    return set(failing.values_list("pk", flat=True))


def _entrants(whole: Snapshot, unreached: set[int], clubs: Mapping[int | None, str]) -> tuple[EntrantLine, ...]:
    plays_in = {number: division_name(one.division) for one in whole.all_divisions for number in one.members}

    def warning(player: int | None) -> str:
        if player is None:
            return gettext("account deleted")
        return gettext("emails to them bounce") if player in unreached else ""

    return tuple(
        EntrantLine(
            entrant=entrant,
            name=called(entrant),
            division=plays_in.get(entrant.number, ""),
            warns=warning(entrant.player_id),
            actions=offered(Entrant, Subject(whole.tournament, entrant)),
            club=clubs.get(entrant.club_id, ""),
        )
        for entrant in whole.entrants.values()
    )


def _counts(whole: Snapshot) -> str:
    standings = [entrant.standing for entrant in whole.entrants.values()]
    said = [
        gettext("{standing}: {n}").format(standing=standing.label, n=n)
        for standing in Standing
        if (n := standings.count(standing))
    ]
    if whole.tournament.most_entrants is not None:
        said.append(gettext("at most {n}").format(n=whole.tournament.most_entrants))
    return " · ".join(said)


# --- the status -------------------------------------------------------------------------------------------------------


def status_and_next_action(whole: Snapshot, *, now: datetime) -> tuple[str, str]:
    """Return a sentence or two on what is next, and the verb of the action that the tournament waits for, or an empty
    string."""
    tournament = whole.tournament
    match tournament.phase:
        case Phase.DRAFT:
            return gettext(
                "Only directors can see this tournament. Check the settings, then open entries."
            ), "open_entries"
        case Phase.ENTRIES:
            closes = tournament.entries_close_at
            if closes is None or closes <= now:
                return gettext("Players can enter. Close entries when the field is complete."), "close_entries"
            says = gettext("Players can enter until {until}. You can close entries earlier.")
            return says.format(until=clock_time(closes)), "close_entries"
        case Phase.CLOSED:
            verb = "start_ladder" if tournament.format == Format.LADDER else "start"
            return gettext("Entries are closed. Check the players, then start."), verb
        case Phase.FINISHED:
            may_follow = tournament.format == Format.LEAGUE and not hasattr(tournament, "next_season")
            return gettext(
                "The tournament has finished, and the standings are final."
            ), "next_season" if may_follow else ""
        case Phase.VOID:
            return gettext("The tournament is void. Nothing in it counts."), ""
    if tournament.paused_at:
        since = clock_time(tournament.paused_at)
        return gettext("All games have been paused since {since}.").format(since=since), "resume"
    return _running(whole)


def _running(whole: Snapshot) -> tuple[str, str]:
    drafted = set(drafts_of(whole.tournament).values_list("number", flat=True))
    if len(drafted) == 1:
        return gettext("Round {n} has been paired. Review it, then publish it.").format(n=drafted.pop()), "publish"
    if drafted:
        return gettext("All rounds have been paired. Review them, then publish them."), "publish"
    if whole.tournament.format == Format.LADDER:
        return gettext(
            "The ladder is in progress, and players challenge each other. End it when the season is over."
        ), ""
    if any(one.phase == Round.Phase.PUBLISHED for one in whole.all_rounds):
        return _played(whole), ""
    if whole.tournament.format == Format.POOLS and all(one.division.stage == 1 for one in whole.divisions):
        return gettext("The pools have finished. Pair the final."), "draw_final"
    last = max((one.number for one in whole.all_rounds), default=0)
    if last:
        return gettext("Round {n} has finished. Pair the next round.").format(n=last), "draw_up"
    return gettext("No round has been paired yet."), "draw_up"


def _played(whole: Snapshot) -> str:
    rounds = [one for one in whole.all_rounds if one.phase == Round.Phase.PUBLISHED]
    played = tables_over([fixture for one in rounds for fixture in whole.fixtures[one.pk]])
    until = clock_time(max(one.ends_at for one in rounds if one.ends_at))
    numbers = {one.number for one in rounds}
    if len(numbers) == 1:
        says = gettext("Round {n} is in progress until {until}. {played}")
        return says.format(n=numbers.pop(), until=until, played=played)
    return gettext("All rounds are in progress until {until}. {played}").format(until=until, played=played)


# --- in progress ------------------------------------------------------------------------------------------------------


def going_on(whole: Snapshot, *, now: datetime) -> GoingOn:
    """Return everything in progress, in a few queries however many tables there are."""
    fixtures = [one for one in whole.all_fixtures if one.phase in OPEN and one.round.phase == Round.Phase.PUBLISHED]
    games = Game.objects.filter(pk__in=[fixture.game_id for fixture in fixtures])
    loaded = {table.game.pk: table for table in store.all_seen_now(games, now=now)}
    went = Event.objects.filter(game__in=games, verb="away").values_list("game_id", "seat").annotate(at=Max("at"))
    reading = _Reading(whole, {(game, seat): at for game, seat, at in went}, _unreached(whole.tournament))
    lines, laggards = [], []
    for fixture in fixtures:
        table = loaded[fixture.game_id or 0]
        line, late = reading.playing(fixture, table) if table.is_running else reading.joining(fixture, table)
        lines.append(line)
        laggards += late
    lines.sort(key=lambda line: line.at or datetime.max.replace(tzinfo=UTC))
    return GoingOn(tuple(lines), _together(laggards, now))


@dataclass(frozen=True)
class _Reading:
    """Reads tables: `went` is when a seat last went away, by game and seat; `unreached` are ids of players whose email
    fails."""

    whole: Snapshot
    went: Mapping[tuple[int, int | None], datetime]
    unreached: set[int]

    def joining(self, fixture: Fixture, table: store.Table) -> tuple[OpenTable, list[Laggard]]:
        """Return the line of a table that is not dealt yet, or whose result is still to be counted, and its late
        players."""
        if not table.is_in_lobby:
            return self._line(fixture, gettext("Finished. The result will be counted in a moment.")), []
        lacking = {seat.number for seat in table.game.seats.all() if seat.agreed_at is None}
        waits = [entrant for seat, entrant in self._there(fixture).items() if seat in lacking]
        says = gettext("hasn’t joined yet")
        late = [self._laggard(fixture, entrant, says, until=fixture.join_by) for entrant in waits]
        names = listing([called(entrant) for entrant in waits])
        says = gettext("Not joined yet: {names}.").format(names=names) if waits else gettext("Everyone has joined.")
        comes = gettext("The table starts without players who haven’t joined.")
        return self._line(fixture, says, at=fixture.join_by, comes=comes), late

    def playing(self, fixture: Fixture, table: store.Table) -> tuple[OpenTable, list[Laggard]]:
        reader, view = seated(table, None), table.view(None)
        coming = TableView(reader).next
        away = {there.seat for there in view.seats if there.away and not there.resigned}
        late = [
            self._laggard(fixture, entrant, gettext("is away"), since=self.went.get((table.game.pk, seat)))
            for seat, entrant in self._there(fixture).items()
            if seat in away
        ]
        waited = [reader.names[seat] for seat in view.waiting_for]
        if view.paused:
            says = gettext("Paused.")
        elif waited:
            says = gettext("Waiting for {names}.").format(names=listing(waited))
        else:
            says = gettext("Not waiting for anyone.")
        if coming is None:
            return self._line(fixture, says), late
        return self._line(fixture, says, at=coming.at, comes=coming.says), late

    def _there(self, fixture: Fixture) -> dict[int, Entrant]:
        """Return the entrants with a seat, by its number; a table that begins without somebody still counts for
        them."""
        sittings = self.whole.sittings[fixture.pk]
        return {one.seat: self.whole.entrants[one.entrant_id] for one in sittings if one.seat is not None}

    def _line(self, fixture: Fixture, says: str, *, at: datetime | None = None, comes: str = "") -> OpenTable:
        actions = offered(Fixture, Subject(self.whole.tournament, fixture))
        names = listing([called(entrant) for entrant in self._there(fixture).values()])
        there = self._there(fixture).values()
        is_left = bool(there) and all(one.number in self.whole.withdrawn or one.player_id is None for one in there)
        return OpenTable(fixture, _short_name(fixture), names, says, at, comes, actions, is_left)

    def _laggard(
        self,
        fixture: Fixture,
        entrant: Entrant,
        says: str,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Laggard:
        actions = offered(Entrant, Subject(self.whole.tournament, entrant))
        if entrant.player_id in self.unreached:  # so that the director can reach them in another way
            says = gettext("{says}; emails to them bounce").format(says=says)
        return Laggard(entrant, called(entrant), ((fixture, _short_name(fixture)),), says, since, until, actions)


def _short_name(fixture: Fixture) -> str:
    """Return the round and table for a column: `2.3`, with the division if there are several."""
    name = division_name(fixture.round.division)
    numbers = f"{fixture.round.number}.{fixture.number}"
    return f"{name} · {numbers}" if name else numbers


def _together(laggards: Iterable[Laggard], now: datetime) -> tuple[Laggard, ...]:
    """Return one line for each player and reason, with all its tables, the most urgent first."""
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
    dated = []
    for one in ordered:
        when = ""
        if one.since is not None:
            when = gettext("since {at} ({span})").format(at=clock_time(one.since), span=length(now - one.since))
        elif one.until is not None and one.until > now:
            when = gettext("until {at} ({span})").format(at=clock_time(one.until), span=length(one.until - now))
        dated.append(replace(one, when=when))
    return tuple(dated)
