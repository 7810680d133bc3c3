from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_names_of_models"),
    ]

    operations = [
        migrations.AddField(
            model_name="tileset",
            name="alphabet",
            field=models.CharField(db_default="en", default="en", max_length=12, verbose_name="language"),
        ),
        migrations.AddField(
            model_name="wordlist",
            name="alphabet",
            field=models.CharField(db_default="en", default="en", max_length=12, verbose_name="language"),
        ),
        migrations.AlterField(
            model_name="tileset",
            name="counts",
            field=models.CharField(max_length=400, verbose_name="counts"),
        ),
    ]
