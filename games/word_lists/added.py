"""The languages that an operator has added: a file for each in `ALPHABET_DIR`, which every process reads.

The name of a file has the hash of its alphabet. A file that was changed by hand isn't read, so that games keep the tiles
and values with which they began."""

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from games.rules.alphabets import known
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.loading import BadAlphabet, from_toml
from games.word_lists.library import write_whole

_SEEN: dict[Path, int] = {}
"""When the folder last changed, in nanoseconds, at the time it was read."""


def load() -> None:
    """Make the alphabets of the folder known to this process, if the folder has changed since it was last read. Those that
    can't be used are left out; `faults` says why."""
    folder = settings.ALPHABET_DIR
    try:
        changed = folder.stat().st_mtime_ns
    except OSError:
        return
    if _SEEN.get(folder) == changed:
        return
    _SEEN[folder] = changed
    for file in sorted(folder.glob("*.toml")):
        try:
            known.add(_alphabet_in(file))
        except (OSError, UnicodeDecodeError, BadAlphabet):
            continue


def faults() -> Iterator[str]:
    """Yield what is wrong with each file of the folder that can't be used."""
    for file in sorted(settings.ALPHABET_DIR.glob("*.toml")):
        try:
            alphabet = _alphabet_in(file)
            if known.alphabet_of(alphabet.code).sha256 != alphabet.sha256:
                raise BadAlphabet(f"Another file has the code {alphabet.code}.")
        except (OSError, UnicodeDecodeError, BadAlphabet) as error:
            yield f"{file} can’t be used: {error}"


def keep(text: str, alphabet: Alphabet) -> Path:
    """Write the file of an alphabet for all processes, in place of any other with its code. Return its path."""
    file: Path = settings.ALPHABET_DIR / _name_of(alphabet)
    write_whole(file, text.encode())
    for other in settings.ALPHABET_DIR.glob(f"{alphabet.code}.*.toml"):
        if other != file:
            other.unlink(missing_ok=True)
    return file


def _alphabet_in(file: Path) -> Alphabet:
    alphabet = from_toml(file.read_text("utf-8"))
    if file.name != _name_of(alphabet):
        raise BadAlphabet(
            f"Its tiles, values or sets were changed after it was added. They now have the hash {alphabet.sha256[:16]}. "
            "Restore the file, or add the language with lexicon manage add_language."
        )
    return alphabet


def _name_of(alphabet: Alphabet) -> str:
    return f"{alphabet.code}.{alphabet.sha256[:16]}.toml"
