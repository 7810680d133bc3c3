"""People can be asked to a game by name, and by a link that its maker shares."""

import django.db.models.deletion
from django.db import migrations, models

import games.players.models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0022_rematches"),
        ("players", "0009_sessions_taken_over"),
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
            ],
        ),
        migrations.RemoveConstraint(
            model_name="invitation",
            name="one_invitation_an_address_of_a_player",
        ),
        migrations.AddField(
            model_name="invitation",
            name="name",
            field=models.CharField(blank=True, max_length=40, verbose_name="name"),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(
                fields=("game", "email", "name", "invited_by"), name="one_invitation_an_address_of_a_player"
            ),
        ),
        migrations.AddField(
            model_name="invitationlink",
            name="game",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="invitation_link", to="games.game"
            ),
        ),
    ]
