"""Lexicon Crossing as the server hosts it: the one object outside rooms know."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import ClassVar

from games.rules.by_mail import ByMail, Piece
from games.rules.chance import Chance
from games.rules.crossing import (
    by_mail,
    challenges,
    dealing,
    grace,
    jaywalks,
    laying,
    leaving,
    lights,
    records,
    results,
    robot,
    script,
    seeing,
    showing,
    staff,
    swaps,
    ticks,
    view,
)
from games.rules.crossing.layouts import Layouts
from games.rules.crossing.options import BEGINNINGS, GROUPS, MEANT_FOR, PACES, Options, why_unrated
from games.rules.crossing.set_ups import check_set_up, set_ups
from games.rules.crossing.state import State
from games.rules.crossing.transition import Transition
from games.rules.crossing.view import CrossingView, facts
from games.rules.facts import Facts
from games.rules.kind import (
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
    StaffAction,
    Step,
)
from games.rules.messages import Text, say, template
from games.rules.showing import Offer
from games.rules.table.facts import NOBODY, ByStaff
from games.rules.table.kind import TableKind
from games.rules.table.orders import SHARED
from games.rules.table.verbs import AnyVerb
from games.rules.tiles import parse_tile_set
from games.rules.vocabulary import Vocabulary
from games.rules.words import WordList

SAYS = template(
    "Everyone builds a crossword of their own, all at the same time; a green light deals a new tile to all. "
    "It is never anybody’s turn."
)
PACE_SAYS = {
    "daily": template(
        "Look in once or twice a day: about a day a light. Who vanishes costs the others a few days, once."
    ),
    "leisurely": template("Look in every other day or so: about two days a light, and a week to spare."),
    "live": template(
        "For people who sit down together: all at one table, at the same time. A light comes as soon as it is asked for "
        "and all have looked, nobody is waited for longer than ten minutes, the last layouts have one minute, and an "
        "hour is often enough."
    ),
}
OPENING = (
    template(
        "Lay your tiles as a crossword: every run of letters a word of the list “{words}”, all in one group. "
        "A tile that stands in two words earns its value; the sum is divided by the number of words and tiles left "
        "over. When all your tiles lie, ask for the next light: it deals a tile to everyone."
    ),
)
OPENING_WITH_CHALLENGES = (
    template(
        "Lay your tiles as a crossword, all in one group. Words are not looked up until the end: then all layouts lie open, "
        "and a challenged word that is not in the list “{words}” is struck. A tile that stands in two words earns its "
        "value; the sum is divided by the number of words and tiles left over. When all your tiles lie, ask for the next "
        "light: it deals a tile to everyone."
    ),
)


class Crossing(TableKind[State, Options, CrossingView, Transition]):
    """Everyone builds a crossword of their own; a green light deals a tile to all."""

    key = "crossing"
    name = "Lexicon Crossing"
    says = SAYS
    seats = (2, 12)
    state_type = State
    transition_type = Transition
    verbs = (
        *(*seeing.VERBS, *laying.VERBS, *challenges.VERBS, *lights.VERBS),
        *(*jaywalks.VERBS, *grace.VERBS, *swaps.VERBS),
    )
    happenings = (
        *(*dealing.HAPPENINGS, *lights.HAPPENINGS, *seeing.HAPPENINGS, *laying.HAPPENINGS, *jaywalks.HAPPENINGS),
        *(*swaps.HAPPENINGS, *challenges.HAPPENINGS, *grace.HAPPENINGS, *leaving.HAPPENINGS, *results.HAPPENINGS),
    )
    own_ticks = ticks.OWN
    options_type = Options
    paces = PACES
    pace_says = PACE_SAYS
    clocks = ("see_within", "see_bank", "leeway", "grace")
    groups = GROUPS
    needs = MEANT_FOR
    most_telling = ("tile_set", "see_within")
    comes = showing.COMES
    widest: ClassVar[Mapping[str, Json]] = {
        "teams": "AB",
        "word_check": "challenge",
        "jaywalk_tiles": 2,
        "face_up": True,
    }
    opening = OPENING
    mail_words = by_mail.WORDS
    own_news = by_mail.NEWS
    widest_spread = 2
    practice = robot.PRACTICE
    beginnings = BEGINNINGS
    layouts = Layouts()

    @cached_property
    def all_verbs(self) -> Mapping[str, AnyVerb]:
        return {**super().all_verbs, "RESIGN": leaving.RESIGN}

    def verbs_at(self, options: Options) -> Sequence[AnyVerb]:
        return (
            *(*seeing.VERBS, *laying.VERBS, *challenges.verbs_at(options), *lights.VERBS),
            *(*jaywalks.verbs_at(options), *grace.VERBS, *swaps.verbs_at(options)),
        )

    def opening_with(self, options: Options) -> Sequence[str]:
        return OPENING_WITH_CHALLENGES if options.words_are_challenged else OPENING

    def set_up(self, seats: int, options: Options) -> Sequence[Text]:
        return check_set_up(seats, options).warnings

    def set_ups(self, seats: int, options: Options) -> SetUps:
        return set_ups(seats, options)

    def why_unrated(self, options: Options) -> Text | None:
        return why_unrated(options)

    def new_state(self, seats: Sequence[Joining], options: Options, now: datetime) -> State:
        return ticks.new_state(super().new_state(seats, options, now), seats)

    def begin(self, transition: Transition) -> None:
        ticks.begin(transition)

    def in_a_pause(self, state: State) -> Text:
        if state.phase == "challenge":
            return say("The game is paused. You can look; the rest waits.")
        return say("The game is paused. You can look, and submit a layout; the rest waits.")

    def end_pause(self, transition: Transition, seat: Seat | None, by: ByStaff = NOBODY) -> None:
        """Grace, or the time to challenge, ends if all have come back and said done meanwhile."""
        super().end_pause(transition, seat, by)
        grace.end_early(transition)

    def gives_up(self, transition: Transition, seat: Seat) -> None:
        leaving.gives_up(transition, seat)

    def told_of_leaving(self, before: State, after: State) -> leaving.Resigned:
        return leaving.told_of_leaving(before, after)

    def has_left(self, transition: Transition, seat: Seat, *, before: State) -> None:
        grace.end_early(transition)

    def finish(self, transition: Transition, ending: str, by: ByStaff = NOBODY) -> None:
        results.finish(transition, ending, by)

    def falls_due(self, state: State) -> Iterable[Due]:
        return ticks.falls_due(state)

    def happens(self, transition: Transition, due: Due) -> None:
        ticks.happens(transition, due)

    def extend(self, transition: Transition, action: StaffAction, by: timedelta) -> None:
        staff.extend(transition, action, by)

    def why_not_awaited(self, state: State, seat: Seat) -> Text | None:
        return staff.why_not_awaited(state, seat)

    def hand_over(self, transition: Transition, seat: Seat) -> None:
        leaving.hand_over(transition, seat)

    def deal_amber(self, transition: Transition, action: StaffAction) -> None:
        staff.amber(transition, action)

    def awaiting(self, state: State, seat: Seat | None = None) -> Mapping[Seat, Text]:
        return view.awaiting(state, seat)

    def view(self, state: State, seat: Seat | None, words: WordList) -> CrossingView:
        player = seat if seat in state.live and state.phase != "finished" else None
        return view.view(state, seat, words, offers=() if player is None else self.buttons(state, player, words))

    def buttons(self, state: State, seat: Seat, words: WordList) -> tuple[Offer, ...]:
        """Below those of all tables stands, too, why they wait."""
        return tuple(
            replace(offer, brief=lights.held_up(state, seat)) if offer.refusal and offer.verb in SHARED else offer
            for offer in super().buttons(state, seat, words)
        )

    def outcome(self, verb: str, told: Sequence[Mapping[str, Json]], seat: Seat) -> Sequence[Text]:
        """A light that was asked for can come at once; of a jaywalk, where the new tiles lie."""
        if verb == jaywalks.Jaywalk.verb:
            jaywalked = next(facts for facts in told if facts["verb"] == jaywalks.Jaywalked.verb)
            return [jaywalks.swapped(jaywalks.Jaywalked.read(jaywalked))]
        granted = lights.granted(verb, told)
        return [granted] if granted else super().outcome(verb, told, seat)

    def ranks(self, state: State) -> Sequence[Rank]:
        return results.ranks(state)

    def own_deadlines(self, state: State, seat: Seat) -> Iterable[Deadline]:
        return ticks.deadlines(state, seat)

    def unseen_tiles(self, state: State, seat: Seat) -> str:
        return state.mailed(seat)

    def by_mail(self, view: CrossingView, seat: Seat | None) -> ByMail:
        return by_mail.by_mail(view, seat)

    def help_by_mail(self) -> Sequence[Piece]:
        return by_mail.HELP

    def shows_tiles_by(self, verb: str) -> bool:
        return verb not in by_mail.TELL_NO_TILES

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

    def as_recorded(self, facts: Sequence[Facts | None]) -> "Crossing":
        return _OlderRecord(facts) if facts and records.tells_mailed(facts[0]) is None else self

    def start_again(
        self, seats: Sequence[Joining], options: Options, resources: Resources, now: datetime, deal: Facts
    ) -> Step:
        return self.start(records.joining(deal, len(seats)), options, resources, now)

    def readings(
        self, state: State, words: WordList, facts: Facts, seat: Seat | None, at: datetime
    ) -> Iterable[records.Reading]:
        return ((records.dealt_by_mail(state, facts), words),)


class _OlderRecord(Crossing):
    """The game as a record tells it that an older release began."""

    def __init__(self, told: Sequence[Facts | None]) -> None:
        self.laid, self.rounds = records.words_laid(told), records.rounds_of_older(told)

    def readings(
        self, state: State, words: WordList, facts: Facts, seat: Seat | None, at: datetime
    ) -> Iterable[records.Reading]:
        if state.round > self.rounds or records.tells_mailed(facts) is not None:
            return super().readings(state, words, facts, seat, at)
        return records.readings_of_older(state, words, facts, seat, at, self.laid)

    def tell(self, state: State, event: Event, seat: Seat | None) -> dict[str, Json] | None:
        if event.facts.get("round", self.rounds + 1) <= self.rounds:
            kept = {name: fact for name, fact in event.facts.items() if name not in ("tiles_by_email", "struck")}
            event = replace(event, facts=kept)
        return super().tell(state, event, seat)
