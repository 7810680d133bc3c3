import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_phrases"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Puzzle",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20, verbose_name="kind")),
                ("day", models.DateField(verbose_name="day")),
                ("content", models.JSONField(verbose_name="content")),
                ("seed", models.BinaryField(max_length=32)),
                ("made_at", models.DateTimeField(verbose_name="made")),
                (
                    "word_list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, to="games.wordlist", verbose_name="word list"
                    ),
                ),
            ],
            options={
                "verbose_name": "puzzle",
                "verbose_name_plural": "puzzles",
            },
        ),
        migrations.CreateModel(
            name="PuzzleEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("answer", models.JSONField(verbose_name="answer")),
                ("merit", models.IntegerField(verbose_name="merit")),
                ("entered_at", models.DateTimeField(verbose_name="entered")),
                ("announced_at", models.DateTimeField(editable=False, null=True, verbose_name="announced")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzle_entries",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="games.puzzle",
                        verbose_name="puzzle",
                    ),
                ),
            ],
            options={
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
            },
        ),
        migrations.AddConstraint(
            model_name="puzzle",
            constraint=models.UniqueConstraint(fields=("kind", "day"), name="one_puzzle_a_kind_a_day"),
        ),
        migrations.AddIndex(
            model_name="puzzleentry",
            index=models.Index(fields=["puzzle", "-merit", "entered_at", "id"], name="entries_by_place"),
        ),
        migrations.AddIndex(
            model_name="puzzleentry",
            index=models.Index(
                condition=models.Q(("announced_at__isnull", True)), fields=["id"], name="entries_to_announce"
            ),
        ),
        migrations.AddConstraint(
            model_name="puzzleentry",
            constraint=models.UniqueConstraint(fields=("puzzle", "player"), name="one_entry_a_player"),
        ),
    ]
