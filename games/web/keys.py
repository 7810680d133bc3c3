"""The keys of a table, in one list: the dialog of keys shows them, and a board says its own to who hears the page."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from games.wording import once_a_language

OF_BOARD, OF_PLAY, OF_RACK, OF_SUMS = ".arranging .field", ".fixed .field", ".rack.own", "[data-tool=sums]"
OF_ENTRIES = ".writing .pattern"
OF_SOUNDS, OF_TABLE = "#mute", "#keys"
OF_CARDS = ".hand .dock"


@dataclass(frozen=True)
class Key:
    """A key, or several pressed together, and what it does; `of` selects the part of a page that it belongs to."""

    of: str
    keys: str
    does: str


KEYS = (
    Key(OF_BOARD, gettext_noop("Arrow"), gettext_noop("moves the cursor")),
    Key(OF_BOARD, gettext_noop("Space"), gettext_noop("turns the cursor across or down")),
    Key(OF_BOARD, gettext_noop("A letter"), gettext_noop("lays it from the rack; with Shift, a blank as that letter")),
    Key(OF_BOARD, gettext_noop("Backspace"), gettext_noop("takes a tile back")),
    Key(OF_BOARD, gettext_noop("Enter"), gettext_noop("picks a tile, and puts it on another cell")),
    Key(OF_BOARD, gettext_noop("Ctrl Enter"), gettext_noop("sends what is laid, or presses the filled button")),
    Key(OF_PLAY, gettext_noop("Enter"), gettext_noop("plays what is laid, while no tile is picked")),
    Key(OF_BOARD, gettext_noop("Shift and an arrow"), gettext_noop("picks several tiles")),
    Key(OF_BOARD, gettext_noop("Alt and an arrow"), gettext_noop("moves what is picked, or the word")),
    Key(OF_BOARD, gettext_noop("Shift and Space"), gettext_noop("turns what is picked, or the word")),
    Key(OF_BOARD, gettext_noop("Escape"), gettext_noop("lets go of what is picked")),
    Key(OF_SUMS, gettext_noop("="), gettext_noop("shows what each tile earns")),
    Key(OF_BOARD, gettext_noop("+ or -"), gettext_noop("makes the board larger or smaller")),
    Key(OF_BOARD, gettext_noop("0"), gettext_noop("shows all tiles")),
    Key(OF_BOARD, gettext_noop("Ctrl A"), gettext_noop("picks all tiles")),
    Key(OF_BOARD, gettext_noop("Ctrl Z"), gettext_noop("undoes a step; with Shift, does it again")),
    Key(
        OF_RACK, gettext_noop("Arrow in the rack"), gettext_noop("goes from tile to tile; with Alt, carries one along")
    ),
    Key(OF_ENTRIES, gettext_noop("A letter"), gettext_noop("is written into the entry")),
    Key(OF_ENTRIES, gettext_noop("Arrow"), gettext_noop("goes along the entry, or into the one that crosses it")),
    Key(OF_ENTRIES, gettext_noop("Tab"), gettext_noop("goes to the next entry; with Shift, to the one before")),
    Key(OF_ENTRIES, gettext_noop("Backspace"), gettext_noop("takes a letter back")),
    Key(OF_ENTRIES, gettext_noop("Enter"), gettext_noop("sends the entry")),
    Key(
        OF_CARDS,
        gettext_noop("A letter"),
        gettext_noop("puts that card into the word; with *, one that stands for any letter"),
    ),
    Key(
        OF_CARDS,
        gettext_noop("Arrow"),
        gettext_noop(
            "goes from card to card, from place to place, or from word to word; with Alt, moves the card itself"
        ),
    ),
    Key(OF_CARDS, gettext_noop("Space"), gettext_noop("puts a card, or opens a word to change it")),
    Key(OF_CARDS, gettext_noop("/"), gettext_noop("switches between adding and exchanging")),
    Key(OF_CARDS, gettext_noop("Backspace"), gettext_noop("takes a card back; Escape takes back all")),
    Key(OF_CARDS, gettext_noop("Enter"), gettext_noop("sends the word that you typed")),
    Key(OF_SOUNDS, gettext_noop("M"), gettext_noop("beside the board, mutes the sounds or lets them sound again")),
    Key(OF_TABLE, gettext_noop("?"), gettext_noop("shows all keys")),
)


@once_a_language
def keys() -> tuple[Key, ...]:
    """The list in the reader's language."""
    return tuple(Key(key.of, gettext(key.keys), gettext(key.does)) for key in KEYS)


@once_a_language
def keys_said(*parts: str) -> str:
    """The keys of these parts of a page in sentences, for who hears it."""
    says = gettext("{key}: {does}.")
    return " ".join(says.format(key=key.keys, does=key.does) for key in keys() if key.of in parts)
