"""Changes to a seat: a player resigns, a successor takes over, or staff give more time or deal an amber light."""

from dataclasses import replace
from datetime import timedelta

from games.rules.crossing import challenges, dealing, swaps
from games.rules.crossing.state import State
from games.rules.crossing.transition import Transition, lapse
from games.rules.facts import kept_back
from games.rules.table import facts, happenings
from games.rules.table.happenings import extended
from games.rules.table.staff import by as by_staff
from games.rules.table.staff import seat_of
from games.rules.table.verbs import AnyHappening, Told
from games.rules.texts import Player, Text, say, template
from games.rules.values import OrderRefused, Seat, StaffAction

# --- resigning --------------------------------------------------------------------------------------------------------


class Resigned(facts.Resigned):
    """A resignation.

    `red_turns_green_for` lists the seats whose request for red became one for green. Each reader learns only whether
    theirs did, by `your_red_is_green`."""

    red_turns_green_for: tuple[Seat, ...] | None = kept_back(None)
    your_red_is_green: bool = False


def gives_up(transition: Transition, seat: Seat) -> None:
    """Remove a resigning seat's tiles from the game permanently."""
    lapse(transition, seat)
    state = transition.state
    transition.put("bags", "removed", state.bags["removed"] + state.hands[seat])
    for field, nothing in (("hands", ""), ("boards", ()), ("unseen", 0), ("withheld", 0)):
        transition.put(field, seat, nothing)
    if seat == state.caller:
        challenges.close_light(transition)


def told_of_leaving(before: State, after: State) -> Resigned:
    turns_green = before.pool_is_short and not after.pool_is_short
    return Resigned(tuple(request.seat for request in after.requests if turns_green))


def _says(told: Told[Resigned]) -> Text | None:
    if told.facts.your_red_is_green:
        return say(
            "{player} resigned. The pool can serve another light, so your request is now for a green light.", **told.who
        )
    return happenings.SHARED["resign"].says(told)


# --- a successor ------------------------------------------------------------------------------------------------------


def hand_over(transition: Transition, seat: Seat) -> None:
    """Give the hand, submitted layout and right to jaywalk to another player. All tiles are face down for them.

    If everyone had caught up, that stays so."""
    lapse(transition, seat)
    swaps.forget(transition, seat)
    for field in ("done", "tiles_by_email", "tiles_by_email_next"):
        transition.forget(field, seat)
    state = transition.state
    transition.change(
        seen_at={other: at for other, at in state.seen_at.items() if other != seat},
        clocks=replace(
            state.clocks.drop(f"see {seat}"),
            banks={**state.clocks.banks, seat: state.options.span("see_bank")},
        ),
    )
    transition.put("unseen", seat, len(state.hands[seat]) - state.withheld[seat])
    transition.put("seen_round", seat, 0)


# --- staff ------------------------------------------------------------------------------------------------------------

OF_ALL = ("call", "grace", "challenge")


def extend(transition: Transition, action: StaffAction, by: timedelta) -> None:
    """Give more time to look to one seat, or to all. For all, also extend the call, the grace period and the time
    for challenges.

    With `action.bank`, add the time to time banks and to the clocks running on them instead."""
    state, clocks = transition.state, transition.state.clocks
    seats = state.live if action.seat is None else (seat_of(transition, action),)
    looking = [seat for seat in seats if clocks[f"see {seat}"]]
    if action.bank:
        more = {seat: clocks.banks[seat] + by for seat in seats}
        clocks = replace(clocks, banks={**clocks.banks, **more})
        for seat in looking:
            clocks = clocks.extend(f"see {seat}", by)
        transition.change(clocks=clocks)
        return
    of_all = [name for name in OF_ALL if action.seat is None and clocks[name]]
    is_known = state.options.requests_visible or not state.is_caught_up
    if not of_all and not looking and is_known:  # with hidden requests, a refusal would reveal that somebody has asked
        if action.seat is None:
            raise OrderRefused(
                "No clock is running for anyone now. Add time to the time banks, or wait until a clock runs."
            )
        player = Player(action.seat)
        raise OrderRefused(
            "{player}’s time to look isn’t running. Add time to their time bank, or extend the time for everyone.",
            player=player,
        )
    for seat in looking:
        clocks = clocks.extend_of(seat, "see", by, transition.now)
    for name in of_all:
        clocks = clocks.extend(name, by)
    transition.change(clocks=clocks)


def why_not_awaited(state: State, seat: Seat) -> Text | None:
    if state.unseen[seat]:
        return None
    return say(
        "{player} has looked. You can only mark a player away while their time to look is running.", player=Player(seat)
    )


def amber(transition: Transition, action: StaffAction) -> None:
    """Deal an amber light, even if players haven't looked or have asked for another. Withheld tiles are released
    first."""
    state = transition.state
    if state.phase != "playing":
        raise OrderRefused("The red light is on. No more tiles can be dealt.")
    if state.clocks.pause:
        raise OrderRefused("No tiles can be dealt in a pause. End the pause first.")
    if state.pool_is_short:
        raise OrderRefused("The pool is short, so the next light is red. You can’t deal an amber light.")
    if any(state.withheld.values()):
        dealing.release(transition, staff=True)
    dealing.amber(transition, by_staff(action))


HAPPENINGS: tuple[AnyHappening, ...] = (
    replace(
        happenings.SHARED["resign"],
        facts=Resigned,
        says=_says,
        news=lambda facts, reader: Resigned(your_red_is_green=reader in (facts.red_turns_green_for or ())),
        tells=lambda facts, seat, seats: (
            (each, "lapsed") for each in facts.red_turns_green_for or () if each in seats
        ),
    ),
    extended(
        mine=template("You have 24 more hours to look, because emails to you can’t be delivered."),
        others=template("{player} has 24 more hours to look, because emails to them can’t be delivered."),
    ),
)
