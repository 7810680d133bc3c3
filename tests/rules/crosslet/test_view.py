"""A game of Crosslet as pages, emails and the API see it."""

import json

from games.rules.alphabets.known import ENGLISH
from games.rules.fixed_board import FixedBoard
from games.rules.panels import Grid, Lines, Pairs, Rack
from tests.rules.crosslet.table import KIND, board, crosslet
from tests.rules.position import ANNA, BORIS, CHLOE, worded

DMITRI = None  # a spectator
PLAYED = crosslet(board="classic").at(["JOGARXY", "QUARTZE"], bag="ABCDEFGH").play(ANNA, "GRID 8H JOG H9 AR")


def panel(table, reader, kind):
    return next(one for one in table.view(reader).panels if isinstance(one, kind))


def racks(table, reader):
    return [(worded(one.title), one.tiles) for one in table.view(reader).panels if isinstance(one, Rack)]


def offers(table, reader):
    return {offer.verb: offer for offer in table.view(reader).offers}


def test_all_racks_are_shown_the_readers_own_first():
    assert racks(PLAYED, BORIS) == [("Your rack", "AEQRTUZ"), ("Anna’s rack", "DEFGHXY")]
    assert racks(PLAYED, DMITRI) == [("Anna’s rack", "DEFGHXY"), ("Boris’s rack", "AEQRTUZ")]
    assert panel(PLAYED, BORIS, Rack).values["Q"] == 10


def test_the_board_shows_its_colours_and_the_last_play():
    grid = panel(PLAYED, BORIS, Grid)
    assert grid.rows == board({"8H": "JOG", "H8": "JAR"})
    assert sorted(grid.fresh) == [(7, 7), (7, 8), (7, 9), (8, 7), (9, 7)]
    assert FixedBoard.coloured(grid.colours).print(grid.rows, ENGLISH)[8] == " 8| %..+...JOG.+..%"
    assert grid.has_places


def test_an_exchange_leaves_the_last_play_marked():
    assert panel(PLAYED.play(BORIS, "EXCHANGE Q"), ANNA, Grid).fresh == panel(PLAYED, ANNA, Grid).fresh


def test_recent_moves_are_listed_with_totals_latest_first():
    table = PLAYED.play(BORIS, "EXCHANGE Q Z").play(ANNA, "EXCHANGE X")
    pairs = [(worded(what), worded(sums)) for what, sums in panel(table, BORIS, Pairs).pairs]
    assert pairs == [
        ("Anna: exchanged X", "still 21"),
        ("Boris: exchanged Q, Z", "still 0"),
        ("Anna: JOG (8H) 11, JAR (H8) 10", "+21, now 21"),
    ]


def test_the_board_describes_the_latest_move():
    assert panel(crosslet(), ANNA, Grid).latest is None
    assert worded(panel(PLAYED, ANNA, Grid).latest) == "Anna: JOG (8H) 11, JAR (H8) 10 +21, now 21"


def test_the_centre_has_a_star_and_bonus_cells_say_what_they_count():
    grid = panel(PLAYED, BORIS, Grid)
    assert grid.star == (7, 7)
    assert [(worded(one.mark), worded(one.says)) for one in grid.bonuses.values()] == [
        ("2L", "letter × 2"),
        ("3L", "letter × 3"),
        ("2W", "word × 2"),
        ("3W", "word × 3"),
    ]


def test_the_tiles_in_the_bag_are_listed_in_alphabetical_order():
    table = crosslet().at(["JOGARXY", "QUARTZE"], bag="EB?AE")
    unseen = panel(table, DMITRI, Lines)
    assert worded(unseen.title) == "Tiles left in the bag: 5"
    assert [worded(line) for line in unseen.lines] == ["A B EE ?"]
    emptied = panel(table.at(["JOGARXY", "QUARTZE"], bag=""), ANNA, Lines)
    assert [worded(line) for line in emptied.lines] == ["No tiles left."]


def test_the_view_counts_the_bag_but_never_reveals_its_order():
    table = crosslet().at(["JOGARXY", "QUARTZE"], bag="CAB")
    view = table.view(BORIS)
    assert view.pool == 3
    assert view.facts["unseen"] == "ABC"
    assert "CAB" not in f"{json.dumps(view.facts)} {view.panels}"


def test_the_api_gets_the_racks_the_points_and_every_move():
    facts = json.loads(json.dumps(PLAYED.view(DMITRI).facts))
    assert facts["racks"] == ["DEFGHXY", "AEQRTUZ"]
    assert facts["points"] == [21, 0]
    assert facts["moves"][0]["words"] == [
        {"at": "8H", "word": "JOG", "points": 11},
        {"at": "H8", "word": "JAR", "points": 10},
    ]


def test_the_player_to_move_is_offered_a_play_and_an_exchange():
    offered = offers(PLAYED, BORIS)
    assert list(offered)[:2] == ["GRID", "EXCHANGE"]
    assert offered["GRID"].refusal is None
    assert offered["GRID"].fields[0].start == PLAYED.state.board
    assert (offered["EXCHANGE"].fields[0].least, offered["EXCHANGE"].fields[0].most) == (1, 3)
    assert worded(offers(PLAYED, ANNA)["GRID"].refusal) == "It’s Boris’s turn. Wait for yours."


def test_a_pass_is_offered_when_the_bag_is_empty():
    offer = offers(PLAYED.at(["JO", "QZ"]), ANNA)["EXCHANGE"]
    assert (worded(offer.label), offer.fields) == ("Pass", ())


def test_a_swap_is_offered_if_the_settings_allow_it_and_the_letter_is_held():
    table = crosslet(recycle_blank=True).at(["KAE", "QZ"], bag="A", words={"8G": "kEY"})
    (field,) = offers(table, ANNA)["SWAP"].fields
    assert [place for place, _ in field.choices] == ["G8"]
    assert "SWAP" not in offers(table, BORIS)
    assert "SWAP" not in offers(crosslet().at(["KAE", "QZ"], bag="A", words={"8G": "kEY"}), ANNA)


def test_examples_of_offers_can_be_read():
    table = crosslet(recycle_blank=True).at(["KAE", "QZ"], bag="A", words={"8G": "kEY"})
    for offer in offers(table, ANNA).values():
        if offer.example:
            reading = KIND.read(offer.example, table.state.options)
            assert ([order.verb for order in reading.orders], reading.ignored) == ([offer.verb], ())


def test_the_racks_of_players_who_resigned_are_not_shown():
    table = crosslet(3).at(["JOGARXY", "QUARTZE", "EEE"], bag="A").play(CHLOE, "RESIGN")
    assert [title for title, _ in racks(table, ANNA)] == ["Your rack", "Boris’s rack"]


def test_a_list_of_games_shows_the_last_move_to_the_player_to_move():
    def in_lists(table, seat):
        return [worded(text) for text in table.view(seat).in_lists]

    assert in_lists(crosslet(), BORIS) == ["It’s your turn."]
    assert in_lists(PLAYED, BORIS) == ["Anna played JOG for 21."]
    assert in_lists(PLAYED, ANNA) == ["It’s Boris’s turn."]
    assert in_lists(PLAYED.play(BORIS, "EXCHANGE Q Z"), ANNA) == ["Boris exchanged Q, Z."]
    bare = crosslet().at(["JOGA", "QUARTZE"]).play(ANNA, "GRID 8H JOG").play(BORIS, "EXCHANGE")
    assert in_lists(bare, ANNA) == ["Boris exchanged nothing."]
