"""One step of a Lexicon Crossing game: looks, clocks, exchanged tiles, and events that several features share.

It knows no orders and no timers."""

from collections.abc import Iterable

from games.rules.crossing.state import State
from games.rules.facts import Facts
from games.rules.grid import lift
from games.rules.table.facts import NOBODY, ByStaff
from games.rules.table.transition import Transition as TableTransition
from games.rules.texts import Text, say
from games.rules.tiles import without
from games.rules.values import Seat, Step

# --- shared events ----------------------------------------------------------------------------------------------------


class Lapsed(Facts):
    """A request lapsed, because its layout is incomplete now or a jaywalk by seat `short_by` made the pool short."""

    verb = "lapse"
    short_by: Seat | None = None


class Dropped(Facts):
    """A request was dropped, because another light came first."""

    verb = "drop"
    staff: bool = False


class Unoffered(Facts):
    """The end of a swap offer by seat `of`: declined, withdrawn, or no longer possible."""

    verb = "unoffer"
    of: Seat
    to: Seat
    gives: str
    takes: str


def with_forfeit(text: Text, forfeit: str) -> Text:
    """Return the text, followed by the forfeit if the game has one for this."""
    return say("{what} Forfeit: “{forfeit}”", what=text, forfeit=forfeit) if forfeit else text


# --- the step ---------------------------------------------------------------------------------------------------------


class Transition(TableTransition[State]):
    """A step in progress. It lasts for one order or one tick."""

    def saw(self, seat: Seat) -> None:
        """Record that the seat has looked at its tiles."""
        self.change(clocks=self.state.clocks.stop_seeing(seat, self.now))
        self.put("unseen", seat, 0)
        self.put("seen_round", seat, self.state.round)
        self.put("seen_at", seat, self.now)

    def go_away(self, seat: Seat, by: ByStaff = NOBODY) -> None:
        """Mark a seat as away. If its time to look ran out, its bank is empty; if it is on vacation, the bank stays."""
        self.change(clocks=self.state.clocks.stop_seeing(seat, self.now))
        super().go_away(seat, by)

    def end(self, ending: str, by: ByStaff = NOBODY) -> None:
        self.change(requests=(), swaps=(), granted=(), light_challenged=())
        super().end(ending, by)

    def step(self) -> Step[State]:
        """End the offered swaps that are no longer possible, and return the step."""
        for swap in self.state.swaps:
            if not self.state.can_be_made(swap):
                self.change(swaps=tuple(other for other in self.state.swaps if other != swap))
                self.happened(Unoffered(of=swap.seat, to=swap.to, gives=swap.gives, takes=swap.takes))
        return super().step()

    def _keep_clocks(self) -> None:
        """Start and stop clocks to fit the state."""
        state, span, waited_for = self.state, self.state.options.span, self.state.waited_for
        clocks, drop = state.clocks, []
        for seat in range(state.seats):
            if seat not in waited_for or not state.unseen[seat]:
                drop.append(f"see {seat}")
            elif clocks[f"see {seat}"] is None:
                clocks = clocks.set(f"see {seat}", span("see_within") + clocks.banks[seat], state.rest_of(seat))
        if waited_for:
            drop.append("abandon")
        else:
            drop += ["leeway", "call"]
            if clocks["abandon"] is None:
                clocks = clocks.set("abandon", span("abandon_after"))
        clocks = clocks.drop(*drop)
        have_all_seen = waited_for and not any(map(state.face_down, waited_for))
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
    """Exchange tiles of a hand: `given` go (the hand must have them), and `taken` come and are seen at once.

    Face-down tiles stay last. If the submitted layout now uses more of a letter than is held, the first such tiles
    in reading order are lifted from it, and the rest stays."""
    state = transition.state
    face_down = state.hands[seat][len(state.held(seat)) :]
    held = without(state.held(seat), given) + taken
    transition.put("hands", seat, held + face_down)
    transition.put("boards", seat, lift(state.boards[seat], given, held=held))


def lapse(transition: Transition, seat: Seat) -> None:
    """End a seat's request for a light, if there is one, because its layout is incomplete or its tiles have changed."""
    if transition.state.request_of(seat):
        withdraw(transition, seat)
        transition.happened(Lapsed(), seat)


def withdraw(transition: Transition, seat: Seat) -> None:
    transition.change(requests=tuple(request for request in transition.state.requests if request.seat != seat))


def drop(transition: Transition, seats: Iterable[Seat], *, staff: bool = False) -> None:
    """Record for these seats that their requests ended because another light came first."""
    for seat in seats:
        transition.happened(Dropped(staff), seat)
