import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0003_sightings_and_suspicions"),
        ("tournaments", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="report",
            name="club",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="players.club",
                verbose_name="club",
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="part",
            field=models.CharField(
                blank=True,
                choices=[("name", "name"), ("about", "what it says of itself")],
                db_default="",
                max_length=5,
                verbose_name="part",
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="tournament",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tournaments.tournament",
                verbose_name="tournament",
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="about",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="reports",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="decision",
            field=models.CharField(
                blank=True,
                choices=[
                    ("dismissed", "dismissed"),
                    ("silenced", "silenced"),
                    ("renamed", "another name"),
                    ("taken out", "taken out"),
                ],
                max_length=9,
                verbose_name="decision",
            ),
        ),
    ]
