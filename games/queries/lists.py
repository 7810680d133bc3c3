"""Lists of games: those of one player by what waits for them, and those open to anyone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Q

from games.models import Game
from games.players.models import Player
from games.queries.reading import sit
from games.queries.tables import TableView, option_lines, table_view
from games.rules import registry
from games.wording import length, listing

FINISHED_SHOWN = 20
OPEN_SHOWN = 50
RUNNING = [Game.Phase.PLAYING, Game.Phase.GRACE, Game.Phase.CHALLENGE]


@dataclass(frozen=True)
class GameLine:
    """A game in a list. `mark` is a light (G, R, A), `eye` for tiles to see, `pause`, or nothing."""

    id: int
    title: str
    phase: str
    says: str
    at: datetime | None
    at_says: str
    remaining: str
    mark: str
    is_filled: bool
    rank: int | None
    result: str


@dataclass(frozen=True)
class MyGames:
    waiting_for_me: tuple[GameLine, ...]
    waiting_for_others: tuple[GameLine, ...]
    lobby: tuple[GameLine, ...]
    finished: tuple[GameLine, ...]


@dataclass(frozen=True)
class OpenGame:
    """A listed game with a free seat."""

    id: int
    maker: str
    kind_name: str
    seats: int
    taken: int
    options_says: str
    made_at: datetime


def my_games(*, player: Player, now: datetime) -> MyGames:
    """A player's games, each list by what ends first; the latest finished ones."""
    ids = Game.objects.filter(seats__player=player)
    open_ids = ids.filter(phase__in=[*RUNNING, Game.Phase.LOBBY]).values_list("pk", flat=True)
    views = [table_view(sit(game_id=game_id, player=player, now=now)) for game_id in open_ids]
    lines = [(view, _line(view, player, now)) for view in views]
    finished = [_finished_line(game, player) for game in _finished(player)]
    finished += [line for view, line in lines if view.phase == "finished"]
    running = [(view, line) for view, line in lines if view.phase not in ("lobby", "finished", "cancelled")]
    return MyGames(
        waiting_for_me=_soonest([line for view, line in running if view.waits_for_you]),
        waiting_for_others=_soonest([line for view, line in running if not view.waits_for_you]),
        lobby=tuple(line for view, line in lines if view.phase == "lobby"),
        finished=tuple(finished),
    )


def open_games(*, player: Player | None, now: datetime) -> tuple[OpenGame, ...]:
    """Listed games with a free seat that this player does not sit in, the newest first."""
    games = Game.objects.filter(phase=Game.Phase.LOBBY, listed=True, due_at__gt=now).order_by("-made_at")
    if player is not None:
        games = games.exclude(seats__player=player)
    shown = games.select_related("made_by").prefetch_related("seats")[:OPEN_SHOWN]
    return tuple(_open_game(game) for game in shown if len(game.seats.all()) < game.seat_count)


def _open_game(game: Game) -> OpenGame:
    kind = registry.kind(game.kind)
    return OpenGame(
        id=game.pk,
        maker=game.made_by.name if game.made_by else "",
        kind_name=kind.name,
        seats=game.seat_count,
        taken=len(game.seats.all()),
        options_says=", ".join(
            line.value for line in option_lines(kind, game.options) if line.label in _most_telling(kind)
        ),
        made_at=game.made_at,
    )


def _most_telling(kind: object) -> set[str]:
    """The options worth a word in a list: tiles and how long one may take to look."""
    return {"Tiles", "Look within"}


def _line(view: TableView, player: Player, now: datetime) -> GameLine:
    mark, is_filled = _mark(view)
    return GameLine(
        id=view.id,
        title=listing([seat.name for seat in view.seats if not seat.you and not seat.free]) or view.title,
        phase=view.phase,
        says=view.why,
        at=view.next.at if view.next else None,
        at_says=view.next.says if view.next else "",
        remaining=length(max(view.next.at - now, timedelta(0))) if view.next else "",
        mark=mark,
        is_filled=is_filled,
        rank=None,
        result="",
    )


def _mark(view: TableView) -> tuple[str, bool]:
    if view.crossing is None:
        return "", False
    if view.paused:
        return "pause", False
    if view.phase == "grace":
        return "R", True
    if view.crossing.unseen:
        return "eye", True
    asked = any(seat.asked_at for seat in view.seats)
    return ("R" if view.crossing.next_is_red else "G"), asked


def _finished(player: Player) -> Sequence[Game]:
    over = Game.objects.filter(Q(phase=Game.Phase.FINISHED), seats__player=player).order_by("-finished_at")
    return list(over.prefetch_related("seats")[:FINISHED_SHOWN])


def _finished_line(game: Game, player: Player) -> GameLine:
    seats = list(game.seats.all())
    own = next(seat for seat in seats if seat.player_id == player.pk)
    return GameLine(
        id=game.pk,
        title=listing([seat.name for seat in seats if seat is not own]),
        phase=game.phase,
        says="",
        at=game.finished_at,
        at_says="",
        remaining="",
        mark="",
        is_filled=False,
        rank=own.rank,
        result=own.result,
    )


def _soonest(lines: Sequence[GameLine]) -> tuple[GameLine, ...]:
    far = datetime.max.replace(tzinfo=UTC)
    return tuple(sorted(lines, key=lambda line: line.at or far))
