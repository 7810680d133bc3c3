"""The supplies of games on the admin site: word lists, tile sets saved by players, and the daily puzzles with their
entries."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.read_only import KindFilter, ReadOnlyAdmin
from games.models import Puzzle, PuzzleEntry, TileSet, WordList
from games.rules.alphabets.known import ENGLISH, alphabet_of, codes
from games.rules.daily import day_of
from games.word_lists.library import UnreadableList, parse, written
from games.word_lists.shelf import import_words


class WordListUpload(forms.ModelForm):  # type: ignore[type-arg]
    """A form with a name, a language, and a file with one word per line."""

    alphabet = forms.ChoiceField(label=_("language"), initial=ENGLISH.code)
    file = forms.FileField(
        label=_("file"), help_text=_("One word per line in the letters of the language, UTF-8, no heading.")
    )

    class Meta:
        model = WordList
        fields = ("name", "notice", "alphabet")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = self.fields["alphabet"]
        assert isinstance(language, forms.ChoiceField)
        language.choices = [(code, alphabet_of(code).own_name) for code in codes()]

    def clean_file(self) -> list[str]:
        """Return the words of the file, in the language chosen before it."""
        content: bytes = self.cleaned_data["file"].read()
        alphabet = alphabet_of(self.cleaned_data.get("alphabet", ENGLISH.code))
        try:
            return written(parse(content.decode("utf-8").splitlines(), alphabet), alphabet)
        except UnicodeDecodeError as error:
            raise forms.ValidationError(
                gettext("The file isn’t in UTF-8. Save it as UTF-8 and upload it again.")
            ) from error
        except UnreadableList as error:
            raise forms.ValidationError(str(error)) from error


@admin.register(WordList)
class WordListAdmin(ReadOnlyAdmin):
    """Word lists, imported from files. A saved list never changes."""

    may = ("add",)
    list_display = ("name", "alphabet", "sha256", "words", "imported_at")
    list_filter = ("alphabet", "name")
    fields = ("name", "alphabet", "sha256", "words", "notice", "imported_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[WordList]:
        return super().get_queryset(request).defer("trie")

    def get_form(self, request: HttpRequest, obj: WordList | None = None, change: bool = False, **kwargs: Any) -> Any:
        return super().get_form(request, obj, change, **kwargs) if obj else WordListUpload

    def get_fields(self, request: HttpRequest, obj: WordList | None = None) -> tuple[str, ...]:
        return self.fields if obj else ("name", "notice", "alphabet", "file")

    def save_model(self, request: HttpRequest, obj: WordList, form: "forms.ModelForm[WordList]", change: bool) -> None:
        saved = import_words(
            form.cleaned_data["file"],
            name=obj.name,
            notice=obj.notice,
            alphabet=alphabet_of(obj.alphabet),
            now=timezone.now(),
        )
        obj.pk = saved.pk


@admin.register(TileSet)
class TileSetAdmin(ReadOnlyAdmin):
    """Tile sets, to look at, and to delete if a name is unacceptable. No game changes."""

    may = ("delete",)
    list_display = ("name", "alphabet", "made_by", "made_at", "counts")
    list_select_related = ("made_by",)
    ordering = ("name",)
    search_fields = ("name",)
    fields = readonly_fields = ("name", "alphabet", "counts", "made_by", "made_at")


@admin.register(Puzzle)
class PuzzleAdmin(ReadOnlyAdmin):
    """Daily puzzles; hides the seed while the day is on, as staff enter, too."""

    list_display = ("day", "kind", "word_list", "made_at")
    list_filter = (KindFilter,)
    list_select_related = ("word_list",)
    ordering = ("-day",)
    fields = readonly_fields = ("kind", "day", "content", "word_list", "made_at", "shown_seed")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Puzzle]:
        puzzles: QuerySet[Puzzle] = super().get_queryset(request)
        return puzzles.filter(day__lte=day_of(timezone.now())).defer("word_list__trie", "word_list__notice")

    @admin.display(description=_("seed"))
    def shown_seed(self, puzzle: Puzzle) -> str:
        is_over = puzzle.day < day_of(timezone.now())
        return bytes(puzzle.seed).hex() if is_over else gettext("hidden until the day is over")


@admin.register(PuzzleEntry)
class PuzzleEntryAdmin(ReadOnlyAdmin):
    """Entries to daily puzzles; hidden while the day is on."""

    list_display = ("puzzle", "player", "merit", "entered_at")
    list_select_related = ("puzzle", "player")
    may_ask_for = ("puzzle",)
    ordering = ("-puzzle__day", "-merit", "entered_at", "pk")
    fields = readonly_fields = ("puzzle", "player", "answer", "merit", "entered_at", "announced_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[PuzzleEntry]:
        return super().get_queryset(request).filter(puzzle__day__lt=day_of(timezone.now()))
