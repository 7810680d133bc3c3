"""Sentences on what a game is waiting for and what comes next, without revealing hidden requests."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Literal

from games.rules.crossing.state import State
from games.rules.crossing.swaps import proposals_waiting
from games.rules.grid import unlaid_tiles
from games.rules.table import view
from games.rules.texts import Player, Text, among, say, template
from games.rules.values import Seat

COMES = {
    "green": template("{player}’s green light"),
    "your green": template("your green light"),
    "red": template("the red light"),
    "amber": template("an amber light, with new tiles for everyone"),
    "away": template("the game no longer waits for {player}"),
    "your away": template("your time to look ends"),
    "abandon": template("the game is scored as it stands"),
    "grace": template("the grace period ends and the layouts are scored"),
    "open": template("the grace period ends and all layouts are revealed"),
    "challenge": template("the time to challenge ends and the layouts are scored"),
    "leeway": template("the leeway ends"),
    "resume": template("the pause ends by itself"),
    "hard end": template("the game ends and is scored as it stands"),
}
RUNS = {
    "green": template("Green light"),
    "your green": template("Your green light"),
    "red": template("Red light"),
    "amber": template("Amber light: new tiles for everyone"),
    "away": template("{player} must look within"),
    "your away": template("You must look within"),
    "abandon": template("Everyone is away"),
    "grace": template("Grace period"),
    "open": template("Grace period"),
    "challenge": template("Challenges"),
    "resume": template("The pause"),
    "hard end": template("The game"),
}
THEN = {
    "green": template("for {player} ({at})"),
    "your green": template("on {at}"),
    "red": template("ends the game on {at}"),
    "amber": template("if nobody asks by {at}"),
    "away": template("then away ({at})"),
    "your away": template("then you are away ({at})"),
    "abandon": template("the game is scored as it stands on {at}"),
    "grace": template("then the layouts are scored ({at})"),
    "open": template("then all layouts are revealed ({at})"),
    "challenge": template("then the layouts are scored ({at})"),
    "resume": template("ends by itself on {at}"),
    "hard end": template("ends and is scored as it stands on {at}"),
}


Board = Literal["ready", "unlaid", "apart"]
"""A submitted layout: complete; missing tiles; or all tiles laid, but not in one group of valid words."""
TO_GREEN: Mapping[Board, Text] = {
    "ready": say("Your board is ready. Request the green light."),
    "unlaid": say("Lay every tile, submit, then request the light. Everyone gets new tiles."),
    "apart": say("Join all your tiles in one group of valid words, submit, then request the green light."),
}
TO_RED: Mapping[Board, Text] = {
    "ready": say("Your board is ready. Request the red light."),
    "unlaid": say("Lay every tile, submit, then request the red light. It ends the game."),
    "apart": say("Join all your tiles in one group of valid words, submit, then request the red light."),
}
TO_DONE: Mapping[Board, Text] = {
    "ready": say("Your board is ready. Say DONE if it’s final."),
    "unlaid": say("Some of your tiles aren’t in your submitted layout. Submit your last one, then say DONE."),
    "apart": say("Your tiles aren’t all in one group of valid words. Submit your last layout, then say DONE."),
}

Sentences = tuple[Text, ...]


def why_nothing_happens(state: State, reader: Seat | None, *, is_complete: Callable[[], bool]) -> Sentences:
    """Return sentences on what the reader can do next, who the game waits for, and what happens by itself.

    `is_complete` tells if the reader's submitted layout is complete. It needs the word list, so it is called only
    where needed."""
    running = partial(_while_clocks_run, state, reader, partial(_board, state, reader, is_complete))
    return view.why_nothing_happens(
        state, running, beside=(*view.ends_vacation(state, reader), *proposals_waiting(state, reader))
    )


def _board(state: State, reader: Seat | None, is_complete: Callable[[], bool]) -> Board | None:
    """Return the state of the reader's submitted layout; None for spectators and players with tiles face down."""
    if reader is None or reader in state.resigned or state.face_down(reader):
        return None
    if unlaid_tiles(state.known_layout(reader), state.held(reader)):
        return "unlaid"
    return "ready" if is_complete() else "apart"


def _while_clocks_run(state: State, reader: Seat | None, board: Callable[[], Board | None]) -> Sentences:
    if state.phase == "grace":
        return _in_grace(state, reader, board)
    if state.phase == "challenge":
        ends = state.clocks.ends("challenge")
        assert ends is not None
        others = [seat for seat in state.waited_for if seat not in state.done]
        return (say("All layouts are revealed, and words can be challenged."), _scored(others, reader, ends))
    if abandoned_at := state.clocks.ends("abandon"):
        return (say("Everyone is away. If nobody looks, the game is scored as it stands on {at}.", at=abandoned_at),)
    asked = _asked(state, reader)
    reads = None if asked else board()
    if not state.is_caught_up:
        return _not_caught_up(state, reader, asked or _if_ready(state, reads))
    return _caught_up(state, reader, asked, reads)


def _in_grace(state: State, reader: Seat | None, board: Callable[[], Board | None]) -> Sentences:
    ends = state.clocks.ends("grace")
    assert ends is not None
    others = [seat for seat in state.waited_for if seat not in (state.red_caller, *state.done)]
    end = _open(others, reader, ends) if state.options.words_are_challenged else _scored(others, reader, ends)
    if state.red_caller == reader is not None:
        return (say("You called the red light."), end)
    reads = board() if reader in others else None
    step = (TO_DONE[reads],) if reads else ()
    if state.red_caller is None:
        return (say("The red light is on."), *step, end)
    return (say("{caller} called the red light.", caller=Player(state.red_caller)), *step, end)


def _scored(others: Sequence[Seat], reader: Seat | None, ends: datetime) -> Text:
    """Return a sentence on when the game is scored, naming those who haven't said DONE."""
    named = _players(others, reader)
    return _of(
        others,
        reader,
        you=say("The game is scored on {at}, or as soon as you say DONE.", at=ends),
        one=say("The game is scored on {at}, or as soon as {players} says DONE.", at=ends, players=named),
        many=say("The game is scored on {at}, or as soon as {players} say DONE.", at=ends, players=named),
        together=say(
            "The game is scored on {at}, or as soon as {you_and_others} say DONE.",
            at=ends,
            you_and_others=among(say("you"), named),
        ),
    )


def _open(others: Sequence[Seat], reader: Seat | None, ends: datetime) -> Text:
    """Return a sentence on when all layouts are revealed, naming those who haven't said DONE."""
    named = _players(others, reader)
    return _of(
        others,
        reader,
        you=say("All layouts are revealed on {at}, or as soon as you say DONE. Then words can be challenged.", at=ends),
        one=say(
            "All layouts are revealed on {at}, or as soon as {players} says DONE. Then words can be challenged.",
            at=ends,
            players=named,
        ),
        many=say(
            "All layouts are revealed on {at}, or as soon as {players} say DONE. Then words can be challenged.",
            at=ends,
            players=named,
        ),
        together=say(
            "All layouts are revealed on {at}, or as soon as {you_and_others} say DONE. Then words can be challenged.",
            at=ends,
            you_and_others=among(say("you"), named),
        ),
    )


def _not_caught_up(state: State, reader: Seat | None, first: Sentences) -> Sentences:
    """Return sentences for a game in which somebody hasn't looked at their new tile. They begin with `first`, then say
    who the game waits for and how long, or that somebody is on vacation."""
    unseen = [seat for seat in state.waited_for if state.unseen[seat]]
    if vacations := [seat for seat in state.waited_for if state.waits_for_vacation_of(seat)]:
        return (*first, _on_vacation(vacations, reader))
    latest = max((at for seat in unseen if (at := state.clocks.ends(f"see {seat}"))), default=None)
    if latest is None:
        return (*first, say("The caller’s draw is withheld until the others have looked."))
    named = _players(unseen, reader)
    waits = _of(
        unseen,
        reader,
        you=say("You haven’t looked yet."),
        one=say("{players} hasn’t looked yet.", players=named),
        many=say("{players} haven’t looked yet.", players=named),
        together=say("{you_and_others} haven’t looked yet.", you_and_others=among(say("You"), named)),
    )
    if _asked(state, reader):
        light = (
            say(
                "The light follows {leeway} after everyone has looked. The game waits until {at} at the latest.",
                leeway=state.leeway,
                at=latest,
            )
            if state.leeway
            else say(
                "The light follows as soon as everyone has looked. The game waits until {at} at the latest.", at=latest
            )
        )
        return (*first, waits, light)
    return (*first, waits, say("The game waits until {at} at the latest.", at=latest))


def _caught_up(state: State, reader: Seat | None, asked: Sentences, reads: Board | None) -> Sentences:
    leeway_ends, call_ends = state.clocks.ends("leeway"), state.clocks.ends("call")
    assert leeway_ends is not None
    first = asked or _if_ready(state, reads)
    if not state.options.requests_visible:
        if leeway_ends > state.now:
            return (*first, say("Everyone has looked. A light comes on {at} at the earliest.", at=leeway_ends))
        return (*first, say("Everyone has looked. A light comes as soon as somebody has asked. Requests are hidden."))
    if asked:
        return (*asked, say("Everyone has looked. The light comes on {at}.", at=leeway_ends))
    if call_ends is None:
        vacations = [seat for seat in state.waited_for if state.waits_for_vacation_of(seat)]
        return (*(first or (say("Nobody has asked for the light yet."),)), _on_vacation(vacations, reader))
    if state.options.call_within == "never":
        by_itself = say("If nobody asks, the game is scored as it stands on {at}.", at=call_ends)
    elif state.pool_is_short:
        by_itself = say("The pool is short. If nobody asks, the red light comes by itself on {at}.", at=call_ends)
    else:
        by_itself = say("If nobody asks, an amber light deals everyone new tiles on {at}.", at=call_ends)
    return (_to_ask(state)[reads] if reads else say("Nobody has asked for the light yet."), by_itself)


def _to_ask(state: State) -> Mapping[Board, Text]:
    """Return what the reader can do for the next light, by the state of their layout."""
    return TO_RED if state.pool_is_short else TO_GREEN


def _if_ready(state: State, reads: Board | None) -> Sentences:
    return (_to_ask(state)["ready"],) if reads == "ready" else ()


def _asked(state: State, reader: Seat | None) -> Sentences:
    """Return a sentence on whose request is first. Where requests are hidden, only that the reader has asked."""
    if not state.options.requests_visible:
        has_asked = reader is not None and state.request_of(reader) is not None
        return (say("You have asked for the light."),) if has_asked else ()
    if not state.requests:
        return ()
    first = state.requests[0].seat
    return (
        (say("Your request is first."),)
        if first == reader
        else (say("{asker}’s request is first.", asker=Player(first)),)
    )


def _on_vacation(seats: Sequence[Seat], reader: Seat | None) -> Text:
    named = _players(seats, reader)
    return _of(
        seats,
        reader,
        you=say("You are on vacation. The game waits until you look."),
        one=say("{players} is on vacation. The game waits.", players=named),
        many=say("{players} are on vacation. The game waits.", players=named),
        together=say("{you_and_others} are on vacation. The game waits.", you_and_others=among(say("You"), named)),
    )


def _of(seats: Sequence[Seat], reader: Seat | None, *, you: Text, one: Text, many: Text, together: Text) -> Text:
    """Return the sentence that fits these seats: the reader alone, the reader with others, one other, or several."""
    if reader in seats:
        return you if len(seats) == 1 else together
    return one if len(seats) == 1 else many


def _players(seats: Sequence[Seat], reader: Seat | None) -> tuple[Player, ...]:
    """Return the players to name: all but the reader."""
    return tuple(Player(seat) for seat in seats if seat != reader)
