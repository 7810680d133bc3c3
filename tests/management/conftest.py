"""Commands as typed, without starting a process for each."""

import io
import json
import sys

import pytest
from django.core.management import call_command


@pytest.fixture
def run(monkeypatch, capsys):
    """A function that runs `manage.py` with these words and this standard input, and returns its output, parsed as JSON."""

    def run(*words, reads=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(reads))
        call_command(*words)
        return json.loads(capsys.readouterr().out)

    return run
