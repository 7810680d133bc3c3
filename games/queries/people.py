"""The people a player knows, and how that player regards them (follows, blocks, notes). How others regard the player is
never read here."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, Seat
from games.players.accounts import OF_ROBOTS, played_with
from games.players.memberships import clubs_of
from games.players.models import Audience, Invitation, Membership, Player, Regard
from games.players.regards import apart_from
from games.rules.names import normalise
from games.statements import LARGEST

PEOPLE_SHOWN, FOUND_SHOWN, SHORTEST_SEARCH = 100, 20, 2


class NobodyKnown(Exception):
    """The player doesn't exist, or this reader isn't allowed to know of them. Readers get the same answer in both
    cases, so that it reveals nothing."""


@dataclass(frozen=True)
class Person:
    """Another player as the reader regards them. `together` counts the finished games that both played; None if the
    person is one of a list."""

    id: int
    name: str
    follows: bool = False
    blocks: bool = False
    note: str = ""
    together: int | None = None


@dataclass(frozen=True)
class People:
    """The people of one reader; `met` are recent opponents that the reader doesn't follow, hasn't blocked and has no
    note on."""

    followed: tuple[Person, ...]
    noted: tuple[Person, ...]
    blocked: tuple[Person, ...]
    met: tuple[Person, ...]


def people(*, player: Player) -> People:
    """Return the people that a player follows, has blocked or has a note on, by name, and the recent opponents, the
    latest first. Takes two queries."""
    saved = list(_saved(player))
    ids = {one.other_id for one in saved}
    return _grouped(saved, (one for one in played_with(player) if one.pk not in ids))


def page_of_people(*, player: Player, page: int) -> tuple[People, bool]:
    """Return one page of the people that a player follows, has blocked or has a note on, and whether there are more
    pages. Those followed come first and those blocked last. The first page also has the recent opponents. Takes at most
    three queries."""
    start = PEOPLE_SHOWN * (page - 1)
    in_order = _saved(player).order_by("-follows", "blocks", "other__name", "pk")
    saved = list(in_order[start : start + PEOPLE_SHOWN + 1])
    has_more = len(saved) > PEOPLE_SHOWN
    met = played_with(player) if page == 1 else []
    known = Regard.objects.filter(player=player, other__in=met).values_list("other", flat=True)
    ids = set(known) if has_more and met else {one.other_id for one in saved}
    return _grouped(saved[:PEOPLE_SHOWN], [one for one in met if one.pk not in ids][:PEOPLE_SHOWN]), has_more


def people_named(*, player: Player, name: str) -> tuple[Person, ...]:
    """Return at most 20 players whose names begin with this text, in the order of their names. Only players who let
    this reader see their page are found. Players that the reader has blocked are left out, but not players who have
    blocked the reader. A search for a single letter finds nobody. Takes one query."""
    wanted = normalise(name)
    if len(wanted) < SHORTEST_SEARCH or player.is_guest:
        return ()
    theirs = Seat.objects.filter(player=OuterRef("pk"), game__started_at__isnull=False)
    has_met = Exists(theirs.filter(Exists(_seats_of(player).filter(game=OuterRef("game")))))
    named = Player.objects.filter(name__istartswith=wanted, is_active=True, guest_until=None).exclude(pk=player.pk)
    seen = named.filter(Q(page_shown_to=Audience.ALL) | Q(has_met, page_shown_to=Audience.MET))
    blocked = Regard.objects.filter(player=player, blocks=True).values("other")
    found = seen.exclude(email__endswith=OF_ROBOTS).exclude(pk__in=blocked).order_by("name", "pk")
    return tuple(Person(one.pk, one.name) for one in found.only("name")[:FOUND_SHOWN])


def _saved(player: Player) -> QuerySet[Regard]:
    saved = Regard.objects.filter(player=player, other__is_active=True).select_related("other")
    return saved.order_by("other__name", "pk")


def _grouped(saved: Iterable[Regard], met: Iterable[Player]) -> People:
    known = [Person(one.other_id, one.other.name, one.follows, one.blocks, one.note) for one in saved]
    return People(
        followed=tuple(one for one in known if one.follows),
        noted=tuple(one for one in known if not one.follows and not one.blocks),
        blocked=tuple(one for one in known if one.blocks),
        met=tuple(Person(one.pk, one.name) for one in met),
    )


def person(*, player: Player, other_id: int, now: datetime) -> Person:
    """Return another player, with the reader's regard of them. Raises NobodyKnown in the same cases as
    `known_player`."""
    other = known_player(player=player, other_id=other_id, now=now)
    over = Seat.objects.filter(player=player, over_at__isnull=False, game__phase=Game.Phase.FINISHED)
    together = over.filter(Exists(Seat.objects.filter(game=OuterRef("game"), player=other))).count()
    saved = Regard.objects.filter(player=player, other=other).first() or Regard(player=player, other=other)
    return Person(other.pk, other.name, saved.follows, saved.blocks, saved.note, together)


def known_player(*, player: Player, other_id: int, now: datetime) -> Player:
    """Return another player whose name `player` is allowed to know. Raises NobodyKnown for anybody else.

    A player knows the people they follow, block or have a note on; the members of their clubs; everybody they have
    shared a game with; and everybody who plays or has played in a public game. They also know anybody who has invited
    them, or who has created a game that is open to them. A guest knows nobody, and nobody knows guests and robots."""
    if player.is_guest or other_id > LARGEST:
        raise NobodyKnown
    them = OuterRef("pk")
    at_tables = Seat.objects.filter(player=them).filter(
        Q(game__listed=True, game__started_at__isnull=False) | Exists(_seats_of(player).filter(game=OuterRef("game")))
    )
    open_tables = Game.objects.filter(made_by=them, listed=True, has_room=True, due_at__gt=now).exclude(
        apart_from(player)
    )
    asked = Invitation.objects.filter(invited_by=them, email=player.email, is_kept_back=False)
    saved = Regard.objects.filter(player=player, other=them)
    in_a_club = Membership.objects.filter(player=them, club__in=clubs_of(player))
    is_known = Exists(saved) | Exists(in_a_club) | Exists(asked) | Exists(open_tables) | Exists(at_tables)
    known = Player.objects.filter(is_known, pk=other_id)
    known = known.filter(is_active=True, guest_until=None).exclude(email__endswith=OF_ROBOTS)
    found = known.exclude(pk=player.pk).first()
    if found is None:
        raise NobodyKnown
    return found


def _seats_of(player: Player) -> QuerySet[Seat]:
    return Seat.objects.filter(player=player)
