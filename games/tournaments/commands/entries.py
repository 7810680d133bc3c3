"""Entries: entering, in time or late, joining the reserve list, and being confirmed."""

from collections.abc import Iterable
from datetime import datetime

from allauth.account.models import EmailAddress
from django.db.models import Max

from games import batches
from games.players.accounts import is_robot
from games.players.models import Membership, Player
from games.rules.options import alphabet_in
from games.rules.values import OrderRefused
from games.statements import NOW, Compiled
from games.tournaments.commands import walkouts
from games.tournaments.commands.drawing import redraw_drafts
from games.tournaments.commands.locking import (
    Phase,
    check_phase,
    locked,
    locked_for_director,
    locked_for_ruling,
    tell,
    tournament_of,
)
from games.tournaments.commands.terms import check_settings
from games.tournaments.models import Bye, Entrant, NewsKind, Round, Tournament
from games.tournaments.queries.clubs import clubs_in
from games.tournaments.queries.ratings import ratings_now
from games.tournaments.snapshot import PLAYS, TAKES_LATECOMERS, Format, NoSuchTournament

Standing = Entrant.Standing
TO_BE_PLAYED = (Phase.ENTRIES, Phase.CLOSED, Phase.RUNNING)
CLOSING = "closing entries"
_DUE = Compiled(
    batches.ready(CLOSING, Tournament.objects.filter(phase=Phase.ENTRIES, entries_close_at__lte=NOW), now=NOW),
    only=["phase"],
)


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

    def close(tournament_id: int) -> bool:
        with locked(tournament_id) as tournament:
            is_open: bool = tournament.phase == Phase.ENTRIES
            if is_open:
                _close(tournament, now=now)
        return is_open

    return sum(batches.each(CLOSING, [tournament.pk for tournament in _DUE(now=now)], close, now=now))


def _close(tournament: Tournament, *, now: datetime) -> None:
    _number_by_strength(tournament, now=now)
    tournament.phase = Phase.CLOSED
    tournament.save(update_fields=["phase"])


def _number_by_strength(tournament: Tournament, *, now: datetime) -> None:
    """Number the entrants: first those placed by the last season, in its order, then the others by rating, then
    reserves and those who have withdrawn."""
    entrants = list(tournament.entrants.all())
    players = [entrant.player_id for entrant in entrants if entrant.player_id is not None]
    ratings = ratings_now(players=players, kind=tournament.kind, alphabet=alphabet_in(tournament.options).code, now=now)
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
    for first in (unused, 1):  # via unused numbers, because no two may be equal at any time
        for number, entrant in enumerate(entrants, start=first):
            entrant.number = number
        Entrant.objects.bulk_update(entrants, ["number"])


# --- entering ---------------------------------------------------------------------------------------------------------


def enter(*, tournament_id: int, player: Player, now: datetime, club: int | None = None) -> Entrant:
    """Enter, or become a reserve if the tournament is full. A running tournament must allow late entry. In a tournament
    for members the player enters for a `club` of their own, which must be named if several take part."""
    with locked(tournament_id) as tournament:
        club = _club_of(tournament, player, club)
        check_may_enter(tournament, player, now=now)
        standing = standing_of_next(tournament)
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
        check_may_enter(tournament, player, now=now)
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
            club = club_put_in_for(ruled.tournament, player)
            check_may_enter(ruled.tournament, player, by=by, now=now)
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
        let_in(tournament, entrant, Standing.CONFIRMED, now=now)


def let_in(tournament: Tournament, entrant: Entrant, standing: str, *, now: datetime) -> None:
    """Admit the entrant with this standing, and notify them."""
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


def club_put_in_for(tournament: Tournament, player: Player, needed: int | None = None) -> int | None:
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


def check_may_enter(tournament: Tournament, player: Player, *, now: datetime, by: Player | None = None) -> None:
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
        entrant = Entrant(tournament=tournament, player=player, number=next_number(tournament), entered_at=now)
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


def next_number(tournament: Tournament) -> int:
    """Return the number of the next entrant."""
    return 1 + (tournament.entrants.aggregate(last=Max("number"))["last"] or 0)


def standing_of_next(tournament: Tournament) -> str:
    """Return the standing of the next to enter: reserve if the tournament is full."""
    most = tournament.most_entrants
    is_full = most is not None and tournament.entrants.filter(standing__in=PLAYS).count() >= most
    return Standing.RESERVE if is_full else Standing.ENTERED
