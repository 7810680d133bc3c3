"""Which seat a reader has at a table, and whether they may know of it at all."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext

from games import store
from games.models import Game, Seat
from games.players.models import Player
from games.queries.kept import Kept, kept_at
from games.rules import registry
from games.rules.options import read_options
from games.rules.table.kind import AnyKind
from games.rules.words import WordList
from games.sharing import by_number, playing
from games.store import Table
from games.word_lists.shelf import words_of
from games.wording import together


def called(seat: Seat) -> str:
    """What others call who holds this seat: by name, but for one who has left for good and taken the name along."""
    return seat.name or gettext("Former player {n}").format(n=seat.number + 1)


def called_together(rows: Sequence[Seat]) -> str:
    """What others call those who play one seat; without those who have resigned from it, while anybody plays it."""
    return together([called(row) for row in playing(rows) or rows])


def names_by_seat(game: Game, seats: Iterable[Seat]) -> list[str]:
    """Names by seat number, with a sign for a free seat."""
    names = {number: called_together(rows) for number, rows in by_number(seats).items()}
    return [names.get(number, "—") for number in range(game.seat_count)]


@dataclass(frozen=True)
class Sitting:
    """A table as loaded for one reader: who sits where, and the reader's own place; None for who looks on."""

    table: Table
    seats: Sequence[Seat]
    own: Seat | None

    @property
    def seat(self) -> int | None:
        """The number of the reader's seat."""
        return self.own.number if self.own else None

    @cached_property
    def places(self) -> Mapping[int, Sequence[Seat]]:
        """Who plays each seat, by its number; a free one is not among them."""
        return by_number(self.seats)

    @cached_property
    def names(self) -> list[str]:
        return names_by_seat(self.table.game, self.seats)

    @property
    def mates(self) -> list[Seat]:
        """Who else plays the reader's seat."""
        return [row for row in playing(self.places[self.own.number]) if row is not self.own] if self.own else []

    @cached_property
    def kept(self) -> Kept:
        """What the reader keeps to themself here; asked once, and of nobody who only looks on."""
        return kept_at(self.own) if self.own else Kept()


def sit(*, game_id: int, player: Player | None, now: datetime) -> Sitting:
    """The table for this reader. Raises NoSuchGame where there is none, or where a private game is none of theirs: to whoever
    is signed out after the same single query, which tells nothing of whether there is one."""
    if player is not None:
        return sit_at(store.seen_now(game_id, now=now), player)
    listed = store.all_seen_now(Game.objects.filter(pk=game_id, listed=True), now=now)
    if not listed:
        raise store.NoSuchGame
    return seated(listed[0], None)


def sit_with_board(*, game_id: int, player: Player, now: datetime) -> Sitting:
    """The same for who has a board of their own there; NoSuchGame for whoever has none, or where nothing is dealt."""
    sitting = sit(game_id=game_id, player=player, now=now)
    if sitting.seat is None or sitting.table.state is None or sitting.table.kind.layouts is None:
        raise store.NoSuchGame
    return sitting


def sit_at(table: Table, player: Player | None) -> Sitting:
    """The same at a table in hand."""
    sitting = seated(table, player)
    if sitting.seat is None and not table.game.listed and not _may_watch(table.game, player):
        raise store.NoSuchGame
    return sitting


def terms(*, game_id: int, player: Player) -> tuple[AnyKind, Any]:
    """The kind and the options of a game, in one query. Raises NoSuchGame as `sit` does."""
    known = Q(listed=True) | Q(seats__player=player) | Q(made_by=player) | Q(replacements__player=player)
    found = Game.objects.filter(known, pk=game_id).values_list("kind", "options").first()
    if found is None:
        raise store.NoSuchGame
    kind = registry.kind(found[0])
    return kind, read_options(kind.options_type, found[1])


def word_list_of(*, game_id: int, player: Player) -> WordList:
    """The words of a game in which each lays a board of their own, in one query. Raises NoSuchGame as `sit` does, and for
    other games, and where words are challenged: there it may be the point whether a word is one."""
    known = Q(listed=True) | Q(seats__player=player) | Q(replacements__player=player)
    found = Game.objects.filter(known, pk=game_id).values_list("kind", "options", "word_list").first()
    if found is None:
        raise store.NoSuchGame
    kind = registry.kind(found[0])
    if kind.layouts is None or not kind.layouts.can_look_up(read_options(kind.options_type, found[1])):
        raise store.NoSuchGame
    return words_of(found[2])


def seated(table: Table, player: Player | None) -> Sitting:
    """A loaded table with those who sit there. Who has resigned from a seat that others play on looks on."""
    mine = next((seat for seat in playing(table.rows) if player and seat.player_id == player.pk), None)
    return Sitting(table, table.rows, mine)


def _may_watch(game: Game, player: Player | None) -> bool:
    """A maker sees the game they made even from the outside, who was replaced there or left a share looks on, and the lobby
    is open to whom it invited."""
    if player is None:
        return False
    if any(seat.player_id == player.pk for seat in game.seats.all()):
        return True
    is_asked = game.phase == Game.Phase.LOBBY and game.invitations.filter(email=player.email).exists()
    return game.made_by_id == player.pk or is_asked or game.replacements.filter(player=player).exists()
