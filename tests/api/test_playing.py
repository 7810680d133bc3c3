"""A program plays: creating a game, joining, looking, giving orders."""

import pytest
from django.utils import timezone

from games.models import Event, Game, Seat
from tests.tables import only_words

GREEN = {"verb": "GREEN"}


def lay(view):
    return {"verb": "GRID", "layout": [view["hand"]]}


def test_a_game_can_be_created_joined_accepted_and_dealt(annas, boriss):
    made = annas.post("/games", {"kind": "crossing", "seats": 2, "options": {}, "invite": ["boris@example.org"]})
    assert made.status_code == 201
    game = made.json()["id"]
    assert made["Location"] == f"/api/v1/games/{game}"
    assert (made.json()["phase"], made.json()["may"]) == ("lobby", ["AGREE"])
    assert [seat["name"] for seat in made.json()["seats"]] == ["Anna", None]
    assert boriss.view(game)["may"] == ["JOIN"]
    assert boriss.post(f"/games/{game}/join").json()["you"] == 1
    assert annas.post(f"/games/{game}/agree", {"cut": "my lucky 7"}).json()["waiting_for"] == [1]
    dealt = boriss.post(f"/games/{game}/agree").json()
    assert (dealt["phase"], dealt["turn"], dealt["pool"], dealt["unseen"], dealt["hand"]) == ("playing", 1, 60, 30, "")


def test_the_view_has_fields_of_all_games_and_of_its_kind(annas, game):
    view = annas.view(game)
    assert set(view) >= {"id", "kind", "phase", "turn", "pool", "seats", "next", "waiting_for", "may", "commitment"}
    assert set(view) >= {"round", "hand", "unseen", "withheld", "layout", "score"}
    assert view["seats"][0] == {"name": "Anna", "seen": False, "away": False, "resigned": False}
    assert view["waiting_for"] == [0, 1]
    assert view["next"]["what"] == "away"
    assert view["next"]["at"].endswith("Z")


def test_only_looking_turns_tiles_over(annas, game):
    before = Event.objects.count()
    assert annas.view(game)["hand"] == annas.view(game)["hand"] == ""
    assert Event.objects.count() == before
    looked = annas.post(f"/games/{game}/look").json()
    assert (len(looked["hand"]), looked["unseen"], looked["waiting_for"]) == (2, 0, [1])


def test_a_layout_and_a_request_for_green_are_accepted(annas, boriss, game):
    for program in (annas, boriss):
        program.post(f"/games/{game}/look")
    view = annas.play(game, lay(annas.view(game)), GREEN).json()
    assert view["layout"] == [view["hand"]] or view["layout"] == [view["hand"][::-1]]
    assert view["score"]["complete"] is True
    assert view["seats"][0]["asked_at"].endswith("Z")
    assert (view["next"]["what"], "UNASK" in view["may"], "GREEN" in view["may"]) == ("green", True, False)


def test_the_player_who_gets_a_light_has_a_withheld_tile(annas, boriss, make):
    game = make(leeway=0)
    boriss.post(f"/games/{game}/look")
    annas.post(f"/games/{game}/look")
    view = annas.play(game, lay(annas.view(game)), GREEN).json()
    assert (view["round"], view["withheld"], view["unseen"], len(view["hand"])) == (2, 1, 0, 2)
    assert boriss.view(game)["unseen"] == 1


def test_commands_can_be_text_as_in_an_email(annas, game):
    hand = annas.post(f"/games/{game}/look").json()["hand"]
    answer = annas.post(f"/games/{game}/commands", {"text": f"Dear server,\nGRID\n{hand}.\nEND\nGREEN"})
    assert answer.status_code == 200
    assert answer.json()["ignored"] == ["Dear server,"]
    assert answer.json()["seats"][0]["asked_at"]


def test_a_command_looks_first_even_if_it_is_refused(annas, game):
    answer = annas.play(game, GREEN)
    assert answer.status_code == 409
    assert "Lay every tile before you ask for a light." in answer.json()["detail"]
    assert annas.view(game)["unseen"] == 0


def test_commands_are_all_or_nothing(annas, game):
    hand = annas.post(f"/games/{game}/look").json()["hand"]
    answer = annas.play(game, {"verb": "GRID", "layout": [hand[0]]}, GREEN)
    assert answer.status_code == 409
    assert annas.view(game)["layout"] == []


def test_a_stale_command_changes_nothing(annas, game):
    answer = annas.play(game, GREEN, turn=7)
    assert (answer.status_code, answer.json()["title"]) == (409, "Out of date")
    assert "turn 1" in answer.json()["detail"]
    assert annas.view(game)["unseen"] == 2


@pytest.mark.parametrize(
    ("layout", "says"),
    [(["ZZ"], "You don’t hold these tiles: Z, Z."), (["AAAAAAAA"], "You don’t hold"), (["Ab"], "blank|hold")],
)
def test_tiles_not_held_are_named(annas, game, layout, says):
    answer = annas.play(game, {"verb": "GRID", "layout": layout})
    assert answer.status_code == 409
    assert any(part in answer.json()["detail"] for part in says.split("|"))


def test_an_invalid_word_is_named_and_nothing_is_submitted(annas, game):
    annas.post(f"/games/{game}/look")
    only_words(game, "QI")
    layout = [annas.view(game)["hand"]]
    answer = annas.play(game, {"verb": "GRID", "layout": layout})
    assert answer.status_code == 409
    assert f"Not in the word list: {layout[0]}." in answer.json()["detail"]
    assert annas.view(game)["layout"] == []


def test_a_layout_that_is_too_large_is_refused_with_the_limit(annas, game):
    answer = annas.play(game, {"verb": "GRID", "layout": ["A" * 61]})
    assert answer.status_code == 422
    assert "60 × 60" in answer.json()["detail"]
    assert annas.view(game)["layout"] == []


def test_a_chat_message_can_be_sent(annas, game):
    assert annas.play(game, {"verb": "SAY", "text": "*Good luck*"}).status_code == 200
    assert Event.objects.get(game=game, verb="say").facts == {"text": "*Good luck*"}


def test_a_game_can_be_paused_and_resumed(annas, boriss, game):
    annas.play(game, {"verb": "PAUSE"})
    assert "RESUME" in boriss.play(game, {"verb": "PAUSE"}).json()["may"]
    assert "PAUSE" in annas.play(game, {"verb": "RESUME"}).json()["may"]


def test_a_game_is_voided_when_all_players_agree(annas, boriss, game):
    assert "KEEP" in annas.play(game, {"verb": "VOID"}).json()["may"]
    assert "VOID" in annas.play(game, {"verb": "KEEP"}).json()["may"]
    assert boriss.play(game, {"verb": "VOID"}).json()["phase"] == "playing"
    over = annas.play(game, {"verb": "VOID"}).json()
    assert (over["phase"], over["ending"], over["results"]) == ("finished", "void", [])


def test_resigning_ends_a_game_of_two_and_reveals_everything(annas, boriss, game):
    assert boriss.play(game, {"verb": "RESIGN"}).json()["phase"] == "finished"
    view = annas.view(game)
    assert (view["ending"], view["next"], view["waiting_for"], view["may"]) == ("resigned", None, [], [])
    assert [(result["seat"], result["rank"]) for result in view["results"]] == [(0, 1)]
    assert view["seed"] == bytes(Game.objects.get(pk=game).seed).hex()
    assert annas.play(game, GREEN).status_code == 409


def test_the_command_limit_is_enforced_with_a_retry_after_header(annas, game):
    Seat.objects.update(orders_in_hour=599, orders_in_day=599, orders_counted_at=timezone.now())
    assert annas.play(game, {"verb": "STATUS"}).status_code == 200
    answer = annas.play(game, {"verb": "STATUS"})
    assert (answer.status_code, 0 < int(answer["Retry-After"]) <= 3600) == (429, True)
