"""The record of a game: from a finished one anyone can replay every draw; of a running one it has what its reader may
know.

Reading a record does not count as looking at tiles. RULES.md defines the format; `manage.py verify_game` reads it
back."""

from datetime import UTC, datetime
from itertools import chain
from typing import NotRequired, TypedDict, cast

from games.players.models import Player
from games.queries.history import Happened, facts_for, instant
from games.queries.reading import ReaderTable, for_reader
from games.rules.alphabets.known import alphabet_of
from games.rules.facts import JsonObject
from games.rules.options import options_in_record, read_options
from games.rules.table import people
from games.rules.table.verify import FORMAT, INSTANTS, as_published
from games.sharing import cut_of
from games.store import NoSuchGame
from games.store.events import events_of


class Record(TypedDict):
    """A game as JSON. `alphabet` has the code, version and hash of an alphabet other than English. `tiles` are the numbers
    in its set, `seats` the names; the seed is included once the game is over."""

    format: str
    kind: str
    alphabet: NotRequired[JsonObject]
    tiles: dict[str, int]
    seats: list[str]
    options: JsonObject
    word_list: dict[str, str]
    commitment: str
    cuts: list[str]
    seed: str | None
    events: list[JsonObject]


def record(*, game_id: int, player: Player | None, now: datetime) -> Record:
    """Return the record as this reader may have it now. Raises NoSuchGame if they may not know of the game."""
    return record_of(for_reader(game_id=game_id, player=player, now=now))


def notated(*, game_id: int, player: Player | None, notation: str, now: datetime) -> str:
    """Return a finished game in another notation of its kind.

    Raises NoSuchGame if there is none, or the game still runs, and OrderRefused if the notation cannot express it."""
    loaded = for_reader(game_id=game_id, player=player, now=now)
    table = loaded.table
    if notation not in table.kind.notations or table.state is None or table.is_running:
        raise NoSuchGame
    return table.kind.notations[notation](table.state, loaded.names)


def record_of(loaded: ReaderTable) -> Record:
    """Return the record of a loaded game, as its reader may have it."""
    table, game = loaded.table, loaded.table.game
    options = table.state.options if table.state else read_options(table.kind.options_type, game.options)
    is_finished = table.state is not None and not table.is_running
    record = {
        "format": FORMAT,
        "kind": game.kind,
        "tiles": dict(table.kind.tiles(options)),
        "seats": loaded.names,
        "options": {**options_in_record(options), "word_list": game.word_list.name},
        "word_list": {"name": game.word_list.name, "sha256": game.word_list.sha256},
        "commitment": game.commitment,
        "cuts": [cut_of(rows) for rows in loaded.places.values()] if table.state else [],
        "seed": bytes(game.seed).hex() if is_finished else None,
        "events": _events(loaded),
    }
    return cast(Record, as_published(record, alphabet_of(options.alphabet)))


def _events(loaded: ReaderTable) -> list[JsonObject]:
    """Return the events that the reader may know of, including those due but not saved yet.

    Left out are events for one reader alone, those before the deal, changes among people who share a seat, and chat."""
    table = loaded.table
    left_out = {*people.HAPPENINGS, *table.kind.unrecorded}
    unsaved = (event for event in table.happenings if event.verb not in left_out)
    saved = (event for event in events_of(table.game) if event.verb not in left_out)
    happened: chain[Happened] = chain(saved, unsaved)
    told: list[JsonObject] = []
    for event in happened:
        known = facts_for(table, event, loaded.seat)
        if known is None:
            continue
        facts = {name: value for name, value in known.items() if name != "your_red_is_green"}
        given = {name: datetime.fromisoformat(facts[name]) for name in INSTANTS if name in facts}
        instants = {name: instant(at.astimezone(UTC)) for name, at in given.items()}
        told.append({"n": len(told) + 1, "at": instant(event.at), **facts, **instants})
    return told
