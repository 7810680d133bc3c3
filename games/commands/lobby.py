"""Games before the deal: creating one, with a commitment to its draws, joining, accepting settings, leaving,
cancelling.

A game that is opened for players with assigned seats belongs to the code that opened it: its players can neither leave
nor invite anybody."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NotRequired, TypedDict, Unpack

from django.db import transaction

from games import store
from games.commands import invitations
from games.commands.languages import with_language
from games.commands.saved import known_options, read_with_sets
from games.commands.seats import (
    agree_at,
    check_in_lobby,
    check_not_seated,
    mute_the_blocked,
    place_for,
    refuse_spectator,
    see_robots,
    sit,
    sit_down,
    turn_over,
)
from games.models import Game, GuestClub, Seat, Unheard
from games.players.accounts import is_robot
from games.players.memberships import clubs_of
from games.players.models import SHARED_DEVICE_ADDRESSES, InvitationLink, Player, secret_link
from games.players.sessions import new_guest
from games.rules import registry
from games.rules.chance import SEED_BYTES, commitment
from games.rules.options import options_to_keep
from games.rules.values import OrderRefused
from games.sharing import people_a_seat
from games.statements import LARGEST
from games.store import Table

GAMES_A_DAY_OF_A_GUEST = 10
GAMES_A_DAY, LOBBIES, TABLES_WITH_ROBOTS = 30, 10, 6  # 6: one for each kind that robots play
CHANGES_A_DAY = 20
CHANGES = ("joined", "moved", "agreed")  # each of the other lobby events undoes one of these


class Terms(TypedDict):
    """The terms of a game. Without a word list it uses the open list of the alphabet in its options, or its kind's own."""

    kind: str
    options: Mapping[str, object]
    word_list: NotRequired[str | None]
    rated: NotRequired[bool]


# --- new games --------------------------------------------------------------------------------------------------------


def make_game(
    *,
    player: Player,
    seats: int,
    now: datetime,
    invite: Sequence[str] = (),
    cut: str = "",
    robots: Sequence[Player] = (),
    listed: bool = False,
    club: int | None = None,
    **terms: Unpack[Terms],
) -> int:
    """Create a game in its lobby and return its id. Its maker takes seat 0 and accepts the settings by creating it,
    with or without a cut.

    If seats can be shared the maker accepts later, once everybody has joined. Robots join with the maker and accept at
    once. Members of the `club` may join and watch. Raises OrderRefused for a kind, number of seats or options that
    cannot be played, for an invalid cut, for a club that the maker is not in, and over the maker's limit of games."""
    with transaction.atomic(durable=True):
        store.hold(player)
        if club is not None and not (club <= LARGEST and clubs_of(player).filter(club=club).exists()):
            raise OrderRefused("You aren’t in that club. Create the game for one of your own clubs, or for none.")
        table = _lobby_with_maker(player, seats, robots=robots, cut=cut, listed=listed, club=club, now=now, **terms)
        for whom in invite:
            invitations.invite_at(table, player, whom)
        table.save()
    return table.game.pk


def rematch(*, game_id: int, player: Player, now: datetime) -> int:
    """Create the rematch of a game, or join it, and return its id. The first player to ask creates it and takes seat 0;
    the same people are invited, and the same robots join. Players who ask later join it and accept its settings.

    Raises NoSuchGame for somebody who did not play, and OrderRefused before the end, and if the rematch has begun
    without them."""
    if player.shares_device:
        raise OrderRefused("You can’t ask for a rematch in pass and play. Start another game there instead.")
    with transaction.atomic(durable=True):
        store.hold(player)
        with store.all_locked(Game.objects.filter(pk=game_id), now=now) as tables:
            if not tables or tables[0].row_of(player) is None:
                raise store.NoSuchGame
            if tables[0].game.phase != Game.Phase.FINISHED:
                raise OrderRefused("This game isn’t over yet.")
            made = tables[0].game.rematches.exclude(phase=Game.Phase.CANCELLED).first()
            again = made or _make_rematch(tables[0], player)
    sit_down_and_agree(game_id=again.pk, player=player, now=now)
    return again.pk


def _make_rematch(before: Table, player: Player) -> Game:
    game = before.game
    rows = game.seats.select_related("player")
    others = [row.player for row in rows if row.player and row.player != player]
    table = _lobby_with_maker(
        player,
        game.seat_count,
        robots=[other for other in others if is_robot(other)],
        now=before.now,
        kind=game.kind,
        options=known_options(game),
        word_list=game.word_list.name,
        rated=game.rated,
    )
    table.game.rematch_of = game
    for other in others:
        if other.is_active and not is_robot(other):
            invitations.invite_player_at(table, player, other)
    table.save()
    return table.game


def _lobby_with_maker(
    player: Player,
    seats: int,
    *,
    robots: Sequence[Player],
    cut: str = "",
    listed: bool = False,
    club: int | None = None,
    now: datetime,
    **terms: Unpack[Terms],
) -> Table:
    """Return a new game with its maker in seat 0; the caller, who has locked the player, saves it."""
    made = Game.objects.filter(made_by=player)
    most = GAMES_A_DAY_OF_A_GUEST if player.is_guest else GAMES_A_DAY
    if made.filter(made_at__gt=now - timedelta(days=1)).count() >= most:
        if player.is_guest:
            raise OrderRefused(
                "As a guest you can create at most {most} games a day. Create an account to create more.", most=most
            )
        raise OrderRefused("You can create at most {most} games a day. Create the next one tomorrow.", most=most)
    if made.filter(phase=Game.Phase.LOBBY).count() >= LOBBIES:
        raise OrderRefused(
            "You’ve created {most} games that haven’t started. Wait for one to start, or cancel one first.",
            most=LOBBIES,
        )
    if robots:
        _check_robot_tables(player)
    table = _lobby_of(player, seats, listed=listed, club=club, now=now, **terms)
    seat = sit(table, player, 0)
    table.happened("made", 0)
    if people_a_seat(table.game) == 1:
        agree_at(table, seat, cut)
    elif cut:
        raise OrderRefused(
            "When players share seats, you accept the settings once everyone has joined. Add your cut then."
        )
    for robot in robots:
        agree_at(table, sit_down(table, robot, invited=True), "")
    turn_over(table)
    return table


def open_table(
    *,
    players: Sequence[Player],
    hard_end: datetime | None,
    now: datetime,
    agreed: Mapping[int, str] | None = None,
    clubs: Sequence[int] = (),
    listed: bool = True,
    **terms: Unpack[Terms],
) -> Game:
    """Create a game with these players in this order, inside the caller's transaction. Its lobby waits for everybody to
    accept; `agreed` has the cuts of seats that have accepted already, and if that is all of them the tiles are dealt at
    once. At `hard_end` the game is scored as it stands. It belongs to the first of the `clubs`; members of all of them
    may watch.

    Raises OrderRefused for a kind, number of players or options that cannot be played."""
    club, *guests = clubs or (None,)
    table = _lobby_of(None, len(players), listed=listed, club=club, now=now, **terms)
    GuestClub.objects.bulk_create(GuestClub(game=table.game, club_id=guest) for guest in guests)
    table.game.hard_end = hard_end
    rows = [sit(table, player, number) for number, player in enumerate(players)]
    for row in rows:
        table.happened("seated", row.number)
    for number, cut in sorted((agreed or {}).items()):
        agree_at(table, rows[number], cut)
    table.apply_due()
    table.save()
    return table.game


def open_pass_and_play(
    *, names: Sequence[str], time_zone: str, now: datetime, **terms: Unpack[Terms]
) -> tuple[int, tuple[int, ...]]:
    """Deal a private game to guests of these names who share one device. Return its id and theirs, in seat order. The
    first is its maker, so it is deleted with them.

    Raises OrderRefused for a number of players or options that cannot be played."""
    with transaction.atomic(durable=True):
        guests = [new_guest(name, now=now, time_zone=time_zone, address=SHARED_DEVICE_ADDRESSES) for name in names]
        table = _lobby_of(guests[0], len(guests), listed=False, now=now, **terms)
        rows = [sit(table, guest, number) for number, guest in enumerate(guests)]
        table.happened("made", 0)
        for row in rows[1:]:
            table.happened("joined", row.number, name=row.name, player=row.player_id)
        for row in rows:
            agree_at(table, row, "")
        table.apply_due()
        table.save()
    return table.game.pk, tuple(guest.pk for guest in guests)


def _lobby_of(
    made_by: Player | None,
    seats: int,
    *,
    listed: bool,
    club: int | None = None,
    now: datetime,
    **terms: Unpack[Terms],
) -> Table:
    """Return a new game without players, to be saved by the caller. Raises as `open_table` does."""
    if terms["kind"] not in registry.KINDS:
        raise OrderRefused(
            "There is no game called {kind}. Choose one of these games: {kinds}.",
            kind=terms["kind"],
            kinds=tuple(registry.KINDS),
        )
    kind, rated = registry.kind(terms["kind"]), terms.get("rated", False)
    least, most = kind.seats
    if not least <= seats <= most:
        raise OrderRefused("A game must have {least} to {most} players.", least=least, most=most)
    word_list, given = with_language(kind, terms["options"], terms.get("word_list"))
    options = read_with_sets(kind.options_type, given)
    kind.set_up(seats, options)
    if rated and (why := kind.why_unrated(options)):
        raise OrderRefused(why)
    seed = secrets.token_bytes(SEED_BYTES)
    game = Game.objects.create(
        kind=kind.key,
        seat_count=seats,
        options=options_to_keep(options),
        word_list=word_list,
        listed=listed,
        club_id=club,
        rated=rated,
        made_by=made_by,
        made_at=now,
        commitment=commitment(seed),
        seed=seed,
    )
    return Table(game, now)


# --- seats ------------------------------------------------------------------------------------------------------------


def join(*, game_id: int, player: Player, now: datetime) -> int:
    """Join a game, in the first seat that is free or has a share left, and return the seat's number. Does nothing for a
    player who has a seat.

    A private game takes only invited players: by a link they have, or by their address."""
    with store.locked(game_id, now=now) as table:
        return _join(table, player).number


def sit_down_and_agree(
    *, game_id: int, player: Player, now: datetime, cut: str = "", number: int | None = None
) -> None:
    """Join and accept the settings in one step, for an invited player. Does nothing for a player who has done so."""
    with store.locked(game_id, now=now) as table:
        row = _join(table, player, invited=True, number=number)
        if table.is_in_lobby and not row.agreed_at:
            agree_at(table, row, cut)


def accept(*, game_id: int, player: Player, now: datetime) -> None:
    """Accept the settings; an invited player without a seat takes a free one."""
    with store.locked(game_id, now=now) as table:
        row = _join(table, player)
        if table.is_in_lobby and not row.agreed_at:
            _check_changes(table, player)
            agree_at(table, row, "")


def take_seat(*, game_id: int, player: Player, number: int, now: datetime) -> None:
    """Take this seat, or move to it from another; after moving, a player has to accept again."""
    with store.locked(game_id, now=now) as table:
        row = _join(table, player, number=number)
        if row.number == number:
            return
        check_in_lobby(table)
        check_not_seated(table)
        _check_changes(table, player)
        number, share = place_for(table, player, number)
        Unheard.objects.filter(seat__game=game_id, other__in=(row.number, number)).delete()
        row.number, row.share, row.agreed_at, row.cut = number, share, None, ""
        row.save(update_fields=["number", "share", "agreed_at", "cut"])
        mute_the_blocked(table, row)
        table.happened("moved", number, name=row.name, player=player.pk)


def leave(*, game_id: int, player: Player, now: datetime) -> None:
    """Leave a game before the deal."""
    with store.locked(game_id, now=now) as table:
        row = _row_in_lobby(table, player)
        if table.game.made_by_id == player.pk:
            raise OrderRefused("You created this game. Cancel it instead.")
        check_not_seated(table)
        row.delete()
        table.happened("left", row.number, name=player.name, player=player.pk)


def agree(*, game_id: int, player: Player, now: datetime, cut: str = "") -> None:
    """Accept the settings, with or without a cut. The last acceptance deals the tiles."""
    with store.locked(game_id, now=now) as table:
        row = _row_in_lobby(table, player)
        _check_changes(table, player)
        agree_at(table, row, cut)


def take_back_agreement(*, game_id: int, player: Player, now: datetime) -> None:
    """Withdraw a seat's acceptance, whichever of its players gave it."""
    with store.locked(game_id, now=now) as table:
        row = _row_in_lobby(table, player)
        table.game.seats.filter(number=row.number).update(agreed_at=None, cut="")
        table.happened("unagreed", row.number, name=row.name, player=player.pk)


# --- for the maker: each raises OrderRefused for anybody else, and once the game has begun ----------------------------


def seat_robot(*, game_id: int, player: Player, robot: Player, now: datetime) -> None:
    """Let a robot take a free seat; it accepts at once. Raises OrderRefused if robots play in too many games of the
    maker."""
    with store.locked(game_id, now=now) as table:
        _check_maker_in_lobby(table, player)
        store.hold(player)
        if not table.game.has_robots:
            _check_robot_tables(player)
        agree_at(table, sit_down(table, robot, invited=True), "")
        turn_over(table)


def free_seat(*, game_id: int, player: Player, number: int, now: datetime) -> None:
    """Remove everybody from this seat except the maker."""
    with store.locked(game_id, now=now) as table:
        _check_maker_in_lobby(table, player)
        freed = list(table.game.seats.filter(number=number).exclude(player=player))
        if not freed and number == table.seat_of(player):
            raise OrderRefused("That’s your own seat. Cancel the game instead.")
        if not freed:
            raise OrderRefused("That seat is empty.")
        for row in freed:
            row.delete()
            table.happened("freed", number, name=row.name, player=row.player_id)
        see_robots(table)


def make_link(*, game_id: int, player: Player, now: datetime) -> None:
    """Make a link that gives a seat to anybody who has it, until the deal; an earlier link stops working."""
    with store.locked(game_id, now=now) as table:
        _check_maker_in_lobby(table, player)
        InvitationLink.objects.update_or_create(game=table.game, defaults={"link": secret_link(), "made_at": now})


def take_link_back(*, game_id: int, player: Player, now: datetime) -> None:
    """Withdraw the link of a game."""
    with store.locked(game_id, now=now) as table:
        _check_maker_in_lobby(table, player)
        InvitationLink.objects.filter(game=table.game).delete()


def cancel(*, game_id: int, player: Player, now: datetime) -> None:
    """Cancel the game before the deal."""
    with store.locked(game_id, now=now) as table:
        _check_maker_in_lobby(table, player)
        table.cancel(now)


def cancel_at(table: Table) -> None:
    """Cancel a locked game. Raises OrderRefused once it has begun."""
    check_in_lobby(table)
    table.cancel(table.now)


def _join(table: Table, player: Player, *, invited: bool = False, number: int | None = None) -> Seat:
    asked = table.game.invitations.filter(email=player.email)
    if table.is_in_lobby and table.row_of(player) is None:
        _check_changes(table, player)
    row = sit_down(table, player, invited=invited or asked.filter(is_kept_back=False).exists(), number=number)
    asked.filter(joined_at=None).update(joined_at=table.now)
    return row


def _row_in_lobby(table: Table, player: Player) -> Seat:
    row = table.row_of(player)
    if row is None:
        refuse_spectator(table, player)
    check_in_lobby(table)
    return row


def _check_maker_in_lobby(table: Table, player: Player) -> None:
    _row_in_lobby(table, player)
    if table.game.made_by_id != player.pk:
        raise OrderRefused("Only the player who created the game can do that.")


def _check_robot_tables(player: Player) -> None:
    """Raise OrderRefused if robots play in too many unfinished games of this player."""
    unfinished = Game.objects.filter(made_by=player, has_robots=True, phase__in=Game.UNFINISHED)
    if unfinished.count() >= TABLES_WITH_ROBOTS:
        raise OrderRefused(
            "You’re already playing {most} games with robots. Finish one or resign from one first.",
            most=TABLES_WITH_ROBOTS,
        )


def _check_changes(table: Table, player: Player) -> None:
    """Raise OrderRefused if a player has joined, moved and accepted too often in this game today."""
    changes = table.game.events.filter(verb__in=CHANGES, facts__player=player.pk, at__gt=table.now - timedelta(days=1))
    if changes.count() >= CHANGES_A_DAY:
        raise OrderRefused(
            "You’ve changed your mind {most} times in this game today. Wait until tomorrow.", most=CHANGES_A_DAY
        )
