"""The daily puzzles as one reader may see them: the reader's entry and the number of entries while a puzzle is open;
all entries, the winner and the server's best answer once its day is over."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext

from games.models import Puzzle, PuzzleEntry
from games.players.models import Player
from games.queries.choices import Choice
from games.rules import registry
from games.rules.alphabets import known
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, alphabet_of
from games.rules.daily import AnyPuzzle, day_of, ends_at
from games.rules.facts import JsonObject
from games.rules.panels import Panel, Rack
from games.statements import GIVEN, Compiled
from games.word_lists import shelf
from games.wording import speak

AT_A_TIME = 100  # places on a page
DAYS_AT_A_TIME = 30
ENTRIES_LOOKED_AT = 30
LENGTHS_TO_BEGIN_WITH = range(5, 9)

_BY_PLACE = ("-merit", "entered_at", "pk")
_RANKED = Q(player__guest_until=None)
"""Entries that have a place. One person can be any number of guests, so a guest's entry counts only once they have
signed in."""
_RANKED_OF_A_PUZZLE = Q(entries__player__guest_until=None)
_FIRST = PuzzleEntry.objects.filter(_RANKED, puzzle=OuterRef("puzzle")).order_by(*_BY_PLACE).values("pk")[:1]
_WITH_FIRST = Compiled(
    PuzzleEntry.objects.filter(player=GIVEN).annotate(first=Subquery(_FIRST)).order_by("-pk")[:ENTRIES_LOOKED_AT],
    joined=["puzzle"],
    only=["puzzle", "puzzle__kind", "puzzle__day"],
    added={"first": IntegerField()},
)


@dataclass(frozen=True)
class EntryLine:
    """One entry; `place` is 0 until the day is over, and for a guest."""

    place: int
    name: str
    says: str
    answer: JsonObject
    panels: Sequence[Panel]
    entered_at: datetime
    is_mine: bool


@dataclass(frozen=True)
class Found:
    """The best answer that the server found."""

    says: str
    answer: JsonObject
    panels: Sequence[Panel]


@dataclass(frozen=True)
class Streak:
    """The number of consecutive days with an entry, up to today or yesterday; the highest number ever; and the last
    seven days, each with whether there was an entry."""

    days: int
    best: int
    week: tuple[tuple[date, bool], ...]


@dataclass(frozen=True)
class PuzzleView:
    """The open puzzle. `entered` counts all entries, `ranked` those that have a place. `place` is the reader's place so
    far, which gives nothing away because entries are final; it is 0 for a guest and for a reader without an entry.
    `kind` is the key of the daily puzzle, and `game` that of the kind whose rules it has. `names` is empty, as a puzzle has
    no seats."""

    kind: str
    game: str
    kind_name: str
    alphabet: Alphabet
    day: date
    ends_at: datetime
    brief: str
    how: Sequence[str]
    content: JsonObject
    panels: Sequence[Panel]
    choice: Choice
    entered: int
    ranked: int
    place: int
    own: EntryLine | None
    streak: Streak
    word_list: str
    made_from: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class PuzzleResult:
    """A puzzle whose day is over. `entered` is the number of entries that have a place; `lines` are a page of them,
    from the place `first` on. `seed` shows how the puzzle was made. `names` is empty, as a puzzle has no seats."""

    kind: str
    kind_name: str
    alphabet: Alphabet
    day: date
    content: JsonObject
    panels: Sequence[Panel]
    entered: int
    first: int
    lines: Sequence[EntryLine]
    own: EntryLine | None
    found: Found | None
    earlier: date | None
    later: date | None
    seed: str
    word_list: str
    made_from: str
    words_sha256: str
    names: tuple[str, ...] = ()

    @property
    def next_first(self) -> int | None:
        """The first place of the next page."""
        after = self.first + len(self.lines)
        return after if after <= self.entered else None


@dataclass(frozen=True)
class Yesterday:
    """The best entry of yesterday's puzzle, and the reader's own. `entered` is the number of entries that have a
    place."""

    kind: str
    kind_name: str
    alphabet: Alphabet
    day: date
    entered: int
    best: EntryLine
    own: EntryLine | None


@dataclass(frozen=True)
class PastDay:
    """A day in the archive: the number of entries, the best entry, and the reader's own. Each of the two entries is the
    player's name and the result of the answer. `place` is the reader's place; None for a guest and for a reader without
    an entry."""

    day: date
    entered: int
    best: tuple[str, str] | None
    own: tuple[str, str] | None
    place: int | None


@dataclass(frozen=True)
class FirstPlace:
    """A puzzle that a player won; its day is over."""

    kind: str
    kind_name: str
    day: date


@dataclass(frozen=True)
class Archive:
    """A page of past days, the newest first. The next page has the days before `before`, which is None on the last
    page."""

    kind: str
    kind_name: str
    days: Sequence[PastDay]
    before: date | None


class PuzzleKind(NamedTuple):
    """A daily puzzle by its key, and what readers call it."""

    key: str
    name: str


def puzzle_kinds(player: Player | None = None) -> list[PuzzleKind]:
    """Return the daily puzzles in the languages that a player has chosen; in English for strangers."""
    codes = player.puzzle_codes if player else (ENGLISH.code,)
    return [PuzzleKind(of.key, name_of(of)) for of in registry.dailies(codes)]


def name_of(of: registry.Daily) -> str:
    """Return what readers call a daily puzzle: the name of the kind, with the language if it isn't English."""
    name = gettext(of.kind.name)
    return name if of.alphabet is ENGLISH else f"{name} · {of.alphabet.own_name}"


def puzzle_languages() -> list[Alphabet]:
    """Return the languages in which this server can make daily puzzles; one query."""
    lists = shelf.sizes()
    return [one for one in map(alphabet_of, known.codes()) if one.common_list in lists]


def puzzles_in_other_languages(*, player: Player | None, now: datetime) -> list[PuzzleKind]:
    """Return today's puzzles in the languages that a player hasn't chosen, and for strangers all but the English ones."""
    own = {each.key for each in puzzle_kinds(player)}
    made = set(Puzzle.objects.filter(day=day_of(now)).values_list("kind", flat=True)) - own
    return [PuzzleKind(of.key, name_of(of)) for of in registry.dailies(known.codes()) if of.key in made]


def wanted_puzzles() -> list[str]:
    """Return the keys of the puzzles to make every day: those in English and in each language that a player has chosen.
    The lists of a language are loaded only for those who play in it."""
    others = Player.objects.exclude(puzzle_languages=ENGLISH.code).order_by().values_list("puzzle_languages", flat=True)
    chosen = dict.fromkeys([ENGLISH.code, *(code for codes in others.distinct() for code in codes.split())])
    return [of.key for of in registry.dailies(chosen)]


def puzzle(*, kind: str, player: Player | None, now: datetime) -> PuzzleView | None:
    """Return today's puzzle; None until it is made."""
    return next((_view(of_the_day, player, now) for of_the_day in _of_the_day(day_of(now))(kind)), None)


@lru_cache(maxsize=2)
def _of_the_day(day: date) -> Compiled[Puzzle]:
    """Return the query for the puzzle of a kind on this day."""
    counts = {"entered": Count("entries"), "ranked": Count("entries", filter=_RANKED_OF_A_PUZZLE)}
    made = Puzzle.objects.filter(kind=GIVEN, day=day).annotate(**counts)
    return Compiled(
        made,
        joined=["word_list"],
        without=["word_list__trie", "word_list__notice"],
        added=dict.fromkeys(counts, IntegerField()),
    )


def streak(*, kind: str, player: Player | None, now: datetime) -> Streak:
    """Return a player's consecutive days with an entry. Without an entry today, those up to yesterday still count."""
    entries = PuzzleEntry.objects.filter(player=player, puzzle__kind=kind) if player else PuzzleEntry.objects.none()
    days, best, before = 0, 0, None
    entered = tuple(entries.order_by("puzzle__day").values_list("puzzle__day", flat=True))
    for day in entered:
        days = days + 1 if before == day - timedelta(days=1) else 1
        best, before = max(best, days), day
    week = tuple(day_of(now) - timedelta(days=ago) for ago in reversed(range(7)))
    is_on = before is not None and before >= day_of(now) - timedelta(days=1)
    return Streak(days if is_on else 0, best, tuple((day, day in entered) for day in week))


def _view(of_the_day: Puzzle, player: Player | None, now: datetime) -> PuzzleView:
    of = registry.daily(of_the_day.kind)
    rules = of.rules
    mine = of_the_day.entries.select_related("player").filter(player=player).first() if player else None
    return PuzzleView(
        kind=of.key,
        game=of.kind.key,
        kind_name=name_of(of),
        alphabet=of.alphabet,
        day=of_the_day.day,
        ends_at=ends_at(of_the_day.day),
        brief=gettext(rules.brief),
        how=[gettext(sentence) for sentence in rules.how],
        content=of_the_day.content,
        panels=rules.panels(of_the_day.content),
        choice=Choice(rules.offer(of_the_day.content), ()),
        entered=vars(of_the_day)["entered"],
        ranked=vars(of_the_day)["ranked"],
        place=0 if mine is None or mine.player.is_guest else rank_of(mine),
        own=_line(mine, 0, of_the_day, rules, player) if mine else None,
        streak=streak(kind=of.key, player=player, now=now),
        word_list=of_the_day.word_list.name,
        made_from=of_the_day.made_from_id,
    )


def first_word(puzzle: PuzzleView) -> str:
    """Return a word to begin the open puzzle with: the longest of 5 to 8 letters that its tiles spell, the first by alphabet. Empty
    if there is none."""
    return _first_word("".join(panel.tiles for panel in puzzle.panels if isinstance(panel, Rack)), puzzle.made_from)


@lru_cache(maxsize=len(registry.KINDS))
def _first_word(tiles: str, word_list: int) -> str:
    held = Counter(tiles)
    in_question = (word for word in shelf.words_of(word_list) if len(word) in LENGTHS_TO_BEGIN_WITH)
    spelt = (word for word in in_question if all(word.count(letter) <= held[letter] for letter in word))
    return min(spelt, key=lambda word: (-len(word), word), default="")


def puzzle_result(
    *, kind: str, day: date, player: Player | None, now: datetime, first: int = 1, most: int = AT_A_TIME
) -> PuzzleResult | None:
    """Return a puzzle whose day is over, with the places from `first` on; None for an open or future one, or if none
    was made."""
    over = _over(kind, now)
    lists = ("word_list", "made_from")
    unread = [f"{name}__{content}" for name in lists for content in ("trie", "notice")]
    made = over.filter(day=day).select_related(*lists).defer(*unread).first()
    if made is None:
        return None
    of = registry.daily(kind)
    rules = of.rules
    entries = made.entries.select_related("player").filter(_RANKED).order_by(*_BY_PLACE)
    mine = made.entries.select_related("player").filter(player=player).first() if player else None
    shown = entries[first - 1 : first - 1 + most]
    return PuzzleResult(
        kind=kind,
        kind_name=name_of(of),
        alphabet=of.alphabet,
        day=day,
        content=made.content,
        panels=rules.panels(made.content),
        entered=entries.count(),
        first=first,
        lines=[_line(entry, place, made, rules, player) for place, entry in enumerate(shown, start=first)],
        own=_line(mine, 0 if mine.player.is_guest else rank_of(mine), made, rules, player) if mine else None,
        found=Found(speak(rules.says(made.found), ()), made.found, rules.shows(made.content, made.found))
        if made.found
        else None,
        earlier=over.filter(day__lt=day).order_by("-day").values_list("day", flat=True).first(),
        later=over.filter(day__gt=day).order_by("day").values_list("day", flat=True).first(),
        seed=bytes(made.seed).hex(),
        word_list=made.word_list.name,
        made_from=made.made_from.name,
        words_sha256=made.made_from.sha256,
    )


def yesterday(*, kind: str, player: Player | None, now: datetime) -> Yesterday | None:
    """Return the best entry of yesterday's puzzle, and the player's own. Return None if no entry has a place. Takes one
    query if `player` is None."""
    best = next(iter(_best_of(day_of(now) - timedelta(days=1))(kind)), None)
    if best is None:
        return None
    made, of = best.puzzle, registry.daily(kind)
    is_mine = player is not None and best.player_id == player.pk
    mine = best if is_mine else made.entries.select_related("player").filter(player=player).first() if player else None
    return Yesterday(
        kind=kind,
        kind_name=name_of(of),
        alphabet=of.alphabet,
        day=made.day,
        entered=vars(best)["of"],
        best=_line(best, 1, made, of.rules, player),
        own=_line(mine, 0 if mine.player.is_guest else rank_of(mine), made, of.rules, player) if mine else None,
    )


@lru_cache(maxsize=2)
def _best_of(day: date) -> Compiled[PuzzleEntry]:
    """Return the query for the best entry of this day in a kind, with the number of ranked entries."""
    entries = PuzzleEntry.objects.filter(_RANKED, puzzle__kind=GIVEN, puzzle__day=day)
    counted = entries.annotate(of=Window(Count("pk"))).order_by(*_BY_PLACE)[:1]
    return Compiled(counted, joined=["player", "puzzle"], added={"of": IntegerField()})


def past_days(*, kind: str, player: Player | None, now: datetime, before: date | None = None) -> Archive:
    """Return a page of the days that are over; if a day is given, only earlier ones. Takes four queries."""
    over = _over(kind, now).filter(day__lt=before) if before else _over(kind, now)
    entered = Count("entries", filter=_RANKED_OF_A_PUZZLE)
    shown = list(over.annotate(entered=entered).order_by("-day")[: DAYS_AT_A_TIME + 1])
    days = shown[:DAYS_AT_A_TIME]
    place = Window(RowNumber(), partition_by="puzzle", order_by=_BY_PLACE)
    entries = PuzzleEntry.objects.filter(puzzle__in=days).select_related("player")
    ranked = list(entries.filter(_RANKED).annotate(place=place).filter(Q(place=1) | Q(player=player)))
    best = {entry.puzzle_id: entry for entry in ranked if vars(entry)["place"] == 1}
    # entries of guests have no place
    of_reader = entries.filter(player=player) if player and player.is_guest else ranked
    own = {entry.puzzle_id: entry for entry in of_reader if player and entry.player_id == player.pk}
    return Archive(
        kind=kind,
        kind_name=name_of(registry.daily(kind)),
        days=[
            PastDay(
                day=made.day,
                entered=vars(made)["entered"],
                best=_brief(best.get(made.pk), made),
                own=_brief(own.get(made.pk), made),
                place=vars(own[made.pk]).get("place") if made.pk in own else None,
            )
            for made in days
        ],
        before=days[-1].day if len(shown) > len(days) else None,
    )


def _brief(entry: PuzzleEntry | None, made: Puzzle) -> tuple[str, str] | None:
    return (entry.player.name, speak(registry.daily(made.kind).rules.says(entry.answer), ())) if entry else None


def first_places(*, player: int, now: datetime) -> tuple[FirstPlace, ...]:
    """Return the puzzles that a player won among the last that they entered, the newest first; one query."""
    return tuple(
        FirstPlace(entry.puzzle.kind, name_of(registry.daily(entry.puzzle.kind)), entry.puzzle.day)
        for entry in _WITH_FIRST(player)
        if vars(entry)["first"] == entry.pk
        and entry.puzzle.day < day_of(now)
        and registry.is_daily(entry.puzzle.kind)  # an operator's language may have gone
    )


def rank_of(entry: PuzzleEntry) -> int:
    """Return the place of a player's entry, counted from 1: greater merit comes first, then the earlier entry. Before
    the day is over, only that player may see it."""
    better = (
        Q(merit__gt=entry.merit)
        | Q(merit=entry.merit, entered_at__lt=entry.entered_at)
        | Q(merit=entry.merit, entered_at=entry.entered_at, pk__lt=entry.pk)
    )
    return PuzzleEntry.objects.filter(better, _RANKED, puzzle=entry.puzzle_id).count() + 1


def _over(kind: str, now: datetime) -> QuerySet[Puzzle]:
    return Puzzle.objects.filter(kind=kind, day__lt=day_of(now)) if registry.is_daily(kind) else Puzzle.objects.none()


def _line(entry: PuzzleEntry, place: int, made: Puzzle, rules: AnyPuzzle, reader: Player | None) -> EntryLine:
    return EntryLine(
        place=place,
        name=entry.player.name,
        says=speak(rules.says(entry.answer), ()),
        answer=entry.answer,
        panels=rules.shows(made.content, entry.answer),
        entered_at=entry.entered_at,
        is_mine=reader is not None and entry.player_id == reader.pk,
    )
