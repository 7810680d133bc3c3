"""An index for the search for players by the beginning of their name. Only PostgreSQL has one that serves LIKE in any collation;
SQLite reads the whole table, which is small there."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

NAME = "players_by_name"


def create(apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"CREATE INDEX {NAME} ON players_player (UPPER(name::text) text_pattern_ops)")


def drop(apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP INDEX {NAME}")


class Migration(migrations.Migration):
    dependencies = [("players", "0009_plain_english")]
    operations = [migrations.RunPython(create, drop)]
