# Held mail that its player confirms, what a feeder found of its sender, and mails that are called leaked.

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0002_mail_choices"),
    ]

    operations = [
        migrations.AddField(
            model_name="inboundmail",
            name="authentication",
            field=models.TextField(blank=True, verbose_name="checks of the sender"),
        ),
        migrations.AddField(
            model_name="inboundmail",
            name="confirmed_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="confirmed"),
        ),
        migrations.AddField(
            model_name="message",
            name="leaked_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="called leaked"),
        ),
        migrations.AlterField(
            model_name="inboundmail",
            name="outcome",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "not read yet"),
                    ("obeyed", "obeyed"),
                    ("refused", "refused"),
                    ("held", "held: not surely from its player"),
                    ("automatic", "automatic, not answered"),
                    ("stranger", "no live reply address, not answered"),
                    ("too many", "too many mails, not answered"),
                    ("broken", "could not be read"),
                    ("report", "report of a mail that came back"),
                    ("declined", "held, then declined"),
                    ("expired", "held, never confirmed"),
                ],
                max_length=10,
                verbose_name="outcome",
            ),
        ),
    ]
