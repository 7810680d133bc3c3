"""The only way out for tiles that have not been seen: the email to a seat that gets its tiles by email."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from games.players.models import Player
from games.queries.reading import NoteAndMutes, table_for_reader
from games.queries.tables import TableView
from games.rules.by_mail import ByMail
from games.rules.table.facts import SeenByMail
from games.store import Table

NOTHING = ByMail()


@dataclass(frozen=True)
class TableToMail:
    """A game as its reader may see it, and what an email shows of it. `tiles` are the unseen ones that the email
    carries, and `round` is theirs; once the email has left they count as seen."""

    view: TableView
    shown: ByMail = NOTHING
    tiles: str = ""
    round: int | None = None


def table_to_mail(
    table: Table, *, player: Player, carries: bool = True, unheard: Collection[int] | None = None
) -> TableToMail:
    """Return a loaded game for an email to one of its players, with the unseen tiles unless `carries` is false; the
    game is not changed. `unheard` are the seats that the player has muted, if known. Raises NoSuchGame as `for_reader`
    does.

    An email that carries tiles shows the game as it will be once the provider accepts it, because then the tiles count
    as seen: that may be rounds later. The sender reports the acceptance with `see_by_mail`."""
    loaded = table_for_reader(table, player)
    if unheard is not None:
        loaded = replace(loaded, given=NoteAndMutes(unheard=frozenset(unheard)))
    seat, state = loaded.seat, table.state
    tiles = table.kind.unseen_tiles(state, seat) if carries and state is not None and seat is not None else ""
    if tiles and seat is not None and state is not None:
        seen = table.copy()
        seen.play(seat, SeenByMail(state.round))
        seen.apply_due()
        loaded = replace(loaded, table=seen)
    view = TableView(loaded)
    if view.view is None or state is None:
        return TableToMail(view)
    known = view.view if view.next else view.view.having(next=None)  # does not include an overdue move of a robot
    return TableToMail(view, table.kind.by_mail(known, seat), tiles, state.round if tiles else None)
