"""Word lists without a database: reading a text, hashing its content, and the frozen structure in which games look
words up.

A list has words of two tiles or more, in upper case, as tiles are inside the rules, without repeats. Files and hashes have
them as they are written. A phrase is stored folded, without spaces, hyphens and apostrophes; its written form is stored
beside the lists."""

import gzip
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import sha256 as hash_of
from pathlib import Path
from tempfile import mkstemp

import marisa_trie

from games.rules.alphabets.alphabet import Alphabet, NotATile
from games.rules.alphabets.known import ENGLISH, alphabet_of, codes
from games.word_lists.recipes import Product

HERE = Path(__file__).parent
OPEN_LIST = "open.txt.gz"
COMMON = "common.txt.gz"
PHRASES = "phrases.txt.gz"
NOTICE = "NOTICE"
NOTICE_OF_PHRASES = "NOTICE.phrases"

_MARKS_OF_A_FILE = "\ufeff\x1a"
"""The byte order mark with which some editors begin a file, and the character that ended one under DOS."""
LISTS_OPEN = 16
"""The number of list files that a process keeps mapped, the last used ones."""
_NO_LETTER = re.compile(r"[ '-]")


class UnreadableList(ValueError):
    """A text is not a word list; the message names the line and says what would be right."""


@dataclass(frozen=True)
class BundledList:
    """A list included in the project, with the notice that its licence requires and the code of its alphabet."""

    name: str
    words: Sequence[str]
    notice: str
    alphabet: str = "en"


@dataclass(frozen=True)
class TrieWords:
    """A word list mapped from its file into memory, shared by all games and processes. `alphabet` is a code."""

    name: str
    sha256: str
    _trie: marisa_trie.Trie = field(repr=False, compare=False)
    alphabet: str = "en"

    def __contains__(self, word: object, /) -> bool:
        return word in self._trie

    def __iter__(self) -> Iterator[str]:
        """Yield every word, in the order of the file."""
        return iter(self._trie.iterkeys())

    def __len__(self) -> int:
        return len(self._trie)

    def as_written(self, entry: str) -> str:
        """Return the written form of an entry, `ICE CREAM` for `ICECREAM`, whatever the list; the entry itself if it is
        no known phrase."""
        written = _written_phrases().get(entry) if self.alphabet == ENGLISH.code else None
        return written[0].decode("ascii") if written else entry


def parse(lines: Iterable[str], alphabet: Alphabet = ENGLISH) -> list[str]:
    """Return the words of a text with one word a line, in any case and order, without blank lines and repeats.

    Raises UnreadableList, naming the line, for anything that is not a word, and for a text without words."""
    words = set()
    for number, line in enumerate(lines, start=1):
        word = line.strip().strip(_MARKS_OF_A_FILE).strip()
        if not word:
            continue
        try:
            tiles = alphabet.word(word)
        except NotATile as error:
            raise UnreadableList(_refusal(number, word, error.strange, alphabet)) from error
        if len(tiles) < 2:
            raise UnreadableList(_refusal(number, word, "", alphabet))
        words.add(tiles)
    if not words:
        raise UnreadableList("The text holds no words. Write one word per line.")
    return sorted(words)


def _refusal(number: int, word: str, strange: str, alphabet: Alphabet) -> str:
    """Return what is wrong with a word of a list, which letter doesn't belong, and what would fit."""
    tiles = [alphabet.write(tile) for tile in alphabet.letters]
    is_run = len(tiles) == 1 + ord(tiles[-1][0]) - ord(tiles[0][0])
    fitting = f"letters from {tiles[0]} to {tiles[-1]}" if is_run else f"of the tiles {' '.join(tiles)}"
    reason = ""
    if strange:
        others = [
            other.name for other in map(alphabet_of, codes()) if strange.upper() in map(other.write, other.letters)
        ]
        belongs = f", but it is one in {', '.join(others)}" if others else ""
        reason = f" “{strange}” isn’t a tile in {alphabet.name}{belongs}."
    return f"Line {number}, “{word[:40]}”, isn’t a word.{reason} Write one word per line, with two or more {fitting}."


def written(words: Iterable[str], alphabet: Alphabet = ENGLISH) -> list[str]:
    """Return the words as they are written, sorted by code point."""
    if alphabet.write(alphabet.letters) == alphabet.letters:
        return sorted(words)
    return sorted(map(alphabet.write, words))


def digest(words: Iterable[str], alphabet: Alphabet = ENGLISH) -> str:
    """Return the hex SHA-256 of the words from `parse` as they are written, sorted, in UTF-8, one per line without a
    final newline."""
    return hash_of("\n".join(written(words, alphabet)).encode()).hexdigest()


def build_trie(words: Sequence[str]) -> bytes:
    """Return the content of the file that `open_trie` maps; the same bytes for the same words."""
    content: bytes = marisa_trie.Trie(words).tobytes()
    return content


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that other threads and processes see all of it or nothing, even if several write it at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, part = mkstemp(dir=path.parent, prefix=f".{path.stem}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            os.fchmod(handle, 0o644)
        Path(part).replace(path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise


@lru_cache(maxsize=LISTS_OPEN)
def open_trie(path: Path, *, name: str, sha256: str, alphabet: str = "en") -> TrieWords:
    """Return the list in a file that `build_trie` made, opened once per process while it is in use.

    Never write to a file that may be open: it is mapped, not read. Files named by their hash never need to change.

    Raises RuntimeError if the file does not exist or is something else."""
    trie = marisa_trie.Trie()
    trie.mmap(str(path))
    return TrieWords(name, sha256, trie, alphabet)


def fold(phrase: str) -> str:
    """Return the folded form of a phrase: `ICECREAM` for `ice cream`."""
    return _NO_LETTER.sub("", phrase).upper()


def bundled(name: str = "open") -> BundledList:
    """Return a word list of the repository: `open`; `common`, its words that everybody knows; or `phrases`, the open
    list with the phrases."""
    words, notice = _lines(OPEN_LIST), (HERE / NOTICE).read_text("utf-8")
    if name == "open":
        return BundledList(name, words, notice)
    if name == "common":
        return BundledList(name, _lines(COMMON), notice)
    if name == "phrases":
        both = sorted({*words, *map(fold, _lines(PHRASES))})
        return BundledList(name, both, (HERE / NOTICE_OF_PHRASES).read_text("utf-8") + "\n" + notice)
    raise KeyError(name)


def bundled_in(product: Product) -> BundledList:
    """Return a list of another language that comes with the project."""
    text = gzip.decompress(product.file.read_bytes()).decode("utf-8")
    return BundledList(product.name, alphabet_of(product.code).inside(text).split(), product.notice, product.code)


def _lines(file: str) -> list[str]:
    return gzip.decompress((HERE / file).read_bytes()).decode("ascii").splitlines()


@cache
def _written_phrases() -> marisa_trie.BytesTrie:
    """Return the phrases in upper case by their folded form, in a trie, because a dict would take ten times the
    memory."""
    return marisa_trie.BytesTrie([(fold(phrase), phrase.upper().encode("ascii")) for phrase in _lines(PHRASES)])
