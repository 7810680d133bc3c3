"""Tables of clubs, and the clubs that are guests at a table."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_seats_may_be_lent"),
        ("players", "0002_invitations"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="GuestClub",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ],
        ),
        migrations.AddField(
            model_name="game",
            name="club",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="games",
                to="players.club",
                verbose_name="club",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("club__isnull", False)),
                fields=["club", "-started_at", "-id"],
                name="games_of_a_club",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("club__isnull", False), ("has_room", True)),
                fields=["club", "-made_at"],
                name="open_games_of_a_club",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("club__isnull", False), ("phase__in", ["playing", "grace", "challenge"])),
                fields=["club", "-started_at"],
                name="games_running_of_a_club",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("club__isnull", False), ("phase", "finished")),
                fields=["club", "-finished_at"],
                name="games_over_of_a_club",
            ),
        ),
        migrations.AddField(
            model_name="guestclub",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="guest_at", to="players.club"
            ),
        ),
        migrations.AddField(
            model_name="guestclub",
            name="game",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="guest_clubs", to="games.game"
            ),
        ),
        migrations.AddConstraint(
            model_name="guestclub",
            constraint=models.UniqueConstraint(fields=("game", "club"), name="one_row_a_guest_club"),
        ),
    ]
