"""Moderator actions in casual games, and how the admin logs them."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.urls import reverse
from django.utils import timezone

from games import commands
from games.admin.actions import PAGES
from games.models import Game, Seat
from games.players.models import Player
from games.rules import registry
from games.tournaments.models import Division, Fixture, Round, Tournament
from tests.admin.test_secrets import secrets_of
from tests.tables import sit_down

WHY = "Boris lies in hospital."


@pytest.fixture
def moderator(db):
    """A moderator who isn't a superuser and plays in no game."""
    player = Player.objects.create_user("olga@example.org", name="Olga", is_staff=True)
    player.groups.add(Group.objects.get(name="moderator"))
    return player


@pytest.fixture
def browser(client, moderator):
    client.force_login(moderator)
    return client


def page_of(game, action):
    return reverse("admin:games_game_action", args=[game.pk, action])


def do(browser, game, action, /, **filled_in):
    return browser.post(page_of(game, action), {"reason": WHY, **filled_in})


def buttons(browser, game):
    answer = browser.get(reverse("admin:games_game_change", args=[game.pk]))
    return {action for action in PAGES if page_of(game, action) in answer.text}


def test_a_moderator_can_pause_and_resume_a_game(browser, moderator, running):
    assert {"pause", "extend", "replace"} <= buttons(browser, running)
    assert do(browser, running, "pause").url == reverse("admin:games_game_change", args=[running.pk])
    running.refresh_from_db()
    assert running.paused_by_staff
    assert "pause" not in buttons(browser, running)
    do(browser, running, "resume")
    running.refresh_from_db()
    assert not running.paused_by_staff
    kept = LogEntry.objects.order_by("pk")
    assert [(entry.user, entry.object_id, entry.change_message) for entry in kept] == [
        (moderator, str(running.pk), f"PAUSE: {WHY}"),
        (moderator, str(running.pk), f"RESUME: {WHY}"),
    ]


def test_the_reason_is_shown_in_the_game(browser, running, client):
    do(browser, running, "pause")
    assert WHY in client.get(reverse("game", args=[running.pk])).text


def test_a_time_bank_can_be_extended(browser, running):
    before = running.state["clocks"]["banks"]
    do(browser, running, "extend", seat="1", hours="24", bank="on")
    running.refresh_from_db()
    assert running.state["clocks"]["banks"] != before
    assert LogEntry.objects.get().change_message == f"EXTEND seat=1 by=86400 bank=True: {WHY}"


def test_everyone_can_be_given_more_time(browser, running):
    due = running.due_at
    do(browser, running, "extend", seat="", hours="1")
    running.refresh_from_db()
    assert running.due_at > due


def test_a_player_can_be_marked_as_away(browser, running):
    do(browser, running, "away", seat="1")
    running.refresh_from_db()
    assert running.state["away"] == [1]


@pytest.mark.parametrize(("action", "ending"), [("score", "adjudicated"), ("void", "void")])
def test_a_game_can_be_ended(browser, running, action, ending):
    do(browser, running, action)
    running.refresh_from_db()
    assert (running.phase, running.ending) == ("finished", ending)
    assert buttons(browser, running) == set()


def test_a_player_can_be_replaced(browser, running, chloe):
    do(browser, running, "replace", seat="1", address=" Chloe@Example.org")
    assert Seat.objects.get(game=running, number=1).player == chloe
    assert "Boris" in browser.get(reverse("admin:games_game_change", args=[running.pk])).text


@pytest.mark.parametrize(
    ("action", "filled_in", "says"),
    [
        ("pause", {"reason": " "}, "This field is required"),
        ("pause", {"reason": "x" * 201}, "at most 200 characters"),
        ("extend", {"seat": "1", "hours": "0"}, "greater than or equal to 1"),
        ("extend", {"seat": "7", "hours": "1"}, "Select a valid choice"),
        ("away", {"seat": "0"}, "Anna has looked"),
        (
            "replace",
            {"seat": "1", "address": "nobody@example.org"},
            "No player has this email address. Ask the player to sign up first.",
        ),
        ("replace", {"seat": "1", "address": "anna@example.org"}, "Anna is already in this game."),
        ("resume", {}, "The game isn’t paused. Its clocks are running."),
    ],
)
def test_a_refused_action_shows_the_reason_in_the_form(browser, running, action, filled_in, says):
    answer = do(browser, running, action, **filled_in)
    assert answer.status_code == 200
    assert says in answer.text
    assert not LogEntry.objects.exists()
    assert not Game.objects.get(pk=running.pk).paused_by_staff


def test_in_a_lobby_the_only_action_is_replacing_a_player(browser, anna, chloe):
    game = Game.objects.get(
        pk=commands.make_game(kind="crossing", player=anna, seats=2, options={}, now=timezone.now())
    )
    assert buttons(browser, game) == {"replace"}
    assert (
        "The game hasn’t started. It starts when every seat is filled and everyone has accepted."
        in do(browser, game, "pause").text
    )
    do(browser, game, "replace", seat="0", address="chloe@example.org")
    assert game.seats.get().player == chloe


def test_superusers_cannot_act_on_a_game_they_play(client, running, anna, chloe):
    Player.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=True)
    client.force_login(Player.objects.get(pk=anna.pk))
    assert buttons(client, running) == set()
    answer = client.post(page_of(running, "pause"), {"reason": WHY}, follow=True)
    assert "You’re playing in this game. Somebody else on the staff must do this." in answer.text
    assert not Game.objects.get(pk=running.pk).paused_by_staff


def test_moderators_cannot_act_on_tournament_games(browser, running):
    now = timezone.now()
    tournament = Tournament.objects.create(name="Spring", made_at=now)
    division = Division.objects.create(tournament=tournament, number=1)
    round = Round.objects.create(division=division, number=1, phase="published", published_at=now, ends_at=now)
    Fixture.objects.create(round=round, number=1, phase="playing", game=running)
    assert buttons(browser, running) == set()
    answer = browser.post(page_of(running, "void"), {"reason": WHY}, follow=True)
    assert "This game belongs to a tournament. Only the tournament’s directors can act on it." in answer.text
    assert Game.objects.get(pk=running.pk).phase == "playing"


@pytest.mark.parametrize("role", ["helper", "director", None])
def test_only_moderators_can_act_on_casual_games(client, dmitri, running, role):
    dmitri.is_staff = True
    dmitri.save()
    if role:
        dmitri.groups.add(Group.objects.get(name=role))
        client.force_login(dmitri)
        assert buttons(client, running) == set()
    client.force_login(dmitri)
    for method in (client.get, client.post):
        assert method(page_of(running, "pause"), {"reason": WHY}).status_code == 403
    assert not Game.objects.get(pk=running.pk).paused_by_staff


def test_players_cannot_open_the_page_of_an_action(client, anna, running):
    client.force_login(anna)
    assert client.get(page_of(running, "pause")).status_code == 302


@pytest.mark.parametrize(("pk", "action"), [(404, "pause"), (None, "burn")])
def test_unknown_games_and_actions_are_not_found(browser, running, pk, action):
    page = reverse("admin:games_game_action", args=[pk or running.pk, action])
    assert browser.get(page).status_code == 404


@pytest.mark.parametrize("kind", registry.KINDS)
def test_no_page_of_an_action_reveals_hidden_data(browser, anna, boris, kind):
    now = timezone.now()
    least, _ = registry.kind(kind).seats
    others = [boris, *(Player.objects.create_user(f"p{n}@example.org", name=f"P{n}") for n in range(least - 2))]
    game_id = commands.make_game(kind=kind, player=anna, seats=least, options={}, now=now)
    for player in others:
        sit_down(game_id, player, now=now)
    for player in (anna, *others):
        commands.agree(game_id=game_id, player=player, cut="my lucky 7", now=now)
    game = Game.objects.get(pk=game_id)
    hidden = [secret for secret in secrets_of(game) if len(secret) > 5]
    pages = [browser.get(page_of(game, action)) for action in PAGES]
    pages += [do(browser, game, "away", seat="0"), do(browser, game, "pause", reason=""), do(browser, game, "resume")]
    pages.append(browser.get(reverse("admin:games_game_history", args=[game.pk])))
    for page in pages:
        assert not [secret for secret in hidden if secret in page.text], page.request["PATH_INFO"]
