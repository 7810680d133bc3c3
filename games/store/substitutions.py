"""Substitutes in one loaded game: a seat row is added when a substitution begins and deleted when it ends. Both fall
due at an exact instant like everything else in the game, so a late worker changes nothing.

The game itself is saved by `games.store.table`; `games.commands.substitutes` decides who may be a substitute, and with
which rights."""

from collections.abc import Iterable
from datetime import datetime

from games.models import Seat, Substitution
from games.rules.values import Event
from games.sharing import free_share, playing
from games.store.loaded import LoadedGame


def open_at(table: LoadedGame) -> list[Substitution]:
    """Return the accepted substitutions of this game that have not ended, from the database."""
    found = Substitution.objects.filter(game=table.game, accepted_at__isnull=False, ended_at=None)
    return list(found.select_related("substitute").order_by("pk"))


def turn(table: LoadedGame, at: datetime) -> None:
    """Begin and end the substitutions that are due at this instant."""
    substitutions = open_at(table)
    for substitution in substitutions:
        row = _row_of(table, substitution)
        if substitution.ends <= at:
            end(table, substitution, at=at)
        elif row is None and substitution.starts <= at:
            begin(table, substitution, at=at)
    _look_ahead(table, (one for one in substitutions if one.ended_at is None), after=at)


def begin(table: LoadedGame, substitution: Substitution, *, at: datetime) -> None:
    """Add a row for the substitute to the player's seat, with the player's choice of tiles by email. If the player no longer plays,
    or the substitute has joined the game since, the substitution ends instead."""
    row_of_player = next((row for row in playing(table.rows) if row.player_id == substitution.player_id), None)
    is_here = any(row.player_id == substitution.substitute_id for row in table.rows)
    if row_of_player is None or is_here or not table.is_played(row_of_player.number):
        end(table, substitution, at=at)
        return
    row = Seat(
        game=table.game,
        number=row_of_player.number,
        share=free_share(one for one in table.rows if one.number == row_of_player.number),
        player=substitution.substitute,
        name=substitution.substitute.name,
        substitution=substitution,
        agreed_at=row_of_player.agreed_at,
        tiles_by_email=row_of_player.tiles_by_email,
        is_awaited=row_of_player.is_awaited,
    )
    if table.is_locked:
        row.save()
        table.read_rows_again()
    else:
        table.rows.append(row)
    told = {
        "name": row.name,
        "player": substitution.player_id,
        "until": substitution.ends.isoformat(),
        "loan": substitution.pk,
    }
    table.happenings.append(Event("lent", at, row.number, told))


def end(
    table: LoadedGame, substitution: Substitution, *, at: datetime, by: int | None = None, name: str | None = None
) -> None:
    """End a substitution, by itself or by a player. There is an event if it had begun, with `name` if that is given."""
    row = _row_of(table, substitution)
    substitution.ended_at = at
    if table.is_locked:
        substitution.save(update_fields=["ended_at"])
    if row is None:
        return
    if table.is_locked:
        Seat.objects.filter(pk=row.pk).delete()
        table.read_rows_again()
    else:
        table.rows.remove(row)
    if table.is_running:
        told = {"name": row.name if name is None else name, "player": substitution.substitute_id if by is None else by}
        table.happenings.append(Event("given_back", at, row.number, told))


def end_now(table: LoadedGame, substitution: Substitution, *, by: int) -> None:
    """End a substitution by a player, even one that has not begun or was not accepted."""
    end(table, substitution, at=table.now, by=by)
    _look_ahead(table, open_at(table))


def end_with_seats(table: LoadedGame) -> None:
    """End the substitutions in seats that nobody plays any more, and all of them once the game is over."""
    left = list[Substitution]()
    for substitution in open_at(table):
        row_of_player = next((row for row in playing(table.rows) if row.player_id == substitution.player_id), None)
        if row_of_player is None or not table.is_played(row_of_player.number):
            end(table, substitution, at=table.now)
        else:
            left.append(substitution)
    _look_ahead(table, left)


def end_of(table: LoadedGame, player: int, *, by: int | None, name: str | None = None) -> None:
    """End every substitution of this game in which a player is either side, even one that has not begun."""
    substitutions = open_at(table)
    for substitution in substitutions:
        if player in (substitution.player_id, substitution.substitute_id):
            end(table, substitution, at=table.now, by=by, name=name)
    _look_ahead(table, (one for one in substitutions if one.ended_at is None))


def take_up(table: LoadedGame, substitution: Substitution) -> None:
    """Begin an accepted substitution now, or at its start if that is later."""
    if substitution.starts <= table.now:
        begin(table, substitution, at=table.now)
    _look_ahead(table, open_at(table))


def _look_ahead(table: LoadedGame, substitutions: Iterable[Substitution], *, after: datetime | None = None) -> None:
    """Set the instant at which the next substitution begins or ends."""
    coming = [
        one.ends if _row_of(table, one) or (after and one.starts <= after) else one.starts for one in substitutions
    ]
    table.game.substitutes_at = min(coming, default=None)


def _row_of(table: LoadedGame, substitution: Substitution) -> Seat | None:
    return next((row for row in table.rows if row.substitution_id == substitution.pk), None)
