"""What a reader sees of a game of Crosslet, in the pieces that pages, mails and the API draw. Only the order of the bag is
hidden, from everybody."""

from collections.abc import Iterator

from games.rules.crosslet.state import Move, State
from games.rules.grid import BLANK, Cell, cells
from games.rules.kind import Json, Seat
from games.rules.messages import Message, Player, say
from games.rules.places import place_of
from games.rules.showing import Asking, Field, Grid, Offer, Pairs, Panel, Rack
from games.rules.tiles import VALUES, in_order

MOVES_SHOWN = 6
_BOARD = "board"


def panels(state: State, reader: Seat | None) -> tuple[Panel, ...]:
    """The board, the racks with the reader's own first, and the last moves with their sums."""
    seats = sorted(state.live, key=lambda seat: seat != reader)
    shown: list[Panel] = [_board(state), *(_rack(state, seat, reader) for seat in seats)]
    if state.moves:
        shown.append(Pairs("moves", say("Last moves"), tuple(map(_told, state.moves[: -MOVES_SHOWN - 1 : -1]))))
    return tuple(shown)


def _board(state: State) -> Grid:
    return Grid(
        _BOARD,
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
    return Rack(_rack_of(seat), title, tiles, values={tile: VALUES[tile] for tile in sorted(set(tiles) - {BLANK})})


def _rack_of(seat: Seat) -> str:
    return f"rack {seat}"


def _told(move: Move) -> tuple[Message, Message]:
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


# --- what can be done ---------------------------------------------------------------------------------------------------


def offers(state: State, seat: Seat, refusal: Message | None) -> tuple[Offer, ...]:
    """The buttons of this seat; `refusal` is why its move is not awaited."""
    play = Offer(
        "GRID",
        say("Play"),
        refusal,
        does=say("`GRID` lays tiles: words with their places, or the whole board after the play"),
        fields=(
            Field(
                say("Your play"),
                "layout",
                start=state.board,
                grid=_BOARD,
                rack=_rack_of(seat),
                is_fixed=True,
                has_blanks=True,
            ),
        ),
        example="GRID\n8H QUARTZ\nH8 QUIT\nEND",
    )
    swaps = (_swap(state, seat, refusal),) if state.options.recycle_blank and any(_blanks(state, seat)) else ()
    return (play, *swaps, _exchange(state, seat, refusal))


def _exchange(state: State, seat: Seat, refusal: Message | None) -> Offer:
    if not state.bag:
        return Offer(
            "EXCHANGE",
            say("Pass"),
            refusal,
            does=say("`EXCHANGE` ends your turn, as the bag is empty"),
            asks=Asking((say("You end your turn without a play."),)),
        )
    rack = in_order(state.hands[seat])
    return Offer(
        "EXCHANGE",
        say("Exchange"),
        refusal,
        does=say("`EXCHANGE` gives tiles back for others, and ends your turn"),
        fields=(
            Field(
                say("Tiles to give back"),
                "tiles",
                choices=tuple((tile, say("{tile}", tile=tile)) for tile in rack),
                least=1,
                most=min(len(rack), len(state.bag)),
            ),
        ),
        example=f"EXCHANGE {' '.join(rack[:2])}",
    )


def _swap(state: State, seat: Seat, refusal: Message | None) -> Offer:
    blanks = list(_blanks(state, seat))
    return Offer(
        "SWAP",
        say("Take a blank"),
        refusal,
        does=say("`SWAP` puts the real letter under a blank and takes the blank, before you play"),
        fields=(
            Field(
                say("The blank"),
                "choice",
                choices=tuple(
                    (place_of(cell), say("{letter} on {cell}", letter=sign.upper(), cell=place_of(cell)))
                    for cell, sign in blanks
                ),
            ),
        ),
        example=f"SWAP {place_of(blanks[0][0])}",
    )


def _blanks(state: State, seat: Seat) -> Iterator[tuple[Cell, str]]:
    """The blanks of the board whose letter the seat holds."""
    return (one for one in cells(state.board).items() if one[1].islower() and one[1].upper() in state.hands[seat])


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
