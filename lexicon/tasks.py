"""Notes the beat, and deletes what is over: delivered messages of the embedded queue (an SQLite file whose transport only
marks them), sessions, and counts of the shared cache."""

from importlib import import_module

from celery import current_app, shared_task
from django.conf import settings
from django.utils import timezone
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from games.commands import forget_reports, forget_sightings
from lexicon import health
from lexicon.models import CacheRow

SCHEME = "sqla+"
DELIVERED = text("DELETE FROM kombu_message WHERE visible = 0")


@shared_task
def tick() -> None:
    """Note that the beat is heard."""
    health.tick(now=timezone.now())


@shared_task
def forget_what_is_over() -> None:
    """Delete expired sessions, counts of the shared cache, which contain clients' addresses, reports decided long ago, and old
    sightings."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    CacheRow.objects.filter(expires__lt=timezone.now()).delete()
    now = timezone.now()
    forget_reports(now=now)
    forget_sightings(now=now)


@shared_task
def prune_queue() -> None:
    """Delete the delivered messages of an embedded queue. Does nothing with any other broker."""
    url = current_app.conf.broker_url
    if not url.startswith(SCHEME):
        return
    engine = create_engine(url.removeprefix(SCHEME))
    try:
        with engine.begin() as connection:
            connection.execute(DELIVERED)
    except OperationalError:
        return  # locked by a writer: the next run prunes
    finally:
        engine.dispose()
