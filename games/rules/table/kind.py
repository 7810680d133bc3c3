"""The base of every kind of game: what a kind is to all other rooms, what all share, and what each gives.

A kind is one folder of pure rules and one line of the registry. Players look in, are away, on vacation, pause or leave, the staff
act, time runs: all that is the same at each table, and stands in this folder. Games in which moves are awaited have a base of
their own in `turns`."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from games.rules.by_mail import ByMail, MailWords, Piece, help_with, how_to_answer
from games.rules.chance import Chance
from games.rules.clocks import WAITS_AT_MOST, Clock, Clocks
from games.rules.daily import DailyPuzzle
from games.rules.facts import Facts, JsonObject, Mistold
from games.rules.kind import (
    Beginning,
    Deadline,
    Due,
    Event,
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
from games.rules.options import TableOptions
from games.rules.panels import Offer
from games.rules.reading import TABLE_CONTRADICTIONS, TABLE_FACTS, TABLE_VERBS, Grammar, as_written, read
from games.rules.table import happenings, orders, people, staff
from games.rules.table.facts import NOBODY, ByStaff, Declare, Grid, Resigned, Resumed
from games.rules.table.state import TableState, first_due, shared_due
from games.rules.table.transition import Transition
from games.rules.table.verbs import AnyHappening, AnyVerb, Told, by_name
from games.rules.table.verify import replay
from games.rules.table.view import View
from games.rules.texts import Text, say
from games.rules.words import Vocabulary, WordList

S = TypeVar("S", bound=TableState)
OptionsT = TypeVar("OptionsT", bound=TableOptions)
V = TypeVar("V", bound=View[Any])
T = TypeVar("T", bound=Transition[Any])


class Kind(ABC, Generic[S, OptionsT, V, T]):
    """A game the server can host: its state, its options, what its readers see, and one step of it in the making.

    What is abstract each kind gives; the rest is shared, or may be another in a kind."""

    key: ClassVar[str]
    name: ClassVar[str]
    says: ClassVar[str]
    """Why one would play it, in a sentence or two, where people choose a game."""
    opening: ClassVar[Sequence[str]]
    """How it is played, in a few sentences, for the first mail of a game and for an invitation."""
    seats: ClassVar[tuple[int, int]]
    word_list: ClassVar[str] = "open"
    """The name of the word list that a table plays by where its maker names none."""
    has_words: ClassVar[bool] = True
    """True if words are looked up in a list, so that a table names one."""
    has_draws: ClassVar[bool] = True
    """True if anything is drawn, so that there is a deck to cut and a commitment to check."""
    awaits_moves: ClassVar[bool] = False
    """True if it can be somebody's move, so that mails tell what has happened since their last."""
    widest_spread: ClassVar[float]
    """By how much a score counts at most above or below the mean of the others, where a tournament breaks ties by it."""
    layouts: ClassVar[OwnLayouts[Any, Any] | None] = None
    """The layouts that players make alone, keep as drafts and submit by GRID, in a kind that has such."""
    daily: ClassVar[DailyPuzzle | None] = None
    """The puzzle that comes with it, where one does."""
    notations: ClassVar[Mapping[str, Callable[[Any, Sequence[str]], str]]] = {}
    """Other notations for a finished game, by how such a file's name ends: from its state and the players' names, a text.
    OrderRefused for a game that the notation cannot tell."""

    # --- its state and its options ------------------------------------------------------------------------------------

    format: ClassVar[int] = 2
    """The format of the states it stores. It counts up with every release in which their shape is another."""
    state_type: type[S]
    """A frozen dataclass. `store` keeps bags, hands and boards in rows of their own and the rest as JSON."""
    transition_type: type[T]
    view_type: type[V]
    options_type: type[OptionsT]
    paces: ClassVar[Mapping[str, JsonObject]]
    """Paces to choose from, each as the options in which it differs from the defaults."""
    pace_says: ClassVar[Mapping[str, str]]
    """A sentence or two on what each of these asks of people."""
    clocks: ClassVar[Sequence[str]]
    """The durations that tell one pace from another, in the order in which they are said."""
    groups: ClassVar[Sequence[Text]] = ()
    """The headings of its options, in the order in which a form has them."""
    needs: ClassVar[Mapping[str, tuple[str, tuple[str | bool, ...]]]] = {}
    """Options that mean something only where another has one of these values, or any but its default where none are given."""
    most_telling: ClassVar[Sequence[str]]
    """The options worth a word in a list of games."""
    widest: ClassVar[JsonObject] = {}
    """The options of a table at which every order that the kind has can be written."""
    beginnings: ClassVar[Sequence[Beginning]] = ()
    """Tables that a form offers to begin with; the first is the usual one."""
    practice: ClassVar[JsonObject | None]
    """The options of a table against robots; None for a kind that no robot plays."""

    # --- its verbs, and what can happen -------------------------------------------------------------------------------

    verbs: ClassVar[Sequence[AnyVerb]]
    """The orders of its own, in the order of its buttons; one that all tables have, where it is another here."""
    happenings: ClassVar[Sequence[AnyHappening]]
    """The events that happen only at its tables, or are told in another way there."""
    own_ticks: ClassVar[Sequence[str]] = ()
    """The things that the kind's own clocks bring, in the order in which they happen at one instant."""
    comes: ClassVar[Mapping[str, str]]
    """The name of a `Due`, by its `what`; `your away` and the like are the reader's own."""
    mail_words: ClassVar[MailWords] = MailWords()
    own_news: ClassVar[frozenset[str]] = frozenset()
    """The sorts of mail that come from its tables and not from those of every kind."""

    @cached_property
    def all_verbs(self) -> Mapping[str, AnyVerb]:
        """Every order that a table of this kind can have: its own before those of all tables."""
        return {verb.name: verb for verb in self.verbs} | {
            name: verb for name, verb in orders.SHARED.items() if all(name != own.name for own in self.verbs)
        }

    @cached_property
    def all_happenings(self) -> Mapping[str, AnyHappening]:
        return {**happenings.SHARED, **by_name(self.happenings)}

    def happening(self, verb: str) -> AnyHappening | None:
        """The row of an event of the game, or of one among the people at its table."""
        return self.all_happenings.get(verb) or people.HAPPENINGS.get(verb)

    @property
    def commands(self) -> Mapping[str, str]:
        """The verbs of the kind's own, as HELP lists them: how each is written, and in a few words what it does."""
        return {written: does for verb in self.verbs for written, does in verb.help.items()}

    def in_order_of_play(self, orders: Iterable[Order]) -> Sequence[Order]:
        """As the orders of one request are carried out: as written, but after all else those that follow from the rest, as asking
        for a light does."""
        return sorted(orders, key=lambda order: self.all_verbs[order.verb].last if order.verb in self.all_verbs else 0)

    @property
    def of_its_turn(self) -> frozenset[str]:
        """The orders that count by mail only as the answer to the current turn's mail."""
        return frozenset(verb.name for verb in self.verbs if verb.is_of_its_turn)

    @property
    def begins_a_turn(self) -> frozenset[str]:
        """The events that do: a reply answers the mail about the last of them."""
        return frozenset(one.name for one in self.all_happenings.values() if one.begins_a_turn)

    @property
    def unrecorded(self) -> frozenset[str]:
        """The events that stay out of a record, as nothing follows from them."""
        return frozenset(one.name for one in self.all_happenings.values() if not one.is_recorded)

    def grammar(self, options: OptionsT) -> Grammar:
        """The grammar of orders, for web and API; mail reads its `ignoring_case()`."""
        return _grammar(self, options)

    def read(self, text: str, options: OptionsT) -> Reading:
        """Raises Unreadable."""
        return read(text, self.grammar(options))

    # --- a new table --------------------------------------------------------------------------------------------------

    def opening_with(self, options: OptionsT) -> Sequence[str]:
        """The opening at a table that plays by these options."""
        return self.opening

    def set_up(self, seats: int, options: OptionsT) -> Sequence[Text]:
        """Warnings about a set-up that works but is not advised; OrderRefused if it cannot be played."""
        least, most = self.seats
        if not least <= seats <= most:
            raise OrderRefused("A game has from {least} to {most} players.", least=least, most=most)
        return ()

    def set_ups(self, seats: int, options: OptionsT) -> SetUps | None:
        """A forecast by the options, for those who make a game; None where there is nothing to weigh. OrderRefused as above."""
        return None

    def why_unrated(self, options: OptionsT) -> Text | None:
        """Why such a game does not count for ratings; None where it may."""
        return None

    def pace_of(self, options: OptionsT) -> str:
        """The pace that options keep to in most of what its paces settle; of several, the first."""
        usual = vars(self.options_type())
        settled = {name for pace in self.paces.values() for name in pace}

        def kept(pace: str) -> int:
            own = {**usual, **self.paces[pace]}
            return sum(getattr(options, name) == own[name] for name in settled)

        return max(self.paces, key=kept)

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
        """Shuffle and deal, with an event `deal` that names every draw."""

    def start(self, seats: Sequence[Joining], options: OptionsT, resources: Resources, now: datetime) -> Step[S]:
        """Raises OrderRefused as `set_up` does."""
        self.set_up(len(seats), options)
        transition = self.transition_type(self, self.new_state(seats, options, now), resources, now)
        self.begin(transition)
        for seat, player in enumerate(seats):
            for starts, ends, declared in player.vacations:
                orders.declare_vacation(transition, seat, Declare(starts, ends, declared))
        return transition.step()

    def upgrade(self, format: int, stored: JsonObject) -> JsonObject:
        """A state that was stored in that format or the present one, as the present one has it. With it stand what has rows of
        its own, `bags`, `hands`, `boards` and `words_used`, and the `options`, which are here only to be read.

        In format 1 no clock knew when it began: each counts from the deal, or the last light."""
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
            raise OrderRefused("{verb} is no order of this game.", verb=order.verb)
        transition = self.transition_type(self, state, resources, now)
        self.check(verb, transition.state, seat, resources.words)
        try:
            facts = verb.facts.read(order.facts)
        except Mistold as error:
            raise OrderRefused("{verb} is not written like this.", verb=order.verb) from error
        self.carry_out(transition, seat, verb, facts)
        return transition.step()

    def check(self, verb: AnyVerb, state: S, seat: Seat, words: WordList) -> None:
        """Raise OrderRefused where the seat may not give this order now."""
        orders.check_open(verb, state, seat, paused=self.in_a_pause(state))
        verb.check(state, seat, words)

    def carry_out(self, transition: T, seat: Seat, verb: AnyVerb, facts: Facts) -> None:
        verb.carry_out(transition, seat, facts)

    def buttons(self, state: S, seat: Seat, words: WordList) -> tuple[Offer, ...]:
        """The orders that are worth a button to this seat now, each with why it may not be given yet."""
        offered = []
        for verb in self.all_verbs.values():
            refusal = brief = None
            try:
                self.check(verb, state, seat, words)
            except OrderRefused as refused:
                refusal, brief = refused.why, refused.brief
            if offer := verb.offer(state, seat, refusal):
                offered.append(replace(offer, brief=brief) if brief else offer)
        return tuple(offered)

    def in_a_pause(self, state: S) -> Text:
        """Why an order is refused in a pause."""
        return say("The game is paused. Give your order when it goes on.")

    def end_pause(self, transition: T, seat: Seat | None, by: ByStaff = NOBODY) -> None:
        """Let every clock go on. No seat: the pause ends by itself, or by the staff."""
        transition.change(clocks=transition.state.clocks.resumed(), would_pause=())
        transition.happened(Resumed(**vars(by)), seat)

    # --- leaving ------------------------------------------------------------------------------------------------------

    def resign(self, state: S, seat: Seat, resources: Resources, now: datetime) -> Step[S]:
        """A player leaves for good, in a pause too; what a player asks for at the table is an order."""
        return self.play(state, seat, Order("LEAVE"), resources, now)

    def leave(self, transition: T, seat: Seat) -> None:
        """The seat resigns: for its opponents the game goes on."""
        before = transition.state
        self.gives_up(transition, seat)
        transition.change(resigned=(*before.resigned, seat))
        transition.forget("away", seat)
        transition.forget("would_pause", seat)
        transition.happened(self.told_of_leaving(before, transition.state), seat)
        if transition.state.has_opponents:
            self.has_left(transition, seat)
        else:
            self.finish(transition, "resigned")

    def gives_up(self, transition: T, seat: Seat) -> None:
        """A seat resigns: what becomes of its tiles and of what it has asked for."""

    def told_of_leaving(self, before: S, after: S) -> Resigned:
        """The facts of the event that tells of it."""
        return Resigned()

    @abstractmethod
    def has_left(self, transition: T, seat: Seat) -> None:
        """A seat has resigned and opponents are left: how the game goes on."""

    @abstractmethod
    def finish(self, transition: T, ending: str, by: ByStaff = NOBODY) -> None:
        """The game is over, and scored as it lies; by whom is told with both."""

    # --- the staff ----------------------------------------------------------------------------------------------------

    def govern(self, state: S, action: StaffAction, resources: Resources, now: datetime) -> Step[S]:
        """The staff act at the table, in a pause too. Raises OrderRefused."""
        transition = self.transition_type(self, state, resources, now)
        staff.carry_out(transition, action)
        return transition.step()

    @abstractmethod
    def extend(self, transition: T, action: StaffAction, by: timedelta) -> None:
        """The staff give more time, for a seat or for all, on every clock that players wait by; or in the bank. Raises
        OrderRefused."""

    def why_not_awaited(self, state: S, seat: Seat) -> Text | None:
        """Why no clock runs for this seat, where it is that nothing is awaited of it."""
        return None

    def hand_over(self, transition: T, seat: Seat) -> None:
        """Another player sits down: what of the kind's own was their predecessor's, and no tile, is forgotten."""

    def sits_down(self, transition: T, seat: Seat) -> None:
        """Begin anew what does so for the new player."""

    def deal_amber(self, transition: T, action: StaffAction) -> None:
        """The staff deal tiles to all. Raises OrderRefused."""
        raise OrderRefused("There are no lights in this game: an amber can be dealt in Lexicon Crossing only.")

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
        """Bring the first thing due, at its own instant. Raises ValueError where nothing is due."""
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
        """Do what the kind's own clock has brought."""

    def deadlines(self, state: S, seat: Seat) -> Iterable[Deadline]:
        """The deadlines of which a seat that is waited for must be warned. Made for that seat alone."""
        if state.phase == "finished" or seat not in state.waited_for:
            return
        yield from self.own_deadlines(state, seat)
        if state.clocks.hard_end:
            yield Deadline("end", state.clocks.hard_end, state.clocks.hard_end_set)

    @abstractmethod
    def own_deadlines(self, state: S, seat: Seat) -> Iterable[Deadline]:
        """The same but for the hard end."""

    # --- what is shown and told ---------------------------------------------------------------------------------------

    @abstractmethod
    def awaiting(self, state: S, seat: Seat | None = None) -> Mapping[Seat, Text]:
        """The seats that are waited for, and for what in a few words, as far as this reader may know."""

    def view(self, state: S, seat: Seat | None, words: WordList) -> V:
        """The table as this seat, or None who looks on, may know it."""
        return self.view_type(self, state, seat, words)

    def pool(self, state: S) -> int:
        """The number of tiles that nobody holds."""
        return sum(map(len, state.bags.values()))

    @abstractmethod
    def ranks(self, state: S) -> Sequence[Rank]:
        """Every seat of a finished game, best first; none where it has no result."""

    def tell(self, state: S, event: Event, seat: Seat | None) -> JsonObject | None:
        """The part of an event that this reader may know, as JSON; None for not even that it happened. What is no
        happening of the rules, as that somebody joined, is known to all."""
        happening, told = self.all_happenings.get(event.verb), event.facts
        if happening:
            facts: Facts | None = happening.facts.read(event.facts)
            if state.phase != "finished":
                facts = happening.hides(state, facts, event.seat, seat)
            if facts is None:
                return None
            told = happening.news(facts, seat).told()
        return {"verb": event.verb, **({} if event.seat is None else {"seat": event.seat}), **told}

    def word(self, facts: JsonObject, seat: Seat | None) -> Text | None:
        """An event, as `tell` let this seat know it, as a sentence; None for what is not worth a line."""
        happening = self.all_happenings.get(facts["verb"])
        return happening.says(Told(happening.facts.read(facts), facts.get("seat"), seat)) if happening else None

    def outcome(self, verb: str, told: Sequence[JsonObject], seat: Seat) -> Sequence[Text]:
        """Sentences for the seat that gave an order: what its row says is done, or else of its events, as `tell` let this seat
        know them."""
        if verb in self.all_verbs and (done := self.all_verbs[verb].done):
            return [say(done)]
        of_mine = (facts for facts in told if seat in (facts.get("seat"), *facts.get("seats", ())))
        said = (self.word(facts, seat) for facts in of_mine if facts["verb"] not in ("turn", "back"))
        return [message for message in said if message]

    def tells(self, event: Event, seats: Sequence[Seat]) -> Iterable[tuple[Seat, str]]:
        """The seats, of these, that get a mail about an event, each with the sort of that mail."""
        happening = self.happening(event.verb)
        return happening.tells(happening.facts.read(event.facts), event.seat, seats) if happening else ()

    def takes_back(self, event: Event, earlier: Event) -> bool:
        """True if an event ends an earlier one: who has not been told of that need be told of neither."""
        happening = self.happening(event.verb)
        if happening is None or happening.takes_back is None:
            return False
        seat, facts = happening.takes_back(happening.facts.read(event.facts))
        return (earlier.verb, earlier.seat) == (facts.verb, seat) and type(facts).read(earlier.facts) == facts

    def unseen_tiles(self, state: S, seat: Seat) -> str:
        """The tiles that a mail to this seat carries, and by that turns over; empty where none do."""
        return ""

    def shows_tiles_by(self, verb: str) -> bool:
        """True if the receipt of this order of its own shows its player new tiles, as no other mail does."""
        return False

    def by_mail(self, view: V, seat: Seat | None) -> ByMail:
        """The table as a mail shows it to who has this view of it."""
        named = tuple(offer for offer in view.offers if offer.does)
        return ByMail(shows=view.panels, offers=named, how_to_answer=how_to_answer(named))

    def help_by_mail(self) -> Sequence[Piece]:
        """How its orders are written in a mail, below the list of its commands."""
        return help_with(self.grammar(self.options_type()))

    # --- robots -------------------------------------------------------------------------------------------------------

    def next_orders(self, view: V, seat: Seat, vocabulary: Vocabulary, chance: Chance) -> Sequence[Order]:
        """The orders of a robot in this seat now, by what its view shows, as one request; empty where it waits. `chance` is
        its own, not the game's."""
        raise NotImplementedError

    def left_to_people(self, view: V, seat: Seat, patience: timedelta) -> Mapping[str, datetime | None]:
        """The orders that a robot leaves to people for so long, each with the instant from which on it gives them; None as
        long as the game stands as it does."""
        return {}

    # --- its record ---------------------------------------------------------------------------------------------------

    def verify(self, record: JsonObject) -> None:
        """Replay a finished game from its record alone. Raises UnreadableRecord, and Differs at the first difference."""
        replay(self, record)

    def start_again(
        self, seats: Sequence[Joining], options: OptionsT, resources: Resources, now: datetime, deal: Facts
    ) -> Step[S]:
        """The start as a record is replayed, with the facts of its first event, where a start needs more than the stream."""
        return self.start(seats, options, resources, now)

    def as_recorded(self, facts: Sequence[Facts | None]) -> "AnyKind":
        """The kind as the record with the facts of these events tells of it: an older record tells less."""
        return self

    def readings(
        self, state: S, words: WordList, facts: Facts, seat: Seat | None, at: datetime
    ) -> Iterable[tuple[S, WordList]]:
        """The state before an event told at this instant, and the words there are: with what is told only with that event; and
        where an older record does not tell it at all, each that there may have been."""
        return ((state, words),)


AnyKind: TypeAlias = Kind[Any, Any, Any, Any]


@lru_cache(maxsize=256)
def _grammar(kind: AnyKind, options: TableOptions) -> Grammar:
    verbs = [there for verb in kind.verbs if (there := verb.at(verb, options))]
    named = {verb.name: verb for verb in verbs}
    readings = {word: reads for verb in verbs for word, reads in verb.readings.items()}
    readings.pop(Grid.verb, None)  # where it stands, rows follow, which no line holds
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
