"""Tags and filters that show tiles, boards, racks and times."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from html import escape
from pathlib import Path
from unicodedata import normalize
from urllib.parse import quote

from django import template
from django.forms import BoundField
from django.utils.html import conditional_escape, format_html, json_script
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.queries.history import HistoryLine
from games.queries.tables import ClockLine
from games.rules.alphabets.alphabet import Alphabet, Tile
from games.rules.alphabets.known import ENGLISH
from games.rules.by_mail import letters_of_ones_own
from games.rules.grid import Layout
from games.rules.layouts import Reckoning
from games.rules.texts import Text
from games.rules.words import AnyWord
from games.web.board import NARROWER, Picture, draw_small
from games.web.keys import OF_BOARD, OF_PLAY, OF_RACK, OF_SUMS, Key, keys, keys_said
from games.web.layouts import SMALL_CELL, draw, how_to_write
from games.wording import HOUR, cached_per_language, clock_time, length, ordinal, speak, time_left

EPOCH = datetime.fromtimestamp(0, UTC)
NO_BREAK = "\u00a0"
ICON = Path(__file__).parents[1] / "static" / "icon.svg"

GROUND = '<div class="ground" tabindex="0" role="region" aria-label="{}">{}</div>'
TOLD = '<dt><time datetime="{}">{}</time></dt><dd>{}</dd>'
TALK = '<dt data-at="{}" data-by="{}">{}</dt><dd>{} <time class="quiet" datetime="{}">{}</time></dd>'

OF_A_CELL = {"where": _("Row {row}, column {column}"), "empty": _("empty")}
SCRIPTS_SAY: Mapping[str, Mapping[str, object]] = {
    "board-says": {
        "inTheWay": _("Another tile is in the way."),
        "put": _("{letter} placed."),
        "swapped": _("{letter} swapped with {other}."),
        "takenBack": _("Back in your rack: {letters}."),
        "recalled": _("All your tiles are back in your rack."),
        "turned": _("Turned."),
        "nothing": _("Nothing changed. Tap a tile of a word first, or select several tiles."),
        "moved": _("Moved."),
        "undone": _("Undone."),
        "not undone": _("There is nothing to undo."),
        "redone": _("Redone."),
        "not redone": _("There is nothing to redo."),
        "shuffled": _("Rack shuffled."),
        "sorted": _("Rack sorted."),
        "copied": _("Layout copied as text."),
        "read": _("Laid {laid} of {all} tiles from the text."),
        "unread": _("This isn’t a layout in rows. It is in the text box, where the server can read it."),
        "marking": _("Draw a frame around the tiles. With the keyboard, use Shift and the arrow keys."),
        "picked": _("Selected: {letters}. Choose a cell."),
        "letGo": _("Nothing is selected."),
        "arrived": _("New in your rack: {letters}."),
        "notInRack": _("{letter} isn’t in your rack."),
        "noMarks": _("You hold no other tile of this letter, with or without marks."),
        **OF_A_CELL,
        "across": _("across"),
        "down": _("down"),
        "blank": _("blank"),
        "worth": [_("{n} point"), _("{n} points")],
        "in": _("in {words}"),
        "notFree": _("You can’t lay a tile there."),
        "edge": _("This is the edge of the board."),
        "fewer": _("One letter less"),
        "more": _("One letter more"),
        "orMore": _("{order} {n} or more"),
        "notLaid": _("{letter} isn’t laid yet"),
        "tooShort": _("your word has {n} letters"),
        "notAllowed": _("not with this grid"),
    },
    "entries-say": {
        **OF_A_CELL,
        "closed": _("You can’t write an entry there."),
        "choose": _("Choose an entry first."),
        "missing": [_("{n} letter is missing."), _("{n} letters are missing.")],
    },
    "score-says": {
        "words": [format_lazy("✓ {}", says) for says in (_("{n} word, in the list"), _("{n} words, all in the list"))],
        "points": [_("{n} point from crossings"), _("{n} points from crossings")],
        "left": [_("{n} leftover tile"), _("{n} leftover tiles")],
        "notWords": _("not in the word list: {words}"),
        "below": _("{n} below"),
        "above": _("{n} above"),
        "earns": _("{letter} {value} in {one} and {other}"),
        "noCrossing": _("No tile is in two words yet, so there are no points."),
        "strikes": _("{n} struck"),
        "allowed": _("You can submit this, but it scores {n} less than your submitted layout."),
        "allSubmitted": _("Every tile is laid and submitted."),
        "inBoth": _("in {words}; crossing"),
        "toLay": [_("{n} tile left to lay."), _("{n} tiles left to lay.")],
        "notValid": [_("{n} word isn’t valid."), _("{n} words aren’t valid.")],
        "notOne": _("Connect all your words."),
        "allLaid": _("All your tiles are laid."),
        "counts": _("✓ counts"),
        "nothingYet": _("nothing submitted"),
        "struck": _("✕ Not in the word list: {words}."),
        "unreachable": _("The server isn’t responding, so words can’t be checked right now."),
    },
    "result-says": {
        "word": _("{word}: {terms} = {points}"),
        "plain": _("{word} doesn’t cross any other word, so it earns nothing."),
        "two": _("{letter} is in {words}, so it earns {points}."),
        "one": _("{letter} is only in {words}, so it earns nothing."),
        "none": _("{letter} is left over and counts as a word."),
        "play": _("Play the replay"),
        "pause": _("Pause the replay"),
        "checking": _("Repeating every draw…"),
        "failed": _("We couldn’t load the record. Verify again in a moment."),
        "commitment": _("The seed matches the commitment"),
        "cut": _("{name}’s cut “{cut}” was used in the draws"),
        "draws": _("{dealt} tiles dealt and {lights} lights: {agree} of {draws} draws match"),
        "held": _("Every submitted layout uses only tiles its player held"),
    },
}
"""The sentences of scripts, which fill in `{…}`: for boards, entries into a pattern, the score of a layout, and a
result page (parts of a sum, the replay and the check of the draws)."""
OF_WORDS_TO_CHALLENGE = {"words": [_("{n} word, not looked up yet"), _("{n} words, not looked up yet")]}

register = template.Library()
register.filter("ordinal", ordinal)
register.filter("how_to_write", how_to_write)
register.filter("letters_of_ones_own", letters_of_ones_own)


@register.filter
def value_of(character: str, alphabet: Alphabet = ENGLISH) -> str:
    """Return the value printed on a tile; empty for a blank."""
    return alphabet.printed_value(character)


@register.filter
def face(character: str, alphabet: Alphabet | None = None) -> SafeString:
    """Render the letters on a tile, set narrower if there are several."""
    letters = (alphabet or ENGLISH).face(character)
    if len(letters) < 2 or len(character) > 1:
        return conditional_escape(letters)
    return format_html('<span class="{}">{}</span>', NARROWER[min(len(letters), 3)], letters)


@register.simple_tag
def alphabet_for_scripts(alphabet: Alphabet | None = None) -> SafeString:
    """Render an alphabet for scripts: by the tile as it is inside, its letters, those of a blank laid as it, its value,
    and the letter of a plain keyboard by which it is typed, if there is one."""
    of = alphabet or ENGLISH
    tiles = {
        tile: (one.letter, one.blank, one.value, *plain_letters(one))
        for tile, one in zip(of.letters, of.defined, strict=True)
    }
    return json_script(tiles, "alphabet")


def plain_letters(tile: Tile) -> tuple[str, ...]:
    """Return the letter on a plain keyboard for a tile: N for Ñ, L for Ł, C for CH; none for a plain letter."""
    bare = normalize("NFD", tile.letter)[0]
    plain = bare if bare.isascii() or not tile.aliases else tile.aliases[0][0]
    return () if plain == tile.letter else (plain,)


@register.simple_tag
def in_brackets(alphabet: Alphabet) -> str:
    """List the tiles that are written in brackets."""
    return ", ".join(form for form in map(alphabet.write, alphabet.letters) if len(form) > 1)


@register.filter
def letters_of(alphabet: Alphabet | None) -> list[dict[str, str]]:
    """Return the tiles that a blank can be, in order, as they are written and with the letters on them."""
    of = alphabet or ENGLISH
    return [{"written": of.write(tile), "face": face(tile, of)} for tile in of.letters]


@register.filter
def example_word(alphabet: Alphabet) -> str:
    """Return a word for examples, as it is written."""
    return alphabet.write_word(alphabet.examples.corner[0])


@register.filter
def bare(written: str) -> str:
    """Return the letters of a written tile without its brackets."""
    return written.strip("[]")


@register.filter
def initials(name: str) -> str:
    """Return the initials of the first and last word of a name."""
    words = [word for word in re.split(r"[\W_]+", name) if word]
    return "".join(word[0] for word in (*words[:1], *words[1:][-1:])).upper()


@register.filter
def focused(field: BoundField) -> SafeString:
    """Render the field with the initial focus, for pages of one purpose."""
    return field.as_widget(attrs={"autofocus": True})


@register.simple_tag
def board(layout: Layout, struck: Collection[str], alphabet: Alphabet) -> SafeString:
    """Draw a layout as a board, with its struck words."""
    return drawn(draw(layout, struck, alphabet=alphabet))


@register.simple_tag
def in_small(packed: str) -> SafeString:
    """Draw a packed board small, as in lists and cards; empty for a game without a board."""
    return draw_small(packed) if packed else SafeString("")


@register.simple_tag
def small_board(layout: Layout, struck: Collection[str], alphabet: Alphabet) -> SafeString:
    """Draw a layout smaller, for pages that compare several."""
    return drawn(draw(layout, struck, alphabet=alphabet, cell=SMALL_CELL))


@register.simple_tag
def drawn(picture: Picture) -> SafeString:
    """Render a board that is already drawn, such as several at one scale."""
    return format_html(GROUND, gettext("Board"), picture.svg)


@register.filter
def words_in(layout: Layout, alphabet: Alphabet) -> str:
    """Return the words of a submitted layout in alphabetical order."""
    words = (run.word for run in Reckoning.of(layout, AnyWord(), alphabet).words)
    return alphabet.write(", ".join(sorted(words, key=alphabet.by_letters)))


@register.filter
def in_groups(letters: str) -> str:
    """Group equal letters: `AABQ` becomes `AA B Q`."""
    return "".join(letter if not i or letters[i - 1] == letter else f" {letter}" for i, letter in enumerate(letters))


@register.filter(name="speak")
def spoken(text: Text, names: Sequence[str]) -> str:
    """Put a text of the kind into words, with these names of the players."""
    return speak(text, names)


@register.filter
def called(seat: int, names: Sequence[str]) -> str:
    """Return the name at a seat."""
    return names[seat]


@register.filter
def left_until(at: datetime | None) -> str:
    """Write the time left as the script will continue it, so that nothing shifts."""
    if at is None:
        return ""
    left = time_left(at)
    if left >= timedelta(days=2):
        return length(left)
    minutes, seconds = divmod(int(left.total_seconds()), 60)
    if minutes >= 60:
        return gettext("{hours} h {minutes} min").format(hours=minutes // 60, minutes=f"{minutes % 60:02}")
    return f"{minutes}:{seconds:02}"


@register.simple_tag
def deadline(clock: ClockLine) -> SafeString:
    """Write the end of a clock for the status line: `until Sat 08:03`, and in its last hour the time left, which the
    script counts down."""
    assert clock.at is not None
    is_near = time_left(clock.at) < HOUR
    says = (
        left_until(clock.at)
        if is_near
        else gettext("until {at}").format(at=clock_time(clock.at).replace(" ", NO_BREAK))
    )
    return format_html(
        '<time class="{}" datetime="{}" data-countdown="hour" title="{}: {}">{}</time>',
        "score" if is_near else "quiet",
        clock.at.isoformat(),
        clock.label,
        clock.then,
        says,
    )


@register.simple_tag
def told(lines: Sequence[HistoryLine]) -> SafeString:
    """Render the lines of a history, each with its time. Built here because a page has many."""
    each = (TOLD.format(line.at.isoformat(), escape(clock_time(line.at)), escape(line.says)) for line in lines)
    return mark_safe("".join(each))  # noqa: S308  # all texts are escaped


@register.simple_tag
def talk(lines: Sequence[HistoryLine], you: int | None) -> SafeString:
    """Render the lines of a chat, each with its speaker's name; a seat mate's message counts as another's."""
    each = (
        TALK.format(
            (line.at - EPOCH) // timedelta(microseconds=1),
            "" if line.by == you and not line.is_own else line.by,
            escape(line.name),
            escape(line.said),
            line.at.isoformat(),
            escape(clock_time(line.at)),
        )
        for line in lines
    )
    return mark_safe("".join(each))  # noqa: S308  # all texts are escaped


@register.filter
def clock(at: datetime) -> str:
    """Write a time as `Thu 14:05`, with the date if the day alone would be unclear."""
    return clock_time(at)


@register.simple_tag
@cache
def icon_within() -> str:
    """Return the icon as a data URL, for a page that can't request it."""
    return f"data:image/svg+xml,{quote(ICON.read_text().strip())}"


@register.simple_tag
def keys_of_the_board(*, sums: bool = False) -> str:
    """Describe the keys of a board and its rack in sentences; with `sums`, also those of sums."""
    return keys_said(OF_BOARD, OF_SUMS, OF_RACK) if sums else keys_said(OF_BOARD, OF_PLAY, OF_RACK)


@register.simple_tag
def all_keys() -> tuple[Key, ...]:
    """Return every key that a game's page can have."""
    return keys()


@register.simple_tag
@cached_per_language
def script_says(name: str, are_challenged: object = None) -> SafeString:
    """Render the sentences of a script in the reader's language. Where words are only checked on a challenge, no
    word list is mentioned."""
    return json_script({**SCRIPTS_SAY[name], **(OF_WORDS_TO_CHALLENGE if are_challenged else {})}, name)
