"""Substitutes: a player asks another one to play for them in a game for a time, who accepts or declines; either can end
it.

While it runs the substitute sees what the seat sees and plays for it, within the rights given. Nobody who has seen
another hand in the game, or could, may become a substitute, and decisions that reach beyond the next moves stay with
the seat's player. Drafts and notes are personal: the substitute does not see the player's, and their own are deleted at
the end."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NotRequired, TypedDict, Unpack

from django.conf import settings
from django.db.models import Q
from django.utils.module_loading import import_string

from games import store
from games.commands.seats import row_in_play
from games.models import Game, Loan, Seat
from games.players.accounts import is_robot, played_with
from games.players.models import Player
from games.players.regards import blocks_among
from games.rules.kind import Order, OrderRefused
from games.rules.names import comparable
from games.rules.texts import Text
from games.sharing import is_lent, playing
from games.store import Table, substitutions

LONGEST = timedelta(days=60)
LATEST = timedelta(days=60)
SEATS_AT_ONCE = 10
ASKS_A_DAY = 50


class NoSuchLoan(Exception):
    """There is no such substitution, or this player is neither of its two people."""


class Terms(TypedDict):
    """The terms of a substitution: who plays, from when until when, with which rights, and whether the player still
    gets the game's emails."""

    to: str
    starts: datetime
    ends: datetime
    may: NotRequired[str]
    lender_is_mailed: NotRequired[bool]


def lend(*, game_id: int, player: Player, now: datetime, **asked: Unpack[Terms]) -> Loan:
    """Ask somebody the player has played with, by name or id, to play for them in a game. Nothing changes before they
    accept.

    Raises NoSuchGame as every order does, and OrderRefused if the seat can have no substitute, or not this one."""
    terms = Loan(
        lender=player,
        may=asked.get("may", Loan.May.LAYOUTS),
        lender_is_mailed=asked.get("lender_is_mailed", False),
        starts=max(asked["starts"], now),
        ends=asked["ends"],
        asked_at=now,
    )
    _check_terms(terms)
    sitter = _known_as(asked["to"], player)
    with store.locked(game_id, now=now) as table:
        row = table.row_of(player)
        if row is None:
            raise store.NoSuchGame
        terms.game, terms.sitter = table.game, sitter
        _check_may_be_lent(table, row)
        if table.now >= terms.ends:
            raise OrderRefused("That time has already passed. Choose a later end.")
        _check_may_sit(table, row, sitter)
        store.hold(player)
        given = Loan.objects.filter(lender=player)
        if given.filter(asked_at__gt=now - timedelta(days=1)).count() >= ASKS_A_DAY:
            raise OrderRefused("You’ve sent {most} substitute requests today. Try again tomorrow.", most=ASKS_A_DAY)
        lapsed = given.filter(game=table.game, ends__lte=table.now, accepted_at=None, declined_at=None, ended_at=None)
        lapsed.update(ended_at=table.now)
        if given.filter(game=table.game, declined_at=None, ended_at=None).exists():
            raise OrderRefused("You already have a substitute or a substitute request in this game. Cancel it first.")
        terms.save(force_insert=True)
        table.happened("loan_told", row.number, loan=terms.pk, to=sitter.pk)
    return terms


def lend_all(*, player: Player, now: datetime, **asked: Unpack[Terms]) -> Mapping[int, Text | None]:
    """Ask one player to be the substitute in every running game, each game independently. Return by game the reason why
    that is not possible, or None. Raises OrderRefused if it is possible in no game."""
    running = Seat.objects.filter(
        player=player, loan=None, over_at=None, resigned_at=None, game__started_at__isnull=False
    )
    came: dict[int, Text | None] = {}
    for game_id in list(running.order_by("game").values_list("game", flat=True)):
        try:
            lend(game_id=game_id, player=player, now=now, **asked)
            came[game_id] = None
        except OrderRefused as refused:
            came[game_id] = refused.why
        except store.NoSuchGame:
            continue  # the game has ended since
    if not came:
        raise OrderRefused("You have no games in progress.")
    reasons = [why for why in came.values() if why is not None]
    if len(reasons) == len(came):
        raise OrderRefused(reasons[0])
    return came


def accept(*, loan_id: int, player: Player, now: datetime) -> Loan:
    """Accept to play as a substitute; does nothing if already accepted. Raises NoSuchLoan for anybody who was not
    asked, and OrderRefused if the request has ended or is no longer possible."""
    with _locked_with_loan(loan_id, player, now=now) as (table, loan):
        if loan.sitter_id != player.pk:
            raise NoSuchLoan
        if loan.ended_at or loan.declined_at or loan.ends <= table.now:
            raise OrderRefused("This request is no longer open.")
        if loan.accepted_at:
            return loan
        row = row_in_play(table, loan.lender)
        if row is None:
            raise OrderRefused("This request is no longer open.")
        _check_may_be_lent(table, row)
        _check_may_sit(table, row, player)
        store.hold(player)
        taken = Loan.objects.filter(sitter=player, accepted_at__isnull=False, ended_at=None, ends__gt=now)
        if taken.count() >= SEATS_AT_ONCE:
            raise OrderRefused(
                "You’re already playing for others in {most} games. Stop playing in one of them first.",
                most=SEATS_AT_ONCE,
            )
        loan.accepted_at = table.now
        loan.save(update_fields=["accepted_at"])
        table.happened("loan_told", row.number, loan=loan.pk, to=loan.lender_id)
        substitutions.take_up(table, loan)
        return loan


def decline(*, loan_id: int, player: Player, now: datetime) -> None:
    """Decline; nothing changes in the game. Raises as `accept`."""
    with _locked_with_loan(loan_id, player, now=now) as (table, loan):
        if loan.sitter_id != player.pk:
            raise NoSuchLoan
        if loan.accepted_at and not loan.ended_at:
            raise OrderRefused("You’ve already accepted. Stop playing for them instead.")
        if loan.ended_at or loan.declined_at:
            return
        loan.declined_at = table.now
        loan.save(update_fields=["declined_at"])
        table.happened("loan_told", loan=loan.pk, to=loan.lender_id)


def end(*, loan_id: int, player: Player, now: datetime) -> None:
    """End a substitution, from either side, at any time; does nothing if it has ended. Raises NoSuchLoan for anybody
    else."""
    with _locked_with_loan(loan_id, player, now=now) as (table, loan):
        if loan.ended_at or loan.declined_at:
            return
        if loan.accepted_at is None and player.pk == loan.sitter_id:
            raise OrderRefused("You haven’t accepted yet. Decline instead.")
        substitutions.end_now(table, loan, by=player.pk)
        other = loan.sitter_id if player.pk == loan.lender_id else loan.lender_id
        table.happened("loan_told", loan=loan.pk, to=other)


# --- rights, and who may be a substitute ------------------------------------------------------------------------------


def check_may_order(table: Table, row: Seat, orders: Sequence[Order]) -> None:
    """Raise OrderRefused for an order that a substitute may not give, if the row is a substitute's."""
    if row.loan is None:
        return
    for order in orders:
        verb = table.kind.all_verbs.get(order.verb)
        if verb and not is_lent(row.loan, verb):
            if verb.lent_with == "nothing":
                raise OrderRefused("Only the player you’re playing for can use {verb}.", verb=order.verb)
            raise OrderRefused(
                "As a substitute here, you can only look at tiles, lay them out and make the moves the game waits "
                "for. You can’t use {verb}.",
                verb=order.verb,
            )


def check_is_owners(row: Seat) -> None:
    """Raise OrderRefused for a substitute."""
    if row.loan_id is not None:
        raise OrderRefused("You’re only the substitute here. This is up to the player you’re playing for.")


def _check_terms(terms: Loan) -> None:
    if terms.may not in Loan.May.values:
        raise OrderRefused("Choose what the substitute can do: {names}.", names=tuple(Loan.May.values))
    if terms.ends <= terms.starts:
        raise OrderRefused("The end must be after the start and in the future.")
    if terms.ends - terms.starts > LONGEST or terms.starts > terms.asked_at + LATEST:
        raise OrderRefused(
            "A substitute can play for you for at most {days} days, starting within the next {days} days.",
            days=LONGEST.days,
        )


def _known_as(to: str, player: Player) -> Player:
    """Return the one person with this name or id who has played with this player. Raises OrderRefused unless
    there is exactly one."""
    wanted = comparable(to)
    met = [other for other in played_with(player) if not is_robot(other) and not other.is_guest]
    named = [other for other in met if comparable(other.name) == wanted]
    if not named:
        named = [other for other in met if str(other.pk) == wanted]
    if not named:
        raise OrderRefused(
            "You haven’t played with anybody called {name}. Name somebody you’ve played with.", name=to[:40]
        )
    if len(named) > 1:
        raise OrderRefused(
            "You’ve played with several people called {name}. Give the number of one of them: {numbers}.",
            name=named[0].name,
            numbers=tuple(str(other.pk) for other in named),
        )
    return named[0]


def _check_may_be_lent(table: Table, row: Seat) -> None:
    """Raise OrderRefused if this seat can have no substitute: because of a house rule, or its player no longer
    plays."""
    check_is_owners(row)
    if table.is_in_lobby or table.state is None:
        raise OrderRefused("A substitute can play for you once the tiles are dealt.")
    if row.player is None or row_in_play(table, row.player) is None:
        raise OrderRefused("You’re no longer playing in this game.")
    if table.options.lending == "never":
        raise OrderRefused("The house rules of this game don’t allow substitutes.")
    if table.options.lending == "friendly" and (table.game.rated or directors_of(table.game) is not None):
        raise OrderRefused("Rated games and tournament games don’t allow substitutes unless their house rules say so.")
    others = [one.player for one in playing(table.rows) if one.number != row.number]
    if all(other is None or is_robot(other) for other in others):
        raise OrderRefused("Only robots are waiting for you here, so you don’t need a substitute. Take your time.")


def _check_may_sit(table: Table, row: Seat, sitter: Player) -> None:
    """Raise OrderRefused for somebody who has seen another hand here, could see one, or is kept apart from somebody in
    the game (without saying who)."""
    if any(one.player_id == sitter.pk for one in table.rows):
        raise OrderRefused(
            "{name} is playing in this game and would see 2 players’ tiles. Ask somebody else.", name=sitter.name
        )
    has_played = table.game.replacements.filter(player=sitter).exists()
    elsewhere = table.game.loans.filter(sitter=sitter, accepted_at__isnull=False).exclude(lender=row.player_id)
    if has_played or elsewhere.exists():
        raise OrderRefused(
            "{name} has played in this game and knows another player’s tiles. Ask somebody else.", name=sitter.name
        )
    directors = directors_of(table.game) or ()
    is_of_the_staff = sitter.is_staff or sitter.pk in directors
    is_apart = blocks_among(sitter.pk, [one.player_id for one in table.rows])
    if is_of_the_staff or is_apart or not sitter.is_active or sitter.is_guest or is_robot(sitter):
        raise OrderRefused("{name} can’t be a substitute in this game. Ask somebody else.", name=sitter.name)


def directors_of(game: Game) -> set[int] | None:
    """Return the directors of this game's tournament; None for a casual game."""
    found: set[int] | None = import_string(settings.DIRECTORS_OF)(game.pk)
    return found


# --- locking ----------------------------------------------------------------------------------------------------------


@contextmanager
def _locked_with_loan(loan_id: int, player: Player, *, now: datetime) -> Iterator[tuple[Table, Loan]]:
    """Lock the game of a substitution and yield both. Raises NoSuchLoan unless this player is one of its two people."""
    theirs = Loan.objects.filter(Q(lender=player) | Q(sitter=player)).select_related("lender", "sitter")
    game_id = theirs.filter(pk=loan_id).values_list("game", flat=True).first()
    if game_id is None:
        raise NoSuchLoan
    with store.locked(game_id, now=now) as table:
        loan = theirs.filter(pk=loan_id).first()
        if loan is None:
            raise NoSuchLoan
        yield table, loan
