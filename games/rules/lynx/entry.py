"""Entries: reading and folding what a player writes, which lights can be filled, and links and points.

Source: the published rules of Lynx. Functions of a text, a light and a grid; no turns."""

import re
import unicodedata

from games.rules.grid import EMPTY, Layout
from games.rules.lines import Line, Phrase
from games.rules.lynx.pattern import Light, blank, light_named, lights, reading
from games.rules.texts import say
from games.rules.values import Order, OrderRefused, Unreadable

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
    """Read ENTER with a light and an entry. Raises Unreadable if one of them is missing or wrong."""
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
    """Return an entry as shown: upper case, single spaces, plain hyphens, typographic apostrophes."""
    upper = unicodedata.normalize("NFC", text).upper()
    for apostrophe in APOSTROPHES:
        upper = upper.replace(apostrophe, "’")
    return " ".join(_HYPHENS.sub("-", upper).split()).strip("-")


def fold(text: str) -> str:
    """Return the letters A–Z of an entry, without spaces, hyphens, apostrophes and accents.

    Raises OrderRefused for other characters, for too many, and if there are no letters."""
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
    """Return the lengths of an entry's parts as in crosswords: `3,5` for ICE CREAM, `2-3` for AD-LIB."""
    parts = re.split(r"([ -])", tidy(written))
    return "".join({" ": ",", "-": "-"}.get(part) or str(len(_letters(part))) for part in parts)


def misfit(answer: str, standing: str) -> str:
    """Return the letters in a light after an entry in ink: the answer itself if it fits.

    If it is too short, its last letter is repeated; if too long, its end is dropped. Letters already there stay.
    `standing` is the light so far, such as `..L....`."""
    inked = answer[: len(standing)].ljust(len(standing), answer[-1])
    return "".join(new if old == EMPTY else old for new, old in zip(inked, standing, strict=True))


def check_fits(written: str, answer: str, *, name: str, standing: str) -> None:
    """Raise OrderRefused if the answer's length differs from its light's, or it contradicts a letter there."""
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
    """Return the letters of a tidy entry without accents. Other characters that aren't A–Z stay."""
    plain = unicodedata.normalize("NFKD", written.translate(_NOT_DECOMPOSED))
    return "".join(character for character in plain if not unicodedata.combining(character) and character not in " -’")


# --- lights and points ------------------------------------------------------------------------------------------------


def links(standing: str) -> int:
    """Return the number of crossing letters in a light before its entry: 3 for `.A.A.C.`."""
    return sum(character != EMPTY for character in standing)


def worth(standing: str) -> int:
    """Return the points of an entry: length times links. The first of a grid has no links and gets two points a
    letter."""
    return len(standing) * (links(standing) or POINTS_A_LETTER_FIRST)


def unfilled(grid: Layout) -> tuple[Light, ...]:
    """Return the lights with missing letters. A light filled by its crossings takes no entry."""
    return tuple(light for light in lights(grid) if EMPTY in reading(grid, light))


def playable(grid: Layout) -> tuple[Light, ...]:
    """Return the lights that can be entered now: unfilled ones with a link.

    In an empty grid it is the shortest one; of several, that with the lowest number, across before down."""
    if blank(grid) == grid:
        return (min(lights(grid), key=lambda light: light.length),)
    return tuple(light for light in unfilled(grid) if links(reading(grid, light)))


def check_light(grid: Layout, name: str) -> Light:
    """Return the light of this name. Raises OrderRefused if no entry can be made there now."""
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
