"""The orders of a turn of Crosslet: a play or an exchange and, in some games, taking a blank before it.

Source: RULES.md. `board` checks and scores plays."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, alphabet_of
from games.rules.crosslet.board import (
    BARE,
    BOARDS,
    RACK,
    Place,
    Tiles,
    added,
    check_tiles,
    free_blank,
    from_rack,
    tally,
)
from games.rules.crosslet.state import BOARD, Move, Scored, State, rack_of
from games.rules.crosslet.turns import fill, go_on
from games.rules.facts import Facts
from games.rules.fixed_board import with_letters
from games.rules.grid import BLANK, cell_at, cells, is_place, place_of
from games.rules.lines import Line, Phrase
from games.rules.notation import example_of_words, one_or_two
from games.rules.panels import Asking, Field, Offer, Trial, TriedRun
from games.rules.reading import bare
from games.rules.table.facts import Grid, MayStand
from games.rules.table.standing import HAPPENING, OFF, verb_if_late
from games.rules.table.turns import TurnTransition, check_awaited
from games.rules.table.verbs import AnyHappening, AnyVerb, Happening, Told, Verb, an_order
from games.rules.texts import Text, say, template
from games.rules.values import Order, OrderRefused, Seat, Unreadable
from games.rules.words import WordList

# --- plays ------------------------------------------------------------------------------------------------------------


class Played(Facts):
    verb = "play"
    tiles: Mapping[Place, str]
    words: tuple[Scored, ...]
    all_seven: int
    points: int
    draws: tuple[str, ...]


def _tiles_of(state: State, seat: Seat, facts: Grid) -> Tiles:
    """Return the tiles that a layout of the whole board takes from the rack. Raises OrderRefused for tiles not held."""
    wanted = added(state.board, BOARDS[state.options.board].layout_from(facts.layout, state.alphabet))
    blank_scores = state.options.blank_scores
    return from_rack(state.board, wanted, state.hands[seat], state.colours, state.alphabet, blank_scores=blank_scores)


def _try(state: State, seat: Seat, facts: Grid, words: WordList) -> Trial:
    """Return the score of a play, whether each of its runs is a word, and why it would be refused."""
    tiles = _tiles_of(state, seat, facts)
    board = with_letters(state.board, tiles)
    made = tally(board, tiles, state.colours, state.alphabet.values, blank_scores=state.options.blank_scores)
    refusal = None
    try:
        check_tiles(state.board, tiles, words)
    except OrderRefused as refused:
        refusal = refused.why
    return Trial(
        says=say("{more} for all seven tiles", more=made.all_seven) if made.all_seven else None,
        points=made.points,
        runs=tuple(TriedRun(run.text, tuple(run.cells), points, run.word in words) for run, points in made.words),
        refusal=refusal,
    )


def _lay(transition: TurnTransition[State], seat: Seat, facts: Grid) -> None:
    """Make a play, and draw. Raises OrderRefused if it isn't legal."""
    state, rack = transition.state, transition.state.hands[seat]
    tiles = _tiles_of(state, seat, facts)
    check_tiles(state.board, tiles, transition.words)
    board = with_letters(state.board, tiles)
    made = tally(board, tiles, state.colours, state.alphabet.values, blank_scores=state.options.blank_scores)
    move = Move(
        seat=seat,
        rack=rack,
        points=made.points,
        all_seven=made.all_seven,
        tiles={place_of(cell): character for cell, character in sorted(tiles.items())},
        words=tuple(
            Scored(place_of((run.row, run.column), across=run.across), run.text, points) for run, points in made.words
        ),
        total=state.points[seat] + made.points,
        swapped=state.swapped,
    )
    for character in tiles.values():
        rack = rack.replace(BLANK if character.islower() else character, "", 1)
    transition.change(boards={None: board}, moves=(*state.moves, move), exchanges=0)
    transition.put("points", seat, move.total)
    transition.put("hands", seat, rack)
    drawn = fill(transition, seat)
    transition.happened(Played(move.tiles, move.words, move.all_seven, move.points, drawn), seat)
    go_on(transition, seat)


def _offer_play(state: State, seat: Seat, refusal: Text | None) -> Offer:
    alphabet = state.alphabet
    return Offer(
        "GRID",
        say("Play"),
        refusal,
        does=say("`GRID` lays tiles, written as words with their places or as the whole board after the play"),
        fields=(
            Field(
                say("Your play"),
                "layout",
                start=state.board,
                grid=BOARD,
                rack=rack_of(seat),
                is_fixed=True,
                has_blanks=True,
                help=None if state.moves else say("Lay a word with your tiles across the star."),
            ),
        ),
        example="GRID\n8H QUARTZ\nH8 QUIT\nEND" if alphabet is ENGLISH else example_of_words(alphabet),
    )


def _says_played(told: Told[Played]) -> Text:
    facts, more = told.facts, told.facts.all_seven
    is_sum = len(facts.words) > 1 or more
    words = tuple(f"{word.word} {word.points}" if is_sum else word.word for word in facts.words)
    if more:
        return told.line(
            mine=template("You played {words}, plus {more} for all seven tiles: {points} in total."),
            others=template("{player} played {words}, plus {more} for all seven tiles: {points} in total."),
            words=words,
            points=facts.points,
            more=more,
        )
    return told.line(
        mine=template("You played {words} for {points}."),
        others=template("{player} played {words} for {points}."),
        words=words,
        points=facts.points,
    )


# --- exchanges --------------------------------------------------------------------------------------------------------


class Exchange(Facts):
    verb = "EXCHANGE"
    tiles: tuple[str, ...] = ()


class Exchanged(MayStand):
    verb = "exchange"
    returned: tuple[str, ...]
    draws: tuple[str, ...]


def _read_exchange(line: Line, phrase: Phrase) -> Order | None:
    alphabet, tile = line.alphabet, f"[{re.escape(line.alphabet.readable)}?]"
    written = alphabet.inside(phrase.argument, any_case=True)
    named = [part for part in re.split(r"[\s,]+", written) if part]
    if len(named) == 1 and (found := re.search(alphabet.joined_pattern, written)):
        raise one_or_two(found[0], alphabet.joined(found[0]), line, phrase)
    written = " ".join(alphabet.joined(part) or part for part in named)
    if written and not re.fullmatch(rf"{tile}{{1,{RACK}}}|{tile}(?:[\s,]+{tile})+", written):
        return None
    tiles = alphabet.read(re.sub(r"[\s,]", "", written), any_case=True)
    return Order("EXCHANGE", {"tiles": tuple(tiles)})


def _read_pass(line: Line, phrase: Phrase) -> Order | None:
    return Order("EXCHANGE", {"tiles": ()}) if bare("PASS")(line, phrase) else None


def _exchange(transition: TurnTransition[State], seat: Seat, facts: Exchange) -> None:
    """Give tiles back for as many new ones, which are drawn first. With an empty bag, giving none is a pass."""
    state, tiles = transition.state, facts.tiles
    if not tiles and state.bag:
        raise OrderRefused(
            "There are still tiles in the bag ({n}). Name the ones to exchange, for example {example}.",
            n=len(state.bag),
            example=_example(state.alphabet),
        )
    if len(tiles) > len(state.bag):
        raise OrderRefused(
            say("You can’t exchange more tiles than the bag holds: {n}.", n=len(state.bag))
            if state.bag
            else say("The bag is empty. Write EXCHANGE without tiles to pass.")
        )
    rest = state.hands[seat]
    for tile in tiles:
        if tile not in rest:
            raise OrderRefused("You don’t hold all of these tiles: {tiles}.", tiles=tiles)
        rest = rest.replace(tile, "", 1)
    _give_back(transition, seat, tiles)


def _give_back(transition: TurnTransition[State], seat: Seat, tiles: tuple[str, ...]) -> None:
    state = transition.state
    bag = state.bag[: len(state.bag) - len(tiles)]
    drawn = state.bag[len(bag) :][::-1]
    rack = state.hands[seat]
    for tile in tiles:
        rack = rack.replace(tile, "", 1)
        index = transition.chance.below(len(bag) + 1)
        bag = bag[:index] + tile + bag[index:]
    move = Move(
        seat=seat,
        rack=state.hands[seat],
        total=state.points[seat],
        returned="".join(tiles),
        swapped=state.swapped,
    )
    transition.change(moves=(*state.moves, move), exchanges=state.exchanges + 1, bags={**state.bags, "bag": bag})
    transition.put("hands", seat, rack + drawn)
    transition.happened(Exchanged(tiles, tuple(drawn)), seat)
    go_on(transition, seat)


def run_out(transition: TurnTransition[State], seat: Seat) -> None:
    """Exchange nothing for a seat whose time is up."""
    _give_back(transition, seat, ())


def _offer_exchange(state: State, seat: Seat, refusal: Text | None) -> Offer:
    if not state.bag:
        return Offer(
            "EXCHANGE",
            say("Pass"),
            refusal,
            does=say("`EXCHANGE` passes, because the bag is empty"),
            asks=Asking((say("Your turn ends without a play."),)),
        )
    rack = state.alphabet.in_order(state.hands[seat])
    return Offer(
        "EXCHANGE",
        say("Exchange"),
        refusal,
        does=say("`EXCHANGE` exchanges tiles and ends your turn"),
        fields=(
            Field(
                say("Tiles to exchange"),
                "tiles",
                rack=rack_of(seat),
                choices=tuple((tile, say("{tile}", tile=tile)) for tile in rack),
                least=1,
                most=min(len(rack), len(state.bag)),
            ),
        ),
        example=f"EXCHANGE {' '.join(rack[:2])}",
    )


def _says_exchanged(told: Told[Exchanged]) -> Text:
    facts = told.facts
    if facts.standing and facts.returned:
        return told.line(
            mine=template("You were late, so your standing order exchanged {tiles}. You drew {drawn}."),
            others=template("{player} was late, so their standing order exchanged {tiles} and drew {drawn}."),
            tiles=facts.returned,
            drawn=facts.draws,
        )
    if not facts.returned:
        return told.line(mine=template("You exchanged nothing."), others=template("{player} exchanged nothing."))
    return told.line(
        mine=template("You exchanged {tiles} and drew {drawn}."),
        others=template("{player} exchanged {tiles} and drew {drawn}."),
        tiles=facts.returned,
        drawn=facts.draws,
    )


def _asks_for_exchange(state: State, seat: Seat) -> Field:
    rack = state.alphabet.in_order(state.hands[seat])
    return Field(
        say("Exchange these for me if I’m late"),
        "tiles",
        choices=tuple((tile, say("{tile}", tile=tile)) for tile in rack),
        most=len(rack),
        after=Exchange.verb,
        none=OFF,
        chosen=tuple(tile for stands in state.standing.get(seat, ()) for tile in stands.split()[1:]),
        help=say("Choose none to cancel. It is done once. If you don’t hold these tiles then, nothing is exchanged."),
    )


# --- taking blanks ----------------------------------------------------------------------------------------------------


class Swap(Facts):
    """The cells of blanks to take, by their places."""

    verb = "SWAP"
    cells: tuple[str, ...]


class Swapped(Facts):
    """The letters put under blanks, by place."""

    verb = "swap"
    tiles: Mapping[Place, str]


def _read_swap(line: Line, phrase: Phrase) -> Order | None:
    places = re.split(r"[\s,]+", phrase.argument)
    if not phrase.argument:
        raise Unreadable("After SWAP, write the cell of the blank to take.", line=line.raw, correct="SWAP H8")
    if not all(map(is_place, places)):
        return None
    return Order("SWAP", {"cells": tuple(dict.fromkeys(place_of(cell_at(place)) for place in places))})


def _check_swap(state: State, seat: Seat, words: WordList) -> None:
    if not state.options.recycle_blank:
        raise OrderRefused("In this game, blanks stay where they are.")
    check_awaited(state, seat, words)


def _swap(transition: TurnTransition[State], seat: Seat, facts: Swap) -> None:
    """Replace blanks on the board with real letters and take them. It scores nothing and doesn't end the turn."""
    state = transition.state
    board, rack, put = state.board, state.hands[seat], dict[str, str]()
    for place in facts.cells:
        cell = cell_at(place)
        board, rack = free_blank(board, cell, rack, BOARDS[state.options.board])
        put[place_of(cell)] = board[cell[0]][cell[1]]
    transition.change(boards={None: board}, swapped={**state.swapped, **put})
    transition.put("hands", seat, rack)
    transition.happened(Swapped(put), seat)


def _offer_swap(state: State, seat: Seat, refusal: Text | None) -> Offer | None:
    """Return the offer to take blanks whose letter the seat holds."""
    lower = {place_of(cell): character.upper() for cell, character in cells(state.board).items() if character.islower()}
    blanks = {place: letter for place, letter in lower.items() if letter in state.hands[seat]}
    if not blanks or not state.options.recycle_blank:
        return None
    return Offer(
        "SWAP",
        say("Take a blank"),
        refusal,
        does=say(
            "`SWAP` replaces a blank on the board with the real letter from your rack and gives you the "
            "blank, before you play"
        ),
        fields=(
            Field(
                say("Blank"),
                "choice",
                choices=tuple(
                    (place, say("{letter} on {cell}", letter=letter, cell=place)) for place, letter in blanks.items()
                ),
            ),
        ),
        example=f"SWAP {next(iter(blanks))}",
    )


def _says_swapped(told: Told[Swapped]) -> Text:
    tiles = told.facts.tiles
    return told.line(
        mine=template("You replaced the blank on {cells} with {letters} and took the blank."),
        others=template("{player} replaced the blank on {cells} with {letters} and took the blank."),
        letters=tuple(tiles.values()),
        cells=tuple(tiles),
    )


# --- rows -------------------------------------------------------------------------------------------------------------


def _example(alphabet: Alphabet) -> str:
    """Return an example of an exchange: two high-value tiles, or Q and U in English."""
    return f"EXCHANGE {alphabet.examples.dear[0]} {'U' if alphabet is ENGLISH else alphabet.examples.dear[1]}"


def _with_example(verb: AnyVerb, example: str) -> AnyVerb:
    (does,) = verb.help.values()
    return replace(verb, examples=(example,), help={example: does})


_OTHER_WORDS = {"GRID … END": template("your play, as words with their places or as the whole board after it")}
_EXCHANGE = Verb(
    facts=Exchange,
    check=check_awaited,
    carry_out=_exchange,
    offer=_offer_exchange,
    reads=_read_exchange,
    also_read={"PASS": _read_pass},
    at=lambda verb, options: _with_example(verb, _example(alphabet_of(options.alphabet))),
    examples=(_example(ENGLISH),),
    help={_example(ENGLISH): template("exchange tiles; with an empty bag, EXCHANGE alone passes")},
    apart_from=frozenset({"RESIGN"}),
)
VERBS: Sequence[AnyVerb] = (
    Verb(
        facts=Grid,
        check=check_awaited,
        tries=_try,
        carry_out=_lay,
        offer=_offer_play,
        at=lambda verb, options: verb if alphabet_of(options.alphabet) is ENGLISH else replace(verb, help=_OTHER_WORDS),
        help={
            "GRID … END": template(
                "your play, as words with their places, for example 8H QUARTZ, or as the whole board after it"
            )
        },
        apart_from=frozenset({"EXCHANGE", "RESIGN"}),
    ),
    _EXCHANGE,
    Verb(
        facts=Swap,
        check=_check_swap,
        carry_out=_swap,
        offer=_offer_swap,
        reads=_read_swap,
        examples=("SWAP H8",),
        help={
            "SWAP H8": template(
                "replace the blank on H8 with the real letter and take the blank, in games that allow it"
            )
        },
    ),
    verb_if_late(_EXCHANGE, field=_asks_for_exchange),
)
HAPPENINGS: Sequence[AnyHappening] = (
    Happening(
        facts=Played,
        says=_says_played,
        came_of=an_order(
            lambda facts: Grid(with_letters(BARE, {cell_at(place): one for place, one in facts.tiles.items()}))
        ),
    ),
    Happening(facts=Exchanged, says=_says_exchanged, came_of=an_order(lambda facts: Exchange(facts.returned))),
    Happening(facts=Swapped, says=_says_swapped, came_of=an_order(lambda facts: Swap(tuple(facts.tiles)))),
    HAPPENING,
)
