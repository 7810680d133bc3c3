"""Lynx as the server hosts it: the one object outside rooms know."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from games.rules.chance import Chance
from games.rules.kind import Due, Json, Order, Seat
from games.rules.lynx import library, play, robot, view
from games.rules.lynx.options import PACES, Options
from games.rules.lynx.state import CHALLENGE, State
from games.rules.messages import Player, Text, say, template
from games.rules.showing import Panel
from games.rules.table.turns import COMES, TurnKind, TurnTransition
from games.rules.table.view import TurnView
from games.rules.vocabulary import Vocabulary


class Lynx(TurnKind[State, Options]):
    """Players fill an empty crossword pattern by turns; an entry earns its length by its links."""

    key = "lynx"
    name = "Lynx"
    says = template(
        "Fill an empty crossword pattern together, each entry for itself: the more letters it crosses, the more it earns."
    )
    seats = (2, 4)
    state_type = State
    options_type = Options
    paces = PACES
    most_telling = ("move_within", "ink")
    comes = {
        **COMES,
        "silence": template("{player} has accepted the entry by silence"),
        "your silence": template("you have accepted the entry by silence"),
    }
    word_list = "phrases"
    opening = (
        template(
            "Enter words and phrases into an empty crossword pattern. The first goes into the shortest light, for two points "
            "a letter; each later one must cross letters that stand, and earns its length times their number. What is not in "
            "the list “{words}” is for the others to accept or reject. The last entry earns 10 more."
        ),
    )
    practice = robot.PRACTICE
    verbs = play.VERBS
    happenings = play.HAPPENINGS
    own_ticks = ("silence", "late")

    def tiles(self, options: Options) -> Mapping[str, int]:
        return {}

    def set_up(self, seats: int, options: Options) -> Sequence[Text]:
        if options.pattern.strip():
            library.find(options.pattern)
        return super().set_up(seats, options)

    def begin(self, transition: TurnTransition[State]) -> None:
        play.begin(transition)

    def run_out(self, transition: TurnTransition[State], seat: Seat) -> None:
        if transition.state.phase == CHALLENGE:
            play.says_nothing(transition, seat)
        else:
            play.pass_turn(transition, seat)

    def time_for(self, state: State, seat: Seat) -> timedelta:
        return state.options.span("judge_within" if state.phase == CHALLENGE else "move_within")

    def left(self, transition: TurnTransition[State], seat: Seat, *, was_awaited: bool) -> None:
        play.left(transition, seat, was_awaited=was_awaited)

    def own_due(self, state: State) -> Iterable[Due]:
        """An opponent who says nothing in time accepts, and is not late."""
        if state.phase == CHALLENGE:
            for seat in state.awaited:
                if seat not in state.away and (at := state.clocks.ends(f"move {seat}")):
                    yield Due(at, "silence", seat, deadline=True)

    def own_tick(self, transition: TurnTransition[State], due: Due) -> None:
        assert due.seat is not None, "silence is somebody's"
        play.says_nothing(transition, due.seat)

    def panels(self, state: State, seat: Seat | None) -> tuple[Panel, ...]:
        return view.panels(state, seat)

    def awaits(self, state: State, seat: Seat) -> Text:
        if state.pending:
            return say("ACCEPT or REJECT of {written}", written=state.pending.written)
        return say("an entry, or PASS")

    def moment(self, state: State, seat: Seat | None) -> Text | None:
        if state.pending is None:
            return None
        if seat in state.awaited:
            return say("Yours to judge")
        return say("{player}’s entry is judged", player=Player(state.pending.seat))

    def own_facts(self, state: State, seat: Seat | None) -> dict[str, Json]:
        return view.facts(state)

    def move_of_robot(self, view: TurnView, seat: Seat, vocabulary: Vocabulary, chance: Chance) -> Sequence[Order]:
        return robot.move(view, seat, vocabulary, chance)
