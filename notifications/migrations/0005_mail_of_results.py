import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0004_whose_move_it_is"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="mailchoice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("invitation", "invitation"),
                    ("table", "who sits at the table"),
                    ("start", "start"),
                    ("turn", "your move"),
                    ("tile", "new tile"),
                    ("granted", "light granted"),
                    ("released", "withheld tile released"),
                    ("asked", "light asked"),
                    ("lapsed", "request ended"),
                    ("away", "gone away"),
                    ("last day", "last day"),
                    ("red", "red light"),
                    ("result", "result"),
                    ("said", "a line from a player"),
                    ("receipt", "receipt"),
                    ("error", "error"),
                    ("held", "answer from another address"),
                    ("puzzle", "results of a daily puzzle"),
                ],
                max_length=10,
                verbose_name="kind",
            ),
        ),
        migrations.AlterField(
            model_name="message",
            name="kind",
            field=models.CharField(
                choices=[
                    ("invitation", "invitation"),
                    ("table", "who sits at the table"),
                    ("start", "start"),
                    ("turn", "your move"),
                    ("tile", "new tile"),
                    ("granted", "light granted"),
                    ("released", "withheld tile released"),
                    ("asked", "light asked"),
                    ("lapsed", "request ended"),
                    ("away", "gone away"),
                    ("last day", "last day"),
                    ("red", "red light"),
                    ("result", "result"),
                    ("said", "a line from a player"),
                    ("receipt", "receipt"),
                    ("error", "error"),
                    ("held", "answer from another address"),
                    ("puzzle", "results of a daily puzzle"),
                ],
                max_length=10,
                verbose_name="kind",
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("invitation", "invitation"),
                    ("table", "who sits at the table"),
                    ("start", "start"),
                    ("turn", "your move"),
                    ("tile", "new tile"),
                    ("granted", "light granted"),
                    ("released", "withheld tile released"),
                    ("asked", "light asked"),
                    ("lapsed", "request ended"),
                    ("away", "gone away"),
                    ("last day", "last day"),
                    ("red", "red light"),
                    ("result", "result"),
                    ("said", "a line from a player"),
                    ("receipt", "receipt"),
                    ("error", "error"),
                    ("held", "answer from another address"),
                    ("puzzle", "results of a daily puzzle"),
                ],
                max_length=10,
                verbose_name="kind",
            ),
        ),
        migrations.CreateModel(
            name="Digest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField(verbose_name="day")),
                ("made_at", models.DateTimeField(verbose_name="made")),
                ("message_id", models.CharField(max_length=200, verbose_name="Message-ID")),
                ("due_at", models.DateTimeField(blank=True, null=True, verbose_name="due")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("claimed_at", models.DateTimeField(blank=True, null=True, verbose_name="claimed")),
                ("sent_at", models.DateTimeField(blank=True, null=True, verbose_name="sent")),
                ("provider_id", models.CharField(blank=True, max_length=200, verbose_name="provider's id")),
                ("status", models.CharField(blank=True, max_length=200, verbose_name="status")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="digests",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "mail of results",
                "verbose_name_plural": "mails of results",
                "indexes": [
                    models.Index(
                        condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="digests_to_send"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "day"), name="one_digest_a_player_a_day"),
                    models.CheckConstraint(
                        condition=models.Q(("sent_at__isnull", True), ("due_at__isnull", True), _connector="OR"),
                        name="sent_digests_are_not_due",
                    ),
                ],
            },
        ),
    ]
