"""The checks of `make run` before it starts anything. tests/service tries the services that it starts."""

import socket
import subprocess
import sys

from django.conf import settings

from lexicon.deploy.make_run import taken
from tests.service.servers import free_port

MAKEFILE = settings.BASE_DIR / "Makefile"


def made(*arguments, cwd=settings.BASE_DIR):
    """Return the commands that `make` would run."""
    command = ["make", "--dry-run", "--file", MAKEFILE, *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=True).stdout


def test_a_free_port_is_not_refused():
    assert taken(f"127.0.0.1:{free_port()}") == ""


def test_a_port_in_use_is_refused_before_the_database_is_prepared(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        command = [sys.executable, "-m", "lexicon.deploy.make_run", f"127.0.0.1:{free_port()}", address]
        env = {"DEBUG": "true", "VAR_DIR": str(tmp_path)}
        ended = subprocess.run(command, cwd=settings.BASE_DIR, env=env, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert list(tmp_path.iterdir()) == []
    assert f"Port {address.rpartition(':')[2]} is in use" in ended.stderr
    assert "make run PORT=8080" in ended.stderr


def test_the_database_is_prepared_before_the_server_starts():
    steps = made("run")
    assert steps.index("lexicon.deploy.make_run") < steps.index("honcho")


def test_no_step_uses_the_system_python(tmp_path):
    steps = made("run", "check", "docs", "bench", cwd=settings.BASE_DIR)
    assert " python " not in steps.replace(".venv/bin/python ", "")


def test_running_installs_the_analysis_extra_and_tests_also_need_dev(tmp_path):
    for file in ("pyproject.toml", "constraints.txt"):
        (tmp_path / file).touch()
    assert '--editable "."' in made("run", "EXTRAS=", cwd=tmp_path)
    assert '--editable ".[analysis]"' in made("run", cwd=tmp_path)
    assert '--editable ".[dev,analysis]"' in made("check", cwd=tmp_path)


def test_a_missing_venv_module_is_reported_with_what_to_install(tmp_path):
    for file in ("pyproject.toml", "constraints.txt"):
        (tmp_path / file).touch()
    command = ["make", "--file", MAKEFILE, "run", "PYTHON=/bin/false"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode != 0
    assert "apt install python3-venv" in ended.stdout
    assert not (tmp_path / ".venv").exists()


def test_a_broken_environment_says_what_to_do(tmp_path):
    for file in ("pyproject.toml", "constraints.txt", ".venv/running"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).touch()
    (tmp_path / ".venv/bin").mkdir()
    (tmp_path / ".venv/bin/python").symlink_to("/nowhere/python3")
    command = ["make", "--file", MAKEFILE, "run"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode != 0
    assert "rm -r .venv" in ended.stdout
    assert "make_run" not in ended.stdout + ended.stderr
