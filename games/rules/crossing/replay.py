"""Replays a game event by event as its record tells it, and says where that could not have happened.

Clocks are checked only where one that ran too short would have wronged a player.
"""

from collections.abc import Callable, Mapping

from games.rules.crossing.record import Recorded
from games.rules.crossing.replay_challenges import Challenges
from games.rules.crossing.replay_jaywalks import Jaywalks
from games.rules.crossing.replay_swaps import Swaps
from games.rules.crossing.scoring import Result
from games.rules.grid import missing_tiles, runs, trim
from games.rules.kind import Seat


class Replay(Challenges, Jaywalks, Swaps):
    """One step for each verb; every one raises Differs where the rules would not have let it happen."""

    def take(self, event: Recorded) -> None:
        self.event = event
        self.check(self.phase != "finished", "the game was over")
        self.check((event.verb == "deal") == (self.phase == "dealing"), "a game has one deal, and begins with it")
        self.check(self.now is None or event.at >= self.now, "it happened before the event above it")
        self.check(self.hard_end is None or event.at <= self.hard_end, "the game was to end at its hard end")
        self.check(not self.paused_by or event.verb not in NOT_IN_A_PAUSE, "the game was paused")
        releasable = self.releasable()
        if releasable is not None and self.now is not None and event.at > self.now:
            self.differs(f"the tile withheld from seat {releasable} was to be released before this")
        is_owed = bool(self.owed)
        if is_owed:
            verbs, seat = self.owed.pop(0)
            holds = event.verb in verbs and event.seat == seat
            self.check(holds, f"here must come {_named(' or '.join(verbs), seat)}")
        elif event.verb in ONLY_OWED and not (event.verb == "end" and event.staff):
            self.differs(f"nothing before it leads to {_named(event.verb, event.seat)}")
        self.now = event.at
        seat = event.seat if event.seat is not None else -1
        self.check(seat not in self.resigned, f"seat {seat} has resigned")
        if event.verb == "lapse" and not is_owed:
            self.owe("resign", "replace", seat=seat)  # nothing else makes a request lapse before the event that ends it
        STEPS[event.verb](self, seat)
        self.keep_caught_up()

    # --- seeing -------------------------------------------------------------------------------------------------------

    def deal(self, _: Seat) -> None:
        self.phase = "playing"
        self.unseen = self.drawn(self.each)
        for seat in self.seats:
            self.can_look(seat)

    def see(self, seat: Seat) -> None:
        self.check(seat not in self.away, f"seat {seat} was away, and back only by a look of its own")
        self.check(bool(self.unseen[seat]), f"seat {seat} had nothing left to see")
        self.seen[seat] += self.unseen[seat]
        self.unseen[seat] = ""

    def release(self, seat: Seat) -> None:
        if self.event.staff:
            self.check(bool(self.withheld[seat]), f"no tile of seat {seat} was withheld")
            self.owe("amber")
        else:
            self.check(seat == self.releasable(), f"no tile of seat {seat} was to be released")
        if not self.unseen[seat]:
            self.can_look(seat)
        self.unseen[seat] += self.withheld[seat]
        self.withheld[seat] = ""

    # --- layouts and requests -------------------------------------------------------------------------------------------

    def submit(self, seat: Seat) -> None:
        layout = self.event.layout
        self.check(self.phase != "challenge", "the layouts were final")
        self.check(self.red_at is None or seat != self.caller, "the caller's layout was final")
        self.check(layout == trim(layout), "the layout is not trimmed to its tiles")
        missing = "".join(sorted(missing_tiles(layout, self.seen[seat]).elements()))
        self.check(not missing, f"the layout uses {missing}, which seat {seat} did not hold and see")
        struck = [run.word for run in runs(layout) if run.word not in self.words]
        self.check(not struck, f"{', '.join(struck)} could not be submitted: the results strike it")
        self.boards[seat] = layout
        self.lifted.discard(seat)
        self.done.discard(seat)
        if seat in self.requests and not self.is_complete(seat):
            self.owe("lapse", seat=seat)

    def ask(self, seat: Seat) -> None:
        self.check_playing()
        self.check(seat not in self.requests, f"a request of seat {seat} stood already")
        self.check(not self.unseen[seat] + self.withheld[seat], f"seat {seat} had a tile that was not seen")
        self.check(self.is_complete(seat), f"the layout of seat {seat} was not complete")
        self.requests.append(seat)

    def withdraw(self, seat: Seat) -> None:
        self.check(seat in self.requests, f"seat {seat} had no standing request")
        self.requests.remove(seat)

    # --- lights ---------------------------------------------------------------------------------------------------------

    def take_call(self, caller: Seat | None) -> None:
        """The earliest request is granted and the others are dropped; or there is none, and nobody called in time."""
        self.check_playing()
        assert self.now is not None
        if self.caught_up is None:
            self.differs("not everyone waited for had seen the tiles of this round")
        if caller is None:
            self.check(not self.requests, f"seat {self.requests[:1]} had asked")
            self.check(self.options.call_within != "never", "no light comes by itself in this game")
            wait = self.options.time_to_call
        else:
            self.check(self.requests[:1] == [caller], f"the request of seat {caller} was not the earliest standing")
            wait = min(self.options.leeway_of(by_mail=by_mail) for by_mail in (False, True))
        self.check(self.now >= self.caught_up + wait, f"it came before the {wait} after all had seen were over")
        self.requests = self.requests[1:]
        self.begin_round(caller)

    def begin_round(self, caller: Seat | None) -> None:
        """The requests that still stand are dropped."""
        for seat in self.requests:
            self.owe("drop", seat=seat)
        self.requests, self.caller, self.caught_up = [], caller, None
        self.granted, self.challenged = self.boards[caller] if caller is not None else (), set()

    def green(self, seat: Seat) -> None:
        self.check(not self.pool_is_short, "the pool was short: this light was to be red")
        self.take_call(seat)
        self.deal_light(seat)

    def amber(self, _: Seat) -> None:
        self.check(not self.pool_is_short, "the pool was short: this light was to be red")
        if not self.event.staff:
            self.take_call(None)
        else:
            self.check_playing()
            self.check(not any(self.withheld), "the withheld tile was to be released first")
            self.begin_round(None)
        self.deal_light(None)

    def deal_light(self, caller: Seat | None) -> None:
        self.note_who_is_behind()
        self.round += 1
        self.jaywalked = []
        self.swapped = set()
        for seat, drawn in enumerate(self.drawn(self.options.tiles_per_light)):
            pile = self.withheld if seat == caller and self.options.withholds else self.unseen
            pile[seat] += drawn
            self.can_look(seat)

    def red(self, _: Seat) -> None:
        self.check(self.pool_is_short, "the pool could serve everyone: this light was not to be red")
        self.take_call(self.event.seat)
        self.phase, self.red_at, self.done = "grace", self.now, set()

    # --- the end --------------------------------------------------------------------------------------------------------

    def say_done(self, seat: Seat) -> None:
        self.check(self.phase in ("grace", "challenge"), "the red light was not on")
        is_final = self.phase == "grace" and seat == self.caller
        self.check(not is_final and seat not in self.done, f"seat {seat} had nothing left to be done with")
        self.done.add(seat)

    def resign(self, seat: Seat) -> None:
        self.check(seat not in self.requests, f"the request of seat {seat} was to lapse first")
        self.resigned.add(seat)
        self.away.discard(seat)
        self.seen[seat] = self.unseen[seat] = self.withheld[seat] = ""
        self.boards[seat] = ()
        self.lifted.discard(seat)
        if seat == self.caller:
            self.granted = ()
        if self.one_side_is_left:
            self.owe("score")
        elif self.is_called_off:
            self.owe("score", "end", "challenge")  # the time of grace may be over at once

    def score(self, _: Seat) -> None:
        may_end = self.one_side_is_left or self.is_over
        self.scored_by = "staff" if self.event.staff else "rules"
        self.check(may_end or self.event.staff or self.now == self.hard_end, "the players still had time to submit")
        results = self.event.results
        self.check([one.seat for one in results] == self.live, "there is to be a result for each seat still playing")
        for one in results:
            self.check_result(one)
        self.owe("end")

    def check_result(self, told: Result) -> None:
        counted = self.seen[told.seat] + self.unseen[told.seat]
        less = self.points_off[told.seat]
        expected = Result.of(told.seat, self.boards[told.seat], counted, self.words, less=less)
        for name in ("layout", "struck", "points", "words", "leftover", "score"):
            is_told, follows = getattr(told, name), getattr(expected, name)
            self.check(is_told == follows, f"the {name} of seat {told.seat} are told as {is_told}, not {follows}")

    def end(self, _: Seat) -> None:
        may_be = self.by_staff() if self.event.staff else self.by_itself()
        self.check(self.event.ending in may_be, f"the game did not end as {self.event.ending}")
        self.phase = "finished"

    def by_staff(self) -> set[str]:
        """How it may have ended where the staff ended it: scored as it lay, or without a result."""
        return {"staff": {"adjudicated"}, "": {"void"}}.get(self.scored_by, set())

    def by_itself(self) -> set[str]:
        """How it may have ended otherwise."""
        if not self.scored_by and self.is_called_off:
            return {"void"}
        if self.scored_by != "rules":
            return set()
        is_played = self.phase == ("challenge" if self.options.words_are_challenged else "grace")
        may_be = {"resigned"} if self.one_side_is_left else {"played"} if is_played else set()
        if not self.waited_for or self.nobody_has_called:
            may_be.add("abandoned")
        if self.now == self.hard_end:
            may_be.add("hard_end")
        return may_be

    def drop(self, _: Seat) -> None:
        """The light has taken the request already."""


STEPS: Mapping[str, Callable[[Replay, Seat], None]] = {
    "deal": Replay.deal,
    "seen": Replay.see,
    "submit": Replay.submit,
    "ask": Replay.ask,
    "unask": Replay.withdraw,
    "lapse": Replay.withdraw,
    "drop": Replay.drop,
    "green": Replay.green,
    "amber": Replay.amber,
    "release": Replay.release,
    "jaywalk": Replay.jaywalk,
    "swap": Replay.swap,
    "away": Replay.go_away,
    "back": Replay.come_back,
    "vacation": Replay.declare_vacation,
    "pause": Replay.pause,
    "resume": Replay.resume,
    "void": Replay.ask_to_void,
    "keep": Replay.keep,
    "extend": Replay.extend,
    "replace": Replay.replace,
    "resign": Replay.resign,
    "red": Replay.red,
    "done": Replay.say_done,
    "challenge": Replay.challenge,
    "score": Replay.score,
    "end": Replay.end,
}
ONLY_OWED = {"drop", "end"}
NOT_IN_A_PAUSE = {"ask", "unask", "jaywalk", "swap", "green", "amber", "red", "done", "challenge"}


def _named(verb: str, seat: Seat | None) -> str:
    return verb if seat is None else f"{verb} of seat {seat}"
