"""`manage.py correct_result GAME`: correct a result in a tournament, after looking at the consequences."""

from argparse import ArgumentTypeError
from decimal import Decimal, InvalidOperation
from functools import partial

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.players.models import Player
from games.rules.values import OrderRefused
from games.tournaments import commands
from games.tournaments.models import Fixture, Tournament
from games.tournaments.queries.wording import called
from games.wording import listing, speak


def award(text: str) -> tuple[str, Decimal]:
    """Parse `Anna=1` into a name and points."""
    name, is_given, points = text.rpartition("=")
    try:
        return name.strip(), Decimal(points) if is_given else Decimal("nan")
    except InvalidOperation as error:
        raise ArgumentTypeError(f"write {text!r} as NAME=POINTS, such as Anna=1") from error


class Command(BaseCommand):
    help = (
        "Correct the result of a tournament’s table, while the tournament runs or after its end. The first call shows what that "
        "changes and saves nothing; the second, with the code that the first has printed, saves it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", type=int, help="the number of the table’s game")
        how = parser.add_mutually_exclusive_group(required=True)
        how.add_argument("--award", nargs="+", type=award, metavar="NAME=POINTS", help="table points for each player")
        how.add_argument("--void", action="store_true", help="let the table count for nothing")
        parser.add_argument(
            "--by", required=True, metavar="ADDRESS", help="the email address of a director of the tournament"
        )
        parser.add_argument("--reason", required=True, help="it is shown to the players")
        parser.add_argument(
            "--confirm", default="", metavar="CODE", help="the code that the call without it has printed"
        )

    def handle(
        self,
        *,
        game: int,
        award: list[tuple[str, Decimal]] | None,
        by: str,
        reason: str,
        confirm: str,
        **options: object,
    ) -> None:
        fixture = Fixture.objects.select_related("round__division__tournament").filter(game=game).first()
        if fixture is None:
            raise CommandError(f"Game {game} is not a game of a tournament.")
        director = Player.objects.filter(email=by.lower()).first()
        if director is None:
            raise CommandError(f"Nobody has the email address {by}.")
        is_over = fixture.round.division.tournament.phase == Tournament.Phase.FINISHED
        rule = partial(
            commands.correct if is_over else commands.adjudicate,
            fixture_id=fixture.pk,
            how="award" if award else "void",
            points=_points(fixture, award) if award else None,
            by=director,
            reason=reason,
            now=timezone.now(),
        )
        try:
            if confirm:
                with commands.confirming(confirm):
                    rule()
                self.stdout.write("Saved.")
                return
            with commands.trying() as trial:
                rule()
        except OrderRefused as refused:
            raise CommandError(speak(refused.why, ())) from refused
        for line in trial.says:
            self.stdout.write(line)
        self.stdout.write(f"Nothing is saved yet. To save it, repeat the command with --confirm {trial.code}")


def _points(fixture: Fixture, award: list[tuple[str, Decimal]]) -> dict[int, Decimal]:
    """Return the points by entrant. Raises CommandError for a name that nobody, or several people, at the table
    have."""
    entrants = [sitting.entrant for sitting in fixture.sittings.select_related("entrant")]
    names = listing([called(one) for one in entrants])
    points: dict[int, Decimal] = {}
    for name, given in award:
        found = [one.pk for one in entrants if called(one).casefold() == name.casefold()]
        if len(found) != 1 or found[0] in points or given.is_nan():
            raise CommandError(f"Write NAME=POINTS once for each player at the table: {names}.")
        points[found[0]] = given
    return points
