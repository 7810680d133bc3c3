"""The daily puzzles and what was entered. While a day is on, its entries and its seed are nobody's to see: staff enter too."""

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.looking import LookingAdmin
from games.models import Puzzle, PuzzleEntry
from games.rules.daily import day_of


@admin.register(Puzzle)
class PuzzleAdmin(LookingAdmin):
    list_display = ("day", "kind", "word_list", "made_at")
    list_filter = ("kind",)
    list_select_related = ("word_list",)
    ordering = ("-day",)
    fields = readonly_fields = ("kind", "day", "content", "word_list", "made_at", "shown_seed")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        puzzles: QuerySet[Model] = super().get_queryset(request)
        return puzzles.filter(day__lte=day_of(timezone.now())).defer("word_list__trie", "word_list__notice")

    @admin.display(description=_("seed"))
    def shown_seed(self, puzzle: Puzzle) -> str:
        is_over = puzzle.day < day_of(timezone.now())
        return bytes(puzzle.seed).hex() if is_over else gettext("hidden until the day is over")


@admin.register(PuzzleEntry)
class PuzzleEntryAdmin(LookingAdmin):
    list_display = ("puzzle", "player", "merit", "entered_at")
    list_select_related = ("puzzle", "player")
    may_ask_for = ("puzzle",)
    ordering = ("-puzzle__day", "-merit", "entered_at", "pk")
    fields = readonly_fields = ("puzzle", "player", "answer", "merit", "entered_at", "announced_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        entries: QuerySet[Any] = super().get_queryset(request)
        return entries.filter(puzzle__day__lt=day_of(timezone.now()))
