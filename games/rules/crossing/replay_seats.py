"""Who sits there when a game is replayed: absences and replacements, vacations and pauses. The tiles are moved in `replay`."""

from games.rules.crossing.books import Books
from games.rules.kind import Seat


class Seats(Books):
    """Every step raises Differs where the rules would not have let it happen."""

    def owe(self, *verbs: str, seat: Seat | None = None) -> None:
        self.owed.append((verbs, seat))

    def check_playing(self) -> None:
        self.check(self.phase == "playing", "the red light was on")

    def can_look(self, seat: Seat) -> None:
        """From now on there is something to see, or its clock begins anew."""
        assert self.now is not None
        self.to_see_since[seat] = self.now

    def keep_caught_up(self) -> None:
        """When everyone waited for has seen all; who comes back later does not undo it."""
        if not self.waited_for:
            self.caught_up = None
        elif self.caught_up is None and not any(self.unseen[seat] or self.withheld[seat] for seat in self.waited_for):
            self.caught_up = self.now

    def go_away(self, seat: Seat) -> None:
        self.check(seat not in self.away, f"seat {seat} was away already")
        if self.event.staff:
            self.check(bool(self.unseen[seat]), f"seat {seat} had nothing left to see")
        elif seat not in self.has_vacations:
            self.check_had_time_to_look(seat)
        self.away.add(seat)
        self.would_void.discard(seat)

    def check_had_time_to_look(self, seat: Seat) -> None:
        assert self.now is not None
        is_over = self.now >= self.to_see_since[seat] + self.options.span("see_within")
        self.check(is_over, f"seat {seat} still had time to look, and it does not say that the staff did it")

    def come_back(self, seat: Seat) -> None:
        self.check(seat in self.away, f"seat {seat} was not away")
        self.away.remove(seat)
        if self.unseen[seat]:
            self.owe("seen", seat=seat)

    def replace(self, seat: Seat) -> None:
        """Another plays on, who has seen nothing yet."""
        self.check(seat not in self.requests, f"the request of seat {seat} was to lapse first")
        self.unseen[seat] = self.seen[seat] + self.unseen[seat]
        self.seen[seat] = ""
        self.can_look(seat)
        self.away.discard(seat)
        self.would_void.discard(seat)
        self.done.discard(seat)

    def declare_vacation(self, seat: Seat) -> None:
        """It bears on clocks and touches nothing else: where it passes, a seat may be away before its time to look is over."""
        self.has_vacations.add(seat)

    def pause(self, _: Seat) -> None:
        """Begun by the staff, or by the last of the players who agreed to it; else it is only wished for."""
        if self.event.staff:
            self.check(self.paused_by != "staff", "the staff had paused the game already")
            self.paused_by = "staff"
        elif self.event.until:
            self.paused_by = "players"

    def resume(self, _: Seat) -> None:
        if self.event.taken_back:
            return
        self.check(bool(self.paused_by), "the game was not paused")
        self.check(self.event.staff or self.paused_by == "players", "the staff had paused the game")
        self.paused_by = ""

    def ask_to_void(self, seat: Seat) -> None:
        self.check(self.hard_end is None, "a game with a hard end is not ended by its players")
        self.check(self.paused_by != "staff", "the staff had paused the game")
        self.check(seat not in self.away, f"seat {seat} was away")
        self.check(seat not in self.would_void, f"seat {seat} had asked to call the game off already")
        self.would_void.add(seat)
        if self.is_called_off:
            self.owe("end")

    def keep(self, seat: Seat) -> None:
        self.check(seat in self.would_void, f"seat {seat} had not asked to call the game off")
        self.would_void.remove(seat)

    def extend(self, seat: Seat) -> None:
        """More time touches no tile; a hard end is set by the staff for all."""
        if not self.event.staff:
            self.check(self.event.until is None, "only the staff sets a hard end")
        elif self.event.until:
            assert self.now is not None
            self.check(self.event.until > self.now, "the hard end was over when it was set")
            self.hard_end = self.event.until
