"""Who comes late: in the middle of a running tournament, by themself where it allows that, or let in by a director."""

from datetime import datetime

from games.players.models import Player
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.tournaments.commands.books import Format, last_round
from games.tournaments.commands.drawing import redraw_drafts
from games.tournaments.commands.locking import Phase, check_phase, keep_ruling, locked_for_director, reason_of, tell
from games.tournaments.commands.places import check_may_enter, entrant_for
from games.tournaments.models import Bye, Entrant, News, Round, Tournament

TAKES_LATECOMERS = (Format.SWISS, Format.ROUND_ROBIN, Format.LADDER)


def add_late(
    *, tournament_id: int, player: Player, by: Player, reason: str, now: datetime, points: str = Bye.Points.ZERO
) -> Entrant:
    """A director lets somebody in, after the entries too, and whatever the most is; also who had withdrawn. Rounds that are
    over or under way count as byes with so many points."""
    reason = reason_of(reason)
    if points not in (Bye.Points.ZERO, Bye.Points.HALF):
        raise OrderRefused(say("For a round that was missed one gets no points, or half of them."))
    with locked_for_director(tournament_id, by) as tournament:
        check_phase(tournament, Phase.ENTRIES, Phase.CLOSED, Phase.RUNNING)
        check_may_enter(tournament, player, by=by, now=now)
        entrant = entrant_for(tournament, player, Entrant.Standing.CONFIRMED, now=now)
        if tournament.phase == Phase.RUNNING:
            join_late(tournament, entrant, points=points, now=now)
        keep_ruling(tournament, "late", by=by, reason=reason, now=now, entrant=entrant, points=points)
        tell(tournament, News.Kind.ENTERED, {entrant: {"entrant": entrant.pk}}, now=now)
    return entrant


def check_late(tournament: Tournament) -> None:
    """Raise OrderRefused where nobody may come late any more without a director."""
    _check_format(tournament)
    if tournament.format == Format.LADDER:
        return
    last = last_round(tournament.divisions.get())
    if 1 + (last.number if last else 0) > tournament.late_until:
        raise OrderRefused(
            say("This tournament has begun. You can offer to be a reserve, or ask a director to let you in.")
        )


def join_late(tournament: Tournament, entrant: Entrant, *, now: datetime, points: str = Bye.Points.ZERO) -> None:
    """The entrant is drawn from the next round on; what was published without them counts as byes."""
    _check_format(tournament)
    division = tournament.divisions.get()
    division.entrants.add(entrant)
    if tournament.format == Format.LADDER:
        return
    missed = division.rounds.exclude(phase=Round.Phase.DRAFT).exclude(byes__entrant=entrant)
    missed = missed.exclude(fixtures__sittings__entrant=entrant)
    Bye.objects.bulk_create(Bye(round=round, entrant=entrant, points=points) for round in missed)
    redraw_drafts(tournament, now=now)


def _check_format(tournament: Tournament) -> None:
    if tournament.format not in TAKES_LATECOMERS:
        raise OrderRefused(
            say(
                "All who play are drawn at the start. Offer to be a reserve: a director can put you in somebody’s place."
            )
        )
