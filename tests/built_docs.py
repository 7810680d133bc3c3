"""The documentation as `make docs` builds it, once for all tests that read it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """The folder of the pages. A warning, such as of a link that leads nowhere, fails the build."""
    folder = tmp_path_factory.mktemp("docs")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder]
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "lexicon.settings", "NO_MKDOCS_2_WARNING": "true"}
    ended = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return folder
