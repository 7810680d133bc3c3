"""Entries: how a player writes one, how it stands in the grid, which lights take one, and what it links with and earns.

Source: the published rules of Lynx. Pure questions about a text, a light and a grid; no turns."""

import re
import unicodedata

from games.rules.grid import EMPTY, Layout
from games.rules.kind import Order, OrderRefused, Unreadable
from games.rules.lines import Line, Phrase
from games.rules.lynx.pattern import Light, blank, light_named, lights, reading
from games.rules.texts import say

POINTS_A_LETTER_FIRST = 2
LAST_ENTRY = 10
INK_MISTAKE = -10
EXAMPLE = "ENTER 4D MOM"
_QUOTES = ' "“”„«»'
_ENTER = re.compile(r"(\d{1,3})\s*(a|d|across|down)\b[\s:.,=]*(.*)", re.IGNORECASE)
_LIGHT = re.compile(r"\d{1,3}\s*[a-z]{0,6}\b", re.IGNORECASE)
LONGEST_WRITTEN = 60
APOSTROPHES = "'’‘ʼ`´"
_HYPHENS = re.compile(r"\s*[-‐‑–]\s*")
_NOT_DECOMPOSED = str.maketrans({"Æ": "AE", "Œ": "OE", "Ø": "O", "Ł": "L", "Đ": "D", "Ð": "D", "Þ": "TH"})


def read_entry(line: Line, phrase: Phrase) -> Order | None:
    """Read ENTER, a light and an entry. Raises Unreadable if one of them is missing or wrong."""
    argument = phrase.argument
    found = _ENTER.fullmatch(argument)
    if found is None:
        if argument and not _LIGHT.match(argument):
            return None
        raise Unreadable(
            "After ENTER, write the number of the entry with A for across or D for down, then your word or phrase.",
            line=line.raw,
            correct=EXAMPLE,
        )
    light, text = f"{int(found[1])}{found[2][0].upper()}", found[3].strip(_QUOTES)
    try:
        fold(text)
    except OrderRefused as refused:
        raise Unreadable(refused.why, line=line.raw, correct=f"ENTER {light} MOM") from refused
    return Order("ENTER", {"light": light, "text": tidy(text)})


def tidy(text: str) -> str:
    """An entry as it is kept for show: upper case, single spaces, plain hyphens, typographic apostrophes."""
    upper = unicodedata.normalize("NFC", text).upper()
    for apostrophe in APOSTROPHES:
        upper = upper.replace(apostrophe, "’")
    return " ".join(_HYPHENS.sub("-", upper).split()).strip("-")


def fold(text: str) -> str:
    """The letters A–Z of an entry, without spaces, hyphens, apostrophes and accents. Raises OrderRefused for anything else,
    for too much, and for no letter at all."""
    written = tidy(text)
    if len(written) > LONGEST_WRITTEN:
        raise OrderRefused("An entry can have at most {most} characters.", most=LONGEST_WRITTEN)
    answer = _letters(written)
    if strange := re.search(r"[^A-Z]", answer):
        raise OrderRefused(
            "An entry can only contain letters, spaces, hyphens and apostrophes. Remove {character}.",
            character=strange[0],
        )
    if not answer:
        raise OrderRefused("An entry needs letters, for example ENTER 4D MOM.")
    return answer


def enumeration(written: str) -> str:
    """The lengths of an entry's parts as crosswords give them: `3,5` for ICE CREAM, `2-3` for AD-LIB."""
    parts = re.split(r"([ -])", tidy(written))
    return "".join({" ": ",", "-": "-"}.get(part) or str(len(_letters(part))) for part in parts)


def misfit(answer: str, standing: str) -> str:
    """The letters that stand after an entry in ink: the answer itself if it fits; if it is too short its last letter is
    repeated, if too long its end is dropped, and letters already there stay. `standing` is the light so far, such as
    `..L....`."""
    inked = answer[: len(standing)].ljust(len(standing), answer[-1])
    return "".join(new if old == EMPTY else old for new, old in zip(inked, standing, strict=True))


def check_fits(written: str, answer: str, *, name: str, standing: str) -> None:
    """Raise OrderRefused for an answer whose length differs from its light's, or that contradicts a letter there."""
    if len(answer) != len(standing):
        raise OrderRefused(
            "Entry {light} needs {wanted} letters, but {written} has {count}.",
            light=name,
            wanted=len(standing),
            written=written,
            count=len(answer),
        )
    if misfit(answer, standing) != answer:
        raise OrderRefused(
            "{written} doesn’t fit {light}, which reads {standing}.",
            written=written,
            light=name,
            standing=standing,
        )


def _letters(written: str) -> str:
    """The letters of a tidy entry; characters that are not A–Z stay as they are."""
    plain = unicodedata.normalize("NFKD", written.translate(_NOT_DECOMPOSED))
    return "".join(character for character in plain if not unicodedata.combining(character) and character not in " -’")


# --- lights and points ------------------------------------------------------------------------------------------------


def links(standing: str) -> int:
    """The number of crossing letters in a light before its entry: `.A.A.C.` has 3."""
    return sum(character != EMPTY for character in standing)


def worth(standing: str) -> int:
    """The points of an entry: length times links; for the first of a grid, which has no links, two points a letter."""
    return len(standing) * (links(standing) or POINTS_A_LETTER_FIRST)


def unfilled(grid: Layout) -> tuple[Light, ...]:
    """The lights in which a letter is missing. One filled by its crossings takes no entry."""
    return tuple(light for light in lights(grid) if EMPTY in reading(grid, light))


def playable(grid: Layout) -> tuple[Light, ...]:
    """The lights that may be entered now: unfilled and linked. In an empty grid it is the shortest; of several, the one
    with the lowest number, across before down."""
    if blank(grid) == grid:
        return (min(lights(grid), key=lambda light: light.length),)
    return tuple(light for light in unfilled(grid) if links(reading(grid, light)))


def check_light(grid: Layout, name: str) -> Light:
    """The light of this name, if an entry may be made there now. Raises OrderRefused, saying what would be right."""
    light, offered = light_named(grid, name), playable(grid)
    names = tuple(one.name for one in offered)
    if light is None:
        raise OrderRefused("There is no entry {light}. Open entries: {offered}.", light=name, offered=names)
    if light in offered:
        return light
    if blank(grid) == grid:
        raise OrderRefused(
            "The first word goes in the shortest entry: {first}, with {count} letters. If several are equally "
            "short, it is the one with the lowest number.",
            first=names[0],
            count=offered[0].length,
        )
    standing = reading(grid, light)
    filled = say(
        "Entry {light} is already filled: {standing}. Open entries: {offered}.",
        light=name,
        standing=standing,
        offered=names,
    )
    unlinked = say(
        "An entry must cross a letter that is already there, and {light} has none yet. Open entries: {offered}.",
        light=name,
        offered=names,
    )
    raise OrderRefused(unlinked if EMPTY in standing else filled)
