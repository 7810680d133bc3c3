"""Data is deleted at the end of its retention period, not before, and nothing else is deleted with it."""

from datetime import timedelta
from queue import Empty

import pytest
from allauth.account.models import EmailAddress
from celery import current_app
from celery.schedules import crontab
from django.conf import settings as project
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType

from games import commands
from games.models import Event, Game
from games.players.models import Invitation, KeptAnswer, Player, PlayerSession, Report, Sighting, Suspicion
from games.players.sessions import new_guest
from games.tournaments.models import News, Tournament
from lexicon import checks, retention
from lexicon.models import CacheRow
from lexicon.tasks import forget_some, forget_what_is_old
from notifications.models import (
    BouncingAddress,
    Channel,
    DeliveryReport,
    InboundMail,
    LocalMail,
    Message,
    Notice,
)
from notifications.tasks import games_to_announce
from tests.tables import NOON, make_table, start

pytestmark = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)


def finished(anna, boris, at):
    game_id = start(anna, boris, now=at)
    Game.objects.filter(pk=game_id).update(phase="finished", due_at=None, finished_at=at)
    return game_id


def message(anna, at, **more):
    return Message.objects.create(kind="turn", player=anna, address=anna.email, seat=0, made_at=at, sent_at=at, **more)


def mail_in(at, outcome, n=1, **more):
    kept = {"raw": b"x", "recipient": "box@localhost", "acted_at": at, "read_at": at} | more
    return InboundMail.objects.create(
        size=1, source="test", content_sha256=f"{outcome} {n} {at}", received_at=at, outcome=outcome, **kept
    )


def notice(anna, boris, at):
    game_id = finished(anna, boris, at)
    event = Event.objects.filter(game=game_id).first()
    return Notice.objects.create(
        event=event, player=anna, game_id=game_id, seat=0, kind="turn", not_before=at, dropped_at=at
    )


def news(anna, at, kind="mail"):
    tournament = Tournament.objects.create(name="Open", lot="x", made_at=at)
    return News.objects.create(tournament=tournament, player=anna, kind=kind, at=at, announced_at=at)


def unconfirmed(at):
    player = Player.objects.create_user(f"typo{at.timestamp()}@example.org", name="Typo", joined_at=at)
    EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=False)
    return player


def suspicion(anna, boris, at, **more):
    return Suspicion.objects.create(
        game_id=finished(anna, boris, at), one=anna, other=boris, score=5, evidence={}, found_at=at, **more
    )


def log_entry(anna, at):
    entry = LogEntry.objects.create(
        user=anna, content_type=ContentType.objects.first(), object_repr="x", action_flag=2, object_id="1"
    )
    LogEntry.objects.filter(pk=entry.pk).update(action_time=at)
    return entry


def device(anna, at):
    return Channel.objects.create(player=anna, sort="push", address=f"https://x/{at}", made_at=NOON, failing_since=at)


# By task, a function that creates a row kept from `at` on, or until `at` if the row stores the end of its retention period.
MADE = {
    "forget_sessions": lambda anna, boris, at: PlayerSession.objects.create(
        session_key=str(at)[:40], session_data="", expire_date=at
    ),
    "remove_guests": lambda anna, boris, at: new_guest("Guest", now=at - timedelta(days=project.KEEP_GUESTS_DAYS)),
    "forget_unconfirmed": lambda anna, boris, at: unconfirmed(at),
    "forget_invitations": lambda anna, boris, at: Invitation.objects.create(
        game_id=make_table(anna, seats=2, now=NOON), email="emil@example.org", invited_by=anna, invited_at=at
    ),
    "forget_rows": lambda anna, boris, at: mail_in(at, "obeyed", raw=b"", recipient=""),
    "forget_messages": lambda anna, boris, at: message(anna, at, game_id=finished(anna, boris, at)),
    "forget_notices": notice,
    "forget_news": lambda anna, boris, at: news(anna, at),
    "forget_local_mail": lambda anna, boris, at: LocalMail.objects.create(
        address=anna.email, sender="x", subject="x", raw=b"", received_at=at
    ),
    "forget_delivery_reports": lambda anna, boris, at: DeliveryReport.objects.create(
        provider="x", how="soft", address=anna.email, reported_at=at
    ),
    "forget_channels": lambda anna, boris, at: device(anna, at),
    "forget_answers": lambda anna, boris, at: KeptAnswer.objects.create(
        player=anna, key=str(at), request_sha256="x", status=200, body="", kept_at=at
    ),
    "forget_reports": lambda anna, boris, at: Report.objects.create(
        about=anna, by=boris, words="x", why="x", made_at=at, decision="dismissed", decided_at=at
    ),
    "forget_sightings": lambda anna, boris, at: Sighting.objects.create(
        player=anna, day=at.date(), at=at, device=str(at)[-32:], address="x"
    ),
    "forget_suspicions": suspicion,
    "forget_decided_suspicions": lambda anna, boris, at: suspicion(anna, boris, at, decision="acted on", decided_at=at),
    "forget_staff_log": lambda anna, boris, at: log_entry(anna, at),
    "forget_limits": lambda anna, boris, at: CacheRow.objects.create(cache_key=str(at), value="x", expires=at),
}
EMPTIED = {"forget_obeyed": "obeyed", "forget_quarantine": "stranger", "forget_held": "held"}
KEPT = {kept.name: kept for kept in retention.KEPT}


def test_every_kind_of_data_is_tested_and_every_setting_is_used():
    assert {*MADE, *EMPTIED} == set(KEPT)
    named = {name for name in dir(project) if name.startswith("KEEP_")}
    assert {kept.setting for kept in retention.KEPT if isinstance(kept.setting, str)} == named


@pytest.mark.parametrize("name", MADE)
def test_only_old_rows_are_deleted(name, anna, boris):
    kept = KEPT[name]
    over = NOON if kept.has_its_end else NOON - timedelta(days=kept.days)
    old, young = MADE[name](anna, boris, over - SECOND), MADE[name](anna, boris, over + SECOND)
    rows = type(old)._default_manager.filter(pk__in=[old.pk, young.pk])
    assert rows.count() == 2
    assert not kept.forget(now=NOON)
    assert [row.pk for row in rows] == [young.pk]
    assert not kept.forget(now=NOON)
    assert {player.name for player in Player.objects.filter(pk__in=[anna.pk, boris.pk])} == {"Anna", "Boris"}


@pytest.mark.parametrize(("name", "outcome"), EMPTIED.items())
def test_the_content_of_an_old_email_is_deleted_but_its_row_stays(name, outcome):
    at = NOON - timedelta(days=KEPT[name].days)
    old, young = mail_in(at, outcome), mail_in(at + SECOND, outcome)
    other = mail_in(at, "obeyed" if outcome != "obeyed" else "refused")
    KEPT[name].forget(now=NOON)
    for mail in (old, young, other):
        mail.refresh_from_db()
    assert [bytes(mail.raw) for mail in (old, young, other)] == [b"", b"x", b"x"]


def test_a_setting_decides_how_long_data_is_kept(settings, anna, boris):
    settings.KEEP_API_ANSWERS_DAYS = 2
    MADE["forget_answers"](anna, boris, NOON - timedelta(days=2) - SECOND)
    KEPT["forget_answers"].forget(now=NOON)
    assert not KeptAnswer.objects.exists()


def test_a_guest_account_is_kept_as_long_as_announced(settings):
    settings.KEEP_GUESTS_DAYS = 5
    assert new_guest("Guest", now=NOON).guest_until == NOON + timedelta(days=5)


def test_emails_of_a_running_game_are_kept_however_old(anna, boris):
    running = start(anna, boris, now=NOON)
    mail = message(anna, NOON - timedelta(days=900), game_id=running)
    KEPT["forget_messages"].forget(now=NOON)
    assert Message.objects.filter(pk=mail.pk).exists()


def test_deleting_an_old_email_does_not_cause_a_second_notification(anna, boris):
    told = notice(anna, boris, NOON - timedelta(days=900))
    mail = message(anna, told.not_before, game_id=told.game_id)
    Event.objects.update(announced_at=NOON)
    Notice.objects.filter(pk=told.pk).update(message=mail, dropped_at=None)
    KEPT["forget_messages"].forget(now=NOON)
    assert not Message.objects.exists()
    assert games_to_announce(NOON) == set()


def test_places_in_tournaments_are_kept(anna):
    news(anna, NOON - timedelta(days=900), kind="ended")
    KEPT["forget_news"].forget(now=NOON)
    assert News.objects.exists()


def test_an_unconfirmed_account_in_use_is_not_deleted(anna, boris):
    at = NOON - timedelta(days=900)
    for player in (seated := unconfirmed(at), signed_in := unconfirmed(at - SECOND)):
        assert player.pk
    commands.join(game_id=make_table(anna, seats=2, listed=True, now=NOON), player=seated, now=NOON)
    Player.objects.filter(pk=signed_in.pk).update(last_login=NOON)
    KEPT["forget_unconfirmed"].forget(now=NOON)
    assert Player.objects.filter(pk__in=[seated.pk, signed_in.pk]).count() == 2


def test_an_accepted_invitation_is_kept(anna, boris):
    invited = MADE["forget_invitations"](anna, boris, NOON - timedelta(days=900))
    Invitation.objects.filter(pk=invited.pk).update(joined_at=NOON)
    KEPT["forget_invitations"].forget(now=NOON)
    assert Invitation.objects.exists()


def test_stopped_addresses_are_never_deleted(anna):
    long_ago = NOON - timedelta(days=3000)
    BouncingAddress.objects.create(address="a@x.example", weighed_at=long_ago, stopped_at=long_ago)
    BouncingAddress.objects.create(address="b@x.example", weighed_at=long_ago)
    KEPT["forget_delivery_reports"].forget(now=NOON)
    assert [one.address for one in BouncingAddress.objects.all()] == ["a@x.example"]


def test_a_report_is_kept_while_its_mute_lasts(anna, boris):
    report = MADE["forget_reports"](anna, boris, NOON - timedelta(days=900))
    Report.objects.filter(pk=report.pk).update(silenced_until=NOON)
    KEPT["forget_reports"].forget(now=NOON)
    assert Report.objects.exists()


def test_large_deletions_are_done_in_batches(anna):
    for n in range(5):
        MADE["forget_answers"](anna, None, NOON - timedelta(days=400 + n))
    assert KEPT["forget_answers"].forget(now=NOON, pieces=2, most=2)
    assert KeptAnswer.objects.count() == 1
    assert not KEPT["forget_answers"].forget(now=NOON, pieces=2, most=2)
    assert KeptAnswer.objects.count() == 0


def test_each_kind_of_data_has_its_own_nightly_task():
    (schedule,) = [
        entry["schedule"]
        for entry in project.CELERY_BEAT_SCHEDULE.values()
        if entry["task"] == "lexicon.tasks.forget_what_is_old"
    ]
    assert isinstance(schedule, crontab)  # an interval starts again whenever the beat does, and might never end
    with current_app.connection_for_read() as connection:
        box = connection.SimpleQueue(current_app.conf.task_default_queue)
        box.clear()
        forget_what_is_old()
        sent = []
        try:
            while message := box.get(block=False):
                sent.append(message.payload[0][0])
        except Empty:
            pass
    assert sent == [kept.name for kept in retention.KEPT]
    for name in sent:
        forget_some(name)


@pytest.mark.parametrize("days", ["ninety", "", "-1", 0, 4000])
def test_invalid_days_are_reported_with_the_allowed_range(settings, days):
    assert checks.check_days_kept(None) == []
    settings.KEEP_REPORTS_DAYS = days
    (error,) = checks.check_days_kept(None)
    assert error.id == "lexicon.E007"
    assert error.msg == f"KEEP_REPORTS_DAYS is {days!r}."
    assert "from 1 to 3650" in error.hint


def test_emails_must_be_kept_as_long_as_they_can_be_answered(settings):
    settings.KEEP_MAIL_OUT_DAYS = 29
    (error,) = checks.check_days_kept(None)
    assert "from 30 to" in error.hint
