"""The quarantine for the staff: emails that were not carried out, and their handling; bounces; retention; the health
of email."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from games import commands
from games.models import Event, WaitingMail
from games.players.models import Player
from notifications import admin, health, tokens
from notifications.incoming import rights, spool
from notifications.incoming.reports import Report, report_of
from notifications.models import Bounce, BouncingAddress, InboundMail, Message
from tests.notifications.conftest import written
from tests.positions import just_now
from tests.tables import order

Outcome = InboundMail.Outcome


@pytest.fixture
def begins():
    """The current time, as pages use the real clock."""
    return just_now()


@pytest.fixture
def staff(db, client):
    client.force_login(Player.objects.create_superuser("chief@example.org", name="Chief"))
    return client


def look(browser, mail):
    return browser.get(reverse("admin:notifications_inboundmail_change", args=[mail.pk])).content.decode()


def do(browser, what, mail):
    return browser.post(reverse(f"admin:mail_{what}", args=[mail.pk]), follow=True)


def over(post, player):
    """End the game, so that nothing in it is hidden any more."""
    order(post.game_id, player, "resign", at=post.now)


# --- viewing ----------------------------------------------------------------------------------------------------------


def test_the_list_shows_every_email_not_carried_out_by_reason(post, boris, staff):
    obeyed = post.answer(post.last(boris), "SAY Hello")
    held = post.answer(post.last(boris), "STATUS", sender="eve@example.org")
    machine = post.answer(post.last(boris), "STATUS", Auto_Submitted="auto-replied")
    page = reverse("admin:notifications_inboundmail_changelist")
    assert set(staff.get(page).context["cl"].result_list) == {held, machine}
    assert list(staff.get(page, {"outcome__exact": "held"}).context["cl"].result_list) == [held]
    assert staff.get(reverse("admin:notifications_inboundmail_change", args=[obeyed.pk])).status_code == 302
    assert staff.get(page, {"recipient__startswith": "box"}).status_code == 400


def test_only_the_shape_of_an_email_is_shown_while_its_game_is_in_progress(post, boris, staff):
    quoted = "\n".join(f"> {line}" for line in post.last(boris).text.splitlines())
    mail = post.answer(post.last(boris), f"JAYWALK Q\nGRID\n{post.hand(boris)}.ZZZ\nEND\n\n{quoted}")
    text = look(staff, mail)
    assert mail.outcome == Outcome.REFUSED
    assert "hidden until the game or the puzzle’s day is over" in text
    assert f"{'x' * len(post.hand(boris))}.xxx" in text
    for hidden in (post.hand(boris), " ".join(post.hand(boris)), "ZZZ", "JAYWALK Q", mail.why.split(":")[0]):
        assert hidden not in text


def test_an_email_is_read_once_for_its_page(post, boris):
    mail = post.answer(post.last(boris), "STATUS", sender="eve@example.org")
    assert admin._show(mail) is admin._show(mail)


def test_a_large_email_is_not_read_to_be_shown(post, boris, staff):
    mail = post.answer(post.last(boris), "STATUS", sender="eve@example.org")
    raw = b"From: eve@example.org\n\nHello\n" + b"x" * spool.LARGEST
    InboundMail.objects.filter(pk=mail.pk).update(raw=raw, size=len(raw))
    text = look(staff, mail)
    assert "This email is larger than 1 MB, so it isn’t shown." in text
    assert "Hello" not in text


def test_the_text_of_an_email_is_shown_without_tokens_after_its_game(post, anna, boris, staff):
    quoted = "\n".join(f"> {line}" for line in post.last(boris).text.splitlines())
    token = tokens.token_in(post.last(boris).reply_to)
    over(post, anna)
    body = f"GREEN <b>now</b>\nSAY I write to {post.last(boris).reply_to.upper()}\nGREEN\n\n{quoted}"
    mail = post.answer(post.last(boris), body, X_Was_To=f"SRS0=a=b={token}@x")
    text = look(staff, mail)
    assert mail.outcome == Outcome.REFUSED
    assert "SAY I write to" in text
    assert "&lt;b&gt;now" in text
    assert "hidden until the game ends" not in text
    assert token not in text.lower()
    assert tokens.sign("leaked", Message.objects.filter(player=boris).latest("pk").link) not in text


@pytest.mark.parametrize(
    ("body", "is_shown"), [("Cheap zebras", True), ("GRID\nZEBRAS.\nEND", False), ("-- \nGRID\nZEBRAS.", False)]
)
def test_a_strangers_text_is_shown_unless_it_has_commands(post, boris, staff, body, is_shown):
    raw = written(body, sender="eve@example.org", to="x", at=post.now)
    to = f"box+r-{'a' * 26}@localhost"
    mail = post.read(spool.accept(raw, recipient=to, sender="eve@example.org", source="pipe", now=post.now))
    assert mail.outcome == Outcome.STRANGER
    assert ("ebras" in look(staff, mail).lower()) is is_shown


@pytest.mark.parametrize("raw", [b"", b"\0\xff", b"From: a\n" * 5000, b"Content-Type: multipart/mixed\n\nx"])
def test_any_incoming_email_can_be_viewed(post, boris, staff, raw):
    mail = post.read(spool.accept(raw, recipient="x", sender="e", source="pipe", now=post.now))
    assert "Dry run" in look(staff, mail)
    assert do(staff, "dry_run", mail).status_code == 200


def test_only_the_shape_of_a_providers_post_is_shown(post, boris, staff):
    body = {"TextBody": "GRID\nZEBRAS.\nEND", "From": "boris@example.org"}
    raw = b"Content-Type: application/json\r\n\r\n" + json.dumps(body).encode()
    spool.keep_unread(raw, size=len(raw), provider="postmark", why="KeyError", now=post.now)
    mail = InboundMail.objects.get(source="postmark post")
    assert "ZEBRAS" not in look(staff, mail)
    assert "could not be read" in do(staff, "dry_run", mail).content.decode()


# --- dry run, read again, delete ---------------------------------------------------------------------------------------


def test_a_dry_run_says_what_an_email_would_do_and_does_nothing(post, boris, staff):
    mail = post.answer(post.last(boris), f"GREEN\nGRID\n{post.hand(boris)}\nEND", sender="eve@example.org")
    events, told = Event.objects.count(), Message.objects.count()
    page = do(staff, "dry_run", mail).content.decode()
    assert "It would be put on hold. It asks for: GREEN and GRID." in page
    assert post.hand(boris) not in page
    mail.refresh_from_db()
    assert (mail.outcome, Event.objects.count(), Message.objects.count()) == (Outcome.HELD, events, told)
    entry = LogEntry.objects.get()
    assert "It would be put on hold. It asks for:" in entry.get_change_message()
    assert entry.object_id == str(mail.pk)


def test_a_dry_run_of_an_unreadable_email_names_no_tile(post, boris, staff):
    mail = post.answer(post.last(boris), "GRID\n8H KEY\nH8 CAKE\nEND")
    page = do(staff, "dry_run", mail).content.decode()
    assert "It would be refused: " in page
    assert "CAKE" not in page


def test_an_email_can_be_processed_again_and_is_carried_out_if_allowed(post, boris, staff):
    answered = post.last(boris)
    for _ in range(rights.AN_HOUR + 1):
        last = post.answer(answered, "UNASK\nGREEN")
    assert last.outcome == Outcome.TOO_MANY
    InboundMail.objects.filter(pk=last.pk).update(raw=bytes(last.raw).replace(b"UNASK\nGREEN", b"SAY it once"))
    post.now += timedelta(hours=2)
    do(staff, "replay", last)
    assert WaitingMail.objects.get().mail == last.pk
    last = post.read(last)
    assert (last.outcome, last.why) == (Outcome.OBEYED, "")
    assert Event.objects.filter(verb="say").count() == 1
    assert "Processed again." in LogEntry.objects.get().get_change_message()
    assert not WaitingMail.objects.exists()


def test_a_held_email_is_held_again_and_a_completed_one_is_never_read_again(post, boris):
    held = post.answer(post.last(boris), "STATUS", sender="eve@example.org")
    assert spool.replay(held, now=post.now)
    assert not spool.replay(held, now=post.now)
    assert post.read(held).outcome == Outcome.HELD
    obeyed = post.answer(post.last(boris), "SAY once")
    assert not spool.replay(obeyed, now=post.now)


def test_an_email_can_be_deleted_once_read_but_not_while_a_game_waits_for_it(post, boris, staff):
    waiting = post.spool(post.last(boris), "STATUS")
    read = post.answer(post.last(boris), "STATUS", sender="eve@example.org")
    for mail, code in ((waiting, 403), (read, 302)):
        page = reverse("admin:notifications_inboundmail_delete", args=[mail.pk])
        assert staff.post(page, {"post": "yes"}).status_code == code
    assert InboundMail.objects.filter(pk=waiting.pk).exists()
    assert not InboundMail.objects.filter(pk=read.pk).exists()
    assert LogEntry.objects.get().is_deletion()


@pytest.mark.parametrize("what", ["dry_run", "replay"])
def test_opening_does_nothing_and_staff_without_permission_can_do_nothing(post, boris, client, dmitri, what):
    mail = post.answer(post.last(boris), "STATUS", sender="eve@example.org")
    dmitri.is_staff = True
    dmitri.save()
    dmitri.user_permissions.set(Permission.objects.filter(codename="view_inboundmail"))
    client.force_login(Player.objects.get(pk=dmitri.pk))
    assert "Dry run" not in look(client, mail)
    assert client.get(reverse(f"admin:mail_{what}", args=[mail.pk])).status_code == 405
    assert do(client, what, mail).status_code == 403
    page = reverse("admin:notifications_inboundmail_delete", args=[mail.pk])
    assert client.post(page, {"post": "yes"}).status_code == 403
    mail.refresh_from_db()
    assert mail.read_at
    assert not LogEntry.objects.exists()


def test_staff_without_any_permission_see_neither_emails_nor_their_health(client, dmitri):
    dmitri.is_staff = True
    dmitri.save()
    client.force_login(dmitri)
    for name in ("admin:notifications_inboundmail_changelist", "admin:mail_health"):
        assert client.get(reverse(name)).status_code == 403


# --- bounces of our emails --------------------------------------------------------------------------------------------

STATUS = "Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; {to}\nAction: {action}\nStatus: {status}\n"
FEEDBACK = "Feedback-Type: {kind}\nUser-Agent: A/1\nVersion: 1\n"


def report(kind, fields, *, message_id="", head="text/rfc822-headers", sender="mailer-daemon@mx.example", top=""):
    """Return a report as mail servers write it."""
    lines = [
        f"From: {sender}",
        f"Message-ID: <{timezone.now().timestamp()}@mx.example>",
        f'Content-Type: multipart/report; report-type={kind}; boundary="x"',
        *filter(None, [top]),
        "",
        "--x\nContent-Type: text/plain\n\nGREEN\n",
        f"--x\nContent-Type: message/{kind}\n\n{fields}\n",
        f"--x\nContent-Type: {head}\n\nMessage-ID: {message_id}\nSubject: x\n\n--x--\n",
    ]
    return "\n".join(lines).encode()


def failed(status="5.1.1", action="failed", **more):
    fields = STATUS.format(to="anna@example.org", action=action, status=status)
    return report("delivery-status", fields, **more)


@pytest.mark.parametrize(
    ("raw", "how"),
    [
        (failed(), "hard"),
        (failed("5.1.10 (no such user)"), "hard"),
        (failed("5.2.1"), "hard"),
        (failed("5.0.0\nDiagnostic-Code: smtp; 550 no such user"), "hard"),
        (failed("5.0.0\nDiagnostic-Code: smtp; 550 5.7.1 spam"), "soft"),
        (failed("5.7.1"), "soft"),
        (failed("5.2.2"), "soft"),
        (failed("4.4.7"), "soft"),
        (failed("4.4.7", "delayed"), None),
        (failed("2.0.0", "delivered"), None),
        (report("feedback-report", FEEDBACK.format(kind="abuse")), "complaint"),
        (report("feedback-report", FEEDBACK.format(kind="not-spam")), None),
        (report("feedback-report", FEEDBACK.format(kind="auth-failure")), None),
        (b"Content-Type: multipart/report\n\nnothing", None),
        (b'Content-Type: multipart/report; boundary="\xff"\n\n--\xff\nContent-Type: message/delivery-status\n\n', None),
        (b"Content-Type: text/plain\n\n" + failed(), None),
        (b"", None),
    ],
)
def test_a_report_gives_the_kind_of_bounce(raw, how):
    found = report_of(raw)
    assert (found.how if found else None) == how


@pytest.mark.parametrize("head", ["text/rfc822-headers", "message/rfc822"])
def test_a_report_names_the_email_that_bounced(head):
    assert report_of(failed(message_id="<a@localhost>", head=head)) == Report("hard", "<a@localhost>")


def deliver(post, raw, *, to, sender=""):
    return post.read(spool.accept(raw, recipient=to, sender=sender, source="pipe", now=post.now))


def newest(post, player):
    return Message.objects.filter(game=post.game_id, player=player).latest("pk")


def test_a_report_to_a_reply_address_stops_email_to_its_player_alone(post, anna, boris):
    told = Message.objects.count()
    assert deliver(post, failed(), to=post.last(boris).reply_to).outcome == Outcome.REPORT
    for player in (anna, boris):
        player.refresh_from_db()
    assert (boris.mail_fails_since, anna.mail_fails_since) == (post.now, None)
    assert not BouncingAddress.objects.filter(address=anna.email).exists()
    assert newest(post, boris).bounced_at == post.now
    assert Message.objects.count() == told
    assert not WaitingMail.objects.exists()


def test_a_report_to_our_own_address_is_matched_by_its_message_id(post, boris):
    raw = failed(message_id=newest(post, boris).message_id)
    assert deliver(post, raw, to="lexicon@localhost").outcome == Outcome.REPORT
    boris.refresh_from_db()
    assert boris.mail_fails_since == post.now


def test_a_complaint_stops_email_for_good(post, boris):
    raw = report("feedback-report", FEEDBACK.format(kind="abuse"), sender="fbl@provider.example")
    row = deliver(post, raw, to=post.last(boris).reply_to, sender="fbl@provider.example")
    assert (row.outcome, row.why) == (Outcome.REPORT, str(Bounce.COMPLAINT.label))
    assert BouncingAddress.objects.get().complained_at == post.now


def test_a_report_about_an_unknown_email_stops_nothing(post, boris):
    for to, message_id in [
        ("lexicon@localhost", ""),
        ("lexicon@localhost", "<guessed@localhost>"),
        (f"box+r-{'a' * 26}@localhost", ""),
    ]:
        assert deliver(post, failed(message_id=message_id), to=to).outcome == Outcome.STRANGER
    row = deliver(post, failed(message_id="<another@localhost>"), to=post.last(boris).reply_to)
    assert row.outcome == Outcome.AUTOMATIC
    assert not BouncingAddress.objects.exists()


def test_nothing_is_stored_of_a_report_about_a_deleted_email(post, boris):
    raw = failed(message_id=newest(post, boris).message_id)
    commands.delete_account(player=boris, now=post.now)
    row = deliver(post, raw, to="lexicon@localhost")
    assert (row.outcome, bytes(row.raw)) == (Outcome.STRANGER, b"")
    assert deliver(post, raw, to="lexicon@localhost") == row


def test_two_reports_about_one_email_count_once(post, boris):
    for outcome in (Outcome.REPORT, Outcome.AUTOMATIC):
        assert deliver(post, failed("4.4.7"), to=post.last(boris).reply_to).outcome == outcome
    assert BouncingAddress.objects.get().weight == 1


def test_a_report_to_a_disabled_address_stops_nothing(post, boris):
    Message.objects.update(leaked_at=post.now)
    assert deliver(post, failed(), to=post.last(boris).reply_to).outcome == Outcome.STRANGER
    assert not BouncingAddress.objects.exists()


# --- retention, and the health of email -------------------------------------------------------------------------------


def test_an_email_is_recognised_again_after_its_text_is_deleted(post, boris):
    to = post.last(boris).reply_to
    InboundMail.objects.all().delete()
    mail = post.answer(post.last(boris), "SAY once", message_id="<1@x.example>")
    waiting = post.spool(post.last(boris), "STATUS")
    late = mail.received_at
    assert spool.forget_obeyed(before=late - timedelta(seconds=1), most=9) == 0
    assert spool.forget_obeyed(before=late, most=9) == 1
    assert spool.forget_obeyed(before=late, most=9) == 0
    mail.refresh_from_db()
    assert (bytes(mail.raw), mail.recipient, mail.sender, mail.outcome) == (b"", "", "", Outcome.OBEYED)
    waiting.refresh_from_db()
    assert bytes(waiting.raw)
    once_more = written("SAY once", sender=boris.email, to=to, at=late, message_id="<1@x.example>")
    assert spool.accept(once_more, recipient=to, sender=boris.email, source="pipe", now=late) == mail


def test_an_email_whose_text_is_deleted_cannot_be_read_again(post, boris, staff):
    mail = post.answer(post.last(boris), "STATUS", sender="eve@example.org")
    spool.forget_quarantine(before=mail.received_at, most=9)
    assert (
        "This email is being processed right now, or it is no longer stored."
        in do(staff, "replay", mail).content.decode()
    )


def test_health_counts_emails_in_and_out(post, anna, boris, staff):
    post.answer(post.last(boris), "STATUS", sender="eve@example.org")
    post.spool(post.last(boris), "STATUS")
    deliver(post, failed(), to=post.last(anna).reply_to)
    commands.say(game_id=post.game_id, player=anna, text="x", now=post.now)
    stuck = newest(post, boris)
    Message.objects.filter(pk=stuck.pk).update(sent_at=None, due_at=post.now, attempts=3, status="TimeoutError")
    doing = health.health(now=stuck.made_at + timedelta(minutes=2))
    assert (doing["in"]["waiting"], doing["in"]["retrying"]) == (1, 0)
    assert doing["in"]["oldest_seconds"] >= 100
    assert doing["out"] == {"waiting": 1, "oldest_seconds": 120, "retrying": 1}
    assert doing["failures"] == {"TimeoutError": 1, "came back: hard": 1}
    assert doing["suppressed"] == {"bounced": 1, "complained": 0}
    assert doing["quarantine"] == {"held": 1, "report": 1}
    assert doing["bounced"] == 1
    printed = StringIO()
    call_command("mail_health", stdout=printed)
    assert json.loads(printed.getvalue()).keys() == doing.keys()
    page = staff.get(reverse("admin:mail_health")).content.decode()
    for shown in ("TimeoutError", "on hold: sender not verified", "came back: hard"):
        assert shown in page
    assert "@" not in page.partition('id="content"')[2]
    assert "@" not in printed.getvalue()


def test_email_scheduled_for_later_does_not_count_as_waiting(post, boris):
    Message.objects.filter(pk=newest(post, boris).pk).update(
        sent_at=None, attempts=0, due_at=post.now + timedelta(hours=6)
    )
    assert health.health(now=post.now)["out"]["waiting"] == 0


def test_the_health_query_uses_indexes_only(post, django_assert_num_queries):
    with django_assert_num_queries(10) as asked:
        health.health(now=post.now)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")  # otherwise it would be preferred for so few rows
        for query in asked.captured_queries:
            if "notifications_message" in query["sql"] or "notifications_inboundmail" in query["sql"]:
                cursor.execute(
                    f"{'EXPLAIN' if connection.vendor == 'postgresql' else 'EXPLAIN QUERY PLAN'} {query['sql']}"
                )
                plan = str(cursor.fetchall())
                assert "messages_" in plan or "inbound_mail_" in plan
