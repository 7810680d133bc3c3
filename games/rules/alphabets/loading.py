"""Reading an alphabet from the text of its file, with the same checks for the files that come with the program and for those
that an operator adds. `README.md` describes the format."""

import json
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from itertools import count
from typing import Any, cast

from games.rules.alphabets.alphabet import (
    FIRST_STAND_IN,
    IN_BRACKETS,
    MOST_LETTERS,
    STAND_INS,
    Alphabet,
    Examples,
    NotATile,
    Tile,
)

MOST_TILES = 1000
_BLANK = "?"
_KEYS: Mapping[str, type] = {
    "code": str,
    "version": int,
    "name": str,
    "own_name": str,
    "tiles": list,
    "sets": dict,
    "standard": str,
    "folding": dict,
    "loses_marks": bool,
    "examples": dict,
    "easy": str,
    "open_list": str,
    "common_list": str,
    "words": str,
    "common_words": str,
    "notice": str,
}
_OPTIONAL = {
    "standard": "STANDARD",
    "easy": "",
    "folding": {},
    "loses_marks": True,
    "open_list": "",
    "common_list": "",
    "words": "",
    "common_words": "",
    "notice": "",
}
_OF_A_TILE: Mapping[str, type | tuple[type, ...]] = {
    "letter": str,
    "value": int,
    "blank": str,
    "vowel": bool,
    "aliases": list,
    "share": (int, float),
}
_WANTED: Mapping[object, str] = {
    str: "text in quotation marks",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}
_COUNTED = re.compile(rf"({IN_BRACKETS}|[^\s\d\[\]])\s*([0-9]{{1,3}})")


class BadAlphabet(ValueError):
    """Raised for a file that isn't an alphabet. The message names the line or the tile, and says what would be right."""


def from_toml(text: str) -> Alphabet:
    """Return the alphabet that a file's text defines. Raises BadAlphabet, naming the line if one is at fault."""
    text = unicodedata.normalize("NFC", text)
    try:
        return _alphabet(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadAlphabet(f"The file isn’t valid TOML: {error}.") from error
    except BadAlphabet as error:
        number = _line_at_fault(text, str(error))
        raise BadAlphabet(f"Line {number}. {error}" if number else str(error)) from error


def _line_at_fault(text: str, why: str) -> int:
    """Return the number of the line that a message is about, from 1; 0 if it isn't about one line."""
    if tile := re.match(r"Tile (\d+|[^\s:,]+)", why):
        lines = [n for n, line in enumerate(text.splitlines(), start=1) if re.search(r"\bletter\s*=", line)]
        if tile[1].isdigit():
            return lines[int(tile[1]) - 1] if int(tile[1]) <= len(lines) else 0
        key = rf".*letter\s*=\s*[\"']{re.escape(tile[1])}[\"']"
    elif found := re.match(
        r"(?:sets|folding|examples)\.(\w+)|The file(?: has an unknown key,|:) (\w+)|(\w+)(?: =|: )", why
    ):
        key = rf"[\"']?{found[1] or found[2] or found[3]}[\"']?\s*="
    else:
        return 0
    return next((n for n, line in enumerate(text.splitlines(), start=1) if re.match(rf"\s*{key}", line)), 0)


def _alphabet(given: dict[str, Any]) -> Alphabet:
    """Return the alphabet that the content of a file defines. Raises BadAlphabet."""
    _check_keys(given, _KEYS, optional=_OPTIONAL, where="The file")
    given = {**_OPTIONAL, **given}
    if not re.fullmatch(r"[a-z]{2,3}(-[a-z]{2,8})?", given["code"]):
        raise BadAlphabet(f'code = "{given["code"]}" must be a language code in small letters, such as "fr".')
    if not 1 <= given["version"] <= 99:
        raise BadAlphabet(f"version = {given['version']} must be a number from 1 to 99.")
    defined = tuple(_tile(one, number) for number, one in enumerate(given["tiles"], start=1))
    if not 2 <= len(defined) <= MOST_LETTERS:
        raise BadAlphabet(f"An alphabet must have 2 to {MOST_LETTERS} tiles; this one has {len(defined)}.")
    _check_forms(defined)
    letters = _inside(defined)
    bare = Alphabet(
        code=given["code"],
        version=given["version"],
        name=given["name"],
        own_name=given["own_name"],
        defined=defined,
        letters=letters,
        sets={},
        standard=given["standard"],
        folding={},
        loses_marks=given["loses_marks"],
        examples=Examples("", "", "", "", ("", ""), ()),
        easy="",
        open_list=given["open_list"] or f"{given['code']}-open",
        common_list=given["common_list"] or (f"{given['code']}-common" if given["common_words"] else ""),
        sha256="",
    )
    sets = {name: _counts(name, counts, bare) for name, counts in given["sets"].items()}
    if given["standard"] not in sets:
        raise BadAlphabet(
            f'sets has no {given["standard"]}. Write {given["standard"]} = "A9 B2 …", the full set with blanks.'
        )
    if "STANDARD" in sets:
        sets.setdefault("PLAIN", {**sets["STANDARD"], _BLANK: 0})
    folding = _folding(given["folding"], bare)
    standard = sets[given["standard"]]
    easy = _read(given["easy"], bare, where="easy") or "".join(sorted(letters, key=lambda tile: -standard[tile])[:10])
    whole = replace(bare, sets=sets, folding=folding, easy=easy, sha256=_hash(bare, sets))
    return replace(whole, examples=_examples(given["examples"], whole))


def _check_keys(
    given: Mapping[str, object],
    keys: Mapping[str, type | tuple[type, ...]],
    *,
    optional: Iterable[str],
    where: str,
) -> None:
    """Raise BadAlphabet if a key is unknown, missing or of the wrong type."""
    for key, value in given.items():
        if key not in keys:
            raise BadAlphabet(f"{where} has an unknown key, {key}. The keys are {', '.join(keys)}.")
        if not isinstance(value, keys[key]) or (keys[key] is not bool and isinstance(value, bool)):
            wanted = _WANTED.get(keys[key], "a number")
            raise BadAlphabet(f"{where}: {key} must be {wanted}, not {value!r}.")
    if missing := [key for key in keys if key not in given and key not in optional]:
        raise BadAlphabet(f"{where} has no {' and no '.join(missing)}.")


# --- tiles ------------------------------------------------------------------------------------------------------------


def _tile(given: object, number: int) -> Tile:
    """Return one tile of the list. `number` is its place, from 1."""
    where = f"Tile {number}"
    if not isinstance(given, dict):
        raise BadAlphabet(f'{where} must be written as {{letter = "A", value = 1}}, not {given!r}.')
    if isinstance(given.get("letter"), str):
        where += f", {given['letter']}"
    _check_keys(given, _OF_A_TILE, optional=("blank", "vowel", "aliases", "share"), where=where)
    letter, value = given["letter"], given["value"]
    blank = given.get("blank", letter.lower())
    for form in (letter, blank):
        if not all(one.isalpha() or one == "·" for one in form) or not form[:1].isalpha() or len(form) > 8:
            raise BadAlphabet(f"{where}: {form!r} must be 1 to 8 letters. A middle dot can stand between them.")
        if unicodedata.normalize("NFKC", form) != form:
            raise BadAlphabet(
                f"{where}: {form!r} must be written with ordinary letters, {unicodedata.normalize('NFKC', form)}."
            )
    if letter != letter.upper() or letter == blank:
        raise BadAlphabet(
            f"{where}: the letter must be in capitals and its blank in small letters, such as {letter.upper()} and "
            f"{letter.lower()}. Scripts without capitals can’t be used."
        )
    if not 0 <= value <= 99:
        raise BadAlphabet(f"{where}: the value must be a number from 0 to 99, not {value}.")
    return Tile(
        letter,
        blank,
        value,
        is_vowel=given.get("vowel", False),
        aliases=tuple(_alias(alias, where) for alias in given.get("aliases", ())),
        share=float(given.get("share", 0)),
    )


def _alias(alias: object, where: str) -> str:
    """Return another way to write a tile in brackets."""
    is_fit = (
        isinstance(alias, str) and re.fullmatch(r"[A-Z][!-Z\\^-~]{1,7}", alias) and not re.search("[0-9?#|]", alias)
    )
    if not is_fit or alias != str(alias).upper():
        raise BadAlphabet(
            f"{where}: the alias {alias!r} must be 2 to 8 characters that every keyboard has, and begin with a capital, "
            'such as "N~" or "AE".'
        )
    return str(alias)


def _check_forms(tiles: Iterable[Tile]) -> None:
    """Raise BadAlphabet if two tiles can be written in the same way."""
    known: dict[str, str] = {}
    for tile in tiles:
        for form in (tile.letter, tile.blank, *tile.aliases, *(alias.lower() for alias in tile.aliases)):
            key = form.replace("·", ".")
            if key in known:
                raise BadAlphabet(f"Tile {tile.letter}: {form} is already a form of the tile {known[key]}.")
            known[key] = tile.letter


def _inside(tiles: Iterable[Tile]) -> str:
    """Return each tile as one character: itself if its case is one-to-one in every program, else the next stand-in."""
    stand_ins = count(FIRST_STAND_IN)
    letters = "".join(tile.letter if _is_plain(tile) else chr(next(stand_ins)) for tile in tiles)
    used = next(stand_ins) - FIRST_STAND_IN
    if used > STAND_INS:
        raise BadAlphabet(f"At most {STAND_INS} tiles can have several letters or unusual capitals; this has {used}.")
    return letters


def _is_plain(tile: Tile) -> bool:
    """Return True if a tile of one letter can stand for itself. The Greek Σ can't, because its small letter depends on
    its place, nor the Turkish I, whose small letter isn’t i."""
    letter, blank = tile.letter, tile.blank
    return (
        len(letter) == 1
        and len(blank) == 1
        and letter.lower() == blank
        and blank.upper() == letter
        and (letter + letter).lower() == blank + blank
        and letter <= "\uffff"
    )


# --- sets, folding, examples ------------------------------------------------------------------------------------------


def _counts(name: str, text: object, alphabet: Alphabet) -> Mapping[str, int]:
    """Return the counts of a named set from `A9 [CH]1 ?2`."""
    where = f"sets.{name}"
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]{2,11}", name):
        raise BadAlphabet(f"{where}: the name must have 3 to 12 letters or figures and begin with a capital.")
    if not isinstance(text, str) or _COUNTED.sub("", text).strip(" ,\n"):
        raise BadAlphabet(f'{where} must be counts such as "A9 B2 [CH]1 ?2", not {text!r}.')
    found = Counter[str]()
    for form, number in _COUNTED.findall(text):
        tile = _read(form, alphabet, where=where)
        if tile in found or tile != tile.upper():
            raise BadAlphabet(f"{where}: {form} must be listed only once, in capitals.")
        found[tile] = int(number)
    if not 2 <= found.total() <= MOST_TILES:
        raise BadAlphabet(f"{where} must have 2 to {MOST_TILES} tiles; it has {found.total()}.")
    return {tile: found[tile] for tile in alphabet.order}


def _folding(given: Mapping[str, object], alphabet: Alphabet) -> Mapping[str, str]:
    """Return what each letter that is no tile is read as, by upper-case and by lower-case letter."""
    found = {}
    for letter, text in given.items():
        where = f"folding.{letter}"
        if len(letter) != 1 or not letter.isalpha() or not isinstance(text, str) or not text:
            raise BadAlphabet(f'{where} must be one letter, and the tiles it is read as, such as "Œ" = "OE".')
        if letter in {form for tile in alphabet.defined for form in (tile.letter, tile.blank)}:
            raise BadAlphabet(f"{where}: {letter} is a tile itself.")
        tiles = _read(text, alphabet, where=where).upper()
        if letter != letter.lower():
            found[letter] = tiles
        if len(letter.lower()) == 1:
            found[letter.lower()] = tiles.lower()
    return found


def _examples(given: Mapping[str, object], alphabet: Alphabet) -> Examples:
    """Return the examples, with the checks that each is what it should be."""
    _check_keys(
        given,
        {"dear": str, "cheap": str, "two": str, "word": str, "corner": list, "layout": list},
        optional=(),
        where="examples",
    )

    def words(key: str, number: int) -> list[str]:
        texts = given[key] if number > 1 else [given[key]]
        if not isinstance(texts, list) or len(texts) != number or not all(isinstance(text, str) for text in texts):
            raise BadAlphabet(f"examples.{key} must be {number} words, not {given[key]!r}.")
        try:
            return [alphabet.word(text) for text in texts]
        except NotATile as error:
            raise BadAlphabet(f"examples.{key}: {error}.") from error

    dear, cheap = (
        _read(str(given[key]).replace(" ", ""), alphabet, where=f"examples.{key}") for key in ("dear", "cheap")
    )
    (two,), (word,), corner = words("two", 1), words("word", 1), words("corner", 2)
    layout = tuple(_read(str(row), alphabet, where="examples.layout") for row in cast(list[object], given["layout"]))
    for key, is_right, wanted in (
        ("dear", len(dear) == 2, "two tiles"),
        ("cheap", len(cheap) == 2, "two tiles"),
        ("two", len(two) == 2, "a word of two tiles"),
        ("word", 3 <= len(word) <= 5, "a word of three to five tiles"),
        ("corner", corner[0][0] == corner[1][0], "two words that begin with the same tile"),
        ("layout", len({len(row) for row in layout}) == 1 and len(layout) > 2, "three rows or more of the same length"),
    ):
        if not is_right:
            raise BadAlphabet(f"examples.{key} must be {wanted}, not {given[key]!r}.")
    return Examples(dear, cheap, two, word, (corner[0], corner[1]), layout)


def _read(text: str, alphabet: Alphabet, *, where: str) -> str:
    try:
        return alphabet.read(text)
    except NotATile as error:
        raise BadAlphabet(f"{where}: {error}.") from error


def _hash(alphabet: Alphabet, sets: Mapping[str, Mapping[str, int]]) -> str:
    """Return the hex SHA-256 of what decides a game, as JSON in UTF-8: code, version, tiles in order as letter, blank and
    value, and the tiles of each set as a list of letter and count."""
    content = {
        "alphabet": alphabet.code,
        "version": alphabet.version,
        "tiles": [[one.letter, one.blank, one.value] for one in alphabet.defined],
        "sets": {
            name: [[alphabet.write(tile), number] for tile, number in counts.items() if number]
            for name, counts in sets.items()
        },
    }
    return sha256(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()
