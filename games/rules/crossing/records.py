"""Replaying records of Lexicon Crossing. A deal tells whose tiles come by mail; for older records, which lack that,
`readings_of_older` yields every possible reading."""

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
from games.rules.kind import Joining, Seat
from games.rules.words import AllBut, WordList

MOST_UNSURE = 8
"""The most runs left by jaywalks that are tried one by one. If there are more, either all or none are taken as words, so
that verifying a record stays quick."""
Reading = tuple[State, WordList]


def joining(deal: Facts, seats: int) -> list[Joining]:
    """The players at the deal, with whose tiles came by mail."""
    by_mail = tells_mailed(deal) or ()
    return [Joining(tiles_by_email=seat in by_mail) for seat in range(seats)]


def dealt_by_mail(state: State, facts: Facts) -> State:
    """The state before a light, with the seats whose tiles came by mail as the light tells them."""
    by_mail = tells_mailed(facts)
    seats = tuple(seat for seat in range(state.seats) if seat in (by_mail or ()))
    return state if by_mail is None else replace(state, tiles_by_email_next=seats)


def tells_mailed(facts: Facts | None) -> tuple[Seat, ...] | None:
    """True if the facts tell whose tiles come by mail."""
    return facts.tiles_by_email if isinstance(facts, Dealt) else None


# --- older records ----------------------------------------------------------------------------------------------------


def readings_of_older(
    state: State, words: WordList, facts: Facts, seat: Seat | None, at: datetime, laid: frozenset[str]
) -> Iterator[Reading]:
    """The possible states and word lists before an event of an older record, which does not tell whose tiles came by mail,
    who looked on vacation without new tiles, or what was no word after a jaywalk had lifted tiles. `laid` are the words
    submitted."""
    states = [one for each in _mailed(state) for one in _looked(each, facts, seat, at)]
    for one in states:
        for each in _word_lists(one, words, facts, laid):
            yield one, each


def _mailed(state: State) -> Iterable[State]:
    """The states in which no seat, or every seat, gets tiles by mail, while a leeway may depend on it."""
    if state.is_caught_up or state.phase != "playing":
        return [state]
    return [replace(state, tiles_by_email=seats) for seats in ((), tuple(range(state.seats)))]


def _looked(state: State, facts: Facts, whose: Seat | None, at: datetime) -> list[State]:
    """A state for each choice of seats whose vacation ended by a look that the record does not hold, or holds only now."""
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
    """The state with the seat's vacation ended at this instant by a look."""
    vacations = tuple(
        replace(one, ends=at) if one.seat == seat and one.has(at) else one for one in state.clocks.vacations
    )
    return replace(state, clocks=replace(state.clocks, vacations=vacations))


def _called_until(state: State, at: datetime) -> State | None:
    """The state with the time to call over at this instant, because an unrecorded look had ended the vacation that stopped
    its clock; None if that cannot be."""
    last = max(state.seen_at.values(), default=state.dealt_at)
    if state.clocks["call"] is None or at < last + state.options.time_to_call:
        return None
    return replace(state, clocks=replace(state.clocks, running={**state.clocks.running, "call": Clock(NOTHING, at)}))


def _word_lists(state: State, words: WordList, facts: Facts, laid: frozenset[str]) -> Iterable[WordList]:
    """The word lists for a light that names who is behind: one for each choice of never-submitted runs that are no words."""
    tells_behind = isinstance(facts, Light) and facts.behind is not None
    if not tells_behind or state.options.words_are_challenged or not isinstance(words, AllBut):
        return [words]
    unsure = sorted({run.word for seat in state.live for run in runs(state.boards[seat])} - laid)
    sizes = range(len(unsure) + 1) if len(unsure) <= MOST_UNSURE else (0, len(unsure))
    choices = chain.from_iterable(combinations(unsure, size) for size in sizes)
    return (AllBut({*words.struck, *struck}) for struck in choices)


def words_laid(told: Iterable[Facts | None]) -> frozenset[str]:
    """The words of all submitted layouts."""
    layouts = [facts.layout for facts in told if isinstance(facts, Submitted) and facts.layout]
    # anything else is no layout, which is found out later
    even = (layout for layout in layouts if len(set(map(len, layout))) == 1)
    return frozenset(run.word for layout in even for run in runs(layout))


def rounds_of_older(told: Sequence[Facts | None]) -> int:
    """The number of rounds before the first deal that tells whose tiles come by mail, as newer releases do; all rounds if
    there is none."""
    dealt = [facts for facts in told if isinstance(facts, Dealt)]
    return next((rounds for rounds, facts in enumerate(dealt) if facts.tiles_by_email is not None), len(dealt))
