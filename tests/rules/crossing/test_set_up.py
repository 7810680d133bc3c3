"""A game's options and its deal."""

from dataclasses import asdict

import pytest

from games.rules import registry
from games.rules.alphabets.known import ENGLISH
from games.rules.chance import Chance, commitment, stream_key
from games.rules.crossing.options import PACES, Options
from games.rules.options import read_options
from games.rules.tiles import parse_tile_set
from games.rules.values import OrderRefused, Resources
from games.rules.words import AnyWord
from tests.rules.crossing.table import crossing
from tests.rules.position import ANNA, BORIS, CHLOE

CROSSING = registry.kind("crossing")
SEED = bytes(range(32))


@pytest.mark.parametrize(
    ("tile_set", "players", "deal", "pool"),
    [("S98", 2, 25, 48), ("S98", 3, 17, 47), ("S98", 5, 15, 23), ("LC120", 2, 30, 60), ("LC120", 4, 15, 60)],
)
def test_half_the_set_is_dealt_with_at_least_fifteen_tiles_each(tile_set, players, deal, pool):
    table = crossing(*range(players), tile_set=tile_set)
    assert {len(hand) for hand in table.state.hands.values()} == {deal}
    assert len(table.state.bags["pool"]) == pool


def test_the_number_of_starting_tiles_can_be_set():
    table = crossing(ANNA, BORIS, starting_tiles=7)
    assert [len(hand) for hand in table.state.hands.values()] == [7, 7]


def test_the_first_light_is_red_if_the_pool_cannot_serve_one():
    assert crossing(ANNA, BORIS, tile_set="A6 B1", starting_tiles=3).view(ANNA).next_is_red
    warnings = CROSSING.set_up(2, Options(tile_set="A6 B1", starting_tiles=3))
    assert "The pool is too small for a light, so the first light is red." in map(str, warnings)


def test_a_deal_too_large_for_the_set_is_refused_with_the_maximum():
    with pytest.raises(OrderRefused, match="Deal 60 or fewer"):
        CROSSING.set_up(2, Options(starting_tiles=61))


@pytest.mark.parametrize(
    ("given", "would_be_right"),
    [
        ({"colour": "red"}, r"There is no option colour\. The options are: abandon_after, alphabet, call_within, .*"),
        ({"tiles_per_light": 3}, r"tiles_per_light must be one of 1, 2\."),
        ({"tiles_per_light": True}, r"tiles_per_light must be one of 1, 2\."),
        ({"requests_visible": 1}, r"requests_visible must be one of True, False\."),
        ({"reveal_after": "some"}, r"reveal_after must be one of one, all, nobody\."),
        ({"word_check": "none"}, r"word_check must be one of enforced, challenge\."),
        ({"jaywalk": "some"}, r"jaywalk must be one of not_caller, everyone, behind, nobody\."),
        ({"vacation": "never"}, r"vacation must be one of waits, passes\."),
        ({"leeway": -1}, r"leeway must be a whole number from 0 to \d+\."),
        ({"grace": "1 day"}, r"grace must be a whole number from 0 to \d+\."),
        ({"starting_tiles": 1}, r"starting_tiles must be a whole number from 2 to 120\."),
        ({"tile_set": 120}, r"tile_set must be text\."),
        ({"see_within": 59}, r"see_within must be a whole number from 60 to \d+\."),
        ({"call_within": "no"}, r"call_within must be a whole number from 0 to \d+, or never\."),
        (
            {"jaywalk_times": 6},
            r"jaywalk_times must be one of 1, 2, 3, 4, 5, every second round, once a game, unlimited\.",
        ),
        ({"leeway": None}, r"leeway must be a whole number from 0 to \d+\."),
    ],
)
def test_an_invalid_option_is_refused_with_the_valid_values(given, would_be_right):
    with pytest.raises(OrderRefused, match=f"^{would_be_right}$"):
        read_options(Options, given)


@pytest.mark.parametrize(
    "given", [{"call_within": "never"}, {"starting_tiles": None}, {"starting_tiles": 2}, {"leeway": 0}, *PACES.values()]
)
def test_options_not_given_keep_their_defaults(given):
    assert asdict(read_options(Options, given)) == asdict(Options()) | given


def test_the_defaults_match_the_published_rules():
    assert asdict(Options()) == {
        "tile_set": "LC120",
        "starting_tiles": None,
        "tiles_per_light": 1,
        "word_check": "enforced",
        "reveal_after": "one",
        "requests_visible": True,
        "leeway": 300,
        "mail_leeway": 12 * 3600,
        "see_within": 24 * 3600,
        "see_bank": 96 * 3600,
        "call_within": 72 * 3600,
        "abandon_after": 30 * 86400,
        "grace": 24 * 3600,
        "vacation": "waits",
        "lending": "friendly",
        "nights": "run",
        "rest_days": "none",
        "jaywalk": "not_caller",
        "jaywalk_times": 1,
        "jaywalk_tiles": 1,
        "jaywalk_draw": 1,
        "face_up": False,
        "challenge_window": 24 * 3600,
        "false_challenge": 0,
        "challenge_lights": False,
        "layouts_visible": "end",
        "teams": "",
        "team_wins": "best",
        "partners_see": True,
        "people_a_seat": 1,
        "jaywalk_forfeit": "",
        "light_forfeit": "",
        "incomplete_forfeit": "",
        "invalid_forfeit": "",
        "challenge_forfeit": "",
        "alphabet": "en",
    }


# --- verifiable draws -------------------------------------------------------------------------------------------------


def test_the_draws_match_the_known_answer():
    assert commitment(SEED) == "560fe55bb6c0feb43c20e46b27d1264234a15043478d3f72a1c9d2bd5861520b"
    resources = Resources(key=stream_key(SEED, ["", ""]), words=AnyWord())
    pool = "".join(Chance(resources.key).shuffle(parse_tile_set("LC120", ENGLISH).tiles))
    assert pool == (
        "AONHIBITLSSABPRASYEENLXIAAZVRGEIVLOROOUACQMNWUTTOSMENNKONDUYJXIIOYUDQRAHEHENRFMZTAAFKCEOTJTAAEGDGPRECDWDTOEHEWIUELEFIIPE"
    )
    table = crossing(ANNA, BORIS, key=resources.key, leeway=0)
    assert table.state.hands == {ANNA: "EPIIFELEUIWEHEOTDWDCERPGDGEAAT", BORIS: "JTOECKFAATZMFRNEHEHARQDUYOIIXJ"}
    table = table.all_seen().complete(ANNA).play(ANNA, "green").look(BORIS)
    assert table.last("green").facts["draws"] == [["Y"], ["U"]]
    pool = table.state.bags["pool"]
    table = table.play(BORIS, "jaywalk Q")
    assert table.last("jaywalk").facts["draws"] == ["D"]
    assert table.state.bags["pool"] == pool[:39] + "Q" + pool[39:57]


def test_each_seat_draws_all_its_tiles_before_the_next_seat():
    table = crossing(ANNA, BORIS, CHLOE, tiles_per_light=2, leeway=0).all_seen()
    pool = table.state.bags["pool"]
    table = table.complete(ANNA).play(ANNA, "green")
    assert table.last("green").facts["draws"] == [[pool[-1], pool[-2]], [pool[-3], pool[-4]], [pool[-5], pool[-6]]]
    assert table.state.bags["pool"] == pool[:-6]


def test_a_refused_command_uses_none_of_the_stream():
    table = crossing(ANNA, BORIS, tile_set="A119 Z1").look(ANNA)
    before = table.state.words_used
    assert table.refusal(ANNA, "jaywalk E") == "You don’t hold E."
    assert table.state.words_used == before


# --- blanks -----------------------------------------------------------------------------------------------------------


def with_blanks():
    """Anna holds both blanks of a small set."""
    table = crossing(ANNA, BORIS, tile_set="A4 ?4", starting_tiles=4, leeway=0).all_seen()
    return table, next(seat for seat in (ANNA, BORIS) if table.state.held(seat).count("?") >= 2)


def test_s100_has_two_blanks():
    table = crossing(ANNA, BORIS, tile_set="S100")
    assert ("".join(table.state.hands.values()) + table.state.bags["pool"]).count("?") == 2


def test_a_lower_case_letter_is_a_blank():
    table, seat = with_blanks()
    assert table.lay(seat, "qi").state.boards[seat] == ("qi",)


def test_in_capitals_alone_blanks_replace_letters_not_held():
    table, seat = with_blanks()
    assert table.lay(seat, "QI").state.boards[seat] == ("qi",)


def test_more_blanks_than_are_held_are_refused():
    table, seat = with_blanks()
    assert table.refusal(seat, "grid\nqiqiq\nend").startswith("Lower-case letters are blanks. The layout uses")


def test_a_blank_can_be_a_different_letter_in_each_layout():
    table, seat = with_blanks()
    assert table.lay(seat, "qi").lay(seat, "zo").state.boards[seat] == ("zo",)


def test_a_complete_layout_includes_the_blanks():
    table, seat = with_blanks()
    held = table.state.held(seat)
    assert not table.lay(seat, held.replace("?", "")).view(seat).score.complete
    assert table.lay(seat, held.replace("?", "e")).view(seat).score.complete
