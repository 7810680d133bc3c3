"""While a game runs: looks, orders, what is said, and tiles by email."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from games import store
from games.commands.drafts import check_keeps_drafts, save_draft_at
from games.commands.naming import addressed
from games.commands.parting import leave_share, mates_of, set_tiles_by_email_at
from games.commands.seating import agree_at, in_lobby, refuse_onlooker
from games.models import Seat, WaitingMail
from games.players.models import Player
from games.rules import messages
from games.rules.kind import Order, OrderRefused
from games.rules.lines import has_control_signs, in_one_line
from games.rules.reading import TABLE_VERBS
from games.sharing import people_a_seat
from games.store import Table

ORDERS_AN_HOUR, ORDERS_A_DAY = 600, 3000
LINES_A_DAY, LONGEST_LINE = 20, 500
TALK_GOES_ON = timedelta(days=30)
NO_ORDERS = {"SAY", "STATUS", "HELP"}  # these go on after the end


class Stale(OrderRefused):
    """The order was written about a turn that is over."""

    def __init__(self, turn: int) -> None:
        super().__init__(messages.say("The table has moved on to turn {turn}: look again, then decide.", turn=turn))


class TooManyOrders(OrderRefused):
    """Over the limit of orders an hour or a day."""

    def __init__(self) -> None:
        limits = {"hour": ORDERS_AN_HOUR, "day": ORDERS_A_DAY}
        super().__init__(messages.say("At most {hour} orders an hour and {day} a day: wait a while.", **limits))


class AlreadyObeyed(Exception):
    """The mail with these orders is no longer waiting: they were carried out, and are not once more."""


def look(*, game_id: int, player: Player, now: datetime) -> Table:
    """See all that may be seen. Returns the table as it then stands."""
    return play(game_id=game_id, player=player, orders=[Order("LOOK")], now=now)


def play(
    *,
    game_id: int,
    player: Player,
    orders: Sequence[Order],
    now: datetime,
    turn: int | None = None,
    mail: int | None = None,
) -> Table:
    """Carry out the orders of one request or mail, all or nothing. Returns the table as it then stands.

    `turn` is what they were written about: Stale if the table has moved on. On the web and by API an order looks first,
    by mail only STATUS does; the look stays if the orders are refused, for the reason may tell of the tiles. What is refused
    counts for the limit of orders like what is obeyed.
    `mail` is the mail they stand in, one that is waiting, and waits no longer once they are carried out: AlreadyObeyed
    if they were. They count as given before a deadline that waited for it."""
    refused: OrderRefused | None = None
    with store.locked(game_id, now=now) as table:
        row = _seat_row(table, player)
        seat, present = row.number, table.now
        waiting = _waiting_mail(mail) if mail is not None else None
        if waiting and table.held and waiting.accepted_at <= table.held.at:
            table.now = table.held.at
        _count_orders(table, row, len(orders))
        mark = table.mark()
        try:
            if turn is not None and turn != table.game_turn:
                raise Stale(table.game_turn)
            if (mail is None and _look_first(orders)) or _asks_to_see(table, seat, orders):
                table.play(seat, Order("LOOK"))
                table.apply_due()
                mark = table.mark()
            _carry_out(table, player, row, orders)
        except OrderRefused as error:
            table.go_back(mark)
            refused = error
        if waiting and not refused:
            waiting.delete()  # together with what it asked for, so that no crash can part the two
            table.now = present
    if refused:
        raise refused
    return table


def would_take(*, game_id: int, seat: int, orders: Sequence[Order], now: datetime) -> bool:
    """Try these orders in memory, without those of every table such as talk: true if the rules refuse none. Nothing is kept."""
    table = store.seen_now(game_id, now=now)
    try:
        for order in table.kind.in_order_of_play(orders):
            if order.verb not in TABLE_VERBS:
                table.play(seat, addressed(table, order))
    except OrderRefused:
        return False
    return True


def _waiting_mail(mail: int) -> WaitingMail:
    waiting = WaitingMail.objects.filter(mail=mail).first()
    if waiting is None:
        raise AlreadyObeyed
    return waiting


def _look_first(orders: Sequence[Order]) -> bool:
    """Say that one of the orders looks first, as all do but talk, STATUS, HELP and keeping a draft."""
    verbs = {order.verb for order in orders}
    return bool(verbs - NO_ORDERS - {"LOOK"} - ({"GRID", "SAVE"} if "SAVE" in verbs else set()))


def _asks_to_see(table: Table, seat: int, orders: Sequence[Order]) -> bool:
    """Whether STATUS is among them, from a seat that may hold something to see."""
    is_asked = any(order.verb == "STATUS" for order in orders)
    return is_asked and table.is_running and seat not in table.state.resigned


def _carry_out(table: Table, player: Player, row: Seat, orders: Sequence[Order]) -> None:
    seat = row.number
    mates = mates_of(table, row) if table.is_running and people_a_seat(table.game) > 1 else []
    leaves = False
    is_saved = any(order.verb == "SAVE" for order in orders)
    if is_saved:
        check_keeps_drafts(table.kind)
    draft = None
    for order in table.kind.in_order_of_play(orders):
        match order.verb:
            case "SAY":
                _say(table, row, order.facts["text"])
            case "GRID" if is_saved:
                draft = order.facts["layout"]
            case "HELP" | "SAVE" | "STATUS":
                pass
            case "JOIN" if table.state is None:
                if len(orders) > 1:  # the rest could be refused when the tiles are dealt already
                    raise OrderRefused(messages.say("JOIN stands alone: send the rest in another mail."))
                in_lobby(table)
                by_email = bool(order.facts.get("tiles_by_email"))
                agree_at(table, row, order.facts.get("cut", ""), tiles_by_email=by_email)
            case "RESIGN" if mates:
                leaves = True
            case "JOIN" | "DECLINE":
                raise OrderRefused(
                    messages.say("{verb} answers an invitation; you sit at this table.", verb=order.verb)
                )
            case _:
                table.play(seat, addressed(table, order))
                table.apply_due()  # what one order made due comes before the next
    if draft is not None:  # last, for these two write at once
        save_draft_at(row, player, draft, now=table.now)
    if leaves:
        leave_share(table, row, mates, name=row.name)


# --- talk -------------------------------------------------------------------------------------------------------------


def say(*, game_id: int, player: Player, text: str, now: datetime) -> None:
    """A line to the table; it is no order, and may be said for 30 days after the end."""
    with store.locked(game_id, now=now) as table:
        _say(table, _seat_row(table, player), text)


def _say(table: Table, row: Seat, text: str) -> None:
    text = in_one_line(text)
    if not text:
        raise OrderRefused(messages.say("Write something after SAY."))
    if len(text) > LONGEST_LINE or has_control_signs(text):
        raise OrderRefused(
            messages.say("A line has at most {most} signs, without control characters.", most=LONGEST_LINE)
        )
    finished = table.game.finished_at
    if finished and table.now > finished + TALK_GOES_ON:
        raise OrderRefused(messages.say("This game ended over 30 days ago: the table is closed."))
    of_a_share = {"player": row.player_id, "name": row.name} if people_a_seat(table.game) > 1 else {}
    of_the_speaker = {"facts__player": row.player_id} if of_a_share else {"seat": row.number}
    said = table.game.events.filter(verb="say", at__gt=table.now - timedelta(days=1), **of_the_speaker).count()
    if said + sum(one.verb == "say" for one in table.happenings) >= LINES_A_DAY:
        raise OrderRefused(messages.say("At most {most} lines a day: say it tomorrow.", most=LINES_A_DAY))
    in_the_lobby = {"player": row.player_id} if table.is_in_lobby else {}  # seats change hands
    table.happened("say", row.number, text=text, **(of_a_share or in_the_lobby))


# --- tiles by email ---------------------------------------------------------------------------------------------------


def see_by_mail(*, game_id: int, rounds: Mapping[int, int], now: datetime) -> None:
    """The mail provider accepted the messages that carry tiles: by seat, those of which round.

    Raises MailFirst, and then of none."""
    with store.locked(game_id, now=now) as table:
        for seat, round in rounds.items():
            if table.is_running and seat not in table.state.resigned:
                table.play(seat, Order("SEEN BY MAIL", {"round": round}))  # all of them before what that makes due


def set_tiles_by_email(*, game_id: int, player: Player, on: bool, now: datetime) -> None:
    """Counts from the next allocation. Where a seat is shared its tiles come by email if any of its people wants that."""
    with store.locked(game_id, now=now) as table:
        row = _seat_row(table, player)
        row.tiles_by_email = on
        row.save(update_fields=["tiles_by_email"])
        if table.held:  # a wish for what is dealt later waits for no mail: one click from elsewhere comes but once
            table.now = table.held.at
        if table.is_running:
            set_tiles_by_email_at(table, row.number, [row, *mates_of(table, row)])


def _seat_row(table: Table, player: Player) -> Seat:
    """The seat this player holds; NoSuchGame where others may not know of the game, else a refusal."""
    row = table.row_of(player)
    if row is None:
        refuse_onlooker(table, player)
    if row.resigned_at:
        raise OrderRefused(messages.say("You have resigned from this game: the others play on, and you look on."))
    return row


def _count_orders(table: Table, row: Seat, orders: int) -> None:
    """Count them by the clock's hour and day, before anything can refuse them. Raises TooManyOrders."""
    last = row.orders_counted_at
    same_day = last is not None and last.date() == table.now.date()
    same_hour = same_day and last is not None and last.hour == table.now.hour
    in_hour = orders + (row.orders_in_hour if same_hour else 0)
    in_day = orders + (row.orders_in_day if same_day else 0)
    if in_hour > ORDERS_AN_HOUR or in_day > ORDERS_A_DAY:
        raise TooManyOrders
    Seat.objects.filter(pk=row.pk).update(orders_in_hour=in_hour, orders_in_day=in_day, orders_counted_at=table.now)
