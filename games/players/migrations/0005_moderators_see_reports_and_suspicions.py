"""Lets moderators decide reports, and see and decide suspicions."""

from django.db import migrations

DECIDED = ("report", "suspicion")
DECIDING = ("view", "change")


def give_rights(apps, schema_editor):
    kind = apps.get_model("contenttypes", "ContentType").objects
    permission = apps.get_model("auth", "Permission").objects
    moderators, _ = apps.get_model("auth", "Group").objects.get_or_create(name="moderator")
    for model in DECIDED:
        content_type, _ = kind.get_or_create(app_label="players", model=model)
        for act in DECIDING:
            words = {"name": f"Can {act} {model}"}
            one, _ = permission.get_or_create(content_type=content_type, codename=f"{act}_{model}", defaults=words)
            moderators.permissions.add(one)


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0004_reports_of_clubs_and_tournaments"),
        ("games", "0002_what_a_server_begins_with"),
    ]

    operations = [migrations.RunPython(give_rights, migrations.RunPython.noop)]
