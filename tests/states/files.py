"""Writes stored games to files and restores them to the database: the columns and rows of their state, and no more."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.cache import caches
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model

from games import queries
from games.models import Bag, Board, Draft, Event, Game, Hand, Seat
from games.players.models import Player
from games.word_lists import shelf
from tests.states.playing import seated
from tests.tables import import_rows

FOLDER = Path(__file__).parent
LONGEST_LINE = 120
COLUMNS = (
    *("kind", "format", "phase", "ending", "turn", "seat_count", "options", "commitment", "made_at", "started_at"),
    *("finished_at", "hard_end", "due_at", "paused_by_staff", "last_event", "state"),
)
SEAT = ("number", "name", "cut", "agreed_at", "tiles_by_email", "is_awaited", "rank", "score", "result")
DRAFT = ("name", "layout", "saved_at")
ROWS: dict[str, tuple[type[Model], tuple[str, ...]]] = {
    "bags": (Bag, ("name", "tiles", "words_used")),
    "hands": (Hand, ("seat", "tiles")),
    "boards": (Board, ("seat", "layout")),
    "events": (Event, ("n", "at", "verb", "seat", "facts")),
}


def stored(game_id: int) -> dict[str, Any]:
    """Return the columns and rows of a game in the database, without events before its deal."""
    game = Game.objects.select_related("word_list").get(pk=game_id)
    deal = game.events.filter(verb="deal").order_by("n")[0].n
    return {
        **{name: getattr(game, name) for name in COLUMNS},
        "word_list": game.word_list.name,
        "seed": bytes(game.seed).hex(),
        "key": bytes(game.key or b"").hex(),
        "seats": list(game.seats.order_by("number").values(*SEAT)),
        **{
            name: list(model._default_manager.filter(game=game).order_by("pk").values(*columns))
            for name, (model, columns) in ROWS.items()
            if model is not Event
        },
        "drafts": list(Draft.objects.filter(seat__game=game).order_by("pk").values("seat__number", *DRAFT)),
        "events": list(game.events.filter(n__gte=deal).order_by("n").values(*ROWS["events"][1])),
    }


def restored(file: dict[str, Any], players: Sequence[Player] = ()) -> Game:
    """Create the game of a file in the database, with these players or else with players of its own names."""
    import_rows()
    caches["replays"].clear()  # replays are cached by commitment, which stored games share
    game = Game.objects.create(
        **{name: file[name] for name in COLUMNS},
        word_list=shelf.newest(file["word_list"]),
        seed=bytes.fromhex(file["seed"]),
        key=bytes.fromhex(file["key"]),
        listed=True,
    )
    players = players or seated(row["name"] for row in file["seats"])
    seats = [
        Seat.objects.create(game=game, player=player, **row) for player, row in zip(players, file["seats"], strict=True)
    ]
    for name, (model, _) in ROWS.items():
        model._default_manager.bulk_create([model(game=game, **row) for row in file[name]])
    for row in file["drafts"]:
        seat = seats[row["seat__number"]]
        Draft.objects.create(seat=seat, player=seat.player, **{name: row[name] for name in DRAFT})
    game.refresh_from_db()
    return game


def write(name: str, game_id: int) -> None:
    """Write the game to a file of this name in the folder of its format and, if it is finished, its public record."""
    content = stored(game_id)
    folder = FOLDER / str(content["format"])
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(laid_out(content), "utf-8")
    if content["phase"] == "finished":
        record = queries.record(game_id=game_id, player=None, now=content["finished_at"])
        (folder / f"{name}.record.json").write_text(laid_out(record), "utf-8")


def laid_out(content: dict[str, Any]) -> str:
    """Return JSON that people can read: a line for each name, and a line for each item of a list of rows or a long object."""
    return "{\n" + ",\n".join(f"{_json(name)}: {_in_lines(value)}" for name, value in content.items()) + "\n}\n"


def _in_lines(value: Any) -> str:
    if isinstance(value, dict) and len(_json(value)) > LONGEST_LINE:
        return "{\n  " + ",\n  ".join(f"{_json(name)}: {_json(one)}" for name, one in value.items()) + "\n}"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n  " + ",\n  ".join(map(_json, value)) + "\n]"
    return _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
