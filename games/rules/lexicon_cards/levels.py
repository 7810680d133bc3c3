"""Levels of the robots of Lexicon, the card game, one row each.

By `python -m tests.bench.matches --kind lexicon_cards`, the club level wins nine of ten games against the first
level. The best level wins nearly all, and nineteen of twenty against a first level that knows all words."""

from dataclasses import dataclass

from games.rules.robots import Level
from games.rules.texts import say, template


@dataclass(frozen=True, kw_only=True)
class CardLevel(Level):
    """A level of a card robot.

    If it `plans`, it plans how to empty its hand; otherwise it lays whatever sheds most points. With `exchanges` it
    also considers letters on the table, and cards that it could take or draw."""

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
