"""Search of a player's own finished games: by opponent, kind, date, score, a word on a board or a house rule.

Finds no running game, and none in which the reader had no seat. One search looks at a limited number of games, the
latest first, and reports how far it came, so its cost does not grow with a player's past."""

import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Exists, OuterRef, Prefetch, Q
from django.utils import timezone
from django.utils.translation import gettext

from games import store
from games.models import Game, Seat
from games.players.models import Player
from games.queries.history import instant
from games.queries.reading import ReaderTable, seated
from games.queries.record import record_of
from games.rules import registry
from games.rules.alphabets.alphabet import NotATile
from games.rules.alphabets.known import alphabet_of, codes
from games.rules.grid import LONGEST_SIDE
from games.rules.options import schema
from games.statements import LARGEST
from games.store.terms import rule_term

SEARCHED = 1000
"""The number of games that one search looks at; the next one goes on from there."""
EXPORTED = 200
LOADED_AT_ONCE = 20
LONGEST_NAME = 40
LONGEST_WORD = 60  # as typed, including brackets
OF_A_GAME = ("kind", "phase", "ending", "options", "rated", "finished_at", "picture")
OF_A_SEAT = ("game", "number", "share", "player", "name", "substitution", "resigned_at", "rank", "result")


class WrongSearch(Exception):
    """A search that cannot be read. `wrong` says for each wrong field, by its name, what would be right."""

    def __init__(self, wrong: Mapping[str, str]) -> None:
        super().__init__(" ".join(wrong.values()))
        self.wrong = wrong


@dataclass(frozen=True)
class Search:
    """The terms of a search for finished games; without any, all are found. `first` and `last` are days in the reader's
    time zone; `rule` is the name of an option that differs from the default, or `name:value`."""

    opponent: str = ""
    kind: str = ""
    first: date | None = None
    last: date | None = None
    least: float | None = None
    word: str = ""
    rule: str = ""


EVERYTHING = Search()
NAMES = dict(
    zip(("with", "kind", "from", "to", "least", "word", "rules"), [field.name for field in fields(Search)], strict=True)
)
"""The fields of a search by their names in a URL, in the order of the form."""


@dataclass(frozen=True)
class Found:
    """A page of the games found, as the reader's own seats in them, the latest first. `older` is the game after which
    the next page begins, None if there is none. `searched_to` is the end of the earliest game looked at, if the page is
    not full and there are more to search."""

    seats: tuple[Seat, ...]
    older: int | None = None
    searched_to: datetime | None = None


def read_search(given: Mapping[str, str]) -> Search:
    """Read a search from the parameters of a URL, ignoring unknown names. Raises WrongSearch."""
    read, wrong = dict[str, object](), dict[str, str]()
    for name, field in NAMES.items():
        if text := given.get(name, "").strip():
            try:
                read[field] = _READERS[name](text)
            except ValueError as error:
                wrong[name] = str(error)
    search = Search(**read)  # type: ignore[arg-type]  # each reader gives its field's type
    if search.first and search.last and search.first > search.last:
        wrong["to"] = gettext("The last day can’t be before the first day.")
    if search.rule and "kind" not in wrong:
        try:
            _check_rule(search)
        except ValueError as error:
            wrong["rules"] = str(error)
    if wrong:
        raise WrongSearch(wrong)
    return search


def _read_name(text: str) -> str:
    if len(text) > LONGEST_NAME or "\x00" in text:
        raise ValueError(gettext("A name can have at most {most} characters.").format(most=LONGEST_NAME))
    return text


def _read_kind(text: str) -> str:
    if text not in registry.KINDS:
        raise ValueError(gettext("Choose one of these games: {kinds}.").format(kinds=", ".join(registry.KINDS)))
    return text


def _read_day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
        for near in (in_time(day), in_time(day + timedelta(days=1))):
            near.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise ValueError(gettext("Write a day as year, month and day, for example 2026-03-31.")) from error
    return day


def _read_score(text: str) -> float:
    try:
        score = float(text.replace(",", "."))
    except ValueError:
        score = math.nan
    if not math.isfinite(score):
        raise ValueError(gettext("Enter the score as a number, such as 5 or 2.5."))
    return score


def _read_word(text: str) -> str:
    if len(text) > LONGEST_WORD or not _readings(text):
        raise ValueError(gettext("Enter a word of 2 or more letters, without spaces or hyphens."))
    return text.upper()


def _readings(text: str) -> dict[str, list[str]]:
    """Return what a word is inside in the languages in which it can be read, each with the codes of these languages:
    CHICO has five tiles in most, and four in Spanish."""
    found = defaultdict[str, list[str]](list)
    for alphabet in map(alphabet_of, codes()):
        try:
            word = alphabet.word(text)
        except NotATile:
            continue
        if 2 <= len(word) <= LONGEST_SIDE:
            found[word].append(alphabet.code)
    return found


def _read_rule(text: str) -> str:
    name, _, value = text.replace("\x00", "").partition(":")
    return rule_term(name.strip(), value) if value.strip() else name.strip()


_READERS: Mapping[str, Callable[[str], object]] = {
    "with": _read_name,
    "kind": _read_kind,
    "from": _read_day,
    "to": _read_day,
    "least": _read_score,
    "word": _read_word,
    "rules": _read_rule,
}


def _check_rule(search: Search) -> None:
    """Raise ValueError if no kind has such a house rule, or none has it with this value."""
    kinds = [registry.kind(search.kind)] if search.kind else list(registry.KINDS.values())
    name, _, value = search.rule.partition(":")
    options = [option for kind in kinds for option in schema(kind.options_type).values()]
    asked = [option for option in options if option.name == name]
    if not asked:
        known = ", ".join(sorted({option.name for option in options}))
        raise ValueError(
            gettext("Enter one of these house rules, with or without its value: {names}.").format(names=known)
        )
    offered = {rule_term(name, choice): None for what in asked for choice in what.choices}
    if value and all(what.choices for what in asked) and search.rule not in offered:
        raise ValueError(
            gettext("Enter this house rule as one of these: {offered}.").format(offered=", ".join(offered))
        )


def in_time(day: date) -> datetime:
    """Return the instant at which a day begins in the reader's time zone."""
    return timezone.make_aware(datetime.combine(day, time.min))


def found(*, player: Player, search: Search, most: int, before: int | None = None) -> Found:
    """Return a page of the player's finished games that match a search, starting after the game `before`.

    Raises NoSuchGame if `before` is not one of their finished games."""
    over = Seat.objects.filter(player=player, over_at__isnull=False).order_by("-over_at", "-game")
    if search.first:
        over = over.filter(over_at__gte=in_time(search.first))
    if search.last:
        over = over.filter(over_at__lt=in_time(search.last + timedelta(days=1)))
    if before is not None:
        place = Seat.objects.filter(player=player, game=before, over_at__isnull=False).values_list("over_at", flat=True)
        at = place.first() if before <= LARGEST else None
        if at is None:
            raise store.NoSuchGame
        over = over.filter(Q(over_at__lt=at) | Q(game__lt=before), over_at__lte=at)
    looked_at = over if search == EVERYTHING else over.filter(pk__in=over.values("pk")[:SEARCHED])
    fitting = looked_at.filter(_fits(search, player), game__phase=Game.Phase.FINISHED)
    seats = Prefetch("game__seats", Seat.objects.only(*OF_A_SEAT))
    shown = ("game", *(f"game__{name}" for name in OF_A_GAME))
    rows = tuple(fitting.select_related("game").prefetch_related(seats).only(*shown)[: most + 1])
    if len(rows) > most:
        return Found(rows[:most], rows[most - 1].game_id)
    if search == EVERYTHING:
        return Found(rows)
    edge = list(over.values_list("game", "over_at")[SEARCHED - 1 : SEARCHED + 1])
    return Found(rows, *edge[0]) if len(edge) > 1 else Found(rows)


def _fits(search: Search, player: Player) -> Q:
    fits = Q()
    if search.opponent:
        others = Seat.objects.filter(game=OuterRef("game"), name__iexact=search.opponent).exclude(player=player)
        fits &= Q(Exists(others))
    if search.kind:
        fits &= Q(game__kind=search.kind)
    if search.least is not None:
        fits &= Q(score__gte=search.least)
    if search.word:
        fits &= _has_word(search.word)
    if search.rule:
        fits &= Q(game__found_by__contains=f" {search.rule}{' ' if ':' in search.rule else ':'}")
    return fits


def _has_word(text: str) -> Q:
    """Return the condition that a word is on a board of the game, as its language reads it."""
    has = Q()
    for word, languages in _readings(text).items():
        on_board = Q(game__found_by__contains=f" {word} ")
        # no language check for a word written as it is inside: a language without these letters has no board with it
        has |= on_board if word == text else on_board & Q(game__word_list__alphabet__in=languages)
    return has


def exported(*, player: Player, search: Search, now: datetime, before: int | None = None) -> Iterator[str]:
    """Yield the records of the games found as one JSON text, piece by piece, at most `EXPORTED` games; its `older` is
    the game after which the next such text begins.

    Raises NoSuchGame as `found` does, before the first piece."""
    page = found(player=player, search=search, most=EXPORTED, before=before)
    return _written([seat.game_id for seat in page.seats], page.older, player, now)


def _written(games: Sequence[int], older: int | None, player: Player, now: datetime) -> Iterator[str]:
    yield f'{{"older": {json.dumps(older)}, "games": ['
    for start in range(0, len(games), LOADED_AT_ONCE):
        records = []
        for loaded in in_order(games[start : start + LOADED_AT_ONCE], player, now):
            game = loaded.table.game
            ended = instant(game.finished_at) if game.finished_at else None
            records.append({"id": game.pk, "finished_at": ended, "record": record_of(loaded)})
        yield ("," if start else "") + ",\n".join(json.dumps(one, ensure_ascii=False) for one in records)
    yield "]}\n"


def in_order(games: Sequence[int], player: Player | None, now: datetime) -> list[ReaderTable]:
    """Load these games for a reader, in this order."""
    tables = store.all_seen_now(Game.objects.filter(pk__in=games), now=now)
    return [seated(table, player) for table in sorted(tables, key=lambda table: games.index(table.game.pk))]
