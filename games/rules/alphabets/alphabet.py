"""An alphabet: the tiles of one language in order, and how they are written and read.

Inside the rules, a tile is one character that has a lower-case form, which is a blank laid as that letter; `?` is a blank
in hand. Most tiles are written as the same character. A tile of several letters, such as the Spanish CH, has a stand-in
inside and is written `[CH]`, and a blank laid as it is `[ch]`. Stand-ins are Glagolitic letters, because each has exactly
one upper-case and one lower-case form in every program. No player ever sees them: whatever leaves the rules goes through
`Alphabet.write`, and whatever comes in goes through `read`, `word` or `inside`."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from string import ascii_uppercase
from typing import TypeVar

T = TypeVar("T")
MOST_LETTERS = 42
"""The most letters that an alphabet can have. Tables of the solver have this size for every language."""
FIRST_STAND_IN, STAND_INS = 0x2C00, 48
"""The block of Glagolitic capitals. Their small letters follow directly."""
_BLANK = "?"
_DOTS, _QUOTES = "·•∙⋅‧・", "’‘ʼ´`"
_ALIKE = str.maketrans(_DOTS + _QUOTES, "." * len(_DOTS) + "'" * len(_QUOTES))
IN_BRACKETS = r"\[[^\[\]\s]{1,8}\]"
_STAND_IN = re.compile(f"[{chr(FIRST_STAND_IN)}-{chr(FIRST_STAND_IN + 2 * STAND_INS - 1)}]")
_TOKEN = re.compile(rf"{IN_BRACKETS}|.", re.DOTALL)


class NotATile(ValueError):
    """Raised for a text that has something other than tiles. `strange` is the part at fault as it was written, and
    `correct` is the form to write instead, empty if there is no obvious one."""

    def __init__(self, strange: str, correct: str = "") -> None:
        super().__init__(f"{strange} isn’t a tile" + (f". Write {correct}" if correct else ""))
        self.strange = strange
        self.correct = correct


@dataclass(frozen=True)
class Tile:
    """A tile as it is defined: its letters and those of a blank laid as it, without brackets; other ways to write it in
    brackets, which are only read; its value; and its share of running text, in percent."""

    letter: str
    blank: str
    value: int
    is_vowel: bool = False
    aliases: tuple[str, ...] = ()
    share: float = 0


@dataclass(frozen=True)
class Examples:
    """Tiles and words for examples in help and refusals, as they are inside.

    `dear` and `cheap` are two tiles each; `two` is a word of two letters, `word` a short word; the words of `corner`
    begin with the same letter; `layout` has the rows of two words that cross."""

    dear: str
    cheap: str
    two: str
    word: str
    corner: tuple[str, str]
    layout: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Alphabet:
    """The alphabet of one language. `loading` makes it from a file; `known` has all of them by code.

    `letters` are the tiles in order as they are inside, without the blank, and `defined` the same tiles as they are
    written. `sets` has the counts of each named set, the default first; `standard` names the full set with blanks.
    `folding` says what letters that are no tiles are read as, by upper-case and lower-case letter; with `loses_marks`,
    any other letter loses its marks. `easy` are the ten letters that robots keep and let blanks stand for, the best
    first. `sha256` is the hash of what decides a game: tiles, blanks, values and sets."""

    code: str
    version: int
    name: str
    own_name: str
    defined: tuple[Tile, ...]
    letters: str
    sets: Mapping[str, Mapping[str, int]]
    standard: str
    folding: Mapping[str, str]
    loses_marks: bool
    examples: Examples
    easy: str
    open_list: str
    common_list: str
    sha256: str

    def __repr__(self) -> str:
        return f"<Alphabet {self.code} {self.version}>"

    # --- tiles, as they are inside ------------------------------------------------------------------------------------

    @cached_property
    def order(self) -> str:
        """The tiles in order, then the blank."""
        return self.letters + _BLANK

    @cached_property
    def values(self) -> Mapping[str, int]:
        """The value of each tile, and 0 for the blank."""
        return {tile: one.value for tile, one in zip(self.letters, self.defined, strict=True)} | {_BLANK: 0}

    @cached_property
    def vowels(self) -> str:
        return "".join(tile for tile, one in zip(self.letters, self.defined, strict=True) if one.is_vowel)

    @cached_property
    def has_brackets(self) -> bool:
        """True if some tiles have several letters."""
        return any(len(one.letter) > 1 for one in self.defined)

    def in_order(self, tiles: Iterable[str]) -> str:
        """Return the tiles in the order of the alphabet, then blanks."""
        return "".join(sorted(tiles, key=self.order.index))

    def by_letters(self, word: str) -> list[int]:
        """Return the key that sorts words by the order of the tiles; a blank counts as its letter."""
        return [self._places.get(tile, -1) for tile in word.upper()]

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {tile: place for place, tile in enumerate(self.order)}

    def value(self, character: str) -> int:
        """Return the value of a tile, which is 0 for a blank, in hand or laid."""
        return self.values.get(character, 0)

    def printed_value(self, character: str) -> str:
        """Return the value printed on a tile: empty for a blank, in hand or laid."""
        return str(self.values.get(character) or "")

    def index(self, tile: str) -> int:
        """Return the place of a tile in the order, from 0; the blank comes last. Raises ValueError for no tile."""
        return self.order.index(tile)

    # --- out ----------------------------------------------------------------------------------------------------------

    def write(self, text: str) -> str:
        """Return tiles, a row or a whole text as players read it: each stand-in in its written form."""
        return text.translate(self._written)

    def write_json(self, value: T) -> T:
        """Return JSON with every text, keys too, as players read it."""
        if not self._written:
            return value
        if isinstance(value, str):
            return self.write(value)  # type: ignore[return-value]
        if isinstance(value, Mapping):
            return {self.write(key): self.write_json(item) for key, item in value.items()}  # type: ignore[return-value]
        if isinstance(value, list | tuple):
            return [self.write_json(item) for item in value]  # type: ignore[return-value]
        return value

    def write_word(self, tiles: str) -> str:
        """Return a word as players write it, so that `word` reads the same tiles: a bar keeps letters apart that would
        be read as one tile, C|H."""
        if not self.has_brackets:
            return self.write(tiles)
        written = ""
        for tile in tiles:
            follows = written[-1:].isalpha() and any(
                (written + self.write(tile))[-len(one.letter) :].upper() == one.letter.replace("·", "")
                for one in self.defined
                if len(one.letter) > 1
            )
            written += f"|{self.write(tile)}" if follows else self.write(tile)
        return written

    @cached_property
    def _written(self) -> Mapping[int, str]:
        return {
            ord(inside): f"[{form}]" if len(form) > 1 else form
            for tile, one in zip(self.letters, self.defined, strict=True)
            for inside, form in ((tile, one.letter), (tile.lower(), one.blank))
            if inside != form
        }

    @property
    def has_stand_ins(self) -> bool:
        """True if some tiles are not written as they are inside."""
        return bool(self._written)

    def face(self, character: str) -> str:
        """Return the letters on a tile as it is drawn: without brackets, and small on a blank that was laid."""
        return self.write(character).strip("[]")

    # --- in -----------------------------------------------------------------------------------------------------------

    def inside(self, text: str, *, any_case: bool = False) -> str:
        """Return a text with every tile written in brackets as it is inside, so that it is one character. Anything else
        stays as it is, composed (NFC), and can be read with `read` or `word`. With `any_case`, brackets in mixed case are
        read as the tile."""

        def tile(found: re.Match[str]) -> str:
            key = _key(found[0])
            return self._tiles.get(key) or (any_case and self._in_mixed_case(key)) or found[0]

        return re.sub(IN_BRACKETS, tile, _composed(text))

    def read(self, text: str, *, any_case: bool = False, also: str = "") -> str:
        """Return written tiles as they are inside: a hand, or a row of a layout with dots.

        Every tile takes one place, so a tile of several letters must be in brackets. With `any_case`, lower case is read
        as the tile, not as a blank. `also` are other characters that stay as they are. Raises NotATile."""
        found, text = [], _composed(text)
        if self._as_inside.fullmatch(text):
            return text.upper() if any_case else text
        for token in _TOKEN.findall(text):
            tile = token if token in f".{_BLANK}{also}" else self._one(token, any_case=any_case)
            if len(tile) != 1:
                raise NotATile(token, self.write(_as_capitals(tile, token, text)))
            found.append(tile)
        return "".join(found)

    def word(self, text: str, *, any_case: bool = True) -> str:
        """Return a written word as its tiles are inside, in upper case; unless `any_case`, lower case stays a blank.

        Letters that make up a tile are read as that tile, with or without brackets: CHICO as CH, I, C, O. A bar between
        letters keeps them apart: C|H. A letter may become two, as in Œ. Raises NotATile."""
        text = _composed(text)
        if self._plain.fullmatch(text):
            return text
        parts = (part for part in self._parts.findall(text) if part != "|")
        in_brackets = (f"[{part}]" if len(part) > 1 and part[0] != "[" else part for part in parts)
        return "".join([_as_capitals(self._one(part, any_case=any_case), part, text) for part in in_brackets])

    def read_back(self, text: str) -> str:
        """Return what `write` has written as it was inside. A text with anything else than tiles, dots and blanks keeps
        what isn't in brackets."""
        tokens = _TOKEN.findall(text)
        if all(token in self._exact for token in tokens):
            return "".join(self._exact[token] for token in tokens)
        return self.inside(text)

    @cached_property
    def _exact(self) -> Mapping[str, str]:
        """The tile inside for each printed form, and the characters that stand beside tiles."""
        return {self.write(tile): tile for tile in (*self.letters, *self.letters.lower(), _BLANK, ".")}

    @cached_property
    def readable(self) -> str:
        """The characters that `read` takes for exactly one tile, in upper and lower case, for a class of a pattern:
        tiles inside and as they are written, and letters that lose their marks."""
        marked = (chr(code) for code in (*range(0xC0, 0x250), *range(0x370, 0x400), *range(0x1E00, 0x1F00)))
        own = dict.fromkeys((*self.letters, *self.letters.lower(), *(form for form in self._tiles if len(form) == 1)))
        return "".join(own | dict.fromkeys(one for one in marked if len(self._folded(one)) == 1))

    @cached_property
    def in_words(self) -> str:
        """The characters that words can have: those of `readable`, those that become two tiles, and the bar."""
        return self.readable + "".join(one for one, tiles in self.folding.items() if len(tiles) > 1) + "|"

    def joined(self, text: str) -> str:
        """Return the tile of several letters that a text without brackets spells, in any case; empty if there is none."""
        spelt = _key(text).upper()
        several = ((tile, one.letter) for tile, one in zip(self.letters, self.defined, strict=True))
        return next((tile for tile, letter in several if len(letter) > 1 and _key(letter) == spelt), "")

    @cached_property
    def joined_pattern(self) -> str:
        """A pattern of what `joined` reads; it matches nothing if all tiles have one letter."""
        several = sorted((_key(one.letter) for one in self.defined if len(one.letter) > 1), key=len, reverse=True)
        return f"(?i:{'|'.join(map(re.escape, several))})" if several else "(?!)"

    @property
    def dotted(self) -> tuple[str, ...]:
        """The tiles that are written with a middle dot, L·L, which can be a full stop in what players write."""
        return tuple(one.letter for one in self.defined if "·" in one.letter)

    @property
    def listed(self) -> str:
        """The tiles as texts list them: `A–Z`, or each of them."""
        return "A–Z" if self.letters == ascii_uppercase else " ".join(map(self.write, self.letters))

    def unreadable(self, text: str) -> tuple[str, ...]:
        """Return, in upper case and each once, the letters and brackets of a text that can't be read as tiles."""
        return tuple(dict.fromkeys(one.upper() for one in self._tokens(text) if self._is_strange(one)))

    def miswritten(self, text: str) -> Mapping[str, str]:
        """Return what to write instead of each letter or pair of brackets of a row that stands for tiles, but isn't one
        tile as it is written: OE for Œ, A for [A], and both forms for [Ch]."""
        found: dict[str, str] = {}
        for token in () if text.isascii() and "[" not in text else self._tokens(text):
            if len(token) > 1 or len(self._folded(token)) > 1:
                try:
                    form = self.write(_as_capitals(self._one(token, any_case=False), token, text))
                except NotATile as error:
                    form = error.correct
                if form:
                    found[token] = form
        return found

    def with_plain_letters(self, text: str) -> str:
        """Return a text with a tile in place of whatever is `unreadable` or `miswritten`, to see what it would be with
        letters that have tiles."""
        wrong = self.miswritten(text)
        return "".join(self.letters[0] if one in wrong or self._is_strange(one) else one for one in self._tokens(text))

    def _tokens(self, text: str) -> Iterable[str]:
        """Return the characters of a text, with brackets taken together. Only English text keeps them apart: in its emails,
        brackets have always been chat."""
        has_brackets = self.loses_marks or any(len(form) > 1 for form in self._tiles)
        return _TOKEN.findall(self.inside(text)) if has_brackets else text

    def _is_strange(self, token: str) -> bool:
        return any(map(str.isalpha, token)) and not self._folded(token[1:-1] if len(token) > 1 else token)

    @cached_property
    def _as_inside(self) -> re.Pattern[str]:
        """Rows and hands whose tiles are written as they are inside."""
        single = "".join(tile for tile in self.letters if ord(tile) not in self._written)
        return re.compile(f"[{single}{single.lower()}.{_BLANK}]*")

    @cached_property
    def _plain(self) -> re.Pattern[str]:
        """Words that are inside as they are written, in upper case: every tile of theirs has one letter, and no tile of
        several letters is in them."""
        several = "|".join(re.escape(one.letter) for one in self.defined if len(one.letter) > 1)
        single = "".join(tile for tile in self.letters if ord(tile) not in self._written)
        return re.compile(f"(?:(?!{several})[{single}])+" if several else f"[{single}]+")

    @cached_property
    def _parts(self) -> re.Pattern[str]:
        """The parts of a written word, the longest first."""
        several = sorted((one.letter for one in self.defined if len(one.letter) > 1), key=len, reverse=True)
        forms = "|".join(re.escape(one).replace("·", rf"[.{_DOTS}]") for one in several)
        return re.compile(rf"{IN_BRACKETS}|(?i:{forms})|." if forms else rf"{IN_BRACKETS}|.", re.DOTALL)

    @cached_property
    def _tiles(self) -> Mapping[str, str]:
        """The tile inside for each written form, and for each other way to write it."""
        found = {}
        for tile, one in zip(self.letters, self.defined, strict=True):
            for letter, inside in ((one.letter, tile), (one.blank, tile.lower())):
                found[_key(f"[{letter}]") if len(letter) > 1 else letter] = inside
            for alias in one.aliases:
                found |= {_key(f"[{alias}]"): tile, _key(f"[{alias.lower()}]"): tile.lower()}
        return found

    def _one(self, token: str, *, any_case: bool) -> str:
        """Return what a letter or brackets are inside: usually one tile, two for some letters, and nothing if there is no
        such tile. Raises NotATile, with the form to write, for brackets in mixed case or around a single letter."""
        if len(token) == 1:
            found = self._folded(token)
            if not found:
                raise NotATile(token, self._beginning_with(token))
            return found.upper() if any_case else found
        key = _key(token)
        if found := self._tiles.get(key, ""):
            return found.upper() if any_case else found
        mixed = self._in_mixed_case(key)
        if mixed and any_case:
            return mixed
        if mixed:
            raise NotATile(token, f"{self.write(mixed)} or {self.write(mixed.lower())}")
        raise NotATile(token, self.write(self._folded(token[1:-1])))

    def _in_mixed_case(self, key: str) -> str:
        """Return the tile for a form in brackets in any case; empty if there is none."""
        return next((tile for form, tile in self._tiles.items() if form.casefold() == key.casefold()), "").upper()

    def _beginning_with(self, letter: str) -> str:
        """Return the written tiles of several letters that begin with this one, such as [QU] for Q; empty if none does."""
        forms = (self.write(tile) for tile, one in zip(self.letters, self.defined, strict=True) if len(one.letter) > 1)
        return " or ".join(form for form in forms if form[1] == letter.upper())

    def _folded(self, character: str) -> str:
        """Return the tiles that a single character is read as; empty if there are none."""
        if len(character) != 1:
            return ""
        if found := self._tiles.get(character) or self.folding.get(character):
            return found
        if character in self.letters or character in self.letters.lower():
            return character
        if not self.loses_marks:
            return ""
        bare = unicodedata.normalize("NFD", character)[0]
        return "" if bare == character else self._tiles.get(bare) or self.folding.get(bare, "")


def _composed(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def has_stand_ins(text: str) -> bool:
    """Return True if a text has a tile as only the rules know it, so that it must be written with its alphabet."""
    return bool(_STAND_IN.search(text))


def _as_capitals(tiles: str, letter: str, text: str) -> str:
    """Return the tiles of a letter in capitals if it has no capital of its own, as ß, and the text has no small letter
    beside it. They aren't blanks then."""
    has_capital = len(letter) > 1 or len(letter.upper()) == 1
    return tiles if has_capital or text.replace(letter, "") != text.replace(letter, "").upper() else tiles.upper()


def _key(token: str) -> str:
    """Return a token in brackets with every middle dot as a full stop, and every quotation mark straight."""
    return token.translate(_ALIKE)
