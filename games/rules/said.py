"""What happens at a table of any kind, as sentences: pauses, vacations, who is away, back or gone, and what the staff did.

A kind words what is its own, and what these leave open."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from games.rules.clocks import Clocks
from games.rules.kind import Json, Seat
from games.rules.messages import Message, Player, Value, say, template


def said(facts: Mapping[str, Json], reader: Seat | None) -> Message | None:
    """The sentence for an event as it was told; None for what this reader needs no line about, or a kind words itself."""
    if facts.get("staff") and (by_staff := _by_staff(facts, reader)):
        return by_staff
    verb, seat = facts["verb"], facts.get("seat")
    who: dict[str, Value] = {"player": Player(seat)} if seat is not None else {}
    mine = seat is not None and seat == reader
    match verb:
        case "vacation":
            starts, ends = (datetime.fromisoformat(facts[name]) for name in ("starts", "ends"))
            if facts.get("withdrawn"):
                return (
                    say("You have withdrawn your vacation.")
                    if mine
                    else say("{player} has withdrawn a vacation.", **who)
                )
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
            return say(ENDINGS[facts["ending"]]) if facts["ending"] in ENDINGS else None
        case _:
            return in_words(verb, MINE if mine else {}, OTHERS, who)


def in_words(verb: str, mine: Mapping[str, str], others: Mapping[str, str], who: Mapping[str, Value]) -> Message | None:
    """The sentence for this verb: the reader’s own, or with the name of whose it is."""
    if verb in mine:
        return say(mine[verb])
    return say(others[verb], **who) if verb in others else None


def until_the_hard_end(clocks: Clocks) -> tuple[Message, ...]:
    """By when the game ends, where that was set."""
    return (say("The game ends by {at} at the latest.", at=clocks.hard_end),) if clocks.hard_end else ()


def _by_staff(facts: Mapping[str, Json], reader: Seat | None) -> Message | None:
    """What the staff did, with the reason where one was given."""
    seat = facts.get("seat")
    what = _act(facts)
    templates = BY_STAFF_TO_YOU.get(what) if seat is not None and seat == reader else None
    plain, reasoned = templates or BY_STAFF.get(what, ("", ""))
    if not plain:
        return None
    values: dict[str, Value] = {}
    if seat is not None and templates is None:
        values["player"] = Player(seat)
    if "by" in facts:
        values["by"] = timedelta(seconds=facts["by"])
    if "until" in facts:
        values["at"] = datetime.fromisoformat(facts["until"])
    if facts.get("reason"):
        return say(reasoned, reason=facts["reason"], **values)
    return say(plain, **values)


def _act(facts: Mapping[str, Json]) -> str:
    """What was done, by the names of `BY_STAFF`."""
    match facts["verb"]:
        case "extend" if "until" in facts:
            return "hard end"
        case "extend":
            of = "bank" if facts.get("bank") else "time"
            return f"{of} of all" if facts.get("seat") is None else of
        case "end":
            return str(facts["ending"])
        case verb:
            return str(verb)


MINE = {
    "away": template("You are away: nobody waits for you until you look."),
    "back": template("You are back."),
    "pause": template("You would like a pause."),
    "void": template("You would like to call the game off."),
    "keep": template("You no longer ask to call the game off."),
    "resume": template("You ended the pause."),
    "resign": template("You resigned."),
}
OTHERS = {
    "away": template("{player} is away, and nobody waits for them until they look."),
    "back": template("{player} is back."),
    "pause": template("{player} would like a pause."),
    "void": template("{player} would like to call the game off."),
    "keep": template("{player} no longer asks to call the game off."),
    "resume": template("{player} ended the pause."),
    "resign": template("{player} resigned."),
}
AGREEING = {
    "PAUSE": template("Pause"),
    "RESUME": template("Go on"),
    "VOID": template("Call the game off"),
    "KEEP": template("Play on"),
}
"""The labels of what all can agree on."""
ENDINGS = {
    "played": template("The game is over."),
    "hard_end": template("The time for this game is up: it was scored as it lay."),
    "void": template("Everyone agreed to call the game off: it has no result."),
}
BY_STAFF = {
    "pause": (
        template("The staff paused the game."),
        template("The staff paused the game: {reason}"),
    ),
    "resume": (
        template("The staff ended the pause."),
        template("The staff ended the pause: {reason}"),
    ),
    "time": (
        template("The staff gave {player} {by} more."),
        template("The staff gave {player} {by} more: {reason}"),
    ),
    "time of all": (
        template("The staff gave everyone {by} more."),
        template("The staff gave everyone {by} more: {reason}"),
    ),
    "bank": (
        template("The staff added {by} to {player}’s bank."),
        template("The staff added {by} to {player}’s bank: {reason}"),
    ),
    "bank of all": (
        template("The staff added {by} to everyone’s bank."),
        template("The staff added {by} to everyone’s bank: {reason}"),
    ),
    "hard end": (
        template("The game ends by {at} at the latest."),
        template("The staff set a new end: the game ends by {at} at the latest: {reason}"),
    ),
    "away": (
        template("The staff marked {player} as away, and nobody waits for them until they look."),
        template("The staff marked {player} as away, and nobody waits for them until they look: {reason}"),
    ),
    "replace": (
        template("{player} plays on in place of another."),
        template("{player} plays on in place of another: {reason}"),
    ),
    "adjudicated": (
        template("The staff ended the game, and it was scored as it lay."),
        template("The staff ended the game, and it was scored as it lay: {reason}"),
    ),
    "void": (
        template("The staff ended the game without a result."),
        template("The staff ended the game without a result: {reason}"),
    ),
}
"""What the staff do, without a reason and with one."""
BY_STAFF_TO_YOU = {
    "time": (
        template("The staff gave you {by} more."),
        template("The staff gave you {by} more: {reason}"),
    ),
    "bank": (
        template("The staff added {by} to your bank."),
        template("The staff added {by} to your bank: {reason}"),
    ),
    "away": (
        template("The staff marked you as away: nobody waits for you until you look."),
        template("The staff marked you as away, and nobody waits for you until you look: {reason}"),
    ),
    "replace": (
        template("You play on in place of another."),
        template("You play on in place of another: {reason}"),
    ),
}
