"""Who leaves the table, and who takes over a hand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.rules.crossing import challenges, swaps
from games.rules.crossing.state import State
from games.rules.crossing.transition import Transition, lapse
from games.rules.facts import kept_back
from games.rules.kind import Seat
from games.rules.messages import Text, say, template
from games.rules.table import facts, happenings
from games.rules.table.happenings import extended
from games.rules.table.verbs import AnyHappening, Notices, Told

# --- resigning --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Resigned(facts.Resigned):
    """Whose request for a red light is one for a green light now, which each of them is told of theirs alone."""

    red_turns_green_for: tuple[Seat, ...] | None = kept_back(None)
    your_red_is_green: bool = False


def gives_up(transition: Transition, seat: Seat) -> None:
    """The tiles of a seat that resigns leave the game for good."""
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


def _news(facts: Resigned, reader: Seat | None) -> Resigned:
    return Resigned(your_red_is_green=reader in (facts.red_turns_green_for or ()))


def _says(told: Told[Resigned]) -> Text | None:
    if told.facts.your_red_is_green:
        return say("{player} resigned. The pool is long again: your request is now for a green light.", **told.who)
    return happenings.SHARED["resign"].says(told)


def _tells(facts: Resigned, seat: Seat | None, seats: Sequence[Seat]) -> Notices:
    return ((each, "lapsed") for each in facts.red_turns_green_for or () if each in seats)


# --- taking over ------------------------------------------------------------------------------------------------------


def hand_over(transition: Transition, seat: Seat) -> None:
    """Another plays on with hand, submitted layout and right to jaywalk; every tile is unseen to them. Caught up stays so."""
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


HAPPENINGS: tuple[AnyHappening, ...] = (
    replace(happenings.SHARED["resign"], facts=Resigned, says=_says, news=_news, tells=_tells),
    extended(
        mine=template("You have 24 hours more to look, as mail to you comes back."),
        others=template("{player} has 24 hours more to look, as mail to them comes back."),
    ),
)
