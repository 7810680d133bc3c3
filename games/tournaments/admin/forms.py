"""The form of a tournament: what is played and how, checked by the kind itself before anybody enters."""

from dataclasses import dataclass, fields
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules import registry
from games.rules.kind import Kind, OrderRefused
from games.rules.options import about, read_options
from games.store.tile_sets import with_sets_spelled_out
from games.tournaments.admin.fields import OptionsField
from games.tournaments.commands.terms import check_settings
from games.tournaments.models import Tournament
from games.tournaments.models.tournament import JOIN_WITHIN, SEASON
from games.web.option_fields import SpanField, span
from games.word_lists import shelf
from games.wording import speak

if TYPE_CHECKING:  # Django's own class takes no parameter when it runs
    _TournamentForm = forms.ModelForm[Tournament]
else:
    _TournamentForm = forms.ModelForm

OPEN_FOR_GOOD = ("name", "about", "directors")
"""What can be changed also when the tournament has begun."""
GAME = ("kind", "options", "word_list", "rated")
"""What nobody changes any more once players may enter."""
MEETING = ("format", "table_size", "rounds_planned", "division_size", "advance")
TIME = ("round_lasts", "join_within")
ENTRIES = ("most_entrants", "entries_close_at", "late_until")
FIELDS = (*OPEN_FOR_GOOD, *GAME, *MEETING, *TIME, *ENTRIES)


class LengthField(SpanField):
    """A length of time as people write it, `3 days`. Cleans to a timedelta."""

    def to_python(self, value: Any) -> Any:
        seconds = value.total_seconds() if isinstance(value, timedelta) else super().to_python(value)
        return None if seconds is None else timedelta(seconds=seconds)

    def prepare_value(self, value: Any) -> Any:
        return span(int(value.total_seconds())) if isinstance(value, timedelta) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool(initial != self.to_python(data))
        except forms.ValidationError:
            return True


@dataclass(frozen=True)
class OptionHelp:
    """An option as a director names it in the form: what may be written, and what it is."""

    name: str
    label: str
    may_be: str
    default: str


def option_helps(kind: Kind) -> list[OptionHelp]:
    """What may stand in the options of games of this kind."""
    return [_option_help(option) for option in fields(kind.options_type)]


def _option_help(option: Any) -> OptionHelp:
    what = about(option)
    if what.choices:
        may_be = ", ".join(_as_json(value) for value, _text in what.choices)
    elif what.unit == "seconds":
        may_be = ", ".join([gettext("seconds"), *(_as_json(value) for value, _text in what.also)])
    elif what.least is not None:
        may_be = f"{what.least}–{what.most}"
    else:
        may_be = gettext("text")
    return OptionHelp(option.name, speak(what.label, ()), may_be, _as_json(option.default))


def _as_json(value: Any) -> str:
    return str(forms.JSONField().prepare_value(value))


class TournamentForm(_TournamentForm):
    """Every field while the tournament is a draft; later those that its admin page leaves open."""

    kind = forms.ChoiceField(label=_("Game"), initial=registry.KINDS["crossing"].key)
    word_list = forms.ChoiceField(label=_("Word list"), required=False)
    round_lasts = LengthField(
        label=_("A round lasts"), initial=SEASON, help_text=_("From its publication to its hard end, such as 28 days.")
    )
    join_within = LengthField(
        label=_("Time to join a table"),
        initial=JOIN_WITHIN,
        help_text=_("Who has not agreed by then is a no-show, and the table begins without them."),
    )

    class Meta:
        model = Tournament
        fields = FIELDS
        field_classes = {"options": OptionsField}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "kind" in self.fields:
            self._offer("kind", [(kind.key, gettext(kind.name)) for kind in registry.KINDS.values()])
        if "word_list" in self.fields:
            self._offer("word_list", [("", gettext("the game’s own")), *((name, name) for name in shelf.names())])

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean_options(self) -> dict[str, Any]:
        options = self.cleaned_data["options"] or {}
        if not isinstance(options, dict):
            raise forms.ValidationError(
                gettext("Options are written as {example}.").format(example='{"requests_visible": false}')
            )
        return options

    def clean(self) -> dict[str, Any]:
        """The options are read by the kind, so that what is wrong with one stands beside them."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if {"kind", "options"} <= cleaned.keys():
            try:
                options_type = registry.kind(cleaned["kind"]).options_type
                cleaned["options"] = with_sets_spelled_out(options_type, cleaned["options"])
                read_options(options_type, cleaned["options"])
            except OrderRefused as refused:
                self.add_error("options", speak(refused.why, ()))
        return cleaned

    def _post_clean(self) -> None:
        """All together, as the commands check it too."""
        super()._post_clean()  # type: ignore[misc]
        if self.errors:
            return
        try:
            check_settings(self.instance)
        except OrderRefused as refused:
            self.add_error(None, speak(refused.why, ()))
