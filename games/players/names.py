"""Fields for names, in models and forms: saved and compared in the form of `games.rules.names`."""

import re
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.rules.names import is_readable, normalise

if TYPE_CHECKING:
    TextColumn = models.CharField[str, str]
else:
    TextColumn = models.CharField

NO_NAME = _("A name needs a character that people can see, and no line breaks or invisible characters.")
NO_PLAYERS_NAME = _("A name can’t contain control characters, invisible characters, or <, > or @.")


def check_name(name: str) -> None:
    """Raise ValidationError for an invisible name, or one that would disturb the line around it."""
    if not is_readable(name):
        raise ValidationError(NO_NAME)


def check_players_name(name: str) -> None:
    """Raise ValidationError for an invalid name of a player, which must not look like an address, either."""
    if not is_readable(name) or any(one in "<>@" for one in name):
        raise ValidationError(NO_PLAYERS_NAME)


def name_for_address(email: str) -> str:
    """Return the name to suggest to a newcomer with this address: its first word in letters, such as Chloe for chloe.martin7@….
    Return an empty text if that word has fewer than two letters. The newcomer sees it before anybody else does."""
    word = re.match(r"[^\W\d_]*", email.partition("@")[0])
    return word[0].capitalize()[:40] if word and len(word[0]) > 1 else ""


class NameInput(forms.CharField):
    """A form field that returns the name in the form in which it is stored."""

    def to_python(self, value: object) -> Any:
        return normalise(super().to_python(value) or "")


class NameField(TextColumn):
    """A column for a name. Migrations see a plain CharField, because the rules for names belong to the code, not to the
    database."""

    def to_python(self, value: object) -> Any:
        name = super().to_python(value)
        return normalise(name) if isinstance(name, str) else name

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        name = self.to_python(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, name)
        return name

    def formfield(self, **kwargs: Any) -> Any:
        return super().formfield(**{"form_class": NameInput, **kwargs})

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        kwargs.pop("validators", None)
        return name, "django.db.models.CharField", args, kwargs
