"""Leaving the site: players get a file with all their data, and their name is removed."""

import json

import pytest
from django.utils import timezone

from games import commands, queries
from games.models import Hand
from games.players.models import Player
from games.players.tokens import hash_of, make_token
from tests.positions import just_now
from tests.tables import hand, look, make_table, start

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def both_have_secrets(anna, boris):
    """A game in which each has looked, laid, saved a draft and made an API token, all with different tiles."""
    now = just_now()
    game_id = start(anna, boris, now=now, listed=False, tile_set="A30 E30 I30 O30 U30 Z30", starting_tiles=9)
    look(game_id, anna, boris, at=now)
    for player in (anna, boris):
        name = f"draft of {player.name}"
        commands.save_draft(game_id=game_id, player=player, name=name, layout=(hand(game_id, player),), now=now)
    commands.say(game_id=game_id, player=anna, text="Good evening from Anna", now=now)
    return game_id


def test_the_export_contains_the_players_own_data(both_have_secrets, anna, browser_of):
    make_token(player=anna, name="my script", scope="read", now=timezone.now())
    answer = browser_of(anna).get("/settings/account/lexicon.json")
    assert answer["Content-Disposition"] == 'attachment; filename="lexicon.json"'
    assert "no-store" in answer["Cache-Control"]
    kept = json.loads(answer.text)
    assert (kept["account"]["name"], kept["account"]["email"]) == ("Anna", "anna@example.org")
    assert [token["name"] for token in kept["tokens"]] == ["my script"]
    (game,) = kept["games"]
    assert sorted(game["hand"]) == sorted(hand(both_have_secrets, anna))
    assert [draft["name"] for draft in game["drafts"]] == ["draft of Anna"]
    assert [line["text"] for line in game["said"]] == ["Good evening from Anna"]
    assert "seen" in [event["verb"] for event in game["record"]["events"]]


def test_the_export_contains_no_secrets_of_others(both_have_secrets, anna, boris, browser_of):
    secret = make_token(player=boris, name="script of Boris", scope="play", now=timezone.now())
    own = make_token(player=anna, name="my script", scope="play", now=timezone.now())
    text = browser_of(anna).get("/settings/account/lexicon.json").text
    assert hand(both_have_secrets, boris) not in text
    hidden = (
        "draft of Boris",
        boris.email,
        "script of Boris",
        secret,
        hash_of(secret),
        hash_of(own),
        "sessionid",
        "csrf",
    )
    assert [one for one in hidden if one in text] == []
    assert json.loads(text)["games"][0]["record"]["seed"] is None


def test_the_export_omits_messages_of_the_seats_former_player(anna, boris, chloe, browser_of):
    game_id = sit_where_another_spoke(anna, boris, chloe)
    (game,) = browser_of(chloe).get("/settings/account/lexicon.json").json()["games"]
    assert [line["text"] for line in game["said"]] == ["Chloe is here"]
    assert game["id"] == game_id


def test_messages_of_a_former_player_stay_under_former_player(anna, boris, chloe, browser_of):
    game_id = sit_where_another_spoke(anna, boris, chloe)
    said = "Former player: Boris is here"
    assert said in browser_of(anna).get(f"/games/{game_id}/").text
    for player in (anna, chloe):
        commands.agree(game_id=game_id, player=player, now=timezone.now())
    page = browser_of(anna).get(f"/games/{game_id}/").text
    assert said in page
    assert page.count("Boris is here") == 1
    commands.delete_account(player=chloe, now=timezone.now())
    history = queries.table(game_id=game_id, player=anna, now=timezone.now()).history
    assert "Former player 2: Chloe is here" in [line.says for line in history]


def sit_where_another_spoke(anna, boris, chloe):
    """A game in which Boris wrote messages from the seat that Chloe has now."""
    game_id = make_table(anna, boris, now=just_now())
    commands.say(game_id=game_id, player=boris, text="Boris is here", now=timezone.now())
    commands.leave(game_id=game_id, player=boris, now=timezone.now())
    commands.join(game_id=game_id, player=chloe, now=timezone.now())
    commands.say(game_id=game_id, player=chloe, text="Chloe is here", now=timezone.now())
    return game_id


def test_downloading_the_export_does_not_look_at_tiles(anna, boris, browser_of):
    game_id = start(anna, boris, now=just_now(), listed=False)
    kept = browser_of(anna).get("/settings/account/lexicon.json").json()
    assert kept["games"][0]["hand"] == ""
    assert Hand.objects.get(game=game_id, seat=0).tiles != ""
    assert hand(game_id, anna) == ""


@pytest.mark.parametrize("address", ["/settings/account/lexicon.json", "/settings/account/delete/"])
def test_a_visitor_is_asked_to_sign_in(address, transactional_db, browser_of):
    assert browser_of().get(address).status_code == 302


def test_deleting_an_account_asks_for_confirmation_and_explains(both_have_secrets, anna, browser_of):
    client = browser_of(anna)
    page = client.get("/settings/account/delete/").text
    assert "You’re playing in 1 game. You will resign from it first, and the others will play on." in page
    assert (
        "Your moves, results and cuts of the deck stay, because other players’ games depend on them and anyone can verify the draws. Your messages stay for the people who received them. All of this will show the name “Former player” from now on. Emails that others have already received still show your name."
        in page
    )
    answer = client.post("/settings/account/delete/", {"email": "boris@example.org"}, follow=True)
    assert "That isn’t the email address of this account." in answer.text
    assert Player.objects.filter(pk=anna.pk).exists()


def test_confirming_with_the_email_address_deletes_the_account(both_have_secrets, anna, boris, browser_of):
    client = browser_of(anna)
    answer = client.post("/settings/account/delete/", {"email": " Anna@Example.org "}, follow=True)
    assert "Your account has been deleted" in answer.text
    assert "_auth_user_id" not in client.session
    assert not Player.objects.filter(pk=anna.pk).exists()
    page = browser_of(boris).get(f"/games/{both_have_secrets}/result/").text
    assert "Former player 1" in page
    assert "Anna" not in page.replace("Good evening from Anna", "")


def test_staff_are_told_why_they_cannot_delete_their_account(anna, browser_of):
    anna.is_staff = True
    anna.save()
    answer = browser_of(anna).post("/settings/account/delete/", {"email": anna.email}, follow=True)
    assert "You have staff rights. Ask somebody else on the staff to remove them first." in answer.text


def test_account_pages_link_to_notifications_export_and_deletion(anna, browser_of):
    client = browser_of(anna)
    page = client.get("/you/").text + client.get("/settings/account/").text
    for address in ("/settings/notifications/", "/settings/account/lexicon.json", "/settings/account/delete/"):
        assert f'href="{address}"' in page
