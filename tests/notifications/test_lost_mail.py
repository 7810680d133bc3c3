"""A reply to an email that was lost when a backup of the database was restored: its sender is informed, and nobody
else notices."""

from datetime import timedelta

import pytest

from games import commands
from notifications import restoring, tokens
from notifications.incoming import lmtp
from notifications.models import InboundMail, LocalMail, Message, Notice
from tests.notifications.conftest import said

pytestmark = pytest.mark.django_db(transaction=True)
Outcome = InboundMail.Outcome
HOURS = timedelta(hours=5)


@pytest.fixture
def lost(post, anna, boris):
    """An email that Boris got five hours after the backup, which was restored another five hours later."""
    copied_at, kept = post.now, set(Message.objects.values_list("pk", flat=True))
    post.now += HOURS
    commands.say(game_id=post.game_id, player=anna, text="Hello", now=post.now)
    mail = post.later(minutes=15).last(boris)
    assert "Hello" in said(mail)
    post.now += HOURS
    Notice.objects.exclude(message__in=kept).delete()
    Message.objects.exclude(pk__in=kept).delete()
    restoring.close_what_may_have_left(copied_at=copied_at, now=post.now)
    return mail


def test_the_writer_is_told_of_the_loss_and_where_the_game_stands(post, boris, lost):
    before, mails = post.everything(), len(post.mails(boris))
    mail = post.answer(lost, "STATUS")
    assert (mail.outcome, mail.message) == (Outcome.REFUSED, None)
    (told,) = post.mails(boris)[mails:]
    assert (
        ". The email you replied to was sent after that. Everything done since then is lost, and your email wasn’t read. Below is your game as it stands now. Reply to this email to play on."
        in said(told)
    )
    assert "Reply to this email to play on." in said(told)
    assert post.everything() == before
    assert told.in_reply_to
    assert post.answer(told, "STATUS").outcome == Outcome.OBEYED


def test_the_answer_is_in_the_writers_language(post, boris, lost):
    boris.language = "fr"
    boris.save()
    post.answer(lost, "STATUS")
    assert "Le serveur a été remis" in said(post.last(boris))


def test_the_answer_is_sent_once(post, boris, lost):
    mails = len(post.mails(boris))
    for _ in range(3):
        post.answer(lost, "STATUS")
    assert len(post.mails(boris)) == mails + 1


@pytest.mark.parametrize("sender", ["eve@example.org", "anna@example.com", ""])
def test_a_stranger_gets_no_answer(post, lost, sender):
    mails = LocalMail.objects.count()
    mail = post.answer(lost, "STATUS", sender=sender or "<>")
    assert mail.outcome in (Outcome.STRANGER, Outcome.AUTOMATIC)
    assert LocalMail.objects.count() == mails


def test_a_machine_gets_no_answer(post, boris, lost):
    mails = LocalMail.objects.count()
    assert post.answer(lost, "I’m away", Auto_Submitted="auto-replied").outcome == Outcome.AUTOMATIC
    assert LocalMail.objects.count() == mails


def test_an_unverified_sender_gets_no_answer(post, lost, settings):
    settings.AUTHSERV_ID = "mx.example.org"
    mails = LocalMail.objects.count()
    mail = post.answer(lost, "STATUS", Authentication_Results="mx.example.org; dmarc=fail header.from=example.org")
    assert mail.outcome == Outcome.STRANGER
    assert "was lost" in mail.why
    assert LocalMail.objects.count() == mails


def test_a_player_who_has_left_since_gets_no_answer(post, boris, lost):
    post.game.seats.filter(player=boris).update(resigned_at=post.now)
    mails = LocalMail.objects.count()
    assert post.answer(lost, "STATUS").outcome == Outcome.STRANGER
    assert LocalMail.objects.count() == mails


def test_rubbish_and_tokens_of_another_time_count_as_unknown(post, boris, lost):
    token = tokens.token_in(lost.reply_to)
    assert restoring.lost_with(lost.reply_to)
    for wrong in ("a" * 26, token[:-1] + ("a" if token[-1] != "a" else "b"), "c" + token[1:]):
        assert restoring.lost_with(lost.reply_to.replace(token, wrong)) is None
    early = post.mails(boris)[0]  # from the hour of the backup, and present in it
    Message.objects.all().delete()
    post.now += 30 * HOURS
    late = Message(game=post.game, player=boris, seat=1, address=boris.email, made_at=post.now, link="x")
    tokens.give_token(late)
    assert restoring.lost_with(tokens.reply_address(late)) is None
    assert restoring.lost_with(early.reply_to)


def test_mail_servers_accept_lost_emails_that_can_be_answered_and_nothing_else(post, lost):
    token = tokens.token_in(lost.reply_to)
    takes = [
        lmtp.may_be_written_to(address, sender="boris@example.org", now=post.now)
        for address in (lost.reply_to, lost.reply_to.replace(token, "a" * 26))
    ]
    assert takes == [True, False]


def test_without_a_lost_email_there_is_no_extra_query(post, lost, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert restoring.lost_with("box+r-" + "a" * 26 + "@localhost") is None
        assert restoring.lost_with("anna@example.org") is None


def test_an_old_token_without_an_hour_still_works(post, boris):
    message = Message.objects.filter(player=boris).latest("pk")
    old = tokens._mac("the newer key of tests", message.link, length=tokens.LENGTH)
    Message.objects.filter(pk=message.pk).update(token_sha256=tokens.hash_of(old))
    message.refresh_from_db()
    assert tokens.token_in(tokens.reply_address(message)) == old
    assert tokens.message_answered(tokens.reply_address(message)) == message
