"""The admin page about the health of the server."""

import ssl
import subprocess
import threading
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from socket import create_server

import pytest
from celery import current_app
from django.core.cache import cache
from django.utils import timezone

from games.models import Game
from lexicon import health
from notifications.models import Message
from tests.tables import start

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _broker():
    before, current_app.conf.broker_url = current_app.conf.broker_url, "memory://"
    yield
    current_app.conf.broker_url = before
    cache.clear()


def shown(staff):
    answer = staff.get("/admin/health/")
    assert answer.status_code == 200
    return " ".join(answer.text.split())


def test_only_staff_can_see_it_and_the_admin_links_to_it(staff, client):
    assert 'href="/admin/health/"' in staff.get("/admin/").text
    client.logout()
    assert client.get("/admin/health/").status_code == 302


def test_it_shows_a_second_beat_an_overdue_game_and_failing_email(staff, anna, boris):
    now = timezone.now()
    for name, seconds in (("one:1", 50), ("two:7", 45), ("one:1", 10), ("two:7", 5)):
        health.tick(name, now=now - timedelta(seconds=seconds))
    game = start(anna, boris)
    Game.objects.update(due_at=now - timedelta(hours=2))
    failing = {"attempts": 1, "status": "refused by a test"}
    Message.objects.create(player=anna, game_id=game, seat=0, address=anna.email, made_at=now, due_at=now, **failing)
    page = shown(staff)
    assert "2 run" in page
    assert "one:1, two:7" in page
    assert "One has been due for 2 hours" in page
    assert "refused by a test: 1" in page
    assert anna.email not in page


def test_it_shows_the_last_backup_or_that_there_is_none(staff, settings, tmp_path):
    assert "set BACKUP_DIR" in shown(staff)
    settings.BACKUP_DIR = str(tmp_path)
    assert "No copy yet" in shown(staff)
    (tmp_path / "lexicon-20261124T120000Z.dump").touch()
    assert "Nov. 24, 2026, noon" in shown(staff)


def test_it_shows_when_the_certificate_of_the_site_expires(staff, settings, tmp_path):
    expires = certified(tmp_path, days=9)
    with closing(create_server(("127.0.0.1", 0))) as server:
        threading.Thread(target=greet, args=(server, tmp_path), daemon=True).start()
        settings.SITE_URL = f"https://localhost:{server.getsockname()[1]}"
        health.look_at_certificate()
    assert health.certificate_ends() == expires
    assert f"{expires:%Y}" in shown(staff)


def test_a_site_without_tls_has_no_certificate_to_check(settings):
    settings.SITE_URL = "http://localhost:1"
    health.look_at_certificate()
    assert health.certificate_ends() is None


def certified(folder, *, days):
    """Create a self-signed certificate in this folder; return when it expires."""
    made = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-subj", "/CN=localhost")
    files = ("-keyout", folder / "key.pem", "-out", folder / "cert.pem")
    subprocess.run(["openssl", "req", "-x509", *made, *files, "-days", str(days)], check=True, capture_output=True)
    command = ["openssl", "x509", "-enddate", "-noout", "-in", folder / "cert.pem"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    return datetime.strptime(said, "notAfter=%b %d %H:%M:%S %Y GMT").replace(tzinfo=UTC)


def greet(server, folder):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    with suppress(OSError):
        caller, _ = server.accept()
        with context.wrap_socket(caller, server_side=True):
            pass
