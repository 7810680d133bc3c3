"""Why nothing is happening: one sentence or two for each state a table can be in. Never tells of a hidden request."""

from games.rules.crossing.state import State
from games.rules.kind import Seat
from games.rules.messages import Message, Player, say


def why_nothing_happens(state: State, reader: Seat | None) -> Message:
    """Who is waited for, whose request is first, and when something comes by itself; "you" stands for the reader."""
    clocks = state.clocks
    if state.phase == "finished":
        return say("The game is over.")
    if clocks.pause:
        if clocks.pause.ends:
            return say(
                "The players have paused the game. Any of them can go on; it ends by itself {at}.", at=clocks.pause.ends
            )
        return say("The staff has paused the game and will end the pause.")
    if state.phase == "grace":
        return _in_grace(state)
    if not state.waited_for:
        at = clocks.ends("abandon")
        assert at is not None
        return say("Everyone is away. If nobody looks, the game is scored as it lies {at}.", at=at)
    if not state.is_caught_up:
        return _not_caught_up(state, reader)
    return _caught_up(state, reader)


def _in_grace(state: State) -> Message:
    ends = state.clocks.ends("grace")
    assert ends is not None
    others = tuple(Player(seat) for seat in state.waited_for if seat not in (state.red_caller, *state.done))
    if state.red_caller is None:
        return say("The red light is on. The game is scored {at}, or when {others} say DONE.", at=ends, others=others)
    return say(
        "{caller} called the red light. The game is scored {at}, or when {others} say DONE.",
        caller=Player(state.red_caller),
        at=ends,
        others=others,
    )


def _not_caught_up(state: State, reader: Seat | None) -> Message:
    waiting = tuple(Player(seat) for seat in state.waited_for if state.unseen[seat])
    latest = max((at for seat in state.waited_for if (at := state.clocks.ends(f"see {seat}"))), default=None)
    vacations = tuple(Player(seat) for seat in state.waited_for if state.waits_for_vacation_of(seat))
    if vacations:
        return say("{players} is on vacation, and the game waits.", players=vacations)
    if latest is None:
        return say("The caller's own tile is withheld until the others have looked.")
    first = _first_known(state, reader)
    if first is None:
        return say("{players} has not looked yet. Nobody waits longer than {at}.", players=waiting, at=latest)
    return say(
        "{asker} asked first; {players} has not looked yet. The light comes {leeway} after that, "
        "and nobody is waited for longer than {at}.",
        asker=first,
        players=waiting,
        leeway=state.leeway,
        at=latest,
    )


def _caught_up(state: State, reader: Seat | None) -> Message:
    leeway_ends, call_ends = state.clocks.ends("leeway"), state.clocks.ends("call")
    assert leeway_ends is not None
    if not state.options.requests_visible:
        asked = state.request_of(reader) is not None if reader is not None else False
        if leeway_ends > state.now:
            if asked:
                return say("All have looked and you have asked. A light comes {at} at the earliest.", at=leeway_ends)
            return say("All have looked. A light comes {at} at the earliest; requests are hidden.", at=leeway_ends)
        return say("All have looked. A light comes as soon as somebody has asked; requests are hidden.")
    first = _first_known(state, reader)
    if first is not None:
        return say("{asker} asked first, and all have looked. The light comes {at}.", asker=first, at=leeway_ends)
    if call_ends is None:
        players = tuple(Player(seat) for seat in state.waited_for if state.waits_for_vacation_of(seat))
        return say("Nobody has asked, and {players} is on vacation: the game waits.", players=players)
    if state.pool_is_short:
        return say("Nobody has asked. The pool is short: {at} the red light comes by itself.", at=call_ends)
    return say("Nobody has asked. An amber is dealt to all {at}.", at=call_ends)


def _first_known(state: State, reader: Seat | None) -> Player | None:
    known = (request.seat for request in state.requests if state.options.requests_visible or request.seat == reader)
    return next((Player(seat) for seat in known), None)
