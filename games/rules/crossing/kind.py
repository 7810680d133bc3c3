"""Lexicon Crossing as the server hosts it: the one object outside rooms know."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, ClassVar

from games.rules.chance import Chance
from games.rules.crossing import governing, lights, orders, records, results, robot, script, ticks, view, wording
from games.rules.crossing.course import Course
from games.rules.crossing.layouts import Layouts
from games.rules.crossing.options import BEGINNINGS, GROUPS, MEANT_FOR, PACES, Options, why_unrated
from games.rules.crossing.orders import grammar
from games.rules.crossing.set_ups import check_set_up, set_ups
from games.rules.crossing.state import State
from games.rules.crossing.view import CrossingView, facts
from games.rules.kind import (
    Act,
    Deadline,
    Due,
    Event,
    Joining,
    Json,
    Order,
    Rank,
    Resources,
    Seat,
    SetUps,
    Step,
)
from games.rules.messages import Message
from games.rules.reading import Grammar
from games.rules.table.kind import TableKind
from games.rules.tiles import parse_tile_set
from games.rules.vocabulary import Vocabulary
from games.rules.words import WordList


class Crossing(TableKind):
    """Everyone builds a crossword of their own; a green light deals a tile to all."""

    key = "crossing"
    name = "Lexicon Crossing"
    says = wording.SAYS
    seats = (2, 12)
    state_type = State
    course_type = Course
    orders = orders.ORDERS
    own_ticks = ticks.OWN
    options_type = Options
    paces = PACES
    pace_says = wording.PACE_SAYS
    clocks = ("see_within", "see_bank", "leeway", "grace")
    groups = GROUPS
    needs = MEANT_FOR
    most_telling = ("tile_set", "see_within")
    comes = wording.COMES
    keeps_layouts = True
    of_its_turn = frozenset({"GREEN", "RED", "JAYWALK", "OFFER", "UNOFFER", "ACCEPT", "DECLINE SWAP", "CHALLENGE"})
    commands = wording.COMMANDS
    widest: ClassVar[Mapping[str, Json]] = {
        "teams": "AB",
        "word_check": "challenge",
        "jaywalk_tiles": 2,
        "face_up": True,
    }
    opening = wording.OPENING
    widest_spread = 2
    unrecorded = frozenset(wording.ABOUT_SWAPS)
    told_first = records.TOLD_FIRST
    practice = robot.PRACTICE
    beginnings = BEGINNINGS
    layouts = Layouts()

    def opening_with(self, options: Options) -> Sequence[str]:
        return wording.OPENING_WITH_CHALLENGES if options.words_are_challenged else wording.OPENING

    def set_up(self, seats: int, options: Options) -> Sequence[Message]:
        return check_set_up(seats, options).warnings

    def set_ups(self, seats: int, options: Options) -> SetUps:
        return set_ups(seats, options)

    def why_unrated(self, options: Options) -> Message | None:
        return why_unrated(options)

    def new_state(self, seats: Sequence[Joining], options: Options, now: datetime) -> State:
        return ticks.new_state(super().new_state(seats, options, now), seats)

    def begin(self, course: Course) -> None:
        ticks.begin(course)

    def grammar(self, options: Options) -> Grammar:
        return grammar(options)

    def check(self, verb: str, state: State, seat: Seat, words: WordList) -> None:
        orders.check(verb, state, seat, words)

    def end_pause(self, course: Course, seat: Seat | None, **facts: Json) -> None:
        """Grace, or the time to challenge, ends if all have come back and said done meanwhile."""
        super().end_pause(course, seat, **facts)
        lights.end_early(course)

    def gives_up(self, course: Course, seat: Seat) -> None:
        orders.gives_up(course, seat)

    def told_of_leaving(self, before: State, after: State) -> dict[str, Json]:
        return orders.told_of_leaving(before, after)

    def has_left(self, course: Course, seat: Seat, *, before: State) -> None:
        lights.end_early(course)

    def finish(self, course: Course, ending: str, **facts: Json) -> None:
        results.finish(course, ending, **facts)

    def falls_due(self, state: State) -> Iterable[Due]:
        return ticks.falls_due(state)

    def happens(self, course: Course, due: Due) -> None:
        ticks.happens(course, due)

    def extend(self, course: Course, act: Act, by: timedelta) -> None:
        governing.extend(course, act, by)

    def why_not_awaited(self, state: State, seat: Seat) -> Message | None:
        return governing.why_not_awaited(state, seat)

    def hand_over(self, course: Course, seat: Seat) -> None:
        governing.hand_over(course, seat)

    def deal_amber(self, course: Course, act: Act) -> None:
        governing.amber(course, act)

    def awaiting(self, state: State, seat: Seat | None = None) -> Mapping[Seat, Message]:
        return view.awaiting(state, seat)

    def view(self, state: State, seat: Seat | None, words: WordList) -> CrossingView:
        return view.view(state, seat, words)

    def tell(self, state: State, event: Event, seat: Seat | None) -> dict[str, Any] | None:
        return wording.tell(state, event, seat)

    def word(self, facts: Mapping[str, Any], seat: Seat | None) -> Message | None:
        return wording.word(facts, seat)

    def came_of(self, verb: str, told: Sequence[Mapping[str, Any]], seat: Seat) -> Sequence[Message]:
        return wording.came_of(verb, told) or super().came_of(verb, told, seat)

    def ranks(self, state: State) -> Sequence[Rank]:
        return results.ranks(state)

    def own_deadlines(self, state: State, seat: Seat) -> Iterable[Deadline]:
        return ticks.deadlines(state, seat)

    def unseen_tiles(self, state: State, seat: Seat) -> str:
        return state.mailed(seat)

    def facts(self, state: State, view: CrossingView, seat: Seat | None) -> dict[str, Json]:
        return facts(state, view, seat)

    def tiles(self, options: Options) -> Mapping[str, int]:
        return parse_tile_set(options.tile_set).counts

    def next_orders(self, view: CrossingView, seat: Seat, vocabulary: Vocabulary, chance: Chance) -> Sequence[Order]:
        return robot.next_orders(view, seat, vocabulary, chance)

    def left_to_people(self, view: CrossingView, seat: Seat, patience: timedelta) -> Mapping[str, datetime | None]:
        return robot.left_to_people(view, seat, patience)

    def play_script(self, case: Mapping[str, Json]) -> Json:
        return script.play_script(self, case)

    # --- its record -------------------------------------------------------------------------------------------------

    def as_recorded(self, events: Sequence[Mapping[str, Json]]) -> "Crossing":
        return self if not events or "tiles_by_email" in events[0] else _OlderRecord(events)

    def start_again(
        self, seats: Sequence[Joining], options: Options, resources: Resources, now: datetime, deal: Mapping[str, Json]
    ) -> Step:
        return self.start(records.joining(deal, len(seats)), options, resources, now)

    def orders_of(self, state: State, facts: Mapping[str, Json], at: datetime) -> Iterable[tuple[Seat, Order]]:
        return records.orders_of(state, facts, at)

    def readings(
        self, state: State, words: WordList, facts: Mapping[str, Json], at: datetime
    ) -> Iterable[records.Reading]:
        return ((records.dealt_by_mail(state, facts), words),)

    def struck_in(self, facts: Mapping[str, Json]) -> Iterable[str]:
        return records.struck_in(facts)


class _OlderRecord(Crossing):
    """The game as a record tells it that an older release began."""

    def __init__(self, events: Sequence[Mapping[str, Json]]) -> None:
        self.laid, self.tells_from = records.words_laid(events), records.tells_from(events)

    def readings(
        self, state: State, words: WordList, facts: Mapping[str, Json], at: datetime
    ) -> Iterable[records.Reading]:
        if at >= self.tells_from:
            return super().readings(state, words, facts, at)
        return records.readings_of_older(state, words, facts, at, self.laid)

    def tell(self, state: State, event: Event, seat: Seat | None) -> dict[str, Any] | None:
        if event.at < self.tells_from:
            event = replace(event, facts=wording.without_what_is_for_the_record(event))
        return super().tell(state, event, seat)
