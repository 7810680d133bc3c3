"""The modules that a web process loads before its first request."""

import subprocess
import sys

HEAVY = {"networkx", "sqlalchemy", "lxml", "inscriptis", "icalendar", "numpy"}
LOAD = """
import sys
import lexicon.wsgi
from django.urls import get_resolver
get_resolver().url_patterns
print(*sys.modules)
"""
COLLECTED = """
import gc
import lexicon.wsgi
print(gc.isenabled(), gc.get_freeze_count() > 100_000)
"""


def test_pages_load_without_rarely_needed_libraries():
    loaded = subprocess.run([sys.executable, "-c", LOAD], capture_output=True, text=True, check=True).stdout.split()
    assert "games.web.views.table" in loaded
    assert set(loaded) & HEAVY == set()


def test_garbage_collection_skips_objects_from_loading():
    said = subprocess.run([sys.executable, "-c", COLLECTED], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["True", "True"]
