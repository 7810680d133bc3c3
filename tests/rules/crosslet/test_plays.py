"""The generator finds every play in one line. Its plays in several lines are legal and scored as the rules say."""

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.alphabets.known import ENGLISH
from games.rules.crosslet.board import COLOURS, check_tiles, tally
from games.rules.crosslet.plays import Generator, in_several_lines
from games.rules.fixed_board import with_letters
from games.rules.grid import cells
from games.rules.values import OrderRefused
from games.rules.words import Vocabulary
from tests.open_list import vocabulary
from tests.rules.crosslet.table import board

SOME = Vocabulary(
    ["AT", "ATE", "EAT", "TEA", "TA", "ETA", "SEA", "SEAT", "EATS", "TEAS", "AA", "EE", "KEY", "KEYS", "YE", "YET"]
)
POSITIONS = [
    ({}, "ATE"),
    ({"8G": "KEY"}, "TES"),
    ({"8G": "KEY", "H8": "EAT"}, "EAT"),
    ({"8A": "SEATEATEATEATEA"}, "ETS"),
]


def generator(lies, vocabulary=SOME, colours="classic", **options):
    return Generator(
        lies,
        vocabulary,
        ENGLISH,
        colours=COLOURS[colours],
        **{"blank_scores": False, "wild": ENGLISH.letters, **options},
    )


def found(lies, rack):
    return {tuple(sorted(play.tiles.items())) for play in generator(lies).in_one_line(rack)}


def every_play(lies, rack):
    """All plays in one line, found by trying every tile in every place."""
    plays = set()
    for size in range(1, len(rack) + 1):
        for tiles in set(permutations(rack, size)):
            for number in range(15):
                for across in (True, False):
                    for start in range(15):
                        cells = [(number, at) if across else (at, number) for at in range(start, 15)]
                        free = [cell for cell in cells if lies[cell[0]][cell[1]] == "."][:size]
                        if len(free) == size and free[0] == cells[0]:
                            play = dict(zip(free, tiles, strict=True))
                            if is_legal(lies, play, across):
                                plays.add(tuple(sorted(play.items())))
    return plays


def is_legal(lies, play, across):
    line = sorted(cell[1] if across else cell[0] for cell in play)
    number = next(iter(play))[0 if across else 1]
    for at in range(line[0], line[-1] + 1):
        cell = (number, at) if across else (at, number)
        if cell not in play and lies[cell[0]][cell[1]] == ".":
            return False
    try:
        check_tiles(lies, play, SOME)
    except OrderRefused:
        return False
    return True


@pytest.mark.parametrize(("lies", "rack"), POSITIONS)
def test_the_search_finds_every_play_in_one_line(lies, rack):
    assert found(board(lies), rack) == every_play(board(lies), rack)


def test_a_blank_can_stand_for_any_letter_that_makes_a_word():
    laid = [play.tiles for play in generator(board({"8G": "KEY"})).in_one_line("?")]
    plays = [tiles for tiles in laid if set(tiles) & {(7, 9), (8, 8)}]
    assert plays == [{(7, 9): "s"}, {(8, 8): "e"}]


def worth(lies, tiles, colours="classic", **options):
    scored = {"blank_scores": False, **options}
    return tally(with_letters(lies, tiles), tiles, COLOURS[colours], ENGLISH.values, **scored).points


def best_anywhere(lies, rack):
    """The most that up to three tiles can earn within two cells of those on the board, found by trying everything."""
    near = sorted(
        (row, column)
        for row in range(15)
        for column in range(15)
        if lies[row][column] == "."
        and any(abs(row - y) + abs(column - x) <= 2 for y, x in (cells(lies) or {(7, 7): ""}))
    )
    most = 0
    for size in range(1, len(rack) + 1):
        for chosen in combinations(near, size):
            for tiles in set(permutations(rack, size)):
                play = dict(zip(chosen, tiles, strict=True))
                try:
                    check_tiles(lies, play, SOME)
                except OrderRefused:
                    continue
                most = max(most, worth(lies, play))
    return most


@pytest.mark.parametrize(("lies", "rack"), [({}, "ATE"), ({"8G": "KEY"}, "TES"), ({"8G": "YE"}, "KES")])
def test_the_best_play_in_several_lines_is_the_best_possible_play(lies, rack):
    plays = in_several_lines(generator(board(lies)), rack, lines=3, width=50)
    assert max(play.points for play in plays) == best_anywhere(board(lies), rack)


@settings(max_examples=15, deadline=None)
@given(
    rack=st.text("AAEEIIOURSTNLDGMPQZ?", min_size=1, max_size=7).filter(lambda rack: rack.count("?") < 2),
    lies=st.sampled_from([{}, {"8G": "KEY"}, {"8F": "qUOTA", "J6": "LEANS"}, {"8A": "PARTISAN", "E4": "LABOURS"}]),
    colours=st.sampled_from(sorted(COLOURS)),
    blank_scores=st.booleans(),
)
def test_every_play_is_legal_and_scored_by_the_rules(rack, lies, colours, blank_scores):
    lies = board(lies)
    making = generator(lies, vocabulary(), colours, blank_scores=blank_scores, wild="EZ")
    for play in in_several_lines(making, rack, lines=3, width=5):
        check_tiles(lies, play.tiles, vocabulary())
        assert play.points == worth(lies, play.tiles, colours, blank_scores=blank_scores)
        laid = sorted("?" if tile.islower() else tile for tile in play.tiles.values())
        assert sorted([*laid, *play.left]) == sorted(rack)


def test_plays_can_use_several_rows_and_several_columns():
    plays = in_several_lines(generator(board({"8F": "KEYS"})), "EATE", lines=2, width=50)
    rows_and_columns = [({row for row, _ in play.tiles}, {column for _, column in play.tiles}) for play in plays]
    assert any(len(rows) > 1 < len(columns) for rows, columns in rows_and_columns)


def test_a_narrow_search_never_scores_less_than_a_play_in_one_line():
    making = generator(board({"8F": "KEYS"}), vocabulary())
    best = max(play.points for play in in_several_lines(making, "AEIRSTN", lines=3, width=1))
    assert best >= max(play.points for play in making.in_one_line("AEIRSTN"))
