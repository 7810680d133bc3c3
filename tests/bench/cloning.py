"""Makes many games from a few that were really played: the database clones their rows and all rows that belong to them.

The id of clone `k` of a row is moved by `k` strides, and so are references to it. Clones have their own players, each with four
games, so the players of the first games have the same amount to do however many games there are."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.db import connection, models
from django.db.backends.utils import CursorWrapper

from games.models import Bag, Board, Draft, Event, Game, Hand, Seat
from games.players.accounts import OF_ROBOTS
from games.players.models import Invitation, Player
from games.tournaments.models import Division, Entrant, Fixture, News, RatingChange, Round, Ruling, Sitting, Tournament
from notifications.models import InboundMail, Message, Notice

STRIDE = 10_000
TO_A_PERSON = 4
TO_COME = ("due_at", "not_before", "ends_at", "join_by", "hard_end", "robots_due_at")
BELONG: dict[type[models.Model], str] = {  # SQL conditions for the rows that belong to the given games and tournaments
    Game: "t.id = ANY(%(games)s)",
    **dict.fromkeys(
        (Seat, Bag, Hand, Board, Event, Invitation, Message, Notice, RatingChange), "t.game_id = ANY(%(games)s)"
    ),
    Draft: "t.seat_id IN (SELECT id FROM games_seat WHERE game_id = ANY(%(games)s))",
    InboundMail: "t.message_id IN (SELECT id FROM notifications_message WHERE game_id = ANY(%(games)s))",
    Tournament: "t.id = ANY(%(tournaments)s)",
    **dict.fromkeys((Entrant, Division, News, Ruling), "t.tournament_id = ANY(%(tournaments)s)"),
    Division.entrants.through: (
        "t.entrant_id IN (SELECT id FROM tournaments_entrant WHERE tournament_id = ANY(%(tournaments)s))"
    ),
    Round: "t.division_id IN (SELECT id FROM tournaments_division WHERE tournament_id = ANY(%(tournaments)s))",
    Fixture: "t.game_id = ANY(%(games)s)",
    Sitting: "t.fixture_id IN (SELECT id FROM tournaments_fixture WHERE game_id = ANY(%(games)s))",
}
OF_PEOPLE: dict[type[models.Model], str] = {
    Player: f"t.email NOT LIKE '%%{OF_ROBOTS}'",
    EmailAddress: f"t.email NOT LIKE '%%{OF_ROBOTS}'",
}
MOVED = {*BELONG, *OF_PEOPLE}


@dataclass(frozen=True)
class Played:
    """Games that were played, with their tournaments. Only each `k` that is a multiple of `every` has a clone of them."""

    games: Collection[int]
    tournaments: Collection[int] = ()
    every: int = 1


def clone(played: Iterable[Played], first: int, last: int) -> None:
    """Add the clones from `first` to `last`, with those of their people."""
    played = list(played)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # skip foreign key checks: the keys are right
        _let_indexes_follow(cursor, "false")
        people = f"k %% {TO_A_PERSON} = 1"
        for model, whose in OF_PEOPLE.items():
            cursor.execute(_insert(model, f"{whose} AND {people} AND t.id < {STRIDE}"), {"first": first, "last": last})
        for group in played:
            given = {
                "first": first,
                "last": last,
                "games": list(group.games),
                "tournaments": list(group.tournaments),
                "every": group.every,
            }
            for model, whose in BELONG.items():
                cursor.execute(_insert(model, f"{whose} AND k %% %(every)s = 0"), given)
        cursor.execute("SET session_replication_role = origin")
        _let_indexes_follow(cursor, "true")
        cursor.execute("SET maintenance_work_mem = '1GB'")
        for model in MOVED:
            cursor.execute(f'REINDEX TABLE "{model._meta.db_table}"')
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _let_indexes_follow(cursor: CursorWrapper, so: str) -> None:
    """Switch the upkeep of indexes on or off. Rebuilding them at the end takes a fraction of the time."""
    tables = [model._meta.db_table for model in MOVED]
    cursor.execute(f"UPDATE pg_index SET indisready = {so} WHERE indrelid = ANY(%s::regclass[])", [tables])


def lengthen(game: Game, *, of: Collection[int], times: int) -> None:
    """Append this sequence of a game's events to it again, this many times."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_event (id, game_id, n, at, verb, seat, facts, announced_at) "
            "SELECT -n, game_id, n, at, verb, seat, facts, at FROM (SELECT t.game_id, t.at, t.verb, t.seat, t.facts, "
            "%(last)s + row_number() OVER (ORDER BY k, t.n) AS n "
            "FROM games_event t, generate_series(1, %(times)s) k WHERE t.id = ANY(%(of)s)) more",
            {"last": game.last_event, "of": list(of), "times": times},
        )
    Game.objects.filter(pk=game.pk).update(last_event=game.last_event + times * len(of))


def _insert(model: type[models.Model], which: str) -> str:
    fields = [field for field in model._meta.concrete_fields if field.column]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(_value(field) for field in fields)
    table = model._meta.db_table
    return (
        f'INSERT INTO "{table}" ({columns}) SELECT {values} FROM "{table}" t, '
        f"generate_series(%(first)s::bigint, %(last)s::bigint) k WHERE {which}"
    )


def _value(field: models.Field) -> str:
    """Return the value of a field of a clone, as SQL."""
    column, points_at = f't."{field.column}"', field.remote_field.model if field.remote_field else None
    if field.primary_key and not points_at:
        return f"{column} + k * {STRIDE}"
    if points_at is Player:
        robots = f"(SELECT id FROM players_player WHERE email LIKE '%%{OF_ROBOTS}')"
        clone_of = f"(k - (k - 1) %% {TO_A_PERSON}) * {STRIDE}"
        return f"CASE WHEN {column} IN {robots} THEN {column} ELSE {column} + {clone_of} END"
    if points_at in MOVED:
        return f"{column} + k * {STRIDE}"
    if isinstance(field, models.DateTimeField):
        return f"{column} {'+' if field.name in TO_COME else '-'} k * interval '1 minute'"
    if field.name in ("link", "content_sha256", "token_sha256", "message_id", "provider_event_id"):
        return f"CASE WHEN {column} = '' THEN '' ELSE left(md5({column} || k), {min(field.max_length or 32, 32)}) END"
    if field.name == "email":
        return f"k || '.' || {column}"
    if field.model is RatingChange and field.name == "n":
        return f"{column} + k * 100"
    if field.model is RatingChange and field.name == "mu":
        return f"{column} + (k * 7919 %% 1000 - 500) / 100.0"
    return column
