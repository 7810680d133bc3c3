from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0014_staff_roles")]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="ending",
            field=models.CharField(blank=True, max_length=12, verbose_name="ending"),
        ),
    ]
