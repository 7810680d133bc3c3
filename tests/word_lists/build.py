"""Builds the project's word lists from Debian packages: `python -m tests.word_lists.build`.

A tool, run by hand when a source changes; the product doesn't need it. The open list is made from `scowl`: the words of every
spelling and variant up to size 80 that are written a–z; no names, abbreviations, contractions or upper-case words. SCOWL's
two-letter words are too odd to play with, so our own list replaces them. The common words are those of the open list that
SCOWL has in American, British or Canadian spelling up to size 50, without variants. The phrases are made from `wordnet-base`:
its entries of several parts, with spaces, hyphens or apostrophes, and 3 to 15 letters. Each list comes with its notice.
"""

import gzip
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from games.word_lists.library import COMMON, HERE, NOTICE, NOTICE_OF_PHRASES, OPEN_LIST, PHRASES, fold, parse

SCOWL = Path("/usr/share/dict/scowl")
COPYRIGHT = Path("/usr/share/doc/scowl/copyright")
LARGEST_SIZE, LARGEST_COMMON = 80, 50
_WORDS_FILE = re.compile(r".+-words\.(\d+)")
_COMMON_FILE = re.compile(r"(?:english|american|british|canadian)-words\.(\d+)")
_WORD = re.compile(r"[a-z]{3,}")

WORDNET = Path("/usr/share/wordnet")
WORDNET_COPYRIGHT = Path("/usr/share/doc/wordnet-base/copyright")
SHORTEST_PHRASE, LONGEST_PHRASE = 3, 15
_PHRASE = re.compile(r"[A-Za-z][A-Za-z '-]*[ '-][A-Za-z '-]*")
_POSITION = re.compile(r"\((?:a|p|ip)\)$")  # where an adjective may stand

_PREFACE = """\
The open word list (open.txt.gz) is made from SCOWL, as packaged by Debian: the words of every spelling and variant up
to size {size} that are written a–z. Its two-letter words are those of two_letters.txt instead. The common words
(common.txt.gz) are those of them that SCOWL has up to size {common}, without its variants. SCOWL's notice follows.

"""
_PREFACE_OF_PHRASES = """\
The phrases (phrases.txt.gz) are taken from WordNet 3.0, as packaged by Debian: its entries of several parts, of {least} to
{most} letters, changed in nothing but that one way of writing each is kept. With the open word list they make up the list
"phrases". WordNet's notice follows.

"""


def scowl_words(folder: Path) -> Iterator[str]:
    """Return the playable words of three letters or more in SCOWL's files, unsorted and with repeats."""
    return filter(_WORD.fullmatch, _lines_of(folder, _WORDS_FILE, up_to=LARGEST_SIZE))


def _lines_of(folder: Path, files: re.Pattern[str], *, up_to: int) -> Iterator[str]:
    """Yield the lines of the files whose names match, up to a size."""
    for path in sorted(folder.iterdir()):
        named = files.fullmatch(path.name)
        if named and int(named[1]) <= up_to:
            yield from path.read_text("utf-8").splitlines()


def wordnet_phrases(folder: Path) -> Iterator[str]:
    """Yield WordNet's entries of several parts as its data files write them, unsorted and with repeats."""
    for path in sorted(folder.glob("data.*")):
        for line in path.read_text("ascii").splitlines():
            if line.startswith(" "):  # WordNet's licence
                continue
            parts = line.split(" ")
            synonyms = parts[4 : 4 + 2 * int(parts[3], 16) : 2]
            phrases = (_POSITION.sub("", synonym).replace("_", " ") for synonym in synonyms)
            yield from (phrase for phrase in phrases if _is_phrase(phrase))


def _is_phrase(text: str) -> bool:
    return bool(_PHRASE.fullmatch(text)) and SHORTEST_PHRASE <= len(fold(text)) <= LONGEST_PHRASE


def one_way_of_each(phrases: Iterable[str], *, words: frozenset[str]) -> list[str]:
    """Return the most frequent way of writing each phrase, or the first of several; no phrase that folds to a plain word."""
    best_first = sorted(Counter(phrases).items(), key=lambda one: (-one[1], one[0]))
    kept: dict[str, str] = {}
    for phrase, _ in best_first:
        kept.setdefault(fold(phrase), phrase)
    return [kept[folded] for folded in sorted(kept.keys() - words)]


def build(folder: Path, copyright_file: Path, target: Path) -> int:
    """Write the open list, its common words and the notice of both into `target`, and return the number of words.

    The same words give the same bytes."""
    two_letters = (HERE / "two_letters.txt").read_text("ascii").splitlines()
    words = parse([*scowl_words(folder), *two_letters])
    _write(words, target / OPEN_LIST)
    common = {line.upper() for line in _lines_of(folder, _COMMON_FILE, up_to=LARGEST_COMMON) if line.islower()}
    _write([word for word in words if word in common], target / COMMON)
    notice = _PREFACE.format(size=LARGEST_SIZE, common=LARGEST_COMMON) + copyright_file.read_text("utf-8")
    (target / NOTICE).write_text(notice, "utf-8")
    return len(words)


def build_phrases(folder: Path, copyright_file: Path, words: frozenset[str], target: Path) -> int:
    """Write the phrases that aren't among these words, and their notice, as `build` does. Return the number of phrases."""
    phrases = one_way_of_each(wordnet_phrases(folder), words=words)
    _write(phrases, target / PHRASES)
    preface = _PREFACE_OF_PHRASES.format(least=SHORTEST_PHRASE, most=LONGEST_PHRASE)
    (target / NOTICE_OF_PHRASES).write_text(preface + copyright_file.read_text("utf-8"), "utf-8")
    return len(phrases)


def _write(lines: list[str], file: Path) -> None:
    text = "".join(f"{line}\n" for line in lines).encode("ascii")
    file.write_bytes(gzip.compress(text, compresslevel=9, mtime=0))


if __name__ == "__main__":
    for source, package in ((SCOWL, "scowl"), (WORDNET, "wordnet-base")):
        if not source.is_dir():
            sys.exit(f"{source} is missing: apt-get install {package}")
    count = build(SCOWL, COPYRIGHT, HERE)
    sys.stdout.write(f"{count} words in {HERE / OPEN_LIST}\n")
    open_words = frozenset(gzip.decompress((HERE / OPEN_LIST).read_bytes()).decode("ascii").split())
    count = build_phrases(WORDNET, WORDNET_COPYRIGHT, open_words, HERE)
    sys.stdout.write(f"{count} phrases in {HERE / PHRASES}\n")
