"""How a game is played: the start, orders, what falls due, what readers may know, and its record.
`Kind` is the base class of every game. `definition` has what a game must provide, and `setting_up` how it is set up. A
game is one folder of pure rules and one line of the registry. Games in which players take turns have the base class
`TurnKind` in `turn_kind`."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

from games.rules.by_mail import ByMail, Piece, help_with, how_to_answer
from games.rules.chance import Chance
from games.rules.facts import Facts, JsonObject, Mistold
from games.rules.panels import Trial
from games.rules.robots import Mind
from games.rules.table import orders, staff
from games.rules.table.definition import OptionsT, S
from games.rules.table.facts import Declare, KeepHours
from games.rules.table.setting_up import SettingUp
from games.rules.table.state import first_due, shared_due
from games.rules.table.transition import Transition
from games.rules.table.verbs import AnyHappening, AnyVerb, Told, known_to_all, nothing_hidden, nothing_said
from games.rules.table.view import View
from games.rules.texts import Text, say
from games.rules.values import (
    Deadline,
    Due,
    Event,
    Joining,
    Order,
    OrderRefused,
    Resources,
    Seat,
    StaffAction,
    Step,
)
from games.rules.words import AnyWord, Vocabulary, WordList

TRIED_AT = datetime(2026, 1, 1, tzinfo=UTC)

V = TypeVar("V", bound=View[Any])
T = TypeVar("T", bound=Transition[Any])


class Kind(SettingUp[S, OptionsT, V, T]):
    """A game that the server can host. `transition_type` is the class of its steps, and `view_type` that of a reader's
    view."""

    shared_verbs = orders.SHARED
    fewest_points_win = False

    def start(self, seats: Sequence[Joining], options: OptionsT, resources: Resources, now: datetime) -> Step[S]:
        """Return the first step of a game: set it up and deal. Raises OrderRefused as `set_up` does."""
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
        """The position in which newcomers try a move, always the same and outside any game; None for a kind without
        one."""
        if self.moves_to_try is None:
            return None
        options = self.options_type(**(self.practice or {}))
        resources = Resources(key=b"a position to try", words=AnyWord())
        state = self.start([Joining()] * max(2, self.seats[0]), options, resources, TRIED_AT).state
        for seat, text in self.moves_to_try:
            for order in self.read(text, options).orders:
                state = self.play(state, seat, order, resources, TRIED_AT).state
        return state

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

    def carry_out(self, transition: T, seat: Seat, verb: AnyVerb, facts: Facts) -> None:
        verb.carry_out(transition, seat, facts)

    def try_order(self, state: S, seat: Seat, order: Order, words: WordList) -> Trial:
        """Return what an order would do, also before the seat's turn, without carrying it out. Empty for an order that
        can't be tried."""
        verb = self.all_verbs.get(order.verb)
        if verb is None or verb.tries is None:
            return Trial()
        try:
            return verb.tries(state, seat, verb.facts.read(order.facts), words)
        except OrderRefused as refused:
            return Trial(refusal=refused.why)

    def resign(self, state: S, seat: Seat, resources: Resources, now: datetime) -> Step[S]:
        """Take a player out of the game permanently, even in a pause."""
        return self.play(state, seat, Order("LEAVE"), resources, now)

    def govern(self, state: S, action: StaffAction, resources: Resources, now: datetime) -> Step[S]:
        """Carry out an action of the staff, even in a pause. Raises OrderRefused."""
        transition = self.transition_type(self, state, resources, now)
        staff.carry_out(transition, action)
        return transition.step()

    # --- time ---------------------------------------------------------------------------------------------------------

    def all_due(self, state: S) -> Iterable[Due]:
        """Return everything that falls due in a running game, common to all kinds or specific to this one."""
        return (*shared_due(state), *self.falls_due(state)) if state.phase != "finished" else ()

    def due(self, state: S) -> Due | None:
        """Return the next thing that happens by itself."""
        return first_due(self.all_due(state), self.own_ticks)

    def tick(self, state: S, resources: Resources) -> Step[S]:
        """Carry out the first thing due, at the instant it is due. Raises ValueError if nothing is due."""
        one = self.due(state)
        if one is None:
            raise ValueError("nothing is due")
        transition = self.transition_type(self, state, resources, one.at)
        match one.what:
            case "resume":
                orders.end_pause(transition, None)
            case "vacation":
                pass
            case "away" if one.seat is not None:
                transition.go_away(one.seat)
            case "hard end":
                self.finish(transition, "hard_end")
            case _:
                self.happens(transition, one)
        return transition.step()

    def deadlines(self, state: S, seat: Seat) -> Iterable[Deadline]:
        """Yield the deadlines that a seat is warned about while the game waits for it. Only that seat may see
        them."""
        if state.phase == "finished" or seat not in state.waited_for:
            return
        yield from self.own_deadlines(state, seat)
        if state.clocks.hard_end:
            yield Deadline("end", state.clocks.hard_end, state.clocks.hard_end_set)

    # --- what readers may know ----------------------------------------------------------------------------------------

    def view(self, state: S, seat: Seat | None, words: WordList) -> V:
        """Return the game as this seat, or a spectator if `seat` is None, may see it."""
        return self.view_type(self, state, seat, words)

    def tell(self, state: S, event: Event, seat: Seat | None) -> JsonObject | None:
        """Return the part of an event that this reader may know, as JSON; None if they may not even know that it
        happened. Everybody may know of events outside the rules, such as joining."""
        happening, told = self.all_happenings.get(event.verb), event.facts
        if happening:
            facts = self._known_facts(happening, state, event, seat)
            if facts is None:
                return None
            told = happening.news(facts, seat).told()
        return {"verb": event.verb, **({} if event.seat is None else {"seat": event.seat}), **told}

    def tells_of(self, state: S, event: Event, seat: Seat | None) -> bool:
        """Return True if this reader may know that an event happened, which means that `tell` doesn't return None."""
        happening = self.all_happenings.get(event.verb)
        if happening is None or (happening.known_by is known_to_all and happening.hides is nothing_hidden):
            return True
        return self._known_facts(happening, state, event, seat) is not None

    def _known_facts(self, happening: AnyHappening, state: S, event: Event, seat: Seat | None) -> Facts | None:
        facts: Facts = happening.facts.read(event.facts)
        if state.phase == "finished":
            return facts
        is_known = happening.known_by(state, event.seat, seat)
        return happening.hides(state, facts, event.seat, seat) if is_known else None

    def known_of(self, state: S, reader: Seat | None) -> frozenset[tuple[str, tuple[Seat | None, ...]]]:
        """Return the kinds of events that are hidden from this reader for some seats, each with the seats for which
        they are not."""
        if state.phase == "finished":
            return frozenset()
        seats = (None, *range(state.seats))
        known = {
            name: tuple(seat for seat in seats if happening.known_by(state, seat, reader))
            for name, happening in self._known_to_some.items()
        }
        return frozenset((name, of) for name, of in known.items() if len(of) < len(seats))

    @cached_property
    def _known_to_some(self) -> Mapping[str, AnyHappening]:
        return {name: one for name, one in self.all_happenings.items() if one.known_by is not known_to_all}

    @cached_property
    def untold(self) -> frozenset[str]:
        """The events that never have a line in the history."""
        return frozenset(name for name, happening in self.events.items() if happening.says is nothing_said)

    def word(self, facts: JsonObject, seat: Seat | None) -> Text | None:
        """Return the sentence for an event whose facts `tell` returned for this seat; None if it gets no line."""
        happening = self.all_happenings.get(facts["verb"])
        return happening.says(Told(happening.facts.read(facts), facts.get("seat"), seat)) if happening else None

    def outcome(self, verb: str, told: Sequence[JsonObject], seat: Seat) -> Sequence[Text]:
        """Return sentences for the seat that gave an order: the text `done` of its verb or, if that is empty, those of
        its events, as `tell` returned them."""
        if verb in self.all_verbs and (done := self.all_verbs[verb].done):
            return [say(done)]
        of_mine = (facts for facts in told if seat in (facts.get("seat"), *facts.get("seats", ())))
        said = (self.word(facts, seat) for facts in of_mine if facts["verb"] not in ("turn", "back"))
        return [message for message in said if message]

    def tells(self, event: Event, seats: Sequence[Seat]) -> Iterable[tuple[Seat, str]]:
        """Return those of the given seats that get a mail about an event, each with the kind of mail."""
        happening = self.events[event.verb]
        return happening.tells(happening.facts.read(event.facts), event.seat, seats)

    def takes_back(self, event: Event, earlier: Event) -> bool:
        """Return True if an event undoes an earlier one: readers who have not been notified of the earlier one need
        neither."""
        happening = self.events[event.verb]
        if happening.takes_back is None:
            return False
        seat, facts = happening.takes_back(happening.facts.read(event.facts))
        return (earlier.verb, earlier.seat) == (facts.verb, seat) and type(facts).read(earlier.facts) == facts

    def by_mail(self, view: V, seat: Seat | None) -> ByMail:
        """Return the game as a mail shows it to the reader of this view."""
        named = tuple(offer for offer in view.offers if offer.does)
        return ByMail(shows=view.panels, offers=named, how_to_answer=how_to_answer(named))

    def help_by_mail(self, options: OptionsT) -> Sequence[Piece]:
        """Return the part of HELP below the list of commands: how to write orders by mail in a game with these
        settings."""
        return help_with(self.grammar(options))

    def plain_mind(self, vocabulary: Vocabulary, chance: Chance) -> Mind:
        """Return the mind of a robot of the weakest level that knows all these words. `chance` is not the game's own
        random stream."""
        return Mind(self.levels[0], vocabulary, vocabulary, chance, None)

    # --- its record ---------------------------------------------------------------------------------------------------

    def start_again(
        self, seats: Sequence[Joining], options: OptionsT, resources: Resources, now: datetime, deal: Facts
    ) -> Step[S]:
        """Start a game to replay its record. `deal` has the facts of its first event, for kinds whose start the random
        stream alone does not decide."""
        return self.start(seats, options, resources, now)

    def as_recorded(self, facts: Sequence[Facts | None]) -> "AnyKind":
        """Return the kind adapted to a record with these facts; older records have fewer facts."""
        return self

    def readings(
        self, state: S, words: WordList, facts: Facts, seat: Seat | None, at: datetime
    ) -> Iterable[tuple[S, WordList]]:
        """Yield the possible states and word lists before an event at this instant. They include whatever only that
        event's facts tell; for an older record without these facts, there is one for each possibility."""
        return ((state, words),)


AnyKind: TypeAlias = Kind[Any, Any, Any, Any]
