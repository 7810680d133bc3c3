"""Forms in which newcomers enter their name and players change their data."""

from collections.abc import Collection
from datetime import date, datetime, time, timedelta
from typing import Any, cast

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.players.models import LOOK, ApiToken, Player
from games.players.zones import known_zones, zone_named, zones_to_choose
from games.rules.names import comparable

FURTHEST = timedelta(days=3650)
A_DAY = 1440  # minutes
NAME = Player._meta.get_field("name")


class ZoneField(forms.CharField):
    """The browser's time zone, filled in by script; a missing or unknown one becomes UTC."""

    def __init__(self) -> None:
        widget = forms.HiddenInput(attrs={"data-time-zone": ""})
        super().__init__(required=False, max_length=64, widget=widget)

    def clean(self, value: object) -> str:
        name = super().clean(value)
        return name if name in known_zones() else "UTC"


class NewcomerForm(forms.Form):
    """A form for the name that other players see."""

    name = NAME.formfield(
        validators=NAME.validators,
        help_text=_("The name that other players see."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    time_zone = ZoneField()

    def __init__(self, *args: Any, taken: Collection[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.taken = {comparable(name) for name in taken}

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if comparable(name) in self.taken:
            raise forms.ValidationError(_("Somebody in this game already has this name. Add something to yours."))
        return name


class SignupForm(NewcomerForm):
    """The form for signing up; allauth adds the email address to it."""

    field_order = ["email", "name"]

    def signup(self, request: HttpRequest, player: Player) -> None:
        player.name = self.cleaned_data["name"]
        player.time_zone = self.cleaned_data["time_zone"]
        player.save(update_fields=["name", "time_zone"])


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    """A player's name, language and time zone. Any zone is valid, but unless `shows_all_zones` the list offers only the
    present one, and a script adds the browser's."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("All times are shown in this time zone, including in emails.")
    )

    language = forms.ChoiceField(
        label=_("Language"),
        choices=settings.LANGUAGES,
        help_text=_(
            "For this site and the emails you get. Words that you type, such as GREEN, are the same in every language."
        ),
    )

    class Meta:
        model = Player
        fields = ["name", "language", "page_shown_to", "time_zone"]

    def __init__(self, *args: Any, shows_all_zones: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["page_shown_to"].required = False  # a program that leaves this field out keeps the present choice
        present = zone_named(self.instance.time_zone).key
        zones = cast(forms.ChoiceField, self.fields["time_zone"])
        zones.choices = zones_to_choose(present)
        if not shows_all_zones:
            offered = {present, self["time_zone"].value()}
            few = forms.Select(
                choices=[one for one in zones_to_choose(present) if one[0] in offered], attrs={"data-time-zones": ""}
            )
            self.fields["time_zone"].widget = few


class LookForm(forms.ModelForm):  # type: ignore[type-arg]
    """The appearance of boards and pages, and whether games make sounds; guests can choose it, too."""

    class Meta:
        model = Player
        fields = LOOK
        labels = {
            "ground": _("Board"),
            "face": _("Tiles"),
            "theme": _("Theme"),
            "has_sounds": _("Sounds in games, and a short vibration on a phone"),
        }
        help_texts = {
            "has_sounds": _(
                "For lights, new tiles and your turn. Press M to turn sounds off or on. On a board, M types the letter."
            ),
        }
        widgets = {"ground": forms.RadioSelect, "face": forms.RadioSelect, "theme": forms.RadioSelect}


class DaysForm(forms.Form):
    """Whole days in the player's own time zone, including the last one."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}))

    def clean(self) -> dict[str, object]:
        days = super().clean() or {}
        if "first" in days and "last" in days and days["last"] < days["first"]:
            raise forms.ValidationError(_("The last day is before the first. Choose a later day."))
        if "last" in days and days["last"] > timezone.localdate() + FURTHEST:  # Python's dates end with the year 9999
            raise forms.ValidationError(_("That is more than 10 years away. Choose an earlier day."))
        return days

    @property
    def instants(self) -> dict[str, datetime]:
        """The instant at which the first day begins (now, if that is today), and the one at which the last ends."""
        zone = timezone.get_current_timezone()
        first, last = self.cleaned_data["first"], self.cleaned_data["last"]
        return {
            "starts": max(datetime.combine(first, time.min, zone), timezone.now()),
            "ends": datetime.combine(last + timedelta(days=1), time.min, zone),
        }


class VacationForm(DaysForm):
    """A vacation. A day that has begun is too late to declare."""

    def clean_first(self) -> date:
        first: date = self.cleaned_data["first"]
        if first <= timezone.localdate():
            raise forms.ValidationError(_("Declare a vacation before it starts. The first day can be tomorrow."))
        return first


class SleepForm(forms.Form):
    """A player's hours of sleep, in their own time zone; both empty for none."""

    asleep = forms.TimeField(
        label=_("Asleep from"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    awake = forms.TimeField(
        label=_("Awake from"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if (given.get("asleep") is None) != (given.get("awake") is None):
            raise forms.ValidationError(_("Enter both times or neither."))
        return given

    @staticmethod
    def of(player: Player) -> dict[str, time]:
        """Return the player's present hours of sleep as initial values."""
        if not player.asleep_for:
            return {}
        awake_from = (player.asleep_from + player.asleep_for) % A_DAY
        return {"asleep": time(*divmod(player.asleep_from, 60)), "awake": time(*divmod(awake_from, 60))}

    @property
    def minutes(self) -> dict[str, int]:
        """The minute of the day at which the sleep begins, and its length in minutes."""
        asleep, awake = self.cleaned_data["asleep"], self.cleaned_data["awake"]
        if asleep is None:
            return {"asleep_from": 0, "asleep_for": 0}
        begins, ends = (one.hour * 60 + one.minute for one in (asleep, awake))
        return {"asleep_from": begins, "asleep_for": (ends - begins) % A_DAY}


class TokenForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form for a new API token."""

    class Meta:
        model = ApiToken
        fields = ["name", "scope"]
        labels = {"name": _("Purpose"), "scope": _("Permission")}
