"""The orders of Lynx carried out, and what follows by itself: entries, their judging, passes, the end.

Source: the published rules. Settled here: with several opponents one rejection is enough; who was rejected three times in
one turn has passed; an ink mistake is no last entry; the bonus for the last entry is paid only where the game is played to
its end.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.rules.kind import Json, OrderRefused, Seat
from games.rules.lynx import library
from games.rules.lynx.entry import check_fits, fold, misfit, tidy
from games.rules.lynx.options import Options
from games.rules.lynx.pattern import light_named, reading, written_into
from games.rules.lynx.scoring import INK_MISTAKE, LAST_ENTRY, check_light, links, unfilled, worth
from games.rules.lynx.state import CHALLENGE, Entry, State
from games.rules.messages import say
from games.rules.table.turns import TurnCourse
from games.rules.words import as_written

REJECTIONS_A_TURN = 3


def begin(course: TurnCourse[State]) -> None:
    """Draw who starts, then the pattern, unless the table named one."""
    options: Options = course.state.options
    first = course.chance.below(course.state.seats)
    if options.pattern.strip():
        pattern = library.find(options.pattern)
    else:
        patterns = library.of_size(options.size)
        pattern = patterns[course.chance.below(len(patterns))]
    course.change(boards={None: pattern})
    course.happened("deal", first=first, pattern=list(pattern))
    course.await_orders(first)


# --- a turn ---------------------------------------------------------------------------------------------------------


def enter(course: TurnCourse[State], seat: Seat, facts: Mapping[str, Json]) -> None:
    """Make an entry: one of the list scores at once, any other awaits the opponents. OrderRefused where it cannot stand."""
    state, (name, text) = course.state, (facts.get("light"), facts.get("text"))
    if not isinstance(name, str) or not isinstance(text, str):
        raise OrderRefused(say("An entry names its light and what to enter: ENTER 4D MOM."))
    answer = fold(text)
    written = _shown(course, text, answer)
    light = check_light(state.grid, name.upper())
    standing = reading(state.grid, light)
    _check_is_new(state, written, answer)
    fill = misfit(answer, standing)
    if not state.options.ink:
        check_fits(written, answer, name=light.name, standing=standing)
    entry = Entry(seat, light.name, written, fill, links(standing), worth(standing))
    if fill != answer:
        _stands_in_ink(course, entry)
    elif answer in course.words:
        course.happened("enter", seat, **_told(entry))
        _stands(course, entry)
    else:
        course.happened("propose", seat, light=light.name, written=written, struck=[answer])
        _await_judges(course, entry)


def pass_turn(course: TurnCourse[State], seat: Seat, facts: Mapping[str, Json]) -> None:
    """End the turn without an entry; when all have passed in succession, the game is over."""
    course.happened("pass", seat)
    course.change(passes=course.state.passes + 1)
    _next_turn(course, seat)


def _shown(course: TurnCourse[State], text: str, answer: str) -> str:
    """The entry as it is kept for show; one typed in a single part, as the word list writes it."""
    written = tidy(text)
    return written if written != answer else tidy(as_written(course.words, answer))


def _check_is_new(state: State, written: str, answer: str) -> None:
    for entry in state.entries:
        if fold(entry.written) == answer:
            raise OrderRefused(
                say(
                    "The answer {written} stands at {light}: none comes twice in a grid.",
                    written=written,
                    light=entry.light,
                )
            )
    if answer in state.rejected:
        raise OrderRefused(
            say("The answer {written} was rejected in this game. Enter something else.", written=written)
        )


def _stands(course: TurnCourse[State], entry: Entry) -> None:
    """The entry is in the grid for good, and the turn is over."""
    state = course.state
    light = light_named(state.grid, entry.light)
    assert light is not None, "an entry was made into a light of the grid"
    course.change(
        boards={None: written_into(state.grid, light, entry.fill)},
        entries=(*state.entries, entry),
        points={**state.points, entry.seat: state.points[entry.seat] + entry.points},
        passes=0,
    )
    _next_turn(course, entry.seat)


def _stands_in_ink(course: TurnCourse[State], entry: Entry) -> None:
    mistake = replace(entry, points=INK_MISTAKE)
    course.happened("mistake", entry.seat, **_told(mistake))
    _stands(course, mistake)


def _told(entry: Entry) -> dict[str, Json]:
    return {name: value for name, value in vars(entry).items() if name != "seat"}


def _next_turn(course: TurnCourse[State], seat: Seat) -> None:
    """The game ends where nothing can be entered any more, or all have passed in succession; else the next one moves."""
    state = course.state
    course.change(phase="playing", pending=None, rejections=0)
    if not unfilled(state.grid) or state.passes >= len(state.live):
        _end(course)
    else:
        course.await_orders(state.next_after(seat))


def _end(course: TurnCourse[State]) -> None:
    state = course.state
    made = [entry.seat for entry in state.entries if entry.points > 0]
    if made and made[-1] in state.live:
        last = made[-1]
        course.put("points", last, state.points[last] + LAST_ENTRY)
        course.happened("bonus", last, points=LAST_ENTRY)
    course.finish()


# --- judging --------------------------------------------------------------------------------------------------------


def _await_judges(course: TurnCourse[State], entry: Entry) -> None:
    state = course.state
    judges = [seat % state.seats for seat in range(entry.seat + 1, entry.seat + state.seats)]
    course.change(phase=CHALLENGE, pending=entry)
    course.await_orders(*(seat for seat in judges if seat in state.live))
    clocks = course.state.clocks
    for seat in course.state.awaited:
        clocks = clocks.set(f"move {seat}", state.options.span("judge_within"))
    course.change(clocks=clocks)


def accept(course: TurnCourse[State], seat: Seat, facts: Mapping[str, Json]) -> None:
    """One opponent lets the entry stand; it does when all have."""
    course.happened("accept", seat)
    says_nothing(course, seat)


def says_nothing(course: TurnCourse[State], seat: Seat) -> None:
    """This opponent is no longer asked; with the last of them the entry is accepted."""
    course.answered(seat)
    entry = course.state.pending
    if entry and not course.state.awaited:
        course.happened("stands", entry.seat, **_told(entry))
        _stands(course, entry)


def reject(course: TurnCourse[State], seat: Seat, facts: Mapping[str, Json]) -> None:
    """The turn returns to who made the entry; in ink it stands as a mistake."""
    entry = course.state.pending
    assert entry is not None, "only an entry that awaits its judges can be rejected"
    course.happened("reject", seat, light=entry.light, written=entry.written)
    if course.state.options.ink:
        _stands_in_ink(course, entry)
        return
    rejections = course.state.rejections + 1
    course.change(phase="playing", pending=None, rejected=(*course.state.rejected, entry.fill), rejections=rejections)
    if rejections < REJECTIONS_A_TURN:
        course.await_orders(entry.seat)
    else:
        pass_turn(course, entry.seat, {})


# --- who leaves -----------------------------------------------------------------------------------------------------


def left(course: TurnCourse[Any], seat: Seat, *, was_awaited: bool) -> None:
    """A seat has resigned: its own entry that awaits judges is withdrawn, its judgement is not waited for."""
    entry = course.state.pending
    if entry and entry.seat != seat:
        if was_awaited:
            says_nothing(course, seat)
    elif entry or was_awaited:
        _next_turn(course, seat)
    elif course.state.passes >= len(course.state.live):
        _end(course)
