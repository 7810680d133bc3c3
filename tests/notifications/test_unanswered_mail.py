"""Emails of others and of machines do nothing and get no answer; too many emails get one answer."""

from datetime import timedelta

import pytest

from notifications.incoming import rights, spool
from notifications.models import InboundMail, Message
from tests.notifications.conftest import said, written

Outcome = InboundMail.Outcome


def test_replying_with_another_seats_token_does_nothing_and_its_owner_is_told(post, anna, boris):
    """Anna has got an email meant for Boris, and replies to it from her own address."""
    before = post.everything()
    row = post.answer(post.last(boris), "RESIGN\nJAYWALK A", sender="Boris <anna@example.org>")
    assert row.outcome == Outcome.HELD
    assert post.everything() == before
    assert "Somebody replied from anna@example.org to an email we sent you:" in said(post.last(boris))
    assert "held" not in said(post.last(anna))


def test_a_from_line_that_is_unclear_is_held(post, boris):
    for sender in (
        "boris@example.org, eve@example.org",
        "boris@example.org <eve@example.org>",
        '"boris@example.org" <eve@example.org>',
    ):
        assert post.answer(post.last(boris), "JAYWALK A", sender=sender).outcome == Outcome.HELD


def test_a_stranger_is_never_answered(post, boris):
    mail = post.last(boris)
    mail.reply_to = mail.reply_to.replace("box+r-", "box+r-a")[:32] + "@localhost"
    told = Message.objects.count()
    assert post.answer(mail, "GREEN", sender="eve@example.org").outcome == Outcome.STRANGER
    assert Message.objects.count() == told


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<a.list>"},
        {"X_Lexicon_Loop": "localhost"},
        {"X_Vacation": "yes"},
        {"X_Mail_Autoreply": "yes"},
        {"Preference": "auto_reply"},
        {"X_AutoReply_From": "boris@example.org"},
        {"X_FC_MachineGenerated": "true"},
        {"X_POST_MessageClass": "9; Autoresponder"},
        {"X_MS_Exchange_Generated_Message_Source": "Mailbox Rules Agent"},
        {"Return_Path": "<>"},
        {"Subject": "Automatic reply: Lexicon game 1"},
        {"Subject": "Réponse automatique : Lexicon partie 1"},
    ],
)
def test_a_machine_is_never_answered_and_nothing_counts_as_seen(post, anna, boris, headers):
    before, told = post.everything(), Message.objects.count()
    row = post.answer(post.last(boris), "STATUS\nGREEN", **headers)
    assert row.outcome == Outcome.AUTOMATIC
    assert (post.everything(), Message.objects.count()) == (before, told)


def test_a_bounce_is_never_answered(post, boris):
    raw = written("STATUS", sender="boris@example.org", to=post.last(boris).reply_to, at=post.now)
    row = post.read(spool.accept(raw, recipient=post.last(boris).reply_to, sender="", source="pipe", now=post.now))
    assert row.outcome == Outcome.AUTOMATIC


def test_an_email_that_only_asks_for_no_automatic_replies_is_from_a_person(post, boris):
    assert post.answer(post.last(boris), "STATUS", X_Auto_Response_Suppress="All").outcome == Outcome.OBEYED


def test_more_than_twenty_emails_an_hour_are_not_read_and_the_sender_is_told_once(post, boris):
    answered = post.last(boris)
    outcomes = [post.answer(answered, f"SAY {n}").outcome for n in range(rights.AN_HOUR)]
    told = len(post.mails(boris))
    assert set(outcomes[:19]) == {Outcome.OBEYED}
    assert post.answer(answered, "STATUS").outcome == Outcome.TOO_MANY
    assert (
        "a day. This email wasn’t read, and any more you send now won’t be either. Write again in 1 hour, or play on the game’s page."
        in said(post.last(boris))
    )
    assert post.answer(answered, "STATUS\n").outcome == Outcome.TOO_MANY
    assert len(post.mails(boris)) == told + 1
    post.now += timedelta(hours=1)
    assert post.answer(answered, "STATUS").outcome == Outcome.OBEYED


@pytest.mark.parametrize("other", [{"sender": "eve@example.org"}, {"Auto_Submitted": "auto-replied"}])
def test_unverified_emails_do_not_use_up_the_players_limit(post, boris, other):
    answered = post.last(boris)
    outcomes = [post.answer(answered, f"SAY {n}", **other).outcome for n in range(rights.AN_HOUR + 1)]
    told = len(post.mails(boris))
    assert Outcome.OBEYED not in outcomes
    assert outcomes[-1] in (Outcome.TOO_MANY, Outcome.AUTOMATIC)  # emails for other seats have their own limit
    assert post.answer(answered, "STATUS").outcome == Outcome.OBEYED
    assert len(post.mails(boris)) == told + 1


@pytest.mark.parametrize("bodies", [["GRID\n..A  {n}\nEND"], ["what, {n}"]])
def test_the_fifth_answer_to_emails_that_did_nothing_says_it_is_the_last(post, boris, bodies):
    answered = post.last(boris)
    for n in "ABCDE":
        assert (
            "This is our last reply of this kind today. If your next email can’t be carried out either, you won’t get a reply, and nothing will change. You always get a receipt for an email that is carried out."
            not in said(post.last(boris))
        )
        told = len(post.mails(boris))
        post.answer(answered, bodies[0].format(n=n))
        assert len(post.mails(boris)) == told + 1
    assert (
        "This is our last reply of this kind today. If your next email can’t be carried out either, you won’t get a reply, and nothing will change. You always get a receipt for an email that is carried out."
        in said(post.last(boris))
    )
    post.answer(answered, bodies[0].format(n="Z"))
    assert len(post.mails(boris)) == told + 1
    post.answer(answered, "STATUS")
    assert len(post.mails(boris)) == told + 2


def test_the_same_refused_email_sent_twice_is_answered_once(post, boris):
    answered = post.last(boris)
    told = len(post.mails(boris))
    for body in ("GRID\n..A  E\n.AEA.\nEND", "GRID\n..A  E\n.AEA.\nEND", "GRID\n..A  E\n.AE..\nEND"):
        post.answer(answered, body)
    assert len(post.mails(boris)) == told + 2


def test_the_same_refused_email_some_minutes_later_is_answered_again(post, boris):
    answered, told = post.last(boris), len(post.mails(boris))
    for minutes in (0, 2, 5):
        post.now += timedelta(minutes=minutes)
        post.answer(answered, "GRID\n..A  E\n.AEA.\nEND")
    assert len(post.mails(boris)) == told + 3
