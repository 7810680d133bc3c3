"""The embedded queue, an SQLite file: its transport marks what it delivered and never deletes it, so that is done here."""

from celery import current_app, shared_task
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

SCHEME = "sqla+"
DELIVERED = text("DELETE FROM kombu_message WHERE visible = 0")


@shared_task
def prune_queue() -> None:
    """Delete the delivered messages of an embedded queue; nothing to do for a broker of any other kind."""
    url = current_app.conf.broker_url
    if not url.startswith(SCHEME):
        return
    engine = create_engine(url.removeprefix(SCHEME))
    try:
        with engine.begin() as connection:
            connection.execute(DELIVERED)
    except OperationalError:
        return  # somebody is writing: the next run prunes
    finally:
        engine.dispose()
