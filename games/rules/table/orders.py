"""The orders that all games have: looking in, pauses, cancelling the game, vacations, leaving. A pause, or cancelling
the game without a result, needs everybody's consent. Players consent by an order and can withdraw their consent."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial

from games.rules.clocks import LONGEST_NIGHT, PAUSE_ENDS_AFTER, Vacation
from games.rules.facts import Facts
from games.rules.panels import Asking, Offer
from games.rules.table import standing
from games.rules.table.facts import (
    NOBODY,
    ByStaff,
    Declare,
    Extend,
    Extended,
    HoursKept,
    Keep,
    KeepHours,
    Kept,
    Leave,
    Look,
    OnVacation,
    Pause,
    Paused,
    Resign,
    Resume,
    Resumed,
    SeenByMail,
    TilesByEmail,
    Void,
    WouldVoid,
)
from games.rules.table.state import TableState
from games.rules.table.transition import AnyTransition
from games.rules.table.verbs import AnyVerb, Verb
from games.rules.texts import Text, say
from games.rules.values import Hours, OrderRefused, Seat
from games.rules.words import WordList

EXTENDED_BY = timedelta(hours=24)
MOST_OFFSETS = 40

# --- checks -----------------------------------------------------------------------------------------------------------


def _check_resume(state: TableState, seat: Seat, words: WordList) -> None:
    if state.clocks.pause is None and seat not in state.would_pause:
        raise OrderRefused("The game isn’t paused.")
    _check_pause_is_the_players(state)


def _check_void(state: TableState, seat: Seat, words: WordList) -> None:
    _check_pause_is_the_players(state)
    if state.clocks.hard_end is not None:
        raise OrderRefused("Only the directors of the tournament can end this game.")
    if seat in state.away:
        raise OrderRefused("You are away. Look at the game first, then ask to cancel it.")


def _check_keep(state: TableState, seat: Seat, words: WordList) -> None:
    if seat not in state.would_void:
        raise OrderRefused("You haven’t asked to cancel the game.")


def _check_pause_is_the_players(state: TableState) -> None:
    if state.clocks.pause and state.clocks.pause.ends is None:
        raise OrderRefused("A moderator or director has paused the game. Only they can end the pause.")


# --- carried out ------------------------------------------------------------------------------------------------------


def _pause(transition: AnyTransition, seat: Seat, facts: Pause) -> None:
    """Agree to a pause, which begins once everyone that the game waits for has agreed."""
    is_new = _agree(transition, "would_pause", seat)
    state = transition.state
    if set(state.waited_for) <= set(state.would_pause):
        ends = transition.now + PAUSE_ENDS_AFTER
        transition.change(clocks=state.clocks.paused(transition.now, ends=ends))
        transition.happened(Paused(until=ends), seat)
    elif is_new:
        transition.happened(Paused(), seat)


def _resume(transition: AnyTransition, seat: Seat, facts: Resume) -> None:
    """End the pause or, before it begins, withdraw the seat's consent to it."""
    if transition.state.clocks.pause:
        end_pause(transition, seat)
    else:
        transition.forget("would_pause", seat)
        transition.happened(Resumed(taken_back=True), seat)


def end_pause(transition: AnyTransition, seat: Seat | None, by: ByStaff = NOBODY) -> None:
    """Start all clocks again. Without a seat, the pause ended by itself or was ended by the staff."""
    transition.change(clocks=transition.state.clocks.resumed(), would_pause=())
    transition.happened(Resumed(**vars(by)), seat)
    transition.kind.goes_on(transition)


def _void(transition: AnyTransition, seat: Seat, facts: Void) -> None:
    """Agree to cancel the game; the step in which the last player agrees ends it."""
    if _agree(transition, "would_void", seat):
        transition.happened(WouldVoid(), seat)


def _keep(transition: AnyTransition, seat: Seat, facts: Keep) -> None:
    """Withdraw the seat's consent to cancelling the game."""
    transition.forget("would_void", seat)
    transition.happened(Kept(), seat)


def _agree(transition: AnyTransition, field: str, seat: Seat) -> bool:
    """Add the seat to a field that lists the seats that agree. Return True if it was not there."""
    before: tuple[Seat, ...] = getattr(transition.state, field)
    transition.change(**{field: tuple(sorted({*before, seat}))})
    return seat not in before


def declare_vacation(transition: AnyTransition, seat: Seat, facts: Declare) -> None:
    """Add a vacation to the game, or cancel it; cancelling one that has begun ends it."""
    starts, ends, clocks = facts.starts, facts.ends, transition.state.clocks
    if facts.withdrawn:
        clocks = clocks.without_vacation(seat, starts, ends)
    else:
        declared = Vacation(seat, starts, ends, facts.declared or transition.now)
        clocks = replace(clocks, vacations=(*clocks.vacations, declared))
    transition.change(clocks=clocks)
    is_back = facts.withdrawn and starts <= transition.now
    transition.happened(OnVacation(starts, ends, facts.withdrawn, is_back), seat)


def keep_hours(transition: AnyTransition, seat: Seat, facts: KeepHours) -> None:
    """Set the hours of a seat's player, in games whose clocks stop at night. They don't change a clock that is already
    running, so that nobody can extend a deadline this way."""
    state = transition.state
    if not state.options.has_rest:
        return
    hours = Hours(facts.asleep_from, facts.asleep_for, facts.offsets)
    begins = [minute for minute, _ in hours.offsets]
    is_of_a_day = 0 <= hours.asleep_from < 1440 and 0 <= hours.asleep_for <= LONGEST_NIGHT
    is_a_clock = begins == sorted(set(begins)) and all(abs(ahead) < 1440 for _, ahead in hours.offsets)
    if not (is_of_a_day and is_a_clock and len(begins) <= MOST_OFFSETS):
        raise OrderRefused("You can set at most {n} hours of sleep.", n=LONGEST_NIGHT // 60)
    if state.hours.get(seat) == (hours if hours.offsets else None):
        return
    others = {other: theirs for other, theirs in state.hours.items() if other != seat}
    transition.change(hours=others | ({seat: hours} if hours.offsets else {}))
    rest = transition.state.rest_of(seat)
    transition.change(clocks=state.clocks.rest(f"{state.seat_clock} {seat}", rest, transition.now))
    transition.happened(HoursKept(facts.asleep_from, facts.asleep_for, facts.offsets), seat)


def _extend(transition: AnyTransition, seat: Seat, facts: Extend) -> None:
    """Give a seat whose mail bounces one more day, once per game, if its clock is set."""
    state = transition.state
    if seat not in state.extended and state.clocks[f"{state.seat_clock} {seat}"]:
        clocks = state.clocks.extend_of(seat, state.seat_clock, EXTENDED_BY, state.now)
        transition.change(clocks=clocks, extended=tuple(sorted((*state.extended, seat))))
        transition.happened(Extended(), seat)


def _leave(transition: AnyTransition, seat: Seat, facts: Facts) -> None:
    """Let the seat resign; the game goes on for its opponents."""
    kind, before = transition.kind, transition.state
    kind.gives_up(transition, seat)
    transition.change(resigned=(*before.resigned, seat))
    transition.forget("away", seat)
    transition.forget("would_pause", seat)
    standing.forget(transition, seat)
    transition.happened(kind.told_of_leaving(before, transition.state), seat)
    if transition.state.has_opponents:
        kind.has_left(transition, seat)
    else:
        kind.finish(transition, "resigned")


def _nothing(transition: AnyTransition, seat: Seat, facts: Facts) -> None:
    """Change nothing. In a game without face-down tiles, it doesn't matter whether tiles come by mail or a mail was
    accepted."""


# --- offers -----------------------------------------------------------------------------------------------------------


def offer_look(state: TableState, seat: Seat, refusal: Text | None) -> Offer | None:
    is_gone = seat in state.away or state.vacation_of(seat) is not None
    asks = asks_before_a_look(state, seat)
    return Offer("LOOK", say("I’m back"), refusal, at="look", asks=asks) if is_gone else None


def asks_before_a_look(state: TableState, seat: Seat) -> Asking | None:
    """Return the question to ask before a look that would end a current vacation."""
    if not state.clocks.vacations_of(seat, state.now):
        return None
    says = say("You’re on vacation. Looking ends it for this game, and your clocks run again.")
    return Asking((says,), say("End your vacation in this game?"), say("End it and look"))


def _offer_pause(state: TableState, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.clocks.pause is not None or seat in state.would_pause:
        return None
    return Offer("PAUSE", say("Pause"), refusal, asks=ASKS["PAUSE"], at="rare")


def _offer_resume(state: TableState, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.clocks.pause is not None:
        return Offer("RESUME", say("Continue"), refusal, takes_back=True)
    if seat not in state.would_pause:
        return None
    says = say("You asked for a pause. It starts when all players the game waits for have agreed.")
    return Offer("RESUME", say("Withdraw pause request"), refusal, says=says, takes_back=True)


def _offer_void(state: TableState, seat: Seat, refusal: Text | None) -> Offer | None:
    if state.clocks.hard_end is not None or seat in state.would_void:
        return None
    return Offer("VOID", say("Cancel game"), refusal, asks=ASKS["VOID"], at="rare")


def _offer_keep(state: TableState, seat: Seat, refusal: Text | None) -> Offer | None:
    if seat not in state.would_void:
        return None
    says = say("You asked to cancel the game. It ends when everyone who is still playing agrees.")
    return Offer("KEEP", say("Keep playing"), refusal, says=says, takes_back=True)


def _offer_resign(state: TableState, seat: Seat, refusal: Text | None) -> Offer | None:
    asks = Asking((state.leaving_costs,), say("Resign from this game?"), is_irreversible=True)
    return Offer("RESIGN", say("Resign"), refusal, asks=asks, at="rare")


ASKS = {
    "PAUSE": Asking(
        (
            say(
                "The pause starts when all players the game waits for have agreed. All clocks then stop. Any "
                "player can end the pause, and it ends by itself after 14 days."
            ),
        ),
        say("Pause the game?"),
        say("Ask for a pause"),
    ),
    "VOID": Asking(
        (
            say(
                "When everyone who is still playing has asked for this, the game ends without a result for "
                "anybody. Until then you play on, and you can withdraw your request."
            ),
        ),
        say("Cancel the game?"),
        say("Ask to cancel"),
        is_irreversible=True,
    ),
}
"""The question to confirm each of these orders."""


# --- all of them ------------------------------------------------------------------------------------------------------


_shared = partial(Verb, is_written=False, is_of_its_turn=False)
_owners = partial(_shared, substitute_with="nothing")
_VERBS: tuple[AnyVerb, ...] = (
    _shared(
        facts=Look,
        carry_out=lambda transition, seat, facts: transition.is_here(seat),
        offer=offer_look,
        is_open_in_a_pause=True,
    ),
    _shared(facts=SeenByMail, carry_out=_nothing, is_open_in_a_pause=True, is_a_players=False),
    _shared(facts=TilesByEmail, carry_out=_nothing, is_open_in_a_pause=True, is_a_players=False),
    _owners(facts=Pause, carry_out=_pause, offer=_offer_pause),
    _owners(facts=Resume, carry_out=_resume, offer=_offer_resume, check=_check_resume, is_open_in_a_pause=True),
    _owners(facts=Void, carry_out=_void, offer=_offer_void, check=_check_void, is_open_in_a_pause=True),
    _owners(facts=Keep, carry_out=_keep, offer=_offer_keep, check=_check_keep, is_open_in_a_pause=True),
    _shared(facts=Declare, carry_out=declare_vacation, is_open_in_a_pause=True, is_a_players=False),
    _shared(facts=KeepHours, carry_out=keep_hours, is_open_in_a_pause=True, is_a_players=False),
    _shared(facts=Extend, carry_out=_extend, is_open_in_a_pause=True, is_a_players=False),
    _owners(facts=Resign, carry_out=_leave, offer=_offer_resign),
    _shared(facts=Leave, carry_out=_leave, is_open_in_a_pause=True, is_a_players=False),
)
SHARED: Mapping[str, AnyVerb] = {verb.name: verb for verb in _VERBS}
