"""House rules are shown wherever a game is described, before anybody accepts. A set-up that can't be played is refused
with the reason, wherever games are created."""

import json
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from games import commands, queries
from games.models import Game
from games.players.models import Invitation
from games.players.tokens import make_token, token_of
from games.rules.crossing.options import PACES
from games.rules.values import OrderRefused
from notifications.outgoing.mails.invitation import invitation_mail
from notifications.outgoing.mails.parts import as_text
from tests.positions import just_now
from tests.tables import make_table

pytestmark = pytest.mark.django_db(transaction=True)

HOUSE = {"tiles_per_light": 2, "jaywalk": "everyone", "jaywalk_forfeit": "Sing it again"}
IN_WORDS = ("Tiles per light: two tiles each", "Jaywalk: everyone, including the player who called the last light")
AS_USUAL = "Vacations: it waits"


@pytest.fixture
def table(anna):
    return make_table(
        anna, seats=3, invite=["boris@example.org"], now=just_now(), tile_set="LC120", starting_tiles=None, **HOUSE
    )


def page_text(answer):
    return " ".join(unescape(answer.text).replace("<strong>", "").replace("</strong>", "").split())


def test_the_game_page_lists_house_rules_and_folds_the_rest(table, browser_of, dmitri):
    page = page_text(browser_of(dmitri).get(f"/games/{table}/"))
    rules, _, rest = page.partition("<summary>All settings")
    assert all(rule in rules for rule in IN_WORDS)
    assert "Jaywalk limit" not in rules
    assert "<dt>Jaywalk limit</dt>" in rest


def test_teams_are_shown_in_letters_and_in_words(anna, browser_of):
    game_id = make_table(anna, seats=4, now=just_now(), teams="ABAB")
    page = page_text(browser_of(anna).get(f"/games/{game_id}/"))
    assert "Teams: ABAB (4 players: two teams of two)" in page


def test_a_game_with_default_settings_says_so(anna, browser_of):
    game_id = make_table(anna, seats=2, now=just_now(), tile_set="LC120", starting_tiles=None)
    page = browser_of(anna).get(f"/games/{game_id}/").text
    assert "No house rules. All settings are at their defaults." in page


def test_the_invitation_page_and_email_list_the_house_rules(table):
    invitation = Invitation.objects.get()
    page = page_text(Client().get(f"/invitations/{token_of(invitation)}/"))
    assert all(rule in page for rule in IN_WORDS)
    mail = as_text(invitation_mail(invitation, now=timezone.now()))
    assert all(rule in " ".join(mail.split()) for rule in IN_WORDS)


def test_the_invitation_page_explains_each_house_rule(table):
    page = page_text(Client().get(f"/invitations/{token_of(Invitation.objects.get())}/"))
    assert (
        "Who may exchange a tile in a round. It helps a player out of a dead end and leaves the number of tiles the same."
        in page
    )


@pytest.mark.parametrize(
    ("house", "meant", "meaningless"),
    [
        ({}, "Jaywalk limit", "Time to challenge"),
        ({"jaywalk": "nobody"}, "Time to look", "Jaywalk limit"),
        ({"teams": "ABAB"}, "Winning team", "Challenging lights"),
        ({"word_check": "challenge"}, "Time to challenge", "Winning team"),
    ],
)
def test_settings_without_effect_are_not_shown(anna, browser_of, house, meant, meaningless):
    game_id = make_table(anna, seats=4, now=just_now(), **house)
    page = page_text(browser_of(anna).get(f"/games/{game_id}/"))
    assert f"<dt>{meant}</dt>" in page
    assert meaningless not in page


def test_pages_of_challenge_games_do_not_say_words_must_be_valid(anna, browser_of):
    game_id = make_table(anna, seats=2, invite=["boris@example.org"], now=just_now(), word_check="challenge")
    for page in (
        browser_of(anna).get(f"/games/{game_id}/").text,
        Client().get(f"/invitations/{token_of(Invitation.objects.get())}/").text,
        browser_of(anna)
        .post("/games/new/", {**FORM, "do": "set_up", "seats": "2", "option_word_check": "challenge"}, follow=True)
        .text,
    ):
        assert "Words aren’t looked up until the end." in page
        assert "Every run of letters must be a word in the" not in page


def test_the_api_and_the_list_of_open_games_name_house_rules(table, dmitri, browser_of):
    told = Client().get(f"/api/v1/games/{table}").json()
    assert told["house_rules"][:1] == [IN_WORDS[0]]
    assert IN_WORDS[1] in told["house_rules"]
    (found,) = queries.open_games(player=dmitri, now=timezone.now())
    assert all(rule in found.house_rules for rule in IN_WORDS)
    assert IN_WORDS[1] in unescape(browser_of(dmitri).get("/play/").text)


def test_the_clocks_of_a_live_game_are_not_house_rules(anna, dmitri, browser_of):
    live = PACES["live"] | {"tile_set": "LC120", "starting_tiles": None}
    game_id = make_table(anna, seats=2, now=just_now(), **live)
    (found,) = queries.open_games(player=dmitri, now=timezone.now())
    assert (found.house_rules, found.options_says.split(" · ")[0]) == ((), "Live")
    page = page_text(browser_of(dmitri).get(f"/games/{game_id}/"))
    assert "No house rules. All settings are at their defaults." in page
    assert "<dt>Pace</dt><dd>Live</dd>" in page
    assert "<dt>Leeway</dt><dd>none</dd>" in page
    told = Client().get(f"/api/v1/games/{game_id}").json()
    assert (told["pace"], told["house_rules"]) == ("live", [])


def test_a_changed_clock_in_a_live_game_is_a_house_rule(anna, dmitri):
    make_table(anna, seats=2, now=just_now(), **PACES["live"] | {"grace": 120})
    (found,) = queries.open_games(player=dmitri, now=timezone.now())
    assert found.options_says.startswith("Live · ")
    assert found.house_rules == ("Starting tiles: 2", "Grace period: 2 minutes")


def test_other_changes_to_a_live_game_are_house_rules(anna, dmitri):
    make_table(anna, seats=2, now=just_now(), **PACES["live"], word_check="challenge", tiles_per_light=2)
    (found,) = queries.open_games(player=dmitri, now=timezone.now())
    assert IN_WORDS[0] in found.house_rules
    assert not any(rule.startswith(("Grace", "Time to challenge")) for rule in found.house_rules)


def test_house_rules_of_a_private_game_are_hidden_from_others(anna, dmitri, browser_of):
    game_id = make_table(anna, seats=2, listed=False, now=just_now(), jaywalk_forfeit="Recite a sonnet")
    for answer in (
        browser_of(dmitri).get(f"/games/{game_id}/"),
        browser_of(dmitri).get("/"),
        browser_of(dmitri).get("/games/new/"),
        Client().get(f"/api/v1/games/{game_id}"),
        Client().get("/api/v1/games"),
    ):
        assert "sonnet" not in answer.text


NOT_TOGETHER = [
    (
        2,
        {"jaywalk": "nobody", "jaywalk_draw": 2},
        "jaywalk_draw only works if jaywalk is one of these: not_caller, everyone, behind. Here it is nobody.",
    ),
    (2, {"jaywalk": "nobody", "face_up": True}, "face_up only works if jaywalk is one of these:"),
    (
        2,
        {"false_challenge": 3},
        "false_challenge only works if word_check is one of these: challenge. Here it is enforced.",
    ),
    (
        2,
        {"challenge_forfeit": "Sing"},
        "challenge_forfeit only works if challenge_lights is one of these: true. Here it is",
    ),
    (2, {"jaywalk_forfeit": "Sing\nloud"}, "jaywalk_forfeit can only be one line of at most 100 characters"),
    (3, {"teams": "ABAB"}, "teams needs a letter for each of the 3 seats"),
    (2, {"teams": "AA"}, "A team game needs at least two teams. Use two or more different letters, for example ABAB."),
    (2, {"team_wins": "sum"}, "team_wins only works in a team game. Set"),
    (2, {"starting_tiles": 61}, "Deal 60 or fewer, or choose a larger set."),
]


@pytest.mark.parametrize(("seats", "options", "why"), NOT_TOGETHER)
def test_incompatible_settings_are_refused_with_the_reason(anna, seats, options, why):
    with pytest.raises(OrderRefused) as refused:
        commands.make_game(kind="crossing", player=anna, seats=seats, options=options, now=timezone.now())
    assert why in str(refused.value)
    secret = make_token(player=anna, name="a program", scope="play", now=timezone.now())
    answer = Client().post(
        "/api/v1/games",
        json.dumps({"seats": seats, "options": options, "invite": ["boris@example.org"]}),
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )
    assert answer.status_code == 422
    assert why in answer.json()["why"]
    assert not Game.objects.exists()
    assert not Invitation.objects.exists()


FORM = {"do": "make", "kind": "crossing", "preset": "daily", "word_list": "open", "invite": "boris@example.org"}


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        (
            {"seats": "2", "option_jaywalk": "nobody", "option_jaywalk_draw": "2"},
            "“Tiles drawn in return” only works if “Jaywalk” is one of these: “everyone except the player who called the last "
            "light”, “everyone, including the player who called the last light”, “players who are behind: their "
            "submitted score is below another player’s when the round begins”. Here it is “nobody”.",
        ),
        (
            {"seats": "2", "option_false_challenge": "3"},
            "“Points off for a wrong challenge” only works if “Words” is one of these: “anything goes until the "
            "end, when players challenge words”. Here it is “only words in the list can be submitted”.",
        ),
        ({"seats": "3", "option_teams": "ABAB"}, "“Teams” needs a letter for each of the 3 seats"),
        (
            {"seats": "2", "option_teams": "own", "option_teams_own": "AA"},
            "A team game needs at least two teams. Use two or more different letters, for example ABAB.",
        ),
        (
            {"seats": "4", "option_teams": "ABAB", "rated": "on"},
            "Team games aren’t rated, because a rating belongs to one player.",
        ),
        (
            {"seats": "2", "option_people_a_seat": "2", "rated": "on"},
            "Games with shared seats aren’t rated, because a rating belongs to one player.",
        ),
        ({"seats": "2", "option_starting_tiles": "61"}, "Deal 60 or fewer, or choose a larger set."),
    ],
)
def test_the_form_explains_a_refusal_and_keeps_the_input(anna, browser_of, answers, why):
    answer = browser_of(anna).post("/games/new/", {**FORM, **answers}, follow=True)
    assert why in answer.context["refused"]
    form = answer.context["form"]
    assert form["invite"].value() == "boris@example.org"
    assert form["seats"].value() == answers["seats"]
    assert not Game.objects.exists()
    assert not Invitation.objects.exists()
