"""A tournament as a whole: started, its final drawn, finished, declared void, and followed by the next season."""

import secrets
from datetime import datetime, timedelta

from games import commands
from games.commands.staff import govern_at
from games.players.models import Player
from games.rules.kind import OrderRefused, StaffAction
from games.rules.messages import say
from games.tournaments.commands.books import OPEN, Format, drafts_of, order_of, playing, undrawn_of
from games.tournaments.commands.drawing import draw_up_at, think_ahead
from games.tournaments.commands.endings import end_tournament
from games.tournaments.commands.entries import LOT_BYTES
from games.tournaments.commands.fixtures import close
from games.tournaments.commands.locking import (
    Phase,
    check_phase,
    keep_ruling,
    locked_drafts,
    locked_for_director,
    reason_of,
    refuse_own_table,
    tables_of,
    tell,
)
from games.tournaments.commands.plans import divided
from games.tournaments.commands.promotion import promoted
from games.tournaments.commands.terms import check_settings, table_limits
from games.tournaments.models import Division, Entrant, Fixture, News, Round, Tournament

FAR_AWAY = timedelta(days=36525)
"""The end of a ladder's round, which has none."""
COPIED = (
    *("name", "about", "kind", "format", "options", "word_list", "rated", "table_size", "rounds_planned"),
    *("division_size", "advance", "round_lasts", "join_within", "most_entrants", "late_until"),
)
"""What the next season takes over."""


def start(*, tournament_id: int, by: Player, now: datetime) -> None:
    """It begins: the divisions are made and their first rounds drawn up as drafts. On a ladder all may challenge at once."""
    think_ahead(tournament_id)
    with locked_for_director(tournament_id, by) as tournament:
        check_phase(tournament, Phase.CLOSED)
        check_settings(tournament)
        entrants = playing(tournament)
        least = table_limits(tournament)[0]
        if len(entrants) < least:
            raise OrderRefused(say("A tournament of this game takes at least {least} players.", least=least))
        tournament.phase, tournament.started_at = Phase.RUNNING, now
        tournament.save(update_fields=["phase", "started_at"])
        for number, members in enumerate(divided(tournament, entrants), start=1):
            Division.objects.create(tournament=tournament, number=number).entrants.set(members)
        if tournament.format == Format.LADDER:
            _stand_the_ladder(tournament, by=by, now=now)
        else:
            draw_up_at(tournament, now=now)


def draw_final(*, tournament_id: int, by: Player, now: datetime) -> None:
    """The best of each pool make the final, whose rounds are drawn up as drafts."""
    with locked_for_director(tournament_id, by) as tournament:
        check_phase(tournament, Phase.RUNNING)
        if tournament.format != Format.POOLS:
            raise OrderRefused(say("Only a tournament of pools has a final to draw."))
        pools = list(tournament.divisions.filter(stage=1))
        if tournament.divisions.filter(stage=2).exists():
            raise OrderRefused(say("The final has been drawn already."))
        rounds = Round.objects.filter(division__in=pools)
        if any(undrawn_of(pool) for pool in pools) or rounds.exclude(phase=Round.Phase.FINISHED).exists():
            raise OrderRefused(say("The pools are still being played: draw the final after them."))
        best = [entrant for pool in pools for entrant in _best_of(pool, tournament.advance)]
        if len(best) < table_limits(tournament)[0]:
            raise OrderRefused(say("Too few are left for a final: finish the tournament instead."))
        Division.objects.create(tournament=tournament, stage=2, number=1).entrants.set(best)
        draw_up_at(tournament, now=now)


def finish(*, tournament_id: int, by: Player, reason: str, now: datetime) -> None:
    """A director ends it before its last round, or a ladder; the standings are final. No table may be open any more."""
    reason = reason_of(reason)
    with locked_for_director(tournament_id, by) as tournament:
        check_phase(tournament, Phase.RUNNING)
        if Fixture.objects.filter(round__division__tournament=tournament, phase__in=OPEN).exists():
            raise OrderRefused(say("Tables are still being played: wait for them, or adjudicate them first."))
        locked_drafts(tournament)
        drafts_of(tournament).delete()
        published = Round.objects.filter(division__tournament=tournament, phase=Round.Phase.PUBLISHED)
        published.update(phase=Round.Phase.FINISHED, finished_at=now)
        end_tournament(tournament, now=now)
        keep_ruling(tournament, "finish", by=by, reason=reason, now=now)


def void(*, tournament_id: int, by: Player, reason: str, now: datetime) -> None:
    """The whole tournament counts for nothing: running games end without a result. Nothing is deleted."""
    reason = reason_of(reason)
    with locked_for_director(tournament_id, by) as tournament:
        check_phase(tournament, Phase.DRAFT, Phase.ENTRIES, Phase.CLOSED, Phase.RUNNING)
        opened = list(Fixture.objects.filter(round__division__tournament=tournament, phase__in=OPEN))
        refuse_own_table(opened, by)
        with tables_of(opened, now=now) as tables:
            for fixture in opened:
                table = tables[fixture.pk]
                if table.is_in_lobby:
                    commands.cancel_at(table)
                elif table.is_running:
                    govern_at(table, StaffAction("VOID", reason), by=None)
                close(fixture, Fixture.Phase.VOID, now=now)
        locked_drafts(tournament)
        drafts_of(tournament).delete()
        tournament.phase, tournament.finished_at = Phase.VOID, now
        tournament.save(update_fields=["phase", "finished_at"])
        everybody = tournament.entrants.exclude(standing=Entrant.Standing.WITHDRAWN)
        keep_ruling(tournament, "void", by=by, reason=reason, now=now, concerned=list(everybody))


def next_season(*, tournament_id: int, by: Player, now: datetime) -> Tournament:
    """The season after a finished league, open for entries: whoever stayed to the end is in it, in the order that promotion and
    relegation give; who enters anew comes after them."""
    with locked_for_director(tournament_id, by) as tournament:
        check_phase(tournament, Phase.FINISHED)
        if tournament.format != Format.LEAGUE:
            raise OrderRefused(say("Only a league has seasons: make a new tournament instead."))
        if Tournament.objects.filter(follows=tournament).exists():
            raise OrderRefused(say("The next season has been made already."))
        season = Tournament.objects.create(
            **{name: getattr(tournament, name) for name in COPIED},
            lot=secrets.token_hex(LOT_BYTES),
            season=tournament.season + 1,
            follows=tournament,
            made_at=now,
            phase=Phase.ENTRIES,
        )
        season.directors.set(tournament.directors.all())
        carried = Entrant.objects.bulk_create(
            Entrant(tournament=season, player=entrant.player, name=entrant.name, number=number, entered_at=now)
            for number, entrant in enumerate(promoted(tournament), start=1)
        )
        tell(season, News.Kind.ENTERED, {entrant: {"entrant": entrant.pk} for entrant in carried}, now=now)
    return season


def _best_of(pool: Division, count: int) -> list[Entrant]:
    play = set(playing(pool))
    return [entrant for entrant in order_of(pool) if entrant in play][:count]


def _stand_the_ladder(tournament: Tournament, *, by: Player, now: datetime) -> None:
    Round.objects.create(
        division=tournament.divisions.get(),
        number=1,
        phase=Round.Phase.PUBLISHED,
        drafted_at=now,
        published_at=now,
        published_by=by,
        ends_at=now + FAR_AWAY,
    )
