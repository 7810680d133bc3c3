"""The page of a tournament, as one reader may see it: plain values, worded for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext

from games.players.models import Player
from games.rules import registry
from games.tournaments.commands.books import PLAYS
from games.tournaments.models import Division, Entrant, Tournament
from games.tournaments.queries.book import RANKED_OTHERWISE, Book
from games.tournaments.queries.ledger import Ledger, called, ledger
from games.tournaments.queries.mine import Mine, mine_of
from games.tournaments.queries.places import Cross, PlaceLine, cross, place_lines, zones_of
from games.tournaments.queries.rounds import RoundLine, round_lines
from games.tournaments.queries.rulings import RulingLine, ruling_lines
from games.tournaments.queries.terms import Terms, status_line, terms
from games.tournaments.queries.trf import has_report


class NoSuchTournament(Exception):
    """There is none, or not for this reader."""


@dataclass(frozen=True)
class EntrantLine:
    name: str
    player: int | None
    is_mine: bool


@dataclass(frozen=True)
class DivisionView:
    """`name` is empty where a tournament has but one division; `has_points`: its places come of points."""

    name: str
    key: str
    places: tuple[PlaceLine, ...]
    has_points: bool
    cross: Cross | None
    rounds: tuple[RoundLine, ...]
    is_mine: bool


@dataclass(frozen=True)
class TournamentView:
    """`before` and `after` are the seasons beside this one, by id."""

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
    before: int | None
    after: int | None
    has_report: bool


def shown_tournament(tournament_id: int, player: Player | None) -> Tournament:
    """Raises NoSuchTournament; a draft is its directors' alone."""
    mine = Q(directors=player) if player is not None else Q(pk__in=[])
    visible = ~Q(phase=Tournament.Phase.DRAFT) | mine
    found = Tournament.objects.filter(visible, pk=tournament_id).select_related("next_season").distinct().first()
    if found is None:
        raise NoSuchTournament
    return found


def tournament_page(*, tournament_id: int, player: Player | None, now: datetime) -> TournamentView:
    """Raises NoSuchTournament. The number of queries does not grow with the entrants, nor with what was played."""
    tournament = shown_tournament(tournament_id, player)
    read, books = books_of(tournament)
    directors = list(tournament.directors.order_by("pk").only("name"))
    mine = mine_of(read, books, player, now=now)
    taking_part = [one for one in read.entrants.values() if one.standing in PLAYS]
    reserves = [one for one in read.entrants.values() if one.standing == Entrant.Standing.RESERVE]
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
        says=_stands(read, books, len(taking_part), now=now),
        terms=terms(tournament, [one.name for one in directors if one.name]),
        entrants=_entrants(taking_part, mine),
        reserves=_entrants(reserves, mine),
        mine=mine,
        divisions=_divisions(books, mine),
        rulings=ruling_lines(read),
        is_director=player is not None and any(one.pk == player.pk for one in directors),
        before=tournament.follows_id,
        after=_next(tournament),
        has_report=has_report(tournament),
    )


def division_name(division: Division, tournament: Tournament, *, is_alone: bool) -> str:
    """As people call it; empty where there is but one."""
    if tournament.format == Tournament.Format.POOLS:
        return gettext("Final") if division.stage > 1 else gettext("Pool {n}").format(n=division.number)
    return "" if is_alone else gettext("Division {n}").format(n=division.number)


def books_of(tournament: Tournament) -> tuple[Ledger, list[Book]]:
    """All public rows, and each division's book: what the page and the exports are made from."""
    read = ledger(tournament)
    return read, [Book(read, division) for division in read.divisions]


def _entrants(rows: Sequence[Entrant], mine: Mine) -> tuple[EntrantLine, ...]:
    return tuple(EntrantLine(called(one), one.player_id, one.pk == mine.entrant) for one in rows)


def _divisions(books: Sequence[Book], mine: Mine) -> tuple[DivisionView, ...]:
    """The final of pools first, since it is what counts; else from the highest down."""
    zones = zones_of(books)
    ordered = sorted(books, key=lambda book: (-book.division.stage, book.division.number))
    return tuple(_division(book, mine, len(books), zones) for book in ordered)


def _division(book: Book, mine: Mine, of: int, zones: Mapping[int, str]) -> DivisionView:
    places = place_lines(book, mine.entrant, zones if book.division.stage == 1 else {})
    has_points = book.tournament.format not in RANKED_OTHERWISE
    return DivisionView(
        name=division_name(book.division, book.tournament, is_alone=of == 1),
        key=f"{book.division.stage}-{book.division.number}",
        places=places,
        has_points=has_points,
        cross=cross(book) if has_points and book.met else None,
        rounds=round_lines(book, mine.entrant),
        is_mine=any(line.is_mine for line in places),
    )


def _stands(read: Ledger, books: Sequence[Book], entered: int, *, now: datetime) -> str:
    """Where it stands, and at its end who came first: in the highest division, or the final."""
    says = status_line(read, entered, now=now)
    if read.tournament.phase != Tournament.Phase.FINISHED or not books:
        return says
    highest = min(books, key=lambda book: (-book.division.stage, book.division.number))
    if not highest.order:
        return says
    first = called(highest.members[highest.order[0]])
    return f"{says} {gettext('{name} came first.').format(name=first)}"


def _next(tournament: Tournament) -> int | None:
    """The season after, once it is announced."""
    after: Tournament | None = getattr(tournament, "next_season", None)
    return after.pk if after is not None and after.phase != Tournament.Phase.DRAFT else None
