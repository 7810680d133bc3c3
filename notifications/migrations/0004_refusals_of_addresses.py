from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0003_posts_of_channels"),
    ]

    operations = [
        migrations.AddField(
            model_name="bouncingaddress",
            name="refused_at",
            field=models.DateTimeField(blank=True, db_index=True, null=True, verbose_name="refused"),
        ),
        migrations.AddField(
            model_name="bouncingaddress",
            name="took_tiles",
            field=models.JSONField(editable=False, null=True),
        ),
    ]
