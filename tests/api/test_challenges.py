"""A program plays a whole game in which words are challenged; before the end no response reveals the word list."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import commands
from tests.tables import only_words

OPTIONS = {"tile_set": "A2 B2", "starting_tiles": 2, "word_check": "challenge", "leeway": 0, "false_challenge": 1}


@pytest.fixture
def game(annas, boriss, easy_words):
    """A game in which Anna has called the red light, and Boris has laid his tiles too."""
    then = timezone.now() - timedelta(hours=1)
    game = commands.make_game(
        kind="crossing", player=annas.player, seats=2, options=OPTIONS, word_list=easy_words, listed=True, now=then
    )
    commands.join(game_id=game, player=boriss.player, now=then)
    for program in (annas, boriss):
        commands.agree(game_id=game, player=program.player, now=then)
    for program in (annas, boriss):
        hand = program.post(f"/games/{game}/look").json()["hand"]
        assert program.play(game, {"verb": "GRID", "layout": [hand]}).status_code == 200
    assert annas.play(game, {"verb": "RED"}).json()["phase"] == "grace"
    return game


@pytest.fixture
def opened(game, boriss):
    assert boriss.play(game, {"verb": "DONE"}).json()["phase"] == "challenge"
    return game


def test_before_the_end_no_response_reveals_whether_a_word_is_valid(game, annas, boriss, nobody):
    held = boriss.view(game)["hand"]

    def answers():
        laid = boriss.play(game, {"verb": "GRID", "layout": [held]})
        read = [program.get(f"/games/{game}") for program in (annas, boriss, nobody)]
        return [answer.json() for answer in (laid, *read)]

    before = answers()
    only_words(game, "QI")
    assert answers() == before
    assert before[0]["score"]["struck"] == []


def test_the_view_shows_the_result_of_a_challenge(opened, annas, boriss, nobody):
    laid = boriss.view(opened)["layout"][0]
    view = annas.view(opened)
    assert view["open_words"] == sorted({laid, view["layout"][0]})
    assert view["layouts"][0]["layout"] == [laid]
    assert "CHALLENGE" in view["may"]
    only_words(opened, "QI")
    view = annas.play(opened, {"verb": "CHALLENGE", "word": laid.lower()}, {"verb": "DONE"}).json()
    assert view["challenges"] == [{"word": laid, "seat": 0, "upheld": True}]
    assert nobody.view(opened)["challenges"] == view["challenges"]
    assert "hand" not in nobody.view(opened)
    over = boriss.play(opened, {"verb": "DONE"}).json()
    assert (over["phase"], over["ending"]) == ("finished", "played")
    assert [laid] in [result["struck"] for result in over["results"]]


def test_the_view_includes_the_end_of_the_time_to_challenge(opened, boriss):
    assert boriss.view(opened)["next"]["what"] == "challenge"
    assert boriss.view(opened)["waiting_for"] == [0, 1]


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ({"verb": "CHALLENGE", "word": "QI"}, 409),
        ({"verb": "CHALLENGE"}, 422),
        ({"verb": "CHALLENGE", "word": "Q I"}, 422),
        ({"verb": "CHALLENGE", "word": 1}, 422),
        ({"verb": "GRID", "layout": ["AB"]}, 409),
    ],
)
def test_an_invalid_challenge_is_refused(opened, annas, command, status):
    assert annas.play(opened, command).status_code == status


def test_a_running_games_record_has_challenges_but_no_others_layouts(opened, annas, boriss):
    laid = boriss.view(opened)["layout"][0]
    annas.play(opened, {"verb": "CHALLENGE", "word": laid})
    events = annas.get(f"/games/{opened}/record").json()["events"]
    assert [event["verb"] for event in events if event["verb"] == "challenge"] == ["challenge", "challenge"]
    assert {event["seat"] for event in events if event["verb"] == "submit"} == {0}


def test_there_is_no_such_command_if_words_are_looked_up(annas, easy_words):
    game = commands.make_game(
        kind="crossing", player=annas.player, seats=2, options={}, word_list=easy_words, now=timezone.now()
    )
    answer = annas.play(game, {"verb": "CHALLENGE", "word": "QI"})
    assert answer.status_code == 422
    assert "challenges" not in annas.view(game)
