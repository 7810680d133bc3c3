"""What tells in one query, and without loading a game, that a player's start page is as it was."""

# ruff: noqa: S608  # nothing of a request is in the text of these statements

from datetime import datetime

from django.db import connection

from games.models import Game, Seat
from games.players.models import Invitation, Player

GAME, SEAT, INVITATION, PLAYER = (model._meta.db_table for model in (Game, Seat, Invitation, Player))
IS_OPEN = "game.has_room AND game.due_at > %(now)s AND game.made_by_id IS NOT NULL"
NOT_THERE = f"NOT EXISTS (SELECT 1 FROM {SEAT} WHERE game_id = game.id AND player_id = %(player)s)"
ASKED = f"SELECT game_id FROM {INVITATION} WHERE email = %(email)s AND is_awaited"
PARTS = (  # each of lines of text, and whether one says nothing: something is due, or a director sets until when
    f"""SELECT seat.id || '.' || game.noticed || '.' || seat.noticed || '.' || seat.is_awaited AS line,
        CASE WHEN game.due_at <= %(now)s OR (game.phase = 'lobby' AND game.made_by_id IS NULL) THEN 1 ELSE 0 END AS is_unsure
        FROM {SEAT} seat JOIN {GAME} game ON game.id = seat.game_id
        WHERE seat.player_id = %(player)s AND seat.over_at IS NULL ORDER BY seat.id""",
    f"""SELECT game.id || '.' || game.noticed AS line, 0 AS is_unsure
        FROM {SEAT} seat JOIN {GAME} game ON game.id = seat.game_id
        WHERE seat.player_id = %(player)s AND seat.over_at IS NOT NULL AND game.phase = 'finished'
        ORDER BY seat.over_at DESC, game.id DESC LIMIT %(finished)s""",
    f"""SELECT game.id || '.' || maker.name AS line, 0 AS is_unsure
        FROM {GAME} game JOIN {PLAYER} maker ON maker.id = game.made_by_id
        WHERE game.id IN ({ASKED}) AND {IS_OPEN} AND {NOT_THERE} ORDER BY game.id""",
    f"""SELECT game.id || '.' || game.taken || '.' || maker.name AS line, 0 AS is_unsure
        FROM {GAME} game JOIN {PLAYER} maker ON maker.id = game.made_by_id
        WHERE game.listed AND {IS_OPEN} AND {NOT_THERE} AND game.id NOT IN ({ASKED})
        ORDER BY game.made_at DESC LIMIT %(opened)s""",
)  # fmt: skip


def start_page_stamp(player: Player, *, finished: int, opened: int, now: datetime) -> tuple[str, ...] | None:
    """Another one whenever the lists of a player's start page may show something else for any reason but the time: of so many
    finished games and open tables. None where that cannot be told without loading games.

    Of a game under way only what its player may notice counts, never its saves."""
    join = "string_agg" if connection.vendor == "postgresql" else "group_concat"
    parts = (
        f"SELECT {place}, {join}(line, %(end)s), max(is_unsure) FROM ({part}) AS part"
        for place, part in enumerate(PARTS)
    )
    asked: dict[str, str | int | datetime] = {
        "player": player.pk,
        "email": player.email,
        "now": connection.ops.adapt_datetimefield_value(now) or "",
        "end": "\n",  # is in no name
        "finished": finished,
        "opened": opened,
    }
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts), asked)
        rows = sorted(cursor.fetchall())
    return None if any(is_unsure for _, _, is_unsure in rows) else tuple(lines or "" for _, lines, _ in rows)
