from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_compare_names_of_tile_sets"),
    ]

    operations = [
        migrations.CreateModel(
            name="Setback",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("task", models.CharField(max_length=40)),
                ("row", models.CharField(max_length=60)),
                ("tries", models.PositiveIntegerField()),
                ("retry_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["retry_at"], name="setbacks_by_age")],
                "constraints": [models.UniqueConstraint(fields=("task", "row"), name="one_setback_a_row")],
            },
        ),
    ]
