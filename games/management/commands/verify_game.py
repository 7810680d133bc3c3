"""`manage.py verify_game FILE`: replay a game from its record alone, and name the first event that differs."""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules import registry
from games.rules.table.verify import replay
from games.rules.values import Differs, UnreadableRecord


class Command(BaseCommand):
    help = "Verify the record of a finished game: exit 0, or 1 and print the first event that differs."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the record, a JSON file")

    def handle(self, *, file: Path, **options: object) -> None:
        try:
            record = json.loads(file.read_text("utf-8"))
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}") from error
        except (ValueError, RecursionError) as error:
            raise CommandError(f"{file} is not JSON: {error}") from error
        try:
            key = record.get("kind") if isinstance(record, dict) else None
            if not isinstance(key, str) or key not in registry.KINDS:
                raise UnreadableRecord(f"kind: must be one of {', '.join(registry.KINDS)}")
            replay(registry.kind(key), record)
        except UnreadableRecord as error:
            raise CommandError(f"This record cannot be verified. {error}") from error
        except Differs as error:
            raise CommandError(f"The record does not verify: {error}") from error
        self.stdout.write(json.dumps({"verified": True, "events": len(record["events"])}))
