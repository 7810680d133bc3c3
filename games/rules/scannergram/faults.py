"""What is wrong with a solution, in a sentence for each fault that `judging` finds, and for one that never came."""

from collections.abc import Sequence

from games.rules.messages import Text, say, template


def why(fault: str, named: Sequence[str]) -> Text:
    """The sentence for one of FAULTS, or for `late`, and the letters or words that it is about."""
    return say(SENTENCES[fault], named=tuple(named))


SENTENCES = {
    "tiles": template(
        "The new grid is not made of all the tiles of the old one and the new tile. It differs in: {named}."
    ),
    "apart": template("The tiles of the new grid do not all hang together."),
    "words": template("Not in the word list: {named}."),
    "place": template("The new tile lies nowhere but where its own letter stood: {named}."),
    "length": template("The bid promised a longer word: the longest with the new tile has this many letters: {named}."),
    "uncalled": template("Created, but not called: {named}."),
    "uncreated": template("Called, but not created: {named}."),
    "late": template("No solution was written in time."),
    "barred": template("Called in an earlier round: {named}."),
}
