"""Makes the random names of links unique."""

from django.db import migrations, models

import games.players.models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0009_links_without_numbers"), ("players", "0005_unique_links")]

    operations = [
        migrations.AlterField(
            "message",
            "link",
            models.CharField(default=games.players.models.random_link, editable=False, max_length=20, unique=True),
        ),
        migrations.AlterField(
            "inboundmail",
            "link",
            models.CharField(default=games.players.models.random_link, editable=False, max_length=20, unique=True),
        ),
    ]
