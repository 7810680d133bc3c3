"""Pages for people who play with real tiles: a score calculator, a score sheet and tiles to print.

Nothing is saved: an address holds everything that its page shows."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games import queries
from games.commands.saved import spelled_out
from games.queries.layouts import layout_in
from games.rules import registry
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, alphabet_of, codes
from games.rules.grid import BLANK, tiles_used
from games.rules.layouts import MOST_SPARE, spare_tiles
from games.rules.tiles import (
    LONGEST_CHOICE,
    SetUp,
    named_sets,
    parse_tile_set,
    set_up,
)
from games.rules.values import OrderRefused, Unreadable
from games.rules.words import AnyWord
from games.web.asking import as_written, reader
from games.web.forms import word_lists_for
from games.web.layouts import draw_example, how_to_write
from games.web.templatetags.board import face
from games.web.views.records import beside_the_best
from games.word_lists import shelf
from games.wording import speak

KIND = registry.kind("crossing")
LONGEST_LAYOUT = 3000  # it is part of the address, and servers refuse longer ones
PLAYERS = range(2, 7)
PAPERS = (("a4", "A4"), ("letter", gettext_noop("Letter")))
TILES_ACROSS_AND_DOWN: Mapping[tuple[str, str], tuple[int, int]] = {
    ("a4", "19"): (9, 14),
    ("a4", "25"): (7, 10),
    ("letter", "19"): (10, 13),
    ("letter", "25"): (7, 9),
}
"""Tiles across and down a sheet, by paper and tile size in millimetres, with margins of 12 mm."""


# --- forms ------------------------------------------------------------------------------------------------------------


class SetField(forms.CharField):
    """A tile set by name or by counts. Cleans to the set."""

    def __init__(self) -> None:
        self.alphabet = ENGLISH
        attrs = {"list": "sets-of-tiles", "autocomplete": "off", "spellcheck": "false"}
        super().__init__(label=_("Tiles"), max_length=LONGEST_CHOICE, widget=forms.TextInput(attrs=attrs))
        self.help_text = _(
            "Write S98, S100, LC120, LC62 or a saved set. You can also write a multiple such as "
            "S98x2, or counts such as A9 B2 ?2."
        )

    def clean(self, value: Any) -> Any:
        try:
            return parse_tile_set(spelled_out(super().clean(value), self.alphabet), self.alphabet)
        except OrderRefused as refused:
            raise forms.ValidationError(speak(refused.why, ())) from refused


class OfTiles(forms.Form):
    """A form about tiles of a language, which is English unless another is chosen. A set that only other languages
    have becomes the first of this one."""

    language = forms.ChoiceField(label=_("Language"))
    set = SetField()

    def __init__(self, answers: Mapping[str, str], **usual: str) -> None:
        self.alphabet = alphabet_of(answers["language"]) if answers.get("language") in codes() else ENGLISH
        named = {name for code in codes() for name in alphabet_of(code).sets}
        given = {
            name: value
            for name, value in answers.items()
            if name != "set" or value not in named - {*self.alphabet.sets}
        }
        super().__init__({"set": next(iter(self.alphabet.sets)), **usual, **given, "language": self.alphabet.code})
        languages, tiles = self.fields["language"], self.fields["set"]
        assert isinstance(languages, forms.ChoiceField)
        assert isinstance(tiles, SetField)
        languages.choices = [(code, alphabet_of(code).own_name) for code in codes()]
        tiles.alphabet = self.alphabet
        if self.alphabet is not ENGLISH:
            tiles.help_text = gettext("Write {names} or a saved set, or counts such as {example}.").format(
                names=", ".join(self.alphabet.sets),
                example=" ".join(f"{self.alphabet.write(tile)}2" for tile in self.alphabet.examples.dear),
            )


class ScorerForm(OfTiles):
    """A layout, its leftover tiles, the tile set, and the word list."""

    layout = forms.CharField(
        label=_("Crossword as text"),
        max_length=LONGEST_LAYOUT,
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 10,
                "spellcheck": "false",
                "autocapitalize": "characters",
                "autocomplete": "off",
                "wrap": "off",
            }
        ),
    )
    beside = forms.CharField(
        label=_("Leftover tiles"),
        max_length=MOST_SPARE,
        required=False,
        help_text=_("Letters that aren’t in the crossword. Write ? for a blank."),
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}),
    )
    words = forms.ChoiceField(label=_("Word list"), required=False)

    def __init__(self, answers: Mapping[str, str]) -> None:
        super().__init__(answers)
        words = self.fields["words"]
        assert isinstance(words, forms.ChoiceField)
        self.fields["layout"].help_text = how_to_write(self.alphabet)
        dear = self.alphabet.write(self.alphabet.examples.dear[0])
        self.fields["beside"].widget.attrs["placeholder"] = f"{dear}, ?"
        lists = word_lists_for(KIND, self.alphabet)
        words.choices = [*lists, ("", gettext("None: the players decide which words are valid"))]
        names = [name for name, _label in lists]
        usual = KIND.word_list if self.alphabet is ENGLISH else self.alphabet.open_list
        self.data = {"words": usual if usual in names else next(iter(names), ""), **self.data}

    def clean_beside(self) -> str:
        try:
            return spare_tiles(self.cleaned_data["beside"], self.alphabet)
        except OrderRefused as refused:
            raise forms.ValidationError(speak(refused.why, ())) from refused


class SheetForm(OfTiles):
    """The tile set and the number of players of a score sheet."""

    players = forms.TypedChoiceField(label=_("Players"), choices=[(n, n) for n in PLAYERS], coerce=int)
    paper = forms.ChoiceField(label=_("Paper"), choices=PAPERS)

    def __init__(self, answers: Mapping[str, str]) -> None:
        super().__init__(answers, players="4", paper="a4")


class PrintedTilesForm(OfTiles):
    """Which tiles to print, how large, and on which paper."""

    size = forms.ChoiceField(
        label=_("Tile size"), choices=[("19", _("19 mm (standard)")), ("25", _("25 mm (large letters)"))]
    )
    paper = forms.ChoiceField(label=_("Paper"), choices=PAPERS)

    def __init__(self, answers: Mapping[str, str]) -> None:
        super().__init__(answers, size="19", paper="a4")


# --- pages ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PrintedTile:
    """A tile on paper: its letters, empty on a blank, and its value."""

    letter: SafeString
    value: str


@require_safe
def scorer(request: HttpRequest) -> HttpResponse:
    """Show a crossword of real tiles from the address with its sum."""
    form = ScorerForm(request.GET.dict())
    alphabet = form.alphabet
    context: dict[str, object] = {
        "form": form,
        "alphabet": alphabet,
        "sets": _sets(request, alphabet),
        "rows": "",
        "supply": "",
        "example_of": _an_example(alphabet),
    }
    if form.is_valid():
        given = form.cleaned_data
        context["supply"] = given["set"].tiles
        try:
            laid = layout_in(given["layout"], KIND, KIND.options_type(alphabet=alphabet.code))
        except (OrderRefused, Unreadable) as fault:
            context |= {"refused": speak(fault.why, ()), "fault": fault}
        else:
            used, beside = tiles_used(laid) + given["beside"], given["beside"]
            beyond = alphabet.in_order(
                (Counter(used) - Counter(given["set"].counts)).elements()
            )  # tiles that the set lacks
            example = None
            if used:
                words = shelf.words_of(shelf.named(given["words"]).pk) if given["words"] else AnyWord()
                example = draw_example(laid, words=words, beside=beside, alphabet=alphabet)
            context |= {"rows": "/".join(laid), "beyond": [*map(alphabet.write, beyond)], "example": example}
            if example and given["words"] == KIND.word_list and not (example.struck or example.spare or beyond):
                context["best"] = beside_the_best(laid, tile_set=given["set"].name, alphabet=alphabet)
    return as_written(render(request, "games/real_tiles/scorer.html", context), alphabet)


def _an_example(alphabet: Alphabet) -> str:
    """Return an example of a crossword as the query of an address."""
    examples = alphabet.examples
    layout, beside = "\r\n".join(map(alphabet.write, examples.layout)), alphabet.write(examples.dear[0])
    return urlencode({"language": alphabet.code, "layout": layout, "beside": beside})


@require_safe
def score_sheet(request: HttpRequest) -> HttpResponse:
    """Show a sheet for the lights and scores of a game."""
    form = SheetForm(request.GET.dict())
    context: dict[str, object] = {"form": form, "sets": _sets(request, form.alphabet)}
    if form.is_valid():
        given = form.cleaned_data
        try:
            dealt: SetUp = set_up(given["set"], players=given["players"])
            context |= {"dealt": dealt, "lights": range(1, dealt.rounds + 1), "lines": range(given["players"])}
        except OrderRefused as refused:
            form.add_error("set", speak(refused.why, ()))
    return render(request, "games/real_tiles/score_sheet.html", context)


@require_safe
def printed_tiles(request: HttpRequest) -> HttpResponse:
    """Show sheets of tiles to cut out."""
    form = PrintedTilesForm(request.GET.dict())
    context: dict[str, object] = {"form": form, "sets": _sets(request, form.alphabet)}
    if form.is_valid():
        given = form.cleaned_data
        across, down = TILES_ACROSS_AND_DOWN[given["paper"], given["size"]]
        tiles = [
            PrintedTile(SafeString() if tile == BLANK else face(tile, form.alphabet), form.alphabet.printed_value(tile))
            for tile in given["set"].tiles
        ]
        starts = range(0, len(tiles), across * down)
        context |= {"across": across, "sheets": [tiles[start : start + across * down] for start in starts]}
    return render(request, "games/real_tiles/printed_tiles.html", context)


def _sets(request: HttpRequest, alphabet: Alphabet) -> list[str]:
    """Return the names of sets to choose from: those of the alphabet, and saved ones for signed-in players."""
    me = reader(request)
    saved = queries.tile_sets(player=me, alphabet=alphabet) if me and not me.is_guest else ()
    return [*(each.name for each in named_sets(alphabet).values()), *(each.name for each in saved)]
