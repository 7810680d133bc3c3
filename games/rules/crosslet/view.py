"""What a reader sees of a game of Crosslet, in the pieces that pages, mails and the API draw. Only the order of the bag is
hidden, from everybody."""

from games.rules.crosslet.state import Move, State
from games.rules.grid import BLANK
from games.rules.kind import Json, Seat
from games.rules.messages import Player, Text, say
from games.rules.showing import Grid, Pairs, Panel, Rack
from games.rules.tiles import VALUES, in_order

MOVES_SHOWN = 6
BOARD = "board"


def panels(state: State, reader: Seat | None) -> tuple[Panel, ...]:
    """The board, the racks with the reader's own first, and the last moves with their sums."""
    seats = sorted(state.live, key=lambda seat: seat != reader)
    shown: list[Panel] = [_board(state), *(_rack(state, seat, reader) for seat in seats)]
    if state.moves:
        shown.append(Pairs("moves", say("Last moves"), tuple(map(_told, state.moves[: -MOVES_SHOWN - 1 : -1]))))
    return tuple(shown)


def _board(state: State) -> Grid:
    return Grid(
        BOARD,
        say("Board"),
        state.board,
        colours=state.colours,
        values={letter: value for letter, value in VALUES.items() if value},
        fresh=state.fresh,
        note=say("Green: letter × 2. Yellow: letter × 3. Blue: word × 2. Red: word × 3."),
        has_places=True,
    )


def _rack(state: State, seat: Seat, reader: Seat | None) -> Rack:
    title = say("Your rack") if seat == reader else say("{player}’s rack", player=Player(seat))
    tiles = in_order(state.hands[seat])
    return Rack(rack_of(seat), title, tiles, values={tile: VALUES[tile] for tile in sorted(set(tiles) - {BLANK})})


def rack_of(seat: Seat) -> str:
    return f"rack {seat}"


def _told(move: Move) -> tuple[Text, Text]:
    """Who moved and what, and what it came to."""
    player = Player(move.seat)
    if not move.is_play:
        what = (
            say("{player}: exchanged {tiles}", player=player, tiles=tuple(move.returned))
            if move.returned
            else say("{player}: exchanged nothing", player=player)
        )
        return what, say("0, in all {total}", total=move.total)
    words = tuple(f"{word.at} {word.word} {word.points}" for word in move.words)
    sums = {"points": move.points, "total": move.total}
    if move.all_seven:
        what = say("{player}: {words}, all seven tiles {more}", player=player, words=words, more=move.all_seven)
        return what, say("{points}, in all {total}", **sums)
    return say("{player}: {words}", player=player, words=words), say("{points}, in all {total}", **sums)


def facts(state: State) -> dict[str, Json]:
    """What the API says beyond what all games say: the board, the racks and every move."""
    return {
        "board": list(state.board),
        "colours": list(state.colours),
        "racks": [in_order(state.hands[seat]) for seat in range(state.seats)],
        "points": [state.points[seat] for seat in range(state.seats)],
        "exchanges": state.exchanges,
        "blank_scores": state.options.blank_scores,
        "recycle_blank": state.options.recycle_blank,
        "moves": [_as_json(move) for move in state.moves],
    }


def _as_json(move: Move) -> dict[str, Json]:
    return vars(move) | {
        "tiles": dict(move.tiles),
        "words": [vars(word) for word in move.words],
        "swapped": dict(move.swapped),
    }
