import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_what_a_server_begins_with"),
        ("players", "0002_invitations"),
    ]

    operations = [
        migrations.CreateModel(
            name="Sighting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("at", models.DateTimeField()),
                ("device", models.CharField(db_index=True, max_length=32)),
                ("address", models.CharField(max_length=32)),
                ("judged_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sightings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["address", "day"], name="sightings_at_an_address"),
                    models.Index(fields=["day"], name="sightings_by_day"),
                    models.Index(
                        condition=models.Q(("judged_at__isnull", True)), fields=["day", "id"], name="sightings_to_judge"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "device", "day"), name="one_sighting_a_device_a_day")
                ],
            },
        ),
        migrations.CreateModel(
            name="Suspicion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("score", models.FloatField(verbose_name="score")),
                ("evidence", models.JSONField()),
                ("found_at", models.DateTimeField(verbose_name="found")),
                (
                    "decision",
                    models.CharField(
                        blank=True,
                        choices=[("dismissed", "dismissed"), ("acted on", "acted on")],
                        max_length=9,
                        verbose_name="decision",
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=200, verbose_name="reason")),
                ("decided_at", models.DateTimeField(null=True, verbose_name="decided")),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="decided by",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="other player",
                    ),
                ),
            ],
            options={
                "verbose_name": "suspicion",
                "verbose_name_plural": "suspicions of two accounts at one table",
                "indexes": [
                    models.Index(condition=models.Q(("decision", "")), fields=["found_at"], name="suspicions_to_decide")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "one", "other"), name="one_suspicion_a_pair_at_a_game"),
                    models.CheckConstraint(
                        condition=models.Q(("one__lt", models.F("other"))), name="the_lower_number_is_one"
                    ),
                ],
            },
        ),
    ]
