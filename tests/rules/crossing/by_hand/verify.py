"""Verifies a game of Lexicon Crossing from its record with bookkeeping that shares no step with the rules: an oracle for the
verifier that plays a record again.

It needs no database, word list or names. It doesn't prove that players were prompt: it checks a clock only where cutting it
short would have wronged a player.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction

from games.rules.alphabets.known import ENGLISH
from games.rules.chance import SEED_BYTES, commitment
from games.rules.crossing.scoring import Result, score
from games.rules.facts import Json
from games.rules.grid import MOST_TILES, Layout, missing_tiles, runs, trim
from games.rules.values import Differs, Seat, UnreadableRecord
from games.rules.words import AllBut
from tests.rules.crossing.by_hand.books import Books
from tests.rules.crossing.by_hand.record import Record, Recorded, read_record


def verify_by_hand(content: Json) -> None:
    """Verify a record given as JSON, as `verify` does. Raises UnreadableRecord if it isn't a record."""
    verify(read_record(content))


def verify(record: Record) -> None:
    """Raise Differs at the first thing that doesn't follow, and UnreadableRecord for a game that isn't finished."""
    if record.seed is None:
        raise UnreadableRecord("The game is still running: its seed is published when it is finished.")
    seed = _seed(record.seed)
    if commitment(seed) != record.commitment:
        raise Differs("the seed is not the one committed to before the game")
    replay = Replay(record, seed)
    for number, event in enumerate(record.events, start=1):
        if event.n != number:
            raise Differs(f"the events are numbered from 1 on; this one should be {number}", n=event.n)
        replay.take(event)
    if replay.phase != "finished":
        raise Differs("the record breaks off: the game has no end", n=len(record.events) + 1)


def _seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError as error:
        raise UnreadableRecord("seed: not written in hex") from error
    if len(seed) != SEED_BYTES:
        raise UnreadableRecord(f"seed: has {len(seed)} bytes, not {SEED_BYTES}")
    return seed


class Replay(Books):
    """Goes through a record, one step for each verb. A step raises Differs if the rules wouldn't have allowed it."""

    def take(self, event: Recorded) -> None:
        self.event = event
        self.check(self.phase != "finished", "the game was over")
        self.check((event.verb == "deal") == (self.phase == "dealing"), "a game has one deal, and begins with it")
        self.check(self.now is None or event.at >= self.now, "it happened before the event above it")
        self.check(self.hard_end is None or event.at <= self.hard_end, "the game was to end at its final deadline")
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
            self.owe("resign", "replace", seat=seat)  # only these come after the lapse they cause
        STEPS[event.verb](self, seat)
        self.keep_caught_up()

    # --- looking ------------------------------------------------------------------------------------------------------

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

    def let_stand(self, seat: Seat) -> None:
        """Do nothing: a standing order is recorded as an ordinary order when it is carried out."""

    def keep_hours(self, seat: Seat) -> None:
        """Do nothing: clocks are only checked for being too short, and sleeping hours make them longer."""

    # --- layouts and requests -----------------------------------------------------------------------------------------

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

    # --- lights -------------------------------------------------------------------------------------------------------

    def take_call(self, caller: Seat | None) -> None:
        """Grant the earliest request and drop the others, or check that nobody called in time if `caller` is None."""
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
        """Begin a round, in which the remaining requests must be dropped."""
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

    # --- the end ------------------------------------------------------------------------------------------------------

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
        elif self.is_cancelled:
            self.owe("score", "end", "challenge")  # the grace period may end at once

    def score(self, _: Seat) -> None:
        may_end = self.one_side_is_left or self.is_over
        self.scored_by = "staff" if self.event.staff else "rules"
        self.check(may_end or self.event.staff or self.now == self.hard_end, "the players still had time to submit")
        results = self.event.results
        self.check([one.seat for one in results] == self.live, "there must be a result for each seat still playing")
        for one in results:
            self.check_result(one)
        self.owe("end")

    def check_result(self, told: Result) -> None:
        counted = self.seen[told.seat] + self.unseen[told.seat]
        less = self.points_off[told.seat]
        expected = Result.of(told.seat, self.boards[told.seat], counted, self.words, ENGLISH, less=less)
        for name in ("layout", "struck", "points", "words", "leftover", "score"):
            is_told, follows = getattr(told, name), getattr(expected, name)
            self.check(is_told == follows, f"the {name} of seat {told.seat} are told as {is_told}, not {follows}")

    def end(self, _: Seat) -> None:
        may_be = self.by_staff() if self.event.staff else self.by_itself()
        self.check(self.event.ending in may_be, f"the game did not end as {self.event.ending}")
        self.phase = "finished"

    def by_staff(self) -> set[str]:
        """Return how the game may have ended if the staff ended it: scored as it stood, or without a result."""
        return {"staff": {"adjudicated"}, "": {"void"}}.get(self.scored_by, set())

    def by_itself(self) -> set[str]:
        """Return how the game may have ended otherwise."""
        if not self.scored_by and self.is_cancelled:
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
        """Do nothing: the light has removed the request already."""

    # --- jaywalks -----------------------------------------------------------------------------------------------------

    def jaywalk(self, seat: Seat) -> None:
        self.check_jaywalks(seat)
        was_short = self.pool_is_short
        for tile in (*self.event.returned, *self.event.taken):
            self.check(len(tile) == 1, f"{tile} must be one tile")
        returned, taken = "".join(self.event.returned), "".join(self.event.taken)
        self.check(1 <= len(returned) <= self.options.jaywalk_tiles, f"it returned {len(returned)} tiles")
        missing = "".join((Counter(returned) - Counter(self.seen[seat])).elements())
        self.check(not missing, f"seat {seat} did not hold {missing}")
        if taken:
            self.take_open(returned, taken)
        else:
            self.draw_blind(seat, returned)
        self.put_back(returned)
        self.exchange(seat, returned, taken or "".join(self.event.draws))
        self.jaywalked.append(seat)
        self.jaywalked_in[seat] = self.round
        if self.pool_is_short and not was_short:
            for one in self.requests:
                self.owe("lapse", seat=one)
        elif seat in self.requests:
            self.owe("lapse", seat=seat)

    def check_jaywalks(self, seat: Seat) -> None:
        """Check that this seat was allowed to jaywalk at all."""
        options = self.options
        self.check_playing()
        self.check(options.jaywalk != "nobody", "nobody jaywalks in this game")
        self.check(options.jaywalk != "not_caller" or seat != self.caller, f"seat {seat} called the last light")
        self.check(options.jaywalk != "behind" or seat in self.behind, f"seat {seat} was not behind")
        self.check(self.has_one_left(seat), f"seat {seat} had jaywalked this round, or as often as it might")
        self.check(not self.unseen[seat] + self.withheld[seat], f"seat {seat} had a tile that was not seen")

    def has_one_left(self, seat: Seat) -> bool:
        last = self.jaywalked_in.get(seat)
        match self.options.jaywalk_times:
            case "unlimited":
                return True
            case "once a game":
                return last is None
            case "every second round":
                return last is None or self.round - last >= 2
            case times:
                return self.jaywalked.count(seat) < int(times)

    def note_who_is_behind(self) -> None:
        """Note the seats that the light names as below the best score when a round began, and recount the scores to check
        them. Without challenges, a recount is impossible once a tile was lifted from a layout: what is left may not be
        words, and there is no word list to ask."""
        if self.options.jaywalk != "behind":
            return
        self.behind = set(self.event.behind)
        self.check(self.behind < set(self.live), "somebody is not behind")
        if self.lifted and not self.options.words_are_challenged:
            return
        worth = {seat: self.worth(seat) for seat in self.live}
        behind = {seat for seat in self.live if worth[seat] < max(worth.values())}
        self.check(self.behind == behind, f"behind were the seats {sorted(behind)}")

    def worth(self, seat: Seat) -> Fraction:
        """Return the score of the submitted layout with the seen tiles. A layout that uses unseen tiles counts as empty."""
        seen = self.seen[seat]
        layout = () if missing_tiles(self.boards[seat], seen) else self.boards[seat]
        return score(layout, seen, self.words, ENGLISH).value

    def take_open(self, returned: str, taken: str) -> None:
        self.check(self.options.face_up, "returned tiles do not lie open in this game")
        self.check(len(taken) == len(returned), "as many open tiles are taken as are returned")
        self.check(not self.event.draws, "what is taken is not drawn as well")
        for tile in taken:
            self.check(tile in self.open, f"no {tile} lay open")
            self.open.remove(tile)

    def draw_blind(self, seat: Seat, returned: str) -> None:
        takes = len(returned) * self.options.jaywalk_draw
        self.check(len(self.pool) >= takes, f"the pool had {len(self.pool)} tiles, and not {takes}")
        holds = len(self.seen[seat]) + takes - len(returned)
        self.check(takes == len(returned) or holds <= MOST_TILES, f"the hand of seat {seat} had {holds} tiles")
        drawn = tuple(self.pool.pop() for _ in range(takes))
        self.check(self.event.draws == drawn, f"the stream gives {', '.join(drawn)}")

    def put_back(self, returned: str) -> None:
        """Put tiles back one after the other: face up in the order named, or where the stream says."""
        for tile in returned:
            if self.options.face_up:
                self.open.append(tile)
            else:
                self.pool.insert(self.chance.below(len(self.pool) + 1), tile)

    # --- swaps --------------------------------------------------------------------------------------------------------

    def swap(self, _: Seat) -> None:
        """Exchange one tile each between two partners."""
        seats, tiles = self.event.seats, self.event.tiles
        self.check_playing()
        self.check(bool(self.options.teams), "nobody swaps where each plays alone")
        self.check(len(seats) == len(set(seats)) == len(tiles) == 2, "a swap is of two seats, and of a tile of each")
        for seat in seats:
            self.check(seat in self.live, f"seat {seat} did not play")
            self.check(seat not in self.swapped, f"seat {seat} had swapped this round")
        first, second = seats
        self.check(self.team_of(first) == self.team_of(second), f"seats {first} and {second} are no partners")
        self.check(tiles[0] != tiles[1], "a swap is of two different tiles")
        for seat, given, taken in zip(seats, tiles, reversed(tiles), strict=True):
            self.check(len(given) == 1 and given in self.seen[seat], f"seat {seat} did not hold and see {given}")
            self.exchange(seat, given, taken)
            self.swapped.add(seat)
            if seat in self.requests:
                self.owe("lapse", seat=seat)

    # --- challenges, and the time for them ----------------------------------------------------------------------------

    def challenge(self, seat: Seat) -> None:
        self.check(self.options.words_are_challenged, "words are not challenged in this game")
        if self.event.seat is None:
            self.open_all()
        elif self.event.light:
            self.challenge_of_light(seat)
        else:
            self.challenge_at_the_end(seat)

    def open_all(self) -> None:
        """Reveal all layouts: the grace period is over, or everyone it was for is done."""
        self.check(self.phase == "grace" and self.grace_may_end, "the players still had time to submit")
        self.phase, self.opened_at, self.done = "challenge", self.now, set()
        self.challenged = set(self.words.struck)
        if self.is_cancelled:
            self.owe("score", "end")  # if the game waits for nobody, the time to challenge ends at once

    def challenge_at_the_end(self, seat: Seat) -> None:
        self.check(self.phase == "challenge", "the layouts did not lie open")
        self.check_word(*(self.boards[other] for other in self.live))
        if self.event.upheld:
            self.words = AllBut({*self.words.struck, self.event.word})
        else:
            self.points_off[seat] += self.options.false_challenge

    def challenge_of_light(self, seat: Seat) -> None:
        """Judge all words of the light's layout at once and strike invalid ones; requests that depend on one of these lapse."""
        self.check(self.options.challenge_lights and self.phase == "playing", "no layout of a light lay open")
        self.check(seat != self.caller, f"the layout of the light was that of seat {seat}")
        self.check(not self.challenged, "the layout of the light had been challenged")
        words, struck = _words_of(self.granted), set(self.event.struck)
        self.check(self.event.word in words, f"{self.event.word} did not lie there")
        self.check(struck <= words, f"{', '.join(sorted(struck - words))} did not lie there")
        self.check(self.event.upheld == bool(struck), "a challenge is upheld where a word is struck")
        for word in sorted(words):
            self.check_verdict(word, upheld=word in struck)
        self.challenged = words
        self.words = AllBut({*self.words.struck, *struck})
        for one in self.requests:
            if not self.is_complete(one):
                self.owe("lapse", seat=one)

    def check_word(self, *layouts: Layout) -> None:
        """Check that the challenged word is in a layout and wasn't challenged before."""
        word = self.event.word
        self.check(word in _words_of(*layouts), f"{word} did not lie there")
        self.check(word not in self.challenged, f"{word} had been challenged")
        self.check_verdict(word, upheld=self.event.upheld)
        self.challenged.add(word)

    def check_verdict(self, word: str, *, upheld: bool) -> None:
        """Check that the word list gives the same verdict on a word throughout."""
        self.check(self.verdicts.setdefault(word, upheld) == upheld, f"the word list had said otherwise of {word}")

    @property
    def is_over(self) -> bool:
        """True if the layouts may be scored without the staff: the time for everyone is over, or the game waits for nobody."""
        match self.phase:
            case "challenge":
                return self.challenges_may_end
            case "grace" if not self.options.words_are_challenged:
                return self.grace_may_end
            case _:
                return not self.waited_for or self.nobody_has_called

    @property
    def nobody_has_called(self) -> bool:
        """True if a game in which no light comes by itself has waited long enough for a request."""
        if self.options.call_within != "never" or self.requests or self.caught_up is None or self.phase != "playing":
            return False
        assert self.now is not None
        return self.now >= self.caught_up + self.options.time_to_call

    @property
    def grace_may_end(self) -> bool:
        """True if the grace period has run out, or everyone it was for is done."""
        assert self.now is not None
        is_over = self.red_at is not None and self.now >= self.red_at + self.options.span("grace")
        return is_over or not {seat for seat in self.waited_for if seat != self.caller} - self.done

    @property
    def challenges_may_end(self) -> bool:
        """True if the time to challenge has run out, or everyone is done, including the caller of the red light."""
        assert self.now is not None
        is_over = self.opened_at is not None and self.now >= self.opened_at + self.options.span("challenge_window")
        return is_over or not set(self.waited_for) - self.done


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
    "standing": Replay.let_stand,
    "hours": Replay.keep_hours,
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


def _words_of(*layouts: Layout) -> set[str]:
    return {run.word for layout in layouts for run in runs(layout)}
