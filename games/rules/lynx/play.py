"""A turn of Lynx: making an entry or passing, and the end of the game. `judging` has what follows from an entry that
isn't in the word list.

Source: the published rules, and decisions made here. A mistake in ink isn't a last entry. The bonus for the last entry
is paid only if the game is played to its end."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Self

from games.rules.facts import Facts
from games.rules.grid import EMPTY, Layout
from games.rules.lynx.entry import (
    EXAMPLE,
    INK_MISTAKE,
    LAST_ENTRY,
    POINTS_A_LETTER_FIRST,
    check_fits,
    check_light,
    enumeration,
    fold,
    links,
    misfit,
    playable,
    read_entry,
    tidy,
    unfilled,
    worth,
)
from games.rules.lynx.pattern import find_pattern, light_named, of_size, reading, written_into
from games.rules.lynx.state import CHALLENGE, Entry, State
from games.rules.panels import Asking, Field, Offer, Trial, TriedRun
from games.rules.table.turns import TurnTransition, check_awaited
from games.rules.table.verbs import AnyHappening, AnyVerb, Happening, Told, Verb, an_order, lines, to_all
from games.rules.texts import Player, Text, say, template
from games.rules.values import OrderRefused, Seat
from games.rules.words import WordList, as_written

PATTERN = "pattern"
"""The panel where entries are made."""

# --- the start --------------------------------------------------------------------------------------------------------


class Dealt(Facts):
    verb = "deal"
    first: Seat
    pattern: Layout


def begin(transition: TurnTransition[State]) -> None:
    """Draw who starts, then the pattern, unless the settings name one."""
    options = transition.state.options
    first = transition.chance.below(transition.state.seats)
    if options.pattern.strip():
        pattern = find_pattern(options.pattern)
    else:
        patterns = of_size(options.size)
        pattern = patterns[transition.chance.below(len(patterns))]
    transition.change(boards={None: pattern})
    transition.happened(Dealt(first, pattern))
    transition.await_orders(first)


def _says_dealt(told: Told[Dealt]) -> Text:
    first = told.facts.first
    if first == told.reader:
        return say("The pattern is ready. You start.")
    return say("The pattern is ready. {player} starts.", player=Player(first))


# --- entries ----------------------------------------------------------------------------------------------------------


class Enter(Facts):
    verb = "ENTER"
    light: str
    text: str


class Written(Facts):
    """An entry in a light, as shown."""

    verb: ClassVar[str]
    light: str
    written: str

    @property
    def parts(self) -> str:
        return enumeration(self.written)


class OfEntry(Written):
    """An entry that is in the grid, with the fields of `state.Entry`."""

    verb: ClassVar[str]
    fill: str
    links: int
    points: int

    @classmethod
    def of(cls, entry: Entry) -> Self:
        return cls(entry.light, entry.written, entry.fill, entry.links, entry.points)


class Entered(OfEntry):
    verb = "enter"


class Mistaken(OfEntry):
    """An entry in ink that doesn't fit or was rejected."""

    verb = "mistake"


class Proposed(Written):
    """An entry that the others must judge; `struck` is its answer, which isn't in the word list."""

    verb = "propose"
    struck: tuple[str, ...]


def _check_turn(state: State, seat: Seat, words: WordList) -> None:
    """Raise OrderRefused if it isn't this seat's turn, or an entry must be judged first."""
    if state.pending is None:
        check_awaited(state, seat, words)
        return
    written = state.pending.written
    if state.pending.seat == seat:
        raise OrderRefused(awaits_judgement(written))
    raise OrderRefused("The entry {written} has to be judged first. Write ACCEPT or REJECT.", written=written)


def to_judge(state: State, seat: Seat) -> str:
    """Return another player's entry being judged, as shown; "" if there is none."""
    return state.pending.written if state.pending and state.pending.seat != seat else ""


def awaits_judgement(written: str) -> Text:
    """Return a sentence for the player whose entry is being judged."""
    return say("The others still have to judge your entry {written}.", written=written)


def _entry_of(state: State, seat: Seat, facts: Enter, words: WordList) -> tuple[Entry, str]:
    """Return the entry that an order makes, and its answer. Its letters differ from the answer for a mistake in ink.

    Raises OrderRefused if the entry can't be made."""
    answer, written = fold(facts.text), tidy(facts.text)
    if written == answer:  # typed in one part, so written as in the word list
        written = tidy(as_written(words, answer))
    light = check_light(state.grid, facts.light.upper())
    standing = reading(state.grid, light)
    stands_at = next((entry.light for entry in state.entries if fold(entry.written) == answer), None)
    if stands_at:
        raise OrderRefused(
            "{written} is already in the grid, at {light}. Each answer can only be used once.",
            written=written,
            light=stands_at,
        )
    if answer in state.rejected:
        raise OrderRefused("{written} has already been rejected in this game. Enter something else.", written=written)
    fill = misfit(answer, standing)
    if not state.options.ink:
        check_fits(written, answer, name=light.name, standing=standing)
    entry = Entry(seat, light.name, written, fill, links(standing), worth(standing))
    return entry, answer


def _try(state: State, seat: Seat, facts: Enter, words: WordList) -> Trial:
    """Return the points that an entry would earn, and whether it is in the list."""
    entry, answer = _entry_of(state, seat, facts, words)
    light = light_named(state.grid, entry.light)
    assert light is not None, "an entry is made into a light of the grid"
    if entry.fill != answer:
        says = say("In ink, this is a mistake. {fill} would stay in the grid.", fill=entry.fill)
        return Trial(says=says, points=INK_MISTAKE)
    is_listed = answer in words
    length, crossed = light.length, reading(state.grid, light).replace(EMPTY, "")
    if entry.links:
        earns = say("{length} letters × {links} crossed: {letters}", length=length, links=entry.links, letters=crossed)
    else:
        earns = say("{length} letters × {each}, as none is there yet", length=length, each=POINTS_A_LETTER_FIRST)
    return Trial(
        says=earns,
        points=entry.points,
        runs=(TriedRun(entry.written, light.cells, is_word=is_listed or None),),
        remark=None if is_listed else say("Not in the word list. The others can accept or reject it."),
    )


def _enter(transition: TurnTransition[State], seat: Seat, facts: Enter) -> None:
    """Make an entry. If it is in the list it scores at once, else the opponents judge it.

    Raises OrderRefused if it can't be made."""
    state = transition.state
    entry, answer = _entry_of(state, seat, facts, transition.words)
    if entry.fill != answer:
        put_in_ink(transition, entry)
    elif answer in transition.words:
        transition.happened(Entered.of(entry), seat)
        put_in(transition, entry)
    else:
        transition.happened(Proposed(entry.light, entry.written, (answer,)), seat)
        transition.change(phase=CHALLENGE, pending=entry)
        transition.await_orders(*state.others(seat), within="judge_within")


def put_in(transition: TurnTransition[State], entry: Entry) -> None:
    """Put the entry into the grid permanently, and end the turn."""
    state = transition.state
    light = light_named(state.grid, entry.light)
    assert light is not None, "an entry was made into a light of the grid"
    transition.change(
        boards={None: written_into(state.grid, light, entry.fill)},
        entries=(*state.entries, entry),
        points={**state.points, entry.seat: state.points[entry.seat] + entry.points},
        passes=0,
    )
    next_turn(transition, entry.seat)


def put_in_ink(transition: TurnTransition[State], entry: Entry) -> None:
    """Put the mistake into the grid, and end the turn."""
    mistake = replace(entry, points=INK_MISTAKE)
    transition.happened(Mistaken.of(mistake), entry.seat)
    put_in(transition, mistake)


def _offer_enter(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if to_judge(state, seat):
        return None
    offered = playable(state.grid)
    earns = template("{light}: {standing}, {length} letters for {n} points")
    choices = []
    for light in offered:
        now = reading(state.grid, light)
        choices.append((light.name, say(earns, light=light.name, standing=now, length=light.length, n=worth(now))))
    return Offer(
        "ENTER",
        say("Enter"),
        refusal,
        does=say("`ENTER` fills an entry with a word or phrase"),
        fields=(
            Field(
                say("Entry"),
                "choice",
                choices=tuple(choices),
                grid=PATTERN,
                cells={light.name: light.cells for light in offered},
                earns={light.name: worth(reading(state.grid, light)) for light in offered},
            ),
            Field(say("Word or phrase"), "text", help=say("Spaces and hyphens are shown, but don’t count as letters.")),
        ),
        example=f"ENTER {offered[0].name} …" if offered else EXAMPLE,
    )


def _as_ordered(facts: Written) -> Enter:
    return Enter(facts.light, facts.written)


# --- passes, and the end ----------------------------------------------------------------------------------------------


class Pass(Facts):
    verb = "PASS"


class Passed(Facts):
    verb = "pass"


class Bonus(Facts):
    """Extra points for the last entry."""

    verb = "bonus"
    points: int


def pass_turn(transition: TurnTransition[State], seat: Seat) -> None:
    """End the turn without an entry. If everyone has passed in a row, the game is over."""
    transition.happened(Passed(), seat)
    transition.change(passes=transition.state.passes + 1)
    next_turn(transition, seat)


def next_turn(transition: TurnTransition[State], seat: Seat) -> None:
    """Go on to the next seat. End the game if nothing more can be entered, or everyone has passed in a row."""
    state = transition.state
    transition.change(phase="playing", pending=None, rejections=0)
    if not unfilled(state.grid) or state.passes >= len(state.live):
        end(transition)
    else:
        transition.await_orders(state.next_after(seat))


def end(transition: TurnTransition[State]) -> None:
    """End the game, with extra points for the last entry if its player is still in the game."""
    state = transition.state
    made = [entry.seat for entry in state.entries if entry.points > 0]
    if made and made[-1] in state.live:
        last = made[-1]
        transition.put("points", last, state.points[last] + LAST_ENTRY)
        transition.happened(Bonus(LAST_ENTRY), last)
    transition.finish()


def _offer_pass(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    if to_judge(state, seat):
        return None
    return Offer(
        "PASS",
        say("Pass"),
        refusal,
        does=say("`PASS` ends your turn without an entry"),
        asks=Asking((say("Your turn ends without an entry. If everyone passes in a row, the game is over."),)),
    )


# --- rows -------------------------------------------------------------------------------------------------------------

VERBS: Sequence[AnyVerb] = (
    Verb(
        facts=Enter,
        check=_check_turn,
        tries=_try,
        carry_out=_enter,
        offer=_offer_enter,
        reads=read_entry,
        examples=(EXAMPLE,),
        help={"ENTER 4D MOM": template("enter MOM at 4 down")},
        apart_from=frozenset({"PASS", "ACCEPT", "REJECT", "RESIGN"}),
    ),
    Verb(
        facts=Pass,
        check=_check_turn,
        carry_out=lambda transition, seat, facts: pass_turn(transition, seat),
        offer=_offer_pass,
        help={"PASS": template("make no entry this turn")},
        apart_from=frozenset({"ACCEPT", "REJECT", "RESIGN"}),
    ),
)
HAPPENINGS: Sequence[AnyHappening] = (
    Happening(facts=Dealt, says=_says_dealt, tells=to_all("start"), begins_a_turn=True),
    Happening(
        facts=Entered,
        says=lines(
            mine=template("You entered {written} ({parts}) at {light}: {points} points."),
            others=template("{player} entered {written} ({parts}) at {light}: {points} points."),
        ),
        came_of=an_order(_as_ordered),
    ),
    Happening(
        facts=Mistaken,
        says=lines(
            mine=template(
                "You wrote {written} at {light} in ink, and it is a mistake. {fill} stays in the grid: {points} points."
            ),
            others=template(
                "{player} wrote {written} at {light} in ink, and it is a mistake. {fill} stays in the grid: "
                "{points} points."
            ),
        ),
        came_of=an_order(_as_ordered),
    ),
    Happening(
        facts=Proposed,
        says=lines(
            mine=template(
                "You proposed {written} ({parts}) at {light}. It isn’t in the word list, so the others accept or "
                "reject it."
            ),
            others=template(
                "{player} proposed {written} ({parts}) at {light}. It isn’t in the word list, so the others accept "
                "or reject it."
            ),
        ),
        came_of=an_order(_as_ordered),
        struck=lambda facts: facts.struck,
    ),
    Happening(
        facts=Passed,
        says=lines(mine=template("You passed."), others=template("{player} passed.")),
        came_of=an_order(Pass()),
    ),
    Happening(
        facts=Bonus,
        says=lines(
            mine=template("You made the last entry: {points} extra points."),
            others=template("{player} made the last entry: {points} extra points."),
        ),
    ),
)
