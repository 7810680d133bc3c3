"""Cheap fingerprints of a game and of a start page, one query each: they stay the same until their reader could notice
a change. Hidden things do not count, so that not even the timing of an answer reveals them.

The queries are plain SQL: composing one with Django takes twice as long as all the rest of a 304 answer."""

# ruff: noqa: S608  # no text from a request is part of these statements

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import NamedTuple, TypeAlias

from django.db import connection

from games.models import Game, Puzzle, PuzzleEntry, Seat
from games.players.models import Invitation, Player, Vacation
from games.queries.reading import NoteAndMutes
from games.rules import registry
from games.rules.daily import day_of

SUBSTITUTE_REQUESTS = """FROM games_loan loan JOIN games_game game ON game.id = loan.game_id AND game.finished_at IS NULL
    WHERE loan.sitter_id = %(player)s AND loan.ends > %(now)s
    AND loan.accepted_at IS NULL AND loan.declined_at IS NULL AND loan.ended_at IS NULL"""
WAITING = f"""
    (SELECT count(*) FROM games_seat WHERE player_id = %(player)s AND is_awaited)
    + (SELECT count(DISTINCT game_id) FROM players_invitation WHERE email = %(email)s AND is_awaited)
    + (SELECT count(*) {SUBSTITUTE_REQUESTS})
"""
FOR_ANYBODY = """
SELECT 'game', noticed, '', CASE WHEN due_at <= %(now)s THEN due_at END FROM games_game WHERE id = %(game)s AND listed
UNION ALL SELECT CASE WHEN seat.resigned_at IS NULL THEN 'plays' ELSE 'left' END, seat.number, seat.name, mail_fails_since
    FROM games_seat seat LEFT JOIN players_player player ON player.id = seat.player_id WHERE seat.game_id = %(game)s
"""
FOR_WHO_WAS_LET_IN = FOR_ANYBODY.replace(" AND listed", "")
KNOWN_TO_THEM = """((listed OR club_id IS NOT NULL AND EXISTS
        (SELECT 1 FROM players_membership WHERE player_id = %(player)s AND (club_id = games_game.club_id
            OR club_id IN (SELECT club_id FROM games_guestclub WHERE game_id = %(game)s))))
    AND NOT (phase = 'lobby' AND made_by_id IN
        (SELECT player_id FROM players_regard WHERE other_id = %(player)s AND blocks))
    OR made_by_id = %(player)s
    OR EXISTS (SELECT 1 FROM games_seat WHERE game_id = %(game)s AND player_id = %(player)s)
    OR EXISTS (SELECT 1 FROM games_replacement WHERE game_id = %(game)s AND player_id = %(player)s)
    OR phase = 'lobby' AND EXISTS
        (SELECT 1 FROM players_invitation WHERE game_id = %(game)s AND email = %(email)s AND NOT is_kept_back))
"""
SAVED = "JOIN games_seat seat ON seat.id = saved.seat_id WHERE seat.game_id = %(game)s AND saved.player_id = %(player)s"
FOR_PLAYERS = f"""
{FOR_ANYBODY.replace("listed", KNOWN_TO_THEM)}
UNION ALL SELECT CASE WHEN seat.id = own.id THEN 'own' ELSE 'mate' END, seat.noticed, CAST(seat.tiles_by_email AS text), NULL
    FROM games_seat own JOIN games_seat seat ON seat.game_id = own.game_id AND seat.number = own.number
    WHERE own.game_id = %(game)s AND own.player_id = %(player)s AND own.resigned_at IS NULL
UNION ALL SELECT 'waiting', ({WAITING}), '', NULL
UNION ALL SELECT 'asked', id, '', NULL FROM players_invitation WHERE game_id = %(game)s AND invited_by_id = %(player)s
    AND joined_at IS NULL AND declined_at IS NULL
UNION ALL SELECT 'draft', saved.id, saved.version, saved.saved_at FROM games_draft saved {SAVED}
UNION ALL SELECT 'note', saved.id, saved.text, NULL FROM games_note saved {SAVED}
UNION ALL SELECT 'hint', saved.id, CAST(saved.answer AS text), NULL FROM games_hint saved {SAVED}
UNION ALL SELECT 'unheard', saved.other, '', NULL FROM games_unheard saved {SAVED}
"""

Row: TypeAlias = tuple[str, int, str, object]
"""A row of the query: its type, number, text and instant."""


@dataclass(frozen=True)
class Fingerprint:
    """The data that a page of one game depends on.

    `noticed`: two counts of what its reader may have noticed, which only grow; None if they may not know of the game.
    `people`: the players by name, and whether emails to them fail. `saved` changes with what the reader saves there:
    drafts, a note, hints, mutes, invitations, and how they get their tiles. `waiting`: how many games wait for the
    reader, as in `waiting_count`. `is_due`: something may have happened that is not saved yet."""

    noticed: tuple[int, int] | None
    people: tuple[tuple[int, str, bool], ...]
    saved: tuple[Row, ...]
    waiting: int
    is_due: bool

    @property
    def own(self) -> NoteAndMutes:
        """The reader's note and mutes."""
        note = next((text for what, _, text, _ in self.saved if what == "note"), "")
        return NoteAndMutes(note, frozenset(number for what, number, _, _ in self.saved if what == "unheard"))


def fingerprint(*, game_id: int, player: Player | None, now: datetime) -> Fingerprint:
    """Return the fingerprint of a game for this reader."""
    return _read(FOR_PLAYERS if player else FOR_ANYBODY, game_id, player, now)


def fingerprint_for_spectators(*, game_id: int, now: datetime) -> Fingerprint:
    """Return the fingerprint of a game, perhaps private, for a spectator with its link. The caller has checked the
    link."""
    return _read(FOR_WHO_WAS_LET_IN, game_id, None, now)


def _read(statement: str, game_id: int, player: Player | None, now: datetime) -> Fingerprint:
    asked = {
        "game": game_id,
        "player": player.pk if player else None,
        "email": player.email if player else None,
        "now": connection.ops.adapt_datetimefield_value(now),
    }
    with connection.cursor() as cursor:
        cursor.execute(statement, asked)
        rows: list[Row] = sorted(cursor.fetchall(), key=repr)
    found = {row[0]: row for row in rows}
    waiting = found["waiting"][1] if player else 0
    if "game" not in found:
        return Fingerprint(None, (), (), waiting, is_due=False)
    mails = {number: [row[3] for row in rows if row[:2] == ("plays", number)] for _, number, _, _ in rows}
    return Fingerprint(
        noticed=(found["game"][1], found["own"][1] if "own" in found else 0),
        people=tuple((number, name, all(mails[number])) for what, number, name, _ in rows if what in ("plays", "left")),
        saved=tuple(
            (what, 0 if what in ("own", "mate") else number, text, at)
            for what, number, text, at in rows
            if what not in ("game", "plays", "left", "waiting")
        ),
        waiting=waiting,
        is_due=found["game"][3] is not None,
    )


def waiting_count(*, player: Player, now: datetime) -> int:
    """Return the number of games that wait for this player to move, accept settings, or answer an invitation or
    substitute request; one query.

    Counts games as last saved: anything due since then is not included."""
    with connection.cursor() as cursor:
        at = connection.ops.adapt_datetimefield_value(now)
        cursor.execute(f"SELECT {WAITING}", {"player": player.pk, "email": player.email, "now": at})
        return int(cursor.fetchone()[0])


# --- the start page ---------------------------------------------------------------------------------------------------

GAMES_SHOWN, FINISHED_SHOWN, OPEN_SHOWN, FOLLOWED_SHOWN = 50, 3, 50, 12
GAME, SEAT, INVITATION, PLAYER, PUZZLE, ENTRY, VACATION = (
    model._meta.db_table for model in (Game, Seat, Invitation, Player, Puzzle, PuzzleEntry, Vacation)
)
IS_OPEN = "game.has_room AND game.due_at > %(now)s AND game.made_by_id IS NOT NULL"
NOT_THERE = f"NOT EXISTS (SELECT 1 FROM {SEAT} WHERE game_id = game.id AND player_id = %(player)s)"
ASKED = f"SELECT game_id FROM {INVITATION} WHERE email = %(email)s AND is_awaited"
APART = """SELECT 1 FROM players_regard apart WHERE apart.blocks
    AND (apart.player_id, apart.other_id) IN ((%(player)s, game.made_by_id), (game.made_by_id, %(player)s))"""
FOLLOWED = "SELECT other_id FROM players_regard WHERE player_id = %(player)s AND follows"
CLUBS = "SELECT club_id FROM players_membership WHERE player_id = %(player)s"
WITH_MAKER = f"FROM {GAME} game JOIN {PLAYER} maker ON maker.id = game.made_by_id"
OWN_SEATS = f"FROM {SEAT} seat JOIN {GAME} game ON game.id = seat.game_id WHERE seat.player_id = %(player)s"
# Each part of a page of rows, in order: games, what may have been noticed in them, and seats. No order depends on when a
# game is due, as that may be decided by something hidden, such as a request.
PARTS = (
    f"""SELECT row_number() OVER (ORDER BY seat.is_awaited DESC, game.id) AS place, game.id AS game, game.noticed,
        CASE WHEN game.due_at <= %(now)s THEN 1 WHEN game.phase = 'lobby' AND game.made_by_id IS NULL THEN 2 ELSE 0 END,
        seat.id AS seat, seat.noticed AS there, CASE WHEN seat.is_awaited THEN 1 ELSE 0 END, ''
        {OWN_SEATS} AND seat.over_at IS NULL ORDER BY 1 LIMIT %(most)s OFFSET %(start)s""",
    f"""SELECT 0, game.id, game.noticed, 0, 0, 0, 0, '' {OWN_SEATS} AND seat.over_at IS NOT NULL AND game.phase = 'finished'
        ORDER BY seat.over_at DESC, game.id DESC LIMIT {FINISHED_SHOWN}""",
    f"SELECT 0, game.id, 0, 0, 0, 0, 0, maker.name {WITH_MAKER} WHERE game.id IN ({ASKED}) AND {IS_OPEN} AND {NOT_THERE}",
    f"""SELECT 0, puzzle.id, (SELECT count(*) FROM {ENTRY} WHERE puzzle_id = puzzle.id AND player_id = %(player)s), 0, 0, 0, 0,
        puzzle.kind || ' ' || CAST(puzzle.content AS text) FROM {PUZZLE} puzzle WHERE puzzle.day = %(today)s
        AND %(puzzles)s LIKE '%%,' || puzzle.kind || ',%%'""",
    f"""SELECT DISTINCT 0, game.id, game.noticed, 0, 0, 0, 0, '' FROM {SEAT} seat JOIN {GAME} game ON game.id = seat.game_id
        WHERE seat.over_at IS NULL AND seat.loan_id IS NULL AND seat.player_id IN ({FOLLOWED})
        AND game.listed AND game.started_at IS NOT NULL AND {NOT_THERE} ORDER BY game.id DESC LIMIT {FOLLOWED_SHOWN}""",
    f"SELECT 0, loan.game_id, loan.id, 0, 0, 0, 0, '' {SUBSTITUTE_REQUESTS}",
    f"""SELECT 0, game.id, game.taken, 0, 0, 0, 0, maker.name {WITH_MAKER}
        WHERE game.club_id IS NOT NULL AND game.club_id IN ({CLUBS}) AND NOT game.listed AND {IS_OPEN} AND {NOT_THERE}
        AND game.id NOT IN ({ASKED}) AND NOT EXISTS ({APART}) ORDER BY game.made_at DESC LIMIT {OPEN_SHOWN}""",
    f"""SELECT 0, 0, id, 0, 0, 0, 0, CAST(ends AS text) FROM {VACATION}
        WHERE player_id = %(player)s AND starts <= %(now)s AND ends > %(now)s""",
    f"SELECT 0, 0, {WAITING}, 0, 0, 0, 0, ''",
)
OF_PUZZLES, OF_FOLLOWED, OF_SUBSTITUTIONS, OF_CLUBS, OF_VACATION = 3, 4, 5, 6, 7  # the numbers of the parts above
START_PAGE = " UNION ALL ".join(f"SELECT {n}, part.* FROM ({part}) AS part" for n, part in enumerate(PARTS))  # fmt: skip


class OwnSeat(NamedTuple):
    """A game in which a player has a seat, as last saved. `noticed` and `there` count what they may have noticed, like
    everybody and in their seat. `due` is 1 if something may have happened that is not saved, and 2 if a director sets
    the time for the players to accept."""

    game: int
    noticed: int
    due: int
    seat: int
    there: int
    is_awaited: int


class PuzzleOfToday(NamedTuple):
    """Today's puzzle on a start page: its key, the content as JSON, and whether the player has entered."""

    kind: str
    content: str
    is_entered: bool


@dataclass(frozen=True)
class StartPage:
    """A start page before any game is loaded: the games on it, and one more if there is one. `noticed` changes whenever
    the lists may show something else for any reason but the time, unless a game is due. For a running game it counts
    only what the player may notice, never saves. `waiting` is as in `waiting_count`."""

    seats: tuple[OwnSeat, ...]
    noticed: tuple[tuple[object, ...], ...]
    waiting: int
    followed: tuple[int, ...] = ()
    """Public running games of players that this player follows."""
    substitute_requests: tuple[int, ...] = ()
    """Substitute requests that wait for the player's answer."""
    of_clubs: tuple[int, ...] = ()
    """Games of the player's clubs with a free seat that are not public."""
    puzzles: tuple[PuzzleOfToday, ...] = ()
    """Today's puzzles that have been made."""
    on_vacation_until: datetime | None = None
    """The end of the player's vacation, if one runs."""

    @property
    def is_sure(self) -> bool:
        return not any(one.due for one in self.seats)

    def once_saved(self, games: Collection[int]) -> "StartPage":
        """Return the page as it will be once everything due in these games is saved. The player must notice none of
        it."""
        seats = (one._replace(due=0) if one.game in games else one for one in self.seats)
        rows = ((*row[:4], 0, *row[5:]) if row[0] == 0 and row[2] in games else row for row in self.noticed)
        return replace(self, seats=tuple(seats), noticed=tuple(rows))


def start_page(*, player: Player, now: datetime, page: int = 1, most: int = GAMES_SHOWN) -> StartPage:
    """Return a page of a player's games, at most `most` and one more, in one query."""
    asked: dict[str, str | int | datetime] = {
        "player": player.pk,
        "email": player.email,
        "now": connection.ops.adapt_datetimefield_value(now) or "",
        "today": day_of(now).isoformat(),
        "puzzles": f",{','.join(of.key for of in registry.dailies(player.puzzle_codes))},",
        "start": most * (page - 1),
        "most": most + 1,
    }
    with connection.cursor() as cursor:
        cursor.execute(START_PAGE, asked)
        found = sorted(cursor.fetchall())
    # the game after the last one only says that there are more: what is due in it changes nothing
    rows = [(*row[:4], 0, *row[5:]) if row[0] == 0 and row[1] > most * page else row for row in found]
    seats = tuple(OwnSeat(*row[2:-1]) for row in rows if row[0] == 0)
    vacation = next((datetime.fromisoformat(row[-1]) for row in rows if row[0] == OF_VACATION), None)
    if vacation is not None and vacation.tzinfo is None:  # SQLite omits the time zone, which is UTC
        vacation = vacation.replace(tzinfo=UTC)
    return StartPage(
        seats,
        tuple(rows),
        rows[-1][3],
        followed=tuple(row[2] for row in rows if row[0] == OF_FOLLOWED),
        substitute_requests=tuple(row[3] for row in rows if row[0] == OF_SUBSTITUTIONS),
        of_clubs=tuple(row[2] for row in rows if row[0] == OF_CLUBS),
        puzzles=tuple(
            PuzzleOfToday(kind, content, bool(row[3]))
            for row in rows
            if row[0] == OF_PUZZLES
            for kind, content in [row[-1].split(" ", 1)]
        ),
        on_vacation_until=vacation,
    )
