"""Who plays with whom at a table, and what came of it: its seats by team."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, gettext_noop

from games.models import Game
from games.queries.views import SeatLine, TeamLine
from games.rules.table.view import View

WINS = {
    "best": gettext_noop("The team with the best single score wins."),
    "lowest": gettext_noop("The team whose lowest score is the best wins."),
    "sum": gettext_noop("The team with the most points over all its words and leftover tiles wins."),
}


def team_lines(game: Game, seats: Sequence[SeatLine], view: View[Any] | None) -> tuple[TeamLine, ...]:
    """In the order of their first seats, at the end the best first; nothing where each plays alone."""
    letters = letters_of(game)
    came = {one.team: one for one in view.teams} if view else {}
    lines = [
        TeamLine(
            letter=letter,
            name=gettext("Team {letter}").format(letter=letter),
            is_yours=any(seat.you for seat in seats if letters[seat.number] == letter),
            seats=tuple(seat for seat in seats if letters[seat.number] == letter),
            rank=came[letter].rank if letter in came else None,
            result=came[letter].shown if letter in came else "",
        )
        for letter in dict.fromkeys(letters)
    ]
    return tuple(sorted(lines, key=lambda line: line.rank or 0))


def letters_of(game: Game) -> str:
    """The letter of each seat’s team, empty where each plays alone."""
    return str(game.options.get("teams", ""))


def how_teams_win(game: Game) -> str:
    """By which rule a team wins, in a sentence."""
    return gettext(WINS[game.options.get("team_wins", "best")]) if letters_of(game) else ""
