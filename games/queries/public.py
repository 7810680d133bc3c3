"""Public games that have been dealt: the latest, and those that match a spectator's search.

The search uses public facts only: the kind, whether a game is over, and the players' names. No state is read: anything
due in a game shows on its own page."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from games import store
from games.models import Game, Seat
from games.queries.archive import SEARCHED
from games.queries.languages import language_of
from games.queries.reading import called_together
from games.queries.tables import letters_of
from games.rules import registry
from games.sharing import by_number
from games.statements import LARGEST
from games.wording import listing

PUBLIC_SHOWN = 12
CLUB_SHOWN = 8  # games in progress, and as many finished ones
RUNNING = (Game.Phase.PLAYING, Game.Phase.GRACE, Game.Phase.CHALLENGE)
OVER = (Game.Phase.FINISHED,)
OF_A_GAME = ("kind", "phase", "options", "rated", "started_at", "picture")
OF_A_SEAT = ("game", "number", "share", "name", "substitution", "resigned_at", "rank", "result")


@dataclass(frozen=True)
class PublicSearch:
    """The terms of a search for public games; without any, all are found. With a `club`, its games are searched, for
    its members."""

    phases: Collection[str] = ()
    kind: str = ""
    player: str = ""
    club: int | None = None


PUBLIC_NAMES = frozenset({"kind", "with"})
"""The fields of the archive's search that also apply to public games."""


class PublicGame(NamedTuple):
    """A game that has been dealt, public or of a club; `says` is who won, empty while it runs.
    `language` is a code, empty for a game without words."""

    id: int
    kind_name: str
    title: str
    started_at: datetime | None
    is_over: bool
    says: str
    is_rated: bool
    picture: str
    language: str = ""

    @property
    def shows_letters(self) -> bool:
        """True if there is a letter on the board that everybody sees."""
        return any(map(str.isalpha, self.picture.partition(" ")[0]))


class PublicGames(NamedTuple):
    """A page of public games, the last started first, with their players' names. `older` is the game after which the
    next page begins; None on the last."""

    lines: tuple[PublicGame, ...]
    names: tuple[str, ...]
    older: int | None


def public_games() -> tuple[PublicGame, ...]:
    """Return the latest public games, the last started first."""
    return _lines(list(_begun().only(*OF_A_GAME)[:PUBLIC_SHOWN]))


def public_games_of(games: Collection[int]) -> tuple[PublicGame, ...]:
    """Return those of these games that are public, the last started first; no query if there are none."""
    return _lines(list(_begun().filter(pk__in=games).only(*OF_A_GAME))) if games else ()


def games_of_club(*, club_id: int) -> tuple[tuple[PublicGame, ...], tuple[PublicGame, ...]]:
    """Return a club's games in progress and its finished games, the latest few of each, with an index for each query.
    The caller has checked that the reader is a member."""
    of_club = Game.objects.filter(club=club_id).only(*OF_A_GAME)
    running = list(of_club.filter(phase__in=RUNNING).order_by("-started_at")[:CLUB_SHOWN])
    over = list(of_club.filter(phase__in=OVER).order_by("-finished_at")[:CLUB_SHOWN])
    lines = _lines([*running, *over])
    return lines[: len(running)], lines[len(running) :]


def public_found(*, search: PublicSearch, most: int, before: int | None = None) -> PublicGames:
    """Return a page of public games that match a search, starting after the game `before`.

    Raises NoSuchGame if `before` is not among them."""
    games, older = find(search=search, most=most, before=before)
    by_id = Game.objects.only(*OF_A_GAME).in_bulk(games)
    found = [by_id[number] for number in games]
    seats = _seated(found)
    names = dict.fromkeys(row.name for game in found for row in seats[game.pk] if row.name)
    return PublicGames(tuple(_public_game(game, seats[game.pk]) for game in found), tuple(names), older)


def find(*, search: PublicSearch, most: int, before: int | None = None) -> tuple[list[int], int | None]:
    """Return at most `most` public games that match a search, and the `before` of the next page, which may come before
    this one is full, as a search looks at a limited number of games.

    Raises NoSuchGame as `public_found`."""
    begun = _begun(search.club)
    if before is not None:
        at = begun.filter(pk=before).values_list("started_at", flat=True).first() if before <= LARGEST else None
        if at is None:
            raise store.NoSuchGame
        begun = begun.filter(Q(started_at__lt=at) | Q(pk__lt=before), started_at__lte=at)
    is_all = search == PublicSearch(club=search.club)
    looked_at = begun if is_all else begun.filter(pk__in=begun.values("pk")[:SEARCHED])
    found = list(looked_at.filter(_fits(search)).values_list("pk", flat=True)[: most + 1])
    if len(found) > most:
        return found[:most], found[most - 1]
    if is_all:
        return found, None
    edge = list(begun.values_list("pk", flat=True)[SEARCHED - 1 : SEARCHED + 1])
    return found, edge[0] if len(edge) > 1 else None


def _begun(club: int | None = None) -> QuerySet[Game]:
    games = Game.objects.filter(listed=True) if club is None else Game.objects.filter(club=club)
    return games.filter(started_at__isnull=False).order_by("-started_at", "-pk")


def _seated(games: Sequence[Game]) -> Mapping[int, list[Seat]]:
    seats = defaultdict[int, list[Seat]](list)
    for seat in Seat.objects.filter(game__in=games).only(*OF_A_SEAT) if games else ():
        seats[seat.game_id].append(seat)
    return seats


def _lines(games: Sequence[Game]) -> tuple[PublicGame, ...]:
    seats = _seated(games)
    return tuple(_public_game(game, seats[game.pk]) for game in games)


def _fits(search: PublicSearch) -> Q:
    fits = Q()
    if search.phases:
        fits &= Q(phase__in=search.phases)
    if search.kind:
        fits &= Q(kind=search.kind)
    if search.player:
        fits &= Q(Exists(Seat.objects.filter(game=OuterRef("pk"), name__iexact=search.player, substitution=None)))
    return fits


def _public_game(game: Game, rows: Sequence[Seat]) -> PublicGame:
    seats = sorted(by_number(rows).values(), key=lambda rows: (rows[0].rank or 0, rows[0].number))
    is_over = game.phase == Game.Phase.FINISHED
    winners = [rows for rows in seats if rows[0].rank == 1]
    says = ""
    if is_over and winners:
        names = listing([called_together(rows) for rows in winners])
        says = gettext("won by {names}").format(names=names)
        if not letters_of(game):
            says = gettext("won by {names}, {score}").format(names=names, score=winners[0][0].result)
    return PublicGame(
        id=game.pk,
        kind_name=gettext(registry.kind(game.kind).name),
        title=listing([called_together(rows) for rows in seats]),
        started_at=game.started_at,
        is_over=is_over,
        says=says,
        is_rated=game.rated,
        picture=game.picture,
        language=language_of(registry.kind(game.kind), game.options),
    )
