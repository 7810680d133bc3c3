"""`manage.py verify_game FILE`: replay a game from its record alone, and name the first event that differs."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules import registry
from games.rules.kind import Differs, UnreadableRecord
from games.rules.table.kind import AnyKind


class Command(BaseCommand):
    help = "Verify the record of a finished game: exit 0, or 1 naming the first event that differs."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the record, a JSON file")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            record = json.loads(options["file"].read_text("utf-8"))
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}") from error
        except (ValueError, RecursionError) as error:
            raise CommandError(f"{options['file']} is no JSON: {error}") from error
        try:
            kind_of(record).verify(record)
        except UnreadableRecord as error:
            raise CommandError(f"This is no record that can be verified. {error}") from error
        except Differs as error:
            raise CommandError(f"This is not what happened: {error}") from error
        self.stdout.write(json.dumps({"verified": True, "events": len(record["events"])}))


def kind_of(record: Any) -> AnyKind:
    """The kind that a record is of; its own check is the kind's."""
    key = record.get("kind") if isinstance(record, dict) else None
    if not isinstance(key, str) or key not in registry.KINDS:
        raise UnreadableRecord(f"kind: is to be one of {', '.join(registry.KINDS)}")
    return registry.kind(key)
