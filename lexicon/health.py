"""`/health/live` and `/health/ready` tell a proxy or monitor whether this process is alive, and whether the server
works.

They contain only numbers and the names of checks; details of faults are in the log."""

import logging
import shutil
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from celery import current_app
from cryptography import x509
from django.conf import settings
from django.contrib import admin
from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError

from games import commands, store
from lexicon import backup
from notifications.health import health as health_of_mail
from notifications.health import oldest_waiting
from notifications.outgoing.bounces import refused_everywhere

LAST_TICK, BEATS, CERTIFICATE = "last-tick", "beats", "certificate"
QUEUES = ("celery", "robots", "channels", "searches", "analysis")
REMEMBERED = timedelta(days=1)
TICK_LATE = timedelta(minutes=1)
OVERLAP = timedelta(
    seconds=20
)  # a tick expires after 10 seconds, so two beats that are both heard for this long are both running
GAME_LATE = timedelta(minutes=1)
MAIL_LATE = timedelta(minutes=10)

log = logging.getLogger(__name__)


@never_cache
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """Answer while the process can. Checks nothing else, so that a web server isn't restarted because the database is
    down."""
    return HttpResponse("live\n", content_type="text/plain")


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Answer 200 if all is well, else 503: `{"database": "ok", …, "beat": "nothing for 95 s"}`."""
    now = timezone.now()
    said = {name: _said(check, now) for name, check in CHECKS.items()}
    return JsonResponse(said, status=200 if set(said.values()) == {"ok"} else 503)


def site_health(request: HttpRequest) -> HttpResponse:
    """Show the server's health on the admin site, in the words of `/health/ready` and the alerts."""
    now = timezone.now()
    context: dict[str, Any] = {
        **admin.site.each_context(request),
        "title": _("Site health"),
        "checks": {name: _said(check, now) for name, check in CHECKS.items()},
        "beats": beats(now=now),
        "last_tick": last_tick(),
        "due_since": commands.due_since(now=now),
        "mail": health_of_mail(now=now),
        "last_copy": last_copy(),
        "copies_are_watched": bool(settings.BACKUP_DIR),
        "certificate_ends": certificate_ends(),
        "space_left": {name: round(100 * share) for name, share in space_left().items()},
        "release": version("lexicon"),
        "queues": queue_lengths(),
    }
    return TemplateResponse(request, "admin/site_health.html", context)


def tick(beat: str, *, now: datetime) -> None:
    """Record a tick: the beat runs, and a worker carried out its task."""
    cache.set(LAST_TICK, now, REMEMBERED.total_seconds())
    heard = _heard_lately(now=now)
    first, _ = heard.get(beat, (now, now))
    cache.set(BEATS, heard | {beat: (first, now)}, REMEMBERED.total_seconds())


def beats(*, now: datetime) -> list[str]:
    """Return the running beats, as `machine:process`. There should be one; empty if none was heard in the last minute.

    A beat that was replaced is not counted: it is not heard again once its successor is."""
    heard = _heard_lately(now=now)
    newest = max((first for first, _ in heard.values()), default=now)
    latest = max((last for _, last in heard.values()), default=now)
    return sorted(name for name, (_, last) in heard.items() if last - newest >= OVERLAP or last == latest)


def _heard_lately(*, now: datetime) -> dict[str, tuple[datetime, datetime]]:
    """Return when each beat of the last minute was first and last heard."""
    heard: dict[str, tuple[datetime, datetime]] = cache.get(BEATS) or {}
    return {name: times for name, times in heard.items() if now - times[1] <= TICK_LATE}


def last_tick() -> datetime | None:
    """Return the instant at which the beat was last heard; None if it was not within a day."""
    heard: datetime | None = cache.get(LAST_TICK)
    return heard


def last_copy() -> datetime | None:
    """Return when the newest copy of the database was made; None if there is none in BACKUP_DIR."""
    return backup.newest_copy(Path(settings.BACKUP_DIR)) if settings.BACKUP_DIR else None


def space_left() -> dict[str, float]:
    """Return the free share of the disk with the server's files, and of the one with the backups if their folder is
    known."""
    folders = {"files": settings.VAR_DIR} | ({"copies": Path(settings.BACKUP_DIR)} if settings.BACKUP_DIR else {})
    sizes = {name: shutil.disk_usage(folder) for name, folder in folders.items() if folder.is_dir()}
    return {name: size.free / size.total for name, size in sizes.items()}


def look_at_certificate() -> None:
    """Remember when the certificate that visitors see expires. Does nothing if the site does not use TLS.

    Raises OSError if nobody answers there."""
    site = urlsplit(settings.SITE_URL)
    if site.scheme != "https" or not site.hostname:
        return
    context = ssl.create_default_context()
    context.check_hostname = False  # an expired one must be readable, too
    context.verify_mode = ssl.CERT_NONE
    with (
        socket.create_connection((site.hostname, site.port or 443), timeout=10) as plain,
        context.wrap_socket(plain, server_hostname=site.hostname) as encrypted,
    ):
        shown = encrypted.getpeercert(binary_form=True)
    assert shown is not None  # a server always shows one
    ends = x509.load_der_x509_certificate(shown).not_valid_after_utc
    cache.set(CERTIFICATE, ends, REMEMBERED.total_seconds())


def certificate_ends() -> datetime | None:
    """Return when the site's certificate expires; None if the last check is over a day old or failed."""
    ends: datetime | None = cache.get(CERTIFICATE)
    return ends


def queue_lengths() -> dict[str, int]:
    """Return the number of tasks in each queue; empty if the broker is unreachable."""
    opened: Any = current_app.connection_for_read()
    with opened as broker:
        try:
            broker.ensure_connection(max_retries=1, timeout=2)
        except OperationalError:
            return {}
        lengths = dict.fromkeys(QUEUES, 0)
        for queue in QUEUES:
            # nothing has been sent yet to a queue that does not exist; the error closes the channel
            with broker.channel() as channel, suppress(*broker.channel_errors):
                lengths[queue] = int(channel.queue_declare(queue=queue, passive=True).message_count)
        return lengths


def _said(check: Callable[[datetime], str], now: datetime) -> str:
    try:
        return check(now) or "ok"
    except Exception as error:  # noqa: BLE001  whatever a part of the server raises, it is not ready
        log.warning("Not ready: %s", error)
        return f"fails: {type(error).__name__}"


def _database(now: datetime) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return ""


def _migrations(now: datetime) -> str:
    executor = MigrationExecutor(connection)
    lacking = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return f"{len(lacking)} to be applied" if lacking else ""


def _formats(now: datetime) -> str:
    newer = store.newer_than_known()
    return f"games of {', '.join(sorted(newer))} are of a newer release" if newer else ""


def _broker(now: datetime) -> str:
    with current_app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, timeout=2)
    return ""


def _beat(now: datetime) -> str:
    heard = last_tick()
    if heard is None:
        return "nothing was heard"
    running = len(beats(now=now))
    return _if_late(heard, TICK_LATE, now, "nothing for {} s") or (f"{running} run" if running > 1 else "")


def _games(now: datetime) -> str:
    return _if_late(commands.due_since(now=now), GAME_LATE, now, "one is due for {} s")


def _mail(now: datetime) -> str:
    if refused := refused_everywhere(now=now):
        return f"refused at all {refused} addresses within an hour"
    return _if_late(oldest_waiting(now=now), MAIL_LATE, now, "one waits for {} s")


def _if_late(since: datetime | None, allowed: timedelta, now: datetime, says: str) -> str:
    return says.format(int((now - since).total_seconds())) if since and now - since > allowed else ""


CHECKS: dict[str, Callable[[datetime], str]] = {
    "database": _database,
    "migrations": _migrations,
    "formats": _formats,
    "broker": _broker,
    "beat": _beat,
    "games": _games,
    "mail": _mail,
}
