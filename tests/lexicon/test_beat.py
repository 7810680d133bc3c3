"""The beat keeps sending tasks when the machine's clock changes."""

import os
import socket
from datetime import UTC, datetime, timedelta

import pytest
from celery import Celery
from celery.schedules import schedule

from lexicon.celery import Scheduler

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
EVERY = timedelta(seconds=5)


class Clock:
    now = NOON

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def scheduler(clock):
    app = Celery("a beat", broker="memory://", set_as_current=False)
    app.conf.beat_schedule = {"sweep": {"task": "sweep", "schedule": schedule(EVERY, nowfun=clock)}}
    app.conf.result_expires = None
    return Scheduler(app=app)


def sent(scheduler, clock, *, after):
    """Let this much time pass. Return how often the task has been sent in all."""
    clock.now += after
    for _ in range(3):  # a tick does one thing at a time
        scheduler.tick()
    return scheduler.schedule["sweep"].total_run_count


def test_the_beat_sends_a_task_each_time_it_is_due(scheduler, clock):
    assert [sent(scheduler, clock, after=EVERY) for _ in range(3)] == [1, 2, 3]
    assert sent(scheduler, clock, after=EVERY / 2) == 3


def test_the_beat_goes_on_when_the_clock_is_set_back(scheduler, clock):
    before = sent(scheduler, clock, after=EVERY)
    now = sent(scheduler, clock, after=-timedelta(hours=1))
    assert sent(scheduler, clock, after=EVERY) == now + 1
    assert now - before <= 1


def test_the_beat_goes_on_when_the_clock_is_set_ahead(scheduler, clock):
    before = sent(scheduler, clock, after=EVERY)
    assert sent(scheduler, clock, after=timedelta(hours=1)) == before + 1
    assert sent(scheduler, clock, after=EVERY) == before + 2


def test_the_beat_names_itself_in_each_tick():
    app = Celery("a beat", broker="memory://", set_as_current=False)
    app.conf.beat_schedule = {"be heard": {"task": "lexicon.tasks.tick", "schedule": schedule(EVERY)}}
    app.conf.result_expires = None
    assert Scheduler(app=app).schedule["be heard"].kwargs == {"beat": f"{socket.gethostname()}:{os.getpid()}"}
