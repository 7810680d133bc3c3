"""A challenge as a sentence: of which word, by whom, how it came out, and what that costs."""

from collections.abc import Mapping
from typing import Any

from games.rules.kind import Seat
from games.rules.messages import Message, Player, say


def word_challenge(facts: Mapping[str, Any], reader: Seat | None) -> Message:
    """The sentence for a `challenge` as `tell` gave it; without a word it is the beginning of the time to challenge."""
    if "word" not in facts:
        return say("All layouts lie open now: words that are none can be challenged.")
    templates = _OF_A_LIGHT if facts.get("light") else _AT_THE_END
    by = "you" if facts["seat"] == reader else "other"
    cost = "costs" if facts.get("costs") else _forfeit_of(facts, reader)
    values = {name: facts[name] for name in ("word", "costs", "forfeit") if name in facts}
    players = {"player": Player(facts["seat"])} if by == "other" else {}
    owes = {"owes": Player(facts["owes"])} if cost == "theirs" else {}
    return say(templates[by, facts["upheld"], cost], **values, **players, **owes)


def _forfeit_of(facts: Mapping[str, Any], reader: Seat | None) -> str:
    if "forfeit" not in facts:
        return ""
    return "yours" if facts["owes"] == reader else "theirs"


def _known(template: str) -> str:
    """Marks a sentence for translation."""
    return template


_AT_THE_END = {
    ("you", True, ""): _known("You challenged {word}: it is not in the word list, and is struck."),
    ("you", False, ""): _known("You challenged {word}: it is in the word list, and stands."),
    ("you", False, "costs"): _known("You challenged {word}: it is in the word list, and stands. Points off: {costs}."),
    ("other", True, ""): _known("{player} challenged {word}: it is not in the word list, and is struck."),
    ("other", False, ""): _known("{player} challenged {word}: it is in the word list, and stands."),
    ("other", False, "costs"): _known(
        "{player} challenged {word}: it is in the word list, and stands. Points off: {costs}."
    ),
}
"""By whom, whether it was upheld, and what of its cost is told."""
_OF_A_LIGHT = {
    ("you", True, ""): _known("You challenged {word} of the last light: it is not in the word list."),
    ("you", True, "theirs"): _known(
        "You challenged {word} of the last light: it is not in the word list. Forfeit for {owes}: “{forfeit}”"
    ),
    ("you", False, ""): _known("You challenged {word} of the last light: it is in the word list."),
    ("you", False, "yours"): _known(
        "You challenged {word} of the last light: it is in the word list. Forfeit for you: “{forfeit}”"
    ),
    ("other", True, ""): _known("{player} challenged {word} of the last light: it is not in the word list."),
    ("other", True, "yours"): _known(
        "{player} challenged {word} of the last light: it is not in the word list. Forfeit for you: “{forfeit}”"
    ),
    ("other", True, "theirs"): _known(
        "{player} challenged {word} of the last light: it is not in the word list. Forfeit for {owes}: “{forfeit}”"
    ),
    ("other", False, ""): _known("{player} challenged {word} of the last light: it is in the word list."),
    ("other", False, "theirs"): _known(
        "{player} challenged {word} of the last light: it is in the word list. Forfeit for {owes}: “{forfeit}”"
    ),
}
