"""How every command of a tournament comes in: its row locked, its director known, its reason asked for and kept.

Locks are taken in one order, so that no two commands wait crosswise: first the tournament's row, then all the games that are
touched, at once and by id (`tables_of`), and only then is anything written. Nothing of any format stands here."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction

from games import store
from games.commands.staff import checked_reason
from games.models import Game, Seat
from games.players.models import Player
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.store import Table
from games.tournaments.models import Entrant, Fixture, News, PairRule, Round, Ruling, Tournament

Phase = Tournament.Phase

WAYS = {
    Entrant: "tournament",
    PairRule: "tournament",
    Round: "division__tournament",
    Fixture: "round__division__tournament",
}
"""How a part leads to its tournament."""


class NoSuchTournament(Exception):
    """There is no such tournament, or no such part of one."""


def tournament_of(part: type[Entrant | PairRule | Round | Fixture], part_id: int) -> int:
    """The tournament of which this is a part. Raises NoSuchTournament."""
    found = part._default_manager.filter(pk=part_id).values_list(WAYS[part], flat=True).first()
    if found is None:
        raise NoSuchTournament
    return int(found)


@contextmanager
def locked(tournament_id: int) -> Iterator[Tournament]:
    """The tournament, locked, in one durable transaction. An exception saves nothing. Raises NoSuchTournament.

    Locked without its key: whoever deletes an account has locked its games, and then writes rows that refer to this one."""
    with transaction.atomic(durable=True):
        tournament = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).first()
        if tournament is None:
            raise NoSuchTournament
        yield tournament


@contextmanager
def locked_for_director(tournament_id: int, by: Player) -> Iterator[Tournament]:
    """The same for who directs it; OrderRefused for everybody else."""
    with locked(tournament_id) as tournament:
        if not is_directed_by(tournament, by):
            raise OrderRefused(say("You do not direct this tournament: ask one of its directors."))
        yield tournament


def is_directed_by(tournament: Tournament, player: Player) -> bool:
    """Whether this player may direct it: one of its directors, or a superuser."""
    return player.is_active and (player.is_superuser or tournament.directors.filter(pk=player.pk).exists())


def check_phase(tournament: Tournament, *phases: str) -> None:
    """Raise OrderRefused where the tournament is in none of these phases."""
    if tournament.phase in phases:
        return
    match tournament.phase:
        case Phase.DRAFT:
            raise OrderRefused(say("This tournament is a draft: open its entries first."))
        case Phase.ENTRIES:
            raise OrderRefused(say("Entries are open: close them first."))
        case Phase.CLOSED:
            raise OrderRefused(say("This tournament has not begun: start it first."))
        case Phase.RUNNING:
            raise OrderRefused(say("This tournament has begun."))
        case Phase.FINISHED:
            raise OrderRefused(say("This tournament is finished."))
        case _:
            raise OrderRefused(say("This tournament is void."))


def reason_of(text: str) -> str:
    """The reason as it is kept. Raises OrderRefused where there is none, or too long a one."""
    if not text.strip():
        raise OrderRefused(say("Give a reason: it is kept, and shown to the players."))
    return checked_reason(text)


@contextmanager
def tables_of(fixtures: Collection[Fixture], *, now: datetime) -> Iterator[dict[int, Table]]:
    """The games of these fixtures, locked, with all applied that is due, by fixture; saved at the end. Once a command: a second
    time would lock out of order."""
    by_game = {fixture.game_id: fixture.pk for fixture in fixtures if fixture.game_id is not None}
    with store.all_locked_here(Game.objects.filter(pk__in=by_game), now=now) as tables:
        yield {by_game[table.game.pk]: table for table in tables}


def refuse_own_table(fixtures: Collection[Fixture], by: Player) -> None:
    """Nobody on the staff acts on a game they play, or would play."""
    own = Fixture.objects.filter(pk__in=[fixture.pk for fixture in fixtures], sittings__entrant__player=by).first()
    seat = Seat.objects.filter(game__fixture__in=fixtures, player=by).select_related("game__fixture").first()
    if own is None and seat is not None:
        own = seat.game.fixture
    if own is not None:
        raise OrderRefused(
            say(
                "You play at this table: table {table} of round {round} is another director’s to rule on.",
                table=own.number,
                round=own.round.number,
            )
        )


def locked_drafts(tournament: Tournament) -> list[Round]:
    """Its drafts, locked before any of them is changed: whoever deletes an account drops drafts too, and has locked no
    tournament."""
    drafts = Round.objects.select_for_update(of=("self",)).filter(
        division__tournament=tournament, phase=Round.Phase.DRAFT
    )
    return list(drafts.order_by("pk"))


def seated_at(fixtures: Collection[Fixture]) -> list[Entrant]:
    """Who sits at these tables."""
    return list(Entrant.objects.filter(sittings__fixture__in=fixtures, sittings__seat__isnull=False).distinct())


def keep_ruling(
    tournament: Tournament,
    verb: str,
    *,
    by: Player,
    reason: str,
    now: datetime,
    round: Round | None = None,
    fixture: Fixture | None = None,
    entrant: Entrant | None = None,
    concerned: Collection[Entrant] = (),
    **facts: Any,
) -> Ruling:
    """Keep what a director ruled, with its reason, and let those whom it concerns be told."""
    ruling = Ruling.objects.create(
        tournament=tournament,
        at=now,
        by=by,
        verb=verb,
        reason=reason,
        round=round,
        fixture=fixture,
        entrant=entrant,
        facts=facts,
    )
    told = [one for one in concerned if one.player_id != by.pk]
    tell(tournament, News.Kind.RULED, {one: {"ruling": ruling.pk} for one in told}, now=now)
    return ruling


def tell(tournament: Tournament, kind: str, facts_of: Mapping[Entrant, Mapping[str, Any]], *, now: datetime) -> None:
    """News for the players of these entrants, each with its own facts. Who holds no account is not told."""
    News.objects.bulk_create(
        News(tournament=tournament, player_id=entrant.player_id, kind=kind, facts=dict(facts), at=now)
        for entrant, facts in facts_of.items()
        if entrant.player_id is not None
    )
