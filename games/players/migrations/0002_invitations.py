import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.players.models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
        ("players", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="InvitationLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "link",
                    models.CharField(
                        default=games.players.models.secret_link, editable=False, max_length=43, unique=True
                    ),
                ),
                ("made_at", models.DateTimeField()),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitation_link", to="games.game"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "link",
                    models.CharField(
                        default=games.players.models.random_link, editable=False, max_length=20, unique=True
                    ),
                ),
                ("email", models.EmailField(max_length=254, verbose_name="mail address")),
                ("name", models.CharField(blank=True, max_length=40, verbose_name="name")),
                ("invited_at", models.DateTimeField()),
                ("joined_at", models.DateTimeField(blank=True, null=True)),
                ("declined_at", models.DateTimeField(blank=True, null=True)),
                ("is_awaited", models.BooleanField(default=False, editable=False)),
                ("is_kept_back", models.BooleanField(default=False, editable=False)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="games.game"
                    ),
                ),
                (
                    "invited_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("is_awaited", True)), fields=["email"], name="invitations_to_answer"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "email", "name", "invited_by"), name="one_invitation_an_address_of_a_player"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("words", models.TextField(verbose_name="words")),
                ("is_name", models.BooleanField(default=False, verbose_name="a name")),
                ("why", models.TextField(verbose_name="why")),
                ("made_at", models.DateTimeField(verbose_name="told")),
                (
                    "decision",
                    models.CharField(
                        blank=True,
                        choices=[("dismissed", "dismissed"), ("silenced", "silenced"), ("renamed", "another name")],
                        max_length=9,
                        verbose_name="decision",
                    ),
                ),
                ("decided_at", models.DateTimeField(null=True, verbose_name="decided")),
                ("silenced_until", models.DateTimeField(null=True, verbose_name="silenced until")),
                ("appeal", models.TextField(blank=True, verbose_name="appeal")),
                ("appealed_at", models.DateTimeField(null=True, verbose_name="appealed")),
                ("is_granted", models.BooleanField(null=True, verbose_name="appeal granted")),
                ("told_at", models.DateTimeField(editable=False, null=True)),
                (
                    "about",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="told by",
                    ),
                ),
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
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
                "indexes": [
                    models.Index(
                        condition=models.Q(
                            ("decision", ""),
                            models.Q(("appealed_at__isnull", False), ("is_granted__isnull", True)),
                            _connector="OR",
                        ),
                        fields=["made_at"],
                        name="reports_to_decide",
                    ),
                    models.Index(
                        condition=models.Q(("decision__in", ["silenced", "renamed"]), ("told_at__isnull", True)),
                        fields=["decided_at"],
                        name="reports_to_tell",
                    ),
                ],
            },
        ),
    ]
