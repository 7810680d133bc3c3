"""The only entry point for email: what is stored of each email, and the cost of storing it."""

import tracemalloc

import pytest

from notifications.incoming import spool
from notifications.incoming.rights import is_too_intricate
from notifications.models import InboundMail
from tests.conftest import NOON


def memory_for(work) -> int:
    """Return the peak number of bytes that some work uses in addition."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
def test_a_post_of_only_line_ends_takes_no_more_memory_than_any_other(db, line_end):
    """A regular expression that replaced each line end took forty times the size of the post."""

    def keep(post):
        spool.accept(post, recipient="x", sender="e", source="postmark", most_bytes=spool.LARGEST_POST, now=NOON)

    peaks = {}
    for size in (1_000_000, spool.LARGEST_POST - 1000):
        post = b"Content-Type: text/plain\r\n\r\n" + line_end * (size // len(line_end))
        peaks[size] = memory_for(lambda post=post: keep(post)) / size
    assert max(peaks.values()) < 4
    assert InboundMail.objects.count() == len(peaks)


def test_counting_the_parts_of_an_email_of_line_ends_takes_three_times_its_size():
    raw = b"Subject: x\r\n\r\n" + b"\r\n" * 2_000_000
    assert memory_for(lambda: is_too_intricate(raw)) < 3 * len(raw)


@pytest.mark.parametrize("size", [spool.CHUNK - 1, spool.CHUNK, spool.CHUNK + 1, 3 * spool.CHUNK])
def test_an_email_is_recognised_again_whatever_its_line_ends(db, size):
    """Also if a line end is split between two chunks."""
    body = ("x" * (size - 1) + "\n").encode() * 2 + b"y\n" * spool.CHUNK
    mails = [
        spool.accept(raw, recipient="box", sender="boris", source="pipe", now=NOON)
        for raw in (
            (b"From: boris\nDate: today\n\n" + body).replace(b"\n", line_end) for line_end in (b"\n", b"\r\n", b"\r")
        )
    ]
    assert len(set(mails)) == 1
    other = b"From: boris\nDate: today\n\n" + body + b"z"
    assert spool.accept(other, recipient="box", sender="boris", source="pipe", now=NOON) not in mails
