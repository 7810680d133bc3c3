"""Writing a game of Crosslet as GCG, a text format that programs for such games exchange.

GCG can only show plays in one line; the JSON record shows every game. What it can't show, such as taking a blank, is
in a note. Source: the GCG specification of poslfit.com."""

import re
from collections.abc import Iterator, Sequence

from games.rules.crosslet.board import BARE, new_words, settled
from games.rules.crosslet.state import Move, State
from games.rules.fixed_board import with_letters
from games.rules.grid import EMPTY, Layout, cell_at, place_of
from games.rules.texts import Player
from games.rules.values import OrderRefused


def gcg(state: State, names: Sequence[str]) -> str:
    """Return the moves so far and, at the end, the cost of the racks. `names` are the players' names.

    Raises OrderRefused, naming the first, if a play is not in one line."""
    nicks = _nicknames(names)
    lines = [
        "#character-encoding UTF-8",
        f"#description Crosslet on the board {state.options.board}; long words score more, all racks were open",
    ]
    lines += [f"#player{number} {nicks[number - 1]} {name}" for number, name in enumerate(names, start=1)]
    return state.alphabet.write("\n".join([*lines, *_moves(state, nicks), *_ending(state, nicks), ""]))


def _nicknames(names: Sequence[str]) -> list[str]:
    """Return the names without spaces and colons. Equal ones get their seat's number, so that all differ."""
    words = [re.sub(r"[\s:]+", "_", name) for name in names]
    nicks: list[str] = []
    for number, word in enumerate(words, start=1):
        nick = word if words.count(word) == 1 else f"{word}_{number}"
        while nick in nicks or nick in words[number:]:
            nick = f"{nick}_{number}"
        nicks.append(nick)
    return nicks


def _moves(state: State, nicks: Sequence[str]) -> Iterator[str]:
    board = BARE
    for number, move in enumerate(state.moves, start=1):
        board = with_letters(board, {cell_at(place): letter for place, letter in move.swapped.items()})
        if move.is_play:
            what, board = _written(board, move, number)
        else:
            what = f"-{state.alphabet.in_order(move.returned)}"
        yield f">{nicks[move.seat]}: {state.alphabet.in_order(move.rack)} {what} +{move.points} {move.total}"
        for place, letter in move.swapped.items():
            yield f"#note before this, {letter} was put under the blank on {place}, and the blank taken"


def _written(board: Layout, move: Move, number: int) -> tuple[str, Layout]:
    """Return the place where the play begins with its word, a dot for each tile already there, and the board after
    it."""
    tiles = {cell_at(place): character for place, character in move.tiles.items()}
    after = with_letters(board, tiles)
    for run in new_words(after, tiles):
        if tiles.keys() <= set(run.cells):
            characters = zip(run.cells, run.text, strict=True)
            laid = "".join(
                character if board[row][column] == EMPTY else EMPTY for (row, column), character in characters
            )
            return f"{place_of((run.row, run.column), across=run.across)} {laid}", after
    raise OrderRefused(
        "GCG can only show plays in one line, and move {number} by {player} is in several. Use the game’s record "
        "instead.",
        number=number,
        player=Player(move.seat),
    )


def _ending(state: State, nicks: Sequence[str]) -> Iterator[str]:
    """Yield each seat's loss at the end, and the gain of a seat that is out."""
    if state.phase != "finished" or state.ending != "played":
        return
    racks = {seat: state.alphabet.in_order(state.hands[seat]) for seat in state.live}
    for seat, change in settled(racks, state.alphabet.values).items():
        rack = racks[seat]
        others = "".join(racks[other] for other in racks if other != seat)
        told = f"{rack} ({rack}) -{abs(change)}" if rack else f" ({others}) +{change}"
        yield f">{nicks[seat]}: {told} {state.points[seat]}"
