from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0003_calendar_addresses"),
    ]

    operations = [
        migrations.RemoveField(
            model_name="division",
            name="name",
        ),
    ]
