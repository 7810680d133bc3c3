"""A player's statistics, from rows stored as games end: results by kind, best score, longest word, favourite opponents,
and pace. Others see public games only."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.utils.translation import gettext, ngettext

from games.models import Figures, Opponent
from games.rules import registry
from games.statements import GIVEN, Compiled

FAVOURITES, OPPONENTS_READ = 5, 100
ANSWERS_AT_LEAST = 5
ROWS = Compiled(Figures.objects.filter(player=GIVEN).order_by("-games", "kind", "-listed"))
OPPONENTS = Compiled(
    Opponent.objects.filter(player=GIVEN, other__is_active=True).order_by("-games", "other", "-listed")[
        :OPPONENTS_READ
    ],
    joined=["other"],
)


@dataclass(frozen=True)
class KindFigures:
    """A player's results in one kind; `best_game` is None if no game had a score, or that game has been deleted."""

    kind_name: str
    games: int
    wins: int
    best_shown: str
    best_game: int | None
    longest_word: str

    @property
    def best(self) -> str:
        """The best score without its sum."""
        return self.best_shown.rpartition("=")[2].strip()


@dataclass(frozen=True)
class PlayerFigures:
    """A player's statistics, the most played kind first. `pace` is the median time that others waited for an answer, in
    words; empty if there were too few. `favourites` are names with the number of games together."""

    kinds: tuple[KindFigures, ...]
    favourites: tuple[tuple[str, int], ...]
    pace: str

    @property
    def games(self) -> int:
        """The number of games of all kinds."""
        return sum(one.games for one in self.kinds)

    @property
    def wins(self) -> int:
        """The number of games won, of all kinds."""
        return sum(one.wins for one in self.kinds)


def figures_of(*, player: int, is_own: bool) -> PlayerFigures:
    """Return a player's statistics, which include private games only if `is_own`. Two queries, however many games there
    are."""
    by_kind = defaultdict[str, list[Figures]](list)
    for row in ROWS(player):
        if row.listed or is_own:
            by_kind[row.kind].append(row)
    together = Counter[tuple[int, str]]()
    for one in OPPONENTS(player):
        if one.listed or is_own:
            together[one.other_id, one.other.name] += one.games
    kinds = [_of_a_kind(kind, rows) for kind, rows in by_kind.items()]
    return PlayerFigures(
        kinds=tuple(sorted(kinds, key=lambda one: -one.games)),
        favourites=tuple((name, games) for (_id, name), games in together.most_common(FAVOURITES)),
        pace=_pace(row.answers for rows in by_kind.values() for row in rows if row.answers),
    )


def _of_a_kind(kind: str, rows: Sequence[Figures]) -> KindFigures:
    best = max((row for row in rows if row.best_score is not None), key=lambda row: row.best_score or 0, default=None)
    return KindFigures(
        kind_name=gettext(registry.kind(kind).name),
        games=sum(row.games for row in rows),
        wins=sum(row.wins for row in rows),
        best_shown=best.best_shown if best else "",
        best_game=best.best_game_id if best else None,
        longest_word=max((row.longest_word for row in rows), key=len),
    )


def _pace(counted: Iterable[Sequence[int]]) -> str:
    answers = [sum(of_a_step) for of_a_step in zip(*counted, strict=True)]
    if sum(answers) < ANSWERS_AT_LEAST:
        return ""
    median = next(step for step, so_far in enumerate(accumulate(answers)) if 2 * so_far >= sum(answers))
    if median == len(Figures.STEPS):
        return gettext("more than 1 week")
    hours = Figures.STEPS[median]
    if hours < 1:
        minutes = round(60 * hours)
        return ngettext("within {n} minute", "within {n} minutes", minutes).format(n=minutes)
    return ngettext("within {n} hour", "within {n} hours", round(hours)).format(n=round(hours))
