"""The base of every kind: what they share of the seam. A kind gives the rest.

Players look in, are away, on vacation, pause or leave, the staff act, time runs: all that is the same at each table, and stands
in this folder. Games in which moves are awaited have a base of their own in `turns`."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property, lru_cache, partial
from typing import Any, ClassVar, Generic, TypeVar, cast

from games.rules.by_mail import ByMail, Piece
from games.rules.clocks import WAITS_AT_MOST, Clock, Clocks
from games.rules.facts import Facts, Json, Mistold
from games.rules.kind import (
    Deadline,
    Due,
    Event,
    Joining,
    Kind,
    OptionsT,
    Order,
    OrderRefused,
    Reading,
    Resources,
    Seat,
    StaffAction,
    Step,
    V,
)
from games.rules.messages import Text, say
from games.rules.reading import TABLE_CONTRADICTIONS, TABLE_FACTS, TABLE_VERBS, Grammar, as_written, read
from games.rules.showing import Offer
from games.rules.table import by_mail, happenings, orders, staff, ticks
from games.rules.table.facts import NOBODY, ByStaff, Declare, Grid, Resigned, Resumed
from games.rules.table.state import TableState
from games.rules.table.transition import Transition
from games.rules.table.verbs import AnyHappening, AnyVerb, Told, by_verb
from games.rules.table.verify import replay
from games.rules.words import WordList

S = TypeVar("S", bound=TableState)
C = TypeVar("C", bound=Transition[Any])


class TableKind(Kind[S, OptionsT, V], Generic[S, OptionsT, V, C]):
    """What stands below "the kind's own" is for each kind to give; the rest is shared."""

    format = 2
    word_list = "open"
    has_draws = True
    notations: ClassVar[Mapping[str, Callable[[Any, Sequence[str]], str]]] = {}

    # --- the kind's own ---------------------------------------------------------------------------------------------

    transition_type: type[C]
    verbs: ClassVar[Sequence[AnyVerb]]
    """The orders of its own, in the order of its buttons; one that all tables have, where it is another here."""
    happenings: ClassVar[Sequence[AnyHappening]]
    """What can happen only at its tables, or is told in another way there."""
    own_ticks: ClassVar[Sequence[str]] = ()
    """What the kind's own clocks bring, in the order in which it happens at one instant."""

    def verbs_at(self, options: OptionsT) -> Sequence[AnyVerb]:
        """The orders of its own that a table has which plays by these options, as they are read there."""
        return self.verbs

    def new_state(self, seats: Sequence[Joining], options: OptionsT, now: datetime) -> S:
        """The table before anything is drawn."""
        return self.state_type(
            options=options,
            seats=len(seats),
            now=now,
            dealt_at=now,
            clocks=Clocks(running={f"wait {seat}": Clock(WAITS_AT_MOST) for seat in range(len(seats))}),
        )

    def begin(self, transition: C) -> None:
        """Shuffle and deal, with an event `deal` that names every draw."""
        raise NotImplementedError

    def in_a_pause(self, state: S) -> Text:
        """Why an order is refused in a pause."""
        return say("The game is paused. Give your order when it goes on.")

    def gives_up(self, transition: C, seat: Seat) -> None:
        """A seat resigns: what becomes of its tiles and of what it has asked for."""

    def told_of_leaving(self, before: S, after: S) -> Resigned:
        """What the event says of it."""
        return Resigned()

    def has_left(self, transition: C, seat: Seat, *, before: S) -> None:
        """A seat has resigned and opponents are left: how the game goes on."""
        raise NotImplementedError

    def finish(self, transition: C, ending: str, by: ByStaff = NOBODY) -> None:
        """The game is over, and scored as it lies; by whom is told with both."""
        raise NotImplementedError

    def falls_due(self, state: S) -> Iterable[Due]:
        """What the kind's own clocks bring, and who goes away."""
        return ()

    def happens(self, transition: C, due: Due) -> None:
        """Do what the kind's own clock has brought."""
        raise NotImplementedError

    def own_deadlines(self, state: S, seat: Seat) -> Iterable[Deadline]:
        """What a seat that is waited for must be warned of, but the hard end."""
        return ()

    def extend(self, transition: C, action: StaffAction, by: timedelta) -> None:
        """The staff give more time, for a seat or for all. Raises OrderRefused."""
        raise NotImplementedError

    def why_not_awaited(self, state: S, seat: Seat) -> Text | None:
        """Why no clock runs for this seat, where it is that nothing is awaited of it."""
        return None

    def hand_over(self, transition: C, seat: Seat) -> None:
        """Another player sits down: what of the kind's own was their predecessor's, and no tile, is forgotten."""

    def sits_down(self, transition: C, seat: Seat) -> None:
        """What begins anew for the new player."""

    def deal_amber(self, transition: C, action: StaffAction) -> None:
        """The staff deal tiles to all."""
        raise OrderRefused(say("There are no lights in this game: an amber can be dealt in Lexicon Crossing only."))

    # --- shared -----------------------------------------------------------------------------------------------------

    def set_up(self, seats: int, options: OptionsT) -> Sequence[Text]:
        least, most = self.seats
        if not least <= seats <= most:
            raise OrderRefused(say("A game has from {least} to {most} players.", least=least, most=most))
        return ()

    def start(self, seats: Sequence[Joining], options: OptionsT, resources: Resources, now: datetime) -> Step:
        self.set_up(len(seats), options)
        transition = self.transition_type(self, self.new_state(seats, options, now), resources, now)
        self.begin(transition)
        for seat, player in enumerate(seats):
            for starts, ends, declared in player.vacations:
                orders.declare_vacation(transition, seat, Declare(starts, ends, declared))
        return transition.step()

    @cached_property
    def all_verbs(self) -> Mapping[str, AnyVerb]:
        """Every order that a table of this kind can have: its own before those of all tables."""
        return {verb.name: verb for verb in self.verbs} | {
            name: verb for name, verb in orders.SHARED.items() if all(name != own.name for own in self.verbs)
        }

    @cached_property
    def all_happenings(self) -> Mapping[str, AnyHappening]:
        return {**happenings.SHARED, **by_verb(self.happenings)}

    @property
    def commands(self) -> Mapping[str, str]:
        return {written: does for verb in self.verbs for written, does in verb.help.items()}

    def in_order_of_play(self, orders: Iterable[Order]) -> Sequence[Order]:
        return sorted(orders, key=lambda order: self.all_verbs[order.verb].last if order.verb in self.all_verbs else 0)

    @property
    def of_its_turn(self) -> frozenset[str]:
        return frozenset(verb.name for verb in self.verbs if verb.is_of_its_turn)

    @property
    def begins_a_turn(self) -> frozenset[str]:
        return frozenset(verb for verb, one in self.all_happenings.items() if one.begins_a_turn)

    @property
    def unrecorded(self) -> frozenset[str]:
        return frozenset(verb for verb, one in self.all_happenings.items() if not one.is_recorded)

    def tells(self, event: Event, seats: Sequence[Seat]) -> Iterable[tuple[Seat, str]]:
        happening = self.all_happenings.get(event.verb)
        return happening.tells(happening.facts.read(event.facts), event.seat, seats) if happening else ()

    def grammar(self, options: OptionsT) -> Grammar:
        return _grammar(self, cast(Hashable, options))

    def read(self, text: str, options: OptionsT) -> Reading:
        return read(text, self.grammar(options))

    def upgrade(self, format: int, stored: Mapping[str, Json]) -> Mapping[str, Json]:
        """In format 1 no clock knew when it began: each counts from the deal, or the last light."""
        if format > 1:
            return stored
        clocks = stored["clocks"]
        running = {name: {**clock, "began": stored["dealt_at"]} for name, clock in clocks["running"].items()}
        return {
            **stored,
            "clocks": {**clocks, "running": running, "hard_end_set": clocks["hard_end"] and stored["dealt_at"]},
        }

    def play(self, state: S, seat: Seat, order: Order, resources: Resources, now: datetime) -> Step:
        verb = self.all_verbs.get(order.verb)
        if verb is None:
            raise OrderRefused(say("{verb} is no order of this game.", verb=order.verb))
        transition = self.transition_type(self, state, resources, now)
        self.check(verb, transition.state, seat, resources.words)
        try:
            facts = verb.facts.read(order.facts)
        except Mistold as error:
            raise OrderRefused(verb.mistold or say("{verb} is not written like this.", verb=order.verb)) from error
        self.carry_out(transition, seat, verb, facts)
        return transition.step()

    def check(self, verb: AnyVerb, state: S, seat: Seat, words: WordList) -> None:
        """Raise OrderRefused where the seat may not give this order now."""
        orders.check_open(verb, state, seat, paused=self.in_a_pause(state))
        verb.check(state, seat, words)

    def carry_out(self, transition: C, seat: Seat, verb: AnyVerb, facts: Facts) -> None:
        verb.carry_out(transition, seat, facts)

    def buttons(self, state: S, seat: Seat, words: WordList) -> tuple[Offer, ...]:
        """The orders that are worth a button to this seat now, each with why it may not be given yet."""
        offered = (
            verb.offer(state, seat, orders.reason_against(partial(self.check, verb, state, seat, words)))
            for verb in self.all_verbs.values()
        )
        return tuple(one for one in offered if one is not None)

    def end_pause(self, transition: C, seat: Seat | None, by: ByStaff = NOBODY) -> None:
        """Every clock goes on. No seat: it ends by itself, or by the staff."""
        transition.change(clocks=transition.state.clocks.resumed(), would_pause=())
        transition.happened(Resumed(**vars(by)), seat)

    def resign(self, state: S, seat: Seat, resources: Resources, now: datetime) -> Step:
        return self.play(state, seat, Order("LEAVE"), resources, now)

    def leave(self, transition: C, seat: Seat) -> None:
        """The seat resigns: for its opponents the game goes on."""
        before = transition.state
        self.gives_up(transition, seat)
        transition.change(resigned=(*before.resigned, seat))
        transition.forget("away", seat)
        transition.forget("would_pause", seat)
        transition.happened(self.told_of_leaving(before, transition.state), seat)
        if transition.state.has_opponents:
            self.has_left(transition, seat, before=before)
        else:
            self.finish(transition, "resigned")

    def govern(self, state: S, action: StaffAction, resources: Resources, now: datetime) -> Step:
        return staff.govern(self.transition_type(self, state, resources, now), action)

    def all_due(self, state: S) -> Iterable[Due]:
        """What falls due at a running table, shared and the kind's own."""
        return (*ticks.shared(state), *self.falls_due(state)) if state.phase != "finished" else ()

    def due(self, state: S) -> Due | None:
        return ticks.first_due(self.all_due(state), self.own_ticks)

    def tick(self, state: S, resources: Resources) -> Step:
        """The first thing due, at its own instant. Nothing due is an error of the caller."""
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

    def deadlines(self, state: S, seat: Seat) -> Iterable[Deadline]:
        if state.phase == "finished" or seat not in state.waited_for:
            return
        yield from self.own_deadlines(state, seat)
        if state.clocks.hard_end:
            yield Deadline("end", state.clocks.hard_end, state.clocks.hard_end_set)

    def unseen_tiles(self, state: S, seat: Seat) -> str:
        return ""

    def by_mail(self, view: Any, seat: Seat | None) -> ByMail:
        named = tuple(offer for offer in view.offers if offer.does)
        return ByMail(shows=view.panels, offers=named, how_to_answer=by_mail.how_to_answer(named))

    def help_by_mail(self) -> Sequence[Piece]:
        return by_mail.help_with(self.grammar(self.options_type()))

    # --- what happened ----------------------------------------------------------------------------------------------

    def tell(self, state: S, event: Event, seat: Seat | None) -> dict[str, Json] | None:
        """What is no happening of the rules, as that somebody joined, is known to all."""
        happening, told = self.all_happenings.get(event.verb), event.facts
        if happening:
            facts: Facts | None = happening.facts.read(event.facts)
            if state.phase != "finished":
                facts = happening.hides(state, facts, event.seat, seat)
            if facts is None:
                return None
            told = happening.news(facts, seat).told()
        return {"verb": event.verb, **({} if event.seat is None else {"seat": event.seat}), **told}

    def word(self, facts: Mapping[str, Json], seat: Seat | None) -> Text | None:
        happening = self.all_happenings.get(facts["verb"])
        return happening.says(Told(happening.facts.read(facts), facts.get("seat"), seat)) if happening else None

    def outcome(self, verb: str, told: Sequence[Mapping[str, Json]], seat: Seat) -> Sequence[Text]:
        """What its row says is done, where what happened does not say more."""
        done = self.all_verbs[verb].done if verb in self.all_verbs else ""
        return [say(done)] if done else super().outcome(verb, told, seat)

    def verify(self, record: Json) -> None:
        replay(self, record)

    def start_again(
        self, seats: Sequence[Joining], options: OptionsT, resources: Resources, now: datetime, deal: Facts
    ) -> Step:
        """The start as a record is replayed, with the facts of its first event, where a start needs more than the stream."""
        return self.start(seats, options, resources, now)

    # --- its record -------------------------------------------------------------------------------------------------

    def as_recorded(self, facts: Sequence[Facts | None]) -> "TableKind[S, OptionsT, V, C]":
        """The kind as the record with the facts of these events tells of it: an older record tells less."""
        return self

    def readings(
        self, state: S, words: WordList, facts: Facts, seat: Seat | None, at: datetime
    ) -> Iterable[tuple[S, WordList]]:
        """The state before an event told at this instant, and the words there are: with what is told only with that event; and
        where an older record does not tell it at all, each that there may have been."""
        return ((state, words),)


@lru_cache(maxsize=256)
def _grammar(kind: TableKind[Any, Any, Any, Any], options: Any) -> Grammar:
    verbs = [*kind.verbs_at(options)]
    by_name = {verb.name: verb for verb in verbs}
    readings = {word: reads for verb in verbs for word, reads in verb.readings.items()}
    readings.pop(Grid.verb, None)  # where it stands, rows follow, which no line holds
    return Grammar(
        verbs={**TABLE_VERBS, **readings},
        contradictions=TABLE_CONTRADICTIONS
        | {frozenset({verb.name, other}) for verb in verbs for other in verb.apart_from},
        has_layouts=Grid.verb in by_name,
        write=lambda order: by_name[order.verb].writes(order) if order.verb in by_name else as_written(order),
        examples=tuple(example for verb in verbs for example in verb.examples),
        prose=frozenset(verb.name for verb in verbs if verb.is_prose),
        severally=frozenset(verb.name for verb in verbs if verb.is_given_severally),
        facts={
            **TABLE_FACTS,
            **{name: verb.facts for name, verb in {**orders.SHARED, **by_name}.items() if verb.is_a_players},
        },
    )
