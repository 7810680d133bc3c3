"""An email is carried out once, however often it arrives and whatever crashes, and counts from when it was accepted."""

from datetime import timedelta

from games import commands
from games.models import Event, WaitingMail
from notifications.incoming import spool
from notifications.models import InboundMail
from tests.notifications.conftest import said, written

Outcome = InboundMail.Outcome


def test_the_same_email_twice_is_one_row(post, boris):
    first = post.spool(post.last(boris), "SAY once", message_id="<one@elsewhere.example>")
    again = post.spool(post.last(boris), "SAY once", message_id="<one@elsewhere.example>")
    assert first == again
    post.read(first)
    post.read(again)
    assert Event.objects.filter(verb="say").count() == 1


def test_without_a_message_id_emails_with_the_same_from_date_and_body_are_the_same(post, boris):
    raw = written("SAY once", sender=boris.email, to="x", at=post.now)
    raw = b"\n".join(line for line in raw.splitlines() if not line.startswith(b"Message-ID"))
    how = {"recipient": post.last(boris).reply_to, "sender": boris.email, "source": "pipe", "now": post.now}
    assert spool.accept(raw, **how) == spool.accept(b"Received: by another hop\n" + raw, **how)
    assert spool.accept(raw + b"!", **how) != spool.accept(raw, **how)


def test_the_same_event_of_a_provider_is_one_row(post, boris):
    how = {"recipient": post.last(boris).reply_to, "sender": boris.email, "source": "hook", "now": post.now}
    one = written("SAY one", sender=boris.email, to="x", at=post.now)
    other = written("SAY two", sender=boris.email, to="x", at=post.now)
    assert spool.accept(one, provider_event_id="e1", **how) == spool.accept(other, provider_event_id="e1", **how)


def test_an_email_read_twice_is_carried_out_and_answered_once(post, boris):
    row = post.answer(post.last(boris), f"JAYWALK {post.hand(boris)[0]}")
    told, hand = len(post.mails(boris)), post.hand(boris)
    InboundMail.objects.filter(pk=row.pk).update(
        read_at=None, due_at=post.now
    )  # the worker died just before its last write
    post.read(row)
    assert (len(post.mails(boris)), post.hand(boris)) == (told, hand)


def say_nothing_of(row, *, now):
    """Undo the record of an email that was carried out, as if the worker had died right after the game's commit."""
    row.answered_by.all().delete()
    InboundMail.objects.filter(pk=row.pk).update(acted_at=None, read_at=None, outcome="", message=None, due_at=now)


def test_an_email_carried_out_by_a_worker_that_died_is_answered_but_not_repeated(post, anna, boris):
    row = post.answer(post.last(boris), f"SAY Hello\nJAYWALK {post.hand(boris)[0]}")
    hand = post.hand(boris)
    say_nothing_of(row, now=post.now)
    row = post.read(row)
    assert row.outcome == Outcome.OBEYED
    assert "Done: SAY and JAYWALK" in said(post.last(boris))
    assert post.hand(boris) == hand
    assert Event.objects.filter(game=post.game_id, verb="say").count() == 1


def test_a_join_that_dealt_is_answered_even_if_the_worker_died(lobby, anna):
    commands.take_back_agreement(game_id=lobby.game_id, player=anna, now=lobby.now)
    lobby.deliver()
    lobby.answer(lobby.last("boris@example.org"), "JOIN")
    row = lobby.answer(lobby.last(anna), "JOIN")
    assert lobby.game.phase == "playing"
    told = lobby.game.last_event
    say_nothing_of(row, now=lobby.now)
    assert lobby.read(row).outcome == Outcome.OBEYED
    assert lobby.game.last_event == told


def test_an_email_accepted_before_a_deadline_counts_even_if_read_after_it(post, anna, boris):
    """Boris would be away at the end of his time bank; his email came a minute before and is read a minute after."""
    commands.set_tiles_by_email(game_id=post.game_id, player=boris, on=False, now=post.now)
    post.play(anna, "GRID", "GREEN").later(hours=12)
    deadline = post.state.clocks.ends("see 1")
    post.later(seconds=(deadline - post.now).total_seconds() - 60)
    row = post.spool(post.last(boris), "STATUS")
    assert WaitingMail.objects.get().mail == row.pk
    post.later(minutes=2)
    assert 1 not in post.state.away
    row = post.read(row)
    assert row.outcome == Outcome.OBEYED
    assert post.state.away == ()
    assert not WaitingMail.objects.exists()


def test_an_email_that_waits_behind_another_is_not_given_up(post, anna, boris):
    """Boris's email is not read for an hour; Anna's, sent after the deadline that it holds up, is retried all that
    time."""
    commands.set_tiles_by_email(game_id=post.game_id, player=boris, on=False, now=post.now)
    post.play(anna, "GRID", "GREEN").later(hours=12)
    deadline = post.state.clocks.ends("see 1")
    post.now = deadline
    post.spool(post.last(boris), "STATUS")
    post.now += timedelta(minutes=1)
    row = post.spool(post.last(anna), "STATUS")
    for _ in range(59):
        assert post.read(row).outcome == Outcome.UNREAD
        post.now += timedelta(minutes=1)
    assert post.read(row).outcome == Outcome.OBEYED


def test_a_held_email_no_longer_delays_deadlines(post, boris):
    row = post.spool(post.last(boris), "STATUS", sender="eve@example.org")
    assert WaitingMail.objects.exists()
    post.read(row)
    assert not WaitingMail.objects.exists()


def test_an_email_from_a_stranger_delays_nothing(post, boris):
    mail = post.last(boris)
    mail.reply_to = "box+r-" + "a" * 26 + "@localhost"
    post.spool(mail, "STATUS")
    assert not WaitingMail.objects.exists()


def test_a_request_lapsed_by_the_players_own_email_is_only_in_its_receipt(post, boris):
    post.play(boris, "GRID", "GREEN")
    told = len(post.mails(boris))
    post.answer(post.last(boris), f"JAYWALK {post.hand(boris)[0]}")
    assert len(post.mails(boris)) == told + 1
    assert said(post.last(boris)).count("Your request lapsed") == 1
