"""Emails are read in a separate process. A reading that takes too much time or memory ends there, and the next email is
read normally."""

import itertools
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier

import pytest

from games.models import WaitingMail
from games.rules.texts import say
from notifications.incoming import dispatch, sandbox, spool
from notifications.incoming.reading import as_json
from notifications.models import InboundMail
from tests.service.servers import until

ROOT = Path(__file__).parents[2]
MAIL = b"From: boris@example.org\n\nGREEN\nGRID\n..K..\n.CAKE\n..Y..\nEND\n"


@contextmanager
def one_second():
    """Set the time limit to one second, for readings that never end on any machine."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sandbox, "SECONDS", 1)
        yield


@pytest.fixture(autouse=True)
def _own_readers():
    sandbox.end()
    yield
    sandbox.end()


def still_reads():
    reading = sandbox.call(sandbox.read_for, MAIL, kind="crossing", options={})
    return [order.verb for order in reading.orders] == ["GREEN", "GRID"]


def test_reading_in_the_sandbox_gives_the_same_result_as_reading_here():
    for body in (MAIL, MAIL.replace(b".CAKE", b"  CAKE"), b"\xff\n\n\xff", b""):
        there = sandbox.call(sandbox.read_for, body, kind="crossing", options={})
        here = sandbox.read_for(body, kind="crossing", options={})
        assert as_json(there) == as_json(here)


def test_a_refusal_comes_back_with_its_correction():
    error = sandbox.call(sandbox.read_for, b"\n\nJAYWALK QU", kind="crossing", options={}).error
    assert error.line == "JAYWALK QU"
    assert error.correct
    assert isinstance(error.why, type(say("")))


def test_one_process_reads_many_emails():
    assert len({sandbox.call(os.getpid) for _ in range(5)} - {os.getpid()}) == 1


def test_the_process_is_replaced_after_many_emails(monkeypatch):
    monkeypatch.setattr(sandbox, "CALLS", 2)
    assert len({sandbox.call(os.getpid) for _ in range(4)}) == 2


def test_the_process_ends_after_a_while_without_emails(monkeypatch):
    monkeypatch.setattr(sandbox, "IDLE", 0)
    reader = sandbox.call(os.getpid)
    until(lambda: not Path(f"/proc/{reader}").exists(), "the reader's end")
    assert still_reads()


def test_an_endless_computation_is_ended():
    with one_second(), pytest.raises(sandbox.SandboxFailed, match="more than 1 seconds"):
        sandbox.call(sum, itertools.count())
    assert still_reads()


def test_an_endless_wait_is_ended():
    with one_second(), pytest.raises(sandbox.SandboxFailed, match="more than 1 seconds"):
        sandbox.call(signal.pause)
    assert still_reads()


def test_a_call_that_needs_too_much_memory_is_ended():
    with pytest.raises(sandbox.SandboxFailed, match="too much memory"):
        sandbox.call(bytearray, 2 * sandbox.MEMORY)
    assert still_reads()


def test_an_error_of_ours_is_reported_by_kind_without_its_text(capfd):
    with pytest.raises(sandbox.SandboxFailed, match="has a fault"):
        sandbox.call(int, "the token of somebody")
    said = capfd.readouterr().err
    assert "ValueError while reading an email" in said
    assert "token" not in said
    assert still_reads()


def test_threads_that_read_at_once_share_one_process():
    threads = 8
    together = Barrier(threads)

    def read(n):
        together.wait()
        return sandbox.call(os.getpid)

    with ThreadPoolExecutor(threads) as readers:
        assert len(set(readers.map(read, range(threads)))) == 1


def test_a_process_killed_between_two_emails_is_replaced():
    reader = sandbox.call(os.getpid)
    os.kill(reader, signal.SIGKILL)
    until(lambda: is_gone(reader), "the reader's end")
    assert still_reads()


def test_the_process_finishes_its_email_when_told_to_stop():
    reader = sandbox.call(os.getpid)
    for told in (signal.SIGTERM, signal.SIGINT):
        os.kill(reader, told)
    assert sandbox.call(os.getpid) == reader


def test_a_celery_worker_process_can_have_a_sandbox():
    script = (
        "import billiard, os\nfrom notifications.incoming import sandbox\n"
        "worker = billiard.Process(target=sandbox.call, args=(os.getpid,), daemon=True)\n"
        "worker.start()\nworker.join()\nraise SystemExit(worker.exitcode)"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)


def test_the_process_ends_if_its_worker_died_during_reading():
    script = (
        "import itertools, os\nfrom notifications.incoming import sandbox\nsandbox.SECONDS = 1\n"
        "print(sandbox.call(os.getpid), flush=True)\nsandbox.call(sum, itertools.count())"
    )
    with subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE) as worker:
        reader = int(worker.stdout.readline())
        until(lambda: "R" in Path(f"/proc/{reader}/stat").read_text().rpartition(")")[2].split()[0], "its reading")
        worker.kill()
    until(lambda: is_gone(reader), "the reader's end")


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_the_process_ends_with_its_worker(end):
    script = "import os, signal\nfrom notifications.incoming import sandbox\nprint(sandbox.call(os.getpid), flush=True)\nsignal.pause()"
    with subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE) as worker:
        reader = int(worker.stdout.readline())
        assert Path(f"/proc/{reader}/stat").exists()
        worker.send_signal(end)
    until(lambda: is_gone(reader), "the reader's end")


def is_gone(process):
    stat = Path(f"/proc/{process}/stat")
    return (
        not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z"
    )  # an orphan whose parent here doesn't reap it


def test_an_email_whose_reading_is_cut_short_is_kept_with_the_reason(post, boris):
    said = len(post.mails(boris))
    os.kill(sandbox.call(os.getpid), signal.SIGSTOP)  # like one that never ends
    with one_second():
        row = post.answer(post.last(boris), "GREEN")
    assert row.outcome == InboundMail.Outcome.BROKEN
    assert row.why == "Reading it took more than 1 seconds."
    assert row.due_at is None
    assert len(post.mails(boris)) == said
    assert post.answer(post.last(boris), "STATUS").outcome == InboundMail.Outcome.OBEYED


def test_an_email_in_a_broken_sandbox_is_retried_and_finally_kept_for_staff(post, boris, monkeypatch):
    said = len(post.mails(boris))
    row = post.spool(post.last(boris), "STATUS")
    sandbox.end()
    with monkeypatch.context() as broken:
        broken.setattr(sandbox, "_limit", os.abort)  # the process ends before it reads anything
        broken.setattr(dispatch, "MOST_TRIES", 2)
        for tried in (1, 2):
            with pytest.raises(sandbox.SandboxBroken):
                post.read(row)
            row.refresh_from_db()
            assert (row.attempts, row.outcome, row.due_at) == (tried, "", post.now + dispatch.LEASE)
            post.now += dispatch.LEASE
        row = post.read(row)
    assert (row.outcome, row.due_at) == (InboundMail.Outcome.BROKEN, None)
    assert row.why == "Given up: each of 2 tries to read it was broken off."
    assert not WaitingMail.objects.exists()
    assert len(post.mails(boris)) == said
    sandbox.end()
    assert spool.replay(row, now=post.now)
    assert post.read(row).outcome == InboundMail.Outcome.OBEYED
