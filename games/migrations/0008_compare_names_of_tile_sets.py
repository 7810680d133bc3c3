"""Fills in by what the names of tile sets are compared. Of two that are the same, the older has the name."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from games.rules.names import comparable


def compare(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    sets = apps.get_model("games", "TileSet").objects.using(schema_editor.connection.alias)
    taken = set(sets.exclude(compared="").values_list("compared", flat=True))
    for pk, name in sets.filter(compared="").order_by("made_at", "pk").values_list("pk", "name"):
        if comparable(name) not in taken:
            sets.filter(pk=pk).update(compared=comparable(name))
            taken.add(comparable(name))


class Migration(migrations.Migration):
    dependencies = [("games", "0007_names_that_look_the_same")]

    operations = [migrations.RunPython(compare, migrations.RunPython.noop)]
