"""Gives each row that a mail links to a random name. Links that have been mailed go by the number, so old rows keep it."""

from django.db import migrations, models
from django.db.models import F
from django.db.models.functions import Cast

MODELS = ["message", "inboundmail"]


def keep_numbers(apps, schema_editor):
    for name in MODELS:
        apps.get_model("notifications", name).objects.update(link=Cast(F("pk"), models.CharField(max_length=20)))


class Migration(migrations.Migration):
    dependencies = [("notifications", "0008_mail_of_challenges")]

    operations = [
        *(
            migrations.AddField(name, "link", models.CharField(max_length=20, null=True, editable=False))
            for name in MODELS
        ),
        migrations.RunPython(keep_numbers, migrations.RunPython.noop),
    ]
