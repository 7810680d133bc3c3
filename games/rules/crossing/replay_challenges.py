"""The challenges of a game that is replayed: when all layouts lie open, which words may be challenged, and what comes of it."""

from games.rules.crossing.replay_seats import Seats
from games.rules.grid import Layout, runs
from games.rules.kind import Seat
from games.rules.words import AllBut


class Challenges(Seats):
    """Every step raises Differs where the rules would not have let it happen."""

    def challenge(self, seat: Seat) -> None:
        self.check(self.options.words_are_challenged, "words are not challenged in this game")
        if self.event.seat is None:
            self.open_all()
        elif self.event.light:
            self.challenge_of_light(seat)
        else:
            self.challenge_at_the_end(seat)

    def open_all(self) -> None:
        """Grace is over, by its clock or as all it was for were done."""
        self.check(self.phase == "grace" and self.grace_may_end, "the players still had time to submit")
        self.phase, self.opened_at, self.done = "challenge", self.now, set()
        self.challenged = set(self.words.struck)
        if self.is_called_off:
            self.owe("score", "end")  # where nobody is waited for, the time to challenge is over at once

    def challenge_at_the_end(self, seat: Seat) -> None:
        self.check(self.phase == "challenge", "the layouts did not lie open")
        self.check_word(*(self.boards[other] for other in self.live))
        if self.event.upheld:
            self.words = AllBut({*self.words.struck, self.event.word})
        else:
            self.points_off[seat] += self.options.false_challenge

    def challenge_of_light(self, seat: Seat) -> None:
        """All its words are judged at once, and those that are none are struck; requests that rest on one of these lapse."""
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
        """One that lies there, challenged once."""
        word = self.event.word
        self.check(word in _words_of(*layouts), f"{word} did not lie there")
        self.check(word not in self.challenged, f"{word} had been challenged")
        self.check_verdict(word, upheld=self.event.upheld)
        self.challenged.add(word)

    def check_verdict(self, word: str, *, upheld: bool) -> None:
        """The word list says the same of a word throughout."""
        self.check(self.verdicts.setdefault(word, upheld) == upheld, f"the word list had said otherwise of {word}")

    @property
    def is_over(self) -> bool:
        """Whether the layouts may be scored by themselves: what all still had time for has ended, or nobody is waited for."""
        match self.phase:
            case "challenge":
                return self.challenges_may_end
            case "grace" if not self.options.words_are_challenged:
                return self.grace_may_end
            case _:
                return not self.waited_for or self.nobody_has_called

    @property
    def nobody_has_called(self) -> bool:
        """Whether a game in which no light comes by itself has waited long enough for somebody to ask."""
        if self.options.call_within != "never" or self.requests or self.caught_up is None or self.phase != "playing":
            return False
        assert self.now is not None
        return self.now >= self.caught_up + self.options.time_to_call

    @property
    def grace_may_end(self) -> bool:
        """Whether its time is over, or everyone it was for is done."""
        assert self.now is not None
        is_over = self.red_at is not None and self.now >= self.red_at + self.options.span("grace")
        return is_over or not {seat for seat in self.waited_for if seat != self.caller} - self.done

    @property
    def challenges_may_end(self) -> bool:
        """The same of the time to challenge, which is for the caller of the red light too."""
        assert self.now is not None
        is_over = self.opened_at is not None and self.now >= self.opened_at + self.options.span("challenge_window")
        return is_over or not set(self.waited_for) - self.done


def _words_of(*layouts: Layout) -> set[str]:
    return {run.word for layout in layouts for run in runs(layout)}
