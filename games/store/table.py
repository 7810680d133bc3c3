"""Plays and saves one loaded game, and makes it wait for emails that are being read. `games.store` locks it,
`games.store.loaded` has its rows."""

from collections.abc import Collection, Iterable
from copy import copy
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import Case, When

from games.models import Analysis, Event, Game, Seat, WaitingMail
from games.rules.facts import Facts
from games.rules.options import TableOptions, read_options
from games.rules.table.kind import AnyKind
from games.rules.table.people import HAPPENINGS
from games.rules.table.state import TableState
from games.rules.table.verbs import Told, nothing_said
from games.rules.texts import say
from games.rules.values import Due, Order, OrderRefused, Resources, StaffAction, Step
from games.rules.values import Event as Happening
from games.sharing import can_be_joined, to_agree
from games.statements import insert, update
from games.store import rows, substitutions
from games.store.loaded import LoadedGame
from games.store.terms import terms_of
from games.word_lists.shelf import words_of

SUBSTITUTION = "substitution"  # what falls due when a substitution begins or ends
# events without a line in the history
UNHEARD = frozenset(verb for verb, row in HAPPENINGS.items() if row.says is nothing_said)
LOBBY_LASTS = timedelta(days=14)
MAIL_HOLDS_FOR = timedelta(hours=1)


class MailFirst(OrderRefused):
    """A mail that arrived in time is still being read; try the order again in a moment."""

    def __init__(self) -> None:
        super().__init__(say("An email that arrived in time is still being processed. Try again in a minute."))


class Table(LoadedGame):
    """One loaded game, to play on and to save. `substitute` is the seat row of a substitute while their orders are
    carried out, so that the events are saved as theirs. `has_news` is True if events were saved that somebody may get
    an email about."""

    def __init__(
        self, game: Game, now: datetime, parts: Collection[rows.Part] = (), seats: list[Seat] | None = None
    ) -> None:
        super().__init__(game, now, parts, seats)
        self.held: Due | None = None
        self.has_news = False
        self.substitute: Seat | None = None
        self._by_substitute = set[int]()
        self._silent: list[tuple[TableState, TableState]] = []
        self._loaded = self.state
        self._due_of: TableState | None = None
        self._due: Due | None = None
        self._was = {name: value for name, value in vars(game).items() if name in STORED}

    @property
    def resources(self) -> Resources:
        return Resources(key=bytes(self.game.key or b""), words=words_of(self.game.word_list_id))

    @property
    def options(self) -> TableOptions:
        """The game's options, in its kind's options type."""
        return self.state.options if self.state else self._agreed_options

    @cached_property
    def _agreed_options(self) -> TableOptions:
        options: TableOptions = read_options(self.kind.options_type, self.game.options)
        return options

    @property
    def game_turn(self) -> int:
        """The turn that an order given now is about."""
        return self.state.turn if self.state is not None else 0

    def take(self, step: Step[Any]) -> None:
        if self.state is not None and not step.events and not _are_alike(step.state, self.state):
            self._silent.append((self.state, step.state))
        self._go_on(step)

    def _go_on(self, step: Step[Any]) -> None:
        self.state = step.state
        self.happenings += step.events

    def play(self, seat: int, order: Order | Facts) -> None:
        """Carry out one order of a seat. Raises OrderRefused, and MailFirst while a mail is being read; neither changes
        anything."""
        order = Order.of(order) if isinstance(order, Facts) else order
        before = len(self.happenings)
        self.take(self.kind.play(self.open_state, seat, order, self.resources, self.now))
        if self.substitute is not None:
            self._by_substitute.update(n for n, one in enumerate(self.happenings) if n >= before and one.seat == seat)

    def resign(self, seat: int) -> None:
        """Let the player of a seat leave for good. Raises as `play` does."""
        self.take(self.kind.resign(self.open_state, seat, self.resources, self.now))

    def govern(self, action: StaffAction) -> None:
        """Carry out an action of the staff. Raises as `play` does."""
        self.take(self.kind.govern(self.open_state, action, self.resources, self.now))

    @property
    def open_state(self) -> TableState:
        """The state to play on. Raises OrderRefused before the deal, and MailFirst while a mail that arrived in time is
        being read."""
        if self.state is None:
            raise OrderRefused(
                "The game hasn’t started. It starts when every seat is filled and everyone has accepted."
            )
        if self.held and self.now > self.held.at:
            raise MailFirst
        return self.state

    def apply_due(self) -> None:
        """Apply what falls due up to now, each thing at its own instant."""
        if self.is_in_lobby and self.game.due_at is not None and self.game.due_at <= self.now:
            self.cancel(self.game.due_at)
        while self.state is not None and (due := self._next_due) and due.at <= self.now:
            if due.deadline and mail_holds(self.game.pk, due.at, now=self.now):
                self.held = due
                return
            if due.what == SUBSTITUTION:
                substitutions.turn(self, due.at)
                continue
            step = self.kind.tick(self.state, self.resources)
            if not step.events:  # some clocks run out without an event
                self._silent.append((self.state, step.state))
            self._go_on(step)

    @property
    def _next_due(self) -> Due | None:
        """The next thing that happens by itself, in the game or to a substitution."""
        if self._due_of is not self.state:
            self._due_of, self._due = self.state, self.kind.due(self.state) if self.state is not None else None
        due = self._due
        substitutes_at = self.game.substitutes_at if self.is_running else None
        return (
            Due(substitutes_at, SUBSTITUTION, deadline=True)
            if substitutes_at and (due is None or substitutes_at < due.at)
            else due
        )

    def cancel(self, at: datetime) -> None:
        """End the game in its lobby."""
        self.game.phase, self.game.finished_at = Game.Phase.CANCELLED, at
        self.happenings.append(Happening("cancelled", at))

    def copy(self) -> "Table":
        """Return a copy to try moves on; it is never saved."""
        table = copy(self)
        table.happenings, table._silent = [*self.happenings], [*self._silent]
        return table

    def as_saved(self) -> "Table":
        """Return a copy of the table that was just saved, as if it were loaded again."""
        table = copy(self)
        table.happenings, table._silent, table._loaded = [], [], self.state
        return table

    def mark(self) -> tuple[TableState | None, int, int]:
        """Return a mark to which `go_back` can undo."""
        return self.state, len(self.happenings), len(self._silent)

    def go_back(self, mark: tuple[TableState | None, int, int]) -> None:
        """Undo everything since the mark."""
        self.state = mark[0]
        del self.happenings[mark[1] :], self._silent[mark[2] :]
        self._by_substitute = {n for n in self._by_substitute if n < mark[1]}

    @property
    def has_changed(self) -> bool:
        if self.happenings or self.game.substitutes_at != self._was["substitutes_at"]:
            return True
        if self.state is self._loaded:
            return False
        is_overdue = self.game.due_at is not None and self.game.due_at <= self.now  # `due_at` will change
        return is_overdue or not _are_alike(self.state, self._loaded)

    def view(self, seat: int | None) -> Any:
        """The kind's view for this seat, or for a spectator; None in the lobby."""
        return self.kind.view(self.state, seat, self.resources.words) if self.state is not None else None

    def save(self) -> None:
        """Save what changed. The tasks that notify people are queued after the commit."""
        if self.has_changed:
            if self.game.substitutes_at is not None:
                substitutions.end_with_seats(self)
            self._save_game()
        self._save_rows()

    def _save_game(self) -> None:
        game = self.game
        game.version += 1
        self._count_for_who_notices()
        if self.state is not None and self.state is not self._loaded:
            self._save_state(self.state)
        elif self.state is None:
            game.due_at = game.made_at + LOBBY_LASTS if self.is_in_lobby else None
            self._save_whom_the_lobby_awaits()
        elif game.substitutes_at != self._was["substitutes_at"]:
            self._save_due()
        is_to_be_announced = self.is_to_be_announced
        self.has_news = is_to_be_announced and bool(self.happenings)
        insert(
            [
                Event(
                    game=game,
                    n=game.last_event + n,
                    at=one.at,
                    verb=one.verb,
                    seat=one.seat,
                    facts=one.facts,
                    substitute=self.substitute.name if self.substitute and n - 1 in self._by_substitute else None,
                    announced_at=None if is_to_be_announced else self.now,
                )
                for n, one in enumerate(self.happenings, start=1)
            ]
        )
        game.last_event += len(self.happenings)
        update([game], [name for name, was in self._was.items() if getattr(game, name) != was])
        has_turned = game.phase != self._was["phase"]
        if has_turned and self.is_to_be_analysed:
            Analysis.objects.create(game=game, due_at=self.now)
        tasks = [*(settings.NUDGES if is_to_be_announced else ()), *(settings.NUDGES_OF_PHASES if has_turned else ())]
        if tasks:
            transaction.on_commit(lambda: nudge(game.pk, tasks), robust=True)
        if game.robots_due_at is not None:
            transaction.on_commit(lambda: call_robots(game.pk), robust=True)

    @property
    def is_to_be_analysed(self) -> bool:
        """True for a finished game with a result, if this server analyses games of its kind."""
        over = self.game.phase == Game.Phase.FINISHED and self.game.ending != "void"
        return over and self.kind.is_analysed and (settings.ANALYSIS or self.kind.is_searched_by_itself)

    @property
    def is_to_be_announced(self) -> bool:
        """True if anybody may get a mail about what happened, or if the time of a warning changes. Otherwise its events
        are saved as already announced, and no task is queued."""
        before, state, kind = self._loaded, self.state, self.kind
        if before is None or state is None or self._silent or not self.is_running:
            return True
        rows, seats = [kind.events[one.verb] for one in self.happenings], range(self.game.seat_count)
        if any(row.asks or row.changes_holder or row.begins_a_turn for row in rows):
            return True
        if any(True for one in self.happenings for _ in kind.tells(one, seats)):
            return True
        return any([*kind.deadlines(before, seat)] != [*kind.deadlines(state, seat)] for seat in seats)

    def _count_for_who_notices(self) -> None:
        """Count the changes of this save that everybody may notice, and those that only some seats may notice. No count
        reveals hidden things to its reader."""
        by_all = self.noticed_by(None)
        self.game.noticed += by_all
        seats = range(self.game.seat_count) if self.state is not None and self.is_running else ()
        more = {seat: noticed for seat in seats if (noticed := self.noticed_by(seat) - by_all) > 0}
        for row in self.rows if more else ():
            row.noticed += more.get(row.number, 0)

    def noticed_by(self, reader: int | None) -> int:
        """Return the number of changes that this seat, or a spectator, may have noticed since the table was loaded. It
        is the same whether they are saved one by one or all at once."""
        before, state, words = self._loaded, self.state, self.resources.words
        if state is None:  # some events, such as an invitation or its refusal, have no sentence
            events = [(self.kind.events[one.verb], one) for one in self.happenings]
            return sum(bool(row.says(Told(row.facts.read(one.facts), one.seat, reader))) for row, one in events)
        if before is None or state.phase == Game.Phase.FINISHED:
            return len(self.happenings)

        def looks(state: TableState) -> object:
            return self.kind.view(state, reader, words)

        heard = [one for one in self.happenings if one.verb not in UNHEARD and self.kind.tells_of(state, one, reader)]
        return len(heard) + sum(looks(was) != looks(now) for was, now in self._silent)

    def _save_state(self, state: TableState) -> None:
        game, kind = self.game, self.kind
        rows.save(game, state, self._loaded)
        game.phase, game.ending, game.turn = state.phase, state.ending, state.turn
        game.picture = _picture(kind, state)
        self._save_due()
        game.robots_due_at = self.now if game.has_robots and self.is_running else None
        game.paused_by_staff = state.clocks.pause is not None and state.clocks.pause.ends is None
        if self._loaded is None:
            game.has_room = False
            game.invitations.update(is_awaited=False)

        def awaited(state: TableState) -> list[int]:
            """Return the seats that the game waits for, each only if its own player may know of that."""
            return [seat for seat in range(game.seat_count) if seat in kind.awaiting(state, seat)]

        if self._loaded is None or awaited(state) != awaited(self._loaded):
            seats = awaited(state)
            for row in self.rows:
                row.is_awaited = row.number in seats and row.resigned_at is None
        if state.phase == Game.Phase.FINISHED:
            self.close()

    def _save_due(self) -> None:
        due = self._next_due
        self.game.due_at = due.at if due else None

    def _save_whom_the_lobby_awaits(self) -> None:
        """Mark the players who have yet to accept and, while there is room, invited people who have not answered."""
        game = self.game
        seated = self.rows if self.is_in_lobby else []
        awaited = to_agree(seated, game)
        for row in self.rows:
            row.is_awaited, row.over_at = row in awaited, game.finished_at
        game.taken = len({row.number for row in seated})
        game.has_room = self.is_in_lobby and can_be_joined(seated, game)
        unanswered = When(joined_at=None, declined_at=None, is_kept_back=False, then=game.has_room)
        game.invitations.update(is_awaited=Case(unanswered, default=False))

    def close(self) -> None:
        """Set the end of the game on its row in memory, and the results on its seat rows. A void game has no
        results."""
        assert self.state is not None
        if self.game.substitutes_at is not None:
            substitutions.end_with_seats(self)
        self.game.phase, self.game.finished_at = self.state.phase, self.state.now
        self.game.picture = _picture(self.kind, self.state)
        self.game.found_by = terms_of(self.kind, self.state)
        ranks = {rank.seat: rank for rank in self.kind.ranks(self.state)}
        for row in self.rows:
            row.over_at = self.state.now
            if came := ranks.get(row.number):
                row.rank, row.score, row.result = came.rank, came.score, came.shown


STORED = {field.attname for field in Game._meta.concrete_fields} - {"id"}


def _picture(kind: AnyKind, state: TableState) -> str:
    """Return the packed small board as a spectator sees it."""
    board = kind.small_board(state, None)
    return board.packed if board else ""


def _are_alike(state: TableState | None, other: TableState | None) -> bool:
    """Return True if these states differ in nothing but the time."""
    if state is None or other is None:
        return state is other
    return state is other or replace(state, now=other.now) == other


def mail_holds(game_id: int, deadline: datetime, *, now: datetime) -> bool:
    """Return True if a mail accepted before this deadline is still unread; it holds the deadline for an hour at
    most."""
    if now >= deadline + MAIL_HOLDS_FOR:
        return False
    return WaitingMail.objects.filter(game=game_id, accepted_at__lte=deadline).exists()


def nudge(game_id: int, tasks: Iterable[str]) -> None:
    """Queue these tasks for a game at once. If that fails, a sweep finds what was missed."""
    for task in tasks:
        current_app.send_task(task, args=[game_id])


def call_robots(game_id: int) -> None:
    """Call the robots of a game. If they do not come soon, a sweep calls them again."""
    current_app.send_task(settings.VISIT, args=[game_id], expires=settings.VISIT_EXPIRES)
