"""The interface of a game: its name and texts, its state and options, its orders and events, and its own steps.

A game subclasses `Kind` in `kind`, which plays it by this interface; `setting_up` sets it up. Steps and views know
their game only through this class."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from games.rules.alphabets.known import ENGLISH, alphabet_of
from games.rules.by_mail import MailWords
from games.rules.daily import AnyPuzzle
from games.rules.facts import JsonObject
from games.rules.frozen import altered
from games.rules.grid import runs
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
from games.rules.table.verbs import AnyHappening, AnyVerb, by_name, no_button
from games.rules.texts import Text, say
from games.rules.values import (
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
from games.rules.words import WordList

S = TypeVar("S", bound=TableState)
OptionsT = TypeVar("OptionsT", bound=TableOptions)
V = TypeVar("V")
T = TypeVar("T")


class Definition(ABC, Generic[S, OptionsT, V, T]):
    """A game as its own files define it, with its state S, options, views V and transitions T. Each game must define
    everything that is abstract or has no value here, and can override the rest."""

    key: ClassVar[str]
    name: ClassVar[str]
    brief: ClassVar[str]
    """The game in at most 14 words, for its card."""
    says: ClassVar[str]
    """The appeal of the game in a sentence or two, for people who choose a game."""
    opening: ClassVar[Sequence[str]]
    """The rules in a few sentences, for invitations and the first mail of a game."""
    seats: ClassVar[tuple[int, int]]
    word_list: ClassVar[str] = "open"
    """The default word list."""
    has_words: ClassVar[bool] = True
    """True if words are looked up, so that a game needs a word list."""
    has_draws: ClassVar[bool] = True
    """True if anything is drawn, so that there is a deck to cut and a commitment to check."""
    awaits_moves: ClassVar[bool] = False
    """True if players take turns, so that emails say what has happened since the reader's last turn."""
    widest_spread: ClassVar[float]
    """The largest difference from the mean of the other scores that counts when a tournament breaks ties by that
    difference."""
    score_step: ClassVar[int] = 25
    """The width of a bar in the statistics of scores."""
    layouts: ClassVar[OwnLayouts[Any, Any] | None] = None
    """The layouts that players make on their own boards, keep as drafts and submit by GRID; None for kinds without such
    layouts."""
    missed: ClassVar[MissedMoves[Any] | None] = None
    """The analysis of finished games, which compares each move with the best one found; None for a kind without it."""
    daily: ClassVar[AnyPuzzle | None] = None
    """The daily puzzle of the kind, if it has one."""
    sample: ClassVar[SmallBoard | None] = None
    """A good position, for the pictures of the kind; None for a game without a board."""
    moves_to_try: ClassVar[Sequence[tuple[Seat, str]] | None] = None
    """The moves that lead to a position in which newcomers try the first seat's orders. Each is written as in an email.
    None for a kind without such a position."""
    notations: ClassVar[Mapping[str, Callable[[Any, Sequence[str]], str]]] = {}
    """Other notations for finished games, by file ending: each writes a text from the state and the players' names. It
    raises OrderRefused for a game that it cannot express."""

    # --- its state and its options ------------------------------------------------------------------------------------

    format: ClassVar[int] = 3
    """The format of the stored states. Each release that changes their shape raises it by one."""
    state_type: type[S]
    """A frozen dataclass. `store` saves bags, hands and boards in separate rows, and the rest as JSON."""
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
    """Options that matter only if another option has one of these values; if no values are listed, any true value."""
    most_telling: ClassVar[Sequence[str]]
    """The options worth mentioning in a list of games."""
    widest: ClassVar[JsonObject] = {}
    """The options of a game in which every order of the kind can be written."""
    beginnings: ClassVar[Sequence[Beginning]] = ()
    """The settings that a form offers to start from, the default first."""
    practice: ClassVar[JsonObject | None]
    """The options of a game against robots; None for a kind without robots."""
    levels: ClassVar[Sequence[Level]] = (PLAIN,)
    """The levels at which robots play it, the weakest first."""

    # --- its verbs, and what can happen -------------------------------------------------------------------------------

    verbs: ClassVar[Sequence[AnyVerb]]
    """The kind's own orders, in the order of their buttons. An order that all games have is listed here, too, if the
    kind has its own version of it."""
    shared_verbs: ClassVar[Mapping[str, AnyVerb]]
    """The orders that all games have, by name."""
    happenings: ClassVar[Sequence[AnyHappening]]
    """The events that happen only in games of this kind, or are worded differently there."""
    own_ticks: ClassVar[Sequence[str]] = ()
    """The names of what happens when the kind's own clocks run out, in the order in which these things happen at one
    instant."""
    comes: ClassVar[Mapping[str, str]]
    """The label of each `Due`, by its `what`. Labels such as `your away` are for a `Due` that concerns the reader."""
    mail_words: ClassVar[MailWords] = MailWords()
    own_news: ClassVar[frozenset[str]] = frozenset()
    """The kinds of email that only games of this kind send."""

    @cached_property
    def all_verbs(self) -> Mapping[str, AnyVerb]:
        """Return every order that a game of this kind can have: the kind's own, then those of all games."""
        return {verb.name: verb for verb in self.verbs} | {
            name: verb for name, verb in self.shared_verbs.items() if all(name != own.name for own in self.verbs)
        }

    @cached_property
    def all_happenings(self) -> Mapping[str, AnyHappening]:
        return {**happenings.SHARED, **by_name(self.happenings)}

    @cached_property
    def events(self) -> Mapping[str, AnyHappening]:
        """The events that can happen in a game, by its rules or among its people, by name."""
        return {**people.HAPPENINGS, **self.all_happenings}

    @property
    def commands(self) -> Mapping[str, str]:
        """Return the kind's own verbs as HELP lists them: how each is written, and what it does."""
        return {written: does for verb in self.verbs for written, does in verb.help.items()}

    def commands_in(self, options: OptionsT) -> Mapping[str, str]:
        """Return the commands as HELP lists them in a game with these settings. With an alphabet other than English,
        examples have its tiles, and commands that the game doesn't have are left out."""
        alphabet = alphabet_of(options.alphabet)
        if alphabet is ENGLISH:
            return self.commands
        verbs = (there for verb in self.verbs if (there := verb.at(verb, options)))
        return {alphabet.write(written): does for verb in verbs for written, does in verb.help.items()}

    def in_order_of_play(self, orders: Iterable[Order]) -> Sequence[Order]:
        """Return the orders of one request in the order in which they are carried out. This is the order in which they
        were written, except that orders which depend on others come last, such as requesting a light."""
        return sorted(orders, key=lambda order: self.all_verbs[order.verb].last if order.verb in self.all_verbs else 0)

    @property
    def of_its_turn(self) -> frozenset[str]:
        """Return the verbs that, sent by email, count only in a reply to the email about the current turn."""
        return frozenset(verb.name for verb in self.verbs if verb.is_of_its_turn)

    @property
    def begins_a_turn(self) -> frozenset[str]:
        """Return the events that begin a turn. A reply belongs to the email about the last of them."""
        return frozenset(one.name for one in self.all_happenings.values() if one.begins_a_turn)

    @property
    def unrecorded(self) -> frozenset[str]:
        """Return the events that a record leaves out, because they have no effect on the game."""
        return frozenset(one.name for one in self.all_happenings.values() if not one.is_recorded)

    @property
    def is_analysed(self) -> bool:
        """True if finished games of this kind are searched for better layouts or moves."""
        return self.layouts is not None or self.is_searched_by_itself

    @property
    def is_searched_by_itself(self) -> bool:
        """True if the kind does that search itself, which needs nothing that a server may lack."""
        return self.missed is not None

    def grammar(self, options: OptionsT) -> Grammar:
        """Return the grammar of orders for the website and the API. Emails are read with its `ignoring_case()`."""
        return _grammar(self, options)

    def read(self, text: str, options: OptionsT) -> Reading:
        """Return the orders in a text. Raises Unreadable."""
        return read(text, self.grammar(options))

    # --- what may be ordered ------------------------------------------------------------------------------------------

    def check(self, verb: AnyVerb, state: S, seat: Seat, words: WordList) -> None:
        """Raise OrderRefused if the seat may not give this order now."""
        if state.phase == "finished":
            raise OrderRefused("The game is over, and its result is final.")
        if seat in state.resigned:
            raise OrderRefused("You have resigned from this game.")
        if state.clocks.pause and not verb.is_open_in_a_pause:
            raise OrderRefused(self.in_a_pause(state))
        verb.check(state, seat, words)

    def in_a_pause(self, state: S) -> Text:
        """Return the reason why orders are refused while the game is paused."""
        return say("The game is paused. Try again when it goes on.")

    def buttons(self, state: S, seat: Seat, words: WordList) -> tuple[Offer, ...]:
        """Return the orders that deserve a button for this seat now. An order that may not be given yet comes with the
        reason."""
        offered = []
        for verb in self._with_buttons:
            refusal = brief = None
            try:
                self.check(verb, state, seat, words)
            except OrderRefused as refused:
                refusal, brief = refused.why, refused.brief
            if offer := verb.offer(state, seat, refusal):
                more = brief or verb.tries
                offered.append(altered(offer, brief=brief, can_be_tried=verb.tries is not None) if more else offer)
        return tuple(offered)

    def allowed(self, state: S, seat: Seat, words: WordList) -> tuple[str, ...]:
        """Return the verbs of the buttons that work now: those of `buttons` without a reason."""
        verbs = []
        for verb in self._with_buttons:
            try:
                self.check(verb, state, seat, words)
            except OrderRefused:
                continue
            if verb.offer(state, seat, None):
                verbs.append(verb.name)
        return tuple(verbs)

    @cached_property
    def _with_buttons(self) -> Sequence[AnyVerb]:
        return [verb for verb in self.all_verbs.values() if verb.offer is not no_button]

    # --- the beginning ------------------------------------------------------------------------------------------------

    def opening_with(self, options: OptionsT) -> Sequence[str]:
        """Return the opening, adapted to a game with these options."""
        return self.opening

    @abstractmethod
    def tiles(self, options: OptionsT) -> Mapping[str, int]:
        """Return the number of each tile, for the game's record."""

    @abstractmethod
    def begin(self, transition: T) -> None:
        """Shuffle and deal. Every draw is recorded in a `deal` event."""

    def upgrade(self, format: int, stored: JsonObject) -> JsonObject:
        """Return a state in today's format from one stored in `format`. `stored` also has what is saved in other rows
        (`bags`, `hands`, `boards` and `words_used`) and the `options`, which this method must not change.

        In format 1, the state of a clock didn't say when it began: every clock counts from the deal or the last light.
        In format 2 there were no standing orders."""
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
        """Return what will happen by the game's own clocks, and which seats will be marked as away, each with its
        time."""

    @abstractmethod
    def happens(self, transition: T, due: Due) -> None:
        """Carry out what fell due by one of the game's own clocks."""

    @abstractmethod
    def own_deadlines(self, state: S, seat: Seat) -> Iterable[Deadline]:
        """Return the deadlines of a seat that the game waits for, without the final deadline."""

    def goes_on(self, transition: T) -> None:
        """Do what must follow at once when a pause ends. The game's clocks already run again."""

    def gives_up(self, transition: T, seat: Seat) -> None:
        """Remove the tiles and requests of a seat that resigns."""

    def told_of_leaving(self, before: S, after: S) -> Resigned:
        """Return the facts of the event for a resignation."""
        return Resigned()

    @abstractmethod
    def has_left(self, transition: T, seat: Seat) -> None:
        """Continue the game after a seat has resigned, if its opponents can play on."""

    @abstractmethod
    def finish(self, transition: T, ending: str, by: ByStaff = NOBODY) -> None:
        """End the game and score it as it stands; the events say who ended it."""

    # --- the staff ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def extend(self, transition: T, action: StaffAction, by: timedelta) -> None:
        """Give one seat or all seats more time on behalf of the staff: on every clock for which players wait, or in the
        time bank. Raises OrderRefused."""

    def why_not_awaited(self, state: S, seat: Seat) -> Text | None:
        """Return the reason why no clock runs for this seat; None if one runs, or if the kind gives no reason."""
        return None

    def hand_over(self, transition: T, seat: Seat) -> None:
        """Remove everything that belonged to a seat's former player, except tiles, before a new player takes the
        seat."""

    def sits_down(self, transition: T, seat: Seat) -> None:
        """Start again what a new player of the seat should have from the beginning, such as a clock."""

    def deal_amber(self, transition: T, action: StaffAction) -> None:
        """Deal tiles to all on behalf of the staff. Raises OrderRefused."""
        raise OrderRefused("There are no lights in this game. An amber light can only be dealt in Lexicon Crossing.")

    # --- what is shown ------------------------------------------------------------------------------------------------

    @abstractmethod
    def awaiting(self, state: S, seat: Seat | None = None) -> Mapping[Seat, Text]:
        """Return the seats that the game waits for, as far as this reader may know, each with what it should do in a
        few words."""

    def small_board(self, state: S, seat: Seat | None) -> SmallBoard | None:
        """Return the board that lists show to this reader; None for a game without a board. The board that spectators
        see is stored with the game."""
        return None

    def words_laid(self, state: S) -> frozenset[str]:
        """Return the words on the boards, in capitals; empty for a game without boards."""
        return frozenset(run.word for board in state.boards.values() for run in runs(board))

    def pool(self, state: S) -> int:
        """Return the number of tiles or cards that nobody holds."""
        return sum(map(len, state.bags.values()))

    @abstractmethod
    def ranks(self, state: S) -> Sequence[Rank]:
        """Return every seat of a finished game, best first; empty if it has no result."""

    def unseen_tiles(self, state: S, seat: Seat) -> str:
        """Return the face-down tiles that an email to this seat shows; empty if it shows none. Sending them counts as
        looking at them."""
        return ""

    def is_to_look(self, state: S, seat: Seat) -> bool:
        """Return True if this seat has face-down tiles that it may look at."""
        return False

    def shows_tiles_by(self, verb: str) -> bool:
        """Return True if the reply to this order shows its player new tiles that no other email shows."""
        return False

    # --- robots -------------------------------------------------------------------------------------------------------

    def next_orders(self, view: V, seat: Seat, mind: Mind) -> Sequence[Order]:
        """Return the orders that a robot in this seat gives now, all in one request, decided from its view alone; empty
        if it waits."""
        raise NotImplementedError

    def left_to_people(self, view: V, seat: Seat, patience: timedelta) -> Mapping[str, datetime | None]:
        """Return the orders that a robot leaves to people for a while. Each comes with the instant from which the robot
        gives it itself. None instead of an instant means that it waits until something in the game changes."""
        return {}


AnyDefinition: TypeAlias = Definition[Any, Any, Any, Any]


@lru_cache(maxsize=256)
def _grammar(kind: AnyDefinition, options: TableOptions) -> Grammar:
    alphabet = alphabet_of(options.alphabet)
    verbs = [there for verb in kind.verbs if (there := verb.at(verb, options))]
    named = {verb.name: verb for verb in verbs}
    readings = {word: reads for verb in verbs for word, reads in verb.readings.items()}
    readings.pop(Grid.verb, None)  # the reader stops here: what follows are rows, which no line holds
    return Grammar(
        verbs={**TABLE_VERBS, **readings},
        contradictions=TABLE_CONTRADICTIONS
        | {frozenset({verb.name, other}) for verb in verbs for other in verb.apart_from},
        has_layouts=Grid.verb in named,
        alphabet=alphabet,
        write=lambda order: alphabet.write(
            named[order.verb].writes(order) if order.verb in named else as_written(order)
        ),
        examples=tuple(alphabet.write(example) for verb in verbs for example in verb.examples),
        prose=frozenset(verb.name for verb in verbs if verb.is_prose),
        severally=frozenset(verb.name for verb in verbs if verb.is_given_severally),
        facts={
            **TABLE_FACTS,
            **{name: verb.facts for name, verb in {**kind.shared_verbs, **named}.items() if verb.is_a_players},
        },
    )
