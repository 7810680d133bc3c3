"""The kinds of game played here, as pages name and describe them, and a position of each to try."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.translation import get_language, gettext

from games.commands.languages import has_languages
from games.queries.choices import Choice, in_words
from games.queries.fingerprints import PuzzleOfToday
from games.queries.puzzles import name_of
from games.robots import practice
from games.robots.levels import offered
from games.rules import registry
from games.rules.alphabets import known
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, alphabet_of
from games.rules.panels import Grid, Panel, Trial
from games.rules.table.kind import AnyKind
from games.rules.values import Unreadable
from games.rules.words import AnyWord
from games.web.order_forms import with_numbers, written
from games.web.panels import packed
from games.word_lists import shelf
from games.word_lists.recipes import bundled_lists
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
    of its board is packed, if it has one. `languages` are those of the lists that come with the server, and the language
    of the pages is suggested. Kinds without words are listed last."""

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
    languages: tuple[LanguageOfWords, ...]


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
                languages=tuple(_languages_of(kind)),
            )
        )
    return tuple(cards)


def _languages_of(kind: AnyKind) -> Iterator[LanguageOfWords]:
    if not has_languages(kind):
        return
    spoken = (get_language() or "").partition("-")[0]
    lists = {ENGLISH: kind.word_list}
    lists |= {of: of.open_list for of in map(alphabet_of, known.codes()) if of.open_list in bundled_lists()}
    suggested = spoken if spoken in {of.code for of in lists} else ENGLISH.code
    for of, name in lists.items():
        yield LanguageOfWords(of.code, of.own_name, name, of.code == suggested)


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
    return ToTry(names, shown, in_words(offer, names), state)


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
