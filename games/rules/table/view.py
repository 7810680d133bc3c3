"""One reader's view of a game: the parts that all games share. Each game adds its own parts; `turn_kind` adds whose
turn it is."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Generic, Self, TypeVar

from games.rules.clocks import Clocks
from games.rules.facts import JsonObject
from games.rules.panels import ClockView, Disc, Offer, Panel, SeatView, TeamView
from games.rules.table.definition import AnyDefinition
from games.rules.table.standing import Stand
from games.rules.table.state import TableState
from games.rules.texts import Text, say
from games.rules.values import Due, Seat
from games.rules.words import WordList

S = TypeVar("S", bound=TableState)


class View(Generic[S]):
    """A game as one reader may see it; `reader` is None for a spectator.

    Each part is computed when it is first used, so that a page or a mail pays only for what it shows. No part contains
    anything hidden, and the state itself is private."""

    __getitem__ = object.__getattribute__
    """Templates try an item before an attribute, and the failed look-up would take longer than the attribute."""

    def __init__(self, kind: AnyDefinition, state: S, reader: Seat | None, words: WordList) -> None:
        self._kind, self._state, self._reader, self._words = kind, state, reader, words
        self.phase = state.phase
        self.ending = state.ending
        self.round = state.round
        self.turn = state.turn
        self.paused = state.clocks.pause is not None
        self.alphabet = state.alphabet

    def __eq__(self, other: object) -> bool:
        """Return True if a reader can see no difference."""
        if not isinstance(other, View):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._names())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Return all parts: views that look the same to a reader have the same text."""
        return repr({name: getattr(self, name) for name in self._names()})

    def _names(self) -> list[str]:
        return [
            name for name in dir(self) if not name.startswith("_") and not callable(getattr(type(self), name, None))
        ]

    def having(self, **parts: object) -> Self:
        """Return a copy of this view with these parts replaced."""
        view = copy(self)
        vars(view).update(parts)
        return view

    def allows(self, verb: str) -> bool:
        """Return True if the reader may give this order now."""
        return verb in self.may

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """The orders to offer the reader as buttons now."""
        if self._reader not in self._state.live or self.phase == "finished":
            return ()
        return self._kind.buttons(self._state, self._reader, self._words)

    @cached_property
    def may(self) -> tuple[str, ...]:
        """The verbs of those `offers` that the reader can give now, without making the offers."""
        if self._reader not in self._state.live or self.phase == "finished":
            return ()
        return self._kind.allowed(self._state, self._reader, self._words)

    @cached_property
    def standing(self) -> tuple[str, ...] | None:
        """The reader's own standing orders; None for a spectator, and in games without any."""
        is_known = self._reader is not None and Stand.verb in self._kind.all_verbs
        return self._state.standing.get(self._reader, ()) if is_known and self._reader is not None else None

    @cached_property
    def waiting_for(self) -> Mapping[Seat, Text]:
        """The seats that the game waits for, each with what for."""
        return self._kind.awaiting(self._state, self._reader)

    @cached_property
    def pool(self) -> int:
        """The number of tiles that nobody holds."""
        return self._kind.pool(self._state)

    @cached_property
    def seats(self) -> Sequence[SeatView]:
        raise NotImplementedError

    @cached_property
    def next(self) -> Due | None:
        """The next thing that happens by itself."""
        raise NotImplementedError

    @cached_property
    def why(self) -> tuple[Text, ...]:
        """Sentences on what the game is waiting for."""
        raise NotImplementedError

    @cached_property
    def in_lists(self) -> tuple[Text, ...]:
        """Sentences for a list of games: `why` without the sentences that only give a time, because lists show it
        separately."""
        return tuple(one for one in self.why if not one.instants) or self.why

    @cached_property
    def clocks(self) -> tuple[ClockView, ...]:
        raise NotImplementedError

    @cached_property
    def disc(self) -> Disc:
        """The disc above the game."""
        raise NotImplementedError

    @cached_property
    def mark(self) -> tuple[str, bool]:
        """The disc for a list of games, and whether it is filled."""
        raise NotImplementedError

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        """The panels that pages and mails draw, the most needed first."""
        return ()

    @cached_property
    def teams(self) -> tuple[TeamView, ...]:
        """The teams of a finished game, best first."""
        return ()

    @property
    def lies_open(self) -> bool:
        """True if all private boards are revealed and final."""
        return False

    @cached_property
    def facts(self) -> JsonObject:
        """The kind's part of the facts for the API, as one flat object."""
        raise NotImplementedError


def remarks(state: TableState, seat: Seat, *, here: Iterable[Text], own: Iterable[Text] = ()) -> Iterator[Text]:
    """Yield short remarks on a seat's player. `here` is left out while they are away; `own` are remarks of the kind,
    which are always included."""
    if seat in state.resigned:
        yield say("resigned")
    if state.phase == "finished" or seat in state.resigned:
        return
    if state.vacation_of(seat):
        yield say("on vacation")
    if seat in state.away:
        yield say("away")
    else:
        yield from here
    yield from own
    if seat in state.would_pause and not state.clocks.pause:
        yield say("wants a pause")
    if seat in state.would_void:
        yield say("wants to cancel the game")


def why_nothing_happens(
    state: TableState, running: Callable[[], Iterable[Text]], *, beside: Iterable[Text] = ()
) -> tuple[Text, ...]:
    """Return sentences on what the game is waiting for: those of `running` unless it is paused or over, then those in
    `beside`."""
    pause = state.clocks.pause
    if state.phase == "finished":
        return (say("The game is over."),)
    if pause is None:
        sentences = tuple(running())
    elif pause.ends:
        by_players = say(
            "The players have paused the game. Any of them can end the pause. It ends by itself on {at}.", at=pause.ends
        )
        sentences = (by_players,)
    else:
        sentences = (say("A moderator or director has paused the game. Only they can end the pause."),)
    return (*sentences, *beside, *until_the_hard_end(state.clocks))


def ends_vacation(state: TableState, reader: Seat | None) -> tuple[Text, ...]:
    """Return a warning for a reader on vacation that looking or any order ends it for this game; empty for other
    readers."""
    if reader is None or not state.clocks.vacations_of(reader, state.now):
        return ()
    return (say("You’re on vacation. Looking or making a move ends it for this game."),)


def until_the_hard_end(clocks: Clocks) -> tuple[Text, ...]:
    """Return a sentence on the final deadline, if one is set."""
    return (say("The game ends on {at} at the latest.", at=clocks.hard_end),) if clocks.hard_end else ()
