"""The form for a set of tiles, a number for each letter, and what these numbers come to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules.grid import BLANK
from games.rules.kind import OrderRefused
from games.rules.messages import Text
from games.rules.tiles import ALPHABET, LONGEST_NAME, MOST_TILES, VALUES, parse_tile_set, set_up, written

PREFIX = "count_"
VOWELS = "AEIOU"
PLAYERS = (2, 3, 4, 5)


@dataclass(frozen=True)
class Dealt:
    """How a set serves so many players; `refused` says why it cannot, and then the numbers are none."""

    players: int
    deal: int = 0
    pool: int = 0
    lights: int = 0
    warnings: tuple[Text, ...] = ()
    refused: Text | None = None


@dataclass(frozen=True)
class Tally:
    """What the numbers come to; shares are in per cent of the tiles with a letter."""

    tiles: int
    value: int
    vowels: int
    consonants: int
    blanks: int
    dealt: tuple[Dealt, ...]


class TileSetForm(forms.Form):
    """A name, and how many of each letter and of the blank."""

    name = forms.CharField(
        label=_("Name of the set"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=_("3 to 30 signs, beginning with a letter. Everybody can play with it by this name."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, answers: Any = None, *, numbers: Mapping[str, int] | None = None, name: str = "") -> None:
        super().__init__(answers)
        self.initial["name"] = name
        for tile in ALPHABET:
            label = gettext("blanks") if tile == BLANK else tile
            field = forms.IntegerField(label=label, min_value=0, max_value=MOST_TILES, required=False)
            field.widget.attrs["inputmode"] = "numeric"
            self.fields[_field(tile)] = field
            self.initial[_field(tile)] = (numbers or {}).get(tile, 0)

    def cells(self) -> Iterator[tuple[forms.BoundField, int]]:
        """Each letter's field, with its value."""
        return ((self[_field(tile)], VALUES[tile]) for tile in ALPHABET)

    @property
    def numbers(self) -> dict[str, int]:
        """As they stand in the form; what is not a number counts as none."""
        given = getattr(self, "cleaned_data", {}) if self.is_bound else self.initial
        return {tile: given.get(_field(tile)) or 0 for tile in ALPHABET}

    @property
    def counts(self) -> str:
        """As commands take them; empty for a set without tiles."""
        return written(self.numbers) if any(self.numbers.values()) else ""


def tally(numbers: Mapping[str, int]) -> Tally:
    """The totals, and how such a set is dealt."""
    total = sum(numbers.values())
    lettered = total - numbers[BLANK]
    vowels = sum(numbers[vowel] for vowel in VOWELS)
    share = round(100 * vowels / lettered) if lettered else 0
    return Tally(
        tiles=total,
        value=sum(number * VALUES[tile] for tile, number in numbers.items()),
        vowels=share,
        consonants=100 - share if lettered else 0,
        blanks=numbers[BLANK],
        dealt=tuple(_dealt(players, numbers) for players in PLAYERS) if total else (),
    )


def _dealt(players: int, numbers: Mapping[str, int]) -> Dealt:
    try:
        plan = set_up(parse_tile_set(written(numbers)), players=players)
    except OrderRefused as refused:
        return Dealt(players, refused=refused.why)
    return Dealt(players, plan.deal, plan.pool, plan.rounds, plan.warnings)


def _field(tile: str) -> str:
    return PREFIX + ("blank" if tile == BLANK else tile)
