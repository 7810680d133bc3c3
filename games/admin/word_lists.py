"""Word lists: looked at, and imported from a file. A list never changes once it is kept."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.looking import GuardedAdmin
from games.models import WordList
from games.word_lists.library import UnreadableList, parse
from games.word_lists.shelf import import_words


class WordListUpload(forms.ModelForm):  # type: ignore[type-arg]
    """A name, and a file with one word a line."""

    file = forms.FileField(label=_("file"), help_text=_("One word a line, letters A–Z, in UTF-8, without a title."))

    class Meta:
        model = WordList
        fields = ("name", "notice")

    def clean_file(self) -> list[str]:
        """The words of the file."""
        content: bytes = self.cleaned_data["file"].read()
        try:
            return parse(content.decode("utf-8").splitlines())
        except UnicodeDecodeError as error:
            raise forms.ValidationError(gettext("The file is not in UTF-8: save it as UTF-8.")) from error
        except UnreadableList as error:
            raise forms.ValidationError(str(error)) from error


@admin.register(WordList)
class WordListAdmin(GuardedAdmin):
    list_display = ("name", "sha256", "words", "imported_at")
    list_filter = ("name",)
    fields = ("name", "sha256", "words", "notice", "imported_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[WordList]:
        return super().get_queryset(request).defer("trie")

    def get_form(self, request: HttpRequest, obj: WordList | None = None, change: bool = False, **kwargs: Any) -> Any:
        return super().get_form(request, obj, change, **kwargs) if obj else WordListUpload

    def get_fields(self, request: HttpRequest, obj: WordList | None = None) -> Any:
        return self.fields if obj else ("name", "notice", "file")

    def save_model(self, request: HttpRequest, obj: WordList, form: Any, change: bool) -> None:
        kept = import_words(form.cleaned_data["file"], name=obj.name, notice=obj.notice, now=timezone.now())
        obj.pk = kept.pk

    def has_change_permission(self, request: HttpRequest, obj: WordList | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: WordList | None = None) -> bool:
        return False
