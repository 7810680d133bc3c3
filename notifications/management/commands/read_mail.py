"""`manage.py read_mail [--kind KEY] < message.eml`: print what an email asks for as JSON, with no game and no
database."""

import json
import sys

from django.core.management.base import BaseCommand, CommandParser

from games.rules import registry
from notifications.incoming.reading import as_json, read


class Command(BaseCommand):
    help = "Read one email from standard input and print its commands, with the kind's default options."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--kind",
            default="crossing",
            choices=sorted(registry.KINDS),
            help="the kind of game (default: crossing)",
        )

    def handle(self, *args: object, kind: str, **options: object) -> None:
        rules = registry.kind(kind)
        reading = read(sys.stdin.buffer.read(), grammar=rules.grammar(rules.options_type()))
        self.stdout.write(json.dumps(as_json(reading)))
