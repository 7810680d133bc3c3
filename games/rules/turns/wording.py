"""What happens in every game with turns, as sentences."""

from collections.abc import Mapping
from datetime import datetime

from games.rules.kind import Json, Seat
from games.rules.messages import Message, Player, say


def shared_word(facts: Mapping[str, Json], reader: Seat | None) -> Message | None:
    """The sentence for an event that all kinds share, as it was told; None for what is not worth a line to this reader."""
    verb, seat = facts["verb"], facts.get("seat")
    who = {"player": Player(seat)} if seat is not None else {}
    mine = seat is not None and seat == reader
    match verb:
        case "turn":
            return say("It is your move.") if mine else None
        case "vacation":
            starts, ends = (datetime.fromisoformat(facts[name]) for name in ("starts", "ends"))
            if mine:
                return say("You are on vacation from {starts} to {ends}.", starts=starts, ends=ends)
            return say("{player} is on vacation from {starts} to {ends}.", starts=starts, ends=ends, **who)
        case "pause" if "until" in facts:
            return say("Everyone agreed to a pause, until {at} at most.", at=datetime.fromisoformat(facts["until"]))
        case "resume" if facts.get("taken_back"):
            return say("You no longer ask for a pause.") if mine else say("{player} no longer asks for a pause.", **who)
        case "resume" if seat is None:
            return say("The pause is over.")
        case "end":
            return say(ENDINGS[facts["ending"]])
        case _:
            template = (MINE if mine else {}).get(verb) or OTHERS.get(verb)
            return say(template, **({} if mine and verb in MINE else who)) if template else None


def points(n: int) -> Message:
    """So many points."""
    return say("1 point") if n == 1 else say("{n} points", n=n)


def _known(template: str) -> str:
    """Marks a sentence for translation."""
    return template


MINE = {
    "late": _known("Your time to move ran out."),
    "away": _known("You are away: nobody waits for you until you look."),
    "back": _known("You are back."),
    "pause": _known("You would like a pause."),
    "resume": _known("You ended the pause."),
    "extend": _known("You have 24 hours more to move, as mail to you comes back."),
    "resign": _known("You resigned."),
}
OTHERS = {
    "late": _known("{player} let the time to move run out."),
    "away": _known("{player} is away, and nobody waits for them until they look."),
    "back": _known("{player} is back."),
    "pause": _known("{player} would like a pause."),
    "resume": _known("{player} ended the pause."),
    "extend": _known("{player} has 24 hours more to move, as mail to them comes back."),
    "resign": _known("{player} resigned."),
}
ENDINGS = {
    "played": _known("The game is over."),
    "resigned": _known("One player was left: the game is over."),
}
PACES = {
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
}
