"""A finished game's layouts, light by light, with what each was worth then. Of a game that runs nobody sees any."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.cache import caches

from games.players.models import Player
from games.queries.reading import Sitting, sit
from games.queries.tables import table_view
from games.queries.telling import facts_for
from games.queries.views import TableView
from games.rules.grid import Layout
from games.rules.kind import Event
from games.rules.layouts import OwnLayouts, Scene, show_apart


@dataclass(frozen=True)
class Standing:
    """One player's layout in one scene; `shown` reads `24/(7+2)=2.67`."""

    seat: int
    layout: Layout
    struck: tuple[str, ...]
    shown: str


@dataclass(frozen=True)
class FilmScene:
    """The boards, best in the end first, as they lay when the light after `light` came; None is the result."""

    light: int | None
    at: datetime
    standings: tuple[Standing, ...]


def film(*, game_id: int, player: Player | None, now: datetime) -> tuple[FilmScene, ...]:
    """Every light and the result; nothing while the game runs. Raises NoSuchGame where the reader may not know of it."""
    return _film(sit(game_id=game_id, player=player, now=now))


def result(*, game_id: int, player: Player | None, now: datetime) -> tuple[TableView, tuple[FilmScene, ...]]:
    """The table and its film, of one reading; a kind in which nobody has a board of their own has none. Raises NoSuchGame as
    `film` does."""
    sitting = sit(game_id=game_id, player=player, now=now)
    return table_view(sitting), _film(sitting)


def _film(sitting: Sitting) -> tuple[FilmScene, ...]:
    """Kept by the count of saves: a long game takes a second to score, and is over for everybody alike."""
    game = sitting.table.game
    if sitting.table.kind.layouts is None:
        return ()
    kept: tuple[FilmScene, ...] | None = caches["films"].get(key := f"film:{game.commitment}:{game.version}")
    if kept is None:
        kept = _made(sitting)
        if kept and not sitting.table.happenings:
            caches["films"].set(key, kept)
    return kept


def _made(sitting: Sitting) -> tuple[FilmScene, ...]:
    table, layouts = sitting.table, sitting.table.kind.layouts
    if table.state is None or table.is_running or layouts is None:
        return ()
    finals = table.view(sitting.seat).results
    if not finals:  # a void game has none
        return ()
    seats = [one.result.seat for one in finals]
    lights = [_scene(scene, seats, sitting, layouts) for scene in layouts.scenes(_events(sitting), table.state.options)]
    standings = (Standing(one.result.seat, one.result.layout, one.result.struck, one.shown) for one in finals)
    return (*lights, FilmScene(None, table.state.now, tuple(standings)))


def _events(sitting: Sitting) -> list[Event]:
    """All that the reader may know to have happened, which at the end is everything."""
    happened: list[Any] = [*sitting.table.game.events.order_by("n"), *sitting.table.happenings]
    known = ((event, facts_for(sitting.table, event, sitting.seat)) for event in happened)
    return [Event(event.verb, event.at, event.seat, facts) for event, facts in known if facts is not None]


def _scene(scene: Scene, seats: list[int], sitting: Sitting, layouts: OwnLayouts[Any, Any]) -> FilmScene:
    words = layouts.judge(sitting.table.state, sitting.table.resources.words)
    boards = [scene.boards.get(seat, ()) for seat in seats]
    scores = [layouts.score(board, scene.hands[seat], words) for seat, board in zip(seats, boards, strict=True)]
    told = zip(seats, boards, scores, show_apart(scores), strict=True)
    standings = tuple(Standing(seat, layout, made.struck, shown) for seat, layout, made, shown in told)
    return FilmScene(scene.light, scene.at, standings)
