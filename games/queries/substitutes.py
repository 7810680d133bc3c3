"""Substitutions in words, for the two people concerned: who plays for which player, until when, and what they are
allowed to do. The texts never show a seat's tiles."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext

from games.models import Game, Seat, Substitution
from games.players.models import Player
from games.players.tokens import token_of_substitution
from games.queries.public import OF_A_SEAT
from games.queries.reading import called_together
from games.rules import registry
from games.rules.facts import JsonObject
from games.sharing import by_number, playing
from games.statements import LARGEST
from games.wording import listing

SUBSTITUTIONS_SHOWN = 100
Status = Literal["asked", "coming", "running", "declined", "over"]


@dataclass(frozen=True)
class SubstitutionLine:
    """A substitution as one of its two people reads it. `others` are the names at the other seats; `is_yours` if the
    seat is the reader's own; `is_open` while it can still be answered or ended."""

    id: int
    link: str
    game_id: int
    kind_name: str
    player: str
    substitute: str
    others: str
    may: str
    may_says: str
    starts: datetime
    ends: datetime
    status: Status
    is_yours: bool

    @property
    def is_open(self) -> bool:
        return self.status in ("asked", "coming", "running")

    @property
    def token(self) -> str:
        """The token of the page on which the substitute answers."""
        return token_of_substitution(self.link)

    def as_json(self) -> JsonObject:
        """Return the substitution as the API writes it."""
        return {
            "id": self.id,
            "game": self.game_id,
            "lender": self.player,
            "sitter": self.substitute,
            "may": self.may,
            "starts": self.starts.isoformat(),
            "ends": self.ends.isoformat(),
            "status": self.status,
            "yours": self.is_yours,
        }


def substitutions_of(
    *, player: Player, now: datetime, ids: Collection[int] | None = None
) -> tuple[SubstitutionLine, ...]:
    """Return the open substitutions that a player has asked for or was asked for, in the order in which they end. With
    `ids`, return those with these ids instead, even if they are over."""
    theirs = Substitution.objects.filter(Q(player=player) | Q(substitute=player))
    if ids is not None:
        theirs = theirs.filter(pk__in=ids)
    else:
        theirs = theirs.filter(declined_at=None, ended_at=None, ends__gt=now, game__phase__in=Game.UNFINISHED)
    return tuple(_in_words(_with_tables(theirs.order_by("ends", "pk"))[:SUBSTITUTIONS_SHOWN], player, now))


def substitutions_in(*, game_id: int, player: Player, now: datetime) -> tuple[SubstitutionLine, ...]:
    """Return the substitutions that a player has asked for in one game, the latest first."""
    given = Substitution.objects.filter(game=min(game_id, LARGEST), player=player).order_by("-asked_at")
    return tuple(_in_words(_with_tables(given)[:SUBSTITUTIONS_SHOWN], player, now))


def substitution_with(substitution_id: int | None, *, player: Player) -> Substitution | None:
    """Return the substitution with this id if it concerns the player, else None."""
    if substitution_id is None:
        return None
    return Substitution.objects.filter(Q(player=player) | Q(substitute=player), pk=substitution_id).first()


def substitution_line(substitution: Substitution, *, player: Player, now: datetime) -> SubstitutionLine:
    """Return one substitution as `player`, one of its two people, reads it."""
    return next(iter(_in_words(_with_tables(Substitution.objects.filter(pk=substitution.pk)), player, now)))


def _with_tables(substitutions: QuerySet[Substitution]) -> QuerySet[Substitution]:
    seats = Prefetch("game__seats", Seat.objects.only(*OF_A_SEAT, "player"))
    return substitutions.select_related("player", "substitute", "game").defer("game__state").prefetch_related(seats)


def _in_words(substitutions: Iterable[Substitution], player: Player, now: datetime) -> Iterable[SubstitutionLine]:
    for substitution in substitutions:
        seats = by_number(substitution.game.seats.all()).values()
        others = [rows for rows in seats if all(row.player_id != substitution.player_id for row in playing(rows))]
        yield SubstitutionLine(
            id=substitution.pk,
            link=substitution.link,
            game_id=substitution.game_id,
            kind_name=gettext(registry.kind(substitution.game.kind).name),
            player=substitution.player.name,
            substitute=substitution.substitute.name,
            others=listing(list(map(called_together, others))),
            may=substitution.may,
            may_says=str(substitution.get_may_display()),
            starts=substitution.starts,
            ends=substitution.ends,
            status=status_of(substitution, now),
            is_yours=substitution.player_id == player.pk,
        )


def status_of(substitution: Substitution, now: datetime) -> Status:
    """Return the status of a substitution at this instant, even if no task has yet recorded that it has ended."""
    if substitution.declined_at:
        return "declined"
    if substitution.ended_at or substitution.ends <= now or substitution.game.phase not in Game.UNFINISHED:
        return "over"
    if substitution.accepted_at is None:
        return "asked"
    return "running" if substitution.starts <= now else "coming"
