"""Forfeits: lines of the table's own, told where something happens. Nothing of the game depends on them.

That for a jaywalk is told with its words, and that for a challenged light with the challenge."""

import re
from collections.abc import Mapping
from typing import Any

from games.rules.crossing.scoring import score
from games.rules.crossing.state import State
from games.rules.kind import Json, Seat
from games.rules.messages import Message, Player, say
from games.rules.words import AllBut

ADDRESS = re.compile(r"://|@|\bwww\.|\w\.[^\W\d]{2}", re.IGNORECASE)


def has_address(line: str) -> bool:
    """Whether a mail program might make a link of a part of this line."""
    return ADDRESS.search(line) is not None


def calls_for(line: str, **facts: Json) -> dict[str, Json]:
    """What an event tells of the forfeit that it calls for, such as who owes it; nothing where the table has no such line."""
    return {"forfeit": line, **facts} if line else {}


def owing(state: State) -> tuple[Seat, ...]:
    """The seats whose layout was not complete when it was scored."""
    return tuple(
        result.seat
        for result in state.results
        if not score(result.layout, state.counted(result.seat), AllBut(result.struck)).complete
    )


def invalid_words(state: State) -> dict[str, Json]:
    """What the scoring tells of the forfeit for struck words: how many each layout has, where it has any."""
    line = state.options.invalid_forfeit
    owed = [[result.seat, len(result.struck)] for result in state.results if result.struck]
    return {"invalid_forfeit": line, "invalid_words": owed} if line else {}


def with_invalid_words(message: Message, facts: Mapping[str, Any]) -> Message:
    """What happened, and behind it the forfeit for struck words, for each player who owes it."""
    for seat, words in facts.get("invalid_words", ()):
        line = {"forfeit": facts["invalid_forfeit"], "player": Player(seat)}
        if words == 1:
            message = say("{what} Forfeit for {player}, for a struck word: “{forfeit}”", what=message, **line)
        else:
            message = say(
                "{what} Forfeit for {player}, for each of {n} struck words: “{forfeit}”", what=message, n=words, **line
            )
    return message


def with_forfeit(message: Message, facts: Mapping[str, Any]) -> Message:
    """What happened, and behind it the forfeit that it calls for."""
    line, owed_by = facts.get("forfeit"), facts.get("owed_by")
    if not line or owed_by == []:
        return message
    if owed_by is None:
        return say("{what} Forfeit: “{forfeit}”", what=message, forfeit=line)
    players = tuple(map(Player, owed_by))
    return say("{what} Forfeit for {players}: “{forfeit}”", what=message, forfeit=line, players=players)
