"""What a table can agree on. The one source of forms, the API's schema, mails and the record; durations in seconds."""

from dataclasses import dataclass
from typing import Literal

from games.rules.messages import say
from games.rules.options import HOUR, choice, duration
from games.rules.table.turns import PACES as TURN_PACES
from games.rules.table.turns import TurnOptions


@dataclass(frozen=True)
class Options(TurnOptions):
    """Source: the published rules, and the variants that are played."""

    packs: int = choice(
        1,
        say("Packs"),
        say("Five players or more need two."),
        {1: say("one pack of 52 cards"), 2: say("two packs, 104 cards")},
    )
    word_check: Literal["enforced", "challenge"] = choice(
        "enforced",
        say("Words"),
        say("When words are looked up."),
        {
            "enforced": say("only words of the list can be laid"),
            "challenge": say("only when somebody challenges a word"),
        },
    )
    challenge_within: int = duration(
        24 * HOUR, say("Challenge within"), say("How long a word may be challenged if the next player has not moved.")
    )
    upheld: Literal["offender", "challenger"] = choice(
        "offender",
        say("A word that is none"),
        say("Who feels it when a challenge is right; one that is wrong costs its challenger 10 points."),
        {"offender": say("10 points more for its player"), "challenger": say("10 points less for the challenger")},
    )
    out_at: Literal["over", "reached"] = choice(
        "over",
        say("Out"),
        say("Which points put a player out."),
        {"over": say("over 100"), "reached": say("100 or more")},
    )
    exchange: Literal["one", "several"] = choice(
        "one",
        say("Exchange"),
        say("How many cards may be exchanged for letters of one word in a turn."),
        {"one": say("one card"), "several": say("one or more")},
    )
    sticky_master: bool = choice(
        False,
        say("The Master"),
        say("What a Master stands for that was taken from a word into a hand."),
        {False: say("any letter again"), True: say("the letter it stood for")},
    )


PACES = {**TURN_PACES, "live": {**TURN_PACES["live"], "challenge_within": 300}}
