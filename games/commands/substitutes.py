"""Substitutes: a player asks another one to play for them in a game for a time, who accepts or declines; either can end
it.

While it runs the substitute sees what the seat sees and plays for it, within the rights given. Nobody who has seen
another hand in the game, or could see one, may become a substitute, and decisions that reach beyond the next moves stay
with the seat's player. Drafts and notes are personal: the substitute does not see the player's, and their own are
deleted at the end."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NotRequired, TypedDict, Unpack

from django.conf import settings
from django.db.models import Q
from django.utils.module_loading import import_string

from games import store
from games.commands.seats import row_in_play
from games.models import Game, Seat, Substitution
from games.players.accounts import is_robot, played_with
from games.players.models import Player
from games.players.regards import blocks_among
from games.rules.names import comparable
from games.rules.texts import Text
from games.rules.values import Order, OrderRefused
from games.sharing import may_substitute, playing
from games.store import Table, substitutions

LONGEST = timedelta(days=60)
LATEST = timedelta(days=60)
SEATS_AT_ONCE = 10
ASKS_A_DAY = 50


class NoSuchSubstitution(Exception):
    """There is no such substitution, or this player is neither of its two people."""


class Terms(TypedDict):
    """The terms of a substitution: who plays, from when until when, with which rights, and whether the player still
    gets the game's emails."""

    to: str
    starts: datetime
    ends: datetime
    may: NotRequired[str]
    player_is_mailed: NotRequired[bool]


def ask_substitute(*, game_id: int, player: Player, now: datetime, **asked: Unpack[Terms]) -> Substitution:
    """Ask somebody the player has played with, by name or id, to play for them in a game. Nothing changes before they
    accept.

    Raises NoSuchGame as every order does, and OrderRefused if the seat can have no substitute, or not this one."""
    terms = Substitution(
        player=player,
        may=asked.get("may", Substitution.May.LAYOUTS),
        player_is_mailed=asked.get("player_is_mailed", False),
        starts=max(asked["starts"], now),
        ends=asked["ends"],
        asked_at=now,
    )
    _check_terms(terms)
    substitute = _known_as(asked["to"], player)
    with store.locked(game_id, now=now) as table:
        row = table.row_of(player)
        if row is None:
            raise store.NoSuchGame
        terms.game, terms.substitute = table.game, substitute
        _check_may_have_substitute(table, row)
        if table.now >= terms.ends:
            raise OrderRefused("That time has already passed. Choose a later end.")
        _check_may_substitute(table, row, substitute)
        store.hold(player)
        given = Substitution.objects.filter(player=player)
        if given.filter(asked_at__gt=now - timedelta(days=1)).count() >= ASKS_A_DAY:
            raise OrderRefused("You’ve sent {most} substitute requests today. Try again tomorrow.", most=ASKS_A_DAY)
        lapsed = given.filter(game=table.game, ends__lte=table.now, accepted_at=None, declined_at=None, ended_at=None)
        lapsed.update(ended_at=table.now)
        if given.filter(game=table.game, declined_at=None, ended_at=None).exists():
            raise OrderRefused("You already have a substitute or a substitute request in this game. Cancel it first.")
        terms.save(force_insert=True)
        table.happened("loan_told", row.number, loan=terms.pk, to=substitute.pk)
    return terms


def ask_substitute_everywhere(*, player: Player, now: datetime, **asked: Unpack[Terms]) -> Mapping[int, Text | None]:
    """Ask one player to be the substitute in every running game, each game independently. Return by game the reason why
    that is not possible, or None. Raises OrderRefused if it is possible in no game."""
    running = Seat.objects.filter(
        player=player, substitution=None, over_at=None, resigned_at=None, game__started_at__isnull=False
    )
    came: dict[int, Text | None] = {}
    for game_id in list(running.order_by("game").values_list("game", flat=True)):
        try:
            ask_substitute(game_id=game_id, player=player, now=now, **asked)
            came[game_id] = None
        except OrderRefused as refused:
            came[game_id] = refused.why
        except store.NoSuchGame:
            continue  # the game has ended in the meantime
    if not came:
        raise OrderRefused("You have no games in progress.")
    reasons = [why for why in came.values() if why is not None]
    if len(reasons) == len(came):
        raise OrderRefused(reasons[0])
    return came


def accept(*, substitution_id: int, player: Player, now: datetime) -> Substitution:
    """Accept to play as a substitute; does nothing if already accepted. Raises NoSuchSubstitution for anybody who was not
    asked, and OrderRefused if the request has ended or is no longer possible."""
    with _locked_with(substitution_id, player, now=now) as (table, substitution):
        if substitution.substitute_id != player.pk:
            raise NoSuchSubstitution
        if substitution.ended_at or substitution.declined_at or substitution.ends <= table.now:
            raise OrderRefused("This request is no longer open.")
        if substitution.accepted_at:
            return substitution
        row = row_in_play(table, substitution.player)
        if row is None:
            raise OrderRefused("This request is no longer open.")
        _check_may_have_substitute(table, row)
        _check_may_substitute(table, row, player)
        store.hold(player)
        taken = Substitution.objects.filter(substitute=player, accepted_at__isnull=False, ended_at=None, ends__gt=now)
        if taken.count() >= SEATS_AT_ONCE:
            raise OrderRefused(
                "You’re already playing for others in {most} games. Stop playing in one of them first.",
                most=SEATS_AT_ONCE,
            )
        substitution.accepted_at = table.now
        substitution.save(update_fields=["accepted_at"])
        table.happened("loan_told", row.number, loan=substitution.pk, to=substitution.player_id)
        substitutions.take_up(table, substitution)
        return substitution


def decline(*, substitution_id: int, player: Player, now: datetime) -> None:
    """Decline; nothing changes in the game. Raises as `accept`."""
    with _locked_with(substitution_id, player, now=now) as (table, substitution):
        if substitution.substitute_id != player.pk:
            raise NoSuchSubstitution
        if substitution.accepted_at and not substitution.ended_at:
            raise OrderRefused("You’ve already accepted. Stop playing for them instead.")
        if substitution.ended_at or substitution.declined_at:
            return
        substitution.declined_at = table.now
        substitution.save(update_fields=["declined_at"])
        table.happened("loan_told", loan=substitution.pk, to=substitution.player_id)


def end(*, substitution_id: int, player: Player, now: datetime) -> None:
    """End a substitution, from either side, at any time; does nothing if it has ended. Raises NoSuchSubstitution for anybody
    else."""
    with _locked_with(substitution_id, player, now=now) as (table, substitution):
        if substitution.ended_at or substitution.declined_at:
            return
        if substitution.accepted_at is None and player.pk == substitution.substitute_id:
            raise OrderRefused("You haven’t accepted yet. Decline instead.")
        substitutions.end_now(table, substitution, by=player.pk)
        other = substitution.substitute_id if player.pk == substitution.player_id else substitution.player_id
        table.happened("loan_told", loan=substitution.pk, to=other)


# --- rights, and who may be a substitute ------------------------------------------------------------------------------


def check_may_order(table: Table, row: Seat, orders: Sequence[Order]) -> None:
    """Raise OrderRefused for an order that a substitute may not give, if the row is a substitute's."""
    if row.substitution is None:
        return
    for order in orders:
        verb = table.kind.all_verbs.get(order.verb)
        if verb and not may_substitute(row.substitution, verb):
            if verb.substitute_with == "nothing":
                raise OrderRefused("Only the player you’re playing for can use {verb}.", verb=order.verb)
            raise OrderRefused(
                "As a substitute here, you can only look at tiles, lay them out and make the moves the game waits "
                "for. You can’t use {verb}.",
                verb=order.verb,
            )


def check_is_owners(row: Seat) -> None:
    """Raise OrderRefused for a substitute."""
    if row.substitution_id is not None:
        raise OrderRefused("You’re only the substitute here. This is up to the player you’re playing for.")


def _check_terms(terms: Substitution) -> None:
    if terms.may not in Substitution.May.values:
        raise OrderRefused("Choose what the substitute can do: {names}.", names=tuple(Substitution.May.values))
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


def _check_may_have_substitute(table: Table, row: Seat) -> None:
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


def _check_may_substitute(table: Table, row: Seat, substitute: Player) -> None:
    """Raise OrderRefused for somebody who has seen another hand here, could see one, or is kept apart from somebody in
    the game (without saying who)."""
    if any(one.player_id == substitute.pk for one in table.rows):
        raise OrderRefused(
            "{name} is playing in this game and would see 2 players’ tiles. Ask somebody else.", name=substitute.name
        )
    has_played = table.game.replacements.filter(player=substitute).exists()
    elsewhere = table.game.substitutions.filter(substitute=substitute, accepted_at__isnull=False).exclude(
        player=row.player_id
    )
    if has_played or elsewhere.exists():
        raise OrderRefused(
            "{name} has played in this game and knows another player’s tiles. Ask somebody else.", name=substitute.name
        )
    directors = directors_of(table.game) or ()
    is_of_the_staff = substitute.is_staff or substitute.pk in directors
    is_apart = blocks_among(substitute.pk, [one.player_id for one in table.rows])
    if is_of_the_staff or is_apart or not substitute.is_active or substitute.is_guest or is_robot(substitute):
        raise OrderRefused("{name} can’t be a substitute in this game. Ask somebody else.", name=substitute.name)


def directors_of(game: Game) -> set[int] | None:
    """Return the directors of this game's tournament; None for a casual game."""
    found: set[int] | None = import_string(settings.DIRECTORS_OF)(game.pk)
    return found


# --- locking ----------------------------------------------------------------------------------------------------------


@contextmanager
def _locked_with(substitution_id: int, player: Player, *, now: datetime) -> Iterator[tuple[Table, Substitution]]:
    """Lock the game of a substitution and yield both. Raises NoSuchSubstitution unless this player is one of its two people."""
    theirs = Substitution.objects.filter(Q(player=player) | Q(substitute=player)).select_related("player", "substitute")
    game_id = theirs.filter(pk=substitution_id).values_list("game", flat=True).first()
    if game_id is None:
        raise NoSuchSubstitution
    with store.locked(game_id, now=now) as table:
        substitution = theirs.filter(pk=substitution_id).first()
        if substitution is None:
            raise NoSuchSubstitution
        yield table, substitution
