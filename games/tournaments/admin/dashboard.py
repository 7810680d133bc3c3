"""The dashboard: where a tournament stands, what its director may do now, and everything that is going on in it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext

from games.rules import registry
from games.tournaments.admin.act_forms import Subject
from games.tournaments.admin.acts import Act, offered
from games.tournaments.admin.naming import name_of, names_at
from games.tournaments.admin.status import status_and_next_act
from games.tournaments.admin.tables import GoingOn, going_on
from games.tournaments.commands import books
from games.tournaments.models import Division, Entrant, Fixture, PairRule, Round, Sitting, Tournament
from games.tournaments.queries.book import Book
from games.tournaments.queries.figures import one_figure
from games.tournaments.queries.ledger import called
from games.tournaments.queries.pages import books_of
from games.tournaments.queries.places import PlaceLine, place_lines, zones_of
from games.tournaments.queries.rulings import RulingLine, ruling_lines
from games.tournaments.queries.trf import has_report
from games.wording import listing

Format, Standing = Tournament.Format, Entrant.Standing
OF_THE_MOMENT = ("draw_up", "publish", "draw_final")
"""Acts that are offered only when the tournament waits for them."""


@dataclass(frozen=True)
class EntrantLine:
    """`warns` is what a director must know of who holds the place."""

    entrant: Entrant
    name: str
    division: str
    warns: str
    acts: Sequence[Act]


@dataclass(frozen=True)
class FixtureLine:
    fixture: Fixture
    called: str
    names: str
    result: str
    acts: Sequence[Act]


@dataclass(frozen=True)
class RoundLine:
    """A published round; `over` of its tables are over. On a ladder it has no hard end. Where all rounds are played at once
    they are folded: there are too many."""

    round: Round
    is_open: bool
    ends_at: datetime | None
    fixtures: tuple[FixtureLine, ...]
    byes: str
    over: int
    acts: Sequence[Act]


@dataclass(frozen=True)
class DivisionLine:
    name: str
    places: tuple[PlaceLine, ...]
    rounds: tuple[RoundLine, ...]


@dataclass(frozen=True)
class Dashboard:
    """`first` is the act that the tournament waits for, if it waits for one; `acts` and `grave` are the others."""

    says: str
    counts: str
    kind_name: str
    has_drafts: bool
    first: Act | None
    acts: tuple[Act, ...]
    grave: tuple[Act, ...]
    links: tuple[tuple[str, str], ...]
    entrants: tuple[EntrantLine, ...]
    divisions: tuple[DivisionLine, ...]
    going_on: GoingOn
    rules: tuple[PairRule, ...]
    rulings: tuple[RulingLine, ...]

    @property
    def has_divisions(self) -> bool:
        return any(line.division for line in self.entrants)


def dashboard(tournament: Tournament, *, now: datetime) -> Dashboard:
    read, divisions = books_of(tournament)
    rounds = _rounds(tournament)
    says, wanted = status_and_next_act(tournament, rounds, now=now)
    acts = offered(Tournament, Subject(tournament, tournament))
    zones = zones_of(divisions)
    return Dashboard(
        says=says,
        counts=_counts(tournament),
        kind_name=gettext(registry.kind(tournament.kind).name),
        has_drafts=wanted == "publish",
        first=next((act for act in acts if act.verb == wanted), None),
        acts=tuple(act for act in acts if act.verb not in (wanted, *OF_THE_MOMENT) and not act.is_grave),
        grave=tuple(act for act in acts if act.is_grave),
        links=_links(tournament, has_rounds=bool(read.divisions)),
        entrants=_entrants(tournament),
        divisions=tuple(_division(tournament, book, rounds, zones) for book in divisions),
        going_on=going_on(tournament, now=now),
        rules=tuple(tournament.pair_rules.filter(used_at=None).select_related("one", "other").order_by("pk")),
        rulings=ruling_lines(read),
    )


def _rounds(tournament: Tournament) -> list[Round]:
    rows = Round.objects.filter(division__tournament=tournament).select_related("division__tournament")
    fixtures = Fixture.objects.select_related("game").defer("game__state").prefetch_related("sittings__entrant")
    whole = rows.prefetch_related(Prefetch("fixtures", fixtures), "byes__entrant")
    found = list(whole.order_by("division__stage", "division__number", "number"))
    for one in found:
        for fixture in one.fixtures.all():
            fixture.round = one
    return found


def _links(tournament: Tournament, *, has_rounds: bool) -> tuple[tuple[str, str], ...]:
    """The page that players see, and the exports."""
    links = [("tournament", gettext("As players see it"))]
    if has_rounds:
        links += [
            ("standings_csv", gettext("Standings (CSV)")),
            ("crosstable_csv", gettext("Crosstable (CSV)")),
            ("tournament_json", gettext("Everything (JSON)")),
        ]
    if has_rounds and has_report(tournament):
        links.append(("tournament_trf", gettext("For rating offices (TRF)")))
    return tuple((reverse(name, args=[tournament.pk]), says) for name, says in links)


def _entrants(tournament: Tournament) -> tuple[EntrantLine, ...]:
    divisions = tournament.divisions.select_related("tournament").order_by("stage", "number")
    names = {division.pk: name_of(division) for division in divisions}
    through = Division.entrants.through.objects.filter(division__in=names).order_by("division__stage")
    plays_in = {entrant: names[division] for division, entrant in through.values_list("division_id", "entrant_id")}
    rows = tournament.entrants.select_related("player").order_by("number")
    return tuple(
        EntrantLine(
            entrant=entrant,
            name=called(entrant),
            division=plays_in.get(entrant.pk, ""),
            warns=_warns(entrant),
            acts=offered(Entrant, Subject(tournament, entrant)),
        )
        for entrant in rows
    )


def _warns(entrant: Entrant) -> str:
    if entrant.player is None:
        return gettext("account deleted")
    return gettext("mail to them comes back") if entrant.player.mail_fails_since else ""


def _counts(tournament: Tournament) -> str:
    by_standing = dict.fromkeys(Standing, 0)
    for standing in tournament.entrants.values_list("standing", flat=True):
        by_standing[Standing(standing)] += 1
    said = [gettext("{standing}: {n}").format(standing=standing.label, n=n) for standing, n in by_standing.items() if n]
    if tournament.most_entrants is not None:
        said.append(gettext("at most {n}").format(n=tournament.most_entrants))
    return " · ".join(said)


def _division(tournament: Tournament, book: Book, rounds: Iterable[Round], zones: Mapping[int, str]) -> DivisionLine:
    own = [one for one in rounds if one.division_id == book.division.pk and one.phase != Round.Phase.DRAFT]
    return DivisionLine(
        name=name_of(book.division),
        places=place_lines(book, None, zones if book.division.stage == 1 else {}),
        rounds=tuple(_round(tournament, one) for one in reversed(own)),
    )


def _round(tournament: Tournament, one: Round) -> RoundLine:
    fixtures = tuple(_fixture(tournament, fixture) for fixture in one.fixtures.all())
    return RoundLine(
        round=one,
        is_open=one.phase == Round.Phase.PUBLISHED and tournament.format not in books.CONCURRENT,
        ends_at=None if tournament.format == Format.LADDER else one.ends_at,
        fixtures=fixtures,
        byes=listing([f"{called(bye.entrant)} ({bye.points})" for bye in one.byes.all()]),
        over=sum(line.fixture.phase in books.OVER for line in fixtures),
        acts=offered(Round, Subject(tournament, one)),
    )


def _fixture(tournament: Tournament, fixture: Fixture) -> FixtureLine:
    sittings = list(fixture.sittings.all())
    return FixtureLine(
        fixture=fixture,
        called=str(fixture.number),
        names=names_at(fixture),
        result=_result(fixture, sittings),
        acts=offered(Fixture, Subject(tournament, fixture)),
    )


def _result(fixture: Fixture, sittings: Sequence[Sitting]) -> str:
    if fixture.phase == Fixture.Phase.AWARDED:
        return ", ".join(
            f"{called(one.entrant)} {one_figure(float(one.awarded))}" for one in sittings if one.awarded is not None
        )
    if fixture.phase != Fixture.Phase.FINISHED:
        return ""
    came = sorted(sittings, key=lambda one: (one.rank is None, one.rank or 0))
    return ", ".join(f"{one.rank or '–'}. {called(one.entrant)}" for one in came)
