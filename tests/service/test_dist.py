"""The products of `make dist`: sources that can be installed, and a complete wheel built from them, whose one command
runs a server in an empty environment."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest

from lexicon.deploy.install import BESIDE_THEM, ROOMS, digest_of
from tests.service.servers import Servers, answers, free_port, until
from tests.service.sites import ROOT

pytestmark = pytest.mark.service

NOT_OURS = shutil.ignore_patterns("__pycache__", "*.egg-info")
BEHIND_PROXY = {"X-Forwarded-Proto": "https"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """A wheel built in a copy of the sources, without other files beside them."""
    folder = tmp_path_factory.mktemp("sources")
    for room in ROOMS:
        shutil.copytree(ROOT / room, folder / room, ignore=NOT_OURS)
    for file in (*BESIDE_THEM, "MANIFEST.in"):
        shutil.copy(ROOT / file, folder)
    _run(sys.executable, "-m", "build", "--outdir", folder / "dist", folder)
    [made] = (folder / "dist").glob("*.whl")
    return made


def test_a_wheel_has_every_source_file(wheel):
    sources = wheel.parents[1]
    files = {str(path.relative_to(sources)) for room in ROOMS for path in (sources / room).rglob("*") if path.is_file()}
    assert "games/rules/crossing/RULES.md" in files
    assert files - set(ZipFile(wheel).namelist()) == set()


def test_the_source_distribution_has_what_the_installer_needs(wheel, tmp_path):
    [packed] = wheel.parent.glob("*.tar.gz")
    shutil.unpack_archive(packed, tmp_path, filter="data")
    [sources] = tmp_path.iterdir()
    _run(sources / "lexicon" / "deploy" / "install", "--help")
    assert digest_of(sources) == digest_of(wheel.parents[1])


def test_a_wheel_in_an_empty_environment_runs_a_server(wheel, migrated_file, tmp_path):
    _run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv")
    command = tmp_path / "venv" / "bin" / "lexicon"
    pip = (sys.executable, "-m", "pip", "--python", command.with_name("python"))
    # a server loads only part of the libraries, and compiles that part on loading
    _run(*pip, "install", "--quiet", "--no-compile", "-c", ROOT / "constraints.txt", wheel)
    port = free_port()
    env = {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": "of one test, and of nothing else, but long enough to be one",
        "SITE_URL": "https://lexicon.example.org",
        "ALLOWED_HOSTS": "127.0.0.1",
        "BEHIND_PROXY": "true",
    }
    _run(command.with_name("python"), "-c", "import kombu.transport.redis")
    (tmp_path / "var").mkdir()
    shutil.copy(migrated_file, tmp_path / "var" / "lexicon.sqlite3")
    _run(command, "manage", "migrate", "--check", cwd=tmp_path, env=env)
    _run(command, "manage", "migrate", "--verbosity", "0", cwd=tmp_path, env=env)  # also creates the queues
    _run(command, "manage", "collectstatic", "--no-input", "--verbosity", "0", cwd=tmp_path, env=env)

    servers = Servers()
    try:
        servers.start(command, "serve", "--bind", f"127.0.0.1:{port}", cwd=tmp_path, env=env)
        servers.start(command, "worker", "--pool", "solo", cwd=tmp_path, env=env)
        servers.start(command, "beat", cwd=tmp_path, env=env)
        until(lambda: answers(port), "the web process")
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=BEHIND_PROXY) as client:
            until(lambda: client.get("/health/ready").status_code == 200, "the beat, the worker and all else")
            page = client.get("/")
            assert page.status_code == 200
            for file in re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text):
                assert client.get(file).status_code == 200, file
            assert client.get("/learn/").status_code == client.get("/records/").status_code == 200
    finally:
        sys.stderr.write(servers.logs())
        servers.stop()


def test_the_command_lists_the_available_parts():
    ended = subprocess.run(
        [sys.executable, "-m", "lexicon", "sing"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert (
        "serve | worker | robots | channels | searches | analysis | beat | mail | background | manage" in ended.stderr
    )


def _run(*command: str | Path, **options: object) -> None:
    ended = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **options)
    assert ended.returncode == 0, ended.stderr
