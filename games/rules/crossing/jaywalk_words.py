"""A jaywalk in words: what happened, as its reader may be told, and what a button or a mail says that one may do."""

from collections.abc import Mapping
from typing import Any

from games.rules.crossing.jaywalking import Rights
from games.rules.crossing.options import Options
from games.rules.kind import Seat
from games.rules.messages import Message, Player, say
from games.rules.tiles import in_order


def word_jaywalk(facts: Mapping[str, Any], reader: Seat | None) -> Message:
    """The sentence for a `jaywalk` as `tell` gave it."""
    return _mine(facts) if facts["seat"] == reader else _of_another(facts)


def _mine(facts: Mapping[str, Any]) -> Message:
    if "returned" not in facts:
        return say("You jaywalked.")
    returned, drawn = tuple(facts["returned"]), tuple(facts.get("draws", ()))
    if facts.get("taken"):
        return say(
            "You jaywalked: {returned} for {taken}, which lay open.", returned=returned, taken=tuple(facts["taken"])
        )
    if not drawn:  # a predecessor's, of whose tiles only the open ones are known
        return say("You jaywalked, and laid open: {returned}.", returned=returned)
    return say("You jaywalked: {returned} went back, {drawn} came.", returned=returned, drawn=drawn)


def _of_another(facts: Mapping[str, Any]) -> Message:
    who = Player(facts["seat"])
    returned, drawn = tuple(facts.get("returned", ())), tuple(facts.get("draws", ()))
    if facts.get("taken"):
        taken = tuple(facts["taken"])
        return say(
            "{player} jaywalked: {returned} for {taken}, which lay open.", player=who, returned=returned, taken=taken
        )
    if drawn:
        return say(
            "{player} jaywalked: {returned} went back, {drawn} came.", player=who, returned=returned, drawn=drawn
        )
    if returned:
        return say("{player} jaywalked, and laid open: {returned}.", player=who, returned=returned)
    match facts.get("count"):
        case 1:
            return say("{player} jaywalked: one tile for two.", player=who)
        case 2:
            return say("{player} jaywalked: two tiles for four.", player=who)
    return say("{player} jaywalked.", player=who)


def why_none_left(options: Options) -> Message:
    """Below the button of who may not jaywalk in this round, or no more."""
    if options.jaywalk == "behind":
        return say("for those behind")
    match options.jaywalk_times:
        case "once a game":
            return say("once a game")
        case "every second round":
            return say("every second round")
    return say("next round")


def brief(rights: Rights) -> Message:
    """What it comes to, below the button."""
    if not rights.blind:
        return say("take an open tile")
    if rights.draw > 1:
        return say("two for one") if rights.tiles == 1 else say("two for each tile")
    return say("swap one tile") if rights.tiles == 1 else say("swap one tile or two")


def does(rights: Rights, *, tile: str, face_up: str) -> Message:
    """What a mail says of it; `tile` is one of the reader's own, `face_up` lies open."""
    clause = _clause(rights, tile, in_order(face_up)[:1])
    if rights.tiles > 1:
        clause = say("{clause} (or two: two letters)", clause=clause)
    match rights.times:
        case 1:
            return say("{clause}, once a round", clause=clause)
        case "every second round":
            return say("{clause}, once in two rounds", clause=clause)
        case "once a game":
            return say("{clause}, once a game", clause=clause)
        case "unlimited":
            return say("{clause}, as often as you like", clause=clause)
    if rights.left == 1:
        return say("{clause}, once more in this round", clause=clause)
    return say("{clause}, up to {left} times more in this round", clause=clause, left=rights.left)


def _clause(rights: Rights, tile: str, lies_open: str) -> Message:
    if lies_open and not rights.blind:
        return say(
            "`JAYWALK {tile} FOR {open}` gives back your {tile} for a tile that lies open", tile=tile, open=lies_open
        )
    if lies_open and rights.draw > 1:
        return say(
            "`JAYWALK {tile}` gives back your {tile} for two tiles, `JAYWALK {tile} FOR {open}` for one that lies open",
            tile=tile,
            open=lies_open,
        )
    if lies_open:
        return say(
            "`JAYWALK {tile}` gives back your {tile} for another tile, `JAYWALK {tile} FOR {open}` for one that lies open",
            tile=tile,
            open=lies_open,
        )
    if rights.draw > 1:
        return say("`JAYWALK {tile}` gives back your {tile} for two tiles", tile=tile)
    return say("`JAYWALK {tile}` gives back your {tile} for another tile", tile=tile)
