"""Jaywalks by house rules in the API: the JSON, and what the view then shows to the player and to others."""

import pytest

OPEN = {"face_up": True, "jaywalk_tiles": 2, "jaywalk_draw": 2, "jaywalk_times": 3}


def looked(game, *programs):
    for program in programs:
        program.post(f"/games/{game}/look")
    return [program.view(game)["hand"] for program in programs]


def test_a_standard_game_has_no_such_fields(annas, game):
    looked(game, annas)
    assert annas.view(game).keys().isdisjoint({"face_up", "tiles_held", "jaywalks_left"})


def test_a_returned_tile_is_face_up_and_can_be_taken(annas, boriss, dmitris, make):
    game = make(listed=True, **OPEN)
    mine, theirs = looked(game, annas, boriss)
    view = annas.play(game, {"verb": "JAYWALK", "tiles": [*mine]}).json()
    assert (view["face_up"], view["tiles_held"], view["jaywalks_left"], len(view["hand"])) == ([*mine], [4, 2], 2, 4)
    view = boriss.play(game, {"verb": "JAYWALK", "tiles": [theirs[0]], "taken": [mine[0]]}).json()
    assert view["face_up"] == [mine[1], theirs[0]]
    assert (view["tiles_held"], view["jaywalks_left"]) == ([4, 2], 2)
    seen = dmitris.view(game)
    assert (seen["face_up"], seen["tiles_held"]) == ([mine[1], theirs[0]], [4, 2])
    assert seen.keys().isdisjoint({"hand", "jaywalks_left"})


def test_others_see_how_many_tiles_were_returned_but_not_which(annas, boriss, make):
    game = make(jaywalk_draw=2)
    (mine,) = looked(game, annas)
    annas.play(game, {"verb": "JAYWALK", "tiles": [mine[0]]})
    (told,) = (event for event in boriss.get(f"/games/{game}/record").json()["events"] if event["verb"] == "jaywalk")
    assert told.keys() == {"n", "at", "verb", "seat", "count"}
    assert boriss.view(game)["tiles_held"] == [3, 2]


@pytest.mark.parametrize(
    ("options", "given", "says"),
    [
        ({}, {"taken": ["A"]}, "JAYWALK doesn’t accept these fields: taken."),
        ({"jaywalk_tiles": 2}, {"tiles": ["A", "B", "A"]}, "In this game, a jaywalk gives back one or two letters."),
        (OPEN, {"taken": ["A", "B"]}, "After FOR, write the open tiles to take: as many as you give back."),
        (OPEN, {"taken": ["A\nRESIGN"]}, "JAYWALK can’t be written like this."),
        (OPEN, {"taken": []}, "After FOR, write the open tiles to take: as many as you give back."),
    ],
)
def test_invalid_fields_are_refused(annas, make, options, given, says):
    game = make(**options)
    looked(game, annas)
    refused = annas.play(game, {"verb": "JAYWALK", "tiles": ["A"], **given})
    assert (refused.status_code, refused.json()["why"]) == (422, says)
    assert refused.json()["try"]


def test_commands_as_text_do_the_same(annas, boriss, make):
    game = make(face_up=True)
    mine, theirs = looked(game, annas, boriss)
    boriss.play(game, {"verb": "JAYWALK", "tiles": [theirs[0]]})
    view = annas.post(f"/games/{game}/commands", {"text": f"JAYWALK {mine[0]} FOR {theirs[0]}"}).json()
    assert view["face_up"] == [mine[0]]
