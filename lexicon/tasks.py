"""Records the beat, deletes old data, and deletes the delivered messages of the embedded queue, an SQLite file whose
transport only marks them."""

from contextlib import suppress

from celery import current_app, shared_task
from django.utils import timezone

from lexicon import health, retention

SCHEME = "sqla+"


@shared_task
def tick(beat: str = "") -> None:
    """Record that the beat was heard. `beat` is the machine and process it runs in."""
    health.tick(beat, now=timezone.now())


@shared_task
def look_at_certificate() -> None:
    """Remember when the site's certificate expires; does nothing if the site cannot be reached from here."""
    with suppress(OSError):
        health.look_at_certificate()


@shared_task
def forget_what_is_old() -> None:
    """Delete everything past its retention period, one task per kind of data."""
    for kept in retention.KEPT:
        forget_some.delay(kept.name)


@shared_task
def forget_some(name: str) -> None:
    """Delete some expired data of one kind, and queue the task again while there is more."""
    (kept,) = (kept for kept in retention.KEPT if kept.name == name)
    if kept.forget(now=timezone.now()):
        forget_some.delay(name)


def create_queues() -> None:
    """Create the embedded queues in advance: if several parts created them at the same time, all but one would fail."""
    if current_app.conf.broker_url.startswith(SCHEME):
        with current_app.connection_for_write() as broker:
            for queue in health.QUEUES:
                broker.SimpleQueue(queue).close()


@shared_task
def prune_queue() -> None:
    """Delete the delivered messages of an embedded queue. Does nothing with any other broker."""
    url = current_app.conf.broker_url
    if not url.startswith(SCHEME):
        return
    # here, as SQLAlchemy takes 25 MB that a server with Redis never needs
    from sqlalchemy import create_engine, text
    from sqlalchemy.exc import OperationalError

    engine = create_engine(url.removeprefix(SCHEME))
    try:
        with engine.begin() as connection:
            connection.execute(text("DELETE FROM kombu_message WHERE visible = 0"))
    except OperationalError:
        return  # locked by a writer: the next run prunes
    finally:
        engine.dispose()
