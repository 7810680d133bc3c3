"""Builds the open word list of the project from Debian's `scowl` package: `python -m games.word_lists.build`.

Run by hand when SCOWL or the two-letter words change; nothing else imports this. Kept are the words of every spelling
and variant up to size 80 that are written a–z: no names, abbreviations, contractions or upper-case words. SCOWL's
two-letter words are too odd to play with, so a list of our own takes their place.
"""

import gzip
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from games.word_lists.library import HERE, NOTICE, OPEN_LIST, parse

SCOWL = Path("/usr/share/dict/scowl")
COPYRIGHT = Path("/usr/share/doc/scowl/copyright")
LARGEST_SIZE = 80
_WORDS_FILE = re.compile(r".+-words\.(\d+)")
_WORD = re.compile(r"[a-z]{3,}")

_PREFACE = """\
The open word list (open.txt.gz) is made from SCOWL, as packaged by Debian: the words of every spelling and variant up
to size {size} that are written a–z. Its two-letter words are those of two_letters.txt instead. SCOWL's notice follows.

"""


def scowl_words(folder: Path) -> Iterator[str]:
    """The playable words of three letters or more in SCOWL's files, in no order, with repeats."""
    for path in sorted(folder.iterdir()):
        named = _WORDS_FILE.fullmatch(path.name)
        if named and int(named[1]) <= LARGEST_SIZE:
            yield from filter(_WORD.fullmatch, path.read_text("utf-8").splitlines())


def build(folder: Path, copyright_file: Path, target: Path) -> int:
    """Writes the list and its notice into `target`, the same bytes from the same words; the number of words."""
    two_letters = (HERE / "two_letters.txt").read_text("ascii").splitlines()
    words = parse([*scowl_words(folder), *two_letters])
    text = "".join(f"{word}\n" for word in words).encode("ascii")
    (target / OPEN_LIST).write_bytes(gzip.compress(text, compresslevel=9, mtime=0))
    notice = _PREFACE.format(size=LARGEST_SIZE) + copyright_file.read_text("utf-8")
    (target / NOTICE).write_text(notice, "utf-8")
    return len(words)


if __name__ == "__main__":
    if not SCOWL.is_dir():
        sys.exit(f"{SCOWL} is missing: apt-get install scowl")
    count = build(SCOWL, COPYRIGHT, HERE)
    sys.stdout.write(f"{count} words in {HERE / OPEN_LIST}\n")
