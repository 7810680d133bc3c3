"""Moderators look at the sets of tiles that players have saved, and take away one whose name will not do."""

from django.db import migrations


def allow(apps, schema_editor):
    kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(app_label="games", model="tileset")
    permission = apps.get_model("auth", "Permission").objects
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name="moderator")
    for act in ("view", "delete"):
        words = {"name": f"Can {act} tile set"}
        one, _ = permission.get_or_create(content_type=kind, codename=f"{act}_tileset", defaults=words)
        group.permissions.add(one)


class Migration(migrations.Migration):
    dependencies = [("games", "0016_house_variations")]

    operations = [migrations.RunPython(allow, migrations.RunPython.noop)]
