"""Plays games in the database from the deal to some moment, and from some moment to the end."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from games import commands, store
from games.commands.staff import govern_at
from games.models import Game
from games.players.models import Player
from games.rules.chance import Chance, commitment
from games.rules.values import Order, OrderRefused, StaffAction
from games.word_lists.shelf import vocabulary_of
from tests import tables
from tests.rules.position import NAMES, SEED
from tests.tables import NOON

MOST_STEPS = 400
BETWEEN = timedelta(minutes=10)


class Played:
    """A game that has just been dealt; each method takes it further. Nothing in it is random."""

    def __init__(self, kind: str, seats: int, *, by_email: tuple[int, ...] = (), **options: Any) -> None:
        tables.import_rows()
        self.now, self.players = NOON, seated(NAMES[:seats])
        self.game_id = commands.make_game(
            kind=kind,
            player=self.players[0],
            seats=seats,
            options=options,
            word_list="rows" if kind == "crossing" else None,
            listed=True,
            now=NOON,
        )
        Game.objects.filter(pk=self.game_id).update(seed=SEED, commitment=commitment(SEED))
        for player in self.players[1:]:
            commands.join(game_id=self.game_id, player=player, now=NOON)
        for seat in by_email:
            commands.set_tiles_by_email(game_id=self.game_id, player=self.players[seat], on=True, now=NOON)
        for seat, player in enumerate(self.players):
            commands.agree(game_id=self.game_id, player=player, cut=f"my lucky {seat}" if seat else "", now=NOON)

    @property
    def state(self) -> Any:
        return tables.state(self.game_id)

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)
        commands.apply_due(game_id=self.game_id, now=self.now)

    def give(self, seat: int, text: str, **more: Any) -> None:
        """Carry out the text that a player writes, or an order that only a button gives."""
        table = store.seen_now(self.game_id, now=self.now)
        orders = table.kind.read(text, table.state.options).orders or [Order(text.upper())]
        commands.play(game_id=self.game_id, player=self.players[seat], orders=orders, now=self.now, **more)

    def give_by_mail(self, seat: int, text: str) -> None:
        """Carry out the text of an email, which doesn't count as looking."""
        commands.mail_is_waiting(game_id=self.game_id, mail=1, accepted_at=self.now)
        self.give(seat, text, mail=1)

    def give_in_turn(self, *texts: str) -> None:
        """Carry out each text for the seat whose move it is then."""
        for text in texts:
            self.give(self.state.awaited[0], text)

    def govern(self, verb: str, seat: int | None = None, **facts: Any) -> None:
        with store.locked(self.game_id, now=self.now) as table:
            govern_at(table, StaffAction(verb, "The server was down.", seat, **facts), by=None)

    def vacation(self, seat: int, *, days: int, lasts: int = 4) -> None:
        """Declare a vacation that begins after this many days."""
        starts = self.now + timedelta(days=days)
        commands.declare_vacation(
            player=self.players[seat], starts=starts, ends=starts + timedelta(days=lasts), now=self.now
        )

    def robots(self, steps: int = MOST_STEPS) -> None:
        """For this many steps, let somebody do what a robot would do in their seat, or let time pass."""
        self.now = played_on(self.game_id, now=self.now, steps=steps, robots=steps)

    # --- Lexicon Crossing ---------------------------------------------------------------------------------------------

    def look(self, *seats: int) -> None:
        for seat in seats:
            commands.look(game_id=self.game_id, player=self.players[seat], now=self.now)

    def complete(self, *seats: int) -> None:
        """Let these seats look and lay everything they have seen in one row."""
        for seat in seats:
            self.look(seat)
            tables.complete(self.game_id, self.players[seat], at=self.now)

    def ask(self, seat: int) -> None:
        self.complete(seat)
        self.give(seat, "red" if self.state.pool_is_short else "green")

    def lights(self, *callers: int) -> None:
        """Let each of these seats get a light, granted once all have looked and the leeway is over."""
        for caller in callers:
            self.ask(caller)
            self.look(*self.state.live)
            self.look(*self.state.live)  # at the tile that this released
            self.wait(days=1)


def seated(names: Iterable[str]) -> list[Player]:
    return [Player.objects.create_user(f"{name.lower()}@example.org", name=name) for name in names]


def played_on(game_id: int, *, now: datetime, robots: int, steps: int = MOST_STEPS) -> datetime:
    """Play on for this many steps, or to the end, and return the time at which that ended.

    In the first `robots` steps somebody does what a robot would do in their seat, and 10 minutes pass. If nobody can move, and
    in later steps, time goes on to what is due next. The staff ends its own pauses."""
    for step in range(steps):
        with store.locked(game_id, now=now) as table:
            if not table.is_running:
                break
            if table.game.paused_by_staff:
                table.govern(StaffAction("RESUME", "The server is up again."))
            moved = step < robots and any(_moves(table, seat, step) for seat in range(table.game.seat_count))
        due_at = Game.objects.values_list("due_at", flat=True).get(pk=game_id)
        now = now + BETWEEN if moved or due_at is None else max(now, due_at)
    return now


def _moves(table: store.Table, seat: int, step: int) -> bool:
    """Let the seat act as a robot would. Return True if it did something."""
    mark, chance = table.mark(), Chance(f"{seat} {step}".encode())
    if seat in table.state.resigned or seat not in table.kind.awaiting(table.state, seat):
        return False
    mind = table.kind.plain_mind(vocabulary_of(table.game.word_list_id), chance)
    orders = table.kind.next_orders(table.view(seat), seat, mind)
    try:
        for order in orders:
            table.play(seat, order)
            table.apply_due()
    except OrderRefused:
        table.go_back(mark)
        return False
    return bool(orders)
