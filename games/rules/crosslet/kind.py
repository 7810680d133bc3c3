"""Crosslet as one object for the rest of the site. Only the order of the bag is hidden, from everyone."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from games.rules.alphabets.known import alphabet_of
from games.rules.crosslet import play, robot, turns
from games.rules.crosslet.board import BOARDS, COLOURS
from games.rules.crosslet.gcg import gcg
from games.rules.crosslet.levels import LEVELS
from games.rules.crosslet.missed import Missed
from games.rules.crosslet.state import Move, Options, State, board_shown, rack_of
from games.rules.facts import JsonObject
from games.rules.grid import BLANK
from games.rules.panels import Lines, Pairs, Panel, Rack
from games.rules.reading import Grammar
from games.rules.small_board import SmallBoard
from games.rules.table.turn_kind import TurnKind
from games.rules.table.verbs import AnyVerb
from games.rules.texts import Player, Text, say, template
from games.rules.values import Seat

BUTTONS = ("GRID", "SWAP", "EXCHANGE")  # taking a blank comes before the orders that end a turn
MOVES_SHOWN = 6


class Crosslet(TurnKind[State, Options]):
    """Crosslet: one board, open racks, and plays in any number of lines."""

    key = "crosslet"
    name = "Crosslet"
    brief = template("One board, open racks. Lay tiles in several lines at once.")
    says = template(
        "One board, open racks, and plays in as many lines at once as you like. All seven tiles can go anywhere, "
        "as long as every run is a word. For two to four players, taking turns."
    )
    moves_to_try = ((0, "GRID\n8G BEDS\nEND"), (1, "GRID\nH5 WISELY\nEND"))
    sample = SmallBoard(
        (
            "...........J...",
            "...........A...",
            "..........OCEAN",
            ".........H.K...",
            ".........OPERA.",
            ".........U.T...",
            ".......C.S.....",
            ".....WHALE.....",
            ".......S.......",
            "......STORY....",
            ".F..R..L..E....",
            ".L.DANCE..S....",
            ".U..V..........",
            "STONE..........",
            ".E..N..........",
        ),
        COLOURS["plain8"],
    )
    seats = (2, 4)
    state_type = State
    options_type = Options
    transition_type = turns.Transition
    most_telling = ("board", "recycle_blank", "blank_scores")
    opening = (
        template(
            "Everyone lays tiles on one board, and all racks are open. In a play, you can put any of your seven "
            "tiles anywhere, even in several lines at once. Every run must be a word in the “{words}” list, and "
            "all tiles must be connected. Each new word scores. Instead of a play, you can exchange tiles."
        ),
    )
    notations = {"gcg": gcg}
    missed = Missed()
    verbs = play.VERBS
    happenings = (*turns.HAPPENINGS, *play.HAPPENINGS)
    begin = staticmethod(turns.begin)
    stands_if_late = play.Exchange.verb
    run_out = staticmethod(play.run_out)
    has_left = staticmethod(turns.left)
    levels = LEVELS
    move_of_robot = staticmethod(robot.move)

    def grammar(self, options: Options) -> Grammar:
        return replace(super().grammar(options), board=BOARDS[options.board])

    def tiles(self, options: Options) -> Mapping[str, int]:
        return turns.tile_set(alphabet_of(options.alphabet)).counts

    def pool(self, state: State) -> int:
        return len(state.bag)

    def open_tiles(self, state: State, seat: Seat) -> str:
        return state.alphabet.in_order(state.hands[seat])

    def awaits(self, state: State, seat: Seat) -> Text:
        return say("make a play, or EXCHANGE")

    def last_move(self, state: State, seat: Seat) -> Text | None:
        """The last play with the word that earned most, or the exchange."""
        if not state.moves:
            return None
        last = state.moves[-1]
        if not last.is_play and not last.returned:
            return say("{player} exchanged nothing.", player=Player(last.seat))
        if not last.is_play:
            return say("{player} exchanged {tiles}.", player=Player(last.seat), tiles=tuple(last.returned))
        most = max(last.words, key=lambda word: word.points)
        played = template("{player} played {words} for {points}.")
        return say(played, player=Player(last.seat), words=most.word, points=last.points)

    @cached_property
    def all_verbs(self) -> Mapping[str, AnyVerb]:
        verbs = super().all_verbs
        return {**{name: verbs[name] for name in BUTTONS}, **verbs}

    def panels(self, state: State, seat: Seat | None) -> tuple[Panel, ...]:
        """Return the board, the racks with the reader's own first, the last moves, and the tiles left in the bag."""
        last = tuple(map(_told, state.moves[: -MOVES_SHOWN - 1 : -1]))
        latest = say("{move} {sums}", move=last[0][0], sums=last[0][1]) if last else None
        board = replace(board_shown(state, state.board, state.fresh), latest=latest)
        racks = (_rack(state, each, seat) for each in sorted(state.live, key=lambda each: each != seat))
        moves = (Pairs("moves", say("Recent moves"), last),) if last else ()
        groups = (letter * number for letter, number in Counter(state.alphabet.in_order(state.bag)).items())
        tiles = say("{tiles}", tiles=" ".join(groups)) if state.bag else say("No tiles left.")
        unseen = Lines("unseen", say("Tiles left in the bag: {n}", n=len(state.bag)), (tiles,))  # all racks are open
        return (board, *racks, *moves, unseen)

    def small_board(self, state: State, seat: Seat | None) -> SmallBoard:
        return SmallBoard.of(state.alphabet, state.board, state.colours)

    def own_facts(self, state: State, seat: Seat | None) -> JsonObject:
        """Return the facts for the API: the board, the racks and every move."""
        return {
            "board": list(state.board),
            "colours": list(state.colours),
            "racks": [state.alphabet.in_order(state.hands[each]) for each in range(state.seats)],
            "points": [state.points[each] for each in range(state.seats)],
            "unseen": state.alphabet.in_order(state.bag),
            "exchanges": state.exchanges,
            "blank_scores": state.options.blank_scores,
            "recycle_blank": state.options.recycle_blank,
            "moves": [
                vars(move)
                | {
                    "tiles": dict(move.tiles),
                    "words": [vars(word) for word in move.words],
                    "swapped": dict(move.swapped),
                }
                for move in state.moves
            ],
        }


def _rack(state: State, seat: Seat, reader: Seat | None) -> Rack:
    title = say("Your rack") if seat == reader else say("{player}’s rack", player=Player(seat))
    tiles, values = state.alphabet.in_order(state.hands[seat]), state.alphabet.values
    return Rack(
        rack_of(seat), title, tiles, values={tile: values[tile] for tile in dict.fromkeys(tiles) if tile != BLANK}
    )


def _told(move: Move) -> tuple[Text, Text]:
    """Return a move with its player, and its score."""
    player = Player(move.seat)
    if not move.is_play:
        still = say("still {total}", total=move.total)
        if not move.returned:
            return say("{player}: exchanged nothing", player=player), still
        return say("{player}: exchanged {tiles}", player=player, tiles=tuple(move.returned)), still
    sums = say("+{points}, now {total}", points=move.points, total=move.total)
    is_sum = len(move.words) > 1 or bool(move.all_seven)
    words = tuple(
        f"{word.word} ({word.at}) {word.points}" if is_sum else f"{word.word} ({word.at})" for word in move.words
    )
    if move.all_seven:
        told = say("{player}: {words}, {more} for all seven tiles", player=player, words=words, more=move.all_seven)
        return told, sums
    return say("{player}: {words}", player=player, words=words), sums
