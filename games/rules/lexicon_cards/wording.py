"""What happened in a game of Lexicon, as a sentence a reader may be told: one for each verb of its own."""

from collections.abc import Mapping, Sequence

from games.rules.kind import Json, Seat
from games.rules.lexicon_cards.making import shown
from games.rules.messages import Message, Player, Value, say, template
from games.rules.table.wording import COMES as SHARED


def own_word(facts: Mapping[str, Json], reader: Seat | None) -> Message | None:
    """The sentence for an event that only Lexicon has."""
    verb, mine = facts["verb"], facts.get("seat") == reader and reader is not None
    match verb:
        case "deal":
            return _deal(facts, reader)
        case "count":
            return _count(facts)
        case "challenge":
            return _challenge(facts)
        case "draw" if mine:
            return say("You discarded {card} and took {drew} blind.", card=shown(facts["card"]), drew=facts["drew"])
    if verb not in OTHERS:
        return None
    values: dict[str, Value] = {name: facts[name] for name in ("cards", "added") if name in facts}
    values |= {name: shown(facts[name]) for name in ("word", "makes", "card", "took", "up", "hand") if name in facts}
    if "seat" in facts and not (mine and verb in MINE):
        values["player"] = Player(facts["seat"])
    return Message(MINE[verb] if mine and verb in MINE else OTHERS[verb], values)


def _deal(facts: Mapping[str, Json], reader: Seat | None) -> Message:
    values: dict[str, Value] = {"n": facts["round"], "dealer": Player(facts["dealer"]), "up": facts["up"]}
    own = facts["draws"][reader] if reader is not None else None
    if own:
        return say("Round {n} was dealt by {dealer}; {up} is exposed. Your cards: {cards}.", cards=tuple(own), **values)
    return say("Round {n} was dealt by {dealer}; {up} is exposed.", **values)


def _count(facts: Mapping[str, Json]) -> Message:
    if out := _players(facts["out"]):
        if facts["stalled"]:
            return say(
                "Nothing happened for two rounds of turns: all counted their hands. Out: {players}.", players=out
            )
        return say("The round is over and the hands are counted. Out: {players}.", players=out)
    if facts["stalled"]:
        return say("Nothing happened for two rounds of turns: all counted their hands.")
    return say("The round is over and the hands are counted.")


def _players(seats: Sequence[Seat]) -> tuple[Player, ...]:
    return tuple(map(Player, seats))


def _challenge(facts: Mapping[str, Json]) -> Message:
    values: dict[str, Value] = {"player": Player(facts["seat"]), "word": facts["word"].upper()}
    against = Player(facts["against"])
    if not facts["struck"]:
        return say("{player} challenged {word}, which is a word: 10 points for {player}.", **values)
    if facts["loser"] == facts["seat"]:
        return say(
            "{player} challenged {word}, which is no word: its cards went back to {against}, and {player} has 10 points "
            "less.",
            against=against,
            **values,
        )
    return say(
        "{player} challenged {word}, which is no word: its cards went back, and {against} has 10 points more.",
        against=against,
        **values,
    )


MINE = {
    "lay": template("You laid {word}."),
    "add": template("You made {makes} of {word}."),
    "exchange": template("You exchanged cards: {word} is {makes} now."),
    "take": template("You took {took} and put {card} in its place."),
    "accept": template("You accepted the word."),
    "stands": template("Your {word} stands."),
    "drop": template("You did not move three times running and are out. Your hand, {hand}, counted {added}."),
}
OTHERS = {
    "lay": template("{player} laid {word}."),
    "add": template("{player} made {makes} of {word}."),
    "exchange": template("{player} exchanged cards: {word} is {makes} now."),
    "take": template("{player} took {took} and put {card} in its place."),
    "draw": template("{player} discarded {card} and took blind."),
    "accept": template("{player} accepted the word."),
    "stands": template("{player}’s {word} stands."),
    "turned": template("The pack was used up: the exposed pile was shuffled into a new one, and {up} is exposed."),
    "drop": template("{player} did not move three times running and is out. The hand, {hand}, counted {added}."),
}
COMES = {
    **SHARED,
    "window": template("the word stands"),
    "silence": template("{player} has accepted the word by silence"),
    "your silence": template("you have accepted the word by silence"),
}
SAYS = template(
    "A card game of 1933: ten letter cards in a hidden hand, and words on the table that anyone may add to or change. First "
    "without cards ends the round; last one in wins. For two to four, or more with two packs."
)
OPENING = (
    template(
        "Get rid of your cards. In your turn you lay a word of the list “{words}”, add cards to a word on the table, exchange "
        "a card for a letter of one, take the exposed card for one of yours, or discard one and take a blind one. The first "
        "without cards ends the round; the others count what they hold. Too many points, and you are out; the last one in wins."
    ),
)
COMMANDS = {
    "LAY CAT": template("lay a word"),
    "ADD ARE CARESS": template("make CARESS of ARE on the table"),
    "EXCHANGE LARCH LURCH": template("exchange a card, so that LARCH becomes LURCH"),
    "TAKE Q": template("take the exposed card and put Q in its place"),
    "DRAW Q": template("discard Q and take a blind card"),
    "CHALLENGE, ACCEPT": template("have the last word looked up, or let it stand"),
}
