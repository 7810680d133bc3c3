"""Layouts for the rest of the site: their scores, and the replay of a finished game, with every board at each light.

The replay is built from events, because a state doesn't hold earlier layouts."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from games.rules.crossing import challenges, forfeits, hints, scoring
from games.rules.crossing.dealing import AmberLight, Deal, Dealt, GreenLight, Released
from games.rules.crossing.grace import RedLight
from games.rules.crossing.jaywalks import Jaywalked
from games.rules.crossing.laying import Submitted
from games.rules.crossing.options import Options
from games.rules.crossing.swaps import Swapped
from games.rules.crossing.visibility import Seen
from games.rules.facts import Facts
from games.rules.grid import Layout, lift
from games.rules.layouts import Scene
from games.rules.table.facts import Replaced, Resigned
from games.rules.tiles import without
from games.rules.values import Event, Seat

LIGHTS = {GreenLight.verb, AmberLight.verb, RedLight.verb}
TAKEN = (Deal, GreenLight, AmberLight, Released, Seen, Submitted, Jaywalked, Swapped, Replaced, Resigned)
READ: Mapping[str, type[Facts]] = {facts.verb: facts for facts in TAKEN}
"""Facts of the events that change tiles or boards, by verb."""


@dataclass
class _Place:
    """A player's tiles (seen, face down and withheld) and board."""

    seen: str = ""
    unseen: str = ""
    withheld: str = ""
    board: Layout = ()

    def exchange(self, given: Sequence[str], taken: Sequence[str]) -> None:
        self.seen = without(self.seen, given) + "".join(taken)
        self.board = lift(self.board, "".join(given), held=self.seen)

    def take(self, facts: Facts) -> None:
        """Apply an event that concerns only this player's tiles and board."""
        match facts:
            case Seen():
                self.seen, self.unseen = self.seen + self.unseen, ""
            case Released():
                self.unseen, self.withheld = self.unseen + self.withheld, ""
            case Replaced():
                self.seen, self.unseen = "", self.seen + self.unseen
            case Submitted(layout=layout):
                self.board = layout or ()
            case Jaywalked(returned=returned, taken=taken, draws=drawn):
                self.exchange(returned or (), (*(taken or ()), *(drawn or ())))
            case Resigned():
                self.seen, self.unseen, self.withheld, self.board = "", "", "", ()


def scenes(events: Iterable[Event], options: Options) -> Iterator[Scene]:
    """Yield a scene for each light, including the red one but not the final result."""
    places: defaultdict[Seat, _Place] = defaultdict(_Place)
    lights = 0
    for event in events:
        if event.verb in LIGHTS:
            boards = {seat: place.board for seat, place in places.items()}
            hands = {seat: place.seen + place.unseen + place.withheld for seat, place in places.items()}
            yield Scene(lights, event.at, boards, hands)
            lights += 1
        if event.verb in READ:
            _take(READ[event.verb].read(event.facts), event.seat, places, options)


def _take(facts: Facts, seat: Seat | None, places: Mapping[Seat, _Place], options: Options) -> None:
    match facts:
        case Dealt(draws=draws):
            for each, drawn in enumerate(draws):
                if each == seat and options.withholds:
                    places[each].withheld += "".join(drawn or ())
                else:
                    places[each].unseen += "".join(drawn or ())
        case Swapped(seats=(first, second), tiles=(gives, takes)):
            places[first].exchange(gives, takes)
            places[second].exchange(takes, gives)
        case _ if seat is not None:
            places[seat].take(facts)


class Layouts:
    """`OwnLayouts` of Lexicon Crossing."""

    submits: ClassVar[str] = Submitted.verb
    score = staticmethod(scoring.score)
    judge = staticmethod(challenges.judge)
    scenes = staticmethod(scenes)
    forfeits_are_counted = staticmethod(forfeits.are_counted)
    forfeits_owed = staticmethod(forfeits.owed)
    word_to_add = staticmethod(hints.word_to_add)
    badly_placed = staticmethod(hints.badly_placed)

    def can_look_up(self, options: Options) -> bool:
        return not options.words_are_challenged
