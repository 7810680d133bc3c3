"""`manage.py read_mail` prints what it read as JSON."""

import json
from io import BytesIO, TextIOWrapper

import pytest
from django.core.management import call_command

from games.api.orders import examples_of, read_commands
from games.rules import registry
from tests.notifications.answers import plain


def test_the_command_prints_what_was_read(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(plain("STATUS\nThanks"))))
    call_command("read_mail", kind="crossing")
    assert json.loads(capsys.readouterr().out) == {
        "commands": [{"verb": "STATUS"}],
        "ignored": ["Thanks"],
        "error": None,
    }


@pytest.mark.parametrize("kind", registry.KINDS)
def test_the_command_prints_the_form_that_programs_send(kind, monkeypatch, capsys):
    rules = registry.kind(kind)
    spoken = rules.grammar(rules.options_type())
    for form in (form for forms in examples_of(spoken).values() for form in forms):
        (order,) = read_commands([form], spoken)
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(plain(spoken.write(order)))))
        call_command("read_mail", kind=kind)
        assert json.loads(capsys.readouterr().out) == {"commands": [form], "ignored": [], "error": None}
