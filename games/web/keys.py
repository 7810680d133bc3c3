"""Keyboard shortcuts of a game's page, in one list, for the dialog and for a board's description to screen readers."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from games.wording import cached_per_language

OF_BOARD, OF_PLAY, OF_RACK, OF_SUMS = ".arranging .field", ".fixed .field", ".rack.own", "[data-tool=sums]"
OF_ENTRIES = ".writing .pattern"
OF_SOUNDS, OF_TABLE = "#mute", "#keys"
OF_CARDS = ".hand .dock"


@dataclass(frozen=True)
class Key:
    """A key, or several pressed together, and what it does; `of` is the part of the page that it belongs to."""

    of: str
    keys: str
    does: str


KEYS = (
    Key(OF_BOARD, gettext_noop("Arrow keys"), gettext_noop("move the cursor")),
    Key(OF_BOARD, gettext_noop("Space"), gettext_noop("switch the cursor between across and down")),
    Key(
        OF_BOARD,
        gettext_noop("Letter keys"),
        gettext_noop("lay a tile from the rack; with Shift, lay a blank as that letter"),
    ),
    Key(
        OF_BOARD,
        gettext_noop("Apostrophe"),
        gettext_noop("change the letter just typed to one with marks, such as É for E"),
    ),
    Key(OF_BOARD, gettext_noop("Backspace"), gettext_noop("return a tile to the rack")),
    Key(OF_BOARD, gettext_noop("Enter key"), gettext_noop("select a tile, or put the selected tile on another cell")),
    Key(
        OF_BOARD,
        gettext_noop("Ctrl + Enter"),
        gettext_noop("submit what you have laid, or press the highlighted button"),
    ),
    Key(OF_PLAY, gettext_noop("Enter key"), gettext_noop("play the tiles you have laid, if none is selected")),
    Key(OF_BOARD, gettext_noop("Shift + arrow keys"), gettext_noop("select several tiles")),
    Key(OF_BOARD, gettext_noop("Alt + arrow keys"), gettext_noop("move the selected tiles, or the word")),
    Key(
        OF_BOARD,
        gettext_noop("Shift + Space"),
        gettext_noop("turn the selected tiles, or the word, between across and down"),
    ),
    Key(OF_BOARD, gettext_noop("Escape"), gettext_noop("clear the selection")),
    Key(OF_SUMS, gettext_noop("="), gettext_noop("show the points that each tile earns")),
    Key(OF_BOARD, gettext_noop("+ or -"), gettext_noop("zoom in or out")),
    Key(OF_BOARD, gettext_noop("0"), gettext_noop("show all tiles")),
    Key(OF_BOARD, gettext_noop("Ctrl + A"), gettext_noop("select all tiles")),
    Key(OF_BOARD, gettext_noop("Ctrl + Z"), gettext_noop("undo a step; with Shift, redo it")),
    Key(
        OF_RACK,
        gettext_noop("Arrow keys in the rack"),
        gettext_noop("move from tile to tile; with Alt, move the tile itself"),
    ),
    Key(OF_ENTRIES, gettext_noop("Letter keys"), gettext_noop("type into the entry")),
    Key(
        OF_ENTRIES,
        gettext_noop("Arrow keys"),
        gettext_noop("move along the entry, or switch to the one that crosses it"),
    ),
    Key(OF_ENTRIES, gettext_noop("Tab"), gettext_noop("go to the next entry; with Shift, go to the previous one")),
    Key(OF_ENTRIES, gettext_noop("Backspace"), gettext_noop("delete a letter")),
    Key(OF_ENTRIES, gettext_noop("Enter key"), gettext_noop("send the entry")),
    Key(
        OF_CARDS,
        gettext_noop("Letter keys"),
        gettext_noop("put that card in the word; press * for a card that can be any letter"),
    ),
    Key(
        OF_CARDS,
        gettext_noop("Arrow keys"),
        gettext_noop("move between cards, places or words; with Alt, move the card itself"),
    ),
    Key(OF_CARDS, gettext_noop("Space"), gettext_noop("put down a card, or open a word to change it")),
    Key(OF_CARDS, gettext_noop("/"), gettext_noop("switch between adding and exchanging")),
    Key(OF_CARDS, gettext_noop("Backspace"), gettext_noop("take back a card; Escape takes back all of them")),
    Key(OF_CARDS, gettext_noop("Enter key"), gettext_noop("send the word you typed")),
    Key(OF_SOUNDS, gettext_noop("M"), gettext_noop("turn sounds off or on, outside the board")),
    Key(OF_TABLE, gettext_noop("W"), gettext_noop("show what the game is waiting for")),
    Key(OF_TABLE, gettext_noop("."), gettext_noop("open More; Escape closes it")),
    Key(OF_TABLE, gettext_noop("?"), gettext_noop("show all keyboard shortcuts")),
)


@cached_per_language
def keys() -> tuple[Key, ...]:
    """Return the list in the reader's language."""
    return tuple(Key(key.of, gettext(key.keys), gettext(key.does)) for key in KEYS)


@cached_per_language
def keys_said(*parts: str) -> str:
    """Describe the keys of these parts of a page in sentences, for screen readers."""
    says = gettext("{key}: {does}.")
    return " ".join(says.format(key=key.keys, does=key.does) for key in keys() if key.of in parts)
