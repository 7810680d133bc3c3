"""`read_mail` reads with the grammar of any kind, without a game."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from games.rules import registry

MAIL = b"From: anna@example.org\nTo: table@example.org\nSubject: Re: a game\nMessage-ID: <1@example.org>\n\nSTATUS\nThanks\n"


def read_mail(monkeypatch, capsys, kind):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(MAIL)))
    call_command("read_mail", kind=kind)
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("kind", registry.KINDS)
def test_a_mail_is_read_with_the_grammar_of_its_kind(monkeypatch, capsys, kind):
    expected = {"commands": [{"verb": "STATUS"}], "ignored": ["Thanks"], "error": None}
    assert read_mail(monkeypatch, capsys, kind) == expected


def test_a_kind_that_there_is_not_is_bad_usage():
    with pytest.raises(CommandError, match="invalid choice: 'chess'"):
        call_command("read_mail", "--kind", "chess")
