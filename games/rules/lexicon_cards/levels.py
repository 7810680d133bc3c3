"""The levels of robots of Lexicon, a row each. By `python -m tests.bench.matches --kind lexicon_cards` the club wins nine games
of ten against the first, and the best nearly all; nineteen of twenty against a player like the first who knows all words."""

from dataclasses import dataclass

from games.rules.robots import Level
from games.rules.texts import say, template


@dataclass(frozen=True, kw_only=True)
class CardLevel(Level):
    """A level that plans how its hand will be gone or, where `plans` is false, lays what rids it of most points; with
    `exchanges` it weighs letters of the table and the cards that it may take or draw against that."""

    plans: bool = True
    exchanges: bool = True


LEVELS = (
    CardLevel(
        key="first",
        name=template("First game"),
        says=template("Knows everyday words and always lays whatever gets rid of the most points. It never exchanges."),
        expects=say("simple play"),
        common=True,
        plans=False,
        exchanges=False,
    ),
    CardLevel(
        key="club",
        name=template("Club"),
        says=template("Knows everyday words and plans which of them will empty its hand soonest. It never exchanges."),
        expects=say("plans its hand"),
        common=True,
        exchanges=False,
    ),
    CardLevel(
        key="best",
        name=template("As good as it gets"),
        says=template(
            "Knows all words and plans how to get rid of its cards with the words on the table. It exchanges and "
            "takes whatever completes its plan, and hurries when your hand is small."
        ),
        expects=say("plans, exchanges and takes"),
    ),
)
