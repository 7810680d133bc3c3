"""One step of Lexicon Crossing in the making: looks, clocks, exchanged tiles, and what several features bring about, such
as the end of a request or an offered swap, or a forfeit. Knows no order and no timer."""

from collections.abc import Iterable

from games.rules.crossing.state import State
from games.rules.facts import Facts
from games.rules.grid import lift
from games.rules.kind import Seat, Step
from games.rules.table.facts import NOBODY, ByStaff
from games.rules.table.transition import Transition as TableTransition
from games.rules.texts import Text, say
from games.rules.tiles import without

# --- what several features bring about --------------------------------------------------------------------------------


class Lapsed(Facts):
    """A request lapsed: its layout is no longer complete, or another's jaywalk made the pool short."""

    verb = "lapse"
    short_by: Seat | None = None


class Dropped(Facts):
    """A request was dropped: another's light came first."""

    verb = "drop"
    staff: bool = False


class Unoffered(Facts):
    """An offer of a swap by seat `of` ended: declined, taken back, or by itself."""

    verb = "unoffer"
    of: Seat
    to: Seat
    gives: str
    takes: str


def with_forfeit(text: Text, forfeit: str) -> Text:
    """The text, followed by the table's forfeit if it has one for this."""
    return say("{what} Forfeit: “{forfeit}”", what=text, forfeit=forfeit) if forfeit else text


# --- the step ---------------------------------------------------------------------------------------------------------


class Transition(TableTransition[State]):
    """A step in the making; lives for one order or one tick."""

    def saw(self, seat: Seat) -> None:
        """Note that the seat has seen its current allocation."""
        self.change(clocks=self.state.clocks.stop_seeing(seat, self.now))
        self.put("unseen", seat, 0)
        self.put("seen_round", seat, self.state.round)
        self.put("seen_at", seat, self.now)

    def go_away(self, seat: Seat, by: ByStaff = NOBODY) -> None:
        """Send a seat away. A clock that ran out has emptied the bank; a vacation does not touch it."""
        self.change(clocks=self.state.clocks.stop_seeing(seat, self.now))
        super().go_away(seat, by)

    def end(self, ending: str, by: ByStaff = NOBODY) -> None:
        self.change(requests=(), swaps=(), granted=(), light_challenged=())
        super().end(ending, by)

    def step(self) -> Step[State]:
        """End offered swaps of which a tile is gone, whatever took it."""
        for swap in self.state.swaps:
            if not self.state.can_be_made(swap):
                self.change(swaps=tuple(other for other in self.state.swaps if other != swap))
                self.happened(Unoffered(of=swap.seat, to=swap.to, gives=swap.gives, takes=swap.takes))
        return super().step()

    def _keep_clocks(self) -> None:
        """Start and drop each clock as the state now asks."""
        state, span = self.state, self.state.options.span
        clocks, drop = state.clocks, []
        for seat in range(state.seats):
            if seat not in state.waited_for or not state.unseen[seat]:
                drop.append(f"see {seat}")
            elif clocks[f"see {seat}"] is None:
                clocks = clocks.set(f"see {seat}", span("see_within") + clocks.banks[seat], state.rest_of(seat))
        if state.waited_for:
            drop.append("abandon")
        else:
            drop += ["leeway", "call"]
            if clocks["abandon"] is None:
                clocks = clocks.set("abandon", span("abandon_after"))
        clocks = clocks.drop(*drop)
        have_all_seen = state.waited_for and not any(map(state.face_down, state.waited_for))
        if state.phase == "playing" and have_all_seen and clocks["leeway"] is None:
            clocks = clocks.set("leeway", state.leeway)
        if state.phase != "playing" or clocks["leeway"] is None or state.requests:
            clocks = clocks.drop("call")
        elif clocks["call"] is None:
            clocks = clocks.set("call", state.options.time_to_call)
        self.change(clocks=clocks)

    def _held_up_by(self, seat: Seat) -> set[str]:
        return {name for name in (f"see {seat}", "call") if self.state.clocks[name]}


def exchange(transition: Transition, seat: Seat, *, given: str, taken: str) -> None:
    """Exchange tiles of a hand: those `given` (all of them held) go, those `taken` come and are seen at once; face-down
    tiles stay last.

    A given tile is lifted from the submitted layout if that now uses more of its letter than is held: the first in row
    order. The rest stays as it lies."""
    state = transition.state
    face_down = state.hands[seat][len(state.held(seat)) :]
    held = without(state.held(seat), given) + taken
    transition.put("hands", seat, held + face_down)
    transition.put("boards", seat, lift(state.boards[seat], given, held=held))


def lapse(transition: Transition, seat: Seat) -> None:
    """Withdraw a standing request whose layout is no longer complete, or whose tiles have changed."""
    if transition.state.request_of(seat):
        withdraw(transition, seat)
        transition.happened(Lapsed(), seat)


def withdraw(transition: Transition, seat: Seat) -> None:
    transition.change(requests=tuple(request for request in transition.state.requests if request.seat != seat))


def drop(transition: Transition, seats: Iterable[Seat], *, staff: bool = False) -> None:
    """Tell of requests that ended because the light was another's."""
    for seat in seats:
        transition.happened(Dropped(staff), seat)
