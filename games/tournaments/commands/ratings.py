"""Ratings: each rated game changes those of its players, once; and a check that recomputes all ratings from the games.

`skill` defines the numbers. Rows are only added, numbered in the order in which games were rated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import groupby

from django.db import transaction
from django.db.models import QuerySet

from games import batches
from games.models import Game, Seat
from games.players.accounts import is_robot
from games.rules.options import alphabet_in
from games.statements import NOW, Compiled
from games.tournaments.models import RatingChange
from games.tournaments.queries.ratings import NEWCOMER, after_days, ratings_now
from games.tournaments.skill import Rating, rate

READ_AT_ONCE = 1000
TASK = "ratings"


@dataclass(frozen=True)
class Computed:
    """A player's rating in one kind and language after rated game number `n`, their `games`th, which ended at `at`."""

    rating: Rating
    at: datetime
    games: int
    n: int


def rate_finished(*, now: datetime) -> int:
    """Rate the games that wait for it, the first finished first, each in its own transaction. Return how many."""
    rated = 0
    while first := _READY(now=now):
        rated += sum(batches.each(TASK, [first[0].pk], partial(_rate, now=now), now=now))
    return rated


def recompute() -> str | None:
    """Recompute all ratings from the games. Return the first difference from the recorded ones, None if all are equal
    to the last bit.

    Only the order of the games and, for players who deleted their accounts, their rating before a game are taken from
    the rows."""
    standings: dict[tuple[int, str, str], Computed] = {}
    changes = RatingChange.objects.order_by("n", "seat").prefetch_related("game__seats__player")
    recorded = groupby(changes.iterator(chunk_size=READ_AT_ONCE), key=lambda change: change.n)
    for expected, (n, rows) in enumerate(recorded, start=1):
        if n != expected:
            return f"The rated game number {expected} is missing."
        if (difference := _difference(list(rows), standings)) is not None:
            return f"Rated game number {n}: {difference}"
    return _lost() or _mismarked(standings)


def games_rated() -> int:
    """Return the number of games that have changed a rating."""
    return RatingChange.objects.values("n").distinct().count()


def _waiting() -> QuerySet[Game]:
    ended = Game.objects.filter(rated=True, rated_at=None, phase=Game.Phase.FINISHED)
    return ended.order_by("finished_at", "pk")


_READY = Compiled(batches.ready(TASK, _waiting(), now=NOW)[:1], only=["rated"])


def _rate(game_id: int, *, now: datetime) -> int:
    """Rate a game. Return 0 if another worker has just done so or the game does not count."""
    with transaction.atomic(durable=True):
        lock = RatingChange.objects.select_for_update().order_by("n", "seat").first()
        game = _waiting().filter(pk=game_id).select_for_update().first()
        if game is None or (lock is None and RatingChange.objects.exists()):  # the very first game has just been rated
            return 0
        seats = list(game.seats.select_related("player").order_by("number"))
        if _counts(seats):
            RatingChange.objects.bulk_create(_changes(game, seats))
        game.rated_at = now
        game.save(update_fields=["rated_at"])
        return int(_counts(seats))


def _counts(seats: Sequence[Seat]) -> bool:
    """Return True if the game's result counts: there is one, of two or more players, and no robot took part."""
    robots = [seat for seat in seats if seat.player is not None and is_robot(seat.player)]
    return len(seats) > 1 and not robots and all(seat.rank is not None for seat in seats)


def _changes(game: Game, seats: Sequence[Seat]) -> list[RatingChange]:
    """Return the changes by one game, unsaved; its players' former newest changes lose that mark."""
    newest = RatingChange.objects.order_by("-n").values_list("n", flat=True).first() or 0
    assert game.finished_at is not None
    players = [seat.player_id for seat in seats if seat.player_id is not None]
    alphabet = alphabet_in(game.options).code
    earlier = RatingChange.objects.filter(player__in=players, kind=game.kind, alphabet=alphabet, is_newest=True)
    games = dict(earlier.values_list("player_id", "games"))
    known = ratings_now(players=players, kind=game.kind, alphabet=alphabet, now=game.finished_at)
    earlier.update(is_newest=False)
    before = [known[seat.player_id] if seat.player_id is not None else NEWCOMER for seat in seats]
    ranks = [seat.rank for seat in seats if seat.rank is not None]
    after = rate(before, ranks)
    return [
        RatingChange(
            game=game,
            n=newest + 1,
            player_id=seat.player_id,
            seat=seat.number,
            kind=game.kind,
            alphabet=alphabet,
            at=game.finished_at,
            rank=rank,
            before_mu=was.mu,
            before_sigma=was.sigma,
            mu=now.mu,
            sigma=now.sigma,
            games=1 + games.get(seat.player_id or 0, 0),
        )
        for seat, rank, was, now in zip(seats, ranks, before, after, strict=True)
    ]


def _difference(rows: Sequence[RatingChange], standings: dict[tuple[int, str, str], Computed]) -> str | None:
    """Return the first difference between a game's rows and their recomputed values; updates `standings`."""
    game = rows[0].game
    seats = sorted(game.seats.all(), key=lambda seat: seat.number)
    if [(row.game_id, row.seat) for row in rows] != [(game.pk, seat.number) for seat in seats]:
        return f"game {game.pk}, not one row for each of its seats"
    if not _counts(seats) or game.finished_at is None:
        return f"game {game.pk} does not count"
    alphabet = alphabet_in(game.options).code
    last = [standings.get((row.player_id or 0, row.kind, row.alphabet)) for row in rows]
    before: list[Rating] = []  # the players' ratings before the game
    for row, computed in zip(rows, last, strict=True):
        if row.player_id is None:
            before.append(Rating(row.before_mu, row.before_sigma))
        else:
            before.append(after_days(computed.rating, computed.at, game.finished_at) if computed else NEWCOMER)
    after = rate(before, [seat.rank for seat in seats if seat.rank is not None])
    for row, seat, earlier, was, now in zip(rows, seats, last, before, after, strict=True):
        games = 1 + (earlier.games if earlier else 0)
        recomputed = {
            "player_id": seat.player_id,
            "kind": game.kind,
            "alphabet": alphabet,
            "at": game.finished_at,
            "rank": seat.rank,
            "before_mu": was.mu,
            "before_sigma": was.sigma,
            "mu": now.mu,
            "sigma": now.sigma,
            "games": row.games if row.player_id is None else games,
        }
        for name, value in recomputed.items():
            if getattr(row, name) != value:
                return f"game {game.pk}, seat {row.seat}, {name}: recorded {getattr(row, name)}, computed {value}"
        if seat.player_id is not None:
            standings[seat.player_id, game.kind, alphabet] = Computed(now, game.finished_at, games, row.n)
    return None


def _mismarked(standings: Mapping[tuple[int, str, str], Computed]) -> str | None:
    """Return a description of the first row that is wrongly marked as somebody's newest, or wrongly not."""
    rows = RatingChange.objects.filter(is_newest=True, player__isnull=False)
    newest = rows.values_list("n", "player_id", "kind", "alphabet")
    computed = {(one.n, *key) for key, one in standings.items()}
    for n, player, *of in sorted(computed.symmetric_difference(newest)):
        is_newest = (n, player, *of) in computed
        return f"Rated game number {n}: player {player}, is_newest: recorded {not is_newest}, computed {is_newest}"
    return None


def _lost() -> str | None:
    """Return a description of a rated game without rows."""
    unrecorded = Game.objects.filter(rated=True, rated_at__isnull=False, rating_changes=None).order_by("pk")
    for game in unrecorded.prefetch_related("seats__player").iterator(chunk_size=READ_AT_ONCE):
        if _counts(list(game.seats.all())):
            return f"Game {game.pk} was rated, and nothing of it is recorded."
    return None
