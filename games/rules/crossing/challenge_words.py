"""A challenge in words: of which word, by whom, how it came out, and what that costs; and the form for one."""

from collections.abc import Mapping
from typing import Any

from games.rules.crossing.challenging import open_words
from games.rules.crossing.state import State
from games.rules.kind import Seat
from games.rules.messages import Message, Player, say, template
from games.rules.showing import Field, Offer


def word_challenge(facts: Mapping[str, Any], reader: Seat | None) -> Message:
    """The sentence for a `challenge` as `tell` gave it; without a word it is the beginning of the time to challenge."""
    if "word" not in facts:
        return say("All layouts lie open now: words that are none can be challenged.")
    templates = _OF_A_LIGHT if facts.get("light") else _AT_THE_END
    by = "you" if facts["seat"] == reader else "other"
    cost = "costs" if facts.get("costs") else _forfeit_of(facts, reader)
    values = {name: facts[name] for name in ("word", "costs", "forfeit") if name in facts}
    values |= {"struck": tuple(facts["struck"])} if facts.get("light") else {}
    players = {"player": Player(facts["seat"])} if by == "other" else {}
    owes = {"owes": Player(facts["owes"])} if cost == "theirs" else {}
    return say(templates[by, facts["upheld"], cost], **values, **players, **owes)


def _forfeit_of(facts: Mapping[str, Any], reader: Seat | None) -> str:
    if "forfeit" not in facts:
        return ""
    return "yours" if facts["owes"] == reader else "theirs"


def offer(state: State, refusal: Message | None) -> Offer:
    """The order as it is offered, with one of the words that lie open, if any, for an example."""
    word = min(open_words(state), default="QI")
    return Offer(
        "CHALLENGE",
        say("Challenge"),
        refusal=refusal,
        brief=_brief(state),
        does=_does(state, word),
        fields=(Field(say("The word"), "word"),),
        warns=_warns(state),
        example=f"CHALLENGE {word}",
    )


def _does(state: State, word: str) -> Message:
    if state.phase != "challenge":
        return say("`CHALLENGE {word}` has every word of the layout that got the light judged", word=word)
    return say("`CHALLENGE {word}` says that {word} is no word", word=word)


def _brief(state: State) -> Message:
    """What it may cost."""
    cost = state.options.false_challenge
    if state.phase != "challenge":
        return say("judges all of it; for a forfeit") if state.options.challenge_forfeit else say("judges all of it")
    if cost == 1:
        return say("a wrong one costs a point")
    return say("a wrong one costs {n} points", n=cost) if cost else say("a wrong one costs nothing")


def _warns(state: State) -> Message:
    """What a challenge may lead to."""
    cost = state.options.false_challenge
    if state.phase != "challenge":
        return say(
            "The word list decides at once about every word of the layout that got the light. Those that are none are struck, "
            "and its player owes the forfeit, if the table agreed on one; if all are words, you owe it."
        )
    if cost:
        return say(
            "The word list decides at once: a word that is none is struck in every layout. One that is a word stands, and "
            "your points are {n} fewer.",
            n=cost,
        )
    return say(
        "The word list decides at once: a word that is none is struck in every layout, one that is a word stands."
    )


_AT_THE_END = {
    ("you", True, ""): template("You challenged {word}: it is not in the word list, and is struck."),
    ("you", False, ""): template("You challenged {word}: it is in the word list, and stands."),
    ("you", False, "costs"): template(
        "You challenged {word}: it is in the word list, and stands. Points off: {costs}."
    ),
    ("other", True, ""): template("{player} challenged {word}: it is not in the word list, and is struck."),
    ("other", False, ""): template("{player} challenged {word}: it is in the word list, and stands."),
    ("other", False, "costs"): template(
        "{player} challenged {word}: it is in the word list, and stands. Points off: {costs}."
    ),
}
"""By whom, whether it was upheld, and what of its cost is told."""
_OF_A_LIGHT = {
    ("you", True, ""): template("You challenged the layout of the last light. No words, and struck: {struck}."),
    ("you", True, "theirs"): template(
        "You challenged the layout of the last light. No words, and struck: {struck}. Forfeit for {owes}: “{forfeit}”"
    ),
    ("you", False, ""): template("You challenged the layout of the last light: it has only words of the list."),
    ("you", False, "yours"): template(
        "You challenged the layout of the last light: it has only words of the list. Forfeit for you: “{forfeit}”"
    ),
    ("other", True, ""): template("{player} challenged the layout of the last light. No words, and struck: {struck}."),
    ("other", True, "yours"): template(
        "{player} challenged the layout of the last light. No words, and struck: {struck}. Forfeit for you: “{forfeit}”"
    ),
    ("other", True, "theirs"): template(
        "{player} challenged the layout of the last light. No words, and struck: {struck}. Forfeit for {owes}: “{forfeit}”"
    ),
    ("other", False, ""): template("{player} challenged the layout of the last light: it has only words of the list."),
    ("other", False, "theirs"): template(
        "{player} challenged the layout of the last light: it has only words of the list. Forfeit for {owes}: “{forfeit}”"
    ),
}
