"""The steps that all tournament commands share: locking its row, checking its director, asking for and saving a reason,
and notifying those concerned.

Locks are taken in one order, so that commands cannot deadlock: first the tournament's row, then all games concerned, at
once and by id (`tables_of`); only then is anything written. Nothing here depends on a format."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.db import transaction
from django.db.models import Q

from games import store
from games.commands.moderation import check_may_speak
from games.commands.staff import checked_reason
from games.models import Game
from games.players.models import Player
from games.rules.values import OrderRefused
from games.store import Table
from games.tournaments.models import Entrant, Fixture, News, NewsKind, PairRule, Round, Ruling, Tournament
from games.tournaments.queries.clubs import runs_its_club
from games.tournaments.queries.consequences import (
    Picture,
    consequences,
    consequences_in_words,
    picture,
)
from games.tournaments.snapshot import NoSuchTournament, Snapshot

Phase = Tournament.Phase

_LEADS_BY = {
    Entrant: "tournament",
    PairRule: "tournament",
    Round: "division__tournament",
    Fixture: "round__division__tournament",
}


def tournament_of(part: type[Entrant | PairRule | Round | Fixture], part_id: int) -> int:
    """Return the id of the tournament that a part belongs to. Raises NoSuchTournament."""
    found = part._default_manager.filter(pk=part_id).values_list(_LEADS_BY[part], flat=True).first()
    if found is None:
        raise NoSuchTournament
    return int(found)


@contextmanager
def locked(tournament_id: int) -> Iterator[Tournament]:
    """Lock a tournament and yield it, in one durable transaction; after an exception nothing is saved. Raises
    NoSuchTournament.

    Its key is not locked: deleting an account locks games first, and then writes rows that refer to this one."""
    with transaction.atomic(durable=True):
        tournament = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).first()
        if tournament is None:
            raise NoSuchTournament
        trial = _TRIAL.get()
        before = picture(Snapshot(tournament)) if trial is not None else None
        yield tournament
        if trial is not None and before is not None:
            trial.end(tournament, before)


@dataclass
class Trial:
    """The consequences of a command: either only previewed or, with the `code` of an earlier preview, confirmed. `says`
    are sentences on them."""

    code: str = ""
    says: Sequence[str] = ()

    def end(self, tournament: Tournament, before: Picture) -> None:
        """Compare with the picture from before. Undo everything if it is only a preview; raise OrderRefused if the
        consequences are not those confirmed."""
        whole = Snapshot(tournament)
        found = consequences(whole, before, picture(whole))
        self.says = consequences_in_words(whole, found)
        if not self.code:
            self.code = found.code
            transaction.set_rollback(True)
        elif self.code != found.code:
            raise OrderRefused("The tournament has changed since you looked at the consequences. Look at them again.")


AnyTrial = TypeVar("AnyTrial", Trial, Trial | None)
_TRIAL: ContextVar[Trial | None] = ContextVar("_TRIAL", default=None)


@contextmanager
def trying() -> Iterator[Trial]:
    """Run the one command inside without saving anything. Yield its consequences, known after it."""
    with _watching(Trial()) as trial:
        yield trial


@contextmanager
def confirming(code: str) -> Iterator[None]:
    """Save the one command inside only if its consequences have this code; an empty code confirms nothing, and saves it
    normally."""
    with _watching(Trial(code) if code else None):
        yield


@contextmanager
def _watching(trial: AnyTrial) -> Iterator[AnyTrial]:
    token = _TRIAL.set(trial)
    try:
        yield trial
    finally:
        _TRIAL.reset(token)


@contextmanager
def locked_for_director(tournament_id: int, by: Player, *phases: str) -> Iterator[Tournament]:
    """Lock a tournament for one of its directors, in one of these phases, and yield it. Raises OrderRefused
    otherwise."""
    with locked(tournament_id) as tournament:
        check_directs(tournament, by)
        if phases:
            check_phase(tournament, *phases)
        yield tournament


@dataclass(frozen=True)
class Ruled:
    """A locked tournament on which a director rules, for a saved reason."""

    tournament: Tournament
    by: Player
    reason: str
    now: datetime

    def refuse_own_table(self, fixtures: Collection[Fixture]) -> None:
        """Raise OrderRefused if the director plays at one of these tables, or would."""
        playing = Q(sittings__entrant__player=self.by) | Q(game__seats__player=self.by)
        own = Fixture.objects.filter(playing, pk__in=[fixture.pk for fixture in fixtures]).first()
        if own is not None:
            raise OrderRefused(
                "You’re playing at table {table} of round {round}. Another director has to rule on it.",
                table=own.number,
                round=own.round.number,
            )

    def refuse_own(self, *entrants: Entrant) -> None:
        """Raise OrderRefused if the director is one of these."""
        if self.by.pk in (entrant.player_id for entrant in entrants):
            raise OrderRefused(
                "You’re playing in this tournament. Another director has to rule on anything that concerns you."
            )

    def keep(
        self,
        verb: str,
        *,
        round: Round | None = None,
        fixture: Fixture | None = None,
        entrant: Entrant | None = None,
        concerned: Collection[Entrant] = (),
        **facts: object,
    ) -> None:
        """Save the ruling with its reason, and notify those concerned."""
        ruling = Ruling.objects.create(
            tournament=self.tournament,
            at=self.now,
            by=self.by,
            verb=verb,
            reason=self.reason,
            round=round,
            fixture=fixture,
            entrant=entrant,
            facts=facts,
        )
        told = [one for one in concerned if one.player_id != self.by.pk]
        tell(self.tournament, NewsKind.RULED, {one: {"ruling": ruling.pk} for one in told}, now=self.now)


@contextmanager
def locked_for_ruling(tournament_id: int, *phases: str, by: Player, reason: str, now: datetime) -> Iterator[Ruled]:
    """Lock a tournament for a director's ruling and yield it. Raises OrderRefused, also for a bad reason, and for a
    director muted by the moderators."""
    reason = reason_of(reason)
    check_may_speak(by, now=now)
    with locked_for_director(tournament_id, by, *phases) as tournament:
        yield Ruled(tournament, by, reason, now)


def check_directs(tournament: Tournament, player: Player) -> None:
    """Raise OrderRefused for anybody but its directors, those who run its club, and superusers."""
    directs = player.is_superuser or tournament.directors.filter(pk=player.pk).exists()
    if not (player.is_active and (directs or runs_its_club(tournament, player))):
        raise OrderRefused("You aren’t a director of this tournament. Ask one of its directors.")


def check_phase(tournament: Tournament, *phases: str) -> None:
    """Raise OrderRefused unless the tournament is in one of these phases."""
    if tournament.phase in phases:
        return
    match tournament.phase:
        case Phase.DRAFT:
            raise OrderRefused("This tournament is still a draft. Open entries first.")
        case Phase.ENTRIES:
            raise OrderRefused("Entries are still open. Close them first.")
        case Phase.CLOSED:
            raise OrderRefused("This tournament hasn’t started. Start it first.")
        case Phase.RUNNING:
            raise OrderRefused("This tournament has started.")
        case Phase.FINISHED:
            raise OrderRefused("This tournament has finished.")
        case _:
            raise OrderRefused("This tournament is void.")


def reason_of(text: str) -> str:
    """Return the reason in the form in which it is saved. Raises OrderRefused if it is missing or too long."""
    if not text.strip():
        raise OrderRefused("Give a reason. It is saved and shown to the players.")
    return checked_reason(text)


@contextmanager
def tables_of(fixtures: Collection[Fixture], *, now: datetime) -> Iterator[dict[int, Table]]:
    """Lock the games of these fixtures, bring them up to now and yield them by fixture; save them at the end. Call it
    once per command: a second call would lock out of order."""
    by_game = {fixture.game_id: fixture.pk for fixture in fixtures if fixture.game_id is not None}
    with store.all_locked(Game.objects.filter(pk__in=by_game), now=now) as tables:
        yield {by_game[table.game.pk]: table for table in tables}


def locked_drafts(tournament: Tournament) -> list[Round]:
    """Return the drafts, locked before any of them is changed: deleting an account deletes drafts too, without locking
    the tournament."""
    drafts = Round.objects.select_for_update(of=("self",)).filter(
        division__tournament=tournament, phase=Round.Phase.DRAFT
    )
    return list(drafts.order_by("pk"))


def seated_at(fixtures: Collection[Fixture]) -> list[Entrant]:
    """Return the entrants with a seat at these tables."""
    return list(Entrant.objects.filter(sittings__fixture__in=fixtures, sittings__seat__isnull=False).distinct())


def tell(tournament: Tournament, kind: str, facts_of: Mapping[Entrant, Mapping[str, object]], *, now: datetime) -> None:
    """Write news for the players of these entrants, each with its own facts; none for deleted accounts."""
    News.objects.bulk_create(
        News(tournament=tournament, player_id=entrant.player_id, kind=kind, facts=dict(facts), at=now)
        for entrant, facts in facts_of.items()
        if entrant.player_id is not None
    )
