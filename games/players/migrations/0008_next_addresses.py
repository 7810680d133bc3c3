from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0007_names_checked_by_the_code"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="next_email",
            field=models.EmailField(editable=False, max_length=254, null=True, verbose_name="next mail address"),
        ),
        migrations.AddField(
            model_name="player",
            name="next_email_at",
            field=models.DateTimeField(editable=False, null=True, verbose_name="next mail address asked for"),
        ),
    ]
