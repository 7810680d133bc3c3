"""Ratings and reliability of players: present ratings, the strongest of a kind, and a player's public page.

A private game changes ratings like any other, but neither it nor its players are named here. Addresses are never shown,
either."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import NamedTuple

from django.db.models import (
    Case,
    Count,
    Exists,
    FloatField,
    IntegerField,
    JSONField,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext

from games.models import Event, Game, Seat
from games.players.accounts import OF_ROBOTS, is_robot
from games.players.models import Audience, Player
from games.queries.figures import PlayerFigures, figures_of
from games.queries.languages import in_language
from games.queries.puzzles import FirstPlace, first_places
from games.queries.reading import called
from games.rules import registry
from games.rules.alphabets.known import ENGLISH, codes
from games.rules.options import schema
from games.statements import GIVEN, Compiled
from games.store.events import COMES_AND_GOES
from games.tournaments.models import Entrant, News, NewsKind, RatingChange, Tournament, Walkout, WalkoutKind
from games.tournaments.skill import Rating, points, rest, shown
from games.wording import listing

NEWCOMER = Rating()
A_DAY = timedelta(days=1)
GRAPH_SHOWN = 100
WIDTH, HEIGHT = 300, 100
LIST_SHOWN = 100
LISTED_FOR = timedelta(days=90)
GAMES_SHOWN = 20
TOURNAMENTS_SHOWN = 20
TROPHIES = 3  # the number of places in a tournament that earn one

AWAY_FOR_GOOD = timedelta(days=7)
"""A player who went away at least this long before the end of a game has abandoned it."""
LEFT_STANDING = Q(resigned_at__isnull=False) | Q(was_gone=True)


NEWEST = Compiled(RatingChange.objects.filter(player=GIVEN, is_newest=True).order_by("-games", "kind", "alphabet"))
_RATED = RatingChange.objects.filter(game=OuterRef("game"), seat=OuterRef("number"))
PUBLIC = Compiled(
    Seat.objects.filter(player=GIVEN, over_at__isnull=False, rank__isnull=False, game__listed=True)
    .annotate(mu=Subquery(_RATED.values("mu")[:1]), sigma=Subquery(_RATED.values("sigma")[:1]))
    .order_by("-over_at", "-game")[:GAMES_SHOWN],
    joined=["game"],
    only=["number", "rank", "over_at", "game__kind", "game__picture"],
    added={"mu": FloatField(), "sigma": FloatField()},
)
_TOLD = News.objects.filter(
    ~Q(facts__has_key="round"), tournament=OuterRef("tournament"), player=OuterRef("player"), kind=NewsKind.ENDED
)
SEATS = Compiled(Seat.objects.filter(game__in=[GIVEN]).order_by("number", "share"), only=["game", "number", "name"])
ENTRANCES = Compiled(
    Entrant.objects.filter(player=GIVEN)
    .exclude(tournament__phase=Tournament.Phase.DRAFT)
    .exclude(tournament__is_for_members=True)
    .annotate(came=Subquery(_TOLD.order_by("-pk").values("facts")[:1]))
    .order_by("-entered_at")[:TOURNAMENTS_SHOWN],
    joined=["tournament"],
    added={"came": JSONField()},
)


class NoSuchPlayer(Exception):
    """There is no such player, they have deleted their account, or it is a robot."""


@dataclass(frozen=True)
class Graph:
    """A rating game by game: `line` are the points of a polyline in a box of 300 by 100, beginning with the first
    rating; the numbers are displayed ratings, the lowest at the bottom of the box."""

    line: str
    began: int
    began_at: datetime
    last: int
    last_at: datetime
    lowest: int
    highest: int


@dataclass(frozen=True)
class RatingLine:
    """One player's current rating in one kind of game and one language, from this number of rated `games`."""

    kind: str
    language: str
    kind_name: str
    shown: str
    games: int
    graph: Graph


@dataclass(frozen=True)
class RankedLine:
    """A place in a kind's rating list."""

    place: int
    player_id: int
    name: str
    shown: str
    games: int


@dataclass(frozen=True)
class RatingList:
    """A page of the rating list of a kind in one language, counted from 1. `languages` are the codes of those that the
    kind has ratings in, with English and this one."""

    kind: str
    language: str
    languages: tuple[str, ...]
    kind_name: str
    lines: tuple[RankedLine, ...]
    page: int
    has_more: bool


class PublicResult(NamedTuple):
    """A finished public game, with one player's result: `shown` is their rating after it, empty if it was not rated,
    `picture` its board, packed."""

    id: int
    kind_name: str
    others: str
    at: datetime
    rank: int
    shown: str
    picture: str


@dataclass(frozen=True)
class Entrance:
    """A tournament that a player entered. `place` is theirs once it has ended, of all in their division; 0 before."""

    tournament_id: int
    name: str
    kind_name: str
    phase_says: str
    is_withdrawn: bool
    place: int
    entrants: int


@dataclass(frozen=True)
class Trophies:
    """A player's first three places in tournaments, and the daily puzzles that they won."""

    tournaments: tuple[Entrance, ...]
    puzzles: tuple[FirstPlace, ...]

    def __bool__(self) -> bool:
        return bool(self.tournaments or self.puzzles)


@dataclass(frozen=True)
class PlayerCard:
    """A player's public data. `reliability` is the percentage of finished games with people that the player did not
    leave, rounded down; None before the first game."""

    id: int
    name: str
    ratings: tuple[RatingLine, ...]
    reliability: int | None
    games: tuple[PublicResult, ...]
    entrances: tuple[Entrance, ...]
    trophies: Trophies
    figures: PlayerFigures

    @property
    def times_first(self) -> int:
        """The number of wins among the games shown."""
        return sum(game.rank == 1 for game in self.games)

    @property
    def is_public(self) -> bool:
        """True if there is anything that others may see."""
        return bool(self.ratings or self.games or self.entrances or self.trophies)


def ratings_now(*, players: Iterable[int], kind: str, alphabet: str = ENGLISH.code, now: datetime) -> dict[int, Rating]:
    """Return the present rating of each of these players, by id, in one kind and one language, adjusted for the days
    since their last game; a newcomer's for players without a rated game."""
    wanted = list(players)
    newest = RatingChange.objects.filter(player__in=wanted, kind=kind, alphabet=alphabet, is_newest=True)
    known = {change.player_id: _rating_now(change, now) for change in newest}
    return {player: known.get(player, NEWCOMER) for player in wanted}


def _rating_now(change: RatingChange, now: datetime) -> Rating:
    return after_days(Rating(change.mu, change.sigma), change.at, now)


def after_days(rating: Rating, last: datetime, now: datetime) -> Rating:
    """Return the rating after the days since its last game. A game saved late may have ended before one that was
    already rated; then no time has passed."""
    return rest(rating, max(now - last, timedelta(0)) / A_DAY)


def games_ended() -> QuerySet[Seat]:
    """Return the seats of people in games with a result against at least one other person. `was_gone` is True if the
    last event of the player was resigning or going away."""
    last = Event.objects.filter(game=OuterRef("game"), seat=OuterRef("number"), verb__in=COMES_AND_GOES).order_by("-n")
    is_gone = Q(verb="resign") | Q(verb="away", at__lte=OuterRef("game__finished_at") - AWAY_FOR_GOOD)
    at_other_seats = Seat.objects.filter(game=OuterRef("game")).exclude(number=OuterRef("number"))
    others = at_other_seats.exclude(player__email__endswith=OF_ROBOTS)
    return Seat.objects.filter(
        Exists(others), player__isnull=False, game__phase=Game.Phase.FINISHED, rank__isnull=False
    ).annotate(was_gone=Subquery(last.values(is_gone=Case(When(is_gone, Value(True)), default=Value(False)))[:1]))


@cache
def _counted() -> Compiled[Player]:
    """Return a query for a player with `ended`, the numbers of games that ended and of those that they left, as `20 3`,
    and `missed`, the number of tables that they didn't join."""
    counts = Count("pk"), Count("pk", filter=LEFT_STANDING)
    ended, left = (Cast(count, TextField()) for count in counts)
    both = Concat(ended, Value(" ", TextField()), left)  # in one pass over the player's games
    past = games_ended().filter(player=OuterRef("pk")).order_by().values("player").values(both=both)
    missed = Walkout.objects.filter(player=OuterRef("pk"), kind=WalkoutKind.NO_SHOW).order_by().values("player")
    return Compiled(
        Player.objects.filter(pk=GIVEN).annotate(ended=Subquery(past), missed=Subquery(missed.values(n=Count("pk")))),
        added={"ended": TextField(), "missed": IntegerField()},
    )


def ratings_of(*, player: Player, now: datetime) -> tuple[RatingLine, ...]:
    """Return each kind and language in which the player has rated games, the most played first."""
    return tuple(_rating_line(change, now) for change in NEWEST(player.pk))


def rating_list(*, kind: str, language: str = ENGLISH.code, page: int, now: datetime) -> RatingList:
    """Return a page of the ranking in a kind and a language, given by its code: strongest first, without players who
    have left or had no rated game for 90 days."""
    start = LIST_SHOWN * (page - 1)
    newest = RatingChange.objects.filter(
        kind=kind, alphabet=language, is_newest=True, at__gte=now - LISTED_FOR, player__is_active=True
    ).order_by("-mu", "pk")
    listed = newest[start : start + LIST_SHOWN + 1]
    if "alphabet" in schema(registry.kind(kind).options_type):  # and one row of each other language
        others = RatingChange.objects.filter(
            ~Q(alphabet=ENGLISH.code), ~Q(alphabet=language), kind=kind, is_newest=True
        )
        firsts = others.order_by().values("alphabet").annotate(first=Min("pk")).values("first")
        shown_rows = RatingChange.objects.filter(pk__in=listed.values("pk")).order_by().values("pk")
        listed = RatingChange.objects.filter(pk__in=shown_rows.union(firsts)).order_by("-mu", "pk")
    columns = ("player", "player__name", "mu", "sigma", "at", "games")
    found, languages = [], {ENGLISH.code, language}
    for code, *row in listed.values_list("alphabet", *columns):
        languages.add(code)
        if code == language:
            found.append(row)
    return RatingList(
        kind=kind,
        language=language,
        languages=tuple(code for code in codes() if code in languages),
        kind_name=gettext(registry.kind(kind).name),
        lines=tuple(
            RankedLine(
                place=place,
                player_id=player,
                name=name,
                shown=shown(after_days(Rating(mu, sigma), at, now)),
                games=games,
            )
            for place, (player, name, mu, sigma, at, games) in enumerate(found[:LIST_SHOWN], start=start + 1)
        ),
        page=page,
        has_more=len(found) > LIST_SHOWN,
    )


def _entrances(player: int) -> tuple[Entrance, ...]:
    return tuple(
        Entrance(
            tournament_id=entrant.tournament_id,
            name=entrant.tournament.name,
            kind_name=gettext(registry.kind(entrant.tournament.kind).name),
            phase_says=str(entrant.tournament.get_phase_display()),
            is_withdrawn=entrant.standing == Entrant.Standing.WITHDRAWN,
            place=came.get("place", 0),
            entrants=came.get("of", 0),
        )
        for entrant in ENTRANCES(player)
        for came in (vars(entrant)["came"] or {},)
    )


def player_card(*, player_id: int, reader_id: int | None, now: datetime) -> PlayerCard:
    """Return the public data of a player. Raises NoSuchPlayer, also if nothing is public and the reader is somebody
    else, so that trying ids reveals no names; and if the player does not let this reader see it."""
    player = next(iter(_counted()(player_id)), None)
    if player is None or not player.is_active or is_robot(player) or not _is_shown_to(player, reader_id):
        raise NoSuchPlayer
    entrances = _entrances(player.pk)
    ended, left = map(int, (vars(player)["ended"] or "0 0").split())
    games = ended + (vars(player)["missed"] or 0)  # a table not joined counts as left
    won = tuple(one for one in entrances if 0 < one.place <= TROPHIES)
    places = PUBLIC(player.pk)
    seats = defaultdict[int, list[Seat]](list)
    for seat in SEATS(*{place.game_id for place in places}) if places else ():
        seats[seat.game_id].append(seat)
    card = PlayerCard(
        id=player.pk,
        name=player.name,
        ratings=ratings_of(player=player, now=now),
        reliability=100 * (ended - left) // games if games else None,
        games=tuple(_public_result(place, seats[place.game_id]) for place in places),
        entrances=entrances,
        trophies=Trophies(won, first_places(player=player.pk, now=now)),
        figures=figures_of(player=player.pk, is_own=player.pk == reader_id),
    )
    if not card.is_public and player.pk != reader_id:
        raise NoSuchPlayer
    return card


def _is_shown_to(player: Player, reader_id: int | None) -> bool:
    """Return True if the player lets this reader see their page."""
    match player.page_shown_to:
        case _ if player.pk == reader_id:
            return True
        case Audience.ALL:
            return True
        case Audience.MET if reader_id is not None:
            theirs = Seat.objects.filter(player=reader_id, game=OuterRef("game"))
            return Seat.objects.filter(Exists(theirs), player=player, game__started_at__isnull=False).exists()
    return False


def _rating_line(newest: RatingChange, now: datetime) -> RatingLine:
    latest = _latest(newest.kind, newest.alphabet)(newest.player_id)
    return RatingLine(
        kind=newest.kind,
        language=newest.alphabet,
        kind_name=in_language(gettext(registry.kind(newest.kind).name), newest.alphabet),
        shown=shown(_rating_now(newest, now)),
        games=newest.games,
        graph=_graph(list(reversed(latest))),
    )


@cache
def _latest(kind: str, alphabet: str) -> Compiled[RatingChange]:
    changes = RatingChange.objects.filter(player=GIVEN, kind=kind, alphabet=alphabet)
    return Compiled(changes.order_by("-n")[:GRAPH_SHOWN])


def _graph(changes: Sequence[RatingChange]) -> Graph:
    first, last = changes[0], changes[-1]
    began = points(Rating(first.before_mu, first.before_sigma))
    numbers = [began, *(points(Rating(change.mu, change.sigma)) for change in changes)]
    lowest, highest = min(numbers), max(numbers)
    across, up = WIDTH / (len(numbers) - 1), HEIGHT / max(highest - lowest, 1)  # units per game and per rating point
    return Graph(
        line=" ".join(f"{step * across:.1f},{HEIGHT - (one - lowest) * up:.1f}" for step, one in enumerate(numbers)),
        began=began,
        began_at=first.at,
        last=numbers[-1],
        last_at=last.at,
        lowest=lowest,
        highest=highest,
    )


def _public_result(place: Seat, seats: Iterable[Seat]) -> PublicResult:
    mu, sigma = vars(place)["mu"], vars(place)["sigma"]
    assert place.over_at is not None
    assert place.rank is not None
    return PublicResult(
        id=place.game_id,
        kind_name=gettext(registry.kind(place.game.kind).name),
        others=listing([called(seat) for seat in seats if seat.number != place.number]),
        at=place.over_at,
        rank=place.rank,
        shown=shown(Rating(mu, sigma)) if mu is not None else "",
        picture=place.game.picture,
    )
