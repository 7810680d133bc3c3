"""Entries: entering, in time or late, joining the reserve list, being confirmed, withdrawing, and replacing a
player."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from allauth.account.models import EmailAddress
from django.db.models import Max, QuerySet

from games import batches
from games.commands.staff import replace_at
from games.players.accounts import is_robot
from games.players.models import Membership, Player
from games.rules.values import OrderRefused
from games.store import Table
from games.tournaments.commands import walkouts
from games.tournaments.commands.drawing import redraw_drafts
from games.tournaments.commands.fixtures import deal_again
from games.tournaments.commands.locking import (
    Phase,
    Ruled,
    check_directs,
    check_phase,
    locked,
    locked_for_director,
    locked_for_ruling,
    reason_of,
    tables_of,
    tell,
    tournament_of,
)
from games.tournaments.commands.seasons import end_what_is_over
from games.tournaments.commands.terms import check_settings
from games.tournaments.models import Bye, Entrant, Fixture, News, NewsKind, Round, Tournament
from games.tournaments.queries.clubs import clubs_in
from games.tournaments.queries.ratings import ratings_now
from games.tournaments.snapshot import OPEN, PLAYS, TAKES_LATECOMERS, Format, NoSuchTournament

Standing = Entrant.Standing
TO_BE_PLAYED = (Phase.ENTRIES, Phase.CLOSED, Phase.RUNNING)


def open_entries(*, tournament_id: int, by: Player, now: datetime) -> None:
    """Let players enter, for the first time or again."""
    with locked_for_director(tournament_id, by, Phase.DRAFT, Phase.CLOSED) as tournament:
        check_settings(tournament)
        if tournament.entries_close_at is not None and tournament.entries_close_at <= now:
            raise OrderRefused("Entries would close at once. Choose a later closing time.")
        tournament.phase = Phase.ENTRIES
        tournament.save(update_fields=["phase"])


def close_entries(*, tournament_id: int, by: Player, now: datetime) -> None:
    """Close the entries, except for reserves, and number the entrants by strength."""
    with locked_for_director(tournament_id, by) as tournament:
        if tournament.phase == Phase.CLOSED:
            raise OrderRefused("Entries are closed.")
        check_phase(tournament, Phase.ENTRIES)
        _close(tournament, now=now)


def close_due_entries(*, now: datetime) -> int:
    """Close the entries of all tournaments whose closing time has passed. Return how many."""
    due = Tournament.objects.filter(phase=Phase.ENTRIES, entries_close_at__lte=now)

    def close(tournament_id: int) -> bool:
        with locked(tournament_id) as tournament:
            is_open: bool = tournament.phase == Phase.ENTRIES
            if is_open:
                _close(tournament, now=now)
        return is_open

    task = "closing entries"
    return sum(batches.each(task, list(batches.ready(task, due, now=now).values_list("pk", flat=True)), close, now=now))


def _close(tournament: Tournament, *, now: datetime) -> None:
    _number_by_strength(tournament, now=now)
    tournament.phase = Phase.CLOSED
    tournament.save(update_fields=["phase"])


def _number_by_strength(tournament: Tournament, *, now: datetime) -> None:
    """Number the entrants: first those placed by the last season, in its order, then the others by rating, then
    reserves and those who have withdrawn."""
    entrants = list(tournament.entrants.all())
    players = [entrant.player_id for entrant in entrants if entrant.player_id is not None]
    ratings = ratings_now(players=players, kind=tournament.kind, now=now)
    carried: set[int | None] = set()
    if tournament.follows is not None and tournament.format == Format.LEAGUE:
        stayed = tournament.follows.entrants.exclude(standing=Standing.WITHDRAWN)
        carried = set(stayed.values_list("player", flat=True))

    def strength(entrant: Entrant) -> tuple[bool, bool, float, datetime, int]:
        is_carried = entrant.player_id in carried
        rating = ratings[entrant.player_id].mu if entrant.player_id in ratings else 0.0
        return (
            entrant.standing not in PLAYS,
            not is_carried,
            entrant.number if is_carried else -rating,
            entrant.entered_at,
            entrant.pk,
        )

    entrants.sort(key=strength)
    unused = 1 + max((entrant.number for entrant in entrants), default=0)
    for first in (unused, 1):  # through unused numbers, as no two may ever be equal
        for number, entrant in enumerate(entrants, start=first):
            entrant.number = number
        Entrant.objects.bulk_update(entrants, ["number"])


# --- entering ---------------------------------------------------------------------------------------------------------


def enter(*, tournament_id: int, player: Player, now: datetime, club: int | None = None) -> Entrant:
    """Enter, or become a reserve if the tournament is full. A running tournament must allow late entry. In a tournament
    for members the player enters for a `club` of their own, which must be named if several take part."""
    with locked(tournament_id) as tournament:
        club = _club_of(tournament, player, club)
        _check_may_enter(tournament, player, now=now)
        standing = _standing_of_next(tournament)
        if tournament.phase == Phase.RUNNING:
            _check_late(tournament)
            if standing == Standing.RESERVE:
                raise OrderRefused("The tournament is full. You can still join the reserve list.")
        else:
            _check_in_time(tournament, now)
        return _take_place(tournament, player, standing, club=club, now=now)


def reserve(*, tournament_id: int, player: Player, now: datetime, club: int | None = None) -> Entrant:
    """Join the reserve list."""
    with locked(tournament_id) as tournament:
        club = _club_of(tournament, player, club)
        check_phase(tournament, *TO_BE_PLAYED)
        _check_may_enter(tournament, player, now=now)
        return _take_place(tournament, player, Standing.RESERVE, club=club, now=now)


def add_late(
    *, tournament_id: int, player: Player, by: Player, reason: str, now: datetime, points: str = Bye.Points.ZERO
) -> Entrant:
    """Admit a player, also after entries have closed and beyond the limit, and also after withdrawing. Past and running
    rounds count as byes with these points."""
    (entrant,) = add_all(tournament_id=tournament_id, players=[player], by=by, reason=reason, points=points, now=now)
    return entrant


def add_all(
    *,
    tournament_id: int,
    players: Iterable[Player],
    by: Player,
    reason: str,
    now: datetime,
    points: str = Bye.Points.ZERO,
) -> list[Entrant]:
    """Admit several players, all or none, as `add_late` does."""
    if points not in (Bye.Points.ZERO, Bye.Points.HALF):
        raise OrderRefused("A missed round can only give no points or half a point.")
    entrants = []
    with locked_for_ruling(tournament_id, *TO_BE_PLAYED, by=by, reason=reason, now=now) as ruled:
        for player in players:
            club = _club_put_in_for(ruled.tournament, player)
            _check_may_enter(ruled.tournament, player, by=by, now=now)
            entrant = _take_place(ruled.tournament, player, Standing.CONFIRMED, club=club, points=points, now=now)
            ruled.keep("late", entrant=entrant, points=points)
            entrants.append(entrant)
    return entrants


def confirm(*, entrant_id: int, by: Player, now: datetime) -> None:
    """Confirm an entrant; a reserve is admitted."""
    with locked_for_director(tournament_of(Entrant, entrant_id), by, Phase.ENTRIES, Phase.CLOSED) as tournament:
        entrant = tournament.entrants.get(pk=entrant_id)
        if entrant.standing == Standing.WITHDRAWN:
            raise OrderRefused("{name} has withdrawn.", name=entrant.name)
        if entrant.standing == Standing.CONFIRMED:
            raise OrderRefused("{name} is already confirmed.", name=entrant.name)
        _let_in(tournament, entrant, Standing.CONFIRMED, now=now)


def _let_in(tournament: Tournament, entrant: Entrant, standing: str, *, now: datetime) -> None:
    entrant.standing = standing
    entrant.save(update_fields=["standing"])
    tell(tournament, NewsKind.ENTERED, {entrant: {"entrant": entrant.pk}}, now=now)


def _club_of(tournament: Tournament, player: Player, asked: int | None) -> int | None:
    """Return the club for which the player enters a tournament for members; None in any other.

    Raises NoSuchTournament for somebody in none of its clubs, as if it did not exist, and OrderRefused if it is unclear
    which club it is."""
    if not tournament.is_for_members:
        return None
    own = [one.id for one in clubs_in(tournament, player) if one.is_mine]
    if not own and not tournament.entrants.filter(player=player).exists():
        raise NoSuchTournament
    if not own:
        raise OrderRefused("This tournament is only for members of its clubs, and you’re no longer in any of them.")
    if asked is None and len(own) == 1:
        return own[0]
    if asked not in own:
        raise OrderRefused("You’re in several of the clubs taking part. Choose the one you want to play for.")
    return asked


def _club_put_in_for(tournament: Tournament, player: Player, needed: int | None = None) -> int | None:
    """Return the club for which a director enters a player: the `needed` one, that of an earlier entry, else the
    director's.

    Nobody is entered for another club, whose members the director may not know. Raises OrderRefused."""
    if not tournament.is_for_members:
        return None
    entered = tournament.entrants.filter(player=player).values_list("club", flat=True).first()
    club = needed or entered or tournament.club_id
    is_member = Membership.objects.filter(club=club, player=player).exists()
    if not is_member or (club != tournament.club_id and entered != club):
        raise OrderRefused(
            "{name} isn’t a member of the club and hasn’t entered for another one. They have to enter the "
            "tournament themselves.",
            name=player.name,
        )
    return club


def _check_may_enter(tournament: Tournament, player: Player, *, now: datetime, by: Player | None = None) -> None:
    """Raise OrderRefused for a robot, an unverified address, a banned player, and a player who has already entered."""
    if is_robot(player):
        raise OrderRefused("Robots can’t play in tournaments.")
    shown = EmailAddress.objects.filter(user=player, verified=True).exists()
    if (not shown or not player.is_active) and by is not None and by != player:
        raise OrderRefused(
            "{name} has no confirmed email address. Ask them to sign in with an emailed code first.", name=player.name
        )
    if not shown or not player.is_active:
        raise OrderRefused("Sign in with an emailed code first. Only players with a confirmed email address can enter.")
    walkouts.refuse_banned(player, by=by, now=now)
    entrant = tournament.entrants.filter(player=player).exclude(standing=Standing.WITHDRAWN).first()
    if entrant is None:
        return
    if by is not None and by != player:
        raise OrderRefused("{name} is already in this tournament.", name=entrant.name)
    if entrant.standing == Standing.RESERVE:
        raise OrderRefused("You’re already on the reserve list.")
    raise OrderRefused("You have already entered this tournament.")


def _check_in_time(tournament: Tournament, now: datetime) -> None:
    if tournament.phase == Phase.DRAFT:
        raise OrderRefused("Entries aren’t open yet.")
    closed_at = tournament.entries_close_at
    is_over = closed_at is not None and closed_at <= now
    if tournament.phase == Phase.CLOSED or (tournament.phase == Phase.ENTRIES and is_over):
        raise OrderRefused("Entries are closed. You can still join the reserve list.")
    check_phase(tournament, Phase.ENTRIES)


def _check_late(tournament: Tournament) -> None:
    """Raise OrderRefused if late entry needs a director."""
    _check_format(tournament)
    if tournament.format == Format.LADDER:
        return
    published = Round.objects.filter(division__tournament=tournament).exclude(phase=Round.Phase.DRAFT)
    if 1 + (published.aggregate(last=Max("number"))["last"] or 0) > tournament.late_until:
        raise OrderRefused("This tournament has started. Join the reserve list, or ask a director to add you.")


def _check_format(tournament: Tournament) -> None:
    if tournament.format not in TAKES_LATECOMERS:
        raise OrderRefused(
            "In this format, everyone is paired at the start, so you can’t enter late. Join the reserve list, and "
            "a director can give you another player’s place."
        )


def _take_place(
    tournament: Tournament,
    player: Player,
    standing: str,
    *,
    club: int | None,
    points: str = Bye.Points.ZERO,
    now: datetime,
) -> Entrant:
    """Make the player an entrant and notify them: in their old place after withdrawing, else with the next number."""
    entrant = tournament.entrants.filter(player=player).first()
    if entrant is None:
        entrant = Entrant(tournament=tournament, player=player, number=_next_number(tournament), entered_at=now)
    entrant.name, entrant.standing, entrant.withdrawn_at = player.name, standing, None
    entrant.club_id = club
    entrant.save()
    if tournament.phase == Phase.RUNNING and standing in PLAYS:
        _join_late(tournament, entrant, points=points, now=now)
    tell(tournament, NewsKind.ENTERED, {entrant: {"entrant": entrant.pk}}, now=now)
    return entrant


def _join_late(tournament: Tournament, entrant: Entrant, *, points: str, now: datetime) -> None:
    """Include the entrant from the next pairing on; rounds published without them count as byes."""
    _check_format(tournament)
    division = tournament.divisions.get()
    division.entrants.add(entrant)
    if tournament.format == Format.LADDER:
        return
    missed = division.rounds.exclude(phase=Round.Phase.DRAFT).exclude(byes__entrant=entrant)
    missed = missed.exclude(fixtures__sittings__entrant=entrant)
    Bye.objects.bulk_create(Bye(round=round, entrant=entrant, points=points) for round in missed)
    redraw_drafts(tournament, now=now)


def _next_number(tournament: Tournament) -> int:
    return 1 + (tournament.entrants.aggregate(last=Max("number"))["last"] or 0)


def _standing_of_next(tournament: Tournament) -> str:
    """Return the standing of the next to enter: reserve if the tournament is full."""
    most = tournament.most_entrants
    is_full = most is not None and tournament.entrants.filter(standing__in=PLAYS).count() >= most
    return Standing.RESERVE if is_full else Standing.ENTERED


# --- withdrawing ------------------------------------------------------------------------------------------------------


def withdraw(*, entrant_id: int, by: Player, now: datetime, reason: str = "", resigns: bool = False) -> None:
    """Withdraw, or as a director withdraw an entrant, with a reason. Tables that have not begun are dealt again without
    them; in running ones they play on unless they resign now."""
    with locked(tournament_of(Entrant, entrant_id)) as tournament:
        check_phase(tournament, Phase.DRAFT, *TO_BE_PLAYED)
        entrant = tournament.entrants.get(pk=entrant_id)
        is_own = entrant.player_id == by.pk
        if not is_own:
            check_directs(tournament, by)
            reason = reason_of(reason)
        ruled = Ruled(tournament, by, "" if is_own else reason, now)
        if entrant.standing == Standing.WITHDRAWN:
            raise OrderRefused("{name} has already withdrawn.", name=entrant.name)
        touched = list(tables_open_to([entrant], (*OPEN,) if resigns else (Fixture.Phase.JOINING,)))
        if not is_own:
            ruled.refuse_own_table(touched)
        with tables_of(touched, now=now) as tables:
            entrant.refresh_from_db()  # an account that is being deleted has locked the games already
            take_out(tournament, [entrant], touched, tables, now=now)
            for table in tables.values() if resigns else ():
                seat = table.seat_of(entrant.player) if entrant.player is not None else None
                if seat is not None and table.is_played(seat):
                    table.resign(seat)
        if not is_own:
            ruled.keep("withdraw", entrant=entrant, resigns=resigns)
        facts = {"how": "self" if is_own else "director", "reason": ruled.reason}
        tell(tournament, NewsKind.WITHDRAWN, {entrant: facts}, now=now)
        has_limit = tournament.most_entrants is not None
        if tournament.phase != Phase.RUNNING and has_limit and _standing_of_next(tournament) != Standing.RESERVE:
            waiting = tournament.entrants.filter(standing=Standing.RESERVE, player__isnull=False)
            if (first := waiting.order_by("entered_at", "pk").first()) is not None:
                _let_in(tournament, first, Standing.ENTERED, now=now)


def tables_open_to(entrants: Collection[Entrant], phases: Collection[str]) -> QuerySet[Fixture]:
    """Return the published tables, in these phases, at which any of these entrants have a seat."""
    return (
        Fixture.objects.filter(sittings__entrant__in=entrants, sittings__seat__isnull=False, phase__in=phases)
        .select_related("round")
        .distinct()
    )


def take_out(
    tournament: Tournament,
    leaving: Collection[Entrant],
    fixtures: Collection[Fixture],
    tables: Mapping[int, Table],
    *,
    now: datetime,
) -> None:
    """Withdraw these entrants and go on without them at the tables they leave. Drafts are paired again."""
    for entrant in leaving:
        entrant.standing, entrant.withdrawn_at = Standing.WITHDRAWN, now
        entrant.save(update_fields=["standing", "withdrawn_at"])
    go_on_without(leaving, tournament, fixtures, tables, now=now)
    if tournament.phase == Phase.RUNNING:
        redraw_drafts(tournament, now=now)


def go_on_without(
    absent: Collection[Entrant],
    tournament: Tournament,
    fixtures: Collection[Fixture],
    tables: Mapping[int, Table],
    *,
    now: datetime,
) -> None:
    """Deal each of these fixtures again without the absent, if it is still in its lobby. `tables` are locked. End the
    rounds that this completes."""
    for fixture in fixtures:
        table = tables[fixture.pk]
        if fixture.phase == Fixture.Phase.JOINING and table.state is None:
            seated = fixture.sittings.exclude(seat=None).filter(entrant__player__isnull=False)
            staying = list(seated.exclude(entrant__in=absent).select_related("entrant__player"))
            assert table.game.hard_end is not None
            deal_again(tournament, fixture, table, staying, hard_end=table.game.hard_end, now=now)
    if tournament.phase == Phase.RUNNING:
        rounds = Round.objects.filter(fixtures__in=fixtures).select_related("division__tournament").distinct()
        end_what_is_over(tournament, list(rounds), now=now)


# --- replacing a player -----------------------------------------------------------------------------------------------


def replace(*, entrant_id: int, player: Player, by: Player, reason: str, now: datetime) -> None:
    """Give an entrant's place to another player, with its results, open tables and future rounds. The replaced player
    may watch, and counts as withdrawn."""
    tournament_id = tournament_of(Entrant, entrant_id)
    with locked_for_ruling(tournament_id, Phase.RUNNING, by=by, reason=reason, now=now) as ruled:
        _replace(ruled, entrant_id, player)


def substitute(*, entrant_id: int, by: Player, reason: str, now: datetime) -> Entrant:
    """Replace an entrant by the reserve who has waited longest and may play. Return the entrant."""
    tournament_id = tournament_of(Entrant, entrant_id)
    with locked_for_ruling(tournament_id, Phase.RUNNING, by=by, reason=reason, now=now) as ruled:
        waiting = ruled.tournament.entrants.filter(standing=Standing.RESERVE, player__is_active=True)
        waiting = waiting.exclude(player=by).filter(sittings=None, byes=None)
        if ruled.tournament.is_for_members:
            waiting = waiting.filter(club=ruled.tournament.entrants.get(pk=entrant_id).club_id)
        waiting = waiting.select_related("player").order_by("entered_at", "pk")
        for reserve in waiting:
            if reserve.player is not None and walkouts.ban_of(reserve.player, now=now) is None:
                return _replace(ruled, entrant_id, reserve.player)
    raise OrderRefused("No reserve is available. Replace the player with somebody else.")


def _replace(ruled: Ruled, entrant_id: int, player: Player) -> Entrant:
    tournament, by, now = ruled.tournament, ruled.by, ruled.now
    entrant = tournament.entrants.select_related("player").get(pk=entrant_id)
    old, old_name = entrant.player, entrant.name
    other = tournament.entrants.filter(player=player).first()
    if by == player:
        raise OrderRefused(
            "You’re playing in this tournament. Another director has to rule on anything that concerns you."
        )
    ruled.refuse_own(entrant)
    if old == player:
        raise OrderRefused("{name} already has this place.", name=entrant.name)
    if not entrant.divisions.exists():
        raise OrderRefused("{name} has no place in a division. Add a late entry instead.", name=entrant.name)
    if other is None or other.standing != Standing.RESERVE:
        _check_may_enter(tournament, player, by=by, now=now)
    else:
        walkouts.refuse_banned(player, by=by, now=now)
    if other is not None and (other.sittings.exists() or other.byes.exists()):  # results stay with their player
        raise OrderRefused("{name} has already played in this tournament. Choose somebody else.", name=player.name)
    entrant.club_id = _club_put_in_for(tournament, player, entrant.club_id)
    touched = list(tables_open_to([entrant], OPEN))
    ruled.refuse_own_table(touched)
    with tables_of(touched, now=now) as tables:
        for fixture in touched:
            _sit_instead(fixture, tables[fixture.pk], entrant, player, ruled)
        _hand_over(ruled, entrant, player, other)
    ruled.keep("replace", entrant=entrant, concerned=[entrant], before=old_name)
    if old is not None:
        facts = {"how": "director", "reason": ruled.reason}
        News.objects.create(tournament=tournament, player=old, kind=NewsKind.WITHDRAWN, facts=facts, at=now)
    return entrant


def _sit_instead(fixture: Fixture, table: Table, entrant: Entrant, player: Player, ruled: Ruled) -> None:
    """Seat the player at a table; before the deal with as much time to join as at a new one."""
    seat = fixture.sittings.get(entrant=entrant).seat
    if seat is None or not (table.is_in_lobby or table.is_played(seat)):
        return
    replace_at(table, seat=seat, player=player, by=None, reason=ruled.reason, office="director")
    if table.is_in_lobby:
        assert table.game.hard_end is not None
        fixture.join_by = min(ruled.now + ruled.tournament.join_within, table.game.hard_end)
        fixture.save(update_fields=["join_by"])


def _hand_over(ruled: Ruled, entrant: Entrant, player: Player, other: Entrant | None) -> None:
    """Give the place to the player. The replaced player gets the place that this player had, or a new one, as
    withdrawn."""
    old, old_name = entrant.player, entrant.name
    if other is not None:
        other.player = None  # temporarily, as nobody may have two places
        other.save(update_fields=["player"])
    entrant.player, entrant.name = player, player.name
    entrant.standing, entrant.withdrawn_at = Standing.CONFIRMED, None
    entrant.save()
    if other is None:
        if old is None:
            return
        number = _next_number(ruled.tournament)
        other = Entrant(
            tournament=ruled.tournament, number=number, entered_at=entrant.entered_at, club_id=entrant.club_id
        )
    other.player, other.name = old, old_name
    other.standing, other.withdrawn_at = Standing.WITHDRAWN, ruled.now
    other.save()
