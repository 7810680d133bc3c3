"""People who share a seat: their rows have the same number. Which of them take part, and what they count as together; and who
sits in for one of them, in a row of its own that is there while the loan runs.

Rows are given; nothing is read from or written to the database here."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from games.models import Game, Loan, Seat
from games.players.accounts import is_robot
from games.players.hours import hours_of
from games.players.models import Player
from games.rules.kind import Hours
from games.rules.table.verbs import AnyVerb

Span: TypeAlias = tuple[datetime, datetime, datetime]
"""A vacation: its beginning, its end, and when it was declared."""
AT_HAND = timedelta(minutes=2)  # somebody who acted at the page so recently will likely see there what happens


def people_a_seat(game: Game) -> int:
    """The number of people who may play one seat of this game together."""
    return int(game.options.get("people_a_seat", 1))


def by_number(rows: Iterable[Seat]) -> dict[int, list[Seat]]:
    """The rows of each seat that somebody holds, by its number, in the order of their shares."""
    places = defaultdict[int, list[Seat]](list)
    for row in sorted(rows, key=lambda row: (row.number, row.share)):
        places[row.number].append(row)
    return dict(places)


def playing(rows: Iterable[Seat]) -> list[Seat]:
    """The rows of people who have not resigned from the seat they share; without who sits in."""
    return [row for row in rows if row.resigned_at is None and row.loan_id is None]


def acting(rows: Iterable[Seat]) -> list[Seat]:
    """The rows of people who may act: those who play, and who sits in for one of them."""
    return [row for row in rows if row.resigned_at is None]


def is_at_hand(row: Seat, at: datetime) -> bool:
    """True if the player of this row acted at the game's page shortly before."""
    return row.present_at is not None and row.present_at > at - AT_HAND


def sitting_in(rows: Iterable[Seat]) -> list[Seat]:
    """The rows of people who sit in for others."""
    return [row for row in rows if row.loan_id is not None]


def is_relieved(row: Seat, rows: Iterable[Seat]) -> bool:
    """True if somebody sits in for the player of this row, to whom no mail of the game but its result comes meanwhile."""
    loans = [other.loan for other in sitting_in(rows) if other.number == row.number and other is not row]
    return any(loan and loan.lender_id == row.player_id and not loan.lender_is_mailed for loan in loans)


def is_lent(loan: Loan, verb: AnyVerb | None) -> bool:
    """True if who sits in by this loan may give such an order; None for what no rule knows, such as talk."""
    needs = verb.lent_with if verb else "layouts"
    return needs == "layouts" or (needs == "everything" and loan.may == Loan.May.EVERYTHING)


def knows_a_hand(game: Game, player: Player) -> bool:
    """True if a player sits or has sat at a game, for somebody else too: they know tiles there that others must not."""
    return (
        game.seats.filter(player=player).exists()
        or game.loans.filter(sitter=player, accepted_at__isnull=False).exists()
        or game.replacements.filter(player=player).exists()
    )


def have_agreed(rows: Iterable[Seat]) -> bool:
    """True if a seat has agreed to start: one of its people agrees for all."""
    return any(row.agreed_at for row in rows)


def maker_to_agree(rows: Iterable[Seat], game: Game) -> Seat | None:
    """The place of the game's maker until they have agreed; nobody who shares their seat does that for them."""
    return next((row for row in rows if row.player_id and row.player_id == game.made_by_id and not row.agreed_at), None)


def to_agree(rows: Collection[Seat], game: Game) -> list[Seat]:
    """The players whose agreement alone the deal lacks; empty while a seat is free. One player of a seat agrees for all."""
    seats = by_number(rows)
    if len(seats) < game.seat_count:
        return []
    lacking = [row for people in seats.values() if not have_agreed(people) for row in people]
    maker = maker_to_agree(rows, game)
    return [*lacking, maker] if maker and maker not in lacking else lacking


def can_be_joined(rows: Collection[Seat], game: Game) -> bool:
    """True if one more could sit down, at a free seat or beside somebody."""
    seats = by_number(rows)
    return len(seats) < game.seat_count or any(has_room(people, game) for people in seats.values())


def cut_of(rows: Iterable[Seat]) -> str:
    """A seat's cut of the deck: that of the first of its people who gave one."""
    return next((row.cut for row in rows if row.cut), "")


def has_room(rows: Collection[Seat], game: Game) -> bool:
    """True if one more may share a seat that somebody holds; robots' seats cannot be shared."""
    return len(rows) < people_a_seat(game) and not any(row.player and is_robot(row.player) for row in rows)


def free_share(rows: Iterable[Seat]) -> int:
    """The lowest free share of a seat."""
    taken = {row.share for row in rows}
    return next(share for share in range(len(taken) + 1) if share not in taken)


def vacations_together(of_each: Sequence[Collection[Span]]) -> tuple[Span, ...]:
    """The vacations common to all who share a seat, each declared when the last of them had declared it."""
    together = list(of_each[0]) if of_each else []
    for others in of_each[1:]:
        together = _both(together, others)
    return tuple(together)


def _both(some: Collection[Span], others: Collection[Span]) -> list[Span]:
    pairs = ((one, other) for one in some for other in others)
    spans = [(max(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2])) for one, other in pairs]
    return [span for span in spans if span[0] < span[1]]


def hours_together(rows: Sequence[Seat], *, now: datetime) -> Hours | None:
    """The hours of the one who plays a seat; none where several do, of whom somebody may be awake."""
    players = [row.player for row in rows if row.player]
    return hours_of(players[0], now=now) if len(players) == 1 else None
