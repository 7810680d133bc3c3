"""Team games in the API: choosing a seat, swaps between partners, and what others never see."""

import pytest
from django.utils import timezone

from games import commands
from games.players.models import Player
from tests.api.conftest import EASY, Program


@pytest.fixture
def programs(anna, boris, chloe, db):
    dora = Player.objects.create_user("dora@example.org", name="Dora")
    return [Program(player) for player in (anna, boris, chloe, dora)]


def made(programs, easy_words, **options):
    """Create a lobby for two teams of two that only Anna has joined."""
    options = {**EASY, "tile_set": "A20, B20, C20", "starting_tiles": 6, "teams": "ABAB", **options}
    return commands.make_game(
        kind="crossing",
        player=programs[0].player,
        seats=4,
        options=options,
        word_list=easy_words,
        listed=True,
        now=timezone.now(),
    )


@pytest.fixture
def game(programs, easy_words):
    return dealt(programs, easy_words)


def dealt(programs, easy_words, **options):
    game = made(programs, easy_words, **options)
    for seat, program in enumerate(programs):
        program.post(f"/games/{game}/join", {"seat": seat})
        program.post(f"/games/{game}/agree")
    for program in programs:
        program.post(f"/games/{game}/look")
    return game


def swap_of(game, programs):
    """Return a swap of a tile of Anna's for a different one of Chloe's."""
    hands = [program.view(game)["hand"] for program in programs]
    return next({"gives": one, "takes": two} for one in hands[0] for two in hands[2] if one != two)


def test_players_can_choose_and_change_seats(programs, easy_words):
    game = made(programs, easy_words)
    _, boriss, chloes, _ = programs
    assert boriss.post(f"/games/{game}/join", {"seat": 2}).json()["you"] == 2
    assert boriss.post(f"/games/{game}/join", {"seat": 3}).json()["you"] == 3
    assert chloes.post(f"/games/{game}/join").json()["you"] == 1
    taken = chloes.post(f"/games/{game}/join", {"seat": 0})
    assert (taken.status_code, taken.json()["detail"]) == (409, "That seat is taken. Choose another one.")
    assert chloes.post(f"/games/{game}/join", {"seat": 9}).status_code == 409


def test_partners_can_swap_with_commands_or_text(game, programs):
    annas, _, chloes, _ = programs
    swap = swap_of(game, programs)
    view = annas.play(game, {"verb": "OFFER", **swap, "to": "Chloe"}).json()
    assert view["teams"] == {"A": [0, 2], "B": [1, 3]}
    assert view["swaps"] == [{"from": 0, "to": 2, **swap}]
    assert "ACCEPT" in chloes.view(game)["may"]
    accepted = chloes.post(
        f"/games/{game}/commands", {"text": f"ACCEPT {swap['gives']} FOR {swap['takes']} FROM seat 1"}
    )
    assert accepted.status_code == 200
    assert accepted.json()["swaps"] == []
    assert annas.view(game)["partners"] == [{"seat": 2, "hand": chloes.view(game)["hand"]}]


def test_swaps_can_be_declined(game, programs):
    annas, _, chloes, _ = programs
    annas.play(game, {"verb": "OFFER", **swap_of(game, programs)})
    assert chloes.play(game, {"verb": "DECLINE SWAP"}).json()["swaps"] == []


def test_an_invalid_offer_is_refused_with_a_reason(game, programs):
    annas = programs[0]
    swap = swap_of(game, programs)
    assert (
        "Nobody in this game is called Zoe. Write the name, or SEAT and its number."
        in annas.play(game, {"verb": "OFFER", **swap, "to": "Zoe"}).json()["detail"]
    )
    assert (
        "You can only swap tiles with a partner. Your partners:"
        in annas.play(game, {"verb": "OFFER", **swap, "to": "Dora"}).json()["detail"]
    )
    assert annas.play(game, {"verb": "OFFER", "gives": "AB", "takes": "C"}).status_code == 422


def test_opponents_and_spectators_see_no_offers_hands_or_tiles(game, programs, nobody):
    annas, boriss, chloes, doras = programs
    swap = swap_of(game, programs)
    annas.play(game, {"verb": "OFFER", **swap})
    for reader in (boriss, doras, nobody):
        assert reader.view(game)["swaps"] == []
        assert all(partner["seat"] not in (0, 2) for partner in reader.view(game)["partners"])
        assert not any(event["verb"] == "offer" for event in reader.get(f"/games/{game}/record").json()["events"])
    chloes.play(game, {"verb": "ACCEPT"})
    for reader in (boriss, doras, nobody):
        last = reader.get(f"/games/{game}/record").json()["events"][-1]
        assert {name: last[name] for name in last if name not in ("n", "at")} == {"verb": "swap", "seats": [0, 2]}
    assert annas.get(f"/games/{game}/record").json()["events"][-1]["tiles"] == [swap["gives"], swap["takes"]]


def test_partners_with_hidden_hands_learn_nothing_from_an_offer(programs, easy_words):
    game = dealt(programs, easy_words, partners_see=False, tile_set="A20, B20, C20, Q1")
    annas = programs[0]
    gives = annas.view(game)["hand"][0]
    assert annas.view(game)["partners"] == []
    held = next(tile for tile in programs[2].view(game)["hand"] if tile != gives)
    answers = [annas.play(game, {"verb": "OFFER", "gives": gives, "takes": takes}) for takes in (held, "Z")]
    assert [answer.status_code for answer in answers] == [200, 200]
    same = [answer.json() for answer in answers]
    assert [view.pop("swaps")[0].pop("takes") for view in same] == [held, "Z"]
    assert same[0] == same[1]


def test_the_result_lists_the_teams_by_rank(game, programs):
    _, boriss, _, doras = programs
    for program in (boriss, doras):
        program.play(game, {"verb": "RESIGN"})
    view = programs[0].view(game)
    assert view["ending"] == "resigned"
    assert [(one["team"], one["seats"], one["rank"]) for one in view["team_results"]] == [
        ("A", [0, 2], 1),
        ("B", [1, 3], 2),
    ]
    assert [one["rank"] for one in view["results"]] == [1, 1]
