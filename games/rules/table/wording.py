"""What happens in every game with turns, as sentences."""

from collections.abc import Mapping

from games.rules.kind import Json, Seat
from games.rules.messages import Message, Player, say, template
from games.rules.said import in_words, said
from games.rules.showing import Asking


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


MINE = {
    "late": template("Your time to move ran out."),
    "extend": template("You have 24 hours more to move, as mail to you comes back."),
}
OTHERS = {
    "late": template("{player} let the time to move run out."),
    "extend": template("{player} has 24 hours more to move, as mail to them comes back."),
}
ENDINGS = {
    "resigned": template("One player was left: the game is over."),
}
COMES = {
    "late": template("{player}’s time to move ends"),
    "your late": template("your time to move ends"),
    "away": template("{player} is no longer waited for"),
    "your away": template("you are no longer waited for"),
    "resume": template("the pause ends by itself"),
    "hard end": template("the game ends and is scored as it lies"),
}
ASKS = {
    "PAUSE": Asking(
        (
            say(
                "It begins when all who are waited for have agreed. No clock runs then; any of you can go on, and after "
                "14 days it ends by itself."
            ),
        ),
        say("Pause the game?"),
        say("I would like a pause"),
    ),
    "VOID": Asking(
        (
            say(
                "When everyone who still plays has asked for this, the game ends without a result for anybody. Until then "
                "you play on, and can take it back."
            ),
        ),
        say("Call the game off?"),
        say("I would like to call it off"),
        is_grave=True,
    ),
    "RESIGN": Asking(
        (say("You leave this game for good and rank below all who stay. This cannot be taken back."),),
        say("Resign from this game?"),
        is_grave=True,
    ),
}
"""What is asked before these."""
