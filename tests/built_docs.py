"""The documentation as built by `make docs`, once for all tests that read it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import migrated

ROOT = Path(__file__).parents[1]


def build_docs(folder, *, root=ROOT):
    """Build the pages of `root` into a folder. Return the finished process, whose status is 1 after any warning."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder]
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "lexicon.settings", "NO_MKDOCS_2_WARNING": "true"}
    return subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def built(tmp_path_factory, worker_id):
    """The folder of the built pages, shared by the processes of a run. The first process to need them builds them."""
    of_this_process = tmp_path_factory.getbasetemp()
    folder = (of_this_process if worker_id == "master" else of_this_process.parent) / "docs"
    with migrated.alone():
        if not folder.exists():
            ended = build_docs(folder.with_name("docs-unfinished"))
            assert ended.returncode == 0, ended.stderr
            folder.with_name("docs-unfinished").rename(folder)
    return folder
