"""Recipes of the word lists of other languages: which packages a list is made from, and what comes out.

Each language has a folder in `languages/` with its `recipe.toml` and what a reader of the language has decided: `struck.txt`,
entries of the sources that are not words, and `two_letters.txt`, the words of two tiles. A language whose lists come with the
project has them there, too. `README.md` describes the format."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = Path(__file__).parent / "languages"
RECIPE, STRUCK, TWO_LETTERS, NOTICE = "recipe.toml", "struck.txt", "two_letters.txt", "NOTICE"
OPEN_LIST, COMMON = "open.txt.gz", "common.txt.gz"
_DRAFT = "This list is a draft: nobody who plays the language has reviewed its shortest words yet."


@dataclass(frozen=True)
class Source:
    """A file of a Debian package: a list with one word a line, or a Hunspell dictionary (`.dic`, beside its `.aff`).

    `version` is the one that the list of the recipe was made from."""

    package: str
    version: str
    file: str
    licence: str
    encoding: str = "utf-8"
    prefixes: bool = True


@dataclass(frozen=True)
class Product:
    """A list that a recipe makes: its name on a server, its number of words and the hex SHA-256 of `library.digest`.

    `file` has its words if they come with the project; otherwise the list is built by a command."""

    name: str
    code: str
    words: int
    sha256: str
    file: Path

    @property
    def is_bundled(self) -> bool:
        return self.file.exists()

    @property
    def notice(self) -> str:
        """The source of the words and their licence, after a line that says so if the list is a draft."""
        given = (self.file.parent / NOTICE).read_text("utf-8")
        is_reviewed = (self.file.parent / TWO_LETTERS).exists()
        return given if is_reviewed else f"{_DRAFT}\n\n{given}"


@dataclass(frozen=True)
class Recipe:
    """How the open list of a language is made. `code` is that of its alphabet.

    Words of two tiles must be in `source` and in `second`, unless somebody who plays the language has reviewed them.
    `has_nouns`: nouns are written with a capital, so words with one are kept."""

    code: str
    source: Source
    second: Source | None
    has_nouns: bool
    open: Product
    common: Product

    @property
    def folder(self) -> Path:
        return LANGUAGES / self.code


def recipe_of(code: str) -> Recipe:
    """Return the recipe of a language. Raises KeyError if there is none."""
    return recipes()[code]


@cache
def recipes() -> Mapping[str, Recipe]:
    """Return all recipes by the code of their language."""
    found = (_read(folder) for folder in sorted(LANGUAGES.iterdir()) if (folder / RECIPE).exists())
    return {recipe.code: recipe for recipe in found}


def bundled_lists() -> Mapping[str, Product]:
    """Return the lists of other languages that come with the project, by name."""
    return {
        each.name: each for recipe in recipes().values() for each in (recipe.open, recipe.common) if each.is_bundled
    }


def _read(folder: Path) -> Recipe:
    given: dict[str, Any] = tomllib.loads((folder / RECIPE).read_text("utf-8"))
    code = folder.name
    return Recipe(
        code,
        Source(**given["source"]),
        Source(**given["second"]) if "second" in given else None,
        given.get("nouns_have_capitals", False),
        Product(f"{code}-open", code, file=folder / OPEN_LIST, **given["open"]),
        Product(f"{code}-common", code, file=folder / COMMON, **given["common"]),
    )
