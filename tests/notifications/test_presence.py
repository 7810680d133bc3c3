"""Emails that nobody needs are not sent: about what was seen on the page, live games, and practice."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.http import http_date

from games import commands
from games.models import Game, Seat
from games.players.models import Player
from games.queries.options import LIVE
from games.robots import practice
from games.rules import registry
from notifications.models import MailHours, MailKind, Message, Notice
from notifications.preferences import choices
from notifications.preferences.choices import When
from tests.conftest import NOON
from tests.notifications.conftest import Post
from tests.positions import just_now
from tests.tables import ask, look, start

A_MINUTE = timedelta(minutes=1)
CHOSEN = {"HTTP_SEC_FETCH_USER": "?1"}  # what browsers send if their user asked for a page
PART = {"HTTP_HX_REQUEST": "true"}


def kinds(game_id, player):
    return list(Message.objects.filter(game=game_id, player=player).order_by("pk").values_list("kind", flat=True))


def at_the_page(player, game_id, at):
    commands.note_presence(game_id=game_id, player=player, at=at)


@pytest.fixture
def boris(db):
    return Player.objects.create_user("boris@example.org", name="Boris")


@pytest.fixture
def slow(anna, boris):
    """A game in which Boris’s light has dealt Anna a tile; news is delayed by five minutes."""
    game_id = start(anna, boris, leeway=3000)
    look(game_id, anna, boris)
    post = Post(game_id, NOON).later(minutes=10)
    ask(game_id, boris, at=post.now)
    post.deliver().later(minutes=10)  # Anna gets the email about the request
    post.now = NOON + timedelta(seconds=3000)
    commands.apply_due(game_id=game_id, now=post.now)
    return post


def test_unseen_news_is_emailed(slow, anna):
    slow.deliver().later(minutes=5)
    assert kinds(slow.game_id, anna)[-1] == MailKind.TILE


def test_news_seen_on_the_page_is_not_emailed(slow, anna):
    slow.deliver()
    told = kinds(slow.game_id, anna)
    at_the_page(anna, slow.game_id, slow.now + A_MINUTE)
    slow.later(minutes=5)
    assert kinds(slow.game_id, anna) == told
    assert Notice.objects.filter(player=anna, kind=MailKind.TILE, dropped_at__isnull=False).exists()


def test_a_visit_before_the_news_does_not_stop_the_email(slow, anna):
    at_the_page(anna, slow.game_id, slow.now - A_MINUTE)
    slow.deliver().later(minutes=5)
    assert kinds(slow.game_id, anna)[-1] == MailKind.TILE


def test_a_player_on_the_page_gets_two_minutes_to_see_the_news_there(anna, boris):
    """This game has no delay for news."""
    post = Post(start(anna, boris, leeway=0), NOON).deliver()
    look(post.game_id, anna, boris)
    at_the_page(anna, post.game_id, post.now - A_MINUTE)
    told = kinds(post.game_id, anna)
    ask(post.game_id, boris)
    assert kinds(post.deliver().game_id, anna) == told
    assert kinds(post.game_id, anna) == told
    post.later(minutes=2)
    assert kinds(post.game_id, anna) == [*told, MailKind.TILE]


def test_the_last_warning_goes_to_players_with_the_page_open_too(slow, anna):
    slow.deliver().later(minutes=5)
    for _ in range(8):
        at_the_page(anna, slow.game_id, slow.now)
        slow.later(hours=12)
    assert MailKind.LAST_DAY in kinds(slow.game_id, anna)


def test_tiles_by_email_are_sent_to_a_player_on_the_page_too(slow, anna):
    Seat.objects.filter(game=slow.game_id, player=anna).update(tiles_by_email=True)
    slow.deliver()
    at_the_page(anna, slow.game_id, slow.now + A_MINUTE)
    slow.later(minutes=5)
    assert kinds(slow.game_id, anna)[-1] == MailKind.TILE


def test_a_released_tile_is_no_news_once_it_was_seen(slow, anna, boris):
    slow.deliver()
    for player in (anna, boris):
        commands.look(game_id=slow.game_id, player=player, now=slow.now)
    slow.deliver().later(minutes=5)
    assert MailKind.RELEASED not in kinds(slow.game_id, boris)
    assert Notice.objects.filter(player=boris, kind=MailKind.RELEASED, dropped_at__isnull=False).exists()


def test_presence_of_one_player_does_not_affect_emails_to_another(slow, boris, anna):
    at_the_page(boris, slow.game_id, slow.now + A_MINUTE)
    slow.deliver().later(minutes=5)
    assert kinds(slow.game_id, anna)[-1] == MailKind.TILE


# --- presence on the page ---------------------------------------------------------------------------------------------


@pytest.fixture
def table(anna, boris):
    return start(anna, boris, now=just_now())


def present_at(game_id, player):
    return Seat.objects.get(game=game_id, player=player).present_at


@pytest.fixture
def annas(client, anna):
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_an_open_page_alone_does_not_count_as_presence(annas, table, anna):
    address = f"/games/{table}/"
    page = annas.get(address)
    annas.get(address, **PART)
    annas.get(address, HTTP_IF_NONE_MATCH=page["ETag"])
    annas.get(address, **PART, HTTP_X_SEEN="yesterday")
    assert present_at(table, anna) is None


def test_a_page_its_reader_asked_for_counts_as_seen(annas, table, anna, boris):
    version = Game.objects.get(pk=table).version
    before = timezone.now()
    annas.get(f"/games/{table}/", **CHOSEN)
    assert before <= present_at(table, anna) <= timezone.now()
    assert present_at(table, boris) is None
    assert Game.objects.get(pk=table).version == version


def test_an_open_page_reports_when_its_reader_last_saw_it(annas, table, anna):
    address, earlier = f"/games/{table}/", timezone.now().replace(microsecond=0) - A_MINUTE
    annas.get(address, **PART, HTTP_X_SEEN=http_date(earlier.timestamp()))
    assert present_at(table, anna) == earlier
    annas.get(address, **PART, HTTP_X_SEEN=http_date((earlier - A_MINUTE).timestamp()))
    assert present_at(table, anna) == earlier
    annas.get(address, **PART, HTTP_X_SEEN=http_date((earlier + timedelta(days=9)).timestamp()))
    assert present_at(table, anna) <= timezone.now()


def test_no_page_depends_on_who_is_present(client, annas, table, boris, django_assert_max_num_queries):
    boriss = Client()
    boriss.force_login(boris, backend="django.contrib.auth.backends.ModelBackend")
    before = boriss.get(f"/games/{table}/", **PART)
    annas.get(f"/games/{table}/", **PART, HTTP_X_SEEN=http_date(timezone.now().timestamp()))
    with django_assert_max_num_queries(3):
        again = boriss.get(f"/games/{table}/", **PART, HTTP_IF_NONE_MATCH=before["ETag"])
    assert again.status_code == 304


def test_presence_is_reset_when_a_seat_changes_player(slow, anna, chloe):
    at_the_page(anna, slow.game_id, slow.now)
    staff = Player.objects.create_superuser("staff@example.org", name="Staff")
    commands.replace_player(game_id=slow.game_id, seat=0, player=chloe, by=staff, reason="Gone", now=slow.now)
    assert Seat.objects.get(game=slow.game_id, number=0).present_at is None


# --- games with everyone present --------------------------------------------------------------------------------------


@pytest.fixture
def live(anna, boris):
    clocks = registry.kind("crossing").paces[LIVE]
    game_id = start(anna, boris, **{**clocks, "leeway": 0})
    return Post(game_id, NOON).deliver()


def through_a_light(post, anna, boris):
    look(post.game_id, anna, boris, at=post.now)
    ask(post.game_id, boris, at=post.now)
    commands.say(game_id=post.game_id, player=boris, text="Well?", now=post.now)
    return post.deliver()


def test_a_live_game_emails_only_its_start_and_result(live, anna, boris):
    through_a_light(live, anna, boris).play(boris, "RESIGN")
    assert kinds(live.game_id, anna) == [MailKind.START, MailKind.RESULT]


@pytest.mark.parametrize("where", ["for all", "for this game"])
def test_a_player_can_choose_to_get_all_emails_of_a_live_game(live, anna, boris, where):
    if where == "for all":
        MailHours.objects.create(player=anna, all_of_live=True)
    else:
        choices.choose(player=anna, game_id=live.game_id, chosen={MailKind.TILE: When.NOW})
    through_a_light(live, anna, boris)
    assert kinds(live.game_id, anna)[-1] == MailKind.TILE


def test_a_game_against_robots_emails_only_its_start_and_result(anna):
    game_id = practice.open_table(kind="crossing", player=anna, now=NOON)
    post = Post(game_id, NOON).deliver().later(minutes=10)
    for _ in range(12):
        practice.visit(game_id=game_id, now=post.now)
        commands.look(game_id=game_id, player=anna, now=post.now)
        post.later(minutes=10)
    post.play(anna, "RESIGN").later(minutes=10)
    assert MailKind.START in kinds(game_id, anna)
    assert set(kinds(game_id, anna)) <= {MailKind.START, MailKind.RESULT}


def test_all_emails_of_practice_and_live_games_can_be_chosen(annas, anna):
    at = reverse("mail_choices")
    page = annas.get(at).content.decode()
    assert 'name="all_of_live"' in page
    annas.post(at, {"do": "hours", "daily_at": "18:00", "all_of_practice": "on"})
    kept = MailHours.objects.get(player=anna)
    assert (kept.all_of_live, kept.all_of_practice) == (False, True)
