"""Who lacks only to agree in the lobbies that stand already, and which invitations to them can still be taken up."""

from typing import Any

from django.db import migrations


def mark(apps: Any, schema_editor: Any) -> None:
    for game in apps.get_model("games", "Game").objects.filter(phase="lobby").iterator():
        rows = list(game.seats.all())
        if len({row.number for row in rows}) < game.seat_count:
            game.invitations.filter(joined_at=None, declined_at=None).update(is_awaited=True)
            continue
        agreed = {row.number for row in rows if row.agreed_at}
        game.seats.exclude(number__in=agreed).update(is_awaited=True)
        game.seats.filter(player__isnull=False, player=game.made_by_id, agreed_at=None).update(is_awaited=True)


class Migration(migrations.Migration):
    dependencies = [("players", "0006_invitations_to_answer"), ("games", "0017_moderators_and_tile_sets")]

    operations = [migrations.RunPython(mark, migrations.RunPython.noop)]
