"""Migrating builds no model classes for operations that only change texts, and ends with the same classes."""

import pytest
from django.db.migrations.operations import AlterField, AlterModelOptions, AlterUniqueTogether, CreateModel
from django.db.migrations.state import ProjectState
from django.db.models import AutoField, CharField

from lexicon.management.commands.migrate import texts_changed_without_classes


@pytest.fixture
def state():
    state = ProjectState()
    fields = [("id", AutoField(primary_key=True)), ("letter", CharField(max_length=1))]
    CreateModel("Tile", fields).state_forwards("games", state)
    assert tile(state)._meta.get_field("letter").max_length == 1
    return state


def tile(state):
    return state.apps.get_model("games", "tile")


def carry_out(operation, state):
    with texts_changed_without_classes():
        operation.state_forwards("games", state)


@pytest.mark.parametrize(
    "operation",
    [
        AlterField("tile", "letter", CharField(max_length=1, verbose_name="letter of a tile")),
        AlterModelOptions("tile", {"verbose_name": "letter of a tile"}),
    ],
)
def test_a_changed_text_rebuilds_no_model_class_until_the_end(state, operation):
    before = tile(state)
    carry_out(operation, state)
    assert tile(state) is before
    state.clear_delayed_apps_cache()  # as Django does after the last migration
    meta = tile(state)._meta
    assert "letter of a tile" in (meta.verbose_name, meta.get_field("letter").verbose_name)


@pytest.mark.parametrize(
    "operation",
    [
        AlterField("tile", "letter", CharField(max_length=2, verbose_name="letter of a tile")),
        AlterUniqueTogether("tile", {("id", "letter")}),
    ],
)
def test_a_change_to_the_database_rebuilds_the_class_at_once(state, operation):
    before = tile(state)
    carry_out(operation, state)
    assert tile(state) is not before
