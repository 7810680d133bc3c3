"""What happened in a game of Crosslet, as a sentence a reader may be told: one for each verb of its own."""

from collections.abc import Mapping

from games.rules.kind import Json, Seat
from games.rules.messages import Message, Player, Value, say, template


def own_word(facts: Mapping[str, Json], reader: Seat | None) -> Message | None:
    """The sentence for an event that only Crosslet has."""
    verb, seat = facts["verb"], facts.get("seat")
    if verb == "deal":
        if facts["first"] == reader:
            return say("The tiles were dealt. You begin.")
        return say("The tiles were dealt. {player} begins.", player=Player(facts["first"]))
    if verb == "score":
        return _settling(facts, reader)
    form = _form(facts)
    if form not in OTHERS:
        return None
    if seat == reader:
        return Message(MINE[form], _values(facts))
    return Message(OTHERS[form], {"player": Player(facts["seat"]), **_values(facts)})


def _form(facts: Mapping[str, Json]) -> str:
    match facts["verb"]:
        case "play" if facts["all_seven"]:
            return "play all seven"
        case "exchange" if not facts["returned"]:
            return "pass"
        case verb:
            return str(verb)


def _values(facts: Mapping[str, Json]) -> dict[str, Value]:
    match facts["verb"]:
        case "play":
            is_sum = len(facts["words"]) > 1 or facts["all_seven"]
            words = tuple(f"{word['word']} {word['points']}" if is_sum else word["word"] for word in facts["words"])
            return {"words": words, "points": facts["points"], **_more(facts)}
        case "exchange" if facts["returned"]:
            return {"tiles": tuple(facts["returned"]), "drawn": tuple(facts["draws"])}
        case "swap":
            return {"letters": tuple(facts["tiles"].values()), "cells": tuple(facts["tiles"])}
        case _:
            return {}


def _more(facts: Mapping[str, Json]) -> dict[str, Value]:
    return {"more": facts["all_seven"]} if facts["all_seven"] else {}


def _settling(facts: Mapping[str, Json], reader: Seat | None) -> Message | None:
    """The end; nothing where one player was left, and the racks were not counted."""
    if "changes" not in facts:
        return None
    if "out" not in facts:
        return say("There were two exchanges of each player in succession: everyone loses the sum of their rack.")
    out, gained = facts["out"], facts["changes"][facts["out"]]
    if out == reader:
        return say("You are out and gain {n}: the sums of the other racks, which the others lose.", n=gained)
    return say(
        "{player} is out and gains {n}: the sums of the other racks, which the others lose.",
        player=Player(out),
        n=gained,
    )


MINE = {
    "play": template("You played {words} for {points}."),
    "play all seven": template("You played {words}, and {more} for all seven tiles: {points} in all."),
    "exchange": template("You exchanged {tiles} and drew {drawn}."),
    "pass": template("You exchanged nothing."),
    "swap": template("You put {letters} under the blank on {cells}, and took the blank."),
}
OTHERS = {
    "play": template("{player} played {words} for {points}."),
    "play all seven": template("{player} played {words}, and {more} for all seven tiles: {points} in all."),
    "exchange": template("{player} exchanged {tiles} and drew {drawn}."),
    "pass": template("{player} exchanged nothing."),
    "swap": template("{player} put {letters} under the blank on {cells}, and took the blank."),
}
SAYS = template(
    "One board, open racks, and plays in as many lines at once as one likes: all seven tiles may fall anywhere, if every "
    "run is a word. For two to four, by turns."
)
OPENING = (
    template(
        "All lay tiles on one board, and all racks are open. A play may put any of your seven tiles anywhere, also in "
        "several lines at once, as long as every run is a word of the list “{words}” and all tiles hang together. Each "
        "new word scores. Instead of a play you may exchange tiles."
    ),
)
COMMANDS = {
    "GRID … END": template("your play: the words with their places, such as 8H QUARTZ, or the whole board after it"),
    "EXCHANGE Q U": template("give tiles back and draw others; with an empty bag EXCHANGE alone passes"),
    "SWAP H8": template("put the real letter under the blank on H8 and take the blank, where the table plays so"),
}
