"""Dealing tiles: at the start, at green and amber lights, and the release of withheld tiles. Nothing is dealt in a
pause."""

from dataclasses import replace
from typing import TypeVar

from games.rules.crossing import challenges
from games.rules.crossing.scoring import score
from games.rules.crossing.state import State
from games.rules.crossing.transition import Transition, drop, with_forfeit
from games.rules.crossing.visibility import sees_tiles_of
from games.rules.facts import Facts, kept_back
from games.rules.table.facts import NOBODY, ByStaff
from games.rules.table.verbs import (
    AnyHappening,
    Happening,
    Told,
    lines,
    to_all,
    to_whose_it_is,
)
from games.rules.texts import Text, say, template
from games.rules.values import Seat

# --- dealing ----------------------------------------------------------------------------------------------------------


class Dealt(Facts, kw_only=True):
    """Tiles drawn by each seat, None for seats whose tiles the reader may not see.

    `tiles_by_email` lists the seats that get their tiles by email. A replay needs it. It is hidden until the game is
    over, and older records lack it."""

    round: int = kept_back(0)
    draws: tuple[tuple[str, ...] | None, ...]
    tiles_by_email: tuple[Seat, ...] | None = None


class Deal(Dealt):
    verb = "deal"


class Light(Dealt, ByStaff, kw_only=True):
    """A green or amber light.

    `behind` and `struck` are set only where players who are behind may jaywalk. `behind` lists those players; each
    reader sees at most their own seat. `struck` lists the invalid runs in all layouts. It is recorded here because a
    layout that loses a tile later no longer shows them."""

    behind: tuple[Seat, ...] | None = None
    struck: tuple[str, ...] | None = None
    forfeit: str = ""


class GreenLight(Light):
    verb = "green"


class AmberLight(Light):
    verb = "amber"


class Released(Facts):
    verb = "release"
    staff: bool = False


def deal(transition: Transition, *, each: int) -> tuple[tuple[str, ...], ...]:
    """Deal `each` tiles to every live seat, in seat order. Return the tiles that each seat drew."""
    draws = []
    for seat in range(transition.state.seats):
        drawn = tuple(_drawn(transition) for _ in range(0 if seat in transition.state.resigned else each))
        transition.put("hands", seat, transition.state.hands[seat] + "".join(drawn))
        draws.append(drawn)
    return tuple(draws)


def _drawn(transition: Transition) -> str:
    """Remove and return the next tile: the last one of the pool or, once the pool is empty, a random open tile."""
    pool, lying = transition.state.bags["pool"], transition.state.face_up
    if pool:
        transition.put("bags", "pool", pool[:-1])
        return pool[-1]
    index = transition.chance.below(len(lying))
    transition.put("bags", "face_up", lying[:index] + lying[index + 1 :])
    return lying[index]


def amber(transition: Transition, by: ByStaff = NOBODY) -> None:
    """Deal an amber light, if the pool is large enough."""
    light(transition, AmberLight, None, by=by)


def light(
    transition: Transition, kind: type[Light], caller: Seat | None, *, forfeit: str = "", by: ByStaff = NOBODY
) -> None:
    """Deal a light.

    A seat that hasn't looked since the last light pays from its time bank, and its time to look starts again."""
    behind, struck = _behind(transition)
    draws = deal(transition, each=transition.state.options.tiles_per_light)
    state = transition.state
    holder = caller if state.options.withholds else None
    clocks = state.clocks
    for seat in range(state.seats):
        clocks = clocks.stop_seeing(seat, transition.now)
    dropped = [request.seat for request in state.requests if request.seat != caller]
    transition.change(
        round=state.round + 1,
        turn=state.turn + 1,
        dealt_at=transition.now,
        caller=caller,
        requests=(),
        jaywalked=(),
        behind=behind or (),
        swaps=(),
        swapped=(),
        seen_at={},
        unseen={seat: state.unseen[seat] + (len(drawn) if seat != holder else 0) for seat, drawn in enumerate(draws)},
        withheld={seat: len(drawn) if seat == holder else 0 for seat, drawn in enumerate(draws)},
        granted=state.boards[caller] if caller is not None and state.options.challenge_lights else (),
        light_challenged=(),
        tiles_by_email=state.tiles_by_email_next,
        clocks=clocks.drop("leeway", "call", "abandon"),
    )
    told = kind(
        round=transition.state.round,
        draws=draws,
        tiles_by_email=transition.state.tiles_by_email,
        behind=behind,
        struck=struck,
        forfeit=forfeit,
        **vars(by),
    )
    transition.happened(told, caller)
    drop(transition, dropped, staff=by.staff)


def _behind(transition: Transition) -> tuple[tuple[Seat, ...] | None, tuple[str, ...] | None]:
    """Return the seats that are behind and the invalid runs in all layouts.

    A seat is behind if its submitted score is below the best. Both are None unless only players who are behind may
    jaywalk."""
    state = transition.state
    if state.options.jaywalk != "behind":
        return None, None
    words = challenges.judge(state, transition.words)
    made = {seat: score(state.known_layout(seat), state.held(seat), words, state.alphabet) for seat in state.live}
    best = max(worth.value for worth in made.values())
    struck = {word for worth in made.values() for word in worth.struck}
    return tuple(seat for seat, worth in made.items() if worth.value < best), tuple(
        sorted(struck, key=state.alphabet.by_letters)
    )


def may_be_released(state: State) -> bool:
    """Return True if enough others have looked for the caller's withheld tiles to be released. Seats that the game
    doesn't wait for don't count."""
    caller = next((seat for seat, count in state.withheld.items() if count), None)
    if caller is None:
        return False
    others = [seat for seat in state.waited_for if seat != caller]
    have_seen = [seat for seat in others if not state.unseen[seat]]
    return have_seen == others if state.options.reveal_after == "all" or not others else bool(have_seen)


def release(transition: Transition, *, staff: bool = False) -> None:
    """Release the withheld tiles, so that their player can look at them."""
    state = transition.state
    seat = next(seat for seat, count in state.withheld.items() if count)
    transition.put("unseen", seat, state.unseen[seat] + state.withheld[seat])
    transition.put("withheld", seat, 0)
    transition.happened(Released(staff), seat)


# --- visibility, and wording in the history ---------------------------------------------------------------------------

D = TypeVar("D", bound=Dealt)


def _hides_tiles(state: State, facts: D, seat: Seat | None, reader: Seat | None) -> D:
    draws = tuple(
        drawn if sees_tiles_of(state, reader, each) and facts.round <= state.seen_round[each] else None
        for each, drawn in enumerate(facts.draws)
    )
    return replace(facts, draws=draws, tiles_by_email=None)


def _hides_of_a_light(state: State, facts: Light, seat: Seat | None, reader: Seat | None) -> Light:
    behind = facts.behind if facts.behind is None else tuple(each for each in facts.behind if each == reader)
    return replace(_hides_tiles(state, facts, seat, reader), behind=behind, struck=None)


def _own_draw(told: Told[D]) -> tuple[str, ...]:
    return () if told.reader is None else told.facts.draws[told.reader] or ()


def _says_dealt(told: Told[Deal]) -> Text:
    own = _own_draw(told)
    return say("The tiles were dealt. Yours: {tiles}.", tiles=own) if own else say("The tiles were dealt.")


def _says_green(told: Told[GreenLight]) -> Text:
    own = _own_draw(told)
    if told.is_mine:
        said = say("Your light was granted. You drew {tiles}.", tiles=own) if own else say("Your light was granted.")
    elif own:
        said = say("Green light for {player}. You drew {tiles}.", tiles=own, **told.who)
    else:
        said = say("Green light for {player}.", **told.who)
    return with_forfeit(said, told.facts.forfeit)


def _says_amber(told: Told[AmberLight]) -> Text:
    own, reason = _own_draw(told), told.facts.reason
    if not told.facts.staff:
        return (
            say("Nobody asked for a light, so an amber light was dealt. You drew {tiles}.", tiles=own)
            if own
            else say("Nobody asked for a light, so an amber light was dealt.")
        )
    if reason:
        return (
            say("The moderators dealt an amber light, and you drew {tiles}: {reason}", tiles=own, reason=reason)
            if own
            else say("The moderators dealt an amber light: {reason}", reason=reason)
        )
    return (
        say("The moderators dealt an amber light. You drew {tiles}.", tiles=own)
        if own
        else say("The moderators dealt an amber light.")
    )


# --- rows -------------------------------------------------------------------------------------------------------------

HAPPENINGS: tuple[AnyHappening, ...] = (
    Happening(facts=Deal, says=_says_dealt, hides=_hides_tiles, tells=to_all("start"), begins_a_turn=True),
    Happening(
        facts=GreenLight,
        says=_says_green,
        hides=_hides_of_a_light,
        tells=to_all("tile", own="granted"),
        begins_a_turn=True,
        struck=lambda facts: facts.struck or (),
    ),
    Happening(
        facts=AmberLight,
        says=_says_amber,
        hides=_hides_of_a_light,
        tells=to_all("tile"),
        begins_a_turn=True,
        struck=lambda facts: facts.struck or (),
    ),
    Happening(
        facts=Released,
        says=lines(
            mine=template("Your withheld draw was released. You can look at it now."),
            others=template("{player}’s withheld draw was released."),
        ),
        tells=to_whose_it_is("released"),
        is_told_first=True,
    ),
)
