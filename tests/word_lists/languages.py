"""Builds the files in `games/word_lists/languages`: `python -m tests.word_lists.languages open|common|names CODE…`.

A tool, run by hand when a source changes; the product doesn't need it. `open` writes the open list of a language that comes
with the project, `common` its common words; both write the number of words and the hash into the recipe. `names` writes the
German names to strike. Common words are those of the open list among the 60,000 most frequent of wordfreq 3.1.1, and the names
come from german-nouns 1.2.5: run these two in a separate environment with `wordfreq`, `german-nouns` and `marisa-trie`.
"""

import csv
import re
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import files
from pathlib import Path

from games.rules.alphabets.alphabet import Alphabet, NotATile
from games.rules.alphabets.known import alphabet_of
from games.word_lists.building import as_text, build, read
from games.word_lists.library import bundled_in, digest
from games.word_lists.recipes import RECIPE, STRUCK, Product, Recipe, recipe_of

BUNDLED = ("fr", "nl", "it", "pt", "da", "de", "es")
COMMONEST = 60_000
_NAMES = ("Toponym", "Vorname", "Nachname", "Eigenname", "Straßenname")

_HEAD_OF_NAMES = """\
# German names that wngerman has and that aren’t also nouns, such as Berlin and Peter, and their forms in -s and -er.
# Made from german-nouns 1.2.5 by Gregor Weichbrodt (https://github.com/gambolputty/german-nouns), compiled from the German
# Wiktionary, whose authors are named at https://de.wiktionary.org. Licence: CC BY-SA 4.0,
# https://creativecommons.org/licenses/by-sa/4.0/. Changed: only the names are kept, without other forms and grammar.
"""


def write_open(recipe: Recipe) -> None:
    """Write the open list of a language, if it comes with the project, and its size and hash into the recipe."""
    built = build(recipe)
    if recipe.code in BUNDLED:
        recipe.open.file.write_bytes(as_text(built.words, alphabet_of(recipe.code)))
    _record(recipe, "open", len(built.words), built.sha256)
    _say(recipe.open, len(built.words), built.notes)


def write_common(recipe: Recipe) -> None:
    """Write the common words of a language, and their number and hash into the recipe."""
    from wordfreq import top_n_list

    alphabet = alphabet_of(recipe.code)
    common = set(_tiles(top_n_list(recipe.code, COMMONEST), alphabet))
    listed = bundled_in(recipe.open) if recipe.open.is_bundled else build(recipe)
    words = [word for word in listed.words if word in common]
    recipe.common.file.write_bytes(as_text(words, alphabet))
    _record(recipe, "common", len(words), digest(words, alphabet))
    _say(recipe.common, len(words), [])


def write_names(recipe: Recipe) -> None:
    """Write the names in the source of the German list to its file of struck words."""
    table = next(Path(str(one.locate())) for one in files("german-nouns") or () if one.name == "nouns.csv")
    names, nouns = set(), set()
    with table.open(encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            parts = row["pos"].split(",")
            if any(part in _NAMES for part in parts):
                names |= {row["lemma"], row["lemma"] + "s", row["lemma"] + "er", row["lemma"] + "ern"}
            elif "Abkürzung" not in parts:
                nouns |= {form for key, form in row.items() if form and (key == "lemma" or " " in key)}
    listed = {one.strip() for one in read(recipe.source, Path("/"))}
    struck = sorted(one for one in (names - nouns) & listed if one.istitle() and one.lower() not in listed)
    (recipe.folder / STRUCK).write_text(_HEAD_OF_NAMES + "".join(f"{name}\n" for name in struck), "utf-8")
    print(f"{len(struck)} names")


def _tiles(words: Iterable[str], alphabet: Alphabet) -> Iterator[str]:
    """Yield the words that can be laid, written as tiles, with stand-ins."""
    for word in words:
        try:
            yield alphabet.word(word)
        except NotATile:
            continue


def _record(recipe: Recipe, product: str, words: int, sha256: str) -> None:
    """Write the number of words and the hash of a list into its recipe."""
    file = recipe.folder / RECIPE
    section = f'[{product}]\nwords = {words}\nsha256 = "{sha256}"\n'
    file.write_text(re.sub(rf"\[{product}\]\nwords = .*\nsha256 = .*\n", section, file.read_text("utf-8")), "utf-8")


def _say(product: Product, words: int, notes: list[str]) -> None:
    size = f", {product.file.stat().st_size} bytes" if product.file.exists() else ""
    print("\n".join([f"{product.name}: {words} words{size}", *notes]), flush=True)


if __name__ == "__main__":
    act = {"open": write_open, "common": write_common, "names": write_names}[sys.argv[1]]
    for code in sys.argv[2:]:
        act(recipe_of(code))
