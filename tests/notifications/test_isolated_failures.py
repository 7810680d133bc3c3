"""One person's failure delays nobody else: each row fails, is postponed and is retried independently."""

from datetime import timedelta
from smtplib import SMTPServerDisconnected

import pytest
import time_machine
from celery import current_app

from games import commands
from games.batches import FIRST_RETRY, LONGEST_RETRY, each, ready, together
from games.models import Event, Game, Setback
from games.players.models import Player
from games.tournaments.models import NewsKind
from notifications import tasks
from notifications.mailbox import MailboxBackend
from notifications.models import DeliveryReport, InboundMail, LocalMail, MailChoice, MailKind, Message, Notice
from notifications.outgoing import digests, outbox
from notifications.outgoing.bounces import read_reports
from tests.notifications.conftest import said
from tests.notifications.rounds import news, tournament_of
from tests.puzzles import FEWER, LONGEST, MIDNIGHT, MORE, enter, lay_puzzle
from tests.tables import NOON, after, make_table, order, start


class Picky(MailboxBackend):
    """A provider whose library can't write one player's email."""

    def send_messages(self, email_messages):
        if any("boris@example.org" in mail.to for mail in email_messages):
            raise UnicodeError
        return super().send_messages(email_messages)


class Down(MailboxBackend):
    """A provider that hangs up."""

    tried = 0

    def send_messages(self, email_messages):
        Down.tried += 1
        raise SMTPServerDisconnected("bye")


def use(settings, backend):
    settings.EMAIL_BACKEND = f"{backend.__module__}.{backend.__name__}"


def mails(player):
    return LocalMail.objects.filter(address=player.email).count()


# --- the loop ---------------------------------------------------------------------------------------------------------


def fail_for(*wanted):
    def act(row):
        if row in wanted:
            raise ValueError(row)
        return row

    return act


@pytest.mark.django_db
def test_a_failing_row_is_logged_by_its_number_and_the_others_are_processed(caplog):
    assert each("counting", [1, 2, 3], fail_for(2), now=NOON) == [1, 3]
    assert "counting: row 2 failed" in caplog.text


@pytest.mark.django_db
def test_each_failure_of_a_row_delays_it_for_longer_and_only_its_own_count():
    waits, now = [], NOON
    for _ in range(12):
        each("counting", [1, 2], fail_for(2), now=now)
        setback = Setback.objects.get()
        waits.append(setback.retry_at - now)
        now = setback.retry_at
    assert (waits[0], waits[1], waits[-1]) == (FIRST_RETRY, 2 * FIRST_RETRY, LONGEST_RETRY)
    each("counting", [2], fail_for(2), now=now + timedelta(days=2))
    assert Setback.objects.get().tries == 1


@pytest.mark.django_db
def test_a_delayed_row_is_left_out_until_its_time(anna, boris):
    each("counting", [anna], fail_for(anna), now=NOON)
    everybody = Player.objects.filter(pk__in=[anna.pk, boris.pk])
    assert list(ready("counting", everybody, now=NOON)) == [boris]
    assert list(ready("another task", everybody, now=NOON).order_by("pk")) == [anna, boris]
    assert ready("counting", everybody, now=NOON + FIRST_RETRY).count() == 2


@pytest.mark.django_db
def test_rows_are_processed_together_and_one_by_one_if_that_fails():
    done = []

    def act(rows):
        if 2 in rows:
            raise ValueError
        done.append(list(rows))

    together("counting", [1, 3], act, now=NOON)
    together("counting", [1, 2, 3], act, now=NOON)
    assert done == [[1, 3], [1], [3]]
    assert Setback.objects.get().row == "2"


# --- emails about a game ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("zone", ["Berlin", "Mars/Phobos", ""])
def test_a_player_in_an_unknown_time_zone_is_emailed_like_everybody_else(post, anna, boris, zone):
    Player.objects.filter(pk__in=[anna.pk, boris.pk]).update(time_zone=zone)
    before = mails(boris)
    post.play(anna, "GRID", "GREEN").later(hours=12)
    assert mails(boris) > before


def test_an_email_that_cannot_be_sent_stops_no_other_and_is_retried_alone(post, anna, boris, settings):
    use(settings, Picky)
    commands.say(game_id=post.game_id, player=anna, text="Hello", now=post.now)
    commands.say(game_id=post.game_id, player=boris, text="Hello yourself", now=post.now)
    annas = mails(anna)
    post.deliver()
    assert mails(anna) == annas + 1
    waiting = Message.objects.get(player=boris, due_at__isnull=False)
    assert (waiting.attempts, waiting.due_at) == (1, post.now + FIRST_RETRY)
    use(settings, MailboxBackend)
    post.later(minutes=1)
    assert "Hello" in said(post.last(boris))


def test_an_email_that_cannot_be_written_stops_no_other(post, anna, boris, caplog):
    commands.say(game_id=post.game_id, player=anna, text="Hello", now=post.now)
    commands.say(game_id=post.game_id, player=boris, text="Hello yourself", now=post.now)
    assert tasks.announcing.announce(tasks.Latest(post.game_id, now=post.now))
    broken = Message.objects.get(player=boris, due_at__isnull=False)
    Message.objects.filter(pk=broken.pk).update(kind=MailKind.RECEIPT, facts={"verbs": 7})
    annas = mails(anna)
    post.deliver()
    assert mails(anna) == annas + 1
    broken.refresh_from_db()
    assert (broken.due_at, broken.sent_at) == (post.now + FIRST_RETRY, None)
    assert f"row {broken.pk} failed" in caplog.text


def test_an_unreadable_choice_stops_nobody_elses_email(post, anna, boris):
    MailChoice.objects.create(player=anna, kind=MailKind.SAID, when="week")
    commands.say(game_id=post.game_id, player=boris, text="Hello Anna", now=post.now)
    commands.say(game_id=post.game_id, player=anna, text="Hello Boris", now=post.now)
    post.deliver()
    assert "Hello Boris" in said(post.last(boris))
    MailChoice.objects.all().delete()
    post.later(minutes=1)
    assert "Hello Anna" in said(post.last(anna))
    assert not Event.objects.filter(announced_at=None).exists()
    assert Notice.objects.filter(kind=MailKind.SAID).count() == 2


def test_when_the_provider_is_down_the_rest_do_not_count_as_tried(post, anna, boris, settings):
    commands.say(game_id=post.game_id, player=anna, text="Hello", now=post.now)
    commands.say(game_id=post.game_id, player=boris, text="Hello yourself", now=post.now)
    use(settings, Down)
    Down.tried = 0
    post.deliver()
    assert Down.tried == 1
    assert sorted(Message.objects.filter(due_at__isnull=False).values_list("attempts", flat=True)) == [0, 1]


def test_an_email_that_was_tried_before_is_sent_alone(post, anna, boris):
    commands.say(game_id=post.game_id, player=anna, text="Hello", now=post.now)
    commands.say(game_id=post.game_id, player=boris, text="Hello yourself", now=post.now)
    tasks.announcing.announce(tasks.Latest(post.game_id, now=post.now))
    due = list(Message.objects.filter(due_at__isnull=False).order_by("pk"))
    Message.objects.filter(pk__in=[one.pk for one in due]).update(attempts=3)
    ours, left = outbox._claim([one.pk for one in due], now=post.now)
    assert ([one.pk for one in ours], left) == ([due[0].pk], [due[1].pk])
    due[1].refresh_from_db()
    assert due[1].attempts == 3


def test_a_game_that_cannot_be_announced_is_delayed_and_the_others_go_on(anna, boris, settings):
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"
    broken, whole = start(anna, boris), start(anna, boris)
    Game.objects.filter(pk=broken).update(kind="chess")
    later = after(minutes=10)
    tasks.tell_of_each([broken, whole], now=later)
    assert Message.objects.filter(game=whole, sent_at=later).count() == 2
    assert broken not in tasks.games_to_announce(later)
    assert broken in tasks.games_to_announce(later + FIRST_RETRY)


# --- general emails ---------------------------------------------------------------------------------------------------


@time_machine.travel(after(hours=1), tick=False)
def test_a_sweep_batches_games_into_tasks_and_each_is_announced_once(anna, boris):
    games = [start(anna, boris) for _ in range(tasks.GAMES_A_TASK + 1)]
    Game.objects.filter(pk=games[1]).update(format=99)  # a newer release stored it
    with current_app.connection_for_read() as connection:
        box = connection.SimpleQueue("celery")
        box.clear()
        tasks.sweep()
        asked = [box.get(block=False) for _ in range(2)]
        box.clear()
    assert [message.headers["task"] for message in asked] == ["notifications.tasks.announce_games"] * 2
    assert [len(message.payload[0][0]) for message in asked] == [tasks.GAMES_A_TASK, 1]
    for message in asked * 2:
        tasks.announce_games(*message.payload[0])
    told = Message.objects.filter(player=boris, kind=MailKind.START, sent_at__isnull=False)
    assert sorted(told.values_list("game", flat=True)) == [games[0], *games[2:]]


@pytest.fixture
def of_puzzles(anna, boris, chloe, settings):
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"
    lay_puzzle()
    for player, rows in ((chloe, MORE), (boris, FEWER), (anna, LONGEST)):
        enter(player, rows)


@pytest.fixture
def boris(request, db):
    if "post" in request.fixturenames:
        request.getfixturevalue("post")
        return Player.objects.get(email="boris@example.org")
    return Player.objects.create_user("boris@example.org", name="Boris")


@pytest.mark.django_db
def test_one_unreadable_choice_stops_no_digest(of_puzzles, anna, boris, chloe):
    MailChoice.objects.create(player=anna, kind=MailKind.PUZZLE, when="week")
    Player.objects.filter(pk=boris.pk).update(time_zone="Berlin")
    evening = MIDNIGHT + timedelta(hours=18)
    digests.tell(now=MIDNIGHT)
    digests.tell(now=evening)
    assert [mails(player) for player in (anna, boris, chloe)] == [0, 1, 1]
    MailChoice.objects.all().delete()
    digests.tell(now=evening)
    digests.tell(now=evening + timedelta(hours=1))
    digests.tell(now=evening + timedelta(days=1))
    assert mails(anna) == 1


@pytest.mark.django_db
def test_news_that_cannot_be_written_stops_nobody_elses(anna, boris, settings):
    settings.EMAIL_BACKEND = "notifications.mailbox.MailboxBackend"
    cup = tournament_of(anna, boris)
    news(cup, anna, NewsKind.WITHDRAWN, how="no such way")
    news(cup, boris, NewsKind.MAIL, text="Hello", by="Chloe")
    digests.tell(now=after(hours=1))
    assert mails(boris) == 1


# --- incoming emails --------------------------------------------------------------------------------------------------


def test_a_failing_report_is_delayed_and_the_next_is_processed(post, anna, boris):
    Game.objects.filter(pk=post.game_id).update(kind="chess")  # Boris plays there, and the kind is unknown
    for player in (boris, Player.objects.create_user("emil@example.org", name="Emil")):
        DeliveryReport.objects.create(
            provider="test", event_id=player.name, how="hard", address=player.email, reported_at=NOON, due_at=post.now
        )
    assert read_reports(now=post.now) == 1
    assert Player.objects.get(email="emil@example.org").mail_fails_since == post.now
    assert DeliveryReport.objects.get(event_id="Boris").due_at == post.now + FIRST_RETRY


def test_an_email_that_cannot_be_read_is_delayed_and_the_next_is_read(post, anna, boris):
    bad = post.spool(post.last(boris), "SAY Hello\n")
    InboundMail.objects.filter(pk=bad.pk).update(authentication="x", attempts=0)
    Message.objects.filter(player=boris).update(facts={"verbs": 7}, kind=MailKind.RECEIPT)
    good = post.spool(post.last(anna), "SAY Hello\n", message_id="<good@elsewhere.example>")
    tasks.hear_each([bad.pk, good.pk], now=post.now)
    assert InboundMail.objects.get(pk=good.pk).read_at is not None


# --- games ------------------------------------------------------------------------------------------------------------


def broken_and_whole(anna, boris, make, **options):
    games = make(anna, boris, **options), make(anna, boris, **options)
    Game.objects.filter(pk=games[0]).update(kind="chess")
    return games


@pytest.mark.django_db
def test_a_lobby_that_cannot_be_cancelled_stops_no_other(anna, boris):
    broken, whole = broken_and_whole(anna, boris, make_table)
    commands.cancel_stale_lobbies(now=after(days=15))
    assert Game.objects.get(pk=whole).phase == Game.Phase.CANCELLED
    assert Game.objects.get(pk=broken).phase == Game.Phase.LOBBY


@pytest.mark.django_db
def test_a_failing_timer_is_delayed_and_the_others_are_applied(anna, boris):
    broken, whole = broken_and_whole(anna, boris, start)
    late = after(days=30)
    assert set(commands.due_games(now=late)) == {broken, whole}
    commands.apply_due_in_each([broken, whole], now=late)
    assert broken not in commands.due_games(now=late)
    assert broken in commands.due_games(now=late + FIRST_RETRY)
    assert commands.due_since(now=late) is not None  # the operator still sees that it is late


@pytest.mark.django_db
def test_a_finished_game_that_cannot_be_counted_stops_no_other(anna, boris):
    broken, whole = start(anna, boris), start(anna, boris)
    for game_id in (broken, whole):
        order(game_id, boris, "resign", at=after(hours=1))
    Game.objects.filter(pk=broken).update(kind="chess")
    for count in (commands.count_finished, commands.tally_finished):
        count(now=after(hours=2))
        assert count(now=after(hours=2)) == 0
    counted = Game.objects.values_list("counted_at", "tallied_at")
    assert counted.get(pk=whole) == (after(hours=2), after(hours=2))
    assert counted.get(pk=broken) == (None, None)
