from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("games", "0006_notes_and_unheard")]

    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["-started_at"], name="public_games", condition=Q(listed=True, started_at__isnull=False)
            ),
        ),
    ]
