"""Scannergram as one object for the rest of the site. Readers see no sealed solutions but their own."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from games.rules.facts import Facts, JsonObject
from games.rules.grid import runs
from games.rules.options import DAY
from games.rules.panels import Grid, Lines, Panel, Rack
from games.rules.reading import Grammar
from games.rules.scannergram import bidding, robot, rounds, solving
from games.rules.scannergram.daily import Daily
from games.rules.scannergram.judging import why
from games.rules.scannergram.levels import LEVELS
from games.rules.scannergram.missed import Missed
from games.rules.scannergram.rounds import COUNTS, Dealt, GridTransition, make_start, recorded_start
from games.rules.scannergram.solving import GRID, TILE
from games.rules.scannergram.state import POOL, UP, WINDOW, Opening, Options, State
from games.rules.small_board import SmallBoard
from games.rules.table.kind import TRIED_AT
from games.rules.table.turn_kind import TurnKind
from games.rules.table.turns import COMES, PACES
from games.rules.texts import Player, Text, say, template
from games.rules.values import Due, Joining, Seat, UnreadableRecord


class Scannergram(TurnKind[State, Options]):
    """Scannergram: everyone sees one grid and one new tile, and bids for the longest word that will contain it."""

    key = "scannergram"
    name = "Scannergram"
    brief = template("Bid for the longest word that still fits the grid.")
    says = template(
        "Everyone looks at one grid and one new tile, and bids for the longest word that will contain it once the "
        "grid is rearranged. For two to eight players. Every round is a puzzle, and nobody waits for a turn."
    )
    sample = SmallBoard(("....W.", "....A.", "..FOX.", "...C..", "JOKE.A", "...A.X", ".DANCE"))
    seats = (2, 8)
    format = 4  # earlier states have no opening
    state_type = State
    options_type = Options
    paces = {
        **PACES,
        "leisurely": PACES["leisurely"] | {"bid_within": 3 * DAY, "solve_within": 3 * DAY},
        "live": PACES["live"] | {"live": True, "bid_within": 30, "solve_within": 300},
    }
    most_telling = ("bid_within", "live")
    comes = {**COMES, "window": template("the bidding ends and the highest bid is judged")}
    opening = (
        template(
            "There is a grid of 20 tiles, and each round turns up one more. Bid the length of the longest word "
            "that will contain the new tile once you have rearranged the grid. Send that grid with your bid, "
            "sealed, with every word it creates. All tiles must be used, and every run must be a word in the "
            "“{words}” list. The highest bid is opened. It scores 1 point if everything is right, and loses 1 if "
            "not. Five points win."
        ),
    )
    daily = Daily()
    levels = LEVELS
    missed = Missed()
    verbs = (bidding.BID, solving.CALL, solving.GRID_ALONE, bidding.PASS)
    happenings = (*rounds.HAPPENINGS, *bidding.HAPPENINGS, *solving.HAPPENINGS)
    own_ticks = ("window", "late")
    run_out = staticmethod(bidding.run_out)
    has_left = staticmethod(bidding.left)
    time_for = staticmethod(bidding.time_for)
    move_of_robot = staticmethod(robot.move)

    def grammar(self, options: Options) -> Grammar:
        """Return the grammar, which ignores case everywhere, because there are no blanks."""
        return replace(super().grammar(options), letters=str.upper, combine=solving.combine)

    def tiles(self, options: Options) -> Mapping[str, int]:
        return COUNTS

    def begin(self, transition: GridTransition) -> None:
        rounds.begin(transition, make_start(transition.chance, transition.words))

    def as_recorded(self, facts: Sequence[Facts | None]) -> "Scannergram":
        """Return the kind with the start from the record, which can't be made again without a word list. Raises
        UnreadableRecord."""
        match facts:
            case [Dealt() as deal, *_]:
                return _AsRecorded(deal)
            case [_, *_]:
                raise UnreadableRecord("events.1: must be a deal, with lists of texts as its draws and its layout")
        return self

    def own_due(self, state: State) -> Iterable[Due]:
        if at := state.clocks.ends(WINDOW):
            yield Due(at, "window", deadline=True)

    def own_tick(self, transition: GridTransition, due: Due) -> None:
        bidding.window_closes(transition)

    def pool(self, state: State) -> int:
        return len(state.bags[POOL])

    # --- views --------------------------------------------------------------------------------------------------------

    def awaits(self, state: State, seat: Seat) -> Text:
        return say("write the solution") if state.is_solving else say("bid, or PASS")

    def moment(self, state: State, seat: Seat | None) -> Text | None:
        best = state.best
        if best is None:
            return None
        if state.is_solving:
            return (
                say("Write your solution")
                if best.seat == seat
                else say("{player} is solving", player=Player(best.seat))
            )
        if best.seat == seat:
            return say("Your bid of {length} is the highest", length=best.length)
        return say("{player} bids {length}", player=Player(best.seat), length=best.length)

    def panels(self, state: State, seat: Seat | None) -> tuple[Panel, ...]:
        """Return the grid, the last opened solution and the barred words; in a running game also the tile, bids and
        the reader's own solution."""
        opened = state.opened
        shown: list[Panel] = [Grid(GRID, say("Grid"), state.grid, latest=self.last_move(state, seat))]
        if state.phase != "finished":
            shown.append(Rack(TILE, say("New tile"), state.tile, note=_who_bids_most(state)))
            bids = [
                say("{player} bid {length}.", player=Player(bid.seat), length=bid.length)
                for bid in reversed(state.bids)
            ]
            if lines := (*bids, *(say("{player} passed.", player=Player(each)) for each in state.passed)):
                shown.append(Lines("bids", say("Bids"), lines))
            if (own := state.bid_of(seat)) and own.sealed:
                note = say(
                    "Sealed with your bid of {length}. Called words: {words}.",
                    length=own.length,
                    words=own.sealed.calls,
                )
                shown.append(Grid("sealed", say("Your sealed grid"), own.sealed.layout, note=note))
        if opened:
            shown.append(_grid_of(opened))
        if state.barred:
            shown.append(Lines("barred", say("Called words, now barred"), (say("{words}", words=state.barred),)))
        return tuple(shown)

    def last_move(self, state: State, seat: Seat | None) -> Text | None:
        """Return a line on the highest bid or, before the first bid and at the end, on the last opening."""
        best, opened = state.best, state.opened
        if best and state.phase != "finished":
            if seat not in state.may_bid or state.is_solving:
                return self.moment(state, seat)
            longer = template("{player} bids {length}. Find a longer word with the {tile}, or pass.")
            return say(longer, player=Player(best.seat), length=best.length, tile=state.tile)
        if opened is None:
            return None
        player, length = Player(opened.seat), opened.length
        if opened.fault:
            return say("{player} bid {length} and failed, losing 1 point.", player=player, length=length)
        made = template("{player} bid {length} and made it, winning 1 point. The new grid stays.")
        return say(made, player=player, length=length)

    @cached_property
    def position_to_try(self) -> State:
        """The sample position with an S to add. Used because a start grid needs a word list."""
        start = self.new_state([Joining()] * 2, self.options_type(), TRIED_AT)
        return replace(start, boards={None: self.sample.rows}, bags={POOL: "", UP: "S"}, awaited=(0, 1))

    def small_board(self, state: State, seat: Seat | None) -> SmallBoard:
        return SmallBoard(state.grid)

    def own_facts(self, state: State, seat: Seat | None) -> JsonObject:
        own, ends = state.bid_of(seat), state.clocks.ends(WINDOW)
        return {
            "grid": list(state.grid),
            "tile": state.tile,
            "bids": [{"seat": bid.seat, "length": bid.length} for bid in state.bids],
            "passed": list(state.passed),
            "bidding_ends": ends.isoformat() if ends else None,
            "live": state.options.live,
            "max_called": state.options.max_called,
            "solving": state.is_solving,
            "barred": list(state.barred),
            "points": [state.points[each] for each in range(state.seats)],
            "sealed": {"length": own.length, "calls": list(own.sealed.calls), "layout": list(own.sealed.layout)}
            if own and own.sealed
            else None,
        }


def _who_bids_most(state: State) -> Text:
    if state.best is None:
        return say("Nobody has bid yet.")
    who, length = Player(state.best.seat), state.best.length
    if state.is_solving:
        return say("{player} won the bidding with {length} and is writing the solution.", player=who, length=length)
    at = state.clocks.ends(WINDOW)
    if at is None:
        return say("{player} bids {length}. The clock for bids is stopped.", player=who, length=length)
    return say("{player} bids {length}. Higher bids are accepted until {at}.", player=who, length=length, at=at)


def _grid_of(opened: Opening) -> Grid:
    """Return the opened grid. Pages lay its tiles one by one: called words last, and the longest of them at the very
    end."""
    title = say("Opened: {player}’s grid for a bid of {length}", player=Player(opened.seat), length=opened.length)
    layout, calls = opened.solution.layout, opened.solution.calls
    last_first = sorted(runs(layout), key=lambda run: (run.word in calls, len(run.text)), reverse=True)
    laid = [*dict.fromkeys(cell for run in last_first for cell in reversed(run.cells))]
    note = why(opened.fault, opened.named) if opened.fault else say("Called words: {words}.", words=calls)
    return Grid("opened", title, layout, earning=opened.word, note=note, is_to_copy=False, laid=tuple(reversed(laid)))


class _AsRecorded(Scannergram):
    def __init__(self, deal: Dealt) -> None:
        self.deal = deal

    def begin(self, transition: GridTransition) -> None:
        rounds.begin(transition, recorded_start(transition.chance, transition.words, self.deal))
