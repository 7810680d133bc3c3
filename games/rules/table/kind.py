"""The base of every kind of game: what a kind is to all other rooms, what all kinds share, and what each must give.

A kind is one folder of pure rules and one line of the registry. At every table players look in, are away or on vacation,
pause or leave, the staff act and time runs; that part stands in this folder. Games in which moves are awaited have a base
of their own in `turns`."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from games.rules.by_mail import ByMail, MailWords, Piece, help_with, how_to_answer
from games.rules.chance import Chance
from games.rules.clocks import DAY, WAITS_AT_MOST, Clock, Clocks
from games.rules.daily import AnyPuzzle
from games.rules.facts import Facts, JsonObject, Mistold
from games.rules.grid import runs
from games.rules.kind import (
    Beginning,
    Deadline,
    Due,
    Event,
    Hours,
    Joining,
    Order,
    OrderRefused,
    Rank,
    Reading,
    Resources,
    Seat,
    SetUps,
    StaffAction,
    Step,
)
from games.rules.layouts import OwnLayouts
from games.rules.missed import MissedMoves
from games.rules.options import TableOptions
from games.rules.panels import Offer, Trial
from games.rules.reading import TABLE_CONTRADICTIONS, TABLE_FACTS, TABLE_VERBS, Grammar, as_written, read
from games.rules.robots import PLAIN, Level, Mind
from games.rules.small_board import SmallBoard
from games.rules.table import happenings, orders, people, staff, standing
from games.rules.table.facts import NOBODY, ByStaff, Declare, Grid, KeepHours, Resigned, Resumed
from games.rules.table.state import TableState, first_due, shared_due
from games.rules.table.transition import Transition
from games.rules.table.verbs import AnyHappening, AnyVerb, Told, by_name, nothing_said
from games.rules.table.verify import replay
from games.rules.table.view import View
from games.rules.texts import Text, say
from games.rules.words import AnyWord, Vocabulary, WordList

TRIED_AT = datetime(2026, 1, 1, tzinfo=UTC)

S = TypeVar("S", bound=TableState)
OptionsT = TypeVar("OptionsT", bound=TableOptions)
V = TypeVar("V", bound=View[Any])
T = TypeVar("T", bound=Transition[Any])


class Kind(ABC, Generic[S, OptionsT, V, T]):
    """A game that the server can host: its state, its options, what readers see, and its steps. Each kind gives what is
    abstract; the rest is shared and may be overridden."""

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
            name: verb for name, verb in orders.SHARED.items() if all(name != own.name for own in self.verbs)
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

    # --- a new table --------------------------------------------------------------------------------------------------

    def opening_with(self, options: OptionsT) -> Sequence[str]:
        """The opening as it fits a table with these options."""
        return self.opening

    def set_up(self, seats: int, options: OptionsT) -> Sequence[Text]:
        """Warnings about a set-up that works but is not advised. Raises OrderRefused if it cannot be played."""
        least, most = self.seats
        if not least <= seats <= most:
            raise OrderRefused("A game must have {least} to {most} players.", least=least, most=most)
        return ()

    def set_ups(self, seats: int, options: OptionsT) -> SetUps | None:
        """A forecast for those who make a game; None where there is nothing to weigh. Raises OrderRefused as `set_up` does."""
        return None

    def why_unrated(self, options: OptionsT) -> Text | None:
        """Why such a game does not count for ratings; None where it may."""
        return None

    @property
    def set_by_paces(self) -> set[str]:
        """The options that some pace sets."""
        return {name for pace in self.paces.values() for name in pace}

    def pace_of(self, options: OptionsT) -> str:
        """The pace that the options match in most of the durations that paces set; the first of several."""
        usual, settled = vars(self.options_type()), self.set_by_paces

        def kept(pace: str) -> int:
            own = {**usual, **self.paces[pace]}
            return sum(getattr(options, name) == own[name] for name in settled)

        return max(self.paces, key=kept)

    def time_for_a_step(self, options: OptionsT) -> timedelta:
        """The time that a player has for the usual step: to look, or to move."""
        return timedelta(seconds=getattr(options, self.clocks[0]))

    def has_meaning(self, options: OptionsT, name: str) -> bool:
        """True if the need of an option is met by one that has a meaning itself."""
        if name not in self.needs:
            return True
        other, values = self.needs[name]
        value = getattr(options, other)
        return (value in values if values else bool(value)) and self.has_meaning(options, other)

    def house_rules(self, options: OptionsT) -> JsonObject:
        """The options that have a meaning and are not as usual at their pace, with their values."""
        usual = vars(self.options_type(**self.paces[self.pace_of(options)]))
        given = vars(options).items()
        return {name: value for name, value in given if value != usual[name] and self.has_meaning(options, name)}

    @abstractmethod
    def tiles(self, options: OptionsT) -> Mapping[str, int]:
        """The number of each tile, for the game's record."""

    def new_state(self, seats: Sequence[Joining], options: OptionsT, now: datetime) -> S:
        """The table before anything is drawn."""
        return self.state_type(
            options=options,
            seats=len(seats),
            now=now,
            dealt_at=now,
            clocks=Clocks(running={f"wait {seat}": Clock(WAITS_AT_MOST) for seat in range(len(seats))}),
        )

    @abstractmethod
    def begin(self, transition: T) -> None:
        """Shuffle and deal, telling of every draw in an event `deal`."""

    def start(self, seats: Sequence[Joining], options: OptionsT, resources: Resources, now: datetime) -> Step[S]:
        """Raises OrderRefused as `set_up` does."""
        self.set_up(len(seats), options)
        transition = self.transition_type(self, self.new_state(seats, options, now), resources, now)
        self.begin(transition)
        for seat, player in enumerate(seats):
            if player.hours:
                orders.keep_hours(transition, seat, KeepHours(**vars(player.hours)))
            for starts, ends, declared in player.vacations:
                orders.declare_vacation(transition, seat, Declare(starts, ends, declared))
        return transition.step()

    @cached_property
    def position_to_try(self) -> S | None:
        """A position that is the same everywhere, for the page of the kind; it belongs to no game."""
        if self.moves_to_try is None:
            return None
        options = self.options_type(**(self.practice or {}))
        resources = Resources(key=b"a position to try", words=AnyWord())
        state = self.start([Joining()] * max(2, self.seats[0]), options, resources, TRIED_AT).state
        for seat, text in self.moves_to_try:
            for order in self.read(text, options).orders:
                state = self.play(state, seat, order, resources, TRIED_AT).state
        return state

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

    # --- orders -------------------------------------------------------------------------------------------------------

    def play(self, state: S, seat: Seat, order: Order, resources: Resources, now: datetime) -> Step[S]:
        """Carry out an order of a seat. Raises OrderRefused."""
        verb = self.all_verbs.get(order.verb)
        if verb is None:
            raise OrderRefused("{verb} isn’t a command in this game.", verb=order.verb)
        transition = self.transition_type(self, state, resources, now)
        self.check(verb, transition.state, seat, resources.words)
        try:
            facts = verb.facts.read(order.facts)
        except Mistold as error:
            raise OrderRefused("{verb} can’t be written like this.", verb=order.verb) from error
        self.carry_out(transition, seat, verb, facts)
        return transition.step()

    def check(self, verb: AnyVerb, state: S, seat: Seat, words: WordList) -> None:
        """Raise OrderRefused where the seat may not give this order now."""
        orders.check_open(verb, state, seat, paused=self.in_a_pause(state))
        verb.check(state, seat, words)

    def try_order(self, state: S, seat: Seat, order: Order, words: WordList) -> Trial:
        """The outcome of an order, also before the seat's turn; nothing happens. Empty for an order that cannot be tried."""
        verb = self.all_verbs.get(order.verb)
        if verb is None or verb.tries is None:
            return Trial()
        try:
            return verb.tries(state, seat, verb.facts.read(order.facts), words)
        except OrderRefused as refused:
            return Trial(refusal=refused.why)

    def carry_out(self, transition: T, seat: Seat, verb: AnyVerb, facts: Facts) -> None:
        verb.carry_out(transition, seat, facts)

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

    def in_a_pause(self, state: S) -> Text:
        """The reason why orders are refused in a pause."""
        return say("The game is paused. Try again when it goes on.")

    def end_pause(self, transition: T, seat: Seat | None, by: ByStaff = NOBODY) -> None:
        """Let every clock go on. Without a seat the pause ends by itself or by the staff."""
        transition.change(clocks=transition.state.clocks.resumed(), would_pause=())
        transition.happened(Resumed(**vars(by)), seat)

    # --- leaving ------------------------------------------------------------------------------------------------------

    def resign(self, state: S, seat: Seat, resources: Resources, now: datetime) -> Step[S]:
        """Take a player out of the game for good, in a pause too. A player's own request to leave is an order instead."""
        return self.play(state, seat, Order("LEAVE"), resources, now)

    def leave(self, transition: T, seat: Seat) -> None:
        """Let the seat resign; the game goes on for its opponents."""
        before = transition.state
        self.gives_up(transition, seat)
        transition.change(resigned=(*before.resigned, seat))
        transition.forget("away", seat)
        transition.forget("would_pause", seat)
        standing.forget(transition, seat)
        transition.happened(self.told_of_leaving(before, transition.state), seat)
        if transition.state.has_opponents:
            self.has_left(transition, seat)
        else:
            self.finish(transition, "resigned")

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

    def govern(self, state: S, action: StaffAction, resources: Resources, now: datetime) -> Step[S]:
        """Carry out an action of the staff, in a pause too. Raises OrderRefused."""
        transition = self.transition_type(self, state, resources, now)
        staff.carry_out(transition, action)
        return transition.step()

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

    # --- time ---------------------------------------------------------------------------------------------------------

    def all_due(self, state: S) -> Iterable[Due]:
        """Everything that falls due at a running table, shared and the kind's own."""
        return (*shared_due(state), *self.falls_due(state)) if state.phase != "finished" else ()

    @abstractmethod
    def falls_due(self, state: S) -> Iterable[Due]:
        """The things that the kind's own clocks bring, and the seats that go away."""

    def due(self, state: S) -> Due | None:
        """The next thing that happens by itself."""
        return first_due(self.all_due(state), self.own_ticks)

    def tick(self, state: S, resources: Resources) -> Step[S]:
        """Bring the first thing due, at its own instant. Raises ValueError if nothing is due."""
        one = self.due(state)
        if one is None:
            raise ValueError("nothing is due")
        transition = self.transition_type(self, state, resources, one.at)
        match one.what:
            case "resume":
                self.end_pause(transition, None)
            case "vacation":
                pass
            case "away" if one.seat is not None:
                transition.go_away(one.seat)
            case "hard end":
                self.finish(transition, "hard_end")
            case _:
                self.happens(transition, one)
        return transition.step()

    @abstractmethod
    def happens(self, transition: T, due: Due) -> None:
        """Do what one of the kind's own clocks has brought."""

    def deadlines(self, state: S, seat: Seat) -> Iterable[Deadline]:
        """The deadlines of a seat that is waited for, of which it must be warned; for that seat alone."""
        if state.phase == "finished" or seat not in state.waited_for:
            return
        yield from self.own_deadlines(state, seat)
        if state.clocks.hard_end:
            yield Deadline("end", state.clocks.hard_end, state.clocks.hard_end_set)

    @abstractmethod
    def own_deadlines(self, state: S, seat: Seat) -> Iterable[Deadline]:
        """The same without the hard end."""

    def first_deadline(self, options: OptionsT, hours: Hours | None, now: datetime) -> datetime:
        """The end of the first clock of a player with these hours, if it began now; for those who are to agree to the options."""
        span = options.span(f"{self.state_type.seat_clock}_within")
        rest = options.rest(hours) if span >= DAY else None
        ends = Clock(span, rest=rest).run(now).ends
        assert ends is not None, "it runs"
        return ends

    # --- what is shown and told ---------------------------------------------------------------------------------------

    @abstractmethod
    def awaiting(self, state: S, seat: Seat | None = None) -> Mapping[Seat, Text]:
        """The seats that are waited for, each with a few words on what for, as far as this reader may know."""

    def view(self, state: S, seat: Seat | None, words: WordList) -> V:
        """The table as this seat may know it; None looks on."""
        return self.view_type(self, state, seat, words)

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

    def tell(self, state: S, event: Event, seat: Seat | None) -> JsonObject | None:
        """The part of an event that this reader may know, as JSON; None if not even that it happened. Events outside the
        rules, such as somebody's joining, are known to all."""
        happening, told = self.all_happenings.get(event.verb), event.facts
        if happening:
            facts: Facts | None = happening.facts.read(event.facts)
            if state.phase != "finished":
                is_known = happening.known_by(state, event.seat, seat)
                facts = happening.hides(state, facts, event.seat, seat) if is_known else None
            if facts is None:
                return None
            told = happening.news(facts, seat).told()
        return {"verb": event.verb, **({} if event.seat is None else {"seat": event.seat}), **told}

    def known_of(self, state: S, reader: Seat | None) -> frozenset[tuple[str, tuple[Seat | None, ...]]]:
        """The happenings that are kept from this reader, but for those of some seats."""
        if state.phase == "finished":
            return frozenset()
        seats = (None, *range(state.seats))
        known = {
            name: tuple(seat for seat in seats if happening.known_by(state, seat, reader))
            for name, happening in self.all_happenings.items()
        }
        return frozenset((name, of) for name, of in known.items() if len(of) < len(seats))

    @cached_property
    def untold(self) -> frozenset[str]:
        """The happenings that no history has a line of."""
        return frozenset(name for name, happening in self.events.items() if happening.says is nothing_said)

    def word(self, facts: JsonObject, seat: Seat | None) -> Text | None:
        """The sentence for an event as `tell` let this seat know it; None if it is not worth a line."""
        happening = self.all_happenings.get(facts["verb"])
        return happening.says(Told(happening.facts.read(facts), facts.get("seat"), seat)) if happening else None

    def outcome(self, verb: str, told: Sequence[JsonObject], seat: Seat) -> Sequence[Text]:
        """Sentences for the seat that gave an order: what its row says, else what its events say, as `tell` let this seat
        know them."""
        if verb in self.all_verbs and (done := self.all_verbs[verb].done):
            return [say(done)]
        of_mine = (facts for facts in told if seat in (facts.get("seat"), *facts.get("seats", ())))
        said = (self.word(facts, seat) for facts in of_mine if facts["verb"] not in ("turn", "back"))
        return [message for message in said if message]

    def tells(self, event: Event, seats: Sequence[Seat]) -> Iterable[tuple[Seat, str]]:
        """The seats, of those given, that get a mail about an event, each with its sort."""
        happening = self.events[event.verb]
        return happening.tells(happening.facts.read(event.facts), event.seat, seats)

    def takes_back(self, event: Event, earlier: Event) -> bool:
        """True if an event ends an earlier one; readers who were not told of the earlier need be told of neither."""
        happening = self.events[event.verb]
        if happening.takes_back is None:
            return False
        seat, facts = happening.takes_back(happening.facts.read(event.facts))
        return (earlier.verb, earlier.seat) == (facts.verb, seat) and type(facts).read(earlier.facts) == facts

    def unseen_tiles(self, state: S, seat: Seat) -> str:
        """The tiles that a mail to this seat carries, and by that turns over; empty where none do."""
        return ""

    def is_to_look(self, state: S, seat: Seat) -> bool:
        """True if this seat has tiles face down that it may look at."""
        return False

    def shows_tiles_by(self, verb: str) -> bool:
        """True if the receipt of this order shows its player new tiles, as no other mail does."""
        return False

    def by_mail(self, view: V, seat: Seat | None) -> ByMail:
        """The table as a mail shows it to the reader of this view."""
        named = tuple(offer for offer in view.offers if offer.does)
        return ByMail(shows=view.panels, offers=named, how_to_answer=how_to_answer(named))

    def help_by_mail(self) -> Sequence[Piece]:
        """The explanation of how orders are written in a mail, below the list of commands."""
        return help_with(self.grammar(self.options_type()))

    # --- robots -------------------------------------------------------------------------------------------------------

    def next_orders(self, view: V, seat: Seat, mind: Mind) -> Sequence[Order]:
        """The orders of a robot in this seat now, as one request, judged by its view; empty where it waits."""
        raise NotImplementedError

    def plain_mind(self, vocabulary: Vocabulary, chance: Chance) -> Mind:
        """The mind of a robot of the weakest level that knows all these words. `chance` is the robot's, not the game's."""
        return Mind(self.levels[0], vocabulary, vocabulary, chance, None)

    def left_to_people(self, view: V, seat: Seat, patience: timedelta) -> Mapping[str, datetime | None]:
        """The orders that a robot leaves to people, each with the instant from which it gives them itself; None for as long
        as the game stands as it does."""
        return {}

    # --- its record ---------------------------------------------------------------------------------------------------

    def verify(self, record: JsonObject) -> None:
        """Replay a finished game from its record alone. Raises UnreadableRecord, and Differs at the first difference."""
        replay(self, record)

    def start_again(
        self, seats: Sequence[Joining], options: OptionsT, resources: Resources, now: datetime, deal: Facts
    ) -> Step[S]:
        """Start a game as a record is replayed; `deal` are the facts of its first event, for kinds whose start needs more
        than the stream."""
        return self.start(seats, options, resources, now)

    def as_recorded(self, facts: Sequence[Facts | None]) -> "AnyKind":
        """The kind as a record with these facts has it: older records tell less."""
        return self

    def readings(
        self, state: S, words: WordList, facts: Facts, seat: Seat | None, at: datetime
    ) -> Iterable[tuple[S, WordList]]:
        """The states and words that may have been before an event told at this instant: with what only that event tells,
        and, for an older record that does not tell it, each possibility."""
        return ((state, words),)


AnyKind: TypeAlias = Kind[Any, Any, Any, Any]


@lru_cache(maxsize=256)
def _grammar(kind: AnyKind, options: TableOptions) -> Grammar:
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
            **{name: verb.facts for name, verb in {**orders.SHARED, **named}.items() if verb.is_a_players},
        },
    )
