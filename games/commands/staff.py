"""Actions of staff in a game, each with a reason that its players can read. Nobody is allowed to act on a game they
play in.

Permission is checked before: by the admin for moderators, and by a tournament for its directors."""

from dataclasses import replace
from datetime import datetime

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType

from games import store
from games.commands.seats import check_in_lobby, seat_anew
from games.models import Game
from games.players.accounts import is_robot
from games.players.hours import hours_of
from games.players.models import Player
from games.rules.lines import has_control_characters
from games.rules.table.facts import Declare, KeepHours, TilesByEmail
from games.rules.values import OrderRefused, StaffAction
from games.sharing import knows_a_hand
from games.store import Table

ACTIONS = ("PAUSE", "RESUME", "EXTEND", "AWAY", "AMBER", "SCORE", "VOID", "HARD_END")
LONGEST_REASON = 200


def govern(*, game_id: int, by: Player, action: StaffAction, now: datetime) -> None:
    """Carry out one of `ACTIONS` in a game.

    Raises NoSuchGame, OrderRefused if the action isn't possible or not allowed, and MailFirst if an email that came in
    time has to be read first."""
    with store.locked(game_id, now=now) as table:
        govern_at(table, action, by=by)


def govern_at(table: Table, action: StaffAction, *, by: Player | None) -> None:
    """Carry out one of `ACTIONS` in a locked game. With `by` None the server itself acts, on a decision made before.
    Raises as `govern`."""
    if action.verb not in ACTIONS:
        raise OrderRefused(
            "There is no action called {verb}. Choose one of these: {verbs}.", verb=action.verb[:20], verbs=ACTIONS
        )
    _check(table, by, action.seat)
    action = replace(action, reason=checked_reason(action.reason))
    # the rules learn of a hard end before the deal only at the deal
    if not (action.verb == "HARD_END" and table.is_in_lobby):
        table.govern(action)
    if action.verb == "HARD_END":
        table.game.hard_end = action.until
        Game.objects.filter(pk=table.game.pk).update(hard_end=table.game.hard_end)


def replace_player(*, game_id: int, seat: int, player: Player, by: Player, reason: str, now: datetime) -> None:
    """Put another player in a seat. Raises as `govern`."""
    with store.locked(game_id, now=now) as table:
        replace_at(table, seat=seat, player=player, by=by, reason=reason)


def replace_at(table: Table, *, seat: int, player: Player, by: Player | None, reason: str, office: str = "") -> None:
    """Put another player in a seat of a locked game, in an `office` as in `StaffAction`.

    The new player takes over what the seat holds, but not the drafts, notes and emails of the replaced player, who can
    watch the game from then on. Before the deal, the new player has to accept the settings."""
    _check(table, by, seat)
    reason = checked_reason(reason)
    if player == by:
        raise OrderRefused(
            "You can’t take the seat yourself, because you would see what its player keeps hidden. "
            "Choose somebody else."
        )
    acts = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Game), object_id=str(table.game.pk))
    if acts.filter(user=player).exists():  # staff who looked at the game as one of its players are in this log, too
        raise OrderRefused(
            "{name} has acted on this game as a member of the staff. Choose somebody who hasn’t.", name=player.name
        )
    if not player.is_active or is_robot(player):
        raise OrderRefused("{name} can’t take the seat. Choose a player who can sign in.", name=player.name)
    if table.seat_of(player) is not None:
        raise OrderRefused("{name} is already in this game. Choose somebody else.", name=player.name)
    if table.game.substitutions.filter(substitute=player, accepted_at__isnull=False).exists():
        raise OrderRefused("{name} has been a substitute in this game. Choose somebody who hasn’t.", name=player.name)
    if table.game.seats.filter(number=seat, resigned_at=None, substitution=None).count() > 1:
        raise OrderRefused("Several people share that seat. If one of them can’t play, the others play on.")
    if table.state is None:
        check_in_lobby(table)
        seat_anew(table, seat, player)
        table.happened("seated", seat, reason=reason)
        return
    table.govern(StaffAction("REPLACE", reason, seat, office=office))
    seat_anew(table, seat, player)
    table.play(seat, TilesByEmail(on=False))
    for vacation in player.vacations.filter(ends__gt=table.now).order_by("starts"):
        table.play(seat, Declare(vacation.starts, vacation.ends))
    table.play(seat, KeepHours(**vars(hours_of(player, now=table.now))))


def checked_reason(reason: str) -> str:
    """Return a reason in the form stored and shown. Raises OrderRefused if it is missing or too long."""
    reason = " ".join(reason.split())
    if not reason:
        raise OrderRefused("Give a reason. Everyone in the game will see it.")
    if len(reason) > LONGEST_REASON or has_control_characters(reason):
        raise OrderRefused(
            "A reason can have at most {most} characters and no control characters.", most=LONGEST_REASON
        )
    return reason


def _check(table: Table, by: Player | None, seat: int | None) -> None:
    """Raise OrderRefused for staff who are not allowed to act in this game, and for an empty seat."""
    if by is not None and not (by.is_active and by.is_staff):
        raise OrderRefused("Only the staff can do that.")
    if by is not None and table.seat_of(by) is not None:
        raise OrderRefused("You’re playing in this game. Somebody else on the staff must do this.")
    if by is not None and knows_a_hand(table.game, by):
        raise OrderRefused("You have played in this game. Somebody else on the staff must do this.")
    if seat is not None and all(row.number != seat for row in table.rows):
        raise OrderRefused("That seat is empty.")
