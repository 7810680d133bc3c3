"""The players' layouts as rooms outside ask for them: what one is worth, and a finished game as a film, with what lay on every
board whenever the next light was given.

The film is made from what is told of the game's events, never from a state: a state knows no yesterday."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.rules.crossing import challenges, scoring
from games.rules.crossing.options import Options
from games.rules.crossing.state import State
from games.rules.grid import Layout, lift
from games.rules.kind import Event, Json, Seat
from games.rules.layouts import Scene, Score
from games.rules.tiles import without
from games.rules.words import WordList

LIGHTS = ("green", "amber", "red")


class Layouts:
    """What the kind says of them."""

    def score(self, layout: Layout, hand: str | None, words: WordList) -> Score:
        return scoring.score(layout, hand, words)

    def judge(self, state: State, words: WordList) -> WordList:
        return challenges.judge(state, words)

    def can_look_up(self, options: Options) -> bool:
        return not options.words_are_challenged

    def scenes(self, events: Iterable[Event], options: Options) -> Iterator[Scene]:
        return scenes(events, options)


@dataclass
class _Place:
    """What one player has: the tiles seen, those to be seen, those withheld, and what lies on the board."""

    seen: str = ""
    unseen: str = ""
    withheld: str = ""
    board: Layout = ()

    def exchange(self, given: Sequence[str], taken: Sequence[str]) -> None:
        self.seen = without(self.seen, given) + "".join(taken)
        self.board = lift(self.board, "".join(given), held=self.seen)

    def take(self, verb: str, facts: Mapping[str, Json]) -> None:
        """What one player's act did to their own tiles and board."""
        match verb:
            case "seen":
                self.seen, self.unseen = self.seen + self.unseen, ""
            case "release":
                self.unseen, self.withheld = self.unseen + self.withheld, ""
            case "replace":
                self.seen, self.unseen = "", self.seen + self.unseen
            case "submit":
                self.board = tuple(facts["layout"])
            case "jaywalk":
                self.exchange(facts["returned"], (*facts.get("taken", ()), *facts["draws"]))
            case "resign":
                self.seen, self.unseen, self.withheld, self.board = "", "", "", ()


def scenes(events: Iterable[Event], options: Options) -> Iterator[Scene]:
    """A scene for each light, the red one among them; the result itself is none of them."""
    places: defaultdict[Seat, _Place] = defaultdict(_Place)
    lights = 0
    for event in events:
        if event.verb in LIGHTS:
            boards = {seat: place.board for seat, place in places.items()}
            hands = {seat: place.seen + place.unseen + place.withheld for seat, place in places.items()}
            yield Scene(lights, event.at, boards, hands)
            lights += 1
        _take(event, places, options)


def _take(event: Event, places: Mapping[Seat, _Place], options: Options) -> None:
    match event.verb:
        case "deal" | "green" | "amber":
            for seat, drawn in enumerate(event.facts["draws"]):
                if seat == event.seat and options.withholds:
                    places[seat].withheld += "".join(drawn)
                else:
                    places[seat].unseen += "".join(drawn)
        case "swap":
            (first, second), (gives, takes) = event.facts["seats"], event.facts["tiles"]
            places[first].exchange(gives, takes)
            places[second].exchange(takes, gives)
        case verb if event.seat is not None:
            places[event.seat].take(verb, event.facts)
