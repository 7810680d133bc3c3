"""A player's statistics, from rows stored as games end: results by kind, best score, longest word, favourite opponents,
and pace. Others see public games only."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.utils.translation import gettext, ngettext

from games.models import Figures, Game, Opponent
from games.models.afterwards import Results
from games.queries.languages import in_language
from games.rules import registry
from games.rules.alphabets.known import ENGLISH
from games.rules.options import alphabet_in
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
    """A player's results in one kind and one language; `best_game` is None if no game had a score, or that game has been
    deleted. `language` is a code."""

    kind_name: str
    language: str
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
    are, and a third for games in other languages."""
    by_kind = defaultdict[str, list[Figures]](list)
    for row in ROWS(player):
        if row.listed or is_own:
            by_kind[row.kind].append(row)
    together = Counter[tuple[int, str]]()
    for one in OPPONENTS(player):
        if one.listed or is_own:
            together[one.other_id, one.other.name] += one.games
    results = {(kind, code): found for kind, rows in by_kind.items() for code, found in _by_language(rows).items()}
    elsewhere = {one.best_game for (_kind, code), found in results.items() if code != ENGLISH.code for one in found}
    if best := [one for one in elsewhere if one is not None]:
        elsewhere -= set(Game.objects.filter(pk__in=best).values_list("pk", flat=True))
    kinds = [_in_words(kind, code, found, elsewhere) for (kind, code), found in results.items()]
    return PlayerFigures(
        kinds=tuple(sorted(kinds, key=lambda one: -one.games)),
        favourites=tuple((name, games) for (_id, name), games in together.most_common(FAVOURITES)),
        pace=_pace(row.answers for rows in by_kind.values() for row in rows if row.answers),
    )


def _by_language(rows: Sequence[Figures]) -> dict[str, list[Results]]:
    """Return a player's results in one kind, of public and of private games, by the code of the language."""
    found = defaultdict[str, list[Results]](list)
    for row in rows:
        if row.games:
            best = (row.best_score, row.best_shown, row.best_game_id)
            found[ENGLISH.code].append(Results(row.games, row.wins, *best, row.longest_word))
        for code, results in row.languages.items():
            found[code].append(Results(**results))
    return found


def _in_words(kind: str, code: str, found: Sequence[Results], gone: Collection[int | None]) -> KindFigures:
    best = max((one for one in found if one.best_score is not None), key=lambda one: one.best_score or 0, default=None)
    inside = str if code == ENGLISH.code else alphabet_in({"alphabet": code}).inside
    return KindFigures(
        kind_name=in_language(gettext(registry.kind(kind).name), code),
        language=code,
        games=sum(one.games for one in found),
        wins=sum(one.wins for one in found),
        best_shown=best.best_shown if best else "",
        best_game=best.best_game if best and best.best_game not in gone else None,
        longest_word=max((one.longest_word for one in found), key=lambda word: len(inside(word))),
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
