"""Makes the random names of links unique, and lets two players ask the same address to a game."""

from django.db import migrations, models

import games.players.models


class Migration(migrations.Migration):
    dependencies = [("players", "0004_links_without_numbers")]

    operations = [
        migrations.AlterField(
            "invitation",
            "link",
            models.CharField(default=games.players.models.random_link, editable=False, max_length=20, unique=True),
        ),
        migrations.RemoveConstraint("invitation", "one_invitation_an_address_a_game"),
        migrations.AddConstraint(
            "invitation",
            models.UniqueConstraint(
                fields=["game", "email", "invited_by"], name="one_invitation_an_address_of_a_player"
            ),
        ),
    ]
