"""The record of a game: from a finished one anyone can replay every draw. Of a running one, what its reader may know.

Reading it is not seeing. The shape is the contract in RULES.md; `manage.py verify_game` reads it back.
"""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from games.players.models import Player
from games.queries.reading import Sitting, sit
from games.queries.telling import facts_for, instant
from games.rules.options import read_options
from games.rules.table.verify import FORMAT, INSTANTS
from games.sharing import cut_of
from games.store import NoSuchGame

OF_THE_TABLE = (
    *("made", "seated", "joined", "moved", "agreed", "unagreed", "cancelled", "left", "freed", "invited", "declined"),
    *("say", "left_share"),
)
"""What happens before the deal, what people say and who of those sharing a seat plays on stays out of a record."""


def record(*, game_id: int, player: Player | None, now: datetime) -> dict[str, Any]:
    """The record as this reader may have it now. Raises NoSuchGame where they may not know of the game."""
    return record_of(sit(game_id=game_id, player=player, now=now))


def notated(*, game_id: int, player: Player | None, notation: str, now: datetime) -> str:
    """A finished game in another notation of its kind's. Raises NoSuchGame where there is none, or the game still runs, and
    OrderRefused where it cannot be told so."""
    sitting = sit(game_id=game_id, player=player, now=now)
    table = sitting.table
    if notation not in table.kind.notations or table.state is None or table.is_running:
        raise NoSuchGame
    return table.kind.notations[notation](table.state, sitting.names)


def record_of(sitting: Sitting) -> dict[str, Any]:
    table, game = sitting.table, sitting.table.game
    options = table.state.options if table.state else read_options(table.kind.options_type, game.options)
    is_finished = table.state is not None and not table.is_running
    return {
        "format": FORMAT,
        "kind": game.kind,
        "tiles": dict(table.kind.tiles(options)),
        "seats": sitting.names,
        "options": {**asdict(options), "word_list": game.word_list.name},
        "word_list": {"name": game.word_list.name, "sha256": game.word_list.sha256},
        "commitment": game.commitment,
        "cuts": [cut_of(rows) for rows in sitting.places.values()] if table.state else [],
        "seed": bytes(game.seed).hex() if is_finished else None,
        "events": _events(sitting),
    }


def _events(sitting: Sitting) -> list[dict[str, Any]]:
    """What the reader may know to have happened, with what is due but not saved yet."""
    table = sitting.table
    left_out = {*OF_THE_TABLE, *table.kind.unrecorded}
    happened: list[Any] = [*table.game.events.exclude(verb__in=left_out).order_by("n")]
    happened += [event for event in table.happenings if event.verb not in left_out]
    known = ((event.at, facts_for(table, event, sitting.seat)) for event in happened)
    told = [(at, dict(facts)) for at, facts in known if facts is not None]
    return [{"n": n, "at": instant(at), **_written(facts)} for n, (at, facts) in enumerate(told, start=1)]


def _written(facts: dict[str, Any]) -> dict[str, Any]:
    """The facts as the record has them: instants in its own way, and nothing that is news for one reader."""
    facts.pop("your_red_is_green", None)
    return facts | {name: _instant_in(facts[name]) for name in INSTANTS if name in facts}


def _instant_in(text: str) -> str:
    return instant(datetime.fromisoformat(text).astimezone(UTC))
