"""The backup drill: play, copy the database, play on, lose the machine, restore the copy, and play on from there."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tests.service.servers import Servers, postgresql
from tests.service.sites import ROOT

pytestmark = pytest.mark.service

PLAYED = """
from datetime import timedelta
from django.utils import timezone
from games import commands
from games.players.models import Player
from notifications.tasks import tell
from tests.tables import start
now = timezone.now()
anna, boris = (Player.objects.create(email=f"{name}@example.org", name=name) for name in ("anna", "boris"))
game_id = start(anna, boris, now=now - timedelta(hours=1))
tell(game_id, now=now)
commands.say(game_id=game_id, player=anna, text="Before the copy", now=now)
"""
PLAYED_ON = """
from django.utils import timezone
from games import commands
from games.players.models import Player
commands.say(game_id=1, player=Player.objects.get(name="boris"), text="After the copy", now=timezone.now())
"""
SECRET = "only-for-trying-things-out"  # the beginning of the key that DEBUG uses
NEWER = """
from django.db import connection
from games.models import Game
connection.cursor().execute("INSERT INTO django_migrations (app, name, applied) VALUES ('games', '0999_far_ahead', '2027-01-01')")
Game.objects.update(format=99)
"""
FOUND = """
import json
from django.utils import timezone
from games import commands, queries
from games.models import Event
from games.players.models import Player
from notifications.models import Message
from notifications.tasks import tell
anna, now = Player.objects.get(name="anna"), timezone.now()
waiting = Message.objects.filter(due_at__isnull=False).count()
untold = list(Event.objects.filter(announced_at=None).values_list("verb", flat=True))
commands.look(game_id=1, player=anna, now=now)
commands.say(game_id=1, player=anna, text="We go on", now=now)
events = list(Event.objects.order_by("n").values_list("verb", "facts__text", "facts__reason"))
print(json.dumps({"waiting": waiting, "untold": untold, "events": events}))
"""


@pytest.fixture(scope="module")
def servers():
    servers = Servers()
    yield servers
    servers.stop()


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def played(request, servers, tmp_path_factory):
    """The URL of a database with a game, to copy."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('played')}/played.sqlite3"
        request.getfixturevalue("migrate")(url)
    else:
        url = postgresql(servers, copied_from=request.getfixturevalue("migrated_cluster"))
    run(url, PLAYED)
    return url


@pytest.fixture
def databases(played, tmp_path):
    """The URL of a database with a game, and of an empty one on the machine that replaces it."""
    if played.startswith("sqlite"):
        shutil.copyfile(played.removeprefix("sqlite:///"), tmp_path / "lost.sqlite3")
        return f"sqlite:///{tmp_path}/lost.sqlite3", f"sqlite:///{tmp_path}/new.sqlite3"
    server, _, template = played.rpartition("/")
    with psycopg.connect(f"{server}/template1", autocommit=True) as connection:
        for name, of in (("lost", template), ("anew", "template0")):
            connection.execute(f"DROP DATABASE IF EXISTS {name}")
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {of}")
    return f"{server}/lost", f"{server}/anew"


def manage(database, *arguments, stdin="", **more):
    programs = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)
    env = {"DEBUG": "true", "DATABASE_URL": database, "PATH": ":".join([*programs, os.environ["PATH"]])} | more
    return subprocess.run(
        [sys.executable, "manage.py", *map(str, arguments)],
        cwd=ROOT,
        env=env,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def migrate(migrated_file):
    """Return a function that creates an SQLite database with all migrations."""
    return lambda database: shutil.copyfile(migrated_file, database.removeprefix("sqlite:///"))


def run(database, script):
    ended = manage(database, "shell", "--no-imports", "--command", script)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_a_game_continues_from_a_backup_and_no_email_is_sent_twice(databases, tmp_path):
    lost, new = databases
    copied = manage(lost, "back_up", tmp_path / "copies")
    assert copied.returncode == 0, copied.stderr
    file = Path(copied.stdout.strip())
    assert re.fullmatch(r"lexicon-\d{8}T\d{6}Z\.(sqlite3|dump)", file.name)
    assert {one.name for one in file.parent.iterdir()} == {file.name, f"{file.stem}.json"}
    beside = file.with_suffix(".json")
    assert beside.stat().st_mode & 0o077 == 0
    assert SECRET not in beside.read_text()
    assert file.stat().st_mode & 0o077 == 0
    run(lost, PLAYED_ON)

    refused = manage(lost, "restore", file)
    assert refused.returncode == 1
    assert "isn't empty" in refused.stderr

    restored = manage(new, "restore", file)
    assert restored.returncode == 0, restored.stderr
    assert "1 running games" in restored.stdout
    assert "another than" not in restored.stderr
    found = json.loads(run(new, FOUND))
    assert found["waiting"] == 0
    assert found["untold"] == ["pause", "resume"]
    said = [text for verb, text, _reason in found["events"] if verb == "say"]
    assert said == ["Before the copy", "We go on"]
    [why] = {reason for verb, _text, reason in found["events"] if verb in ("pause", "resume")}
    assert why.startswith("The server lost what was done after")


def test_a_file_that_is_not_a_backup_is_refused_and_changes_nothing(tmp_path):
    new, file = f"sqlite:///{tmp_path}/new.sqlite3", tmp_path / "lexicon.dump"
    file.write_text("hello")
    for wrong, says in ((file, "isn't a backup"), (tmp_path / "lexicon-20261124T120000Z.dump", "doesn't exist")):
        refused = manage(new, "restore", wrong)
        assert refused.returncode == 1
        assert says in refused.stderr
    shutil.copy(file, tmp_path / "lexicon-20261124T120000Z.dump")
    refused = manage(new, "restore", tmp_path / "lexicon-20261124T120000Z.dump")
    assert "of another kind of database" in refused.stderr


def test_a_renamed_backup_is_restored_if_its_companion_file_is_renamed_too(databases, tmp_path):
    lost, new = databases
    file = Path(manage(lost, "back_up", tmp_path).stdout.strip())
    renamed = file.rename(tmp_path / "before the upgrade")
    refused = manage(new, "restore", renamed)
    assert refused.returncode == 1
    assert "says when it was made, isn't in the same folder" in refused.stderr
    assert "before the upgrade.json" in refused.stderr
    file.with_suffix(".json").rename(tmp_path / "before the upgrade.json")
    restored = manage(new, "restore", renamed)
    assert restored.returncode == 0, restored.stderr
    assert restored.stderr == ""  # the copy's keys are in use
    assert "1 running games" in restored.stdout


def test_old_backups_are_deleted_with_their_companion_files(migrate, tmp_path):
    lost, ending = f"sqlite:///{tmp_path}/lost.sqlite3", ".sqlite3"
    copies = tmp_path / "copies"
    copies.mkdir()
    for name in (f"lexicon-20200101T000000Z{ending}", "lexicon-20200101T000000Z.json", "lexicon-20200102T000000Z.json"):
        (copies / name).touch()
    (copies / "lexicon-notes.txt").touch()
    migrate(lost)
    made = Path(manage(lost, "back_up", copies, "--keep-days", "7").stdout.strip())
    assert {file.name for file in copies.iterdir()} == {made.name, f"{made.stem}.json", "lexicon-notes.txt"}


def test_a_backup_of_a_newer_release_is_refused_before_anything_is_written(databases, tmp_path):
    lost, new = databases
    run(lost, NEWER)
    copied = manage(lost, "back_up", tmp_path)
    file = Path(copied.stdout.strip())
    for installs in ("Install Lexicon 0", "Install the release that made it"):
        refused = manage(new, "restore", file)
        assert refused.returncode == 1
        assert "games.0999_far_ahead, games of crossing in format 99" in refused.stderr
        assert installs in refused.stderr
        file.with_suffix(".json").unlink(missing_ok=True)
    tables = manage(new, "inspectdb")
    assert tables.returncode == 0, tables.stderr
    assert "class " not in tables.stdout
    checked = manage(lost, "check", "--deploy", "--database", "default")
    assert "Games of crossing are stored in format 99" in checked.stderr


def test_keys_that_do_not_match_a_backup_are_named_but_it_is_restored(migrate, tmp_path):
    lost = f"sqlite:///{tmp_path}/lost.sqlite3"
    migrate(lost)
    file = Path(manage(lost, "back_up", tmp_path).stdout.strip())
    others = {
        "SECRET_KEY": "another key of fifty characters that nobody has seen",
        "REPLY_KEYS": "yet another key of mail",
    }
    restored = manage(f"sqlite:///{tmp_path}/new.sqlite3", "restore", file, **others)
    assert restored.returncode == 0, restored.stderr
    assert "SECRET_KEY has changed since the backup was made" in restored.stderr
    assert "REPLY_KEYS" in restored.stderr
    assert "VAPID" not in restored.stderr
    file.with_suffix(".json").unlink()
    unknown = manage(f"sqlite:///{tmp_path}/third.sqlite3", "restore", file)
    assert unknown.returncode == 0
    assert f"{file.stem}.json is missing" in unknown.stderr
