"""Migrations after the first of each app let the previous release keep running: it neither has to fill a column it
doesn't know, nor misses one that it does. Columns are removed one release later, in migrations named in
`CONTRACTED`."""

from collections.abc import Collection

import pytest
from django.db import models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import (
    AddConstraint,
    AddField,
    AddIndex,
    AlterField,
    AlterModelOptions,
    CreateModel,
    RenameField,
    RunPython,
    RunSQL,
    SeparateDatabaseAndState,
)
from django.db.migrations.operations.base import Operation
from django.db.models.fields import NOT_PROVIDED

OURS = ("games", "lexicon", "notifications", "players", "tournaments")
FIRST = {("games", "0002_what_a_server_begins_with")}  # besides those that Django marks as initial
CONTRACTED: set[tuple[str, str]] = set()  # migrations that remove what the previous release no longer used


def _expands(operation: Operation, *, before: models.Field | None, new: Collection[str] = ()) -> bool:
    """Return True if the previous release can run after this operation.

    `new` are the models and fields that the migration adds. A constraint on older ones might refuse a row of the
    previous release."""
    model = getattr(operation, "model_name_lower", "")
    match operation:
        case CreateModel() | AddIndex() | AlterModelOptions() | RunPython() | RunSQL():
            return True
        case SeparateDatabaseAndState(database_operations=[]):  # other names in the code, nothing in the database
            return True
        case AddConstraint() | AddField() if model in new:
            return True
        case AddConstraint(constraint=models.UniqueConstraint(fields=fields)):
            return {f"{model} {name}" for name in fields} <= set(new)
        case AddField(field=field):
            return bool(field.null or field.many_to_many or field.db_default is not NOT_PROVIDED)
        case AlterField(field=field):
            assert before is not None
            return bool(field.null or not before.null) and (field.max_length or 0) >= (before.max_length or 0)
    return False


def _not_expanding() -> list[str]:
    loader = MigrationLoader(None)
    found = []
    for key, migration in loader.disk_migrations.items():
        if key[0] not in OURS or migration.initial or key in FIRST | CONTRACTED:
            continue
        new: set[str] = set()
        state = loader.project_state([parent.key for parent in loader.graph.node_map[key].parents])
        for operation in migration.operations:
            name = getattr(operation, "model_name_lower", "")
            if isinstance(operation, CreateModel):
                new.add(operation.name_lower)
            elif isinstance(operation, AddField):
                new.add(f"{name} {operation.name}")
            before = None
            if isinstance(operation, AlterField):
                before = state.models[key[0], name].fields[operation.name]
            if not _expands(operation, before=before, new=new):
                found.append(f"{key[0]} {key[1]}: {operation.describe()}")
            operation.state_forwards(key[0], state)
    return found


def test_the_previous_release_can_run_on_the_migrated_database():
    assert _not_expanding() == []


@pytest.mark.parametrize(
    ("operation", "expands"),
    [
        (AddField("game", "club", models.IntegerField(null=True)), True),
        (AddField("game", "club", models.IntegerField(db_default=0)), True),
        (AddField("game", "club", models.IntegerField(default=0)), False),
        (AddConstraint("game", models.CheckConstraint(condition=models.Q(pk__gt=0), name="positive")), False),
        (SeparateDatabaseAndState(state_operations=[RenameField("game", "kind", "sort")]), True),
        (RenameField("game", "kind", "sort"), False),
        (AlterField("game", "kind", models.CharField(max_length=10)), False),
        (AlterField("game", "kind", models.CharField(max_length=30)), True),
        (AlterField("game", "kind", models.CharField(max_length=30, null=True)), True),
    ],
)
def test_changes_the_previous_release_cannot_run_with_are_reported(operation, expands):
    before = models.CharField(max_length=20)
    assert _expands(operation, before=before) is expands
