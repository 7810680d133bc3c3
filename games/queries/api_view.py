"""A game as JSON for one reader of the API, made from the same view as the page, so that the same things stay
hidden."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import cache, lru_cache, partial
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import get_language

from games import store
from games.models import Game, Seat
from games.players.models import Player
from games.players.regards import apart_from
from games.queries.archive import Search, found, in_order
from games.queries.clubs import known_clubs
from games.queries.hints import hints_taken
from games.queries.history import instant
from games.queries.lists import open_games_of
from games.queries.options import pace_and_house_rules
from games.queries.public import OVER, RUNNING, PublicSearch, find
from games.queries.reading import ReaderTable, called, called_together, for_reader, seated, substitutes
from games.queries.tables import TableView
from games.rules.facts import JsonObject
from games.rules.options import alphabet_in
from games.sharing import has_room, have_agreed, people_a_seat, playing
from games.statements import BEFORE, GIVEN, Compiled
from games.wording import speak

LISTED_AT_ONCE = 20
OF_A_STATUS = {"playing": RUNNING, "finished": OVER}


def api_view(*, game_id: int, player: Player | None, now: datetime) -> JsonObject:
    """Return the game as this reader may know it now, as flat JSON.

    Raises NoSuchGame if they may not know of it."""
    return view_as_json(for_reader(game_id=game_id, player=player, now=now), player)


def api_list(
    *, player: Player | None, mine: bool, status: str | None, before: int | None, now: datetime
) -> tuple[list[JsonObject], int | None]:
    """Return games with ids below `before`, the newest first: the player's own, or the public ones. Also return the
    `before` of the next page, None on the last."""
    read = partial(_page(mine, status, is_signed_in=player is not None), *((player.pk,) if player else ()))
    newest = store.all_seen_now(read if before is None else partial(read, before=before), now=now)
    older = newest[-1].game.pk if len(newest) == LISTED_AT_ONCE else None
    # a substitute whose time has ended since the last save no longer has the seat
    shown = [table for table in newest if player is None or not mine or table.row_of(player)]
    return _all_as_json([seated(table, player) for table in shown], player), older


@cache
def _page(mine: bool, status: str | None, *, is_signed_in: bool) -> Compiled[Game]:
    """Return the query of a page of `api_list`, for the reader's id."""
    games: QuerySet[Game] = Game.objects.filter(seats__player=GIVEN) if mine else Game.objects.filter(listed=True)
    if is_signed_in and not mine:
        games = games.exclude(apart_from(GIVEN), phase=Game.Phase.LOBBY)
    if status is not None:
        games = games.filter(phase=status)
    return Compiled(games.filter(pk__lt=BEFORE).order_by("-pk")[:LISTED_AT_ONCE])


def api_search(
    *, player: Player, search: Search, before: int | None, now: datetime
) -> tuple[list[JsonObject], int | None]:
    """Return the player's own finished games that match a search, the last finished first, and the `before` of the next
    page, which may come before the page is full.

    Raises NoSuchGame as `found` does."""
    page = found(player=player, search=search, most=LISTED_AT_ONCE, before=before)
    tables = in_order([seat.game_id for seat in page.seats], player, now)
    return _all_as_json(tables, player), page.older


def api_public(
    *, player: Player | None, search: Search, phases: Sequence[str], before: int | None, now: datetime
) -> tuple[list[JsonObject], int | None]:
    """Return the public games that match a search by kind and name, the last started first, and the `before` of the
    next page, which may come before the page is full.

    Raises NoSuchGame as `find` does."""
    wanted = PublicSearch(phases, search.kind, search.opponent)
    games, older = find(search=wanted, most=LISTED_AT_ONCE, before=before)
    return _all_as_json(in_order(games, player, now), player), older


def api_of_club(
    *, club_id: int, player: Player, status: str | None, before: int | None, now: datetime
) -> tuple[list[JsonObject], int | None]:
    """Return a club's games as a member may see them: for `lobby` those with a free seat, else those that have started,
    the last started first; and the `before` of the next page.

    The caller has checked that the player is a member. Raises NoSuchGame as `find` does."""
    if status == Game.Phase.LOBBY:
        games, older = [one.id for one in open_games_of(club_id=club_id, player=player, now=now)], None
    else:
        wanted = PublicSearch(OF_A_STATUS.get(status or "", ()), club=club_id)
        games, older = find(search=wanted, most=LISTED_AT_ONCE, before=before)
    return _all_as_json(in_order(games, player, now), player), older


def api_said(*, game_id: int, player: Player | None, now: datetime) -> JsonObject:
    """Return the chat of a game, the newest message first, and the comments since its end. Raises NoSuchGame."""
    view = TableView(for_reader(game_id=game_id, player=player, now=now))
    comments = len(view.comments)
    said = [
        {
            "at": instant(line.at),
            "seat": line.by,
            "name": line.name,
            "text": line.said,
            "comment": n < comments,
        }
        for n, line in enumerate(view.said)
    ]
    return {"said": said}


def view_as_json(loaded: ReaderTable, player: Player | None) -> JsonObject:
    """Return a loaded game as JSON, as its reader may see it."""
    return _all_as_json([loaded], player)[0]


def _all_as_json(tables: Iterable[ReaderTable], player: Player | None) -> list[JsonObject]:
    """Return loaded games as JSON, as their reader may see them, without clubs that the reader may not know of."""
    tables = list(tables)
    clubs = known_clubs([loaded.table.game.club_id for loaded in tables], player)
    return [_as_json(loaded, clubs) for loaded in tables]


def _as_json(loaded: ReaderTable, clubs: Collection[int | None]) -> JsonObject:
    table, game, view = loaded.table, loaded.table.game, loaded.view
    alphabet = alphabet_in(game.options)
    pace, house_rules = pace_and_house_rules(table.kind, game.options)
    common = {
        "id": game.pk,
        "kind": game.kind,
        "phase": view.phase if view else game.phase,
        "turn": view.turn if view else 0,
        "you": loaded.seat,
        "listed": game.listed,
        "club": game.club_id if game.club_id in clubs else None,
        "rated": game.rated,
        "word_list": table.resources.words.name,
        "alphabet": alphabet.code,
        "options": game.options,
        "pace": pace,
        "house_rules": list(house_rules),
        "commitment": game.commitment,
    }
    if view is None:
        return alphabet.write_json({**common, **_lobby(loaded)})
    return alphabet.write_json({**common, **_since_the_deal(loaded)})


def _since_the_deal(loaded: ReaderTable) -> JsonObject:
    """Return a game that has been dealt. It is made again once its reader may have noticed something."""
    table = loaded.table
    if table.has_changed:  # not saved yet, so not counted either
        return _made_since_the_deal(loaded)
    cached = cached_view(Noticed.by(loaded), get_language(), timezone.get_current_timezone_name())
    if not cached:
        cached.append(_made_since_the_deal(loaded))
    return cached[0]


class Noticed(NamedTuple):
    """How much a reader may have noticed in a game, `by_all` like everybody and `there` in their own seat, and its people.
    `may` is what a substitute may do."""

    game: int
    by_all: int
    seat: int | None
    there: int
    may: str
    people: tuple[tuple[int, int, str, bool, bool], ...]

    @classmethod
    def by(cls, loaded: ReaderTable) -> "Noticed":
        game, own, substitution = loaded.table.game, loaded.own, loaded.substitution
        return cls(
            game.pk,
            game.noticed,
            own.pk if own else None,
            own.noticed if own else 0,
            substitution.may if substitution else "",
            tuple(
                (row.number, row.share, row.name, row.resigned_at is None, row.substitution_id is None)
                for row in loaded.seats
            ),
        )


@lru_cache(maxsize=1000)
def cached_view(noticed: Noticed, language: str | None, zone: str) -> list[JsonObject]:
    """Return the cache entry for a game as a reader sees it while they may have noticed nothing new.

    Hidden things are no part of the key, so that not even the timing of an answer reveals them."""
    return []


def _made_since_the_deal(loaded: ReaderTable) -> JsonObject:
    table, view = loaded.table, loaded.view
    # from here on the draws may be known
    end = {} if table.is_running else {"ending": view.ending, "seed": bytes(table.game.seed).hex()}
    taken = {str(seat): n for seat, n in hints_taken(loaded)}
    return {**_running(loaded), **view.facts, **end, **({"hints": taken} if taken else {})}


def _lobby(loaded: ReaderTable) -> JsonObject:
    """Return a game before the deal: its players and who has accepted; a free seat has no name."""
    game = loaded.table.game
    seats = [loaded.places.get(number, ()) for number in range(game.seat_count)]
    is_open = game.phase == Game.Phase.LOBBY
    is_free = any(not rows or has_room(rows, game) for rows in seats)
    may = ["AGREE"] if loaded.seat is not None else ["JOIN"] if is_free else []
    return {
        "pool": 0,
        "seats": [
            {
                "name": called_together(rows) or None,
                **_people(rows, game),
                "seen": False,
                "away": False,
                "agreed": have_agreed(rows),
            }
            for rows in seats
        ],
        "next": None,
        "waiting_for": [n for n, rows in loaded.places.items() if not have_agreed(rows)] if is_open else [],
        "may": may if is_open else [],
    }


def _people(rows: Sequence[Seat], game: Game) -> JsonObject:
    """Return the people of a seat if several may share one."""
    return {"people": [called(row) for row in playing(rows)]} if people_a_seat(game) > 1 else {}


def _running(loaded: ReaderTable) -> JsonObject:
    game, view = loaded.table.game, loaded.view
    seats = []
    for name, there, rows in zip(loaded.names, view.seats, loaded.places.values(), strict=True):
        asked = {"asked_at": instant(there.asked_at)} if there.asked_at else {}
        known = {"name": name, "seen": there.seen, "away": there.away, "resigned": there.resigned}
        lent = {"sits_in": sits_in} if (sits_in := substitutes(rows)) else {}
        seats.append({**known, **asked, **_people(rows, game), **lent})
    return {
        "pool": view.pool,
        "round": view.round,
        "seats": seats,
        "next": {"what": view.next.what, "at": instant(view.next.at)} if view.next else None,
        "waiting_for": sorted(view.waiting_for),
        "says": [speak(one, loaded.names) for one in view.why if not one.instants],
        "may": list(view.may),
        **({} if view.standing is None else {"standing": list(view.standing)}),
    }
