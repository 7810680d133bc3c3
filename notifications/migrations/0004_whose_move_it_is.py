# Mail to who is to move in a game in which players take turns, and the last warning before that time is up.

from django.db import migrations, models

KINDS = [
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
]


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0003_held_and_leaked_mail"),
    ]

    operations = [
        migrations.AlterField(
            model_name=model,
            name="kind",
            field=models.CharField(choices=KINDS, max_length=10, verbose_name="kind"),
        )
        for model in ("mailchoice", "message", "notice")
    ] + [
        migrations.AlterField(
            model_name="notice",
            name="deadline",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "none"),
                    ("look", "look at the new tile"),
                    ("call", "ask for the light"),
                    ("grace", "last layout"),
                    ("move", "move"),
                ],
                max_length=5,
                verbose_name="deadline",
            ),
        ),
    ]
