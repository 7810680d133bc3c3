"""The kinds of game played here, as pages name and describe them, and a position of each to try."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from django.core.cache import caches
from django.http import QueryDict
from django.utils.translation import get_language, gettext

from games.commands.languages import has_languages, lists_for
from games.queries.choices import Choice
from games.queries.fingerprints import PuzzleOfToday
from games.queries.puzzles import name_of
from games.robots import practice
from games.robots.levels import offered
from games.rules import registry
from games.rules.alphabets import known
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH
from games.rules.panels import Grid, Panel, Trial
from games.rules.table.kind import AnyKind
from games.rules.values import Unreadable
from games.rules.words import AnyWord
from games.web.order_forms import with_numbers, written
from games.web.panels import packed
from games.word_lists import shelf
from games.wording import cached_per_language, speak


@dataclass(frozen=True)
class LevelCard:
    """A level of a robot to choose."""

    key: str
    name: str
    says: str
    expects: str


class LanguageOfWords(NamedTuple):
    """A language that a game can be played in, with its word list."""

    code: str
    name: str
    word_list: str
    is_suggested: bool


@dataclass(frozen=True)
class KindCard:
    """A kind of game to choose: name, description, numbers of players, and what it offers.

    `lacks_levels`: other servers may offer more levels. `says` is the full description, `brief` one line; the sample
    of its board is packed, if it has one. Kinds without words are listed last."""

    key: str
    name: str
    brief: str
    says: str
    least: int
    most: int
    has_robots: bool
    levels: tuple[LevelCard, ...]
    lacks_levels: bool
    has_daily: bool
    has_words: bool
    picture: str
    has_own_boards: bool


@cached_per_language
def kind_cards() -> tuple[KindCard, ...]:
    """Return all kinds in the order of the registry, those with words first."""
    played = practice.kinds()
    cards = []
    for kind in sorted(registry.KINDS.values(), key=lambda kind: not kind.has_words):
        levels = [
            LevelCard(one.key, gettext(one.name), gettext(one.says), speak(one.expects, ())) for one in offered(kind)
        ]
        cards.append(
            KindCard(
                kind.key,
                gettext(kind.name),
                gettext(kind.brief),
                gettext(kind.says),
                *kind.seats,
                has_robots=kind in played,
                levels=tuple(levels) if len(levels) > 1 else (),
                lacks_levels=len(levels) < len(kind.levels),
                has_daily=kind.daily is not None,
                has_words=kind.has_words,
                picture=kind.sample.packed if kind.sample else "",
                has_own_boards=kind.layouts is not None,
            )
        )
    return tuple(cards)


def languages_of_words(kind: AnyKind) -> tuple[LanguageOfWords, ...]:
    """Return the languages in which this server has a word list for a kind, each with the list to play with. That of the
    pages is suggested. A new list appears within a minute."""
    cached: Any = caches["pages"].get_or_set(f"languages-{kind.key}", partial(_lists_by_code, kind))
    lists: Mapping[str, tuple[str, str]] = cached
    spoken = (get_language() or "").partition("-")[0]
    suggested = spoken if spoken in lists else ENGLISH.code
    return tuple(LanguageOfWords(code, *lists[code], code == suggested) for code in lists)


def _lists_by_code(kind: AnyKind) -> Mapping[str, tuple[str, str]]:
    """Return for each language, English first, what it calls itself and its word list: the open list, or another one if the
    server lacks that."""
    if not has_languages(kind):
        return {}
    found = {ENGLISH.code: (ENGLISH.own_name, kind.word_list)}
    for name, (_words, of) in lists_for(kind).items():
        if name == of.open_list or of.code not in found:
            found[of.code] = of.own_name, name
    return found


class PuzzleCard(NamedTuple):
    """A daily puzzle of today on a player's start page; its picture is packed. `brief` says what to do in one line."""

    kind: str
    name: str
    brief: str
    picture: str
    is_entered: bool


@cached_per_language
def puzzle_cards(made: tuple[PuzzleOfToday, ...]) -> tuple[PuzzleCard, ...]:
    """Return today's puzzles, each with the picture of its tiles, in the order of the kinds."""
    return tuple(
        PuzzleCard(
            of.key,
            name_of(of),
            gettext(of.rules.brief),
            packed(of.rules.panels(json.loads(one.content)), of.alphabet),
            one.is_entered,
        )
        for of in registry.dailies(known.codes())
        for one in made
        if one.kind == of.key
    )


@dataclass(frozen=True)
class ToTry:
    """A position in which newcomers try a move: the panels that it uses, the form, and the state behind it."""

    names: tuple[str, ...]
    panels: tuple[Panel, ...]
    choice: Choice
    state: Any

    @property
    def alphabet(self) -> Alphabet:
        """The alphabet of its tiles."""
        return ENGLISH


@cached_per_language
def position_to_try(kind: str) -> ToTry | None:
    """Return the position of the kind to try, if it has one; no words are looked up."""
    rules = registry.kind(kind)
    state = rules.position_to_try
    if state is None:
        return None
    names, view = (gettext("You"), gettext("Robot")), rules.view(state, 0, AnyWord())
    offer = next(offer for offer in view.offers if offer.can_be_tried)
    used = {name for one in offer.fields for name in (one.grid, one.rack)}
    shown = tuple(panel for panel in view.panels if isinstance(panel, Grid) or panel.name in used)
    return ToTry(names, shown, Choice(offer, names), state)


def try_there(kind: str, to_try: ToTry, given: QueryDict) -> Trial:
    """Return the outcome of the order in the form. Raises NotFilledIn, Unreadable and OrderRefused."""
    rules = registry.kind(kind)
    text = written(to_try.choice, with_numbers(to_try.choice, given), to_try)
    reading = rules.read(text, to_try.state.options)
    if len(reading.orders) != 1 or reading.ignored:
        raise Unreadable("We couldn’t read this as a single command.", line=text, correct=to_try.choice.offer.example)
    return rules.try_order(to_try.state, 0, reading.orders[0], shelf.words_of(shelf.named(rules.word_list).pk))


def opening(sentences: Sequence[str], *, words: str) -> str:
    """Return the kind's summary of how it is played; `words` is the name of the word list."""
    return " ".join(gettext(sentence).format(words=words) for sentence in sentences)
