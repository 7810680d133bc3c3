"""Lynx as the server hosts it: the one object outside rooms know."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from games.rules.chance import Chance
from games.rules.kind import Due, Json, Order, OrderRefused, Seat
from games.rules.lynx import library, play, robot, view, wording
from games.rules.lynx.options import PACES, Options
from games.rules.lynx.orders import grammar
from games.rules.lynx.state import CHALLENGE, State
from games.rules.messages import Message, Player, say
from games.rules.reading import Grammar
from games.rules.showing import Offer, Panel
from games.rules.table.turns import TurnCourse, TurnKind
from games.rules.table.view import TurnView
from games.rules.vocabulary import Vocabulary
from games.rules.words import WordList

JUDGING = ("ACCEPT", "REJECT")


class Lynx(TurnKind):
    """Players fill an empty crossword pattern by turns; an entry earns its length by its links."""

    key = "lynx"
    name = "Lynx"
    says = wording.SAYS
    seats = (2, 4)
    state_type = State
    options_type = Options
    paces = PACES
    most_telling = ("move_within", "ink")
    comes = wording.COMES
    word_list = "phrases"
    commands = wording.COMMANDS
    opening = wording.OPENING
    practice = robot.PRACTICE
    orders = {"ENTER": play.enter, "PASS": play.pass_turn, "ACCEPT": play.accept, "REJECT": play.reject}
    own_ticks = ("silence", "late")

    def grammar(self, options: Options) -> Grammar:
        return grammar()

    def tiles(self, options: Options) -> Mapping[str, int]:
        return {}

    def set_up(self, seats: int, options: Options) -> Sequence[Message]:
        if options.pattern.strip():
            library.find(options.pattern)
        return super().set_up(seats, options)

    def begin(self, course: TurnCourse[State]) -> None:
        play.begin(course)

    def check_own(self, verb: str, state: State, seat: Seat) -> None:
        if (verb in JUDGING) == (state.phase == CHALLENGE):
            if verb in JUDGING and seat not in state.awaited:
                raise OrderRefused(_why_no_judge(state, seat))
            self.check_is_awaited(state, seat)
        elif verb in JUDGING:
            raise OrderRefused(say("No entry awaits your judgement."))
        elif state.pending and state.pending.seat == seat:
            raise OrderRefused(say("Your entry {written} awaits the others’ judgement.", written=state.pending.written))
        else:
            raise OrderRefused(
                say("An entry awaits judgement first: {written}. Write ACCEPT or REJECT.", written=_pending(state))
            )

    def run_out(self, course: TurnCourse[State], seat: Seat) -> None:
        if course.state.phase == CHALLENGE:
            play.says_nothing(course, seat)
        else:
            play.pass_turn(course, seat, {})

    def time_for(self, state: State, seat: Seat) -> timedelta:
        return state.options.span("judge_within" if state.phase == CHALLENGE else "move_within")

    def left(self, course: TurnCourse[State], seat: Seat, *, was_awaited: bool) -> None:
        play.left(course, seat, was_awaited=was_awaited)

    def own_due(self, state: State) -> Iterable[Due]:
        """An opponent who says nothing in time accepts, and is not late."""
        if state.phase == CHALLENGE:
            for seat in state.awaited:
                if seat not in state.away and (at := state.clocks.ends(f"move {seat}")):
                    yield Due(at, "silence", seat, deadline=True)

    def own_tick(self, course: TurnCourse[State], due: Due) -> None:
        assert due.seat is not None, "silence is somebody's"
        play.says_nothing(course, due.seat)

    def panels(self, state: State, seat: Seat | None, words: WordList) -> tuple[Panel, ...]:
        return view.panels(state, seat)

    def offers(self, state: State, seat: Seat) -> tuple[Offer, ...]:
        is_judge = state.pending is not None and state.pending.seat != seat
        try:
            self.check_own("ACCEPT" if is_judge else "ENTER", state, seat)
        except OrderRefused as refused:
            return view.offers(state, seat, refused.why)
        return view.offers(state, seat, None)

    def awaits(self, state: State, seat: Seat) -> Message:
        if state.pending:
            return say("ACCEPT or REJECT of {written}", written=state.pending.written)
        return say("an entry, or PASS")

    def moment(self, state: State, seat: Seat | None) -> Message | None:
        if state.pending is None:
            return None
        if seat in state.awaited:
            return say("Yours to judge")
        return say("{player}’s entry is judged", player=Player(state.pending.seat))

    def own_facts(self, state: State, seat: Seat | None) -> dict[str, Json]:
        return view.facts(state)

    def own_word(self, facts: Mapping[str, Json], reader: Seat | None) -> Message | None:
        return wording.own_word(facts, reader)

    def next_orders(self, view: TurnView, seat: Seat, vocabulary: Vocabulary, chance: Chance) -> Sequence[Order]:
        return robot.next_orders(view, seat, vocabulary, chance)

    def order_of(self, facts: Mapping[str, Json]) -> Order | None:
        match facts["verb"]:
            case "enter" | "mistake" | "propose":
                return Order("ENTER", {"light": facts["light"], "text": facts["written"]})
            case "pass" | "accept" | "reject" as verb:
                return Order(verb.upper())
            case _:
                return None


def _pending(state: State) -> str:
    return state.pending.written if state.pending else ""


def _why_no_judge(state: State, seat: Seat) -> Message:
    if state.pending and state.pending.seat == seat:
        return say("Your entry {written} awaits the others’ judgement.", written=state.pending.written)
    return say("Your judgement is in: the others are waited for.")
