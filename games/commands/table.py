"""Running games: looks, orders, chat, and tiles by email; events that fall due, and emails that hold a deadline while
they are read."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from django.db.models import QuerySet

from games import batches, store
from games.commands.moderation import check_may_speak
from games.commands.private import check_keeps_drafts, save_draft_at
from games.commands.seats import (
    addressed,
    agree_at,
    check_in_lobby,
    leave_share,
    mates_of,
    refuse_spectator,
    set_tiles_by_email_at,
    turn_over,
)
from games.commands.substitutes import check_is_owners, check_may_order
from games.models import Game, Seat, WaitingMail
from games.players.accounts import is_robot
from games.players.models import Player
from games.rules import texts
from games.rules.lines import has_control_characters, in_one_line
from games.rules.options import TableOptions, alphabet_in
from games.rules.reading import TABLE_VERBS, Join, Say
from games.rules.table.facts import Grid, Look, SeenByMail
from games.rules.table.kind import AnyKind
from games.rules.values import Due, Order, OrderRefused
from games.sharing import is_at_hand, people_a_seat, sitting_in
from games.statements import NOW, Compiled, delete
from games.store import Table

ReadsOrders: TypeAlias = Callable[[AnyKind, TableOptions], Sequence[Order]]
"""Reads orders, given the kind and the options of a game."""
ORDERS_AN_HOUR, ORDERS_A_DAY = 600, 3000
LINES_A_DAY, LONGEST_LINE = 20, 500
NO_ORDERS = {"SAY", "STATUS", "HELP"}  # these are possible after the end
GAMES_AT_ONCE = 500
TIMERS = "timers"


class Stale(OrderRefused):
    """The order is about a turn that is over."""

    def __init__(self, turn: int) -> None:
        super().__init__(texts.say("The game has moved on to turn {turn}. Look again, then decide.", turn=turn))


class TooManyOrders(OrderRefused):
    """The player is over the hourly or daily limit of orders."""

    def __init__(self) -> None:
        limits = {"hour": ORDERS_AN_HOUR, "day": ORDERS_A_DAY}
        super().__init__(
            texts.say("You can give at most {hour} commands an hour and {day} a day. Wait a while.", **limits)
        )


class AlreadyObeyed(Exception):
    """The email with these orders is no longer waiting: they were carried out and are not repeated."""


# --- orders -----------------------------------------------------------------------------------------------------------


def look(*, game_id: int, player: Player, now: datetime) -> Table:
    """Look at everything that may be seen. Returns the game afterwards, and raises, as `play`."""
    return play(game_id=game_id, player=player, orders=[Order.of(Look())], now=now)


def play(
    *,
    game_id: int,
    player: Player,
    orders: Sequence[Order] | ReadsOrders,
    now: datetime,
    turn: int | None = None,
    mail: int | None = None,
) -> Table:
    """Carry out the orders of one request or email, all or nothing. Return the game afterwards.

    `orders` may be a function that reads them by the game's kind and options; if it raises, nothing changes. `turn` is
    the turn they were written for: Stale if the game has moved on. On the web and in the API every order looks first,
    by email only STATUS does; the look stays even if the orders are refused, because the reason may reveal the tiles.
    Refused orders count towards the limit. `mail` is the waiting email that contains them, which is done once they are
    carried out: AlreadyObeyed if it no longer waits. They count as given before a deadline that was held for it. Raises
    NoSuchGame, OrderRefused, TooManyOrders, and MailFirst while an email that came in time is being read."""
    refused: OrderRefused | None = None
    with store.locked(game_id, now=now) as table:
        row, present = _row_of(table, player), table.now
        if mail is not None and table.held is not None and _came_in_time(mail, table.held):
            table.now = table.held.at
        if callable(orders):
            orders = orders(table.kind, table.options)
        table.substitute = row if row.substitution_id else None
        mark = table.mark()
        try:
            _count_orders(table, row, len(orders))
            check_may_order(table, row, orders)
            if turn is not None and turn != table.game_turn:
                raise Stale(table.game_turn)
            verbs = {order.verb for order in orders}
            kept = NO_ORDERS | {"LOOK"} | ({"GRID", "SAVE"} if "SAVE" in verbs else set())  # none of these looks first
            asks_to_see = "STATUS" in verbs and table.is_played(row.number)
            if ((mail is None and verbs - kept) or asks_to_see) and _changes_by_a_look(table, row.number):
                table.play(row.number, Look())
                table.apply_due()
                mark = table.mark()
            _carry_out(table, player, row, orders)
            if not is_robot(player) or any(is_at_hand(each, table.now) for each in table.rows):
                turn_over(table)
        except OrderRefused as error:
            table.go_back(mark)
            refused = error
        # deleted in one transaction with its orders, so that a crash cannot separate the two
        if mail is not None:
            is_waiting = (
                WaitingMail.objects.filter(mail=mail).exists() if refused else delete(WaitingMail, "mail", mail)
            )
            if not is_waiting:
                raise AlreadyObeyed
        table.now = table.now if refused else present
    if refused:
        raise refused
    return table


def _came_in_time(mail: int, held: Due) -> bool:
    """Return True if an email that is waiting was accepted before this deadline, which is held for it."""
    return WaitingMail.objects.filter(mail=mail, accepted_at__lte=held.at).exists()


def _changes_by_a_look(table: Table, seat: int) -> bool:
    """Return False if the seat's player is known to be here and has nothing to look at, so that a look would change
    nothing."""
    state = table.state
    if state is None or table.held or not table.is_played(seat):
        return True
    is_gone = seat in state.away or state.clocks.vacations_of(seat, table.now)
    return bool(is_gone) or table.kind.is_to_look(state, seat)


def would_take(*, game_id: int, seat: int, orders: Sequence[Order], now: datetime) -> bool:
    """Return True if the rules would refuse none of these orders, tried in memory and leaving out general ones such as
    chat. Nothing is saved."""
    table = store.seen_now(game_id, now=now)
    try:
        for order in table.kind.in_order_of_play(orders):
            if order.verb not in TABLE_VERBS:
                table.play(seat, addressed(table, order))
    except OrderRefused:
        return False
    return True


def _carry_out(table: Table, player: Player, row: Seat, orders: Sequence[Order]) -> None:
    mates = mates_of(table, row) if table.is_running and people_a_seat(table.game) > 1 else []
    leaves = False
    is_saved = any(order.verb == "SAVE" for order in orders)
    if is_saved:
        check_keeps_drafts(table.kind)
    draft = None
    for order in table.kind.in_order_of_play(orders):
        match order.verb:
            case "SAY":
                _say(table, row, Say.read(order.facts).text)
            case "GRID" if is_saved:
                draft = Grid.read(order.facts).layout
            case "HELP" | "SAVE" | "STATUS":
                pass
            case "JOIN" if table.state is None:
                if len(orders) > 1:  # otherwise the rest could be refused after the tiles are dealt
                    raise OrderRefused(texts.say("JOIN must be on its own. Send the rest in another email."))
                check_in_lobby(table)
                by_email = bool(order.facts.get("tiles_by_email"))  # only emails have this fact
                agree_at(table, row, Join.read(order.facts).cut, tiles_by_email=by_email)
            case "RESIGN" if mates:
                leaves = True
            case "JOIN" | "DECLINE":
                raise OrderRefused(
                    texts.say("{verb} is for answering an invitation. You’re already in this game.", verb=order.verb)
                )
            case _:
                table.play(row.number, addressed(table, order))
                table.apply_due()  # carry out what one order made due before the next order
    if draft is not None:  # last, because these two write at once
        save_draft_at(row, player, draft, alphabet=alphabet_in(table.game.options), now=table.now)
    if leaves:
        leave_share(table, row, mates, name=row.name)


def _row_of(table: Table, player: Player) -> Seat:
    """Return the row of this player. Raises NoSuchGame if they may not know of the game, else OrderRefused if they do
    not play."""
    row = table.row_of(player)
    if row is None:
        if table.game.substitutions.filter(
            substitute=player, ended_at__isnull=False, accepted_at__isnull=False
        ).exists():
            raise OrderRefused(texts.say("You’re no longer a substitute in this game. Nothing was changed."))
        refuse_spectator(table, player)
    if row.resigned_at:
        raise OrderRefused(texts.say("You have resigned from this game. The others play on, and you can watch."))
    return row


def _count_orders(table: Table, row: Seat, orders: int) -> None:
    """Count the orders by hour and day, before anything can refuse them. Raises TooManyOrders."""
    last = row.orders_counted_at
    same_day = last is not None and last.date() == table.now.date()
    same_hour = same_day and last is not None and last.hour == table.now.hour
    in_hour = orders + (row.orders_in_hour if same_hour else 0)
    in_day = orders + (row.orders_in_day if same_day else 0)
    if in_hour > ORDERS_AN_HOUR or in_day > ORDERS_A_DAY:
        raise TooManyOrders
    row.orders_in_hour, row.orders_in_day, row.orders_counted_at = (
        in_hour,
        in_day,
        table.now,
    )  # saved by the table, with its seats


# --- chat -------------------------------------------------------------------------------------------------------------


def say(*, game_id: int, player: Player, text: str, now: datetime) -> None:
    """Send a chat message, or a comment once the game is over; it does not count as an order. Raises as `play`."""
    with store.locked(game_id, now=now) as table:
        _say(table, _row_of(table, player), text)


def _say(table: Table, row: Seat, text: str) -> None:
    if row.player is not None:
        check_may_speak(row.player, now=table.now)
    text = in_one_line(text)
    if not text:
        raise OrderRefused(texts.say("Write something after SAY."))
    if len(text) > LONGEST_LINE or has_control_characters(text):
        raise OrderRefused(
            texts.say("A message can have at most {most} characters and no control characters.", most=LONGEST_LINE)
        )
    of_a_share = (
        {"player": row.player_id, "name": row.name} if people_a_seat(table.game) > 1 or row.substitution_id else {}
    )
    if row.substitution_id:
        of_a_share["sits_in"] = True
    of_the_speaker = {"facts__player": row.player_id} if of_a_share else {"seat": row.number}
    said = table.game.events.filter(verb="say", at__gt=table.now - timedelta(days=1), **of_the_speaker).count()
    if said + sum(one.verb == "say" for one in table.happenings) >= LINES_A_DAY:
        raise OrderRefused(
            texts.say("You can send at most {most} messages a day. Send more tomorrow.", most=LINES_A_DAY)
        )
    in_the_lobby = {"player": row.player_id} if table.is_in_lobby else {}  # seats can change hands
    table.happened("say", row.number, text=text, **(of_a_share or in_the_lobby))


# --- tiles by email ---------------------------------------------------------------------------------------------------


def see_by_mail(*, game_id: int, rounds: Mapping[int, int], now: datetime) -> None:
    """Record that the mail provider accepted the emails with tiles: by seat, the round of the tiles.

    Raises NoSuchGame, and MailFirst: then none of them counts."""
    with store.locked(game_id, now=now) as table:
        for seat, round in rounds.items():
            if table.is_played(seat):
                table.play(seat, SeenByMail(round))  # all of them before anything that they make due


def set_tiles_by_email(*, game_id: int, player: Player, on: bool, now: datetime) -> None:
    """Choose how tiles arrive from the next allocation on. A shared seat gets them by email if any of its players wants
    that. Raises as `play`."""
    with store.locked(game_id, now=now) as table:
        row = _row_of(table, player)
        check_is_owners(row)
        for one in (
            row,
            *(
                other
                for other in sitting_in(table.rows)
                if other.substitution and other.substitution.player_id == player.pk
            ),
        ):
            one.tiles_by_email = on
            one.save(update_fields=["tiles_by_email"])
        # don't wait for the email that holds a deadline: the choice concerns later deals, and a click isn't repeated
        if table.held:
            table.now = table.held.at
        if table.is_running:
            set_tiles_by_email_at(table, row.number, [row, *mates_of(table, row)])


# --- timers, and emails that hold a deadline --------------------------------------------------------------------------


def due_games(*, now: datetime) -> list[int]:
    """Return running games with something due, the longest due first, without those that are put off after a
    failure."""
    return [game.pk for game in _DUE_GAMES(now=now)]


def due_since(*, now: datetime) -> datetime | None:
    """Return the instant since which the longest overdue game waits; None if none is due."""
    return _due(now).values_list("due_at", flat=True).first()


def _due(now: datetime) -> "QuerySet[Game]":
    return Game.objects.exclude(phase=Game.Phase.LOBBY).filter(due_at__lte=now).order_by("due_at")


_DUE_GAMES = Compiled(batches.ready(TIMERS, _due(NOW), now=NOW)[:GAMES_AT_ONCE], only=["due_at"])
_STALE_LOBBIES = Compiled(
    batches.ready(TIMERS, Game.objects.filter(phase=Game.Phase.LOBBY, due_at__lte=NOW), now=NOW), only=["due_at"]
)


def apply_due(*, game_id: int, now: datetime) -> bool:
    """Apply what is due in one game; return True if anything was. Raises NoSuchGame."""
    with store.locked(game_id, now=now) as table:
        return table.has_changed


def apply_due_in_each(game_ids: Iterable[int], *, now: datetime) -> int:
    """Apply what is due in each of these games, skipping deleted ones. Return in how many anything was due."""

    def apply(game_id: int) -> bool:
        try:
            return apply_due(game_id=game_id, now=now)
        except store.NoSuchGame:
            return False

    return sum(batches.each(TIMERS, game_ids, apply, now=now))


def cancel_stale_lobbies(*, now: datetime) -> int:
    """Cancel the games that have been in their lobby for 14 days. Return how many."""
    return apply_due_in_each([game.pk for game in _STALE_LOBBIES(now=now)], now=now)


def mail_is_waiting(*, game_id: int, mail: int, accepted_at: datetime) -> None:
    """Make deadlines of a game after this instant wait until the email is read."""
    WaitingMail.objects.get_or_create(mail=mail, defaults={"game_id": game_id, "accepted_at": accepted_at})


def mail_was_read(*, mail: int, now: datetime) -> None:
    """Let the game go on: its email has been read, put on hold or set aside."""
    waiting = WaitingMail.objects.filter(mail=mail).first()
    if waiting:
        waiting.delete()
        apply_due(game_id=waiting.game_id, now=now)
