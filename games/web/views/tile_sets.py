"""Tile sets that players save for everybody: their list, and the editor that counts each letter."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import commands, queries
from games.commands.saved import spelled_out
from games.players.names import NameInput
from games.queries.options import SetLine
from games.rules.alphabets.alphabet import Alphabet
from games.rules.alphabets.known import ENGLISH, alphabet_of, codes
from games.rules.grid import BLANK
from games.rules.options import alphabet_in
from games.rules.tiles import (
    LONGEST_CHOICE,
    LONGEST_NAME,
    MOST_TILES,
    SetUp,
    named_sets,
    parse_tile_set,
    set_up,
    written,
)
from games.rules.values import OrderRefused
from games.web.asking import hides, is_part, player
from games.web.sent_back import ask_again, refuse, take_back
from games.wording import speak

PREFIX = "count_"
PLAYERS = (2, 3, 4, 5)


@dataclass(frozen=True)
class Tally:
    """Totals of a set; vowels, which are `listed`, and consonants in per cent of the lettered tiles. `dealt` says for each
    number of players how the set is dealt, or why it can't be."""

    tiles: int
    value: int
    vowels: int
    consonants: int
    blanks: int
    listed: str
    dealt: Mapping[int, SetUp | OrderRefused]


class TileSetForm(forms.Form):
    """A name, and the number of each letter and of blanks."""

    name = NameInput(
        label=_("Name of the tile set"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=_("3 to 30 characters, starting with a letter. Everyone can play with the set by this name."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self,
        alphabet: Alphabet,
        answers: QueryDict | None = None,
        *,
        numbers: Mapping[str, int] | None = None,
        name: str = "",
    ) -> None:
        super().__init__(answers)
        self.alphabet = alphabet
        self.initial["name"] = name
        for tile in alphabet.order:
            label = gettext("blanks") if tile == BLANK else alphabet.face(tile)
            field = forms.IntegerField(label=label, min_value=0, max_value=MOST_TILES, required=False)
            field.widget.attrs["inputmode"] = "numeric"
            self.fields[self._field(tile)] = field
            self.initial[self._field(tile)] = (numbers or {}).get(tile, 0)

    def _field(self, tile: str) -> str:
        return PREFIX + ("blank" if tile == BLANK else self.alphabet.face(tile))

    def cells(self) -> Iterator[tuple[forms.BoundField, int]]:
        """Yield each letter's field with its value."""
        return ((self[self._field(tile)], self.alphabet.values[tile]) for tile in self.alphabet.order)

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers in the form; anything else counts as 0."""
        given = getattr(self, "cleaned_data", {}) if self.is_bound else self.initial
        return {tile: given.get(self._field(tile)) or 0 for tile in self.alphabet.order}

    @property
    def counts(self) -> str:
        """The numbers in the form that commands take; empty for a set without tiles."""
        return written(self.numbers, self.alphabet) if any(self.numbers.values()) else ""

    def tally(self) -> Tally:
        """Return the totals, and how such a set is dealt."""
        numbers = self.numbers
        total = sum(numbers.values())
        lettered = total - numbers[BLANK]
        vowels = sum(numbers[vowel] for vowel in self.alphabet.vowels)
        share = round(100 * vowels / lettered) if lettered else 0
        dealt: dict[int, SetUp | OrderRefused] = {}
        for players in PLAYERS if total else ():
            try:
                dealt[players] = set_up(parse_tile_set(self.counts, self.alphabet), players=players)
            except OrderRefused as refused:
                dealt[players] = refused
        return Tally(
            tiles=total,
            value=sum(number * self.alphabet.values[tile] for tile, number in numbers.items()),
            vowels=share,
            consonants=100 - share if lettered else 0,
            blanks=numbers[BLANK],
            listed=", ".join(map(self.alphabet.face, self.alphabet.vowels)),
            dealt=dealt,
        )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tile_sets(request: HttpRequest) -> HttpResponse:
    """Show the editor for a new set, starting from the set or sets in the address, if any."""
    if request.method == "POST":
        return _posted(request)
    if response := _sent(request):
        return response
    alphabet = _alphabet(request.GET)
    choice = request.GET.get("from", next(iter(alphabet.sets)))[: LONGEST_CHOICE + 1]
    try:
        numbers = queries.numbers_of(spelled_out(choice, alphabet), alphabet)
        return _show(request, TileSetForm(alphabet, numbers=numbers), begun_with=choice)
    except OrderRefused as refused:
        return _show(request, TileSetForm(alphabet), refused=alphabet.write(speak(refused.why, ())), begun_with=choice)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@hides(commands.NoSuchSet)
def tile_set(request: HttpRequest, set_id: int) -> HttpResponse:
    """Show one of the reader's own sets, to change or delete."""
    own = queries.tile_set(set_id=set_id, player=player(request))
    if own is None or not own.is_own:
        raise Http404
    if request.method != "POST":
        alphabet = _alphabet(request.GET, own)
        as_saved = TileSetForm(alphabet, numbers=queries.numbers_of(own.counts, alphabet), name=own.name)
        return _sent(request, own) or _show(request, as_saved, own=own)
    if request.POST.get("do") == "delete":
        commands.delete_tile_set(player=player(request), set_id=set_id)
        messages.success(
            request, gettext("“{name}” has been deleted. Games created with it go on.").format(name=own.name)
        )
        return redirect("tile_sets")
    return _posted(request, own)


def _alphabet(asked: QueryDict, own: SetLine | None = None) -> Alphabet:
    """Return the alphabet of the set that is changed, or the one chosen for a new set, by default English."""
    return alphabet_in({"alphabet": own.alphabet if own else asked.get("language", ENGLISH.code)})


def _posted(request: HttpRequest, own: SetLine | None = None) -> HttpResponse:
    """Save a new set, or changes to one's own. Only `do=save` saves anything."""
    alphabet, me = _alphabet(request.POST, own), player(request)
    form = TileSetForm(alphabet, request.POST)
    if not form.is_valid() or request.POST.get("do") != "save":
        return _show(request, form, own=own) if is_part(request) else ask_again(request)
    name = form.cleaned_data["name"]
    try:
        if own is None:
            saved = commands.save_tile_set(
                player=me, name=name, counts=form.counts, alphabet=alphabet, now=timezone.now()
            )
            said = gettext("“{name}” has been saved. Everyone can play with it.")
        else:
            saved = commands.change_tile_set(player=me, set_id=own.id, name=name, counts=form.counts)
            said = gettext("“{name}” has been changed for games created from now on.")
    except OrderRefused as refused:
        return refuse(request, "", refused)
    messages.success(request, said.format(name=saved.name))
    return redirect(reverse("tile_sets") + ("" if alphabet is ENGLISH else f"?language={alphabet.code}"))


def _sent(request: HttpRequest, own: SetLine | None = None) -> HttpResponse | None:
    """Return the page with what was written here and not saved; None if there is nothing."""
    sent = take_back(request, request.path)
    if sent is None:
        return None
    form = TileSetForm(_alphabet(sent.posted, own), sent.posted)
    form.full_clean()
    return _show(request, form, own=own, refused=form.alphabet.write(sent.why))


def _show(
    request: HttpRequest, form: TileSetForm, *, own: SetLine | None = None, refused: str = "", begun_with: str = ""
) -> HttpResponse:
    context = {
        "form": form,
        "alphabet": form.alphabet,
        "in_language": "" if form.alphabet is ENGLISH else f"language={form.alphabet.code}&",
        "languages": [(code, alphabet_of(code).own_name) for code in codes()],
        "cells": list(form.cells()),
        "own": own,
        "tally": form.tally(),
        "refused": refused,
        "begun_with": begun_with,
        "usual_sets": [each.name for each in named_sets(form.alphabet).values()],
        "tile_sets": queries.tile_sets(player=player(request), alphabet=form.alphabet),
    }
    return render(request, "games/tile_sets.html", context)
