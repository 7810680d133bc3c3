"""What a newcomer is asked."""

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.players.models import Player


class SignupForm(forms.Form):
    """The name the table sees; allauth adds the mail address."""

    name = Player._meta.get_field("name").formfield(help_text=_("What the others at the table call you."))

    def signup(self, request: HttpRequest, player: Player) -> None:
        player.name = self.cleaned_data["name"]
        player.save(update_fields=["name"])
