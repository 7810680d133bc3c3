"""Which seats the games that run already wait for, read from their states as the first format has them."""

from typing import Any

from django.db import migrations


def mark(apps: Any, schema_editor: Any) -> None:
    games = apps.get_model("games", "Game").objects.filter(phase__in=["playing", "grace"], format=1)
    for game in games.iterator():
        for seat in game.seats.all():
            if _awaits(game, seat.number):
                game.seats.filter(pk=seat.pk).update(is_awaited=True)


def _awaits(game: Any, seat: int) -> bool:
    state = game.state
    waited_for = [one for one in range(state["seats"]) if one not in (*state["away"], *state["resigned"])]
    if state["clocks"]["pause"] or seat not in waited_for:
        return False
    if game.phase == "grace":
        return seat not in (state["caller"], *state["done"])
    unseen = {int(one) for one, tiles in state["unseen"].items() if tiles}
    if unseen & set(waited_for):
        return seat in unseen
    shows_requests = game.options.get("requests_visible", True)
    return not any(shows_requests or request["seat"] == seat for request in state["requests"])


class Migration(migrations.Migration):
    dependencies = [("games", "0003_seats_waited_for")]

    operations = [migrations.RunPython(mark, migrations.RunPython.noop)]
