"""What happened in a game of Scannergram, as a sentence a reader may be told: one for each verb of its own."""

from collections.abc import Mapping

from games.rules.kind import Json, Seat
from games.rules.messages import Message, Player, say, template
from games.rules.scannergram.faults import why
from games.rules.table.wording import COMES as SHARED


def own_word(facts: Mapping[str, Json], reader: Seat | None) -> Message | None:
    """The sentence for an event that only Scannergram has."""
    verb = facts["verb"]
    match verb:
        case "deal":
            return say("The start grid lies ready.")
        case "tile":
            return say("Round {round}: the new tile is {tile}.", round=facts["round"], tile=facts["tile"])
        case "gone":
            return say("Nobody takes the {tile}: it leaves the game.", tile=facts["tile"])
        case "fault":
            return why(facts["fault"], facts["named"])
        case "bid" if "calls" in facts and facts["seat"] == reader:
            calls = tuple(facts["calls"])
            return say("You bid {length}, and sealed a grid with {calls}.", length=facts["length"], calls=calls)
    if verb not in OTHERS:
        return None
    mine = facts["seat"] == reader
    values = {name: facts[name] for name in ("length", "longest", "tile") if name in facts}
    if "calls" in facts:
        values["calls"] = tuple(facts["calls"])
    if not mine:
        values["player"] = Player(facts["seat"])
    return Message(MINE[verb] if mine else OTHERS[verb], values)


MINE = {
    "bid": template("You bid {length}."),
    "pass": template("You passed."),
    "won": template("You won the bidding with {length}: write your solution."),
    "opened": template("Your grid for {length} was opened. You called: {calls}."),
    "holds": template("You made a word of {longest} letters with the new tile: 1 point, and your grid stands."),
    "fails": template("You lose a point, and the {tile} leaves the game."),
}
OTHERS = {
    "bid": template("{player} bids {length}."),
    "pass": template("{player} passed."),
    "won": template("{player} won the bidding with {length}, and writes the solution."),
    "opened": template("{player}’s grid for {length} was opened. Called: {calls}."),
    "holds": template("{player} made a word of {longest} letters with the new tile: 1 point, and the new grid stands."),
    "fails": template("{player} loses a point, and the {tile} leaves the game."),
}
COMES = {
    **SHARED,
    "window": template("the bidding ends and the highest bid is judged"),
}
SAYS = template(
    "All look at one grid and one new tile, and bid for the longest word that will hold it once the grid is rearranged. "
    "For two to eight; a puzzle each round, and nobody waits for a turn."
)
HOW_TO_ENTER = (
    template(
        "Take the grid of the day and the new tile, and lay them all anew: one connected grid of words, in which the new tile "
        "stands in a word as long as you can make."
    ),
    template(
        "You have one entry. The longest word that holds the new tile wins; of equally long ones the grid that creates fewer "
        "words, then the earlier entry."
    ),
)
OPENING = (
    template(
        "A grid of 20 tiles lies in the middle; each round turns up one tile more. Bid the length of the longest word that "
        "will hold the new tile once you have rearranged the grid, and send that grid along, sealed, with every word it "
        "creates. All tiles are used and every run is a word of the list “{words}”. The highest bid is opened: 1 point if "
        "all is right, 1 point less if not. Five points win."
    ),
)
COMMANDS = {
    "BID 5": template("bid a length; CALL and GRID below it"),
    "CALL ITCHY WITCH": template("every word your grid creates"),
    "GRID": template("the new grid below, END"),
    "PASS": template("no bid on this tile"),
}
