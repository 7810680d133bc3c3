"""Builders that write tournaments in any state straight to the database, without the commands that lead there.

Their games have only what a list of tables shows."""

from datetime import UTC, datetime, timedelta

from games.models import Game, Seat
from games.players.models import Player
from games.tournaments.models import Bye, Division, Entrant, Fixture, Round, Sitting, Tournament
from tests.tables import import_rows

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def tournament(*players, now=NOON, phase="running", directors=(), **fields):
    """Create a tournament with these players as entrants, numbered in this order from 1."""
    made = Tournament.objects.create(
        **{
            "name": "Autumn league",
            "lot": "a lot",
            "started_at": now,
            "phase": phase,
            "made_at": now - 9 * DAY,
            **fields,
        }
    )
    made.directors.set(directors)
    for number, player in enumerate(players, 1):
        Entrant.objects.create(
            tournament=made, player=player, name=player.name, number=number, standing="confirmed", entered_at=now
        )
    return made


def division(of, *numbers, stage=1):
    """Create a division of these entrants, or of all if none are named."""
    made = Division.objects.create(tournament=of, stage=stage, number=of.divisions.filter(stage=stage).count() + 1)
    entrants = of.entrants.filter(number__in=numbers) if numbers else of.entrants.all()
    made.entrants.set(entrants)
    return made


def round_of(in_division, *, now=NOON, phase="published", ends_at=None):
    return Round.objects.create(
        division=in_division,
        number=in_division.rounds.count() + 1,
        phase=phase,
        published_at=None if phase == "draft" else now,
        ends_at=None if phase == "draft" else ends_at or now + 28 * DAY,
        finished_at=now if phase == "finished" else None,
    )


def fixture(
    in_round, *numbers, phase="finished", ranks=None, scores=None, awarded=None, game=None, agreed=(), now=NOON
):
    """Create a table of these entrants. If it is finished, they are ranked in this order unless `ranks` are given."""
    tournament_, is_over = in_round.division.tournament, phase == "finished"
    entrants = [tournament_.entrants.get(number=number) for number in numbers]
    if game is None and phase not in ("planned", "void"):
        game = game_row(entrants, phase, agreed=agreed, now=now)
    made = Fixture.objects.create(
        round=in_round,
        number=in_round.fixtures.count() + 1,
        phase=phase,
        game=game,
        join_by=now + 3 * DAY if phase == "joining" else None,
        finished_at=now if is_over or phase == "awarded" else None,
    )
    ranks = ranks or tuple(range(1, len(numbers) + 1))
    for seat, entrant in enumerate(entrants):
        Sitting.objects.create(
            fixture=made,
            entrant=entrant,
            seat=seat,
            rank=ranks[seat] if is_over else None,
            score=(scores or [4 - rank for rank in ranks])[seat] if is_over else None,
            awarded=awarded[seat] if awarded else None,
        )
        if is_over:
            shown = f"{4 - ranks[seat]}.00"
            Seat.objects.filter(game=game, number=seat).update(rank=ranks[seat], result=shown)
    return made


def game_row(entrants, phase, *, agreed=(), now=NOON):
    """Create a game that has its seats but no real state."""
    game = Game.objects.create(
        kind="crossing",
        phase={"joining": "lobby", "playing": "playing"}.get(phase, "finished"),
        seat_count=len(entrants),
        options={},
        word_list=import_rows(),
        listed=True,
        made_at=now,
        started_at=None if phase == "joining" else now,
        finished_at=None if phase in ("joining", "playing") else now,
        commitment="0" * 64,
        seed=bytes(32),
        state=None if phase == "joining" else {},
        due_at=now + 28 * DAY,
    )
    for number, entrant in enumerate(entrants):
        Seat.objects.create(
            game=game,
            number=number,
            player=entrant.player,
            name=entrant.name,
            over_at=game.finished_at,
            agreed_at=now if phase != "joining" or entrant.number in agreed else None,
            is_awaited=(phase == "playing" and number == 0) or (phase == "joining" and entrant.number not in agreed),
        )
    return game


def bye(in_round, number, points="1", reason=""):
    entrant = in_round.division.tournament.entrants.get(number=number)
    return Bye.objects.create(round=in_round, entrant=entrant, points=points, reason=reason)


def people(n, *, after=0):
    """Create `n` players with distinct names, starting with Eve; `after` skips as many names."""
    names = ("Eve", "Fritz", "Greta", "Hugo", "Ines", "Jonas", "Klara", "Ludwig", "Mira", "Nils", "Olga", "Paul")
    return [
        Player.objects.create_user(f"{names[i % 12].lower()}{i}@example.org", name=f"{names[i % 12]}{i // 12 or ''}")
        for i in range(after, after + n)
    ]
