"""The words that a Hunspell dictionary stands for: its stems with every affix that its rules allow.

A dictionary is two files, `fr.dic` with a stem and its flags on each line and `fr.aff` with the rules of each flag. Read
are SET, FLAG, AF, PFX and SFX with their conditions, flags of affixes two deep, NEEDAFFIX, FORBIDDENWORD, ONLYINCOMPOUND
and CIRCUMFIX. Compounds are left out, because their number has no limit. The format is that of hunspell(5)."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

Flags = frozenset[str]
NO_FLAGS: Flags = frozenset()

_ESCAPED_SLASH = "\\/"
_MORPHOLOGY = re.compile(r"[\t ].*", re.DOTALL)
_ENCODING = re.compile(rb"^\s*SET\s+(\S+)", re.MULTILINE)
_NO_LETTER = re.compile(r"[-–'’0-9]")
_PLACE = re.compile(r"\[\^?[^\]]*\]|.", re.DOTALL)
_ENCODINGS = {"microsoft-cp1251": "cp1251", "iso8859-1": "iso-8859-1", "tis620-2533": "tis-620"}


class UnreadableDictionary(ValueError):
    """A file is not a Hunspell dictionary; the message names the file and the line."""


@dataclass(frozen=True, slots=True)
class Affix:
    """One line of a PFX or SFX rule: which letters it takes off a stem, which it adds, and the flags of the result.

    `fits` matches the beginning (of a prefix) or the end (of a suffix) of the stems that it may be added to."""

    flag: str
    is_prefix: bool
    crosses: bool
    strip: str
    added: str
    flags: Flags
    fits: re.Pattern[str]
    places: int

    def added_to(self, stem: str) -> str | None:
        """Return the stem with this affix, or None if it doesn't fit."""
        if self.is_prefix:
            if not (stem.startswith(self.strip) and self.fits.fullmatch(stem[: self.places])):
                return None
            return self.added + stem[len(self.strip) :]
        if not (stem.endswith(self.strip) and self.fits.fullmatch(stem[len(stem) - min(self.places, len(stem)) :])):
            return None
        return stem[: len(stem) - len(self.strip)] + self.added


@dataclass
class Affixes:
    """The rules of an affix file. `read_flags` splits flags as its FLAG line says; `aliases` are its AF lines."""

    encoding: str = "iso-8859-1"
    read_flags: Callable[[str], Flags] = frozenset
    aliases: list[Flags] = field(default_factory=list)
    prefixes: dict[str, list[Affix]] = field(default_factory=dict)
    suffixes: dict[str, list[Affix]] = field(default_factory=dict)
    fullstrip: bool = False
    need_affix: str = ""
    forbidden: str = ""
    only_in_compound: str = ""
    circumfix: str = ""

    def flags(self, written: str) -> Flags:
        """Return the flags of a stem or an affix, which may be the number of an alias."""
        if self.aliases and written.isdigit():
            number = int(written)
            if not 0 < number <= len(self.aliases):
                raise UnreadableDictionary(f"The flags {written} are none of the {len(self.aliases)} AF lines.")
            return self.aliases[number - 1]
        return self.read_flags(written)

    def leave_out(self, sign: re.Pattern[str]) -> None:
        """Remove the affixes that add such a sign."""
        for side in (self.prefixes, self.suffixes):
            for flag, affixes in list(side.items()):
                side[flag] = [affix for affix in affixes if not sign.search(affix.added)]
                if not side[flag]:
                    del side[flag]


def expand(
    affix_file: Path, dictionary: Path, *, with_prefixes: bool = True, in_letters: bool = False, longest: int = 1000
) -> set[str]:
    """Return every word of a dictionary in its own spelling, with names and abbreviations, up to `longest` characters.

    With `in_letters`, affixes that add a hyphen, an apostrophe or a figure are left out, which saves most of the work in
    Catalan and Italian. Raises UnreadableDictionary if a file breaks the format."""
    rules = read_affixes(affix_file)
    if in_letters:
        rules.leave_out(_NO_LETTER)
    lines = _decoded(dictionary, dictionary.read_bytes(), rules.encoding).splitlines()
    if not re.match(r"\s*[0-9]+", lines[0] if lines else ""):
        raise UnreadableDictionary(f"{dictionary.name} must start with a line with the number of its stems.")
    words: set[str] = set()
    stems: set[str] = set()
    forbidden: set[str] = set()
    expansion = Expansion(rules, with_prefixes=with_prefixes)
    for stem, flags in _stems(lines[1:], rules):
        if rules.forbidden in flags:
            forbidden.add(stem)
        else:
            stems.add(stem)
            words.update(form for form in expansion.forms(stem, flags) if len(form) <= longest)
    return words - (forbidden - stems)


def read_affixes(file: Path) -> Affixes:
    """Return the rules of an affix file. Raises UnreadableDictionary, naming the line, if it breaks the format."""
    content = file.read_bytes()
    found = _ENCODING.search(content)
    named = found[1].decode("ascii", "replace") if found else "iso-8859-1"
    rules = Affixes(encoding=_ENCODINGS.get(named.lower(), named))
    heads: dict[tuple[str, str], bool] = {}
    has_aliases = False
    for number, line in enumerate(_decoded(file, content, rules.encoding).splitlines(), start=1):
        parts = line.split()
        try:
            match parts:
                case ["FLAG", kind, *_]:
                    rules.read_flags = _READERS[kind.lower()]
                case ["AF", written, *_]:
                    if has_aliases:  # the first line has their number
                        rules.aliases.append(rules.read_flags(written))
                    has_aliases = True
                case ["FULLSTRIP", *_]:
                    rules.fullstrip = True
                case ["NEEDAFFIX" | "PSEUDOROOT", flag, *_]:
                    rules.need_affix = flag
                case ["FORBIDDENWORD", flag, *_]:
                    rules.forbidden = flag
                case ["ONLYINCOMPOUND", flag, *_]:
                    rules.only_in_compound = flag
                case ["CIRCUMFIX", flag, *_]:
                    rules.circumfix = flag
                case [("PFX" | "SFX") as side, flag, *rest]:
                    if (side, flag) in heads:
                        affix = _affix(side == "PFX", flag, heads[side, flag], rest, rules)
                        of_side = rules.prefixes if affix.is_prefix else rules.suffixes
                        of_side.setdefault(flag, []).append(affix)
                    else:
                        heads[side, flag] = rest[0].upper() == "Y"
        except (KeyError, IndexError, ValueError, re.error) as error:
            raise UnreadableDictionary(f"{file.name}, line {number}, can’t be read: {line.strip()[:60]}") from error
    return rules


def _affix(is_prefix: bool, flag: str, crosses: bool, rest: Sequence[str], rules: Affixes) -> Affix:
    """Return the affix of one line: what to strip, what to add with its flags, and the condition (`.` if left out)."""
    strip, added = ("" if part == "0" else part for part in (rest[0], rest[1].split("/")[0]))
    written_flags = rest[1].partition("/")[2]
    condition = rest[2] if len(rest) > 2 else "."
    places = [] if condition == "." else _PLACE.findall(condition)
    return Affix(
        flag,
        is_prefix,
        crosses,
        strip,
        "" if added == "0" else added,
        rules.flags(written_flags) if written_flags else NO_FLAGS,
        re.compile("".join(map(_place_pattern, places)), re.DOTALL),
        len(places),
    )


def _place_pattern(place: str) -> str:
    """Return the regular expression of one place of a condition, in which only `[`, `^`, `]` and `.` mean anything."""
    if place == ".":
        return "."
    if len(place) > 1 and place.startswith("["):
        turned = "^" if place.startswith("[^") else ""
        return f"[{turned}{re.escape(place[1 + len(turned) : -1])}]"
    return re.escape(place)


def _stems(lines: Iterable[str], rules: Affixes) -> Iterator[tuple[str, Flags]]:
    """Yield the stems of a dictionary with their flags, without what follows a tab or a space before `xx:`."""
    read: dict[str, Flags] = {"": NO_FLAGS}
    for line in lines:
        if not line or line[0] in "#\t":
            continue
        stem, _, written = line.replace(_ESCAPED_SLASH, "\0").partition("/")
        stem = re.sub(r"\t.*| +[a-z]{2}:.*", "", stem) if not written else stem
        written = _MORPHOLOGY.sub("", written)
        if written not in read:
            read[written] = rules.flags(written)
        if stem := stem.strip().replace("\0", "/"):
            yield stem, read[written]


class Expansion:
    """Adds affixes to stems. It remembers which affixes fit an ending, because thousands of stems share each ending."""

    def __init__(self, rules: Affixes, *, with_prefixes: bool = True) -> None:
        self.rules = rules
        self._prefixes = rules.prefixes if with_prefixes else {}
        self._unfinished = {rules.need_affix, rules.only_in_compound}
        self._fitting: dict[tuple[str, bool, str], list[Affix]] = {}
        self._reach = {
            (flag, is_prefix): max(max(affix.places, len(affix.strip)) for affix in affixes)
            for is_prefix, side in ((True, rules.prefixes), (False, rules.suffixes))
            for flag, affixes in side.items()
        }

    def forms(self, stem: str, flags: Flags) -> Iterator[str]:
        """Yield the stem and its forms with a prefix, with one or two suffixes, or both, as far as each is a word."""
        if self.rules.only_in_compound in flags:
            return
        if self.rules.need_affix not in flags:
            yield stem
        for form, suffix, brought in self._suffixed(stem, flags):
            if self._stands_alone(suffix):
                yield form
            for both, prefix in self._added(form, brought - flags, self._prefixes):
                if self._stand_together(prefix, suffix):
                    yield both
        for form, prefix in self._added(stem, flags, self._prefixes):
            if self._stands_alone(prefix):
                yield form
            for more, suffix, _ in self._suffixed(stem, flags | prefix.flags):
                crosses = (prefix.crosses and suffix.crosses) or suffix.flag in prefix.flags
                if crosses and self._stand_together(prefix, suffix):
                    yield from filter(None, [prefix.added_to(more)])

    def _suffixed(self, stem: str, flags: Flags) -> Iterator[tuple[str, Affix, Flags]]:
        """Yield the stem with one suffix or with two, the last of them, and the flags that they bring."""
        for form, first in self._added(stem, flags, self.rules.suffixes):
            yield form, first, first.flags
            for twice, second in self._added(form, first.flags, self.rules.suffixes):
                yield twice, second, first.flags | second.flags

    def _added(self, stem: str, flags: Flags, side: dict[str, list[Affix]]) -> Iterator[tuple[str, Affix]]:
        """Yield the stem with each affix of one side that its flags allow and that fits."""
        is_prefix = side is self._prefixes
        for flag in flags & side.keys():
            reach = self._reach[flag, is_prefix]
            edge = stem[:reach] if is_prefix else stem[max(0, len(stem) - reach) :]
            key = (flag, is_prefix, edge)
            if key not in self._fitting:
                self._fitting[key] = [affix for affix in side[flag] if affix.added_to(edge) is not None]
            for affix in self._fitting[key]:
                form = affix.added_to(stem)
                if form is not None and (self.rules.fullstrip or len(affix.strip) < len(stem)):
                    yield form, affix

    def _stands_alone(self, affix: Affix) -> bool:
        """Return True if a form whose only affix this is, or whose last suffix, is a word."""
        return self._unfinished.isdisjoint(affix.flags) and self.rules.circumfix not in affix.flags

    def _stand_together(self, prefix: Affix, suffix: Affix) -> bool:
        """Return True if a form with both is a word: both or neither are halves of a circumfix."""
        halves = [self.rules.circumfix in affix.flags for affix in (prefix, suffix)]
        return halves[0] == halves[1] and self.rules.only_in_compound not in prefix.flags | suffix.flags


def _decoded(file: Path, content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding).lstrip("\ufeff")
    except (UnicodeDecodeError, LookupError) as error:
        raise UnreadableDictionary(f"{file.name} isn’t in {encoding}, the encoding of its SET line.") from error


def _pairs(written: str) -> Flags:
    if len(written) % 2:
        raise ValueError(written)
    return frozenset(written[at : at + 2] for at in range(0, len(written), 2))


def _numbers(written: str) -> Flags:
    return frozenset(part for part in written.split(",") if part)


_READERS: dict[str, Callable[[str], Flags]] = {
    "char": frozenset,
    "utf-8": frozenset,
    "long": _pairs,
    "num": _numbers,
}
