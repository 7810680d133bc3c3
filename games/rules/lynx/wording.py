"""What happened in a game of Lynx, as a sentence a reader may be told: one for each verb of its own."""

from collections.abc import Mapping

from games.rules.kind import Json, Seat
from games.rules.lynx.entry import enumeration
from games.rules.messages import Message, Player, say, template
from games.rules.table.wording import COMES as SHARED


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


MINE = {
    "enter": template("You entered {written} ({parts}) at {light}: {points} points."),
    "mistake": template("You wrote {written} at {light} in ink, which is a mistake: {fill} stands, {points} points."),
    "propose": template(
        "You would enter {written} ({parts}) at {light}. It is not in the word list: the others accept or reject it."
    ),
    "accept": template("You accepted the entry."),
    "reject": template("You rejected {written}."),
    "stands": template("Your entry {written} ({parts}) at {light} stands: {points} points."),
    "pass": template("You passed."),
    "bonus": template("You made the last entry: {points} points more."),
}
OTHERS = {
    "enter": template("{player} entered {written} ({parts}) at {light}: {points} points."),
    "mistake": template(
        "{player} wrote {written} at {light} in ink, which is a mistake: {fill} stands, {points} points."
    ),
    "propose": template(
        "{player} would enter {written} ({parts}) at {light}. It is not in the word list: the others accept or reject it."
    ),
    "accept": template("{player} accepted the entry."),
    "reject": template("{player} rejected {written}."),
    "stands": template("The entry {written} ({parts}) of {player} at {light} stands: {points} points."),
    "pass": template("{player} passed."),
    "bonus": template("{player} made the last entry: {points} points more."),
}
COMES = {
    **SHARED,
    "silence": template("{player} has accepted the entry by silence"),
    "your silence": template("you have accepted the entry by silence"),
}
SAYS = template(
    "Fill an empty crossword pattern together, each entry for itself: the more letters it crosses, the more it earns."
)
OPENING = (
    template(
        "Enter words and phrases into an empty crossword pattern. The first goes into the shortest light, for two points a "
        "letter; each later one must cross letters that stand, and earns its length times their number. What is not in the "
        "list “{words}” is for the others to accept or reject. The last entry earns 10 more."
    ),
)
COMMANDS = {
    "ENTER 4D MOM": template("enter MOM in light 4 down"),
    "PASS": template("no entry this turn"),
    "ACCEPT, REJECT": template("judge an entry"),
}
