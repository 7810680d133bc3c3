"""A deployment: all processes restart, and the database then has games that earlier releases stored."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from random import Random

from django.db.models import F

from games.models import Event, Game
from games.players.models import Player
from games.rules import registry
from games.store import rows
from tests.simulation.chance import chance
from tests.simulation.site import Site
from tests.states.files import FOLDER, restored

GAMES = 6
LONG_AGO = timedelta(days=31)
"""How long ago a stored game ended, if it had ended: long enough to be archived next."""
INSTANT = re.compile(r'(?<=")\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)(?=")')


def deploy(site: Site, addresses: Sequence[str]) -> None:
    """Add some games of people with these addresses, as earlier releases stored them, and restart all processes."""
    drawn = chance(site.seed, "deployment", site.clock.now)
    players = list(Player.objects.filter(email__in=addresses, is_active=True).order_by("pk"))
    for name in drawn.sample(sorted(_stored_games()), GAMES):
        site.counts["stored games"] += _store(_stored_games()[name], players, drawn, now=site.clock.now)
    site.start_anew()
    for task in ("count_finished_games", "tally_finished_games"):  # as was done long ago
        site.run_task(f"games.tasks.{task}")


@cache
def _stored_games() -> Mapping[str, str]:
    """Return the games that releases have stored, as JSON, by the names of their files."""
    files = (path for path in FOLDER.glob("*/*.json") if not path.stem.endswith(".record"))
    return {f"{path.parent.name}/{path.stem}": path.read_text("utf-8") for path in files}


def _store(text: str, players: Sequence[Player], drawn: Random, *, now: datetime) -> bool:
    """Put a stored game into the database at its last moment, or long ago if it has ended. Returns False if there are too few players."""
    file = json.loads(text)
    if len(players) < len(file["seats"]):
        return False
    last = max(datetime.fromisoformat(at) for at in [file["state"]["now"], *(one["at"] for one in file["events"])])
    file = json.loads(moved(text, by=now - last - (LONG_AGO if file["finished_at"] else timedelta(0))))
    seated = drawn.sample(players, len(file["seats"]))
    for row, player in zip(file["seats"], seated, strict=True):
        row["name"] = player.name
    game = restored(file, seated)
    due = registry.kind(game.kind).due(rows.load(game, rows.parts_of([game])[game.pk]))
    Game.objects.filter(pk=game.pk).update(due_at=due and due.at)  # its days of rest have moved, too
    game.seats.update(over_at=game.finished_at)
    Event.objects.filter(game=game).update(announced_at=F("at"))
    return True


def moved(text: str, *, by: timedelta) -> str:
    """Return the JSON with all instants moved by a span."""
    return INSTANT.sub(lambda found: (datetime.fromisoformat(found[0]) + by).isoformat().replace("+00:00", "Z"), text)
