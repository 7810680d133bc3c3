"""A newcomer starts to play with one click, whatever the kind."""

import re

import pytest
from django.utils import timezone

from games.models import Game, Hand
from games.robots import practice
from games.robots.levels import ROBOTS, offered
from games.rules import registry
from games.rules.alphabets.known import alphabet_of, codes
from games.word_lists.shelf import import_words
from tests.tables import NOON, look, make_table, start

pytestmark = pytest.mark.django_db


def test_a_button_starts_a_game_against_the_robot(client, anna):
    client.force_login(anna)
    assert "Play a robot" in client.get("/").text
    answer = client.post("/practice/", follow=True)
    assert "Anna and Robot" in answer.text
    assert Game.objects.get().phase == "playing"


@pytest.mark.parametrize("kind", practice.kinds(), ids=lambda kind: kind.key)
def test_every_game_that_robots_play_has_a_button(client, anna, kind):
    client.force_login(anna)
    level = f'<input type="hidden" name="kind" value="{kind.key}">'
    assert level in client.get(f"/games/new/?kind={kind.key}&who=robot").text
    radios = client.get(f"/play/{kind.key}/").text.count('name="level"')
    assert radios == (len(offered(kind)) if len(kind.levels) > 1 else 0)
    answer = client.post("/practice/", {"kind": kind.key}, follow=True)
    assert answer.status_code == 200
    assert Game.objects.get().kind == kind.key
    assert "Robot" in answer.text


def test_a_level_can_be_chosen_when_starting_practice(client, anna):
    client.force_login(anna)
    level = offered(registry.kind("crossing"))[-1]
    assert f'value="{level.key}"' in client.get("/play/crossing/").text
    answer = client.post("/practice/", {"kind": "crossing", "level": level.key}, follow=True)
    assert f"Anna and {ROBOTS[level.key][0]}" in answer.text
    assert "for this game. Available levels:" in client.post("/practice/", {"level": "prodigy"}, follow=True).text


@pytest.mark.parametrize(
    ("pages", "suggested", "code"), [("en", "open", "en"), ("fr", "fr-open", "fr"), ("pt", "open", "en")]
)
def test_the_word_language_defaults_to_the_page_language(client, pages, suggested, code):
    headers = {"accept-language": pages}
    for address in ("/", "/play/crossing/"):
        page = client.get(address, headers=headers).text
        chosen = page.split('name="word_list">')[1].split("</select>")[0]
        assert re.findall(r'value="([^"]+)" lang="[^"]+" selected', chosen) == [suggested]
        assert '<option value="de-open" lang="de">Deutsch</option>' in chosen
    assert 'name="word_list"' not in client.get("/play/lynx/", headers=headers).text
    client.post("/practice/", {"word_list": suggested}, headers=headers)
    assert Game.objects.latest("pk").options.get("alphabet", "en") == code
    client.post("/practice/", {"word_list": "de-open"}, headers=headers)
    assert Game.objects.latest("pk").options["alphabet"] == "de"
    client.post("/practice/", headers=headers)  # as last time
    assert Game.objects.latest("pk").options["alphabet"] == "de"


def test_languages_with_an_imported_word_list_can_be_chosen(client):
    for code, name in (("pl", "pl-open"), ("sv", "my-swedish"), ("it", "my-italian")):
        import_words(
            ["OJ", "JO", "JOJO"] if code == "pl" else ["SE", "ESS"], name=name, alphabet=alphabet_of(code), now=NOON
        )
    import_words(["KOT"], name="pl-common", alphabet=alphabet_of("pl"), now=NOON)
    for address in ("/", "/play/crossing/", "/play/crosslet/"):
        chosen = client.get(address).text.split('name="word_list">')[1].split("</select>")[0]
        offered = dict(re.findall(r'value="([^"]+)" lang="([^"]+)"', chosen))
        assert offered["pl-open"] == "pl"
        assert offered["my-swedish"] == "sv"
        assert list(offered.values()) == sorted(offered.values(), key=codes().index)
        assert {"it-open"} == {name for name, code in offered.items() if code == "it"}
    client.post("/practice/", {"word_list": "pl-open"})
    assert Game.objects.get().word_list.name == "pl-open"


def test_a_game_no_robot_plays_is_refused_with_a_reason(client, anna):
    client.force_login(anna)
    assert (
        "Robots can’t play chess. They can play: crossing, crosslet, lexicon_cards, lynx, scannergram, handshake."
        in client.post("/practice/", {"kind": "chess"}, follow=True).text
    )
    assert not Game.objects.exists()


def test_a_get_request_starts_no_practice_game(client, anna):
    client.force_login(anna)
    assert client.get("/practice/").status_code == 405
    assert not Game.objects.exists()


def test_only_the_creator_can_add_a_robot_in_the_lobby(client, anna, boris):
    game_id = make_table(anna, seats=3, now=timezone.now())
    client.force_login(anna)
    assert "Add a robot" in client.get(f"/games/{game_id}/").text
    level = offered(registry.kind("crossing"))[-1].key
    given = {"do": "robot", "level": level}
    assert ROBOTS[level][0] in client.post(f"/games/{game_id}/lobby/", given, follow=True).text
    client.force_login(boris)
    assert "Add a robot" not in client.get(f"/games/{game_id}/").text
    assert 'class="note wrong"' in client.post(f"/games/{game_id}/lobby/", {"do": "robot"}, follow=True).text


def test_a_stuck_player_can_let_the_robot_request_the_light(client, anna, boris):
    now = timezone.now()
    game_id = practice.open_table(kind="crossing", player=anna, now=now)
    client.force_login(anna)
    assert "Robot is thinking." in client.get(f"/games/{game_id}/").text
    answer = client.post(f"/games/{game_id}/go-on/", follow=True)
    assert "The robot can’t continue yet. It can as soon as it has laid all its tiles." in answer.text
    practice.visit(game_id=game_id, now=now)
    assert "Let the robot continue" in client.get(f"/games/{game_id}/").text
    answer = client.post(f"/games/{game_id}/go-on/", follow=True)
    assert "round 2" in answer.text
    client.force_login(boris)
    assert client.post(f"/games/{game_id}/go-on/").status_code == 404


def test_the_message_after_a_light_names_its_player_and_the_draws(client, anna):
    now = timezone.now()
    game_id = practice.open_table(kind="crossing", player=anna, now=now)
    Hand.objects.filter(game=game_id, seat=1).update(tiles="AADEEEILNORSSTT")  # some hands can't be laid at once
    client.force_login(anna)
    practice.visit(game_id=game_id, now=now)
    said = noted(client.post(f"/games/{game_id}/go-on/", follow=True))
    assert "Green light for Robot. You drew " in said
    assert "You looked at your tiles." not in said


def noted(answer):
    """Return the announcement above the board."""
    return answer.text.partition('id="notes"')[2].partition("</div>")[0]


def test_a_game_between_people_has_no_button_for_a_robot(client, anna, boris):
    game_id = start(anna, boris)
    look(game_id, anna, boris)
    client.force_login(anna)
    assert "Let the robot continue" not in client.get(f"/games/{game_id}/").text


def test_a_page_of_a_game_with_robots_polls_every_three_seconds(client, anna):
    game_id = practice.open_table(kind="crossing", player=anna, now=timezone.now())
    client.force_login(anna)
    assert 'hx-trigger="every 3s, refresh"' in client.get(f"/games/{game_id}/").text


def test_a_distant_deadline_is_hidden_if_only_robots_wait(client, anna):
    client.force_login(anna)
    practice.open_table(kind="crossing", player=anna, now=timezone.now())
    game = Game.objects.get()
    look(game.pk, anna, at=timezone.now())
    home = client.get("/").text
    assert "Lay every tile, submit, then request the light." in home
    assert "scored as it stands" not in home
    assert "29 days" not in home
    assert "data-countdown" not in client.get(f"/games/{game.pk}/").text
