"""Sentences on what comes next at a table and why nothing is happening, as far as the reader may know: no hidden request."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from games.rules.crossing.state import State
from games.rules.crossing.swaps import proposals_waiting
from games.rules.kind import Seat
from games.rules.table import view
from games.rules.texts import Player, Text, among, say, template

COMES = {
    "green": template("{player}’s green light"),
    "your green": template("your green light"),
    "red": template("the red light"),
    "amber": template("an amber, new tiles for all"),
    "away": template("{player} is no longer waited for"),
    "your away": template("your time to look ends"),
    "abandon": template("the game is scored as it lies"),
    "grace": template("grace ends and the layouts are scored"),
    "open": template("grace ends and all layouts lie open"),
    "challenge": template("the time to challenge ends and the layouts are scored"),
    "leeway": template("the leeway is over"),
    "resume": template("the pause ends by itself"),
    "hard end": template("the game ends and is scored as it lies"),
}
RUNS = {
    "green": template("Green light"),
    "your green": template("Your green light"),
    "red": template("Red light"),
    "amber": template("Amber: new tiles for all"),
    "away": template("{player} must look within"),
    "your away": template("You must look within"),
    "abandon": template("All are away"),
    "grace": template("Grace"),
    "open": template("Grace"),
    "challenge": template("Challenges"),
    "resume": template("The pause"),
    "hard end": template("The game"),
}
THEN = {
    "green": template("{player}’s, {at}"),
    "your green": template("comes {at}"),
    "red": template("ends the game; {at}"),
    "amber": template("if nobody asks until {at}"),
    "away": template("then away, {at}"),
    "your away": template("then you are away, {at}"),
    "abandon": template("the game is scored as it lies {at}"),
    "grace": template("all is scored {at}"),
    "open": template("then all layouts lie open, {at}"),
    "challenge": template("then all is scored, {at}"),
    "resume": template("ends by itself {at}"),
    "hard end": template("ends and is scored as it lies {at}"),
}


Sentences = tuple[Text, ...]


def why_nothing_happens(state: State, reader: Seat | None) -> Sentences:
    """Sentences on who is waited for, whose request is first, and when something happens by itself."""
    running = partial(_while_clocks_run, state, reader)
    return view.why_nothing_happens(state, running, beside=proposals_waiting(state, reader))


def _while_clocks_run(state: State, reader: Seat | None) -> Sentences:
    if state.phase == "grace":
        return _in_grace(state, reader)
    if state.phase == "challenge":
        return _while_challenging(state, reader)
    if abandoned_at := state.clocks.ends("abandon"):
        return (say("Everyone is away. If nobody looks, the game is scored as it lies {at}.", at=abandoned_at),)
    if not state.is_caught_up:
        return _not_caught_up(state, reader)
    return _caught_up(state, reader)


def _in_grace(state: State, reader: Seat | None) -> Sentences:
    ends = state.clocks.ends("grace")
    assert ends is not None
    others = [seat for seat in state.waited_for if seat not in (state.red_caller, *state.done)]
    end = _open(others, reader, ends) if state.options.words_are_challenged else _scored(others, reader, ends)
    if state.red_caller is None:
        return (say("The red light is on."), end)
    if state.red_caller == reader:
        return (say("You called the red light."), end)
    return (say("{caller} called the red light.", caller=Player(state.red_caller)), end)


def _while_challenging(state: State, reader: Seat | None) -> Sentences:
    ends = state.clocks.ends("challenge")
    assert ends is not None
    others = [seat for seat in state.waited_for if seat not in state.done]
    return (say("All layouts lie open: words that are none can be challenged."), _scored(others, reader, ends))


def _scored(others: Sequence[Seat], reader: Seat | None, ends: datetime) -> Text:
    """A sentence on when the game is scored, with those who have not said DONE."""
    named = _players(others, reader)
    return _of(
        others,
        reader,
        you=say("The game is scored {at}, or once you say DONE.", at=ends),
        one=say("The game is scored {at}, or once {players} says DONE.", at=ends, players=named),
        many=say("The game is scored {at}, or once {players} say DONE.", at=ends, players=named),
        together=say(
            "The game is scored {at}, or once {you_and_others} say DONE.",
            at=ends,
            you_and_others=among(say("you"), named),
        ),
    )


def _open(others: Sequence[Seat], reader: Seat | None, ends: datetime) -> Text:
    """A sentence on when all layouts lie open, with those who have not said DONE."""
    named = _players(others, reader)
    return _of(
        others,
        reader,
        you=say("All layouts lie open {at}, or once you say DONE; then words can be challenged.", at=ends),
        one=say(
            "All layouts lie open {at}, or once {players} says DONE; then words can be challenged.",
            at=ends,
            players=named,
        ),
        many=say(
            "All layouts lie open {at}, or once {players} say DONE; then words can be challenged.",
            at=ends,
            players=named,
        ),
        together=say(
            "All layouts lie open {at}, or once {you_and_others} say DONE; then words can be challenged.",
            at=ends,
            you_and_others=among(say("you"), named),
        ),
    )


def _not_caught_up(state: State, reader: Seat | None) -> Sentences:
    unseen = [seat for seat in state.waited_for if state.unseen[seat]]
    asked = _asked(state, reader)
    if vacations := [seat for seat in state.waited_for if state.waits_for_vacation_of(seat)]:
        return (*asked, _on_vacation(vacations, reader))
    latest = max((at for seat in unseen if (at := state.clocks.ends(f"see {seat}"))), default=None)
    if latest is None:
        return (*asked, say("The caller’s own tile is withheld until the others have looked."))
    named = _players(unseen, reader)
    waits = _of(
        unseen,
        reader,
        you=say("You have not looked yet."),
        one=say("{players} has not looked yet.", players=named),
        many=say("{players} have not looked yet.", players=named),
        together=say("{you_and_others} have not looked yet.", you_and_others=among(say("You"), named)),
    )
    if asked:
        light = (
            say(
                "The light comes {leeway} after that, and nobody is waited for longer than {at}.",
                leeway=state.leeway,
                at=latest,
            )
            if state.leeway
            else say("The light comes at once after that, and nobody is waited for longer than {at}.", at=latest)
        )
        return (*asked, waits, light)
    return (waits, say("Nobody is waited for longer than {at}.", at=latest))


def _caught_up(state: State, reader: Seat | None) -> Sentences:
    leeway_ends, call_ends = state.clocks.ends("leeway"), state.clocks.ends("call")
    assert leeway_ends is not None
    asked = _asked(state, reader)
    if not state.options.requests_visible:
        if leeway_ends > state.now:
            return (*asked, say("All have looked. A light comes {at} at the earliest.", at=leeway_ends))
        return (*asked, say("All have looked. A light comes as soon as somebody has asked; requests are hidden."))
    if asked:
        return (*asked, say("All have looked. The light comes {at}.", at=leeway_ends))
    if call_ends is None:
        vacations = [seat for seat in state.waited_for if state.waits_for_vacation_of(seat)]
        return (say("Nobody has asked."), _on_vacation(vacations, reader))
    if state.options.call_within == "never":
        return (say("Nobody has asked. If nobody does, the game is scored as it lies {at}.", at=call_ends),)
    may_ask = reader is not None and not state.unseen[reader]
    if state.pool_is_short:
        next_step = say("Lay every tile, submit, then ask for the red light: it ends the game.")
        by_itself = say("The pool is short: if nobody asks, the red light comes by itself {at}.", at=call_ends)
    else:
        next_step = say("Lay every tile, submit, then ask for the light: all get new tiles.")
        by_itself = say("If nobody asks, new tiles come for all {at} (amber).", at=call_ends)
    return (next_step if may_ask else say("Nobody has asked."), by_itself)


def _asked(state: State, reader: Seat | None) -> Sentences:
    """A sentence on whose request is first; where requests are hidden, only that the reader has asked."""
    if not state.options.requests_visible:
        has_asked = reader is not None and state.request_of(reader) is not None
        return (say("You have asked."),) if has_asked else ()
    if not state.requests:
        return ()
    first = state.requests[0].seat
    return (say("You asked first."),) if first == reader else (say("{asker} asked first.", asker=Player(first)),)


def _on_vacation(seats: Sequence[Seat], reader: Seat | None) -> Text:
    named = _players(seats, reader)
    return _of(
        seats,
        reader,
        you=say("You are on vacation, and the game waits until you look."),
        one=say("{players} is on vacation, and the game waits.", players=named),
        many=say("{players} are on vacation, and the game waits.", players=named),
        together=say("{you_and_others} are on vacation, and the game waits.", you_and_others=among(say("You"), named)),
    )


def _of(seats: Sequence[Seat], reader: Seat | None, *, you: Text, one: Text, many: Text, together: Text) -> Text:
    """The sentence that fits who is meant: the reader alone or with others, somebody else, or several."""
    if reader in seats:
        return you if len(seats) == 1 else together
    return one if len(seats) == 1 else many


def _players(seats: Sequence[Seat], reader: Seat | None) -> tuple[Player, ...]:
    """The players to name: all but the reader."""
    return tuple(Player(seat) for seat in seats if seat != reader)
