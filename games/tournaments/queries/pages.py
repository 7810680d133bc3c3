"""Pages on tournaments as one reader is allowed to see them: the list, one tournament with its terms and
status in words, and what a game's pages and emails say about its tournament."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Count, DateTimeField, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext, gettext_noop, ngettext

from games.players.memberships import RUNS
from games.players.models import Membership, Player
from games.queries.clubs import name_for
from games.queries.languages import list_says
from games.queries.options import OptionLine, option_lines
from games.rules import registry
from games.statements import GIVEN, LARGEST, Compiled
from games.tournaments.models import Entrant, Fixture, Round, TakingPart, Tournament
from games.tournaments.queries.clubs import (
    ClubIn,
    ClubPlace,
    club_places,
    clubs_in,
    counts_walkouts,
    names_of_clubs,
    officers_of,
    runs_its_club,
    shown_to,
)
from games.tournaments.queries.divisions import DivisionView, division_views
from games.tournaments.queries.exports import has_report
from games.tournaments.queries.mine import Mine, mine_of
from games.tournaments.queries.rulings import RulingLine, ruling_lines
from games.tournaments.queries.wording import called
from games.tournaments.snapshot import (
    OVER,
    PAIR,
    PLAYS,
    TAKES_LATECOMERS,
    Format,
    NoSuchTournament,
    Snapshot,
)
from games.wording import clock_time, length, listing

Phase = Tournament.Phase
TOURNAMENT = Compiled(
    Tournament.objects.filter(pk=GIVEN).annotate(
        after=Case(When(~Q(next_season__phase=Phase.DRAFT), next_season__isnull=False, then="next_season"))
    ),
    added={"after": IntegerField()},
)
DIRECTORS = Compiled(Player.objects.filter(directs=GIVEN).order_by("pk"), only=["name"])
_FIXTURE = Compiled(
    Fixture.objects.filter(game=GIVEN).annotate(end=F("game__hard_end")),
    joined=["round", "round__division", "round__division__tournament"],
    added={"end": DateTimeField()},
)


@dataclass(frozen=True)
class Term:
    label: str
    value: str


@dataclass(frozen=True)
class Terms:
    """A tournament's terms; `lines` are what players want to know before entering; `options` are those of each game."""

    says: str
    lines: tuple[Term, ...]
    options: tuple[OptionLine, ...]


@dataclass(frozen=True)
class EntrantLine:
    name: str
    player: int | None
    is_mine: bool
    club: str = ""


@dataclass(frozen=True)
class TournamentView:
    """The page of a tournament. `before` and `after` are the ids of the neighbouring seasons; `clubs` those of a
    tournament for members. `is_run_here`: the reader directs it on the main site, because they run its club."""

    id: int
    name: str
    about: str
    kind: str
    kind_name: str
    format: str
    format_name: str
    phase: str
    season: int
    says: str
    terms: Terms
    entrants: tuple[EntrantLine, ...]
    reserves: tuple[EntrantLine, ...]
    mine: Mine
    divisions: tuple[DivisionView, ...]
    rulings: tuple[RulingLine, ...]
    is_director: bool
    counts_walkouts: bool
    is_run_here: bool
    clubs: tuple[ClubIn, ...]
    club_places: tuple[ClubPlace, ...]
    before: int | None
    after: int | None
    has_report: bool
    rounds_planned: int | None

    @property
    def rounds(self) -> tuple[tuple[int, str], ...]:
        """The rounds of a tournament with one division, by number, each `over`, `on` or `to come`; empty before the
        first."""
        if len(self.divisions) != 1 or self.format == Format.LADDER:
            return ()
        known = {one.number: "on" if one.is_going_on else "over" for one in self.divisions[0].rounds}
        last = max(*known, self.rounds_planned or 0) if known and self.phase == Phase.RUNNING else max(known, default=0)
        return tuple((number, known.get(number, "to come")) for number in range(1, last + 1))


def shown_tournament(tournament_id: int, player: Player | None) -> tuple[Tournament, list[Player]]:
    """Return the tournament and its directors, if this reader is allowed to see it: only directors see a draft, and
    only members see a tournament for members. Raises NoSuchTournament."""
    found = next(iter(TOURNAMENT(tournament_id)), None)
    # queried even if there is no tournament, so that the timing does not reveal drafts
    directors = DIRECTORS(tournament_id)
    # so that the timing does not reveal other clubs' tournaments
    if player is not None and (found is None or found.is_for_members):
        is_shown = Tournament.objects.filter(shown_to(player), pk=min(tournament_id, LARGEST)).exists()
    else:
        is_shown = found is not None and not found.is_for_members
    if found is None or not (is_shown or (player is not None and player.is_superuser)):
        raise NoSuchTournament
    directors += [one for one in officers_of(found) if one not in directors]
    if found.phase == Phase.DRAFT and player not in directors:
        raise NoSuchTournament
    return found, directors


def tournament_page(*, tournament_id: int, player: Player | None, now: datetime) -> TournamentView:
    """Return the page of a tournament. Raises NoSuchTournament. The number of queries grows neither with entrants nor
    with rounds."""
    tournament, directors = shown_tournament(tournament_id, player)
    whole = Snapshot(tournament)
    clubs = tuple(clubs_in(tournament, player))
    mine = mine_of(whole, player, clubs)
    taking_part = [one for one in whole.entrants.values() if one.standing in PLAYS]
    reserves = [one for one in whole.entrants.values() if one.standing == Entrant.Standing.RESERVE]
    return TournamentView(
        id=tournament.pk,
        name=tournament.name,
        about=tournament.about,
        kind=tournament.kind,
        kind_name=gettext(registry.kind(tournament.kind).name),
        format=tournament.format,
        format_name=tournament.get_format_display(),
        phase=tournament.phase,
        season=tournament.season,
        says=_status_line(whole, len(taking_part), now=now),
        terms=_terms(tournament, _directed_by(tournament, directors, player), clubs),
        entrants=_entrants(taking_part, mine, names_of_clubs(clubs)),
        reserves=_entrants(reserves, mine, names_of_clubs(clubs)),
        mine=mine,
        divisions=division_views(whole, mine.entrant, names_of_clubs(clubs)),
        rulings=ruling_lines(whole),
        is_director=player in directors,
        counts_walkouts=counts_walkouts(tournament),
        is_run_here=player is not None and runs_its_club(tournament, player),
        clubs=clubs,
        club_places=club_places(whole, clubs),
        before=tournament.follows_id,
        after=vars(tournament)["after"],
        has_report=has_report(tournament),
        rounds_planned=tournament.rounds_planned if tournament.format == Format.SWISS else None,
    )


def _entrants(rows: Sequence[Entrant], mine: Mine, clubs: Mapping[int | None, str]) -> tuple[EntrantLine, ...]:
    return tuple(
        EntrantLine(called(one), one.player_id, one.pk == mine.entrant, clubs.get(one.club_id, "")) for one in rows
    )


def _directed_by(tournament: Tournament, directors: Sequence[Player], reader: Player | None) -> list[str]:
    """Return the directors by name. Only members see who runs a club; everybody else sees only the club."""
    if tournament.club_id is None or tournament.rated or tournament.is_for_members:
        return [one.name for one in directors if one.name]
    name = name_for(club_id=tournament.club_id, player=reader)
    return [gettext("the people who run {club}").format(club=name) if name else gettext("the people who run a club")]


# --- the terms --------------------------------------------------------------------------------------------------------

FORMATS = {
    Format.LEAGUE: gettext_noop(
        "A league with divisions of about {size} players. All tables of a season are played at the same time. At "
        "the end, the best players in each division change places with the last players in the division above."
    ),
    Format.ROUND_ROBIN: gettext_noop(
        "A round robin. From round to round, tables are arranged so that, as far as possible, nobody meets the "
        "same player twice."
    ),
    Format.POOLS: gettext_noop(
        "Pools of about {size} players, then a final. All tables of a pool are played at the same time. Players "
        "who advance from each pool: {advance}."
    ),
    Format.SWISS: gettext_noop(
        "A Swiss tournament. Each round brings together players who have the same number of points and haven’t met yet."
    ),
    Format.KNOCKOUT: gettext_noop(
        "A knockout that goes on until one table is left. Players who advance from each table: {advance}."
    ),
    Format.LADDER: gettext_noop(
        "A ladder. You can challenge players up to 3 rungs above you. The winner takes the higher rung."
    ),
}


A_ROUND_LASTS = gettext_noop("Round length")
LASTS = {
    Format.LEAGUE: gettext_noop("Season length"),
    Format.LADDER: gettext_noop("Challenge length"),
}


def _terms(tournament: Tournament, directors: list[str], clubs: Sequence[ClubIn]) -> Terms:
    kind = registry.kind(tournament.kind)
    says = gettext(FORMATS[Format(tournament.format)])
    return Terms(
        says=says.format(size=tournament.division_size, advance=tournament.advance),
        lines=tuple(_lines(tournament, directors, clubs)),
        options=option_lines(kind, {**tournament.options, "vacation": "passes"}),
    )


def _lines(tournament: Tournament, directors: list[str], clubs: Sequence[ClubIn]) -> list[Term]:
    size = tournament.table_size
    lines = [Term(gettext("For members of"), listing([one.name for one in clubs]))] if clubs else []
    lines += [Term(gettext("Table size"), ngettext("{n} player", "{n} players", size).format(n=size))]
    if rounds := _rounds(tournament):
        lines.append(Term(gettext("Rounds"), rounds))
    lasts = gettext("{length}, then unfinished games are scored as they stand").format(
        length=length(tournament.round_lasts)
    )
    lines.append(Term(gettext(LASTS.get(Format(tournament.format), A_ROUND_LASTS)), lasts))
    lines.append(Term(gettext("Time to join a table"), length(tournament.join_within)))
    if registry.kind(tournament.kind).has_words:
        word_list = tournament.word_list or registry.kind(tournament.kind).word_list
        lines.append(Term(gettext("Word list"), list_says(word_list, tournament.options)))
    lines.append(Term(gettext("Rated"), gettext("yes") if tournament.rated else gettext("no")))
    if tournament.late_until and tournament.format in TAKES_LATECOMERS:
        lines.append(Term(gettext("Late entry"), gettext("until round {n}").format(n=tournament.late_until)))
    if directors:
        lines.append(Term(gettext("Directed by"), listing(directors)))
    return lines


def _rounds(tournament: Tournament) -> str:
    """Return the number of rounds in words; empty if it is not known in advance."""
    match tournament.format:
        case Format.LADDER | Format.KNOCKOUT:
            return ""
        case Format.SWISS:
            return str(tournament.rounds_planned)
    if tournament.table_size == PAIR:
        return gettext("as many as needed for everyone to meet")
    return str(tournament.rounds_planned)


# --- the status -------------------------------------------------------------------------------------------------------


def _status_line(whole: Snapshot, entered: int, *, now: datetime) -> str:
    """Return the status of a tournament in a sentence or two."""
    tournament = whole.tournament
    match tournament.phase:
        case Phase.DRAFT:
            return gettext("Not announced yet. Only the directors can see this page.")
        case Phase.ENTRIES:
            says = ngettext("{n} player has entered.", "{n} players have entered.", entered).format(n=entered)
            closes = tournament.entries_close_at
            if closes is None or closes <= now:
                return gettext("Open for entries. {entered}").format(entered=says)
            return gettext("Open for entries until {until}. {entered}").format(until=clock_time(closes), entered=says)
        case Phase.CLOSED:
            if tournament.format == Format.LADDER:
                return gettext("Entries are closed. A director will start the tournament.")
            return gettext("Entries are closed. The tournament starts when a director publishes the first round.")
        case Phase.VOID:
            return gettext("This tournament was cancelled. Nothing in it counts.")
        case Phase.FINISHED:
            assert tournament.finished_at is not None
            says = gettext("The tournament ended on {day}. The standings are final.").format(
                day=clock_time(tournament.finished_at)
            )
            highest = min(whole.divisions, key=lambda one: (-one.division.stage, one.division.number), default=None)
            if highest is None or not (highest.has_places and highest.order):
                return says
            winner = gettext("{name} came first.").format(name=called(highest.members[highest.order[0]]))
            return f"{says} {winner}"
    if tournament.paused_at:
        return gettext("A director paused the tournament on {since}. All its clocks are stopped.").format(
            since=clock_time(tournament.paused_at)
        )
    return _running(whole)


def tables_over(fixtures: Sequence[Fixture]) -> str:
    """Return a sentence on how many of these tables are over."""
    over = sum(fixture.phase in OVER for fixture in fixtures)
    says = ngettext("{over} of {n} table has finished.", "{over} of {n} tables have finished.", len(fixtures))
    return says.format(over=over, n=len(fixtures))


def _running(whole: Snapshot) -> str:
    if whole.tournament.format == Format.LADDER:
        return gettext("The ladder is in progress, and anyone can enter.")
    going_on = [one for one in whole.all_rounds if one.phase == Round.Phase.PUBLISHED]
    if not going_on:
        return gettext("The next round is being prepared.")
    played = tables_over([fixture for one in going_on for fixture in whole.fixtures[one.pk]])
    until = clock_time(max(one.ends_at for one in going_on if one.ends_at))
    numbers = {one.number for one in going_on}
    if len(numbers) == 1 and whole.tournament.format != Format.LEAGUE:
        says = gettext("Round {n} is in progress until {until}. {played}")
        return says.format(n=numbers.pop(), until=until, played=played)
    return gettext("All rounds are in progress until {until}. {played}").format(until=until, played=played)


# --- the list ---------------------------------------------------------------------------------------------------------

LISTED_AT_ONCE = 40  # per list
OF_A_CLUB = 10
ON_A_HUB = 4  # tournaments on the page of everything that people do together


def tournaments(*, player: Player | None, page: int = 1) -> tuple[dict[str, list[Tournament]], bool]:
    """Return a page of the `drafts` that the reader directs, and of all tournaments that are `open` for entries,
    `running` and `finished`, and whether there are more. The rows have the number of entrants as `entered` and whether
    the reader `is_in`."""
    mine = Entrant.objects.filter(tournament=OuterRef("pk"), player=player.pk if player else 0)
    shown = Tournament.objects.filter(shown_to(player))
    runs = Membership.objects.filter(player=player, role__in=RUNS).values("club") if player else ()
    rows = with_entrants(shown.annotate(is_in=Exists(mine.exclude(standing=Entrant.Standing.WITHDRAWN))))
    lists = {
        "drafts": rows.filter(Q(directors=player) | Q(club__in=runs, rated=False), phase=Phase.DRAFT)
        .distinct()
        .order_by("-pk")
        if player
        else rows.none(),
        "open": rows.filter(phase=Phase.ENTRIES).order_by("entries_close_at", "pk"),
        "running": rows.filter(phase__in=[Phase.CLOSED, Phase.RUNNING]).order_by("-started_at", "-pk"),
        "finished": rows.filter(phase__in=[Phase.FINISHED, Phase.VOID]).order_by("-finished_at", "-pk"),
    }
    start = LISTED_AT_ONCE * (page - 1)
    found = {name: list(some[start : start + LISTED_AT_ONCE + 1]) for name, some in lists.items()}
    has_more = any(len(some) > LISTED_AT_ONCE for some in found.values())
    return {name: some[:LISTED_AT_ONCE] for name, some in found.items()}, has_more


def open_and_running(*, player: Player | None) -> list[Tournament]:
    """Return the tournaments open for entries or in progress, first those that the reader is in, then the newest; one
    query."""
    mine = Entrant.objects.filter(tournament=OuterRef("pk"), player=player.pk if player else 0)
    shown = Tournament.objects.filter(shown_to(player), phase__in=[Phase.ENTRIES, Phase.CLOSED, Phase.RUNNING])
    rows = shown.annotate(is_in=Exists(mine.exclude(standing=Entrant.Standing.WITHDRAWN))).order_by("-is_in", "-pk")
    return list(with_entrants(rows)[:ON_A_HUB])


def known_tournament(number: int, player: Player) -> Tournament | None:
    """Return a tournament that this reader is allowed to know of and that is not a draft, else None."""
    shown = Tournament.objects.filter(shown_to(player), pk=min(number, LARGEST))
    return shown.exclude(phase=Phase.DRAFT).first()


def tournaments_of(*, club_id: int, player: Player) -> list[Tournament]:
    """Return the latest tournaments that a club runs or takes part in, with the number of entrants as `entered`; drafts
    only for those who run the club. The caller has checked that the player is a member."""
    runs = Membership.objects.filter(player=player, club=OuterRef("club"), role__in=RUNS)
    as_guest = list(
        TakingPart.objects.filter(club=club_id).order_by("-pk").values_list("tournament", flat=True)[:OF_A_CLUB]
    )
    of_it = Q(club=club_id) | Q(pk__in=as_guest)
    rows = Tournament.objects.filter(of_it).filter(~Q(phase=Phase.DRAFT) | Q(Exists(runs), rated=False))
    return list(with_entrants(rows).order_by("-pk")[:OF_A_CLUB])


def with_entrants(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return tournaments with the number of entrants as `entered`, counted only for the rows that are read."""
    playing = Entrant.objects.filter(tournament=OuterRef("pk"), standing__in=PLAYS).values("tournament")
    return rows.annotate(entered=Coalesce(Subquery(playing.annotate(n=Count("pk")).values("n")), 0))


# --- a game's tournament ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FixtureLine:
    """The tournament that a game belongs to, and the game's round and table there. `round` is None on a ladder;
    `join_by` is set while players can still join the game; `ends_at` is the game's hard end."""

    tournament_id: int
    tournament: str
    round: int | None
    table: int
    join_by: datetime | None
    ends_at: datetime | None


def fixture_of(game_id: int) -> FixtureLine | None:
    """Return the tournament that a game belongs to; None for a casual game. One indexed query."""
    for fixture in _FIXTURE(game_id):
        tournament = fixture.round.division.tournament
        return FixtureLine(
            tournament_id=tournament.pk,
            tournament=tournament.name,
            round=None if tournament.format == Format.LADDER else fixture.round.number,
            table=fixture.number,
            join_by=fixture.join_by if fixture.phase == Fixture.Phase.JOINING else None,
            ends_at=vars(fixture)["end"],
        )
    return None


def join_by(game_ids: Collection[int]) -> dict[int, datetime]:
    """Return, for each of these games that players can still join, the instant until which they can; one query. Games
    of a paused tournament are left out, because no time runs out there."""
    joining = Fixture.objects.filter(game__in=game_ids, phase=Fixture.Phase.JOINING)
    joining = joining.filter(round__division__tournament__paused_at=None)
    return {game: until for game, until in joining.values_list("game_id", "join_by") if game and until}


def directors_of(game_id: int) -> set[int] | None:
    """Return the directors of a game's tournament; None for a casual game. At most three queries."""
    tournament = Tournament.objects.filter(divisions__rounds__fixtures__game=game_id).first()
    if tournament is None:
        return None
    return {one.pk for one in [*tournament.directors.all(), *officers_of(tournament)]}
