"""Before a tournament begins: making it, opening and closing its entries, entering, waiting as a reserve, being confirmed."""

import secrets
from datetime import datetime

from games.players.models import Player
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.tournaments.commands.latecomers import check_late, join_late
from games.tournaments.commands.locking import Phase, check_phase, locked, locked_for_director, tell, tournament_of
from games.tournaments.commands.places import (
    check_may_enter,
    entrant_for,
    number_by_strength,
    standing_of_next,
)
from games.tournaments.commands.terms import check_settings
from games.tournaments.models import Entrant, News, Tournament

LOT_BYTES = 8

Standing = Entrant.Standing


def make(*, tournament: Tournament, by: Player, now: datetime) -> None:
    """Keep a new tournament, as a draft that `by` directs. Raises OrderRefused for settings that cannot be played."""
    check_settings(tournament)
    tournament.lot, tournament.made_at = secrets.token_hex(LOT_BYTES), now
    tournament.save()
    tournament.directors.add(by)


def open_entries(*, tournament_id: int, by: Player, now: datetime) -> None:
    """Players may enter, for the first time or again."""
    with locked_for_director(tournament_id, by) as tournament:
        check_phase(tournament, Phase.DRAFT, Phase.CLOSED)
        check_settings(tournament)
        if tournament.entries_close_at is not None and tournament.entries_close_at <= now:
            raise OrderRefused(say("Entries would be closed at once: let them close later."))
        tournament.phase = Phase.ENTRIES
        tournament.save(update_fields=["phase"])


def close_entries(*, tournament_id: int, by: Player, now: datetime) -> None:
    """Nobody enters any more but as a reserve; those who have are numbered by strength."""
    with locked_for_director(tournament_id, by) as tournament:
        _check_open(tournament)
        _close(tournament, now=now)


def close_due_entries(*, now: datetime) -> int:
    """Close the entries of all tournaments whose time for them is over. Returns how many."""
    due = Tournament.objects.filter(phase=Phase.ENTRIES, entries_close_at__lte=now)
    closed = 0
    for tournament_id in due.values_list("pk", flat=True):
        with locked(tournament_id) as tournament:
            if tournament.phase == Phase.ENTRIES:
                _close(tournament, now=now)
                closed += 1
    return closed


def enter(*, tournament_id: int, player: Player, now: datetime) -> Entrant:
    """A player enters; over the most who can play, as a reserve. While it runs only who may still come late."""
    with locked(tournament_id) as tournament:
        check_may_enter(tournament, player, now=now)
        if tournament.phase == Phase.RUNNING:
            check_late(tournament)
            if standing_of_next(tournament) == Standing.RESERVE:
                raise OrderRefused(say("As many play as can play. You can still offer to be a reserve."))
            entrant = entrant_for(tournament, player, Standing.ENTERED, now=now)
            join_late(tournament, entrant, now=now)
        else:
            _check_in_time(tournament, now)
            entrant = entrant_for(tournament, player, standing_of_next(tournament), now=now)
        tell(tournament, News.Kind.ENTERED, {entrant: {"entrant": entrant.pk}}, now=now)
    return entrant


def reserve(*, tournament_id: int, player: Player, now: datetime) -> Entrant:
    """A player offers to take the place of somebody who does not come."""
    with locked(tournament_id) as tournament:
        check_phase(tournament, Phase.ENTRIES, Phase.CLOSED, Phase.RUNNING)
        check_may_enter(tournament, player, now=now)
        entrant = entrant_for(tournament, player, Standing.RESERVE, now=now)
        tell(tournament, News.Kind.ENTERED, {entrant: {"entrant": entrant.pk}}, now=now)
    return entrant


def confirm(*, entrant_id: int, by: Player, now: datetime) -> None:
    """A director counts on this entrant; a reserve is let in."""
    with locked_for_director(tournament_of(Entrant, entrant_id), by) as tournament:
        check_phase(tournament, Phase.ENTRIES, Phase.CLOSED)
        entrant = tournament.entrants.get(pk=entrant_id)
        if entrant.standing == Standing.WITHDRAWN:
            raise OrderRefused(say("{name} has withdrawn.", name=entrant.name))
        if entrant.standing == Standing.CONFIRMED:
            raise OrderRefused(say("{name} is confirmed already.", name=entrant.name))
        entrant.standing = Standing.CONFIRMED
        entrant.save(update_fields=["standing"])
        tell(tournament, News.Kind.ENTERED, {entrant: {"entrant": entrant.pk}}, now=now)


def _check_open(tournament: Tournament) -> None:
    if tournament.phase == Phase.CLOSED:
        raise OrderRefused(say("Entries are closed."))
    check_phase(tournament, Phase.ENTRIES)


def _check_in_time(tournament: Tournament, now: datetime) -> None:
    if tournament.phase == Phase.DRAFT:
        raise OrderRefused(say("Entries are not open yet."))
    closed_at = tournament.entries_close_at
    is_over = closed_at is not None and closed_at <= now
    if tournament.phase == Phase.CLOSED or (tournament.phase == Phase.ENTRIES and is_over):
        raise OrderRefused(say("Entries are closed. You can still offer to be a reserve."))
    check_phase(tournament, Phase.ENTRIES)


def _close(tournament: Tournament, *, now: datetime) -> None:
    number_by_strength(tournament, now=now)
    tournament.phase = Phase.CLOSED
    tournament.save(update_fields=["phase"])
