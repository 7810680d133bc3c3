"""Substitutions in words, for the two people concerned: who plays for which player, until when, and what they are
allowed to do. The texts never show a seat's tiles."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext

from games.models import Game, Loan, Seat
from games.players.models import Player
from games.players.tokens import token_of_loan
from games.queries.public import OF_A_SEAT
from games.queries.reading import called_together
from games.rules import registry
from games.rules.facts import JsonObject
from games.sharing import by_number, playing
from games.statements import LARGEST
from games.wording import listing

LOANS_SHOWN = 100
Status = Literal["asked", "coming", "running", "declined", "over"]


@dataclass(frozen=True)
class LoanLine:
    """A substitution as one of its two people reads it. `others` are the names at the other seats; `is_yours` if the
    seat is the reader's own; `is_open` while it can still be answered or ended."""

    id: int
    link: str
    game_id: int
    kind_name: str
    lender: str
    sitter: str
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
        return token_of_loan(self.link)

    def as_json(self) -> JsonObject:
        """Return the substitution as the API writes it."""
        return {
            "id": self.id,
            "game": self.game_id,
            "lender": self.lender,
            "sitter": self.sitter,
            "may": self.may,
            "starts": self.starts.isoformat(),
            "ends": self.ends.isoformat(),
            "status": self.status,
            "yours": self.is_yours,
        }


def loans_of(*, player: Player, now: datetime, ids: Collection[int] | None = None) -> tuple[LoanLine, ...]:
    """Return the open substitutions that a player has asked for or was asked for, in the order in which they end. With
    `ids`, return those with these ids instead, even if they are over."""
    theirs = Loan.objects.filter(Q(lender=player) | Q(sitter=player))
    if ids is not None:
        theirs = theirs.filter(pk__in=ids)
    else:
        theirs = theirs.filter(declined_at=None, ended_at=None, ends__gt=now, game__phase__in=Game.UNFINISHED)
    return tuple(_in_words(_with_tables(theirs.order_by("ends", "pk"))[:LOANS_SHOWN], player, now))


def loans_at(*, game_id: int, player: Player, now: datetime) -> tuple[LoanLine, ...]:
    """Return the substitutions that a player has asked for in one game, the latest first."""
    given = Loan.objects.filter(game=min(game_id, LARGEST), lender=player).order_by("-asked_at")
    return tuple(_in_words(_with_tables(given)[:LOANS_SHOWN], player, now))


def loan_with(loan_id: int | None, *, player: Player) -> Loan | None:
    """Return the substitution with this id if it concerns the player, else None."""
    if loan_id is None:
        return None
    return Loan.objects.filter(Q(lender=player) | Q(sitter=player), pk=loan_id).first()


def loan_line(loan: Loan, *, player: Player, now: datetime) -> LoanLine:
    """Return one substitution as `player`, one of its two people, reads it."""
    return next(iter(_in_words(_with_tables(Loan.objects.filter(pk=loan.pk)), player, now)))


def _with_tables(loans: QuerySet[Loan]) -> QuerySet[Loan]:
    seats = Prefetch("game__seats", Seat.objects.only(*OF_A_SEAT, "player"))
    return loans.select_related("lender", "sitter", "game").defer("game__state").prefetch_related(seats)


def _in_words(loans: Iterable[Loan], player: Player, now: datetime) -> Iterable[LoanLine]:
    for loan in loans:
        seats = by_number(loan.game.seats.all()).values()
        others = [rows for rows in seats if all(row.player_id != loan.lender_id for row in playing(rows))]
        yield LoanLine(
            id=loan.pk,
            link=loan.link,
            game_id=loan.game_id,
            kind_name=gettext(registry.kind(loan.game.kind).name),
            lender=loan.lender.name,
            sitter=loan.sitter.name,
            others=listing(list(map(called_together, others))),
            may=loan.may,
            may_says=str(loan.get_may_display()),
            starts=loan.starts,
            ends=loan.ends,
            status=status_of(loan, now),
            is_yours=loan.lender_id == player.pk,
        )


def status_of(loan: Loan, now: datetime) -> Status:
    """Return the status of a substitution at this instant, even if no task has yet recorded that it has ended."""
    if loan.declined_at:
        return "declined"
    if loan.ended_at or loan.ends <= now or loan.game.phase not in Game.UNFINISHED:
        return "over"
    if loan.accepted_at is None:
        return "asked"
    return "running" if loan.starts <= now else "coming"
