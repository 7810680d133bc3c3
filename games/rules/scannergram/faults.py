"""What is wrong with a solution, in a sentence for each fault that `judging` finds, and for one that never came."""

from collections.abc import Sequence

from games.rules.messages import Message, say


def why(fault: str, named: Sequence[str]) -> Message:
    """The sentence for one of FAULTS, or for `late`, and the letters or words that it is about."""
    return say(SENTENCES[fault], named=tuple(named))


def _known(template: str) -> str:
    """Marks a sentence for translation."""
    return template


SENTENCES = {
    "tiles": _known(
        "The new grid is not made of all the tiles of the old one and the new tile. It differs in: {named}."
    ),
    "apart": _known("The tiles of the new grid do not all hang together."),
    "words": _known("Not in the word list: {named}."),
    "place": _known("The new tile lies nowhere but where its own letter stood: {named}."),
    "length": _known("The bid promised a longer word: the longest with the new tile has this many letters: {named}."),
    "uncalled": _known("Created, but not called: {named}."),
    "uncreated": _known("Called, but not created: {named}."),
    "late": _known("No solution was written in time."),
    "barred": _known("Called in an earlier round: {named}."),
}
