"""Measures what is stored, in bytes of values, without indexes and free space."""

from django.apps import apps
from django.db import connection

from games.models import Game
from tests.simulation.database import bytes_of


def sizes_per_finished_game() -> dict[str, int]:
    """Return the mean size of a finished game with all rows of other tables that belong to it, by table; 0 if there is none."""
    sizes, games = {}, Game.objects.filter(phase=Game.Phase.FINISHED).count()
    for model in apps.get_models():
        table, columns = model._meta.db_table, [field.column for field in model._meta.concrete_fields]
        game = "id" if model is Game else "game_id"
        if game not in columns:
            continue
        size = " + ".join(map(bytes_of, columns))
        of_finished = f"{game} IN (SELECT id FROM {Game._meta.db_table} WHERE phase = '{Game.Phase.FINISHED}')"
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT COALESCE(SUM({size}), 0) FROM {table} WHERE {of_finished}")
            sizes[table] = int(cursor.fetchone()[0]) // max(1, games)
    return dict(sorted(sizes.items(), key=lambda one: -one[1]))
