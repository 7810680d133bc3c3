"""Lexicon Crossing as one object that joins its features, for the rest of the site."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import ClassVar

from games.rules.alphabets.known import alphabet_of
from games.rules.by_mail import Piece
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
    standing,
    swaps,
    view,
    visibility,
)
from games.rules.crossing.by_mail import TELL_NO_TILES, help_in
from games.rules.crossing.daily import Daily
from games.rules.crossing.layouts import Layouts
from games.rules.crossing.levels import LEVELS
from games.rules.crossing.options import BEGINNINGS, GROUPS, MEANT_FOR, PACES, Options, why_unrated
from games.rules.crossing.set_ups import check_set_up, set_ups
from games.rules.crossing.state import State
from games.rules.crossing.transition import Transition
from games.rules.crossing.view import CrossingView
from games.rules.crossing.why import COMES
from games.rules.facts import Facts, JsonObject
from games.rules.frozen import altered
from games.rules.panels import Offer
from games.rules.small_board import NOTHING_LAID, SmallBoard
from games.rules.table.kind import Kind
from games.rules.table.orders import SHARED
from games.rules.table.standing import falls_due, give_first_due
from games.rules.texts import Text, say, template
from games.rules.tiles import parse_tile_set
from games.rules.values import Deadline, Due, Event, Joining, Resources, Seat, Step
from games.rules.words import WordList

PACE_SAYS = {
    "daily": template(
        "Check in once or twice a day. A light takes about a day. A player who disappears delays the others by a "
        "few days, but only once."
    ),
    "leisurely": template(
        "Check in every other day or so. A light takes about 2 days, and everyone has a week to spare."
    ),
    "live": template(
        "For people who play together at the same time. A light comes as soon as somebody asks and everyone has "
        "looked. The game waits at most 10 minutes for anyone to look, and there is 1 minute for last layouts. An "
        "hour is often enough for a game."
    ),
}
OPENING_WITH_CHALLENGES = (
    template(
        "Lay your tiles as a crossword in one connected group. Words aren’t looked up until the end. Then all "
        "layouts are revealed, and a challenged word that isn’t in the “{words}” list is struck. A tile in two "
        "words earns its value. Your points are divided by the number of words plus leftover tiles. When all your "
        "tiles are laid, ask for the next light. It deals everyone a tile."
    ),
)


class Crossing(Kind[State, Options, CrossingView, Transition]):
    """Lexicon Crossing: everyone builds their own crossword, and a green light deals everyone a tile."""

    key = "crossing"
    name = "Lexicon Crossing"
    brief = template("Build your own crossword. A green light gives everyone a new tile.")
    says = template(
        "Everyone builds their own crossword at the same time. A green light deals everyone a new tile. There are "
        "no turns."
    )
    opening = (
        template(
            "Lay your tiles as a crossword in one connected group. Every run of letters must be a word in the "
            "“{words}” list. A tile in two words earns its value. Your points are divided by the number of words "
            "plus leftover tiles. When all your tiles are laid, ask for the next light. It deals everyone a tile."
        ),
    )
    sample = SmallBoard(
        (
            "C.......",
            "A.......",
            "KEYBOARD",
            "E..E..U.",
            "...D..B.",
            "......B.",
            "......I.",
            "......S.",
            "......H.",
        )
    )
    seats = (2, 12)
    state_type = State
    transition_type = Transition
    verbs = (
        *(*visibility.VERBS, *laying.VERBS, *challenges.VERBS, *lights.VERBS),
        *(*jaywalks.VERBS, *grace.VERBS, *swaps.VERBS, *standing.VERBS),
    )
    happenings = (
        *(*dealing.HAPPENINGS, *lights.HAPPENINGS, *visibility.HAPPENINGS, *laying.HAPPENINGS, *jaywalks.HAPPENINGS),
        *(*swaps.HAPPENINGS, *challenges.HAPPENINGS, *grace.HAPPENINGS, *leaving.HAPPENINGS, *results.HAPPENINGS),
        *standing.HAPPENINGS,
    )
    own_ticks = ("release", "leeway", "light", "standing", "amber", "abandon", "grace", "challenge")
    options_type = Options
    view_type = CrossingView
    paces = PACES
    pace_says = PACE_SAYS
    clocks = ("see_within", "see_bank", "leeway", "grace")
    groups = GROUPS
    needs = MEANT_FOR
    most_telling = ("tile_set", "see_within")
    comes = COMES
    widest: ClassVar[JsonObject] = {
        "teams": "AB",
        "word_check": "challenge",
        "jaywalk_tiles": 2,
        "face_up": True,
    }
    mail_words = by_mail.WORDS
    own_news = by_mail.NEWS
    widest_spread = 2
    score_step = 1
    practice = robot.PRACTICE
    beginnings = BEGINNINGS
    layouts = Layouts()
    daily = Daily()

    why_unrated = staticmethod(why_unrated)
    set_ups = staticmethod(set_ups)
    gives_up = staticmethod(leaving.gives_up)
    told_of_leaving = staticmethod(leaving.told_of_leaving)
    hand_over = staticmethod(leaving.hand_over)
    finish = staticmethod(results.finish)
    ranks = staticmethod(results.ranks)
    extend = staticmethod(leaving.extend)
    why_not_awaited = staticmethod(leaving.why_not_awaited)
    deal_amber = staticmethod(leaving.amber)
    by_mail = staticmethod(by_mail.by_mail)
    levels = LEVELS
    next_orders = staticmethod(robot.next_orders)
    left_to_people = staticmethod(robot.left_to_people)

    def opening_with(self, options: Options) -> Sequence[str]:
        return OPENING_WITH_CHALLENGES if options.words_are_challenged else self.opening

    def set_up(self, seats: int, options: Options) -> Sequence[Text]:
        return check_set_up(seats, options).warnings

    def tiles(self, options: Options) -> Mapping[str, int]:
        return parse_tile_set(options.tile_set, alphabet_of(options.alphabet)).counts

    def new_state(self, seats: Sequence[Joining], options: Options, now: datetime) -> State:
        state, each = super().new_state(seats, options, now), range(len(seats))
        tiles_by_email = tuple(seat for seat in each if seats[seat].tiles_by_email)
        return replace(
            state,
            bags={"pool": "", "removed": ""} | ({"face_up": ""} if options.face_up else {}),
            hands=dict.fromkeys(each, ""),
            boards=dict.fromkeys(each, ()),
            unseen=dict.fromkeys(each, 0),
            withheld=dict.fromkeys(each, 0),
            seen_round=dict.fromkeys(each, 0),
            tiles_by_email=tiles_by_email,
            tiles_by_email_next=tiles_by_email,
            clocks=replace(state.clocks, banks=dict.fromkeys(each, options.span("see_bank"))),
        )

    def begin(self, transition: Transition) -> None:
        """Shuffle the tile set and deal. All tiles start face down."""
        state = transition.state
        each = check_set_up(state.seats, state.options).deal
        pool = "".join(transition.chance.shuffle(parse_tile_set(state.options.tile_set, state.alphabet).tiles))
        transition.put("bags", "pool", pool)
        transition.change(unseen=dict.fromkeys(range(state.seats), each))
        draws = dealing.deal(transition, each=each)
        transition.happened(dealing.Deal(round=1, draws=draws, tiles_by_email=state.tiles_by_email))

    # --- time ---------------------------------------------------------------------------------------------------------

    def falls_due(self, state: State) -> Iterator[Due]:
        clocks = state.clocks
        for seat in state.waited_for:
            if at := clocks.ends(f"see {seat}"):
                yield Due(at, "away", seat, deadline=True)
            if not clocks.vacations:
                continue
            if at := clocks.ends(f"wait {seat}"):
                yield Due(at, "away", seat)
            is_on_vacation = state.phase == "playing" and state.vacation_of(seat) is not None
            if is_on_vacation and not state.waits_for_vacation_of(seat):
                yield Due(state.now, "away", seat)
        if dealing.may_be_released(state):
            yield Due(state.now, "release")
        if at := clocks.ends("leeway"):
            # where requests are hidden, the end of the leeway is always shown, so that it doesn't reveal a request
            is_told = not state.options.requests_visible and at > state.now
            if state.granted or is_told:
                yield Due(max(at, state.now), "leeway")
            if state.requests:
                yield Due(max(at, state.now), "light", state.requests[0].seat)
        yield from falls_due(state, standing.ROWS)
        if at := clocks.ends("call"):
            yield Due(at, "abandon" if state.options.call_within == "never" else "amber")
        if at := clocks.ends("abandon"):
            yield Due(at, "abandon")
        for name in ("grace", "challenge"):
            if at := clocks.ends(name):
                yield Due(at, name, deadline=True)

    def happens(self, transition: Transition, due: Due) -> None:
        match due.what:
            case "release":
                dealing.release(transition)
            case "leeway":
                challenges.close_light(transition)
            case "light":
                lights.grant(transition, transition.state.requests[0].seat)
            case "standing" if due.seat is not None:
                give_first_due(transition, due.seat, standing.ROWS)
            case "amber":
                lights.grant(transition, None)
            case "abandon":
                results.finish(transition, "abandoned")
            case "grace":
                grace.end_grace(transition)
            case "challenge":
                results.finish(transition, "played")

    def own_deadlines(self, state: State, seat: Seat) -> Iterator[Deadline]:
        """Yield the seat's deadlines, without the time to ask for a light where requests are hidden."""
        clocks = state.clocks
        # an email with tiles counts as the look
        looks_by_mail = seat in state.tiles_by_email and seat in state.tiles_by_email_next
        if state.unseen[seat] and not looks_by_mail:
            yield clocks.deadline("look", f"see {seat}")
        if clocks["call"] and state.options.requests_visible:
            yield clocks.deadline("call", "call")
        if state.phase == "grace" and seat not in (state.red_caller, *state.done):
            yield clocks.deadline("grace", "grace")
        if state.phase == "challenge" and seat not in state.done:
            yield clocks.deadline("challenge", "challenge")

    # --- pauses, leaving, and views -----------------------------------------------------------------------------------

    def in_a_pause(self, state: State) -> Text:
        if state.phase == "challenge":
            return say("The game is paused. You can look at new tiles. Everything else waits.")
        return say("The game is paused. You can look at new tiles and submit a layout. Everything else waits.")

    def goes_on(self, transition: Transition) -> None:
        """End the grace period or the time for challenges, if everybody came back and said DONE in the pause."""
        grace.end_early(transition)

    def has_left(self, transition: Transition, seat: Seat) -> None:
        grace.end_early(transition)

    def awaiting(self, state: State, seat: Seat | None = None) -> Mapping[Seat, Text]:
        return view.awaiting(state, seat)

    def small_board(self, state: State, seat: Seat | None) -> SmallBoard:
        """Return the reader's own layout or, in a finished game, the best one."""
        if state.phase == "finished":
            layout = next((best.result.layout for best in results.finals(state)), ())
        else:
            layout = state.boards.get(seat, ()) if seat is not None else ()
        return SmallBoard.of(state.alphabet, layout or NOTHING_LAID)

    def pool(self, state: State) -> int:
        return len(state.bags["pool"])

    def buttons(self, state: State, seat: Seat, words: WordList) -> tuple[Offer, ...]:
        """Return the buttons. Those that every game has also get a reason why they must wait."""
        return tuple(
            altered(offer, brief=lights.held_up(state, seat)) if offer.refusal and offer.verb in SHARED else offer
            for offer in super().buttons(state, seat, words)
        )

    def outcome(self, verb: str, told: Sequence[JsonObject], seat: Seat) -> Sequence[Text]:
        """Return a sentence for a light granted at once, or for the tiles that a jaywalk brought."""
        if verb == jaywalks.Jaywalk.verb:
            jaywalked = next(facts for facts in told if facts["verb"] == jaywalks.Jaywalked.verb)
            return [jaywalks.swapped(jaywalks.Jaywalked.read(jaywalked))]
        granted = lights.granted(verb, told)
        return [granted] if granted else super().outcome(verb, told, seat)

    def unseen_tiles(self, state: State, seat: Seat) -> str:
        return state.mailed(seat)

    def is_to_look(self, state: State, seat: Seat) -> bool:
        return bool(state.unseen[seat])

    def help_by_mail(self, options: Options) -> Sequence[Piece]:
        return help_in(alphabet_of(options.alphabet))

    def shows_tiles_by(self, verb: str) -> bool:
        return verb not in TELL_NO_TILES

    # --- records ----------------------------------------------------------------------------------------------------

    def as_recorded(self, facts: Sequence[Facts | None]) -> "Crossing":
        return _OlderRecord(facts) if facts and records.seats_mailed_tiles(facts[0]) is None else self

    def start_again(
        self, seats: Sequence[Joining], options: Options, resources: Resources, now: datetime, deal: Facts
    ) -> Step[State]:
        return self.start(records.joining(deal, len(seats)), options, resources, now)

    def readings(
        self, state: State, words: WordList, facts: Facts, seat: Seat | None, at: datetime
    ) -> Iterable[records.Reading]:
        return ((records.dealt_by_mail(state, facts), words),)


class _OlderRecord(Crossing):
    """A game played from the record of an older release."""

    def __init__(self, told: Sequence[Facts | None]) -> None:
        self.laid, self.rounds = records.words_laid(told), records.rounds_of_older(told)

    def readings(
        self, state: State, words: WordList, facts: Facts, seat: Seat | None, at: datetime
    ) -> Iterable[records.Reading]:
        if state.round > self.rounds or records.seats_mailed_tiles(facts) is not None:
            return super().readings(state, words, facts, seat, at)
        return records.readings_of_older(state, words, facts, seat, at, self.laid)

    def tell(self, state: State, event: Event, seat: Seat | None) -> JsonObject | None:
        if event.facts.get("round", self.rounds + 1) <= self.rounds:
            kept = {name: fact for name, fact in event.facts.items() if name not in ("tiles_by_email", "struck")}
            event = replace(event, facts=kept)
        return super().tell(state, event, seat)
