"""A cheap fingerprint of a game, in one query: it stays while the game is as it was for its reader. What is hidden from them
does not count, so that not even the time of an answer tells of it.

The query is written out: composed by Django it takes twice as long as all the rest of an answer of 304."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from django.db import connection

from games.players.models import Player
from games.queries.reading import Kept

WAITING = """
    (SELECT count(*) FROM games_seat WHERE player_id = %(player)s AND is_awaited)
    + (SELECT count(DISTINCT game_id) FROM players_invitation WHERE email = %(email)s AND is_awaited)
"""
FOR_ANYBODY = """
SELECT 'game', noticed, '', CASE WHEN due_at <= %(now)s THEN due_at END FROM games_game WHERE id = %(game)s AND listed
UNION ALL SELECT CASE WHEN seat.resigned_at IS NULL THEN 'plays' ELSE 'left' END, seat.number, seat.name, mail_fails_since
    FROM games_seat seat LEFT JOIN players_player player ON player.id = seat.player_id WHERE seat.game_id = %(game)s
"""
KNOWN_TO_THEM = """(listed OR made_by_id = %(player)s
    OR EXISTS (SELECT 1 FROM games_seat WHERE game_id = %(game)s AND player_id = %(player)s)
    OR EXISTS (SELECT 1 FROM games_replacement WHERE game_id = %(game)s AND player_id = %(player)s)
    OR phase = 'lobby' AND EXISTS (SELECT 1 FROM players_invitation WHERE game_id = %(game)s AND email = %(email)s))
"""
KEPT = "JOIN games_seat seat ON seat.id = kept.seat_id WHERE seat.game_id = %(game)s AND kept.player_id = %(player)s"
FOR_PLAYERS = f"""
{FOR_ANYBODY.replace("listed", KNOWN_TO_THEM)}
UNION ALL SELECT CASE WHEN seat.id = own.id THEN 'own' ELSE 'mate' END, seat.noticed, CAST(seat.tiles_by_email AS text), NULL
    FROM games_seat own JOIN games_seat seat ON seat.game_id = own.game_id AND seat.number = own.number
    WHERE own.game_id = %(game)s AND own.player_id = %(player)s AND own.resigned_at IS NULL
UNION ALL SELECT 'waiting', ({WAITING}), '', NULL
UNION ALL SELECT 'asked', id, '', NULL FROM players_invitation WHERE game_id = %(game)s AND invited_by_id = %(player)s
    AND joined_at IS NULL AND declined_at IS NULL
UNION ALL SELECT 'draft', kept.id, kept.version, kept.saved_at FROM games_draft kept {KEPT}
UNION ALL SELECT 'note', kept.id, kept.text, NULL FROM games_note kept {KEPT}
UNION ALL SELECT 'unheard', kept.other, '', NULL FROM games_unheard kept {KEPT}
"""  # noqa: S608  # nothing of a request is in it

Row: TypeAlias = tuple[str, int, str, object]
"""A row of the query: what it is, its number, text and instant."""


@dataclass(frozen=True)
class Fingerprint:
    """`noticed`: how much its reader may have noticed, in two counts that both only grow; None where they may not know of it.

    `people`: who sits there by name, and whose mail fails. `kept` changes with what the reader keeps to themself there: drafts,
    a note, mutes, whom they have asked to it, and where the tiles of their seat come. `waiting`: how many games wait for the
    reader, as `waiting_count` has it. `is_due` says that something may have happened which nobody has saved."""

    noticed: tuple[int, int] | None
    people: tuple[tuple[int, str, bool], ...]
    kept: tuple[Row, ...]
    waiting: int
    is_due: bool

    @property
    def own(self) -> Kept:
        """The reader's note and mutes."""
        note = next((text for what, _, text, _ in self.kept if what == "note"), "")
        return Kept(note, frozenset(number for what, number, _, _ in self.kept if what == "unheard"))


def fingerprint(*, game_id: int, player: Player | None, now: datetime) -> Fingerprint:
    """The fingerprint of a game for this reader."""
    asked = {
        "game": game_id,
        "player": player.pk if player else None,
        "email": player.email if player else None,
        "now": connection.ops.adapt_datetimefield_value(now),
    }
    with connection.cursor() as cursor:
        cursor.execute(FOR_PLAYERS if player else FOR_ANYBODY, asked)
        rows: list[Row] = sorted(cursor.fetchall(), key=repr)
    found = {row[0]: row for row in rows}
    waiting = found["waiting"][1] if player else 0
    if "game" not in found:
        return Fingerprint(None, (), (), waiting, is_due=False)
    mails = {number: [row[3] for row in rows if row[:2] == ("plays", number)] for _, number, _, _ in rows}
    return Fingerprint(
        noticed=(found["game"][1], found["own"][1] if "own" in found else 0),
        people=tuple((number, name, all(mails[number])) for what, number, name, _ in rows if what in ("plays", "left")),
        kept=tuple(
            (what, 0 if what in ("own", "mate") else number, text, at)
            for what, number, text, at in rows
            if what not in ("game", "plays", "left", "waiting")
        ),
        waiting=waiting,
        is_due=found["game"][3] is not None,
    )


def waiting_count(*, player: Player) -> int:
    """The number of games that wait for this player to move, to agree or to answer an invitation, in one query.

    They are counted as last saved: what fell due since is not counted yet."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {WAITING}", {"player": player.pk, "email": player.email})
        return int(cursor.fetchone()[0])
