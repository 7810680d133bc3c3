"""A cheap fingerprint of a game, in one query: it stays while the game is as it was for its reader. What is hidden from them
does not count, so that not even the time of an answer tells of it.

The query is written out: composed by Django it takes twice as long as all the rest of an answer of 304."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from games.players.models import Player

WAITING = """
    (SELECT count(*) FROM games_seat WHERE player_id = %(player)s AND is_awaited)
    + (SELECT count(DISTINCT game_id) FROM players_invitation WHERE email = %(email)s AND is_awaited)
"""
ROWS = f"""
SELECT 'noticed', noticed, '', due_at FROM games_game
    WHERE id = %(game)s AND due_at > %(now)s AND (listed OR %(player)s IS NOT NULL)
UNION ALL SELECT 'own', noticed, '', NULL FROM games_seat WHERE game_id = %(game)s AND player_id = %(player)s
UNION ALL SELECT 'waiting', ({WAITING}), '', NULL
UNION ALL SELECT 'draft', kept.id, kept.version, kept.saved_at
    FROM games_draft kept JOIN games_seat seat ON seat.id = kept.seat_id
    WHERE seat.game_id = %(game)s AND kept.player_id = %(player)s
UNION ALL SELECT 'note', kept.id, kept.text, NULL
    FROM games_note kept JOIN games_seat seat ON seat.id = kept.seat_id
    WHERE seat.game_id = %(game)s AND kept.player_id = %(player)s
UNION ALL SELECT 'unheard', kept.other, '', NULL
    FROM games_unheard kept JOIN games_seat seat ON seat.id = kept.seat_id
    WHERE seat.game_id = %(game)s AND kept.player_id = %(player)s
"""  # noqa: S608  # nothing of a request is in it


@dataclass(frozen=True)
class Fingerprint:
    """`noticed`: how many saves of a running game in which nothing has fallen due its reader may have noticed, in two counts
    that both only grow; None where that says nothing.

    `kept` changes with what the reader keeps to themself there: drafts, a note, mutes. `waiting`: how many games wait
    for the reader, as `waiting_count` has it."""

    noticed: tuple[int, int] | None
    kept: tuple[tuple[str, int, str, object], ...]
    waiting: int


def fingerprint(*, game_id: int, player: Player | None, now: datetime) -> Fingerprint:
    """The fingerprint of a game for this reader; each row of the query is what it is, its number, text and instant."""
    asked = {
        "game": game_id,
        "player": player.pk if player else None,
        "email": player.email if player else None,
        "now": connection.ops.adapt_datetimefield_value(now),
    }
    with connection.cursor() as cursor:
        cursor.execute(ROWS, asked)
        rows = cursor.fetchall()
    numbers = {what: number for what, number, _, _ in rows}
    return Fingerprint(
        noticed=(numbers["noticed"], numbers.get("own", 0)) if "noticed" in numbers else None,
        kept=tuple(sorted((row for row in rows if row[0] not in ("noticed", "own", "waiting")), key=repr)),
        waiting=numbers["waiting"],
    )


def waiting_count(*, player: Player) -> int:
    """The number of games that wait for this player to move, to agree or to answer an invitation, in one query.

    They are counted as last saved: what fell due since is not counted yet."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {WAITING}", {"player": player.pk, "email": player.email})
        return int(cursor.fetchone()[0])
