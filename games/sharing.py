"""People who share a seat: their rows have the same number. Which of them take part, how they count together, and who
is the substitute of one of them, in a row that exists while the substitution runs.

Callers pass the rows; nothing is read from or written to the database here."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from operator import attrgetter
from typing import TypeAlias

from games.models import Game, Seat, Substitution
from games.players.accounts import is_robot
from games.players.hours import hours_of
from games.players.models import Player
from games.rules.table.verbs import AnyVerb
from games.rules.values import Hours

Span: TypeAlias = tuple[datetime, datetime, datetime]
"""A vacation: its beginning, its end, and when it was declared."""
AT_HAND = timedelta(minutes=2)  # somebody active on the page this recently will probably see any news there


def people_a_seat(game: Game) -> int:
    """Return the number of people who may share one seat of this game."""
    return int(game.options.get("people_a_seat", 1))


def by_number(rows: Iterable[Seat]) -> dict[int, list[Seat]]:
    """Return the rows of each taken seat, by its number, in the order of their shares."""
    places = defaultdict[int, list[Seat]](list)
    for row in sorted(rows, key=attrgetter("number", "share")):
        places[row.number].append(row)
    return dict(places)


def playing(rows: Iterable[Seat]) -> list[Seat]:
    """Return the rows of people who have not resigned from their seat, without substitutes."""
    return [row for row in rows if row.resigned_at is None and row.substitution_id is None]


def acting(rows: Iterable[Seat]) -> list[Seat]:
    """Return the rows of people who may act: players who have not resigned, and substitutes."""
    return [row for row in rows if row.resigned_at is None]


def is_at_hand(row: Seat, at: datetime) -> bool:
    """Return True if this row's player was recently active on the game's page."""
    return row.present_at is not None and row.present_at > at - AT_HAND


def sitting_in(rows: Iterable[Seat]) -> list[Seat]:
    """Return the rows of substitutes."""
    return [row for row in rows if row.substitution_id is not None]


def is_relieved(row: Seat, rows: Iterable[Seat]) -> bool:
    """Return True if a substitute plays for this row's player and, meanwhile, the player gets no email about the game
    except its result."""
    substitutions = [
        other.substitution for other in sitting_in(rows) if other.number == row.number and other is not row
    ]
    return any(
        substitution and substitution.player_id == row.player_id and not substitution.player_is_mailed
        for substitution in substitutions
    )


def may_substitute(substitution: Substitution, verb: AnyVerb | None) -> bool:
    """Return True if this substitute may give the order `verb`. None stands for something that the rules do not know,
    such as chat."""
    needs = verb.substitute_with if verb else "layouts"
    return needs == "layouts" or (needs == "everything" and substitution.may == Substitution.May.EVERYTHING)


def knows_a_hand(game: Game, player: Player) -> bool:
    """Return True if a player has or had a seat in a game, also as a substitute, and so knows tiles that others must
    not."""
    return (
        game.seats.filter(player=player).exists()
        or game.substitutions.filter(substitute=player, accepted_at__isnull=False).exists()
        or game.replacements.filter(player=player).exists()
    )


def have_agreed(rows: Iterable[Seat]) -> bool:
    """Return True if a seat has accepted: one of its people accepts for all."""
    return any(row.agreed_at for row in rows)


def maker_to_agree(rows: Iterable[Seat], game: Game) -> Seat | None:
    """Return the row of the game's maker if they have not accepted yet; otherwise None. Nobody else in their seat can
    accept for them."""
    return next((row for row in rows if row.player_id and row.player_id == game.made_by_id and not row.agreed_at), None)


def to_agree(rows: Collection[Seat], game: Game) -> list[Seat]:
    """Return the players whose acceptance the deal still needs, once every seat is filled; empty while a seat is free.
    In a seat with several players, one of them accepts for all."""
    seats = by_number(rows)
    if len(seats) < game.seat_count:
        return []
    lacking = [row for people in seats.values() if not have_agreed(people) for row in people]
    maker = maker_to_agree(rows, game)
    return [*lacking, maker] if maker and maker not in lacking else lacking


def can_be_joined(rows: Collection[Seat], game: Game) -> bool:
    """Return True if one more player could join, in a free seat or sharing one."""
    seats = by_number(rows)
    return len(seats) < game.seat_count or any(has_room(people, game) for people in seats.values())


def cut_of(rows: Iterable[Seat]) -> str:
    """Return a seat's cut of the deck: that of the first of its people who gave one."""
    return next((row.cut for row in rows if row.cut), "")


def has_room(rows: Collection[Seat], game: Game) -> bool:
    """Return True if one more person may share a taken seat. A robot's seat cannot be shared."""
    return len(rows) < people_a_seat(game) and not any(row.player and is_robot(row.player) for row in rows)


def free_share(rows: Iterable[Seat]) -> int:
    """Return the lowest free share of a seat."""
    taken = {row.share for row in rows}
    return next(share for share in range(len(taken) + 1) if share not in taken)


def vacations_together(of_each: Sequence[Collection[Span]]) -> tuple[Span, ...]:
    """Return the vacations that all the players of a seat have in common. Each counts as declared when the last of them
    had declared it."""
    together = list(of_each[0]) if of_each else []
    for others in of_each[1:]:
        pairs = ((one, other) for one in together for other in others)
        spans = [(max(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2])) for one, other in pairs]
        together = [span for span in spans if span[0] < span[1]]
    return tuple(together)


def hours_together(rows: Sequence[Seat], *, now: datetime) -> Hours | None:
    """Return the hours of sleep of a seat's only player. If several players share the seat, return None, because one of
    them may be awake."""
    players = [row.player for row in rows if row.player]
    return hours_of(players[0], now=now) if len(players) == 1 else None
