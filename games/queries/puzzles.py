"""The daily puzzles as one reader may see them: of the open puzzle the reader's entry and the number of entries; once the
day is over all entries and the winner."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from games.models import Puzzle, PuzzleEntry
from games.players.models import Player
from games.queries.tables import Choice, in_words
from games.rules import registry
from games.rules.daily import DailyPuzzle, day_of, ends_at
from games.rules.panels import Panel
from games.rules.table.kind import AnyKind
from games.wording import speak

AT_A_TIME = 100  # places on a page


@dataclass(frozen=True)
class EntryLine:
    """One entry; `place` is 0 while the day is not over."""

    place: int
    name: str
    says: str
    panels: Sequence[Panel]
    entered_at: datetime
    is_mine: bool


@dataclass(frozen=True)
class PuzzleView:
    """The open puzzle. `names` is empty, as nobody sits at a puzzle."""

    kind: str
    kind_name: str
    day: date
    ends_at: datetime
    how: Sequence[str]
    panels: Sequence[Panel]
    choice: Choice
    entered: int
    own: EntryLine | None
    word_list: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class PuzzleResult:
    """A puzzle whose day is over: `lines` are the places from `first` on; `seed` shows how it was made. `names` as above."""

    kind: str
    kind_name: str
    day: date
    panels: Sequence[Panel]
    entered: int
    first: int
    lines: Sequence[EntryLine]
    own: EntryLine | None
    earlier: date | None
    later: date | None
    seed: str
    word_list: str
    words_sha256: str
    names: tuple[str, ...] = ()

    @property
    def next_first(self) -> int | None:
        """The first place of the next page."""
        after = self.first + len(self.lines)
        return after if after <= self.entered else None


def puzzle_kinds() -> list[AnyKind]:
    """The kinds that have a daily puzzle."""
    return [kind for kind in registry.KINDS.values() if kind.daily is not None]


def puzzle(*, kind: str, player: Player | None, now: datetime) -> PuzzleView | None:
    """Today's puzzle; None until it is made."""
    of_the_day = Puzzle.objects.filter(kind=kind, day=day_of(now)).first()
    return _view(of_the_day, player) if of_the_day else None


def _view(of_the_day: Puzzle, player: Player | None) -> PuzzleView:
    kind, rules = _kind(of_the_day)
    entries = of_the_day.entries.all()
    mine = entries.filter(player=player).first() if player else None
    return PuzzleView(
        kind=kind.key,
        kind_name=gettext(kind.name),
        day=of_the_day.day,
        ends_at=ends_at(of_the_day.day),
        how=[gettext(sentence) for sentence in rules.how],
        panels=rules.panels(of_the_day.content),
        choice=in_words(rules.offer(of_the_day.content), ()),
        entered=entries.count(),
        own=_line(mine, 0, rules, player) if mine else None,
        word_list=of_the_day.word_list.name,
    )


def puzzle_result(
    *, kind: str, day: date, player: Player | None, now: datetime, first: int = 1, most: int = AT_A_TIME
) -> PuzzleResult | None:
    """A puzzle whose day is over, with the places from `first` on; None for an open or future one, or if none was made."""
    over = _over(kind, now)
    made = over.filter(day=day).select_related("word_list").defer("word_list__trie", "word_list__notice").first()
    if made is None:
        return None
    _, rules = _kind(made)
    entries = made.entries.select_related("player").order_by("-merit", "entered_at", "pk")
    mine = entries.filter(player=player).first() if player else None
    shown = entries[first - 1 : first - 1 + most]
    return PuzzleResult(
        kind=kind,
        kind_name=gettext(registry.kind(kind).name),
        day=day,
        panels=rules.panels(made.content),
        entered=entries.count(),
        first=first,
        lines=[_line(entry, place, rules, player) for place, entry in enumerate(shown, start=first)],
        own=_line(mine, rank_of(mine), rules, player) if mine else None,
        earlier=over.filter(day__lt=day).order_by("-day").values_list("day", flat=True).first(),
        later=over.filter(day__gt=day).order_by("day").values_list("day", flat=True).first(),
        seed=bytes(made.seed).hex(),
        word_list=made.word_list.name,
        words_sha256=made.word_list.sha256,
    )


def last_result(*, kind: str, player: Player | None, now: datetime, most: int) -> PuzzleResult | None:
    """The newest puzzle whose day is over, with its first places."""
    day = _over(kind, now).order_by("-day").values_list("day", flat=True).first()
    return puzzle_result(kind=kind, day=day, player=player, now=now, most=most) if day else None


def rank_of(entry: PuzzleEntry) -> int:
    """The place of an entry, from 1: greater merit first, then the earlier. Not to be shown before the day is over."""
    as_good = Q(merit=entry.merit)
    better = Q(merit__gt=entry.merit) | as_good & (
        Q(entered_at__lt=entry.entered_at) | Q(entered_at=entry.entered_at, pk__lt=entry.pk)
    )
    return PuzzleEntry.objects.filter(better, puzzle=entry.puzzle_id).count() + 1


def _over(kind: str, now: datetime) -> QuerySet[Puzzle]:
    has_puzzles = kind in (each.key for each in puzzle_kinds())
    return Puzzle.objects.filter(kind=kind, day__lt=day_of(now)) if has_puzzles else Puzzle.objects.none()


def _kind(made: Puzzle) -> tuple[AnyKind, DailyPuzzle]:
    kind = registry.kind(made.kind)
    assert kind.daily is not None, "only a kind that has a puzzle makes one"
    return kind, kind.daily


def _line(entry: PuzzleEntry, place: int, rules: DailyPuzzle, reader: Player | None) -> EntryLine:
    return EntryLine(
        place=place,
        name=entry.player.name,
        says=speak(rules.says(entry.answer), ()),
        panels=rules.shows(entry.answer),
        entered_at=entry.entered_at,
        is_mine=reader is not None and entry.player_id == reader.pk,
    )
