"""Judging an entry that isn't in the word list: it enters the grid once every opponent has accepted it.

One rejection is enough, also with several opponents. A player who was rejected three times in a turn has passed. Both
were decided here."""

from collections.abc import Sequence
from functools import partial

from games.rules.facts import Facts
from games.rules.lynx.play import (
    OfEntry,
    Written,
    awaits_judgement,
    end,
    next_turn,
    pass_turn,
    put_in,
    put_in_ink,
    to_judge,
)
from games.rules.lynx.state import State
from games.rules.panels import Offer
from games.rules.table.turns import TurnTransition
from games.rules.table.verbs import AnyHappening, AnyVerb, Happening, Verb, an_order, lines
from games.rules.texts import Text, say, template
from games.rules.values import OrderRefused, Seat
from games.rules.words import WordList

REJECTIONS_A_TURN = 3


class Stands(OfEntry):
    """An entry that was accepted."""

    verb = "stands"


class Accept(Facts):
    verb = "ACCEPT"


class Reject(Facts):
    verb = "REJECT"


class Accepted(Facts):
    verb = "accept"


class Rejected(Written):
    verb = "reject"


def _check_judge(state: State, seat: Seat, words: WordList) -> None:
    if state.pending is None:
        raise OrderRefused("There is no entry for you to judge.")
    if state.pending.seat == seat:
        raise OrderRefused(awaits_judgement(state.pending.written))
    if seat not in state.awaited:
        raise OrderRefused("You have already answered. The game waits for the others.")


def _accept(transition: TurnTransition[State], seat: Seat, facts: Accept) -> None:
    """Accept the entry for one opponent. It enters the grid once all have accepted."""
    transition.happened(Accepted(), seat)
    says_nothing(transition, seat)


def says_nothing(transition: TurnTransition[State], seat: Seat) -> None:
    """Stop waiting for this opponent. Once no opponent is left, the entry is accepted."""
    transition.answered(seat)
    entry = transition.state.pending
    if entry and not transition.state.awaited:
        transition.happened(Stands.of(entry), entry.seat)
        put_in(transition, entry)


def _reject(transition: TurnTransition[State], seat: Seat, facts: Reject) -> None:
    """Give the turn back to the entry's player. In ink, the entry stays as a mistake."""
    entry = transition.state.pending
    assert entry is not None, "only an entry that awaits its judges can be rejected"
    transition.happened(Rejected(entry.light, entry.written), seat)
    if transition.state.options.ink:
        put_in_ink(transition, entry)
        return
    rejections = transition.state.rejections + 1
    transition.change(
        phase="playing", pending=None, rejected=(*transition.state.rejected, entry.fill), rejections=rejections
    )
    if rejections < REJECTIONS_A_TURN:
        transition.await_orders(entry.seat)
    else:
        pass_turn(transition, entry.seat)


def _offer_judgement(verb: str, label: Text, does: str, state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    written = to_judge(state, seat)
    return Offer(verb, label, refusal, does=say(does, written=written)) if written else None


def left(transition: TurnTransition[State], seat: Seat) -> None:
    """Go on after a seat resigned: withdraw its entry if that is being judged, and don't wait for its judgement."""
    entry, was_awaited = transition.state.pending, seat in transition.state.awaited
    if entry and entry.seat != seat:
        if was_awaited:
            says_nothing(transition, seat)
    elif entry or was_awaited:
        next_turn(transition, seat)
    elif transition.state.passes >= len(transition.state.live):
        end(transition)


VERBS: Sequence[AnyVerb] = (
    Verb(
        facts=Accept,
        check=_check_judge,
        carry_out=_accept,
        offer=partial(_offer_judgement, "ACCEPT", say("Accept"), template("`ACCEPT` accepts {written}")),
        help={"ACCEPT, REJECT": template("accept or reject an entry")},
        apart_from=frozenset({"REJECT", "RESIGN"}),
    ),
    Verb(
        facts=Reject,
        check=_check_judge,
        carry_out=_reject,
        offer=partial(_offer_judgement, "REJECT", say("Reject"), template("`REJECT` rejects {written}")),
        apart_from=frozenset({"RESIGN"}),
    ),
)
HAPPENINGS: Sequence[AnyHappening] = (
    Happening(
        facts=Accepted,
        says=lines(mine=template("You accepted the entry."), others=template("{player} accepted the entry.")),
        came_of=an_order(Accept()),
    ),
    Happening(
        facts=Rejected,
        says=lines(mine=template("You rejected {written}."), others=template("{player} rejected {written}.")),
        came_of=an_order(Reject()),
    ),
    Happening(
        facts=Stands,
        says=lines(
            mine=template("Your entry {written} ({parts}) at {light} was accepted: {points} points."),
            others=template("{player}’s entry {written} ({parts}) at {light} was accepted: {points} points."),
        ),
    ),
)
