"""The jaywalks of a game that is replayed: what is drawn or taken, where returned tiles go, and which requests lapse by it."""

from collections import Counter
from fractions import Fraction

from games.rules.crossing.replay_seats import Seats
from games.rules.crossing.scoring import score
from games.rules.grid import MOST_TILES, missing_tiles
from games.rules.kind import Seat


class Jaywalks(Seats):
    """Every step raises Differs where the rules would not have let it happen."""

    def jaywalk(self, seat: Seat) -> None:
        self.check_jaywalks(seat)
        was_short = self.pool_is_short
        for tile in (*self.event.returned, *self.event.taken):
            self.check(len(tile) == 1, f"{tile} is to be one tile")
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
        """That this seat might at all."""
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
        """Whose score was below the best when a round began, as the light tells it. That is counted again, but where a tile was
        lifted from a layout: what remains there may be no words, and no list says so."""
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
        """Of the submitted layout, by the tiles that were seen; nothing of one whose tiles its player has not seen."""
        seen = self.seen[seat]
        layout = () if missing_tiles(self.boards[seat], seen) else self.boards[seat]
        return score(layout, seen, self.words).value

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
        """Face up in the order named, or where the stream says, one after the other."""
        for tile in returned:
            if self.options.face_up:
                self.open.append(tile)
            else:
                self.pool.insert(self.chance.below(len(self.pool) + 1), tile)
