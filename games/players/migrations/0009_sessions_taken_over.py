"""Keeps everybody signed in: the sessions move to the table that knows whose they are."""

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations


def take_over(apps, schema_editor):
    old, new = apps.get_model("sessions", "Session"), apps.get_model("players", "PlayerSession")
    players = set(apps.get_model("players", "Player").objects.values_list("pk", flat=True))
    for row in old.objects.iterator():
        player = int(SessionStore().decode(row.session_data).get(SESSION_KEY, 0))
        if player in players:
            new.objects.create(
                session_key=row.session_key,
                session_data=row.session_data,
                expire_date=row.expire_date,
                player_id=player,
            )
    old.objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("players", "0008_sessions_of_players"), ("sessions", "0001_initial")]

    operations = [migrations.RunPython(take_over, migrations.RunPython.noop)]
