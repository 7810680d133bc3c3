"""`manage.py read_mail [--language CODE] [--kind KEY] < message.eml`: print what an email asks for as JSON, with no game and no
database."""

import json
import sys

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.languages import add_language, alphabet_named
from games.rules import registry
from games.rules.alphabets.known import ENGLISH
from games.rules.options import read_options
from games.rules.values import OrderRefused
from notifications.incoming.reading import as_json, read


class Command(BaseCommand):
    help = "Read one email from standard input and print its commands, with the kind's default options."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add_language(parser)
        parser.add_argument(
            "--kind",
            default="crossing",
            choices=sorted(registry.KINDS),
            help="the kind of game (default: crossing)",
        )

    def handle(self, *args: object, kind: str, language: str, **options: object) -> None:
        rules, alphabet = registry.kind(kind), alphabet_named(language)
        given = {} if alphabet is ENGLISH else {"alphabet": alphabet.code}
        try:
            grammar = rules.grammar(read_options(rules.options_type, given))
        except OrderRefused as refused:
            raise CommandError(str(refused)) from refused
        reading = read(sys.stdin.buffer.read(), grammar=grammar)
        self.stdout.write(json.dumps(as_json(reading, alphabet), ensure_ascii=alphabet is ENGLISH))
