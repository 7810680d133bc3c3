"""Any hostile input ends as one row, does nothing, reveals nothing to strangers, and costs little."""

import os
import resource
from datetime import timedelta
from pathlib import Path

import pytest

from games.models import Event
from games.rules.crossing.kind import Crossing
from games.rules.crossing.options import Options
from notifications.incoming import dispatch, spool
from notifications.incoming.reading import read
from notifications.incoming.rights import is_too_intricate
from notifications.models import InboundMail, Message
from tests.conftest import NOON
from tests.notifications.hostile import ATTACKS
from tests.tables import order

Outcome = InboundMail.Outcome
MOST_CPU = 10  # seconds; only to stop a reading that never ends
MOST_MEMORY = 200_000_000  # bytes in addition to present use
NOBODY = "box+r-" + "a" * 26 + "@lexicon.example"

every_attack = pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)


def survives(work) -> bool:
    """Return True if this work succeeds in a separate process with limited memory and CPU time."""
    child = os.fork()
    if child == 0:
        ending = 1
        try:
            size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (size + MOST_MEMORY, size + MOST_MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU, MOST_CPU))
            work()
            ending = 0
        finally:
            os._exit(ending)
    return os.waitpid(child, 0)[1] == 0


@every_attack
def test_a_hostile_email_costs_its_reader_little(attack):
    mail = attack("boris@example.org", NOBODY)
    assert is_too_intricate(mail) or survives(
        lambda: read(mail[: spool.LARGEST], grammar=Crossing().grammar(Options()))
    )


@pytest.mark.parametrize(
    "attack",
    [
        "a hundred thousand parts",
        "a hundred thousand parts without a line feed",
        "a hundred thousand typed parts",
        "three thousand deep",
        "messages within messages",
        "sixty-four thousand header lines",
    ],
)
def test_an_expensive_email_is_not_parsed(attack):
    assert is_too_intricate(ATTACKS[attack]("boris@example.org", NOBODY))


def test_the_memory_limit_takes_effect():
    """The limits above take effect."""
    assert survives(lambda: bytearray(MOST_MEMORY // 2))
    assert not survives(lambda: bytearray(MOST_MEMORY * 2))


@every_attack
def test_a_hostile_email_to_a_live_address_does_nothing(post, anna, boris, attack):
    before, written_to_anna = list(Event.objects.values()), len(post.mails(anna))
    mail = post.last(boris)
    raw = attack(boris.email, mail.reply_to)
    row = post.read(spool.accept(raw, recipient=mail.reply_to, sender=boris.email, source="lmtp", now=post.now))
    assert InboundMail.objects.filter(received_at=post.now, source="lmtp").count() == 1
    assert row.read_at == post.now
    assert list(Event.objects.values()) == before
    assert {answer.address for answer in row.answered_by.all()} <= {boris.email}
    assert row.answered_by.count() <= 1
    assert len(post.mails(anna)) == written_to_anna
    assert not Message.objects.filter(address__contains="stranger").exists()


@every_attack
def test_a_hostile_email_from_a_stranger_is_not_answered(db, attack):
    raw = attack("dmitri@stranger.example", NOBODY)
    row = spool.accept(raw, recipient=NOBODY, sender="dmitri@stranger.example", source="lmtp", now=NOON)
    assert dispatch.read(row.pk, now=NOON) is None
    (row,) = InboundMail.objects.all()
    assert row.read_at == NOON
    assert row.outcome in (Outcome.STRANGER, Outcome.AUTOMATIC)
    assert not Message.objects.exists()


def orders_of(boris, mail):
    return f"From: {boris.email}\nTo: {mail.reply_to}\nMessage-ID: <1@elsewhere.example>\n\nSTATUS\n".encode()


def test_an_email_that_comes_three_times_is_one_row_and_answered_once(post, boris):
    mail = post.last(boris)
    for sender, source in ((boris.email, "lmtp"), (boris.email, "pipe"), ("", "lmtp")):
        raw = orders_of(boris, mail)
        row = spool.accept(raw, recipient=mail.reply_to, sender=sender, source=source, now=post.now)
        post.read(row)
    assert InboundMail.objects.filter(recipient=mail.reply_to).count() == 1
    assert Message.objects.filter(answers=row).count() == 1


def test_a_reply_address_expires_after_the_game(post, anna, boris):
    mail = post.last(boris)
    order(post.game_id, boris, "resign", at=post.now)
    post.later(days=31)
    row = post.spool(mail, "STATUS\n")
    post.now += timedelta(seconds=1)
    before = len(post.mails(boris))
    assert post.read(row).outcome == Outcome.STRANGER
    assert len(post.mails(boris)) == before


def test_writing_to_somebody_elses_reply_address_is_held_and_does_nothing(post, anna, boris):
    mail, before = post.last(boris), len(post.mails(anna))
    events = list(Event.objects.values())
    row = post.answer(mail, "STATUS\nGREEN\n", sender=anna.email)
    assert row.outcome == Outcome.HELD
    assert list(Event.objects.values()) == events
    assert len(post.mails(anna)) == before
