"""One game in hand, and what holds it back. Loaded, changed and saved by whoever took it up in `games.store`."""

from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, When

from games.models import Event, Game, Seat, WaitingMail
from games.rules import registry
from games.rules.kind import Due, Order, OrderRefused, Resources, StaffAction, Step
from games.rules.kind import Event as Happening
from games.rules.messages import say
from games.sharing import can_be_joined, to_agree
from games.store import rows
from games.word_lists.shelf import words_of

LOBBY_LASTS = timedelta(days=14)
MAIL_HOLDS_FOR = timedelta(hours=1)


class MailFirst(OrderRefused):
    """A mail that came in time is being read; the order can be given again in a moment."""

    def __init__(self) -> None:
        super().__init__(say("A mail that came in time is being read. Give this order again in a minute."))


class Table:
    """One game in hand: its row, its state, and what has happened since it was taken up."""

    def __init__(self, game: Game, now: datetime) -> None:
        self.game = game
        self.kind = registry.kind(game.kind)
        self.state: Any = rows.load(game) if game.state is not None else None
        self.now = max(now, self.state.now) if self.state is not None else now
        self.happenings: list[Happening] = []
        self.held: Due | None = None
        self._is_silent = False
        self._loaded = self.state
        self._was = game.phase

    @property
    def resources(self) -> Resources:
        return Resources(key=bytes(self.game.key or b""), words=words_of(self.game.word_list_id))

    @property
    def game_turn(self) -> int:
        """What an order given now is about."""
        return self.state.turn if self.state is not None else 0

    @property
    def is_running(self) -> bool:
        return self.state is not None and self.state.phase != Game.Phase.FINISHED

    @property
    def is_in_lobby(self) -> bool:
        return self.game.phase == Game.Phase.LOBBY

    def row_of(self, player: Any) -> Seat | None:
        """The place this player holds here, also one who has resigned from a seat that others play on."""
        return Seat.objects.filter(game=self.game, player=player).first()

    def seat_of(self, player: Any) -> int | None:
        """The number of the seat this player holds here."""
        row = self.row_of(player)
        return row.number if row else None

    def take(self, step: Step) -> None:
        self._is_silent |= not step.events
        self.state = step.state
        self.happenings += step.events

    def play(self, seat: int, order: Order) -> None:
        """Carry out one order of a seat, or raise OrderRefused and change nothing."""
        self._check_open()
        self.take(self.kind.play(self.state, seat, order, self.resources, self.now))

    def resign(self, seat: int) -> None:
        """The player of a seat leaves for good. Raises as `play` does."""
        self._check_open()
        self.take(self.kind.resign(self.state, seat, self.resources, self.now))

    def govern(self, action: StaffAction) -> None:
        """The staff act at the table. Raises as `play` does."""
        self._check_open()
        self.take(self.kind.govern(self.state, action, self.resources, self.now))

    def _check_open(self) -> None:
        """Raise OrderRefused before the deal, MailFirst while a mail that came in time is being read."""
        if self.state is None:
            raise OrderRefused(say("The game has not begun: it begins when every seat is filled and all have agreed."))
        if self.held and self.now > self.held.at:
            raise MailFirst

    def happened(self, verb: str, seat: int | None = None, **facts: Any) -> None:
        """Record something the rules know nothing of: the lobby, and what people say."""
        self.happenings.append(Happening(verb, self.now, seat, facts))

    def apply_due(self) -> None:
        """What falls due up to now, each thing at its own instant."""
        if self.is_in_lobby and self.game.due_at is not None and self.game.due_at <= self.now:
            self.call_off(self.game.due_at)
        while self.state is not None and (due := self.kind.due(self.state)) and due.at <= self.now:
            if due.deadline and _mail_holds(self.game, due, self.now):
                self.held = due
                return
            self.take(self.kind.tick(self.state, self.resources))

    def call_off(self, at: datetime) -> None:
        """The game ends in its lobby."""
        self.game.phase, self.game.finished_at = Game.Phase.CANCELLED, at
        self.happenings.append(Happening("cancelled", at))

    def apart(self) -> "Table":
        """The same game, for looking at how it would go on: nothing of that is kept."""
        table = copy(self)
        table.happenings = [*self.happenings]
        return table

    def mark(self) -> tuple[Any, int]:
        return self.state, len(self.happenings)

    def go_back(self, mark: tuple[Any, int]) -> None:
        """Forget all since the mark."""
        self.state = mark[0]
        del self.happenings[mark[1] :]

    @property
    def has_changed(self) -> bool:
        if self.happenings or self.state is self._loaded:
            return bool(self.happenings)
        return self._loaded is None or replace(self.state, now=self._loaded.now) != self._loaded or self._is_overdue

    @property
    def _is_overdue(self) -> bool:
        """A thing due that changed nothing but when the next is due."""
        return self.game.due_at is not None and self.game.due_at <= self.now

    def view(self, seat: int | None) -> Any:
        """What this seat may know of the state; None in the lobby."""
        return self.kind.view(self.state, seat, self.resources.words) if self.state is not None else None

    def save(self) -> None:
        """Write what changed; the tasks that tell people are nudged when that is committed."""
        if not self.has_changed:
            return
        game = self.game
        game.version += 1
        self._count_for_who_notices()
        if self.state is not None and self.state is not self._loaded:
            self._save_state()
        elif self.state is None:
            game.due_at = game.made_at + LOBBY_LASTS if self.is_in_lobby else None
            self._save_whom_the_lobby_awaits()
        numbered = enumerate(self.happenings, start=game.last_event + 1)
        Event.objects.bulk_create(
            [Event(game=game, n=n, at=one.at, verb=one.verb, seat=one.seat, facts=one.facts) for n, one in numbered]
        )
        game.last_event += len(self.happenings)
        game.save()
        game_id, has_turned = game.pk, game.phase != self._was
        tasks = [*settings.NUDGES, *(settings.NUDGES_OF_PHASES if has_turned else ())]
        transaction.on_commit(lambda: nudge(game_id, tasks), robust=True)
        if game.robots_due_at is not None:
            transaction.on_commit(lambda: call_robots(game_id), robust=True)

    def _count_for_who_notices(self) -> None:
        """Count the save for everybody or for some seats. It is not counted for whoever is told of nothing that happened: that
        they are answered with the same work as before must not say that something is hidden from them."""
        if self._is_noticed_by(None):
            self.game.noticed += 1
        elif seats := [seat for seat in range(self.game.seat_count) if self._is_noticed_by(seat)]:
            self.game.seats.filter(number__in=seats).update(noticed=F("noticed") + 1)

    def _is_noticed_by(self, reader: int | None) -> bool:
        if self._loaded is None or self.state.phase == Game.Phase.FINISHED:
            return True
        if any(self.kind.tell(self.state, one, reader) is not None for one in self.happenings):
            return True
        words = self.resources.words  # a step that reports nothing: what it shows decides
        return self._is_silent and self.kind.view(self._loaded, reader, words) != self.kind.view(
            self.state, reader, words
        )

    def _save_state(self) -> None:
        game, state = self.game, self.state
        rows.save(game, state, self._loaded)
        game.phase, game.ending, game.turn = state.phase, state.ending, state.turn
        due = self.kind.due(state)
        game.due_at = due.at if due else None
        game.robots_due_at = self.now if game.has_robots and self.is_running else None
        game.paused_by_staff = state.clocks.pause is not None and state.clocks.pause.ends is None
        if self._loaded is None:
            game.invitations.update(is_awaited=False)
        if (awaited := self._awaited(state)) != self._awaited(self._loaded) or self._loaded is None:
            is_awaited = When(number__in=awaited, resigned_at=None, then=True)
            game.seats.update(is_awaited=Case(is_awaited, default=False))
        if state.phase == Game.Phase.FINISHED:
            Seat.objects.bulk_update(self._close(), ["rank", "score", "result"])

    def _save_whom_the_lobby_awaits(self) -> None:
        """Who lacks only to agree and, while there is room, those who were asked and have not answered."""
        rows = list(self.game.seats.select_related("player")) if self.is_in_lobby else []
        is_awaited = When(pk__in=[row.pk for row in to_agree(rows, self.game)], then=True)
        self.game.seats.update(is_awaited=Case(is_awaited, default=False))
        is_open = self.is_in_lobby and can_be_joined(rows, self.game)
        unanswered = When(joined_at=None, declined_at=None, then=is_open)
        self.game.invitations.update(is_awaited=Case(unanswered, default=False))

    def _awaited(self, state: Any) -> list[int]:
        """The seats that a state waits for, each as far as its own player may know."""
        if state is None:
            return []
        return [seat for seat in range(self.game.seat_count) if seat in self.kind.awaiting(state, seat)]

    def show_the_end(self) -> None:
        """The rows in memory as they will be, where the game has ended and nobody has saved that yet."""
        if self.state is not None and not self.is_running and self.happenings:
            self._close()

    def _close(self) -> list[Seat]:
        """Put the end of the game into its row, and the result into the seats, which are returned. A void one has none."""
        self.game.phase, self.game.finished_at = self.state.phase, self.state.now
        ranks = {rank.seat: rank for rank in self.kind.ranks(self.state)}
        seats = list(self.game.seats.all())
        for seat in seats:
            if came := ranks.get(seat.number):
                seat.rank, seat.score, seat.result = came.rank, came.score, came.shown
        return seats


def nudge(game_id: int, tasks: Iterable[str]) -> None:
    """Wake those who tell people, and who go by how games end. It may be lost: a sweep finds what was missed."""
    for task in tasks:
        current_app.send_task(task, args=[game_id])


def call_robots(game_id: int) -> None:
    """Ask the robots of a game to come. If they are not there soon, a sweep asks them again."""
    current_app.send_task(settings.VISIT, args=[game_id], expires=settings.VISIT_EXPIRES)


def _mail_holds(game: Game, due: Due, now: datetime) -> bool:
    """Whether a mail accepted before this deadline is still unread; it holds the deadline for an hour at most."""
    if now >= due.at + MAIL_HOLDS_FOR:
        return False
    return WaitingMail.objects.filter(game=game, accepted_at__lte=due.at).exists()
