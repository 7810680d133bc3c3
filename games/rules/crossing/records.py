"""How the record of a game of Lexicon Crossing is played again: the orders that its events came of, the words that it strikes.

Older records, whose deal does not say whose tiles come by mail, tell less: `readings_of_older` has each way to read them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain, combinations

from games.rules.clocks import Clock
from games.rules.crossing.state import NOTHING, State
from games.rules.grid import runs
from games.rules.kind import Joining, Json, Order, Seat
from games.rules.words import AllBut, WordList

TOLD_FIRST = frozenset({"lapse", "release"})
MOST_UNSURE = 8
"""Of more runs left by jaywalks than these, all are words or none is: a record takes no longer to verify than a look at it."""
Reading = tuple[State, WordList]


def orders_of(state: State, facts: Mapping[str, Json], at: datetime) -> Iterator[tuple[Seat, Order]]:
    """The orders that an event came of; that a swap was offered is in no record, so it is offered as it is accepted."""
    match facts["verb"]:
        case "seen":
            yield facts["seat"], _seen(state, facts["seat"], at)
        case "submit":
            yield facts["seat"], Order("GRID", {"layout": facts["layout"]})
        case "ask":
            yield facts["seat"], Order("RED" if state.pool_is_short else "GREEN")
        case "unask" | "done" as verb:
            yield facts["seat"], Order(verb.upper())
        case "jaywalk":
            yield facts["seat"], Order("JAYWALK", {"tiles": facts["returned"], "taken": facts.get("taken", ())})
        case "challenge" if "seat" in facts:
            yield facts["seat"], Order("CHALLENGE", {"word": facts["word"]})
        case "swap":
            (first, second), (gives, takes) = facts["seats"], facts["tiles"]
            yield first, Order("OFFER", {"gives": gives, "takes": takes, "to": second})
            yield second, Order("ACCEPT", {"from": first, "gives": gives, "takes": takes})


def _seen(state: State, seat: Seat, at: datetime) -> Order:
    """A look would have ended a vacation that has begun, and is told as being back: then it was the mail that was seen."""
    by_mail = any(one.has(at) for one in state.clocks.vacations if one.seat == seat)
    return Order("SEEN BY MAIL", {"round": state.round}) if by_mail else Order("LOOK")


def struck_in(facts: Mapping[str, Json]) -> Iterator[str]:
    """The words that an event tells not to be in the list: of a result, of all layouts at a light, or in a challenge."""
    yield from facts.get("struck", ())
    for result in facts.get("results", ()):
        yield from result["struck"]
    if facts.get("upheld") and not facts.get("light"):
        yield facts["word"]


def joining(deal: Mapping[str, Json], seats: int) -> list[Joining]:
    """Who sat down, by whose tiles came by mail."""
    by_mail = _by_mail(deal, seats)
    return [Joining(tiles_by_email=seat in by_mail) for seat in range(seats)]


def dealt_by_mail(state: State, facts: Mapping[str, Json]) -> State:
    """The state before a light that tells whose tiles came by mail."""
    if "tiles_by_email" not in facts:
        return state
    return replace(state, tiles_by_email_next=_by_mail(facts, state.seats))


def _by_mail(facts: Mapping[str, Json], seats: int) -> tuple[Seat, ...]:
    told = facts.get("tiles_by_email")
    return tuple(seat for seat in range(seats) if isinstance(told, list) and seat in told)


# --- older records ----------------------------------------------------------------------------------------------------


def readings_of_older(
    state: State, words: WordList, facts: Mapping[str, Json], at: datetime, laid: frozenset[str]
) -> Iterator[Reading]:
    """Before an event of a record that does not tell whose tiles came by mail, who looked on vacation without new tiles, and
    what was no word where a jaywalk had lifted tiles; `laid` are the words that were submitted."""
    states = [one for each in _mailed(state) for one in _looked(each, facts, at)]
    for one in states:
        for each in _word_lists(one, words, facts, laid):
            yield one, each


def _mailed(state: State) -> Iterable[State]:
    """With the tiles of nobody to come by mail, or of everybody, as long as a leeway may hang on it."""
    if state.is_caught_up or state.phase != "playing":
        return [state]
    return [replace(state, tiles_by_email=seats) for seats in ((), tuple(range(state.seats)))]


def _looked(state: State, facts: Mapping[str, Json], at: datetime) -> list[State]:
    """With each choice of those on vacation who had nothing to see back at the table meanwhile, or who has seen it now by a
    look."""
    kept = tuple(one for one in state.clocks.vacations if one.ends > state.now)
    states = [replace(state, clocks=replace(state.clocks, vacations=kept))]
    for seat in {one.seat for one in kept if one.starts <= at and one.seat not in state.away}:
        if not state.unseen[seat]:
            states += [replace(one, clocks=one.clocks.without_vacations_begun(seat, at)) for one in states]
        elif (facts["verb"], facts.get("seat")) == ("seen", seat):
            states += [_until(one, seat, at) for one in states]
    if len(states) > 1 and facts["verb"] in ("amber", "red") and "seat" not in facts:
        states += [called for one in states if (called := _called_until(one, at))]
    return states


def _until(state: State, seat: Seat, at: datetime) -> State:
    """With the seat's vacation over at this instant, by a look."""
    vacations = tuple(
        replace(one, ends=at) if one.seat == seat and one.has(at) else one for one in state.clocks.vacations
    )
    return replace(state, clocks=replace(state.clocks, vacations=vacations))


def _called_until(state: State, at: datetime) -> State | None:
    """With the time to call, which stood for the vacation of one who looked nobody knows when, over at this instant."""
    last = max(state.seen_at.values(), default=state.dealt_at)
    if state.clocks["call"] is None or at < last + state.options.time_to_call:
        return None
    return replace(state, clocks=replace(state.clocks, running={**state.clocks.running, "call": Clock(NOTHING, at)}))


def _word_lists(state: State, words: WordList, facts: Mapping[str, Json], laid: frozenset[str]) -> Iterable[WordList]:
    """With each choice of what is no word of what lies in layouts that nobody submitted so, at a light that tells who is
    behind."""
    if "behind" not in facts or state.options.words_are_challenged or not isinstance(words, AllBut):
        return [words]
    unsure = sorted({run.word for seat in state.live for run in runs(state.boards[seat])} - laid)
    sizes = range(len(unsure) + 1) if len(unsure) <= MOST_UNSURE else (0, len(unsure))
    choices = chain.from_iterable(combinations(unsure, size) for size in sizes)
    return (AllBut({*words.struck, *struck}) for struck in choices)


def words_laid(events: Iterable[Mapping[str, Json]]) -> frozenset[str]:
    """The words of all layouts that were submitted."""
    layouts = (event["layout"] for event in events if event["verb"] == "submit")
    return frozenset(run.word for layout in layouts for run in runs(tuple(layout)))


def tells_from(events: Iterable[Mapping[str, Json]]) -> datetime:
    """From when on whose tiles come by mail is told: from the first light of a newer release, if there was one."""
    told = (datetime.fromisoformat(event["at"]) for event in events if "tiles_by_email" in event)
    return min(told, default=datetime.max.replace(tzinfo=UTC))
