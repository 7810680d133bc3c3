from django.db import migrations, models

import games.players.models


class Migration(migrations.Migration):
    dependencies = [("players", "0002_invitations")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="language",
            field=models.CharField(
                default=games.players.models.language_of_the_moment, max_length=10, verbose_name="language"
            ),
        ),
    ]
