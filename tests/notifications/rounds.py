"""Tournaments as rows, for emails about them: the entrants, and tables of a published round with their games."""

from datetime import timedelta

from django.db import transaction

from games import commands
from games.tournaments.models import Division, Entrant, Fixture, News, Round, Sitting, Tournament
from tests.notifications.conftest import NOON, OPTIONS, Post

TO_JOIN, A_ROUND = timedelta(hours=72), timedelta(days=28)


def tournament_of(*players, **fields):
    """Create a running tournament that these players have entered in this order."""
    tournament = Tournament.objects.create(
        **{
            "name": "Autumn Cup",
            "format": Tournament.Format.SWISS,
            "phase": Tournament.Phase.RUNNING,
            "made_at": NOON,
            "lot": "of tests",
            **fields,
        }
    )
    division = Division.objects.create(tournament=tournament, number=1)
    for number, player in enumerate(players, start=1):
        entrant = Entrant.objects.create(
            tournament=tournament, player=player, name=player.name, number=number, entered_at=NOON
        )
        division.entrants.add(entrant)
    return tournament


def round_of(tournament, *, number=1, at=NOON, phase=Round.Phase.PUBLISHED, lasts=A_ROUND):
    published = {} if phase == Round.Phase.DRAFT else {"published_at": at, "ends_at": at + lasts}
    return Round.objects.create(division=tournament.divisions.get(), number=number, phase=phase, **published)


def table_of(one, *players, at=NOON, join_within=TO_JOIN, missing=(), agreed=None, rated=True, **opened):
    """Create a table of a round with these players seated, and return its emails; the `missing` did not join."""
    entrants = {each.player_id: each for each in one.division.tournament.entrants.all()}
    with transaction.atomic():
        terms = {"kind": "crossing", "options": OPTIONS, "word_list": "ae", **opened}
        game = commands.open_table(players=players, rated=rated, hard_end=one.ends_at, agreed=agreed, now=at, **terms)
        is_dealt = agreed is not None
        fixture = Fixture.objects.create(
            round=one,
            number=one.fixtures.count() + 1,
            game=game,
            phase=Fixture.Phase.PLAYING if is_dealt else Fixture.Phase.JOINING,
            join_by=at + join_within,
        )
        for seat, player in enumerate(players):
            Sitting.objects.create(fixture=fixture, entrant=entrants[player.pk], seat=seat)
        for player in missing:
            Sitting.objects.create(fixture=fixture, entrant=entrants[player.pk])
    return Post(game.pk, at)


def news(tournament, player, kind, *, at=NOON, **facts):
    return News.objects.create(tournament=tournament, player=player, kind=kind, facts=facts, at=at)
