"""What happens in every game with turns, as sentences."""

from collections.abc import Mapping

from games.rules.kind import Json, Seat
from games.rules.messages import Message, Player, say
from games.rules.said import in_words, said


def shared_word(facts: Mapping[str, Json], reader: Seat | None) -> Message | None:
    """The sentence for an event that all kinds share, as it was told; None for what is not worth a line to this reader."""
    verb, seat = facts["verb"], facts.get("seat")
    who = {"player": Player(seat)} if seat is not None else {}
    mine = seat is not None and seat == reader
    match verb:
        case "turn":
            return say("It is your move.") if mine else None
        case "end" if facts["ending"] in ENDINGS:
            return say(ENDINGS[facts["ending"]])
        case _:
            return said(facts, reader) or in_words(verb, MINE if mine else {}, OTHERS, who)


def points(n: int) -> Message:
    """So many points."""
    return say("1 point") if n == 1 else say("{n} points", n=n)


def _known(template: str) -> str:
    """Marks a sentence for translation."""
    return template


MINE = {
    "late": _known("Your time to move ran out."),
    "extend": _known("You have 24 hours more to move, as mail to you comes back."),
}
OTHERS = {
    "late": _known("{player} let the time to move run out."),
    "extend": _known("{player} has 24 hours more to move, as mail to them comes back."),
}
ENDINGS = {
    "resigned": _known("One player was left: the game is over."),
}
PACE_SAYS = {
    "daily": _known("Look in once or twice a day. Who lets their time run out holds nobody up for long."),
    "leisurely": _known("Look in every few days: nobody is hurried, and a game may take a season."),
    "live": _known("Everyone is at the table at once: a few minutes for each move, done in an evening."),
}
COMES = {
    "late": _known("{player}’s time to move ends"),
    "your late": _known("your time to move ends"),
    "away": _known("{player} is no longer waited for"),
    "your away": _known("you are no longer waited for"),
    "resume": _known("the pause ends by itself"),
    "hard end": _known("the game ends and is scored as it lies"),
}
