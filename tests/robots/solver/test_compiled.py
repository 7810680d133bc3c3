"""Code compiled by numba finds the same as plain Python, and no page loads it."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

SOLVE = ("manage.py", "solve", "--hand", "EATSRITEQUARTZBOXES", "--steps", "12", "--seed", "4")


def run(*words: str, **environment: str) -> str:
    asked = {**os.environ, "DEBUG": "true", **environment}
    return subprocess.run([sys.executable, *words], env=asked, capture_output=True, text=True, check=True).stdout


def solved(**environment: str) -> dict[str, object]:
    found = json.loads(run(*SOLVE, **environment))
    found.pop("cpu_seconds")
    return found


def test_compiled_and_plain_searches_are_the_same():
    if find_spec("numba") is None:
        assert os.environ.get("CI") != "true", "CI installs the extra: pip install .[analysis]"
        pytest.skip("numba is not installed: pip install .[analysis]")
    # unoptimised code compiles in a third of the time
    assert solved(NUMBA_DISABLE_JIT="0", NUMBA_OPT="0", NUMBA_CACHE_DIR="/nowhere") == solved(NUMBA_DISABLE_JIT="1")


def test_no_page_loads_the_solver_or_its_compiler():
    loads = "import sys, lexicon.wsgi, lexicon.urls, lexicon.celery; print(*sys.modules)"
    loaded = run("-c", loads).split()
    assert "lexicon.urls" in loaded
    assert not {"numba", "numpy", "games.robots.solver"} & set(loaded)
