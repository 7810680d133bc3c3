"""The ladder: who challenges whom. Its one round stays published; each challenge is a table of it."""

from datetime import datetime

from games.players.models import Player
from games.rules.kind import OrderRefused
from games.rules.messages import say
from games.tournaments.advancing import may_challenge
from games.tournaments.commands.books import OPEN, Format, rungs_of
from games.tournaments.commands.drawing import fill
from games.tournaments.commands.fixtures import open_fixture
from games.tournaments.commands.locking import Phase, check_phase, locked
from games.tournaments.models import Entrant, Fixture, Round


def challenge(*, tournament_id: int, player: Player, other_id: int, now: datetime) -> Fixture:
    """Challenge somebody a few rungs above to a game; who comes first in it takes the higher rung. Nobody plays two games of a
    ladder at once."""
    with locked(tournament_id) as tournament:
        if tournament.format != Format.LADDER:
            raise OrderRefused(say("Players are challenged on a ladder only; here the rounds are drawn."))
        check_phase(tournament, Phase.RUNNING)
        if tournament.paused_at is not None:
            raise OrderRefused(say("This tournament is paused: wait until it goes on."))
        division = tournament.divisions.get()
        entrants = {entrant.pk: entrant for entrant in division.entrants.all()}
        order = rungs_of(division)
        own = next((one for one in entrants.values() if one.player_id == player.pk and one.number in order), None)
        if own is None:
            raise OrderRefused(say("You do not stand on this ladder: enter first."))
        other = entrants.get(other_id)
        if other is None or other.number not in may_challenge(order, own.number):
            raise OrderRefused(say("You can challenge whoever stands at most three rungs above you."))
        for each in (own, other):
            _refuse_busy(each, player)
        round = Round.objects.get(division=division)
        last = round.fixtures.order_by("-number").values_list("number", flat=True).first() or 0
        numbers = {own.number: own, other.number: other}
        (fixture,) = fill(round, [(own.number, other.number)], numbers, after=last)
        open_fixture(
            tournament,
            fixture,
            join_by=now + tournament.join_within,
            ends_at=now + tournament.round_lasts,
            now=now,
        )
    return fixture


def _refuse_busy(entrant: Entrant, player: Player) -> None:
    if not entrant.sittings.filter(fixture__phase__in=OPEN, seat__isnull=False).exists():
        return
    if entrant.player_id == player.pk:
        raise OrderRefused(say("You play a game of this ladder already: finish it first."))
    raise OrderRefused(
        say("{name} plays a game of this ladder already: wait, or challenge somebody else.", name=entrant.name)
    )
