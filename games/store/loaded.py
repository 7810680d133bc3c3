"""A loaded game as its rows store it: the state, the seats, and the events since it was loaded. `games.store.table`
carries out moves on it."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from functools import cached_property
from operator import attrgetter

from games.models import Game, Seat
from games.players.models import Player
from games.rules import registry
from games.rules.table.state import TableState
from games.rules.values import Event
from games.statements import update
from games.store import rows

OF_A_SEAT = (
    "is_awaited",
    "noticed",
    "over_at",
    "rank",
    "score",
    "result",
    "orders_in_hour",
    "orders_in_day",
    "orders_counted_at",
)
"""The columns of a seat that belong to the game and are saved with it."""
_of_a_seat = attrgetter(*OF_A_SEAT)


class LoadedGame:
    """A game with its state and seats. It may be saved only if `is_locked`. Pass `seats` only if they were read without
    a lock: the game then counts as not locked."""

    def __init__(
        self, game: Game, now: datetime, parts: Collection[rows.Part] = (), seats: list[Seat] | None = None
    ) -> None:
        self.game = game
        self.kind = registry.kind(game.kind)
        self.state: TableState | None = rows.load(game, parts) if game.state is not None else None
        self.now = max(now, self.state.now) if self.state is not None else now
        self.happenings: list[Event] = []
        self._rows_were: list[tuple[object, ...]] = []
        self.is_locked = seats is None
        if seats is not None:
            self.rows = seats

    @property
    def is_running(self) -> bool:
        return self.state is not None and self.state.phase != Game.Phase.FINISHED

    @property
    def is_in_lobby(self) -> bool:
        return self.game.phase == Game.Phase.LOBBY

    @cached_property
    def rows(self) -> list[Seat]:
        """The seats by number and share, with their players. They are read again after somebody has joined, left or
        accepted; the columns `OF_A_SEAT` are saved with the game."""
        read = rows.seated_at([self.game])[self.game.pk]
        self._rows_were = [_of_a_seat(row) for row in read]
        return read

    @property
    def maker(self) -> Player | None:
        """The player who made the game; None if a tournament did, or if they have deleted their account."""
        made_by = self.game.made_by_id
        return (
            next((row.player for row in self.rows if made_by and row.player_id == made_by), None) or self.game.made_by
        )

    def row_of(self, player: Player) -> Seat | None:
        """Return the row of this player, also after resigning from a seat that others play on."""
        return next((row for row in self.rows if row.player_id == player.pk), None)

    def seat_of(self, player: Player) -> int | None:
        """Return the number of this player's seat."""
        row = self.row_of(player)
        return row.number if row else None

    def is_played(self, seat: int) -> bool:
        """Return True if the game is running and this seat has not resigned."""
        return self.state is not None and self.is_running and seat not in self.state.resigned

    def happened(self, verb: str, seat: int | None = None, **facts: object) -> None:
        """Record an event that the rules do not handle, such as joining or chat."""
        self.happenings.append(Event(verb, self.now, seat, facts))
        self.read_rows_again()

    def read_rows_again(self) -> None:
        """Save the seats and read them again at their next use, because somebody has joined, left or accepted."""
        self._save_rows()
        vars(self).pop("rows", None)

    def _save_rows(self) -> None:
        """Save the columns `OF_A_SEAT` that have changed. Seats with the same changes are saved in one statement."""
        if "rows" not in vars(self):
            return
        changes = defaultdict[tuple[tuple[str, object], ...], list[Seat]](list)
        for row, was in zip(self.rows, self._rows_were, strict=True):
            differing = zip(OF_A_SEAT, was, _of_a_seat(row), strict=True)
            changes[tuple((name, value) for name, before, value in differing if value != before)].append(row)
        self._rows_were = [_of_a_seat(row) for row in self.rows]
        for changed, alike in changes.items():
            update(alike, [name for name, _ in changed])
