"""Solutions: writing the new grid and the called words, opening them, and settling the round.

`judging` decides if one fulfils its bid. In a text, a solution takes several lines, which `combine` joins:

    BID 5
    CALL ITCHY WITCH
    GRID
    .C...
    .H..Y
    END

CALL without words calls all words that the grid creates."""

import re
from collections import Counter

from games.rules.alphabets.known import ENGLISH
from games.rules.facts import Facts
from games.rules.grid import LONGEST_SIDE, Layout, layout_from, runs, tiles_used
from games.rules.lines import Line, Phrase
from games.rules.panels import Field, Offer, Trial, TriedRun
from games.rules.scannergram.judging import Solution, Verdict, judge, to_call, why, words_with
from games.rules.scannergram.rounds import GridTransition, to_gone, turn_up
from games.rules.scannergram.state import UP, WINDOW, Bid, Opening, State
from games.rules.table.facts import Grid
from games.rules.table.verbs import AnyHappening, AnyVerb, Happening, Verb, an_order, lines
from games.rules.texts import Player, Text, say, template
from games.rules.values import Order, OrderRefused, Seat, Unreadable
from games.rules.words import AnyWord, WordList

WINS = 5
LATE = Verdict("late", (), 0, ())
CALLED = "CALL ITCHY WITCH\nGRID\n..K..\n.CAKE\n..Y..\nEND"
MOST_WORDS = 60
GRID, TILE = "grid", "tile"
"""The names of the panels from which a new grid is made."""
INSTEAD = say("Solutions are written after the bidding. For now, write BID and a number.")
_WORDS = re.compile(rf"[A-Za-z]{{2,{LONGEST_SIDE}}}(?:[\s,;+]+[A-Za-z]{{2,{LONGEST_SIDE}}})*")
_PARTS = ("CALL", "GRID")

# --- orders and events ------------------------------------------------------------------------------------------------


class Call(Facts):
    verb = "CALL"
    calls: tuple[str, ...] = ()
    layout: Layout = ()


class Won(Facts):
    """The bidding was won with this length."""

    verb = "won"
    length: int


class Opened(Facts):
    """The solution of a bid of this length; `struck` are its words that aren't in the list."""

    verb = "opened"
    length: int
    calls: tuple[str, ...]
    layout: Layout
    struck: tuple[str, ...]


class Faulty(Facts):
    """The fault of a solution, as in `judging.Verdict`."""

    verb = "fault"
    fault: str
    named: tuple[str, ...]


class Fails(Facts):
    verb = "fails"
    tile: str


class Holds(Facts):
    verb = "holds"
    longest: int
    created: tuple[str, ...]


# --- checks -----------------------------------------------------------------------------------------------------------


def check_winner(state: State, seat: Seat) -> None:
    """Raise OrderRefused if another seat has won the bidding."""
    if state.is_solving and state.best is not None and seat != state.best.seat:
        player = Player(state.best.seat)
        raise OrderRefused("The bidding is over. {player} is writing the solution.", player=player)


def _check(state: State, seat: Seat, words: WordList) -> None:
    check_winner(state, seat)
    if state.is_solving:
        return
    if state.options.live:
        raise OrderRefused(INSTEAD)
    raise OrderRefused("Words and a grid only count with a bid. Write BID and a number in the same text.")


def solution_of(state: State, calls: tuple[str, ...], rows: Layout) -> Solution:
    """Return the solution that was written. It isn't judged before it is opened.

    Without calls, all words that must be called are. Raises OrderRefused for tiles that aren't available, and for
    more words than the game allows."""
    layout = layout_from([row.upper() for row in rows], ENGLISH)
    calls = calls or to_call(state.grid, layout, calls_shortened=state.options.calls_shortened)
    solution = Solution.of(calls, layout)
    if not solution.calls or not solution.layout:
        raise OrderRefused(
            "Your solution is missing. Write the whole grid, including the new tile, between GRID and END in the "
            "same text. Every word it creates is called, unless you name words after CALL."
        )
    beyond = Counter(tiles_used(solution.layout)) - Counter(tiles_used(state.grid) + state.tile)
    if beyond:
        raise OrderRefused(
            "Your grid uses tiles that aren’t available: {letters}. Use only the tiles of the old grid and the new "
            "tile {tile}.",
            letters=tuple(sorted(beyond.elements())),
            tile=state.tile,
        )
    most = state.options.max_called
    if most is not None and len(solution.calls) > most:
        raise OrderRefused(
            "You can call at most {most} words in this game. You called {count}.", most=most, count=len(solution.calls)
        )
    return solution


# --- opening and settling ---------------------------------------------------------------------------------------------


def await_solution(transition: GridTransition, best: Bid) -> None:
    """Wait for the solution of the seat that won the bidding."""
    transition.stop_clock(WINDOW)
    transition.change(is_solving=True)
    transition.happened(Won(best.length), best.seat)
    transition.await_orders(best.seat, within="solve_within")


def _call(transition: GridTransition, seat: Seat, facts: Call) -> None:
    """Open the solution that the winner writes in a game without sealing."""
    open_solution(transition, solution_of(transition.state, facts.calls, facts.layout))


def open_solution(transition: GridTransition, solution: Solution) -> None:
    state = transition.state
    assert state.best is not None, "only a bid has a solution"
    verdict = judge(
        state.grid,
        state.tile,
        solution,
        length=state.best.length,
        barred=state.barred,
        words=transition.words,
        calls_shortened=state.options.calls_shortened,
    )
    struck = tuple(sorted({run.word for run in runs(solution.layout) if run.word not in transition.words}))
    transition.happened(Opened(state.best.length, solution.calls, solution.layout, struck), state.best.seat)
    with_tile = words_with(state.tile, state.grid, solution.layout)
    word = () if verdict.fault else max(with_tile, key=lambda run: len(run.text)).cells
    opened = Opening(state.best.seat, state.best.length, solution, verdict.fault, verdict.named, tuple(word))
    transition.change(barred=tuple(sorted({*state.barred, *solution.calls})), opened=opened)
    _settle(transition, solution, verdict)


def settle_late(transition: GridTransition) -> None:
    """Settle the round if no solution came in time."""
    transition.change(opened=None)
    _settle(transition, None, LATE)


def _settle(transition: GridTransition, solution: Solution | None, verdict: Verdict) -> None:
    """Give a point and keep the new grid; or take a point and remove the tile from the game."""
    state = transition.state
    assert state.best is not None, "only a bid is settled"
    seat = state.best.seat
    if verdict.fault or solution is None:
        transition.happened(Faulty(verdict.fault, verdict.named))
        transition.happened(Fails(state.tile), seat)
        transition.put("points", seat, state.points[seat] - 1)
        to_gone(transition)
    else:
        transition.happened(Holds(verdict.longest, verdict.created), seat)
        transition.put("points", seat, state.points[seat] + 1)
        transition.change(boards={None: solution.layout}, bags={**state.bags, UP: ""})
    if transition.state.points[seat] >= WINS:
        transition.finish()
    else:
        turn_up(transition)


# --- reading commands -------------------------------------------------------------------------------------------------


def combine(orders: tuple[Order, ...]) -> tuple[Order, ...]:
    """Make one order of a BID, or of a CALL without one, with the words and the grid of the same text."""
    by_verb = {order.verb: order for order in orders}
    leading = by_verb.get("BID") or by_verb.get("CALL")
    if leading is None:
        return orders
    facts = dict(leading.facts)
    if "CALL" in by_verb:
        named = (*leading.facts.get("calls", ()), *by_verb["CALL"].facts["calls"])
        facts["calls"] = tuple(dict.fromkeys(named))
    if "GRID" in by_verb:
        facts["layout"] = by_verb["GRID"].facts["layout"]
    whole = Order(leading.verb, facts)
    return tuple(
        whole if order is leading else order for order in orders if order is leading or order.verb not in _PARTS
    )


def _read_call(line: Line, phrase: Phrase) -> Order | None:
    if not phrase.argument:
        return Order("CALL", {"calls": ()})
    return Order("CALL", {"calls": words_in(line, phrase.argument, correct="CALL ITCHY WITCH")})


def words_in(line: Line, text: str, *, correct: str) -> tuple[str, ...]:
    words = tuple(dict.fromkeys(re.findall(r"[A-Z]+", text.upper())))
    if not (text.isascii() and _WORDS.fullmatch(text)) or len(words) > MOST_WORDS:
        raise Unreadable(
            "Write every word that your grid creates, with spaces between them.", line=line.raw, correct=correct
        )
    return words


# --- offers -----------------------------------------------------------------------------------------------------------


def _offer_call(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if not state.is_solving:
        return None
    return Offer(
        "CALL",
        say("Solve"),
        refusal,
        does=say("`CALL` names the words that your new grid creates, with the grid below"),
        fields=fields(state),
        example=example(state, "CALL "),
    )


def fields(state: State, sealed: Solution | None = None) -> tuple[Field, ...]:
    """Return the fields of a solution. Words are asked for only if some created words needn't be called.

    A player who has already sealed a solution starts with it."""
    help_ = say("Leave this empty to call every word that your grid creates. If you forget one here, you lose a point.")
    words = Field(say("Words"), "words", help=help_, is_optional=True)
    return (
        *(() if state.options.calls_shortened else (words,)),
        Field(
            say("New grid"),
            "layout",
            start=sealed.layout if sealed else state.grid,
            round=state.round,
            grid=GRID,
            rack="" if sealed else TILE,
            help=say(
                "Rearrange all the tiles so that the new one, {tile}, is in the longest word you can make.",
                tile=state.tile,
            ),
        ),
    )


def try_solution(state: State, calls: tuple[str, ...], rows: Layout, *, words_at: int) -> Trial:
    """Return the words that a grid creates, the longest with the new tile, and what is wrong, but nothing about the
    word list.

    The word list is checked when the solution is opened. If words are asked for, they fill the field `words_at`. The
    length fills the field before, if there is one."""
    if not rows:
        return Trial()
    layout = layout_from([row.upper() for row in rows], ENGLISH)
    named = to_call(state.grid, layout, calls_shortened=state.options.calls_shortened)
    verdict = judge(
        state.grid,
        state.tile,
        Solution.of(named, layout),
        length=0,
        barred=state.barred,
        words=AnyWord(),
        calls_shortened=state.options.calls_shortened,
    )
    are_asked_for = not state.options.calls_shortened
    length = () if words_at == 0 or not verdict.longest else ((words_at - 1, str(verdict.longest)),)
    return Trial(
        says=say("{n} letters with the new tile {tile}", n=verdict.longest, tile=state.tile)
        if verdict.longest
        else None,
        runs=tuple(TriedRun(run.word, tuple(run.cells)) for run in runs(layout) if run.word in verdict.created),
        refusal=why(verdict.fault, verdict.named) if verdict.fault else None,
        doubt=_not_called(named, calls),
        fills=(*length, *(((words_at, " ".join(named)),) if are_asked_for else ())),
    )


def example(state: State, first: str) -> str:
    return f"{first}ITCHY WITCH\nGRID\n{chr(10).join(state.grid)}\nEND"


def _not_called(created: tuple[str, ...], calls: tuple[str, ...]) -> Text | None:
    """Return a question about created words that weren't called; None if there are none, or if no words were named."""
    named = {word.upper() for word in calls}
    forgotten = tuple(word for word in created if word not in named)
    if not named or not forgotten:
        return None
    return say(
        "Your grid also creates words that you haven’t called: {words}. That would cost you a point. Add them, or "
        "clear the field to call every word.",
        words=forgotten,
    )


CALL = Verb(
    facts=Call,
    check=_check,
    tries=lambda state, seat, facts, words: try_solution(state, facts.calls, facts.layout, words_at=0),
    carry_out=_call,
    offer=_offer_call,
    reads=_read_call,
    examples=(CALLED, "CALL ITCHY WITCH"),
    help={"CALL ITCHY WITCH": template("call every word that your grid creates")},
)
GRID_ALONE: AnyVerb = Verb(
    facts=Grid,
    check=_check,
    carry_out=lambda transition, seat, facts: _call(transition, seat, Call(layout=facts.layout)),
    help={"GRID": template("then the new grid, then END")},
)
HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(
        facts=Won,
        says=lines(
            mine=template("You won the bidding with {length}. Write your solution."),
            others=template("{player} won the bidding with {length} and is writing the solution."),
        ),
    ),
    Happening(
        facts=Opened,
        says=lines(
            mine=template("Your grid for {length} was opened. Called words: {calls}."),
            others=template("{player}’s grid for {length} was opened. Called words: {calls}."),
        ),
        came_of=an_order(lambda facts: Call(facts.calls, facts.layout)),
        struck=lambda facts: facts.struck,
    ),
    Happening(facts=Faulty, says=lambda told: why(told.facts.fault, told.facts.named)),
    Happening(
        facts=Fails,
        says=lines(
            mine=template("You lose a point, and the {tile} leaves the game."),
            others=template("{player} loses a point, and the {tile} leaves the game."),
        ),
    ),
    Happening(
        facts=Holds,
        says=lines(
            mine=template(
                "You made a word of {longest} letters with the new tile. You win 1 point, and your grid stays."
            ),
            others=template(
                "{player} made a word of {longest} letters with the new tile. They win 1 point, and the new grid stays."
            ),
        ),
    ),
)
