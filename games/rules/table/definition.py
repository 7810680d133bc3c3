"""What a game must provide: its name and texts, its state and options, its orders and events, and the steps that are its own.

A game subclasses `Kind` in `kind`, which plays it by these and sets it up by `setting_up`. Steps and views know their game by
this class alone."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from games.rules.by_mail import MailWords
from games.rules.daily import AnyPuzzle
from games.rules.facts import JsonObject
from games.rules.grid import runs
from games.rules.kind import (
    Beginning,
    Deadline,
    Due,
    Order,
    OrderRefused,
    Rank,
    Reading,
    Seat,
    StaffAction,
)
from games.rules.layouts import OwnLayouts
from games.rules.missed import MissedMoves
from games.rules.options import TableOptions
from games.rules.panels import Offer
from games.rules.reading import TABLE_CONTRADICTIONS, TABLE_FACTS, TABLE_VERBS, Grammar, as_written, read
from games.rules.robots import PLAIN, Level, Mind
from games.rules.small_board import SmallBoard
from games.rules.table import happenings, people
from games.rules.table.facts import NOBODY, ByStaff, Grid, Resigned
from games.rules.table.state import TableState
from games.rules.table.verbs import AnyHappening, AnyVerb, by_name
from games.rules.texts import Text, say
from games.rules.words import WordList

S = TypeVar("S", bound=TableState)
OptionsT = TypeVar("OptionsT", bound=TableOptions)
V = TypeVar("V")
T = TypeVar("T")


class Definition(ABC, Generic[S, OptionsT, V, T]):
    """A game as its own files give it, with its state S, options, views V and transitions T. Each game gives what is abstract
    or has no value here; it may override the rest."""

    key: ClassVar[str]
    name: ClassVar[str]
    brief: ClassVar[str]
    """The game in at most 14 words, for its card."""
    says: ClassVar[str]
    """The appeal of the game in a sentence or two, where people choose one."""
    opening: ClassVar[Sequence[str]]
    """The rules in a few sentences, for invitations and the first mail of a game."""
    seats: ClassVar[tuple[int, int]]
    word_list: ClassVar[str] = "open"
    """The word list of tables whose maker names none."""
    has_words: ClassVar[bool] = True
    """True if words are looked up in a list, so that a table names one."""
    has_draws: ClassVar[bool] = True
    """True if anything is drawn, so that there is a deck to cut and a commitment to check."""
    awaits_moves: ClassVar[bool] = False
    """True if it can be somebody's move, so that mails tell what has happened since their last one."""
    widest_spread: ClassVar[float]
    """The most by which a score counts above or below the mean of the others, where a tournament breaks ties by that."""
    score_step: ClassVar[int] = 25
    """The width of a bar where the statistics draw scores."""
    layouts: ClassVar[OwnLayouts[Any, Any] | None] = None
    """The layouts that players make alone, keep as drafts and submit by GRID; None in kinds without them."""
    missed: ClassVar[MissedMoves[Any] | None] = None
    """The moves of its finished games beside the best found; None for a kind whose games are not analysed so."""
    daily: ClassVar[AnyPuzzle | None] = None
    """The daily puzzle of the kind, if it has one."""
    sample: ClassVar[SmallBoard | None] = None
    """A good position, for the pictures of the kind; None for a game without a board."""
    moves_to_try: ClassVar[Sequence[tuple[Seat, str]] | None] = None
    """The moves before a position in which newcomers try the first seat's orders, each as one would mail it; None for a kind
    without such a position."""
    notations: ClassVar[Mapping[str, Callable[[Any, Sequence[str]], str]]] = {}
    """Other notations for finished games, by file ending: each writes a text from the state and the players' names. It
    raises OrderRefused for a game that it cannot express."""

    # --- its state and its options ------------------------------------------------------------------------------------

    format: ClassVar[int] = 3
    """The format of the stored states; it counts up with each release that changes their shape."""
    state_type: type[S]
    """A frozen dataclass. `store` keeps bags, hands and boards in rows of their own, the rest as JSON."""
    transition_type: type[T]
    view_type: type[V]
    options_type: type[OptionsT]
    paces: ClassVar[Mapping[str, JsonObject]]
    """Paces to choose from, each as the options in which it differs from the defaults."""
    pace_says: ClassVar[Mapping[str, str]]
    """A sentence or two on what each pace asks of people."""
    clocks: ClassVar[Sequence[str]]
    """The durations that distinguish paces, in the order in which they are listed."""
    groups: ClassVar[Sequence[Text]] = ()
    """The headings of its options, in the order in which a form has them."""
    needs: ClassVar[Mapping[str, tuple[str, tuple[str | bool, ...]]]] = {}
    """Options that mean something only while another has one of these values; no values: any but its default."""
    most_telling: ClassVar[Sequence[str]]
    """The options worth mentioning in a list of games."""
    widest: ClassVar[JsonObject] = {}
    """The options of a table at which every order of the kind can be written."""
    beginnings: ClassVar[Sequence[Beginning]] = ()
    """Tables that a form offers to begin with; the first is the usual one."""
    practice: ClassVar[JsonObject | None]
    """The options of a table against robots; None for a kind without robots."""
    levels: ClassVar[Sequence[Level]] = (PLAIN,)
    """The levels at which robots play it, the weakest first."""

    # --- its verbs, and what can happen -------------------------------------------------------------------------------

    verbs: ClassVar[Sequence[AnyVerb]]
    """The kind's own orders, in the order of their buttons; also its version of orders that all tables have."""
    shared_verbs: ClassVar[Mapping[str, AnyVerb]]
    """The orders that all tables have, by name."""
    happenings: ClassVar[Sequence[AnyHappening]]
    """The events that happen only at the kind's tables, or are told differently there."""
    own_ticks: ClassVar[Sequence[str]] = ()
    """The names of what the kind's own clocks bring, in the order in which they happen at one instant."""
    comes: ClassVar[Mapping[str, str]]
    """The label of a `Due`, by its `what`; `your away` and the like are the reader's own."""
    mail_words: ClassVar[MailWords] = MailWords()
    own_news: ClassVar[frozenset[str]] = frozenset()
    """The sorts of mail that only this kind's tables send."""

    @cached_property
    def all_verbs(self) -> Mapping[str, AnyVerb]:
        """Every order that a table of this kind can have: the kind's own, then those of all tables."""
        return {verb.name: verb for verb in self.verbs} | {
            name: verb for name, verb in self.shared_verbs.items() if all(name != own.name for own in self.verbs)
        }

    @cached_property
    def all_happenings(self) -> Mapping[str, AnyHappening]:
        return {**happenings.SHARED, **by_name(self.happenings)}

    @cached_property
    def events(self) -> Mapping[str, AnyHappening]:
        """The rows of everything that can happen at a table, in the game and among its people."""
        return {**people.HAPPENINGS, **self.all_happenings}

    @property
    def commands(self) -> Mapping[str, str]:
        """The kind's own verbs as HELP lists them: how each is written, and what it does."""
        return {written: does for verb in self.verbs for written, does in verb.help.items()}

    def in_order_of_play(self, orders: Iterable[Order]) -> Sequence[Order]:
        """The orders of one request in the order in which they are carried out: as written, but last those that depend on
        the others, such as asking for a light."""
        return sorted(orders, key=lambda order: self.all_verbs[order.verb].last if order.verb in self.all_verbs else 0)

    @property
    def of_its_turn(self) -> frozenset[str]:
        """The verbs that count by mail only in answer to the current turn's mail."""
        return frozenset(verb.name for verb in self.verbs if verb.is_of_its_turn)

    @property
    def begins_a_turn(self) -> frozenset[str]:
        """The events that begin a turn: a reply answers the mail about the last of them."""
        return frozenset(one.name for one in self.all_happenings.values() if one.begins_a_turn)

    @property
    def unrecorded(self) -> frozenset[str]:
        """The events that stay out of a record, as nothing follows from them."""
        return frozenset(one.name for one in self.all_happenings.values() if not one.is_recorded)

    @property
    def is_analysed(self) -> bool:
        """True if its finished games are searched for what could have been laid."""
        return self.layouts is not None or self.is_searched_by_itself

    @property
    def is_searched_by_itself(self) -> bool:
        """True if that search is the kind's own, which takes nothing that a server may lack."""
        return self.missed is not None

    def grammar(self, options: OptionsT) -> Grammar:
        """The grammar of orders, for web and API; mail reads its `ignoring_case()`."""
        return _grammar(self, options)

    def read(self, text: str, options: OptionsT) -> Reading:
        """The orders of a text. Raises Unreadable."""
        return read(text, self.grammar(options))

    # --- what may be ordered ------------------------------------------------------------------------------------------

    def check(self, verb: AnyVerb, state: S, seat: Seat, words: WordList) -> None:
        """Raise OrderRefused where the seat may not give this order now."""
        if state.phase == "finished":
            raise OrderRefused("The game is over, and its result is final.")
        if seat in state.resigned:
            raise OrderRefused("You have resigned from this game.")
        if state.clocks.pause and not verb.is_open_in_a_pause:
            raise OrderRefused(self.in_a_pause(state))
        verb.check(state, seat, words)

    def in_a_pause(self, state: S) -> Text:
        """The reason why orders are refused in a pause."""
        return say("The game is paused. Try again when it goes on.")

    def buttons(self, state: S, seat: Seat, words: WordList) -> tuple[Offer, ...]:
        """The orders worth a button to this seat now, each with the reason if it may not be given yet."""
        offered = []
        for verb in self.all_verbs.values():
            refusal = brief = None
            try:
                self.check(verb, state, seat, words)
            except OrderRefused as refused:
                refusal, brief = refused.why, refused.brief
            if offer := verb.offer(state, seat, refusal):
                more = brief or verb.tries
                offered.append(replace(offer, brief=brief, can_be_tried=verb.tries is not None) if more else offer)
        return tuple(offered)

    # --- the beginning ------------------------------------------------------------------------------------------------

    def opening_with(self, options: OptionsT) -> Sequence[str]:
        """The opening as it fits a table with these options."""
        return self.opening

    @abstractmethod
    def tiles(self, options: OptionsT) -> Mapping[str, int]:
        """The number of each tile, for the game's record."""

    @abstractmethod
    def begin(self, transition: T) -> None:
        """Shuffle and deal, telling of every draw in an event `deal`."""

    def upgrade(self, format: int, stored: JsonObject) -> JsonObject:
        """A state as today's format has it, from one stored in `format`. Beside it stand what has rows of its own, `bags`,
        `hands`, `boards` and `words_used`, and the `options`, which are only to be read.

        In format 1 clocks did not know when they began: each counts from the deal or the last light. In format 2 there were no
        standing orders."""
        if format > 1:
            return stored
        clocks = stored["clocks"]
        running = {name: {**clock, "began": stored["dealt_at"]} for name, clock in clocks["running"].items()}
        return {
            **stored,
            "clocks": {**clocks, "running": running, "hard_end_set": clocks["hard_end"] and stored["dealt_at"]},
        }

    # --- time, pauses and leaving -------------------------------------------------------------------------------------

    @abstractmethod
    def falls_due(self, state: S) -> Iterable[Due]:
        """The things that the kind's own clocks bring, and the seats that go away."""

    @abstractmethod
    def happens(self, transition: T, due: Due) -> None:
        """Do what one of the kind's own clocks has brought."""

    @abstractmethod
    def own_deadlines(self, state: S, seat: Seat) -> Iterable[Deadline]:
        """The same without the hard end."""

    def goes_on(self, transition: T) -> None:
        """Do what the end of a pause brings at once; its clocks already run again."""

    def gives_up(self, transition: T, seat: Seat) -> None:
        """Give up the tiles and requests of a seat that resigns."""

    def told_of_leaving(self, before: S, after: S) -> Resigned:
        """The facts of the event that tells of a resignation."""
        return Resigned()

    @abstractmethod
    def has_left(self, transition: T, seat: Seat) -> None:
        """Go on after a seat has resigned and opponents are left."""

    @abstractmethod
    def finish(self, transition: T, ending: str, by: ByStaff = NOBODY) -> None:
        """End the game and score it as it lies; the events say who ended it."""

    # --- the staff ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def extend(self, transition: T, action: StaffAction, by: timedelta) -> None:
        """Give more time on behalf of the staff, to one seat or to all, on every clock that players wait by; or in the
        bank. Raises OrderRefused."""

    def why_not_awaited(self, state: S, seat: Seat) -> Text | None:
        """The reason why no clock runs for this seat, where nothing is awaited of it."""
        return None

    def hand_over(self, transition: T, seat: Seat) -> None:
        """Seat another player: forget what was the predecessor's own, except tiles."""

    def sits_down(self, transition: T, seat: Seat) -> None:
        """Begin anew what begins with a new player."""

    def deal_amber(self, transition: T, action: StaffAction) -> None:
        """Deal tiles to all on behalf of the staff. Raises OrderRefused."""
        raise OrderRefused("There are no lights in this game. An amber light can only be dealt in Lexicon Crossing.")

    # --- what is shown ------------------------------------------------------------------------------------------------

    @abstractmethod
    def awaiting(self, state: S, seat: Seat | None = None) -> Mapping[Seat, Text]:
        """The seats that are waited for, each with a few words on what for, as far as this reader may know."""

    def small_board(self, state: S, seat: Seat | None) -> SmallBoard | None:
        """The board that this reader knows the table by in a list; None for a game without a board. What an onlooker is shown
        is stored with the game."""
        return None

    def words_laid(self, state: S) -> frozenset[str]:
        """The words on the boards of a table, in capitals; none for a game without boards."""
        return frozenset(run.word for board in state.boards.values() for run in runs(board))

    def pool(self, state: S) -> int:
        """The number of tiles or cards that nobody holds."""
        return sum(map(len, state.bags.values()))

    @abstractmethod
    def ranks(self, state: S) -> Sequence[Rank]:
        """Every seat of a finished game, best first; none where it has no result."""

    def unseen_tiles(self, state: S, seat: Seat) -> str:
        """The tiles that a mail to this seat carries, and by that turns over; empty where none do."""
        return ""

    def is_to_look(self, state: S, seat: Seat) -> bool:
        """True if this seat has tiles face down that it may look at."""
        return False

    def shows_tiles_by(self, verb: str) -> bool:
        """True if the receipt of this order shows its player new tiles, as no other mail does."""
        return False

    # --- robots -------------------------------------------------------------------------------------------------------

    def next_orders(self, view: V, seat: Seat, mind: Mind) -> Sequence[Order]:
        """The orders of a robot in this seat now, as one request, judged by its view; empty where it waits."""
        raise NotImplementedError

    def left_to_people(self, view: V, seat: Seat, patience: timedelta) -> Mapping[str, datetime | None]:
        """The orders that a robot leaves to people, each with the instant from which it gives them itself; None for as long
        as the game stands as it does."""
        return {}


AnyDefinition: TypeAlias = Definition[Any, Any, Any, Any]


@lru_cache(maxsize=256)
def _grammar(kind: AnyDefinition, options: TableOptions) -> Grammar:
    verbs = [there for verb in kind.verbs if (there := verb.at(verb, options))]
    named = {verb.name: verb for verb in verbs}
    readings = {word: reads for verb in verbs for word, reads in verb.readings.items()}
    readings.pop(Grid.verb, None)  # the reader stops here: what follows are rows, which no line holds
    return Grammar(
        verbs={**TABLE_VERBS, **readings},
        contradictions=TABLE_CONTRADICTIONS
        | {frozenset({verb.name, other}) for verb in verbs for other in verb.apart_from},
        has_layouts=Grid.verb in named,
        write=lambda order: named[order.verb].writes(order) if order.verb in named else as_written(order),
        examples=tuple(example for verb in verbs for example in verb.examples),
        prose=frozenset(verb.name for verb in verbs if verb.is_prose),
        severally=frozenset(verb.name for verb in verbs if verb.is_given_severally),
        facts={
            **TABLE_FACTS,
            **{name: verb.facts for name, verb in {**kind.shared_verbs, **named}.items() if verb.is_a_players},
        },
    )
