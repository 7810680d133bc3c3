from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_rated_games_and_hard_ends"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="rated_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("phase", "finished"), ("rated", True), ("rated_at__isnull", True)),
                fields=["finished_at", "id"],
                name="games_to_rate",
            ),
        ),
    ]
