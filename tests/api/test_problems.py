"""Bad input: every refusal says what would be right, and nothing changes."""

import pytest

from games.models import Event, Game

VERBS = "DECLINE, DONE, GREEN, GRID, HELP, JAYWALK, JOIN, KEEP, LOOK, PAUSE, RED, RESIGN, RESUME, SAVE, SAY, STANDING, STATUS, UNASK, VOID"


def assert_problem(answer, status):
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert set(answer.json()) >= {"type", "title", "status", "detail"}
    assert answer.json()["status"] == status


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("GRID\n—K\n-CAKE\n—Y\nEND", "—K", "dash"),
        ("GRID\n8H KEY\nH8 CAKE\nEND", "H8 CAKE", "puts C where K is"),
        ("JAYWALK", "JAYWALK", "letter"),
        ("JAYWALK QU", "JAYWALK QU", "one letter"),
        ("UNASK\nGREEN", "GREEN", "contradict"),
        ("Hello there", "Hello there", "no command"),
        ("", "", "no command"),
    ],
)
def test_an_unreadable_text_is_refused_with_the_line(annas, game, text, line, why):
    answer = annas.post(f"/games/{game}/commands", {"text": text})
    assert_problem(answer, 422)
    assert answer.json()["line"] == line
    assert why in answer.json()["why"]
    assert answer.json()["try"]
    assert annas.view(game)["unseen"] == 2


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ({}, f"one of: {VERBS}"),
        ({"verb": "green"}, f"one of: {VERBS}"),
        ({"verb": "SEEN BY MAIL", "round": 1}, f"one of: {VERBS}"),
        ({"verb": ["GREEN"]}, f"one of: {VERBS}"),
        ({"verb": "GREEN", "now": True}, "GREEN doesn’t accept these fields: now."),
        ({"verb": "GRID"}, "can’t be written like this"),
        ({"verb": "GRID", "layout": "CAKE"}, "can’t be written like this"),
        ({"verb": "GRID", "layout": [1]}, "can’t be written like this"),
        (
            {"verb": "GRID", "layout": ["C4KE"]},
            'A row can only contain the letters A–Z and dots. This one contains something else: "',
        ),
        ({"verb": "GRID", "layout": ["A" * 61]}, "60"),
        ({"verb": "GRID", "layout": ["A" * 50] * 3}, "120"),
        ({"verb": "JAYWALK"}, "write the letter to give back"),
        ({"verb": "JAYWALK", "tiles": []}, "write the letter to give back"),
        ({"verb": "JAYWALK", "tiles": ["Q", "U"]}, "one letter"),
        ({"verb": "JAYWALK", "tiles": ["7"]}, "can’t be written like this"),
        ({"verb": "JAYWALK", "tiles": [None]}, "can’t be written like this"),
        ({"verb": "SAY", "text": " "}, "can’t be written like this"),
    ],
)
def test_a_malformed_command_is_refused_with_an_example(annas, game, command, why):
    answer = annas.play(game, command)
    assert_problem(answer, 422)
    assert why in answer.json()["why"]
    assert answer.json()["try"].startswith('{"verb": ')
    assert annas.view(game)["unseen"] == 2


def test_contradictory_commands_are_refused(annas, game):
    answer = annas.play(game, {"verb": "UNASK"}, {"verb": "GREEN"})
    assert_problem(answer, 422)
    assert "contradict" in answer.json()["why"]


def test_only_the_last_of_several_layouts_counts(annas, game):
    hand = annas.post(f"/games/{game}/look").json()["hand"]
    answer = annas.play(game, {"verb": "GRID", "layout": ["ZZ"]}, {"verb": "GRID", "layout": [hand]})
    assert answer.json()["layout"] == [hand]


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("{", "the request body"),
        ("[" * 5000, "the request body"),
        ("[]", "the request body"),
        ('"GREEN"', "the request body"),
        ({}, "text, commands"),
        ({"text": "GREEN", "commands": [{"verb": "GREEN"}]}, "text, commands"),
        ({"text": 7}, "text"),
        ({"txt": "GREEN"}, "txt"),
        ({"commands": "GREEN"}, "commands"),
        ({"commands": ["GREEN"]}, "commands.0"),
        ({"commands": []}, ""),
        ({"text": "GREEN", "turn": "1"}, "turn"),
        ({"text": "GREEN", "turn": True}, "turn"),
    ],
)
def test_a_malformed_body_is_refused_with_an_example(annas, game, body, line):
    answer = annas.post(f"/games/{game}/commands", body)
    assert_problem(answer, 422)
    assert answer.json()["line"] == line
    assert '"commands"' in answer.json()["try"]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "required"),
        ({"seats": "2"}, "integer"),
        ({"seats": True}, "integer"),
        ({"seats": 2.0}, "integer"),
        ({"seats": 1}, "must have 2 to 12 players"),
        ({"seats": 10**30}, "must have 2 to 12 players"),
        ({"seats": 2, "kind": "chess"}, "crossing"),
        ({"seats": 2, "word_list": "none"}, "open"),
        ({"seats": 2, "word_list": "a\0"}, "pattern"),
        ({"seats": 2, "options": {"colour": "red"}}, "no option colour"),
        ({"seats": 2, "options": {"leeway": "5 minutes"}}, "leeway"),
        ({"seats": 2, "options": {"tile_set": "S97"}}, "S97"),
        ({"seats": 2, "options": {"tile_set": "\ud800"}}, "isn’t a tile set"),
        ({"seats": 2, "options": {"starting_tiles": 100}}, "100"),
        ({"seats": 2, "invite": ["boris"]}, "email address"),
        ({"seats": 2, "invite": "boris@example.org"}, "list"),
        ({"seats": 2, "color": 1}, "not permitted"),
    ],
)
def test_a_game_with_invalid_settings_is_not_created(annas, body, says):
    answer = annas.post("/games", body)
    assert_problem(answer, 422)
    assert says in answer.json()["why"]
    assert not Game.objects.exists()


def test_a_body_over_the_limit_is_refused(annas, game):
    for size in (64 * 1024, 3 * 1024 * 1024):
        assert_problem(annas.post(f"/games/{game}/commands", {"text": "x" * size}), 413)


def test_a_large_body_within_the_limit_is_read(annas, game):
    assert_problem(annas.post(f"/games/{game}/commands", {"text": "GREEN " * 10000}), 422)


@pytest.mark.parametrize("path", ["/nothing", "/games/x", "/games/-1", f"/games/{10**30}", "/games/1/win"])
def test_an_unknown_path_is_not_found(annas, path):
    assert_problem(annas.get(path), 404)


@pytest.mark.parametrize(("path", "allowed"), [("/look", "POST"), ("/commands", "POST")])
def test_a_wrong_method_is_refused_with_the_allowed_one(annas, game, path, allowed):
    answer = annas.get(f"/games/{game}{path}")
    assert_problem(answer, 405)
    assert answer["Allow"] == allowed
    assert allowed in answer.json()["detail"]


def test_a_refused_command_records_nothing_but_a_look(annas, game):
    before = Event.objects.count()
    for answer in (annas.play(game, {"verb": "RED"}), annas.play(game, {"verb": "UNASK"})):
        assert_problem(answer, 409)
    seen = Event.objects.filter(verb="seen").count()
    assert Event.objects.count() == before + seen


def test_a_cut_that_is_too_long_is_refused(annas):
    game = annas.post("/games", {"seats": 2}).json()["id"]
    answer = annas.post(f"/games/{game}/agree", {"cut": "x" * 41})
    assert_problem(answer, 409)
    assert "40" in answer.json()["detail"]


def test_accepting_after_the_deal_is_refused(annas, game):
    assert_problem(annas.post(f"/games/{game}/agree"), 409)


def test_joining_a_full_game_is_refused(dmitris, make):
    listed = make(listed=True)
    assert_problem(dmitris.post(f"/games/{listed}/join"), 409)


@pytest.mark.parametrize("body", [{"text": "NONSENSE"}, {"commands": [{"verb": "NONSENSE"}]}, {"text": "GREEN"}])
def test_commands_without_a_seat_are_refused_before_they_are_read(dmitris, make, game, body):
    assert_problem(dmitris.post(f"/games/{make(listed=True)}/commands", body), 409)
    assert_problem(dmitris.post(f"/games/{game}/commands", body), 404)
