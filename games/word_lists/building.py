"""Builds the open word list of a language by its recipe, from the files of Debian's packages.

Kept are words in small letters without hyphen, apostrophe, figure or dot, of two tiles or more, whose letters are tiles of
the alphabet or are read as tiles. Struck are words without a vowel, Roman numerals, and the words of `struck.txt`. Words of
two tiles are those of `two_letters.txt`, or a draft: those with a vowel in two independent sources."""

import gzip
import re
import subprocess
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from games.rules.alphabets.alphabet import Alphabet, NotATile
from games.rules.alphabets.known import alphabet_of
from games.word_lists import hunspell
from games.word_lists.library import digest, written
from games.word_lists.recipes import STRUCK, TWO_LETTERS, Recipe, Source

_ROMAN = re.compile(r"(?!VI$|XI$)X{0,3}(?:IX|IV|V?I{0,3})")
"""Numerals up to 39, without VI and XI, which are words in many languages. Larger ones hardly occur in small letters, and
their letters spell words, such as MIX."""
LONGEST_PAIR = 6
"""The most characters with which any language writes a word of two tiles, such as L·L and NY."""


class MissingSource(Exception):
    """A file that a recipe needs isn't there; the message names the package to install."""


@dataclass(frozen=True)
class Built:
    """A built list: its words as tiles are inside, sorted, and notes for the person who built it."""

    words: list[str]
    sha256: str
    notes: list[str]


def build(recipe: Recipe, root: Path = Path("/")) -> Built:
    """Return the open list of a language. `root` is the folder with the packages' files, either flat or with their
    whole paths. Raises MissingSource, or `hunspell.UnreadableDictionary` for a file that isn't what it should be."""
    alphabet = alphabet_of(recipe.code)
    words = playable(read(recipe.source, root), alphabet, has_nouns=recipe.has_nouns)
    words -= _listed(recipe.folder / STRUCK, alphabet)
    short = {word for word in words if len(word) == 2}
    reviewed = recipe.folder / TWO_LETTERS
    if reviewed.exists():
        words = (words - short) | _listed(reviewed, alphabet)
    elif recipe.second:
        confirmed = playable(read(recipe.second, root, longest=LONGEST_PAIR), alphabet, has_nouns=recipe.has_nouns)
        words -= short - confirmed
    sha256 = digest(words, alphabet)
    notes = [note for source in (recipe.source, recipe.second) if source and (note := _version_note(source, root))]
    if sha256 != recipe.open.sha256:
        notes.append(f"The list differs from that of the recipe, which has {recipe.open.words} words.")
    return Built(sorted(words), sha256, notes)


def read(source: Source, root: Path, *, longest: int = 1000) -> Iterable[str]:
    """Return the words of a source as it writes them; from a Hunspell dictionary, those of up to `longest` characters.
    Raises MissingSource."""
    places = (root / source.file.lstrip("/"), root / Path(source.file).name)
    file = next((path for path in places if path.exists()), None)
    if file is None or (file.suffix == ".dic" and not file.with_suffix(".aff").exists()):
        raise MissingSource(f"{Path(source.file).name} is missing: apt-get install {source.package}")
    if file.suffix == ".dic":
        return hunspell.expand(
            file.with_suffix(".aff"), file, with_prefixes=source.prefixes, in_letters=True, longest=longest
        )
    return _lines(file, source.encoding)


def playable(words: Iterable[str], alphabet: Alphabet, *, has_nouns: bool = False) -> set[str]:
    """Return the words that are made of two or more tiles and aren't names or abbreviations, as tiles are inside.

    With `has_nouns`, words with a capital are kept."""
    has_vowel = re.compile(f"[{alphabet.vowels}Y]").search
    has_two_vowel = re.compile(f"[{alphabet.vowels}]").search
    kept = set()
    for given in words:
        word = unicodedata.normalize("NFC", given.strip())
        if not (word.islower() or (has_nouns and word[:1].isupper() and word[1:].islower())):
            continue
        try:
            tiles = alphabet.word(word)
        except NotATile:
            continue
        if len(tiles) < 2 or _ROMAN.fullmatch(tiles):
            continue
        if (has_vowel if len(tiles) > 2 else has_two_vowel)(tiles):
            kept.add(tiles)
    return kept


def as_text(words: Iterable[str], alphabet: Alphabet) -> bytes:
    """Return the content of a list's file: one written word a line, sorted, packed, the same bytes for the same words."""
    text = "".join(f"{word}\n" for word in written(words, alphabet))
    return gzip.compress(text.encode(), compresslevel=9, mtime=0)


def _listed(file: Path, alphabet: Alphabet) -> set[str]:
    """Return the words of a file of a recipe, without its notes, which begin with `#`; none if there is no file."""
    if not file.exists():
        return set()
    lines = (line.partition("#")[0] for line in file.read_text("utf-8").splitlines())
    return {alphabet.word(word) for line in lines for word in line.split()}


def _lines(file: Path, encoding: str) -> Iterator[str]:
    """Yield the lines of a file, which can be large."""
    with file.open(encoding=encoding) as lines:
        yield from lines


def _version_note(source: Source, root: Path) -> str:
    """Return a note if the installed package has another version than the recipe, or if that can't be known."""
    if root != Path("/"):
        return ""
    try:
        asked = subprocess.run(  # noqa: S603 (a fixed program, asked about a name from our own file)
            ["/usr/bin/dpkg-query", "-W", "-f", "${Version}", source.package],
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return ""
    if asked.returncode or asked.stdout == source.version:
        return ""
    return f"{source.package} is {asked.stdout}; the recipe was made with {source.version}."
