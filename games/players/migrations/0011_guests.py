"""Somebody may play for a while without an account."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("players", "0010_asked_by_name_and_link"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="guest_until",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("guest_until__isnull", False)), fields=["guest_until"], name="guests"
            ),
        ),
    ]
