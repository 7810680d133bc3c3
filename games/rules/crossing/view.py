"""The view of a game for one reader. Pages, emails and API answers are built from it alone.

It holds nothing hidden: no tiles or layouts of others, no face-down tiles, no order of the pool, and no requests
where they are hidden."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from functools import cached_property

from games.rules import panels
from games.rules.crossing import challenges, swaps
from games.rules.crossing.jaywalks import may_draw, times_left
from games.rules.crossing.options import Options
from games.rules.crossing.results import Final, finals, owing, team_results
from games.rules.crossing.state import Challenge, State
from games.rules.crossing.visibility import hands_seen, known_requests, layouts_seen
from games.rules.crossing.why import RUNS, THEN, why_nothing_happens
from games.rules.facts import JsonObject
from games.rules.grid import Layout
from games.rules.layouts import Score, beside
from games.rules.panels import ClockView, Disc, Stage, TeamView
from games.rules.table.view import View, remarks
from games.rules.texts import Player, Text, Value, say
from games.rules.values import Due, Seat


@dataclass(frozen=True, kw_only=True)
class SeatView(panels.SeatView):
    """A seat as the reader sees it. `asked_at` is None without a request, and where the reader may not know of it."""

    seen_at: datetime | None
    withheld: bool
    jaywalked: bool


@dataclass(frozen=True)
class Other:
    """Another seat's board as far as the reader may see it; () if nothing is submitted. `hand` is set only where the
    reader sees it."""

    layout: Layout
    score: Score
    hand: str
    is_partner: bool


class CrossingView(View[State]):
    """A game as one reader knows it; a spectator has no seat. Where words are challenged, nothing reveals the word
    list."""

    @property
    def _own(self) -> Seat | None:
        """The reader's seat, or None if they have resigned or have none."""
        return self._reader if self._reader not in self._state.resigned else None

    # --- the reader's own ---------------------------------------------------------------------------------------------

    @cached_property
    def hand(self) -> str:
        return self.alphabet.in_order(self._state.held(self._own)) if self._own is not None else ""

    @cached_property
    def layout(self) -> Layout:
        return self._state.known_layout(self._own) if self._own is not None else ()

    @cached_property
    def rack(self) -> str:
        """The reader's tiles that aren't in their layout."""
        return beside(self.layout, self.hand, self.alphabet)

    @cached_property
    def score(self) -> Score | None:
        return self._score(self._own, self.layout) if self._own is not None else None

    @property
    def unseen(self) -> int:
        return self._state.unseen[self._own] if self._own is not None else 0

    @property
    def withheld(self) -> int:
        return self._state.withheld[self._own] if self._own is not None else 0

    @cached_property
    def withheld_says(self) -> Text | None:
        """A sentence on when the reader can look at their withheld tile, else None."""
        if not self.withheld:
            return None
        others = tuple(Player(other) for other in self.waiting_for if other != self._own)
        if len(others) == 1:
            return say("You can look once {name} has looked", name=others[0])
        if self._state.options.reveal_after == "all":
            return say("You can look once {names} have looked", names=others)
        return say("You can look once one of these has looked: {names}", names=others)

    @property
    def look_by(self) -> datetime | None:
        return self._state.clocks.ends(f"see {self._own}")

    @property
    def jaywalks_left(self) -> int:
        return times_left(self._state, self._own) if self._own is not None else 0

    @property
    def may_draw(self) -> bool:
        """True if the pool is large enough for a jaywalk by the reader."""
        return self._own is not None and may_draw(self._state, self._own)

    @cached_property
    def swaps(self) -> tuple[swaps.SwapView, ...]:
        """The swaps that the reader offered or may answer, the latter first."""
        return tuple(swaps.shown(self._state, self._own))

    # --- the other seats ----------------------------------------------------------------------------------------------

    def _score(self, seat: Seat, layout: Layout) -> Score:
        return challenges.score_of(self._state, seat, layout, self._words)

    @cached_property
    def others(self) -> Mapping[Seat, Other]:
        """The boards of other seats that the reader may see; empty once the game is over."""
        state, reader = self._state, self._reader
        if self.phase == "finished":
            return {}
        hands, partners = hands_seen(state, reader), state.partners_of(reader) if reader is not None else ()
        return {
            seat: Other(
                layout, self._score(seat, layout), self.alphabet.in_order(hands.get(seat, "")), seat in partners
            )
            for seat, layout in layouts_seen(state, reader).items()
        }

    @property
    def shows_partners_only(self) -> bool:
        """True if the reader sees the layouts of partners, but not of opponents."""
        return bool(self.others) and all(other.is_partner for other in self.others.values())

    @cached_property
    def _asked(self) -> list[Seat]:
        return known_requests(self._state, self._reader)

    @cached_property
    def seats(self) -> Sequence[SeatView]:
        return tuple(map(self._seat, range(self._state.seats)))

    def _seat(self, seat: Seat) -> SeatView:
        state = self._state
        request = state.request_of(seat) if seat in self._asked else None
        return SeatView(
            seat=seat,
            seen=not state.face_down(seat),
            seen_at=state.seen_at.get(seat),
            withheld=bool(state.withheld[seat]),
            away=seat in state.away,
            resigned=seat in state.resigned,
            asked_at=request.at if request else None,
            jaywalked=seat in state.jaywalked,
            done=seat in state.done,
            says=tuple(remarks(state, seat, here=self._has_looked(seat), own=self._remarks(seat))),
        )

    def _has_looked(self, seat: Seat) -> Iterator[Text]:
        """Yield a remark on whether a seat's player has looked at their tiles."""
        if self._state.withheld[seat]:
            yield say("called the last light, draw withheld")
        elif self._state.face_down(seat):
            yield say("hasn’t looked yet")
        elif seen_at := self._state.seen_at.get(seat):
            yield say("looked {at}", at=seen_at)

    def _remarks(self, seat: Seat) -> Iterator[Text]:
        """Yield remarks on what a seat's player has done this round."""
        state = self._state
        if seat in self._asked:
            yield say("asked first") if seat == self._asked[0] else say("has asked")
        if times := state.jaywalked.count(seat):
            yield say("has jaywalked") if times == 1 else say("has jaywalked {n} times", n=times)
        if state.options.jaywalk_draw > 1:
            yield say("holds {n} tiles", n=len(state.hands[seat]))
        if seat in state.swapped:
            yield say("has swapped")
        if seat in state.done:
            yield say("done")

    @cached_property
    def tiles_held(self) -> Mapping[Seat, int]:
        """The number of tiles of each seat, in games where it can differ."""
        state = self._state
        return {each: len(state.hands[each]) for each in state.live} if state.options.jaywalk_draw > 1 else {}

    # --- the whole game -----------------------------------------------------------------------------------------------

    @property
    def options(self) -> Options:
        return self._state.options

    @property
    def face_up(self) -> str | None:
        """The open tiles, or None if returned tiles go back into the pool."""
        return self._state.face_up if self._state.options.face_up else None

    @property
    def lights_left(self) -> int:
        state = self._state
        return state.left // (state.options.tiles_per_light * len(state.live))

    @property
    def next_is_red(self) -> bool:
        return self._state.pool_is_short

    @property
    def caller(self) -> Seat | None:
        return self._state.caller

    @property
    def grace_ends(self) -> datetime | None:
        return self._state.clocks.ends("grace")

    @property
    def challenge_ends(self) -> datetime | None:
        return self._state.clocks.ends("challenge")

    @property
    def lies_open(self) -> bool:
        return self.phase == "challenge"

    @property
    def challenges(self) -> tuple[Challenge, ...]:
        return self._state.challenges

    @cached_property
    def open_words(self) -> tuple[str, ...]:
        """The words that can be challenged now, in all layouts or in `granted`."""
        return tuple(sorted(challenges.open_words(self._state), key=self._state.alphabet.by_letters))

    @property
    def granted(self) -> Layout:
        """The layout that got the last light, while it can be challenged."""
        return self._state.granted

    @cached_property
    def results(self) -> tuple[Final, ...]:
        """Everyone's final layout, best first, once the game is over."""
        return finals(self._state)

    @cached_property
    def owing(self) -> tuple[Seat, ...]:
        """The seats that owe the forfeit for an incomplete layout."""
        return owing(self._state)

    @cached_property
    def teams(self) -> tuple[TeamView, ...]:
        return team_results(self._state)

    # --- what comes next ----------------------------------------------------------------------------------------------

    @cached_property
    def why(self) -> tuple[Text, ...]:
        return why_nothing_happens(self._state, self._reader, is_complete=self._is_complete)

    def _is_complete(self) -> bool:
        return self.score is not None and self.score.complete

    @cached_property
    def next(self) -> Due | None:
        """The next thing that happens by itself, as far as the reader may know. Where requests are hidden, never a
        light."""
        state, clocks = self._state, self._state.clocks
        if state.phase == "finished":
            return None
        coming = [Due(clocks.pause.ends, "resume")] if clocks.pause and clocks.pause.ends else []
        coming += [Due(at, "away", seat) for seat in state.waited_for if (at := clocks.ends(f"see {seat}"))]
        coming += [Due(at, what) for what in ("abandon", "challenge") if (at := clocks.ends(what))]
        if at := clocks.ends("grace"):
            coming.append(Due(at, "open" if state.options.words_are_challenged else "grace"))
        coming += [Due(clocks.hard_end, "hard end")] if clocks.hard_end else []
        leeway_ends = clocks.ends("leeway")
        if not state.options.requests_visible:
            coming += [Due(leeway_ends, "leeway")] if leeway_ends and leeway_ends > state.now else []
        elif state.requests and leeway_ends:
            light = "red" if state.pool_is_short else "green"
            coming.append(Due(max(leeway_ends, state.now), light, state.requests[0].seat))
        elif (at := clocks.ends("call")) and state.options.call_within == "never":
            coming.append(Due(at, "abandon"))
        elif at:
            coming.append(Due(at, "red" if state.pool_is_short else "amber"))
        return min(coming, key=lambda due: due.at, default=None)

    @cached_property
    def clocks(self) -> tuple[ClockView, ...]:
        """The clock of the next thing that happens by itself and, before the red light, the leeway."""
        if self.phase == "finished":
            return ()
        shown = []
        if (due := self.next) and due.what in RUNS:
            what = f"your {due.what}" if due.seat is not None and due.seat == self._reader else due.what
            what = what if what in RUNS else due.what
            who = {"player": Player(due.seat)} if due.seat is not None else {}
            seat = due.seat if due.what == "away" else None
            shown.append(ClockView(say(RUNS[what], **who), due.at, say(THEN[what], **who, at=due.at), seat=seat))
        return (*shown, self._leeway()) if self.phase == "playing" else tuple(shown)

    def _leeway(self) -> ClockView:
        leeway: timedelta = self._state.leeway
        stopped_at = say("{leeway}", leeway=leeway) if leeway else say("none")
        ends = self._state.clocks.ends("leeway")
        if self.paused:
            return ClockView(say("Leeway"), None, say("stopped during the pause"), stopped_at)
        if ends is None:
            return ClockView(say("Leeway"), None, say("not started yet"), stopped_at)
        return ClockView(say("Leeway"), ends, say("until {at}", at=ends))

    @cached_property
    def disc(self) -> Disc:
        """The large disc above a running game, which shows its light and the sentence beside it."""
        if self.paused:
            return Disc("II", say("Paused"))
        if self.phase == "grace":
            return Disc("R", say("Red light: last layouts"), "red", is_on=True)
        if self.phase == "challenge":
            return Disc("?", say("All layouts are revealed: challenge invalid words"), "red", is_on=True)
        if self._asked and (request := self._state.request_of(self._asked[0])):
            asked: dict[str, Value] = {"at": request.at}
            is_mine = request.seat == self._reader
            asked |= {} if is_mine else {"name": Player(request.seat)}
            stage: Stage = "asked" if self._state.is_caught_up else "waits"
            if self.next_is_red:
                says = (
                    say("You asked for RED, {at}", **asked) if is_mine else say("{name} asked for RED, {at}", **asked)
                )
                return Disc("R", says, "red", is_on=True, stage=stage)
            says = (
                say("You asked for GREEN, {at}", **asked) if is_mine else say("{name} asked for GREEN, {at}", **asked)
            )
            return Disc("G", says, "green", is_on=True, stage=stage)
        if self.round > 1 and not self._state.is_caught_up:
            return Disc("✓", say("New tiles for everyone"), "green", stage="granted")
        letter = "A" if self.next and self.next.what == "amber" else "G"
        return Disc("R" if self.next_is_red else letter, say("Nobody has asked for the light"))

    @cached_property
    def mark(self) -> tuple[str, bool]:
        """The small disc for a list of games, and whether it is filled: if a light is requested or tiles wait to be
        looked at."""
        if self.paused:
            return "pause", False
        if self.phase == "grace":
            return "R", True
        if self.phase == "challenge":
            return "?", True
        if self.unseen:
            return "eye", True
        return "R" if self.next_is_red else "G", bool(self._asked)

    # --- the API ------------------------------------------------------------------------------------------------------

    @cached_property
    def facts(self) -> JsonObject:
        """The facts for the API: the reader's own tiles and layout, other layouts they may see and, after the end,
        every result.

        Tiles are given as letters once seen; before, only as a number."""
        own = {
            "hand": self.hand,
            "unseen": self.unseen,
            "withheld": self.withheld,
            "layout": list(self.layout),
            "score": self.score.as_json() if self.score else None,
        }
        laid = (
            {"seat": seat, "layout": list(other.layout), "score": other.score.as_json()}
            for seat, other in self.others.items()
        )
        by_seat = sorted(self.results, key=lambda one: one.result.seat) if self.phase == "finished" else []
        results = [{**asdict(one.result), "rank": one.rank, "shown": one.shown} for one in by_seat]
        return {
            **self._facts_of_teams(),
            **(own if self._reader is not None else {}),
            **self._facts_of_jaywalks(),
            **self._facts_of_challenges(),
            **({"layouts": list(laid)} if self.others else {}),
            **({"results": results} if self.phase == "finished" else {}),
        }

    def _facts_of_jaywalks(self) -> JsonObject:
        """Return facts for games with jaywalks: open tiles, the number of tiles of each seat, and jaywalks left."""
        state = self._state
        is_counted = state.options.jaywalk_times not in (1, "unlimited")
        has_left = is_counted and self._own is not None and self.phase != "finished"
        return {
            **({} if self.face_up is None else {"face_up": list(self.face_up)}),
            **({"tiles_held": [len(state.hands[seat]) for seat in range(state.seats)]} if self.tiles_held else {}),
            **({"jaywalks_left": self.jaywalks_left} if has_left else {}),
        }

    def _facts_of_teams(self) -> JsonObject:
        """Return facts for team games: the teams, partners' tiles as far as the reader may see them, and swap
        offers."""
        state, letters = self._state, sorted(set(self._state.options.teams))
        if not letters:
            return {}
        teams = {team: [seat for seat in range(state.seats) if state.team_of(seat) == team] for team in letters}
        if self.phase == "finished":
            return {"teams": teams, "team_results": [asdict(one) for one in self.teams]}
        held = hands_seen(state, self._reader)
        return {
            "teams": teams,
            "partners": [{"seat": seat, "hand": self.alphabet.in_order(hand)} for seat, hand in held.items()],
            "swaps": [
                {"from": one.seat, "gives": one.gives, "to": one.to, "takes": one.takes}
                for one in swaps.proposals_known(state, self._reader)
            ],
        }

    def _facts_of_challenges(self) -> JsonObject:
        """Return facts for games with challenges: the challenges made, the words still open, and the last light's
        layout while revealed."""
        if not self.options.words_are_challenged:
            return {}
        made = [{"word": one.word, "seat": one.seat, "upheld": one.upheld} for one in self.challenges]
        granted = {"granted": {"seat": self.caller, "layout": list(self.granted)}} if self.granted else {}
        return {"challenges": made, "open_words": list(self.open_words), **granted}


def awaiting(state: State, reader: Seat | None) -> Mapping[Seat, Text]:
    """Return the seats that the game waits for and what each should do, as far as this reader may know."""
    if state.phase == "finished" or state.clocks.pause:
        return {}
    if state.phase == "grace":
        others = [seat for seat in state.waited_for if seat not in (state.red_caller, *state.done)]
        return {seat: say("submit a last layout, or say DONE") for seat in others}
    if state.phase == "challenge":
        return {seat: say("challenge words, or say DONE") for seat in state.waited_for if seat not in state.done}
    looks = {
        seat: say("look at the new tile") if state.unseen[seat] == 1 else say("look at the new tiles")
        for seat in state.waited_for
        if state.unseen[seat]
    }
    if (looks and not state.is_caught_up) or known_requests(state, reader):
        return looks
    return {seat: say("complete your layout, and ask with GREEN or RED") for seat in state.waited_for} | looks
