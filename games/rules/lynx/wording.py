"""What happened in a game of Lynx, as a sentence a reader may be told: one for each verb of its own."""

from collections.abc import Mapping

from games.rules.kind import Json, Seat
from games.rules.lynx.entry import enumeration
from games.rules.messages import Message, Player, say
from games.rules.turns.wording import COMES as SHARED


def own_word(facts: Mapping[str, Json], reader: Seat | None) -> Message | None:
    """The sentence for an event that only Lynx has."""
    verb = facts["verb"]
    if verb == "deal":
        if facts["first"] == reader:
            return say("The pattern lies ready. You begin.")
        return say("The pattern lies ready. {player} begins.", player=Player(facts["first"]))
    if verb not in OTHERS:
        return None
    mine = facts["seat"] == reader and verb in MINE
    values = {name: facts[name] for name in ("light", "written", "fill", "points") if name in facts}
    if "written" in facts:
        values["parts"] = enumeration(facts["written"])
    if not mine:
        values["player"] = Player(facts["seat"])
    return Message(MINE[verb] if mine else OTHERS[verb], values)


def _known(template: str) -> str:
    """Marks a sentence for translation."""
    return template


MINE = {
    "enter": _known("You entered {written} ({parts}) at {light}: {points} points."),
    "mistake": _known("You wrote {written} at {light} in ink, which is a mistake: {fill} stands, {points} points."),
    "propose": _known(
        "You would enter {written} ({parts}) at {light}. It is not in the word list: the others accept or reject it."
    ),
    "accept": _known("You accepted the entry."),
    "reject": _known("You rejected {written}."),
    "stands": _known("Your entry {written} ({parts}) at {light} stands: {points} points."),
    "pass": _known("You passed."),
    "bonus": _known("You made the last entry: {points} points more."),
}
OTHERS = {
    "enter": _known("{player} entered {written} ({parts}) at {light}: {points} points."),
    "mistake": _known(
        "{player} wrote {written} at {light} in ink, which is a mistake: {fill} stands, {points} points."
    ),
    "propose": _known(
        "{player} would enter {written} ({parts}) at {light}. It is not in the word list: the others accept or reject it."
    ),
    "accept": _known("{player} accepted the entry."),
    "reject": _known("{player} rejected {written}."),
    "stands": _known("The entry {written} ({parts}) of {player} at {light} stands: {points} points."),
    "pass": _known("{player} passed."),
    "bonus": _known("{player} made the last entry: {points} points more."),
}
COMES = {
    **SHARED,
    "silence": _known("{player} has accepted the entry by silence"),
    "your silence": _known("you have accepted the entry by silence"),
}
SAYS = _known(
    "Fill an empty crossword pattern together, each entry for itself: the more letters it crosses, the more it earns."
)
OPENING = (
    _known(
        "Enter words and phrases into an empty crossword pattern. The first goes into the shortest light, for two points a "
        "letter; each later one must cross letters that stand, and earns its length times their number. What is not in the "
        "list “{words}” is for the others to accept or reject. The last entry earns 10 more."
    ),
)
COMMANDS = {
    "ENTER 4D MOM": _known("enter MOM in light 4 down"),
    "PASS": _known("no entry this turn"),
    "ACCEPT, REJECT": _known("judge an entry"),
}
