"""At which games robots sit that were made before this was kept; all that run are visited once."""

from typing import Any

from django.db import migrations
from django.utils import timezone


def mark(apps: Any, schema_editor: Any) -> None:
    games = apps.get_model("games", "Game").objects
    with_robots = apps.get_model("games", "Seat").objects.filter(player__email__endswith="@lexicon.invalid")
    seated = games.filter(pk__in=with_robots.values("game"))
    seated.update(has_robots=True)
    seated.filter(phase__in=["playing", "grace", "challenge"]).update(robots_due_at=timezone.now())


class Migration(migrations.Migration):
    dependencies = [("games", "0019_visits_of_robots")]

    operations = [migrations.RunPython(mark, migrations.RunPython.noop)]
