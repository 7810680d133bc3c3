"""Tile sets: how they are written, names of saved sets, and the deal.

A tile is one character, as it is inside its alphabet, or `?` for the blank; several tiles are a string. Nothing here
knows which sets are saved. Tiles and their values are in `alphabets`, random draws in `chance`, layouts in `grid`."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from games.rules.alphabets.alphabet import Alphabet
from games.rules.grid import MOST_TILES as MOST_LAID
from games.rules.names import comparable, is_readable, normalise
from games.rules.texts import Text, say
from games.rules.values import OrderRefused

MOST_TILES = 1000
LONGEST_CHOICE = 400
"""The longest text that can name a set: enough to count every letter. Longer texts would be slow to refuse."""
SEATS = (2, 12)
ADVISED_DEAL = 15
OFFERED = {("LC120", 5): 14}
"""Smaller deals that the published rules offer, by set and number of players. They give no warning."""
ADVISED_ROUNDS = 8


def without(tiles: str, taken: Iterable[str]) -> str:
    """Return the tiles without those taken, which must all be among them."""
    for tile in taken:
        tiles = tiles.replace(tile, "", 1)
    return tiles


def written(counts: Mapping[str, int], alphabet: Alphabet) -> str:
    """Return counts as text: `A9, B2, ?2`. A single letter gets a second one with 0, because one alone isn't read as
    counts."""
    held = [f"{alphabet.write(tile)}{counts[tile]}" for tile in alphabet.order if counts.get(tile)]
    none = (f"{alphabet.write(tile)}0" for tile in alphabet.order if not counts.get(tile))
    while len(held) < 2:
        held.append(next(none))
    return ", ".join(held)


@dataclass(frozen=True)
class TileSet:
    """A set of tiles, counted in the order of the alphabet. `parse_tile_set` reads `name` back as the same set."""

    name: str
    counts: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def tiles(self) -> str:
        """Every tile, in the order of the alphabet, then blanks."""
        return "".join(tile * number for tile, number in self.counts.items())


@dataclass(frozen=True)
class SetUp:
    """The size of a game: tiles dealt to each, tiles left in the pool, the rounds that these allow, and warnings."""

    deal: int
    pool: int
    rounds: int
    warnings: tuple[Text, ...]


def default_of(alphabet: Alphabet) -> str:
    """Return the name of the first set of an alphabet."""
    return next(iter(alphabet.sets))


def counts_such_as(alphabet: Alphabet) -> str:
    """Return an example of counts, `A9 B2 ?2`, with a tile of several letters if the alphabet has one."""
    full = named_sets(alphabet)[alphabet.standard.upper()]
    odd = next((tile for tile in alphabet.letters if tile != alphabet.write(tile)), alphabet.letters[1])
    return f"{' '.join(f'{alphabet.write(tile)}{full.counts[tile]}' for tile in (alphabet.letters[0], odd))} ?2"


@cache
def named_sets(alphabet: Alphabet) -> Mapping[str, TileSet]:
    """Return the sets that an alphabet names, by their names in upper case, the default first."""
    return {name.upper(): TileSet(name, counts) for name, counts in alphabet.sets.items()}


@dataclass(frozen=True)
class _Patterns:
    """How parts of a choice are written in one alphabet: a named set with its multiple, a single letter with its count
    in a sum, and counts."""

    named: re.Pattern[str]
    added: re.Pattern[str]
    counted: re.Pattern[str]

    @classmethod
    def of(cls, alphabet: Alphabet) -> "_Patterns":
        letters = re.escape(alphabet.readable)
        return cls(
            named=re.compile(rf"({'|'.join(named_sets(alphabet))})(?:\s*[X×*]\s*([0-9]{{1,4}}))?", re.IGNORECASE),
            added=re.compile(rf"\?\s*[=:]?\s*[0-9]{{1,4}}|[{letters}]\s*[=:]?\s*[0-9]"),
            counted=re.compile(rf"([{letters}?])\s*[=:]?\s*([0-9]{{1,4}})"),
        )


_patterns = cache(_Patterns.of)


def parse_tile_set(choice: str, alphabet: Alphabet) -> TileSet:
    """Return the set that `choice` names: `LC120`, a multiple `LC120x2`, counts `A9, B2, ?2`, or several of these
    joined by `+`.

    Case is ignored. In a sum, a single letter may have a count, as in `LC120+?2`. Raises OrderRefused if there is no
    such set, or if it has no tile or more than 1,000."""
    if len(choice) > LONGEST_CHOICE:
        raise OrderRefused("A tile set can be written in at most {most} characters.", most=LONGEST_CHOICE)
    parts = choice.split("+")
    tiles = _together([_part(part.strip(), choice, alphabet, is_alone=len(parts) == 1) for part in parts], alphabet)
    check_total(tiles.total)
    return tiles


def check_total(total: int) -> None:
    """Raise OrderRefused for a set of no tile, or more than 1,000."""
    if not 0 < total <= MOST_TILES:
        raise OrderRefused("A set must have 1 to {most} tiles. This one has {total}.", most=MOST_TILES, total=total)


def deal_size(total: int, players: int) -> int:
    """Return the tiles dealt to each of `players` from a set of `total`: half the set shared out, but at least 15."""
    return max(ADVISED_DEAL, -(-(total // 2) // players))


def set_up(tiles: TileSet, *, players: int, starting_tiles: int | None = None, tiles_per_light: int = 1) -> SetUp:
    """Return the deal, the pool and the rounds of a game, with warnings on what isn't recommended.

    `starting_tiles` overrides the default deal. Raises OrderRefused if the game can't be dealt."""
    least, most = SEATS
    if not least <= players <= most:
        raise OrderRefused("A game must have {least} to {most} players.", least=least, most=most)
    deal = deal_size(tiles.total, players) if starting_tiles is None else starting_tiles
    if deal < 2:
        raise OrderRefused("Deal at least 2 tiles to each player.")
    if deal * players > tiles.total:
        raise OrderRefused(
            say(
                "{deal} tiles each for {players} players are more than the {total} in the set. Deal {fits} or "
                "fewer, or choose a larger set.",
                deal=deal,
                players=players,
                total=tiles.total,
                fits=tiles.total // players,
            )
            if tiles.total >= 2 * players
            else say("A set of {total} tiles is too small for {players} players.", total=tiles.total, players=players)
        )
    if deal > MOST_LAID:
        raise OrderRefused(
            "A hand of {deal} tiles doesn’t fit in a layout of at most {most}. Deal fewer, or choose a smaller set.",
            deal=deal,
            most=MOST_LAID,
        )
    pool = tiles.total - deal * players
    rounds = pool // (players * tiles_per_light)
    least_deal = OFFERED.get((tiles.name, players), ADVISED_DEAL)
    return SetUp(
        deal, pool, rounds, _warnings(deal, least=least_deal, rounds=rounds, last_hand=deal + rounds * tiles_per_light)
    )


def _part(text: str, choice: str, alphabet: Alphabet, *, is_alone: bool) -> TileSet:
    named = _patterns(alphabet).named.fullmatch(text)
    if named is None:
        return _count(text, choice, alphabet, is_alone=is_alone)
    tiles, times = named_sets(alphabet)[named[1].upper()], int(named[2] or 1)
    if times == 1:
        return tiles
    return TileSet(f"{tiles.name}x{times}", {tile: count * times for tile, count in tiles.counts.items()})


def _together(parts: list[TileSet], alphabet: Alphabet) -> TileSet:
    """Return all parts as one set, named by their names, or by its counts if that would be too long."""
    if len(parts) == 1:
        return parts[0]
    counts = {tile: sum(part.counts[tile] for part in parts) for tile in alphabet.order}
    name = "+".join(part.name for part in parts)
    return TileSet(name if len(name) <= LONGEST_CHOICE else written(counts, alphabet), counts)


def _count(text: str, choice: str, alphabet: Alphabet, *, is_alone: bool) -> TileSet:
    patterns, text = _patterns(alphabet), alphabet.inside(text)
    entries = [(alphabet.read(tile, any_case=True), int(number)) for tile, number in patterns.counted.findall(text)]
    # a single entry is probably a misspelt set: S97 hardly ever means 97 S, nor S98+S97 97 more
    is_misspelt = len(entries) == 1 and (is_alone or not patterns.added.fullmatch(text))
    if not entries or is_misspelt or patterns.counted.sub("", text).strip(" ,;\t\n"):
        raise OrderRefused(
            '"{choice}" isn’t a tile set. Write {names}, a multiple such as {multiple}, counts such as {counts}, or '
            "several of these joined by +, such as {sum}.",
            choice=choice,
            names=tuple(each.name for each in named_sets(alphabet).values()),
            multiple=f"{default_of(alphabet)}x2",
            counts=counts_such_as(alphabet),
            sum=f"{default_of(alphabet)}+?2",
        )
    repeated = tuple(tile for tile, times in Counter(tile for tile, _ in entries).items() if times > 1)
    if repeated:
        raise OrderRefused(
            "Give only one count for each letter: {letters}.", letters=tuple(map(alphabet.write, repeated))
        )
    numbers = dict(entries)
    counts = {tile: numbers.get(tile, 0) for tile in alphabet.order}
    only, number = entries[0]
    return TileSet(written(counts, alphabet) if len(entries) > 1 else f"{alphabet.write(only)}{number}", counts)


def _warnings(deal: int, *, least: int, rounds: int, last_hand: int) -> tuple[Text, ...]:
    warnings = []
    if deal < least:
        warnings.append(say("We don’t recommend fewer than {least} tiles per player.", least=ADVISED_DEAL))
    if rounds == 0:
        warnings.append(say("The pool is too small for a light, so the first light is red."))
    elif rounds < ADVISED_ROUNDS:
        warnings.append(
            say("We don’t recommend fewer than {least} rounds. This has {rounds}.", least=ADVISED_ROUNDS, rounds=rounds)
        )
    if last_hand > MOST_LAID:
        warnings.append(
            say(
                "Hands get too big for a layout. It can have at most {most} tiles, and the last hand has {tiles}.",
                most=MOST_LAID,
                tiles=last_hand,
            )
        )
    return tuple(warnings)


SHORTEST_NAME, LONGEST_NAME = 3, 30
_NAME = re.compile(r"[^\W\d_](?:[^\W_]|[ '’-])*")
_TIMES = re.compile(r"(.*\S)\s*[x×*]\s*([0-9]{1,4})", re.IGNORECASE)


def check_name(name: str, alphabet: Alphabet) -> str:
    """Return the name with single spaces. Raises OrderRefused if it could be confused with another way to give
    tiles."""
    name = normalise(unicodedata.normalize("NFKC", name))  # full-width letters and ligatures become plain ones
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise OrderRefused(
            "The name of a tile set must have {least} to {most} characters.", least=SHORTEST_NAME, most=LONGEST_NAME
        )
    if not (_NAME.fullmatch(name) and is_readable(name)):
        raise OrderRefused(
            "The name of a tile set must start with a letter. It can have letters, numbers, spaces and hyphens, "
            "for example {example}.",
            example="Nordic-2 small",
        )
    like_counts = rf"(?:{_patterns(alphabet).counted.pattern}\s*)+"
    is_named = name.upper().replace(" ", "") in named_sets(alphabet)
    if is_named or re.fullmatch(like_counts, name) or _TIMES.fullmatch(name):
        raise OrderRefused(
            "“{name}” would be read as counts or as an existing set. Choose another name, for example {example}.",
            name=name,
            example="Nordic",
        )
    return name


def names_in(choice: str) -> frozenset[str]:
    """Return the parts of a choice that may be names of saved sets, in the form of `comparable`."""
    return frozenset(name for part in choice.split("+") for name in (comparable(part), _once(part)[0]))


def spell_out(choice: str, saved: Mapping[str, str], alphabet: Alphabet) -> str:
    """Return the choice as counts if it names one of `saved` (comparable name to counts), else unchanged.

    Raises OrderRefused for more tiles than a game can have, and for anything invalid beside a saved set."""
    if len(choice) > LONGEST_CHOICE or names_in(choice).isdisjoint(saved):
        return choice
    counts: Counter[str] = Counter()
    for part in choice.split("+"):
        name, times = (comparable(part), 1) if comparable(part) in saved else _once(part)
        tiles = parse_tile_set(saved[name] if name in saved else part.strip(), alphabet)
        counts.update({tile: count * (times if name in saved else 1) for tile, count in tiles.counts.items()})
    check_total(counts.total())
    return written(counts, alphabet)


def _once(part: str) -> tuple[str, int]:
    """Split `Nordicx2` into the comparable name and the number, which is 1 if there is none."""
    found = _TIMES.fullmatch(part.strip())
    return (comparable(found[1]), int(found[2])) if found else (comparable(part), 1)
