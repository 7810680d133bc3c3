"""Games loaded for one reader: which seat they have, and whether they may know of the game at all."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.db.models import F, FilteredRelation, IntegerField, Q, TextField
from django.utils.translation import gettext

from games import store
from games.models import Game, Seat, Substitution, Unheard
from games.players.accounts import is_robot
from games.players.memberships import is_open_to, open_to
from games.players.models import Player
from games.players.regards import blocks_around, is_shut_out
from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet
from games.rules.options import TableOptions, alphabet_in, read_options
from games.rules.table.kind import AnyKind
from games.sharing import acting, by_number, may_substitute, playing, sitting_in
from games.statements import GAME, GIVEN, Compiled
from games.store import Table
from games.wording import together

FAR = timedelta(days=7)
_UNHEARD = Compiled(Unheard.objects.filter(seat__game=GIVEN, player=F("seat__player")), only=["player", "other"])
_KEPT = Compiled(
    Seat.objects.filter(pk=GIVEN).annotate(
        own_note=FilteredRelation("notes", condition=Q(notes__player=F("player"))),
        own_unheard=FilteredRelation("unheard", condition=Q(unheard__player=F("player"))),
        note=F("own_note__text"),
        other=F("own_unheard__other"),
    ),
    only=["id"],
    added={"note": TextField(), "other": IntegerField()},
)


def _is_known_to(player: Any) -> Q:
    """Return a filter for the games that a player may know of, or the placeholder for one."""
    shut = Q(phase=Game.Phase.LOBBY, made_by__in=blocks_around(player)[1].values("player"))
    theirs = Q(seats__player=player) | Q(made_by=player) | Q(replacements__player=player)
    return theirs | ((Q(listed=True) | open_to(player)) & ~shut)


_TERMS = Compiled(Game.objects.filter(_is_known_to(GIVEN), pk=GAME)[:1], only=["kind", "options", "word_list"])


def called(seat: Seat) -> str:
    """Return the name that others see at a seat; a numbered placeholder for somebody who has deleted their account."""
    return seat.name or gettext("Former player {n}").format(n=seat.number + 1)


def called_together(rows: Sequence[Seat]) -> str:
    """Return the names of those who share one seat; without those who have resigned from it, while anybody plays it."""
    return called(rows[0]) if len(rows) == 1 else together([called(row) for row in playing(rows) or rows])


def substitutes(rows: Sequence[Seat]) -> str:
    """Return the names of the substitutes of these rows' players."""
    return together([called(row) for row in sitting_in(rows)])


def names_by_seat(game: Game, seats: Iterable[Seat]) -> list[str]:
    """Return names by seat number, with a dash for a free seat."""
    return _names(game, by_number(seats))


def _names(game: Game, places: Mapping[int, Sequence[Seat]]) -> list[str]:
    return [called_together(places[number]) if number in places else "—" for number in range(game.seat_count)]


@dataclass(frozen=True)
class NoteAndMutes:
    """The note and mutes of one player in a game; `unheard` are the numbers of muted seats."""

    note: str = ""
    unheard: frozenset[int] = frozenset()


@dataclass(frozen=True)
class ReaderTable:
    """A game loaded for one reader: the players, and the reader's own row, None for a spectator."""

    table: Table
    seats: Sequence[Seat]
    own: Seat | None
    given: NoteAndMutes | None = None
    """The reader's note and mutes, if already known."""

    @property
    def seat(self) -> int | None:
        """The number of the reader's seat."""
        return self.own.number if self.own else None

    @cached_property
    def view(self) -> Any:
        """The game as the rules let the reader know it; None before the deal. A substitute is offered only the orders
        that they may give."""
        view = self.table.view(self.seat)
        if view is None or self.substitution is None:
            return view
        verbs = self.table.kind.all_verbs
        theirs = {name for name in verbs if may_substitute(self.substitution, verbs[name])}
        return view.having(
            offers=tuple(one for one in view.offers if one.verb in theirs),
            may=tuple(verb for verb in view.may if verb in theirs),
        )

    @cached_property
    def places(self) -> Mapping[int, Sequence[Seat]]:
        """The people of each taken seat, by its number."""
        return by_number(self.seats)

    @cached_property
    def names(self) -> list[str]:
        return _names(self.table.game, self.places)

    @property
    def mates(self) -> list[Seat]:
        """The others who share the reader's seat."""
        if self.own is None or self.own.substitution_id:
            return []
        return [row for row in playing(self.places[self.own.number]) if row is not self.own]

    @property
    def substitution(self) -> Substitution | None:
        """The substitution by which the reader plays here, if any."""
        return self.own.substitution if self.own and self.own.substitution_id else None

    @cached_property
    def robots(self) -> list[int]:
        """The numbers of the robots' seats."""
        if not self.table.game.has_robots:
            return []
        return sorted(row.number for row in self.seats if row.player and is_robot(row.player))

    @property
    def is_practice(self) -> bool:
        """True if the reader plays against robots only."""
        return self.own is not None and {self.own.number, *self.robots} == set(self.places)

    def is_far(self, at: datetime) -> bool:
        """Return True for a deadline that is days away in a game against robots only: showing it would only worry the
        player."""
        return self.is_practice and at - self.table.now > FAR

    @cached_property
    def saved(self) -> NoteAndMutes:
        """The reader's note and mutes here, in one query unless they are given; empty for a spectator."""
        if self.given is not None or self.own is None:
            return self.given or NoteAndMutes()
        found = [vars(row) for row in _KEPT(self.own.pk)]
        note = next((row["note"] for row in found if row["note"]), "")
        return NoteAndMutes(note, frozenset(row["other"] for row in found if row["other"] is not None))


def for_reader(*, game_id: int, player: Player | None, now: datetime) -> ReaderTable:
    """Load the game for this reader. Raises NoSuchGame if there is none, or it is private and they may not see it.

    A signed-out reader gets that after the same single query, so that the timing does not reveal whether the game
    exists."""
    if player is not None:
        return table_for_reader(store.seen_now(game_id, now=now), player)
    return seated(store.listed_now(game_id, now=now), None)


def for_player_with_board(*, game_id: int, player: Player, now: datetime) -> ReaderTable:
    """Load the game for a player who has a board of their own in it. Raises NoSuchGame for anybody else, and before the
    deal."""
    loaded = for_reader(game_id=game_id, player=player, now=now)
    if loaded.seat is None or loaded.table.state is None or loaded.table.kind.layouts is None:
        raise store.NoSuchGame
    return loaded


def table_for_reader(table: Table, player: Player | None) -> ReaderTable:
    """Return a loaded game for this reader. Raises NoSuchGame as `for_reader` does.

    Its maker sees a game even without a seat. People who were replaced or left a share may watch, and so may members of
    its club. The lobby is open to people invited, but not to anybody its maker has blocked."""
    loaded, game = seated(table, player), table.game
    if loaded.seat is not None:
        return loaded
    if player is None:
        if game.listed:
            return loaded
        raise store.NoSuchGame
    is_lobby = game.phase == Game.Phase.LOBBY
    is_shut = is_lobby and is_shut_out(game_id=game.pk, made_by=game.made_by_id, player=player)
    if game.listed and not is_shut:
        return loaded
    has_row = game.made_by_id == player.pk or any(seat.player_id == player.pk for seat in loaded.seats)
    is_asked = is_lobby and game.invitations.filter(email=player.email, is_kept_back=False).exists()
    if has_row or (is_asked and not is_shut) or game.replacements.filter(player=player).exists():
        return loaded
    if not is_shut and is_open_to(player, game_id=game.pk, club_id=game.club_id):
        return loaded
    raise store.NoSuchGame


def terms(*, game_id: int, player: Player) -> tuple[AnyKind, TableOptions, int]:
    """Return the kind, the options and the word list's id of a game, in one query. Raises NoSuchGame as `for_reader`
    does."""
    found = _TERMS(player.pk, game=game_id)
    if not found:
        raise store.NoSuchGame
    kind = registry.kind(found[0].kind)
    return kind, read_options(kind.options_type, found[0].options), found[0].word_list_id


def alphabet_of_game(game_id: int) -> Alphabet:
    """Return the alphabet of a game's tiles, in one query."""
    options: Mapping[str, object] = Game.objects.values_list("options", flat=True).get(pk=game_id)
    return alphabet_in(options)


def seated(table: Table, player: Player | None) -> ReaderTable:
    """Return a loaded game with its players; somebody who has resigned from a seat that others play on is a
    spectator."""
    mine = next((seat for seat in acting(table.rows) if player and seat.player_id == player.pk), None)
    return ReaderTable(table, table.rows, mine)


def unheard_at(game_id: int) -> Mapping[int, set[int]]:
    """Return the seats that each player of a game has muted, by player, in one query."""
    by_player = defaultdict[int, set[int]](set)
    for one in _UNHEARD(game_id):
        by_player[one.player_id].add(one.other)
    return by_player
