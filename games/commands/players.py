"""Commands about all games of a player at once: vacations, failing email, taking over a guest's games, and deleting an
account."""

import json
import re
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from importlib import import_module

from allauth.account.models import EmailAddress
from celery import current_app
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from games import batches, store
from games.commands.clubs import hand_clubs_over
from games.commands.seats import leave_share, mates_of, row_in_play, set_tiles_by_email_at, vacations_of
from games.models import Draft, Event, Game, NamedPlayer, Note, PuzzleEntry, Seat, Unheard
from games.players.accounts import addresses_of, holder_of
from games.players.hours import hours_in
from games.players.models import LOOK, Invitation, KeptAnswer, Player, Vacation
from games.players.zones import UTC, is_supposed, zone_ahead_by, zone_named
from games.rules.clocks import LONGEST_NIGHT
from games.rules.table.facts import Declare, Extend, KeepHours
from games.rules.values import OrderRefused
from games.sharing import vacations_together
from games.store import Table, substitutions

VACATION_DAYS, IN_DAYS = 28, 365
TELL_OF_ADDRESS = "notifications.tasks.tell_of_address"
NAMING = ("joined", "moved", "agreed", "unagreed", "left", "freed", "left_share")
"""Events with the name of somebody who joined, accepted or left."""


class NoSuchVacation(Exception):
    """There is no such vacation, or it is another player's."""


def _unfinished(player: Player) -> QuerySet[Game]:
    """Return the player's unfinished games. Lobbies are included: a game dealt in the meantime would otherwise miss the
    change."""
    return Game.objects.filter(seats__player=player, phase__in=Game.UNFINISHED)


# --- vacations --------------------------------------------------------------------------------------------------------


def declare_vacation(*, player: Player, starts: datetime, ends: datetime, now: datetime) -> Vacation:
    """Declare a vacation: at most 28 days in any 365 by the player's own calendar, where each day begun counts. It
    applies to every running game, or to none on failure; in shared seats, only while all their players are on vacation.

    Raises OrderRefused for a time in the past, for overlapping vacations, and for too many days."""
    if ends <= starts or starts < now:
        raise OrderRefused("A vacation can’t start in the past, and it must end after it starts.")
    with transaction.atomic(durable=True), store.all_locked(_unfinished(player), now=now) as tables:
        store.hold(player)  # so that of two declared at once, each counts the other's days
        _check_days(player, starts, ends)
        _declare_at(tables, player, starts, ends)
        return Vacation.objects.create(player=player, starts=starts, ends=ends, declared_at=now)


def withdraw_vacation(*, player: Player, vacation_id: int, now: datetime) -> None:
    """Cancel a vacation that has not begun, in every running game. Its days no longer count.

    Raises NoSuchVacation, and OrderRefused once it has begun."""
    with transaction.atomic(durable=True), store.all_locked(_unfinished(player), now=now) as tables:
        vacation = player.vacations.select_for_update().filter(pk=vacation_id).first()
        if vacation is None:
            raise NoSuchVacation
        if vacation.starts <= now:
            raise OrderRefused("This vacation has already started. Come back now to end it.")
        _declare_at(tables, player, vacation.starts, vacation.ends, withdrawn=True)
        vacation.delete()


def come_back(*, player: Player, now: datetime) -> None:
    """End the running vacation in every game that knows of it. Its days until now still count.

    Raises OrderRefused if none runs."""
    with transaction.atomic(durable=True), store.all_locked(_unfinished(player), now=now) as tables:
        running = player.vacations.select_for_update().filter(starts__lte=now, ends__gt=now).first()
        if running is None:
            raise OrderRefused("You’re not on vacation at the moment.")
        for table in tables:
            if (row := row_in_play(table, player)) and table.state is not None:
                for one in table.state.clocks.vacations_of(row.number, now):
                    table.play(row.number, Declare(one.starts, one.ends, withdrawn=True))
        if running.starts == now:
            running.delete()
        else:
            running.ends = now
            running.save(update_fields=["ends"])


def _declare_at(
    tables: Collection[Table], player: Player, starts: datetime, ends: datetime, *, withdrawn: bool = False
) -> None:
    """Declare a vacation in each game, or withdraw it there. In a shared seat, only the days on which all its players
    are on vacation count."""
    for table in tables:
        if row := row_in_play(table, player):
            mates, own = mates_of(table, row), [(starts, ends, table.now)]
            together = vacations_together([own, vacations_of(mates, ends_after=table.now)]) if mates else own
            for begins, is_over, _declared in together:
                table.play(row.number, Declare(begins, is_over, withdrawn=withdrawn))


def _check_days(player: Player, starts: datetime, ends: datetime) -> None:
    """Raise OrderRefused if some of these days are in another vacation, or there are more than 28 in any window of 365
    days."""
    declared = list(player.vacations.values_list("starts", "ends"))
    if any(begins < ends and starts < is_over for begins, is_over in declared):
        raise OrderRefused("You already have a vacation on some of these days. Choose other days.")
    zone = zone_named(player.time_zone)
    begun: set[int] = set()  # day numbers; a day on which the clocks change counts like any other
    for span in [*declared, (starts, ends)]:
        by_clock, until = (at.astimezone(zone).replace(tzinfo=None) for at in span)
        first = by_clock.toordinal()
        begun.update(range(first, first - (by_clock - until) // timedelta(days=1)))
    days = sorted(begun)
    for first in days:
        in_window = sum(first <= day < first + IN_DAYS for day in days)
        if in_window > VACATION_DAYS:
            raise OrderRefused(
                "You can have at most {most} days of vacation in any {year} days.", most=VACATION_DAYS, year=IN_DAYS
            )


# --- hours of sleep ---------------------------------------------------------------------------------------------------


def keep_hours(*, player: Player, asleep_from: int, asleep_for: int, time_zone: str, now: datetime) -> None:
    """Set a player's hours of sleep: from a minute of the day in their time zone, for at most 10 hours. In every
    running game that respects hours of sleep, they apply to the clocks that start from now on. If this fails for one
    game, nothing is changed.

    Raises OrderRefused for a longer night."""
    if not (0 <= asleep_from < 1440 and 0 <= asleep_for <= LONGEST_NIGHT):
        raise OrderRefused("You can set at most {n} hours of sleep.", n=LONGEST_NIGHT // 60)
    with transaction.atomic(durable=True), store.all_locked(_unfinished(player), now=now) as tables:
        hours = hours_in(time_zone, asleep_from, asleep_for, now=now)
        for table in tables:
            row = row_in_play(table, player) if table.options.has_rest else None
            if row and not mates_of(table, row):
                table.play(row.number, KeepHours(**vars(hours)))
        Player.objects.filter(pk=player.pk).update(asleep_from=asleep_from, asleep_for=asleep_for, time_zone=time_zone)
        player.asleep_from, player.asleep_for, player.time_zone = asleep_from, asleep_for, time_zone


# --- the time zone of players who only use email ------------------------------------------------------------------------


def suppose_zone(*, player: Player, ahead: int) -> None:
    """Set a player's time zone by the clock of an email from them, which is `ahead` minutes ahead of UTC. Once the
    player has signed in or chosen a time zone, it is no longer changed."""
    zone = zone_ahead_by(ahead)
    if player.last_login is None and is_supposed(player.time_zone) and zone not in (UTC, player.time_zone):
        Player.objects.filter(pk=player.pk).update(time_zone=zone)
        player.time_zone = zone


# --- failing email ----------------------------------------------------------------------------------------------------


def mail_fails(*, player: Player, now: datetime) -> None:
    """Note that email to this player bounces. In each of their games, tiles by email are off from the next allocation,
    and a look that is due gets one more day, once per game. If this fails for one game, nothing is changed.

    If email reaches another player of the same seat, they can look for both, so no time is added, and tiles still come
    by email if they want that."""
    unfinished = _unfinished(player)
    with transaction.atomic(durable=True), store.all_locked(unfinished, now=now) as tables:
        for table in tables:
            row = row_in_play(table, player)
            if row is None:
                continue
            reached = [mate for mate in mates_of(table, row) if mate.player and mate.player.mail_fails_since is None]
            set_tiles_by_email_at(table, row.number, reached)
            if not reached:
                table.play(row.number, Extend())
        Seat.objects.filter(player=player, game__in=unfinished).update(tiles_by_email=False)
        Player.objects.filter(pk=player.pk, mail_fails_since=None).update(mail_fails_since=now)


def mail_works(*, player: Player, now: datetime) -> None:
    """Note that email reaches this player again; they have to ask again for tiles by email."""
    Player.objects.filter(pk=player.pk).update(mail_fails_since=None)
    announce_clocks_anew(player=player)


def ask_for_address(*, player: Player, email: str, now: datetime) -> None:
    """Note that a player whose email fails wants another address. A code may be sent there three days later: until then
    every page and their devices say so, as somebody else may be using their browser.

    Raises OrderRefused while email to them works: then a link sent to the present address must confirm the change."""
    if player.mail_fails_since is None:
        raise OrderRefused("Email to your address works. Confirm the change with the link we send there.")
    Player.objects.filter(pk=player.pk).update(next_email=email.strip().lower(), next_email_at=now)
    transaction.on_commit(lambda: current_app.send_task(TELL_OF_ADDRESS, args=[player.pk]), robust=True)


def keep_address(*, player: Player) -> None:
    """Cancel the request made by `ask_for_address`."""
    Player.objects.filter(pk=player.pk).update(next_email=None, next_email_at=None)


@transaction.atomic
def address_has_changed(*, player: Player, before: str, now: datetime) -> None:
    """Move everything pending to a player's new address: invitations to the old one, and games affected by failed
    email."""
    player.refresh_from_db()
    keep_address(player=player)
    if player.email == before:
        return
    there = Invitation.objects.filter(email=player.email)
    waiting = Invitation.objects.filter(email=before, joined_at=None, declined_at=None)
    waiting.exclude(game__in=there.values("game")).update(email=player.email)
    if player.mail_fails_since is not None:
        mail_works(player=player, now=now)


@transaction.atomic
def set_address(*, player: Player, email: str, by: Player, now: datetime) -> None:
    """Give a player whose email fails another address, after staff have made sure that it is theirs.

    Raises OrderRefused while email to them works, for staff, and for an address in use."""
    email, before = email.strip().lower(), player.email
    if player.mail_fails_since is None:
        raise OrderRefused("Email to this player works. They can change the address themselves.")
    if player.is_staff or player.is_superuser or player == by:
        raise OrderRefused("This player is on the staff, so only they can change their address.")
    if holder_of(email) is not None:
        raise OrderRefused("Another account has this address.")
    EmailAddress.objects.filter(user=player).delete()
    EmailAddress.objects.create(user=player, email=email, primary=True, verified=True)
    Player.objects.filter(pk=player.pk).update(email=email)
    address_has_changed(player=player, before=before, now=now)


def announce_clocks_anew(*, player: Player) -> None:
    """Announce the newest event of each of a player's games once more, to schedule the warnings of clocks that started
    while email to them failed; nobody is notified twice."""
    newest = Event.objects.filter(game=OuterRef("game")).exclude(verb="say").order_by("-n").values("pk")[:1]
    theirs = Seat.objects.filter(player=player, over_at=None, resigned_at=None).values_list(Subquery(newest), flat=True)
    Event.objects.filter(pk__in=list(theirs)).update(announced_at=None)


# --- guests -----------------------------------------------------------------------------------------------------------


def take_over(*, guest: Player, player: Player, now: datetime) -> None:
    """Hand a guest's games, entries and settings to the player they sign up or in as, and delete the guest. Entries for
    puzzles that the player has entered, too, are deleted; a player who has chosen an appearance keeps it."""
    running = Game.objects.filter(made_by=guest, phase__in=Game.UNFINISHED)
    with transaction.atomic(durable=True), store.all_locked(running, now=now) as tables:
        for table in tables:
            table.game.made_by = player
        games = list(Game.objects.filter(made_by=guest).values_list("pk", flat=True))
        Game.objects.filter(pk__in=games).update(made_by=player)
        Seat.objects.filter(player=guest).update(player=player, name=player.name)
        for model in (Draft, Note, Unheard):
            model.objects.filter(player=guest).update(player=player)
        told = list(Event.objects.filter(game__in=games, facts__player=guest.pk))
        for event in told:
            event.facts |= {"player": player.pk} | ({"name": player.name} if "name" in event.facts else {})
        Event.objects.bulk_update(told, ["facts"])
        entered = PuzzleEntry.objects.filter(player=player).values("puzzle")
        PuzzleEntry.objects.filter(player=guest).exclude(puzzle__in=entered).update(player=player)
        newcomer = Player()
        if all(getattr(player, name) == getattr(newcomer, name) for name in LOOK):
            Player.objects.filter(pk=player.pk).update(**{name: getattr(guest, name) for name in LOOK})
        guest.delete()


def remove_guests(*, before: datetime, most: int) -> int:
    """Delete at most `most` guests whose time expired by `before`, with the games they created. Return the number of
    deletions attempted."""
    over = Player.objects.filter(guest_until__lte=before).order_by("guest_until")
    task = "removing guests"
    guests = list(batches.ready(task, over, now=before).values_list("pk", flat=True)[:most])

    @transaction.atomic
    def remove(pk: int) -> None:
        Game.objects.filter(made_by=pk).delete()
        Player.objects.filter(pk=pk, guest_until__lte=before).delete()

    batches.each(task, guests, remove, now=before)
    return len(guests)


# --- deleting an account ----------------------------------------------------------------------------------------------


def delete_account(*, player: Player, now: datetime) -> None:
    """Resign from running games, leave lobbies, and delete the account: all of it or nothing. Moves stay, as others
    have built on them; the name and all data about the player alone are deleted.

    Raises OrderRefused for staff, and MailFirst while an email that came in time is being read."""
    if player.is_staff:
        raise OrderRefused("You have staff rights. Ask somebody else on the staff to remove them first.")
    with transaction.atomic(durable=True), store.all_locked(_unfinished(player), now=now) as tables:
        gone, name = player.pk, player.name
        sat_in = dict(player.substitutions_taken.values_list("pk", "game"))
        lent = dict(player.substitutions_given.values_list("pk", "game"))  # whose substitutes could not be found later
        for table in tables:
            _get_up(table, player)
        named = Q(pk__in=Seat.objects.filter(player=player).values("game")) | Q(pk__in=sat_in.values())
        Game.objects.filter(named).update(noticed=F("noticed") + 1)
        _forget_answers(Game.objects.filter(named | Q(pk__in=_naming(player.pk).values("game"))))
        addresses = addresses_of(player)
        received = Invitation.objects.filter(email__in=addresses)
        asked = dict(received.values_list("pk", "game"))
        invited = Event.objects.filter(game__in={*asked.values()}, verb="invited", facts__invitation__in=[*asked])
        invited.filter(announced_at=None).update(announced_at=now)  # so that nobody is notified of these any more
        for module in settings.PERSONAL_DATA:
            import_module(module).forget(player=player, addresses=addresses, now=now)
        received.delete()  # after the emails that answer them, which could not be found any more
        hand_clubs_over(player)
        _leave_staff_log(player, addresses)
        player.delete()
        # A game that the player has joined on another device in the meantime is not among those locked.
        left = Seat.objects.filter(player=None, name__gt="", game__phase=Game.Phase.LOBBY)
        elsewhere = Game.objects.filter(pk__in=left.values("game")).exclude(pk__in=[table.game.pk for table in tables])
        with store.all_locked(elsewhere, now=now) as late:
            for table in late:
                _leave_lobby(table, player)
        left.delete()  # lobbies that the player created are cancelled
        Seat.objects.filter(player=None, name__gt="").update(name="")
        _remove_name(gone, name, sat_in | lent)  # from here on no event can be written about them


def _get_up(table: Table, player: Player) -> None:
    is_the_makers = table.game.made_by_id == player.pk
    if is_the_makers:
        table.game.made_by = None  # this row is saved last and must not refer to a player who is deleted by then
    if table.is_in_lobby and is_the_makers:
        table.cancel(table.now)
    elif table.is_in_lobby:
        _leave_lobby(table, player)
    elif row := row_in_play(table, player):
        substitutions.end_of(table, player.pk, by=None)
        if mates := mates_of(table, row):
            leave_share(table, row, mates, name="")
        else:
            table.resign(row.number)
    elif table.row_of(player):
        substitutions.end_of(table, player.pk, by=player.pk, name="")


def _leave_lobby(table: Table, player: Player) -> None:
    """Free the player's seat; if the account is already deleted, the seat belongs to nobody."""
    seat = table.seat_of(player)
    table.game.seats.filter(player_id=player.pk).delete()
    table.happened("left", seat, name="")


def _leave_staff_log(player: Player, addresses: Collection[str]) -> None:
    """Remove the name and the addresses from the staff log, which is short. Entries about something else keep the rest of their
    message, in which the admin site writes names as JSON."""
    named = Q(content_type__model="player", object_id=str(player.pk))
    named |= Q(object_repr=player.name) | Q(object_repr__endswith=f" {player.name}")
    for address in addresses:
        named |= Q(object_repr__icontains=address)
    LogEntry.objects.filter(named).update(object_repr="", change_message="")
    names = [re.escape(form) for form in (player.name, json.dumps(player.name)[1:-1]) if form]
    written = "|".join([*names, *(f"(?i:{re.escape(address)})" for address in addresses)])
    name = re.compile(rf"(?<!\w)(?:{written})(?!\w)")
    for entry in LogEntry.objects.exclude(change_message="").iterator() if written else ():
        message = name.sub("…", entry.change_message)
        if message != entry.change_message:
            LogEntry.objects.filter(pk=entry.pk).update(change_message=message)


def _naming(player_id: int) -> QuerySet[Event]:
    return Event.objects.alias(named=NamedPlayer("facts")).filter(named=str(player_id))


def _forget_answers(games: QuerySet[Game]) -> None:
    """Forget the answers that programs of anybody in these games got to their requests."""
    seated = Seat.objects.filter(game__in=games, player__isnull=False)
    KeptAnswer.objects.filter(player__in=seated.values("player")).update(status=KeptAnswer.NOT_KEPT, body="")


def _remove_name(player_id: int, name: str, substitutions: Mapping[int, int]) -> None:
    """Remove the player's name from events about joining, leaving and chat. Also remove the names of the substitutes in the
    `substitutions` that are deleted with the account, given as game ids by substitution id."""

    naming = _naming(player_id)
    naming.filter(verb__in=NAMING).update(facts={"name": ""})
    sat_in = Event.objects.filter(game__in=substitutions.values())
    lent = list(sat_in.filter(verb__in=("lent", "given_back")))
    names = {name, *(event.facts["name"] for event in lent if event.facts.get("loan") in substitutions)}
    sat_in.filter(substitute__in=names).update(substitute="")
    told = [event for event in lent if event.facts["name"] in names]
    for event in told:
        event.facts["name"] = ""
    Event.objects.bulk_update(told, ["facts"])
    said = list(naming.filter(verb="say", facts__name__isnull=False))
    for line in said:
        del line.facts["name"]
    Event.objects.bulk_update(said, ["facts"])
