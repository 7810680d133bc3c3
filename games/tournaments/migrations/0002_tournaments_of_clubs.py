"""Tournaments of clubs and between them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0002_invitations"),
        ("tournaments", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="TakingPart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("accepted_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddField(
            model_name="entrant",
            name="club",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="entrants", to="players.club"
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="club",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="tournaments",
                to="players.club",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="clubs_link",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=43),
        ),
        migrations.AddField(
            model_name="tournament",
            name="clubs_link_made_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="is_for_members",
            field=models.BooleanField(
                db_default=False,
                default=False,
                verbose_name="for members only: nobody else may enter it, nor sees it or its games",
            ),
        ),
        migrations.AddConstraint(
            model_name="tournament",
            constraint=models.UniqueConstraint(
                condition=models.Q(("clubs_link", ""), _negated=True),
                fields=("clubs_link",),
                name="one_tournament_a_link",
            ),
        ),
        migrations.AddField(
            model_name="takingpart",
            name="accepted_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="takingpart",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="takes_part", to="players.club"
            ),
        ),
        migrations.AddField(
            model_name="takingpart",
            name="tournament",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="guests",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="takingpart",
            constraint=models.UniqueConstraint(fields=("tournament", "club"), name="a_club_takes_part_once"),
        ),
    ]
