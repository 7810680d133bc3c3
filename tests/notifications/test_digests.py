"""The results of a day's puzzles by email: the day after, once, to each entrant who wants it; never earlier, never
to others."""

from datetime import time, timedelta
from email import message_from_bytes, policy
from functools import partial
from smtplib import SMTPRecipientsRefused

import pytest
from django.core.mail.backends.base import BaseEmailBackend
from django.core.management import call_command

from games import queries
from games.models import PuzzleEntry
from games.players.models import Player
from notifications.mailbox import MailboxBackend
from notifications.models import BouncingAddress, LocalMail, MailHours, MailKind, Message
from notifications.outgoing import digests
from notifications.outgoing.outbox import LEASE
from notifications.preferences import choices
from notifications.preferences.choices import When
from tests.puzzles import DAY, FEWER, JUST_BEFORE, LONGEST, MIDNIGHT, MORE, enter, lay_puzzle
from tests.test_races import at_once

pytestmark = pytest.mark.django_db
EVENING = MIDNIGHT + timedelta(hours=18)  # the default hour of the daily email


class DownBackend(BaseEmailBackend):
    """A provider that is down."""

    def send_messages(self, email_messages):
        raise ConnectionRefusedError


class StrictBackend(BaseEmailBackend):
    """A mail server that doesn't know the mailbox."""

    def send_messages(self, email_messages):
        raise SMTPRecipientsRefused({to: (550, b"5.1.1 user unknown") for mail in email_messages for to in mail.to})


class CrashingBackend(MailboxBackend):
    """A power failure before the email is accepted."""

    def send_messages(self, email_messages):
        raise KeyboardInterrupt


class StrictAboutAnnaBackend(MailboxBackend):
    """A mail server that knows every mailbox except Anna's."""

    def send_messages(self, email_messages):
        if any("anna@example.org" in mail.to for mail in email_messages):
            raise SMTPRecipientsRefused({"anna@example.org": (550, b"5.1.1 user unknown")})
        return super().send_messages(email_messages)


def use(settings, backend):
    settings.EMAIL_BACKEND = f"{backend.__module__}.{backend.__name__}"


@pytest.fixture
def boris(db):
    """Boris without the game that others play by email in these tests."""
    return Player.objects.create_user("boris@example.org", name="Boris")


@pytest.fixture
def entered(anna, boris, chloe):
    """Yesterday's puzzle, entered by all three: Anna wins, then Boris, then Chloe."""
    lay_puzzle()
    for player, rows in ((chloe, MORE), (boris, FEWER), (anna, LONGEST)):
        enter(player, rows)


def tell(at=EVENING):
    return digests.tell(now=MIDNIGHT) + (digests.tell(now=at) if at > MIDNIGHT else 0)


def mails(player):
    raw = LocalMail.objects.filter(address=player.email).order_by("pk").values_list("raw", flat=True)
    return [message_from_bytes(bytes(one), policy=policy.default) for one in raw]


def text_of(mail):
    return mail.get_body(("plain",)).get_content()


def test_only_players_who_entered_get_their_place_and_the_best_grid(entered, boris, dmitri):
    assert tell() == 3
    (mail,) = mails(boris)
    text, lines, html = (
        " ".join(text_of(mail).split()),
        text_of(mail).splitlines(),
        mail.get_body(("html",)).get_content(),
    )
    assert mail["Subject"] == "Daily puzzle, 20 November: 2nd of 3"
    assert "You finished 2nd" in text
    assert "Best entry, by Anna: a word of 7" in text
    assert [row for row in lines if row.startswith("  | ")] == [f"  | {row}" for row in LONGEST]
    assert "Words created: LIMBERW." in text
    assert "/daily/scannergram/2026-11-20/" in text
    assert "LIMBERW" in html
    assert "Chloe" not in text
    assert not mails(dmitri)


def test_the_winner_is_congratulated(entered, anna):
    tell()
    assert "You won the daily puzzle, finishing 1st" in text_of(mails(anna)[0])


def test_no_email_is_sent_before_the_day_is_over(entered):
    assert digests.tell(now=JUST_BEFORE) == 0
    assert not Message.objects.filter(game=None).exists()
    assert not LocalMail.objects.exists()


def test_it_comes_at_the_players_daily_hour_in_their_time_zone(entered, anna):
    anna.time_zone = "Europe/Paris"
    anna.save()
    MailHours.objects.create(player=anna, daily_at=time(7))
    digests.tell(now=MIDNIGHT)
    seven = MIDNIGHT + timedelta(hours=6)
    assert digests.tell(now=seven - timedelta(seconds=1)) == 0
    assert digests.tell(now=seven) == 1
    assert len(mails(anna)) == 1


def test_quiet_hours_delay_it_even_for_a_late_worker(entered, anna):
    digests.tell(now=MIDNIGHT)
    MailHours.objects.create(player=anna, quiet_from=time(17), quiet_until=time(20))
    assert digests.tell(now=EVENING) == 2
    assert not mails(anna)
    assert digests.tell(now=MIDNIGHT + timedelta(hours=20)) == 1


def test_it_is_sent_once_however_often_the_task_runs(entered, boris):
    assert (tell(), tell(), digests.tell(now=EVENING + timedelta(days=1))) == (3, 0, 0)
    assert len(mails(boris)) == 1


def test_each_day_has_its_own_email(anna):
    for n in (0, 1):
        lay_puzzle(DAY + timedelta(days=n))
        enter(anna, at=JUST_BEFORE + timedelta(days=n))
        digests.tell(now=MIDNIGHT + timedelta(days=n))
    digests.tell(now=EVENING + timedelta(days=1))
    subjects = [mail["Subject"] for mail in mails(anna)]
    assert [subject.partition(":")[0] for subject in subjects] == [
        "Daily puzzle, 20 November",
        "Daily puzzle, 21 November",
    ]


def test_a_player_who_turned_it_off_gets_none(entered, anna, boris):
    choices.choose(player=anna, game_id=None, chosen={MailKind.PUZZLE: When.OFF})
    digests.tell(now=MIDNIGHT)
    choices.choose(player=boris, game_id=None, chosen={MailKind.PUZZLE: When.OFF})
    assert digests.tell(now=EVENING) == 1
    assert (mails(anna), mails(boris)) == ([], [])
    assert Message.objects.get(game=None, player=boris).status == "off, as chosen"


def test_none_goes_to_a_failing_address(entered, anna, boris, chloe):
    anna.mail_fails_since = MIDNIGHT
    anna.save()
    digests.tell(now=MIDNIGHT)
    boris.mail_fails_since = MIDNIGHT
    boris.save()
    BouncingAddress.objects.create(address=chloe.email, stopped_at=MIDNIGHT)
    assert digests.tell(now=EVENING) == 0
    assert not LocalMail.objects.exists()
    assert not Message.objects.filter(game=None, due_at__isnull=False).exists()


def test_an_email_that_bounces_at_once_stops_the_address(entered, anna, settings):
    use(settings, StrictAboutAnnaBackend)
    tell()
    anna.refresh_from_db()
    assert anna.mail_fails_since == EVENING


def test_a_provider_that_is_down_delays_it(entered, anna, settings):
    use(settings, DownBackend)
    assert tell() == 0
    use(settings, MailboxBackend)
    assert digests.tell(now=EVENING + timedelta(seconds=59)) == 0
    assert digests.tell(now=EVENING + timedelta(minutes=1)) == 3
    assert len(mails(anna)) == 1


def test_after_a_worker_dies_another_sends_it_once_the_lease_expires(entered, anna, settings):
    use(settings, CrashingBackend)
    with pytest.raises(KeyboardInterrupt):
        tell()
    use(settings, MailboxBackend)
    assert digests.tell(now=EVENING + LEASE - timedelta(seconds=1)) == 0
    assert digests.tell(now=EVENING + LEASE) == 3
    assert len(mails(anna)) == 1


def test_the_email_about_an_entry_is_enqueued_only_once(entered):
    assert (digests.enqueue_puzzles(now=MIDNIGHT), digests.enqueue_puzzles(now=MIDNIGHT)) == (3, 0)
    assert PuzzleEntry.objects.filter(announced_at=MIDNIGHT).count() == Message.objects.filter(game=None).count() == 3


def test_an_entry_saved_just_before_midnight_gets_its_email_too(entered, dmitri):
    digests.enqueue_puzzles(now=MIDNIGHT)
    enter(dmitri, FEWER, at=JUST_BEFORE)
    assert tell() == 4


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("_", range(3))
def test_two_workers_at_once_send_one_to_each_player(entered, anna, boris, chloe, _):
    at_once(*[partial(digests.tell, now=MIDNIGHT)] * 2)
    at_once(*[partial(digests.tell, now=EVENING)] * 2)
    assert [len(mails(player)) for player in (anna, boris, chloe)] == [1, 1, 1]


def test_one_click_unsubscribe_ends_only_these_emails(entered, anna, boris, client):
    tell()
    (mail,) = mails(anna)
    page = mail["List-Unsubscribe"].strip(" <>").removeprefix("http://localhost:8000")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert client.get(page).status_code == 200
    assert wanted(anna) == When.DAILY
    assert client.post(page, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert (wanted(anna), wanted(boris)) == (When.OFF, When.DAILY)
    assert choices.preferences_of([anna], game_id=None)[anna.pk].of(MailKind.RESULT) == When.NOW
    client.post(page, {"do": "undo"})
    assert wanted(anna) == When.DAILY


@pytest.mark.parametrize(
    "change", [lambda page: page[:-10] + "x" + page[-9:], lambda page: page.replace("/mail/", "/mail/9")]
)
def test_a_forged_link_opens_nothing(entered, anna, client, change):
    tell()
    page = mails(anna)[0]["List-Unsubscribe"].strip(" <>").removeprefix("http://localhost:8000")
    assert client.post(change(page)).status_code == 404


def wanted(player):
    return choices.preferences_of([player], game_id=None)[player.pk].of(MailKind.PUZZLE)


def test_it_cannot_be_answered(entered, anna):
    tell()
    (mail,) = mails(anna)
    assert mail["Reply-To"] is None
    assert mail["Auto-Submitted"] == "auto-generated"
    assert "reply above or below" not in text_of(mail)


def test_it_is_written_in_the_readers_language(entered, anna):
    anna.language = "fr"
    anna.save()
    tell()
    assert "novembre" in mails(anna)[0]["Subject"]


def test_it_can_be_chosen_on_the_notifications_page(entered, anna, client):
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get("/settings/notifications/")
    (row,) = [row for row in page.context["choices_form"].shown.rows() if row.name == "puzzle"]
    assert [cell.value for cell in row.cells if cell.is_offered] == [When.DAILY, When.OFF]
    assert [cell.value for cell in row.cells if cell.is_chosen] == [When.DAILY]
    sent = {
        row.name: next(cell.value for cell in row.cells if cell.is_chosen)
        for row in page.context["choices_form"].shown.rows()
    }
    client.post("/settings/notifications/", {**sent, "puzzle": "off", "do": "kinds"})
    assert wanted(anna) == When.OFF
    client.post("/settings/notifications/", {**sent, "do": "kinds"})
    assert wanted(anna) == When.DAILY


def test_the_sweep_sends_it_too(entered, anna, capsys):
    """By today's clock, which is later than any of these days."""
    digests.enqueue_puzzles(now=MIDNIGHT)
    Message.objects.filter(game=None).update(due_at=MIDNIGHT)
    call_command("sweep")
    assert '"mails_sent": 3' in capsys.readouterr().out
    assert len(mails(anna)) == 1


def test_it_is_exported_and_deleted_with_the_player(entered, anna):
    tell()
    (kept,) = queries.export(player=anna, now=EVENING)["mails_of_results_to_me"]
    assert (kept["day"], kept["sent_at"]) == (DAY, EVENING)
    anna.delete()
    assert not Message.objects.filter(game=None, day=DAY, player_id=anna.pk).exists()
