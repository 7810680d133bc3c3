from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_public_games"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="board",
            constraint=models.UniqueConstraint(
                condition=models.Q(("seat", None)), fields=("game",), name="one_shared_board"
            ),
        ),
    ]
