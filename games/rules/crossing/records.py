"""Replaying records of Lexicon Crossing games.

A deal tells which seats get their tiles by email. Older records lack that; `readings_of_older` yields every possible
reading of them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain, combinations

from games.rules.clocks import Clock
from games.rules.crossing.dealing import AmberLight, Dealt, Light
from games.rules.crossing.grace import RedLight
from games.rules.crossing.laying import Submitted
from games.rules.crossing.state import NOTHING, State
from games.rules.crossing.visibility import Seen
from games.rules.facts import Facts
from games.rules.grid import runs
from games.rules.values import Joining, Seat
from games.rules.words import AllBut, WordList

MOST_UNSURE = 8
"""The limit up to which every combination of unsure runs is tried (runs left by jaywalks, which may or may not be
words).

Above it, only all of them and none of them are tried, so that verifying a record stays fast."""
Reading = tuple[State, WordList]


def joining(deal: Facts, seats: int) -> list[Joining]:
    """Return the players as they joined, with whether each gets tiles by email, from the deal."""
    by_mail = seats_mailed_tiles(deal) or ()
    return [Joining(tiles_by_email=seat in by_mail) for seat in range(seats)]


def dealt_by_mail(state: State, facts: Facts) -> State:
    """Return the state before a light, with the seats that get tiles by email as the light tells."""
    by_mail = seats_mailed_tiles(facts)
    seats = tuple(seat for seat in range(state.seats) if seat in (by_mail or ()))
    return state if by_mail is None else replace(state, tiles_by_email_next=seats)


def seats_mailed_tiles(facts: Facts | None) -> tuple[Seat, ...] | None:
    """Return the seats that get tiles by email, or None if the facts don't tell."""
    return facts.tiles_by_email if isinstance(facts, Dealt) else None


# --- older records ----------------------------------------------------------------------------------------------------


def readings_of_older(
    state: State, words: WordList, facts: Facts, seat: Seat | None, at: datetime, laid: frozenset[str]
) -> Iterator[Reading]:
    """Yield the possible states and word lists before an event of an older record.

    Older records don't tell which seats got tiles by email, who looked on vacation without new tiles, or which runs
    were invalid after a jaywalk had removed tiles. `laid` are the words of all submitted layouts."""
    mailed = [state]
    if state.phase == "playing" and not state.is_caught_up:  # the leeway may depend on tiles by email
        mailed = [replace(state, tiles_by_email=seats) for seats in ((), tuple(range(state.seats)))]
    states = [one for each in mailed for one in _looked(each, facts, seat, at)]
    for one in states:
        for each in _word_lists(one, words, facts, laid):
            yield one, each


def _looked(state: State, facts: Facts, whose: Seat | None, at: datetime) -> list[State]:
    """Return the states that are possible if a look ended somebody's vacation: this event, or a look that the record
    leaves out. There is one state for each choice of seats."""
    kept = tuple(one for one in state.clocks.vacations if one.ends > state.now)
    states = [replace(state, clocks=replace(state.clocks, vacations=kept))]
    for seat in {one.seat for one in kept if one.starts <= at and one.seat not in state.away}:
        if not state.unseen[seat]:
            states += [replace(one, clocks=one.clocks.without_vacations_begun(seat, at)) for one in states]
        elif isinstance(facts, Seen) and whose == seat:
            states += [_until(one, seat, at) for one in states]
    if len(states) > 1 and isinstance(facts, AmberLight | RedLight) and whose is None:
        states += [called for one in states if (called := _called_until(one, at))]
    return states


def _until(state: State, seat: Seat, at: datetime) -> State:
    """Return the state with the seat's vacation ended at this instant."""
    vacations = tuple(
        replace(one, ends=at) if one.seat == seat and one.has(at) else one for one in state.clocks.vacations
    )
    return replace(state, clocks=replace(state.clocks, vacations=vacations))


def _called_until(state: State, at: datetime) -> State | None:
    """Return the state with the time to ask for a light ending at this instant, or None if it can't have ended yet.

    It can if an unrecorded look had ended the vacation that stopped its clock."""
    last = max(state.seen_at.values(), default=state.dealt_at)
    if state.clocks["call"] is None or at < last + state.options.time_to_call:
        return None
    return replace(state, clocks=replace(state.clocks, running={**state.clocks.running, "call": Clock(NOTHING, at)}))


def _word_lists(state: State, words: WordList, facts: Facts, laid: frozenset[str]) -> Iterable[WordList]:
    """Return the possible word lists for a light that names the seats behind, else only the one given.

    There is one for each choice of invalid runs among those never submitted."""
    tells_behind = isinstance(facts, Light) and facts.behind is not None
    if not tells_behind or state.options.words_are_challenged or not isinstance(words, AllBut):
        return [words]
    unsure = sorted({run.word for seat in state.live for run in runs(state.boards[seat])} - laid)
    sizes = range(len(unsure) + 1) if len(unsure) <= MOST_UNSURE else (0, len(unsure))
    choices = chain.from_iterable(combinations(unsure, size) for size in sizes)
    return (AllBut({*words.struck, *struck}) for struck in choices)


def words_laid(told: Iterable[Facts | None]) -> frozenset[str]:
    """Return the words of all submitted layouts."""
    layouts = [facts.layout for facts in told if isinstance(facts, Submitted) and facts.layout]
    # an uneven one is not a layout; that is noticed later
    even = (layout for layout in layouts if len(set(map(len, layout))) == 1)
    return frozenset(run.word for layout in even for run in runs(layout))


def rounds_of_older(told: Sequence[Facts | None]) -> int:
    """Return the number of rounds before the first deal that tells which seats get tiles by email, or of all rounds
    if none does."""
    dealt = [facts for facts in told if isinstance(facts, Dealt)]
    return next((rounds for rounds, facts in enumerate(dealt) if facts.tiles_by_email is not None), len(dealt))
