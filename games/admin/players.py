"""Players, and what belongs to a person rather than to a game."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.forms import CharField, ChoiceField, EmailField, Form, ModelForm
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import commands
from games.admin.read_only import ReadOnlyAdmin
from games.players.models import ApiToken, Invitation, Player, Vacation
from games.players.tokens import revoke
from games.players.zones import zones_to_choose
from games.rules.values import OrderRefused
from games.wording import speak

# Anybody who can change an account's address or see its second factor can sign in to it: both belong to its owner
# alone.
admin.site.unregister([EmailAddress, Authenticator])

RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


class PlayerForm(ModelForm):  # type: ignore[type-arg]
    """A player, with a field for a new address if email to them fails."""

    next_address = EmailField(
        label=_("New email address"),
        required=False,
        help_text=_("Email to the current address fails. Make sure that the new one belongs to this player."),
    )
    reason = CharField(label=_("How you checked this"), required=False, max_length=200)

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if given.get("next_address"):
            given["next_address"] = given["next_address"].lower()
        if given.get("next_address") and not given.get("reason"):
            self.add_error("reason", _("Write how you made sure that the new address is this player’s."))
        return given


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """Players' accounts: their owners create them; staff may rename or lock them. Only superusers give rights, or a new
    address to a player whose email fails."""

    form = PlayerForm

    may = ("change",)

    list_display = ("name", "email", "is_active", "is_staff", "joined_at", "mail_fails_since")
    list_filter = ("is_active", "is_staff")
    search_fields = ("name", "email")
    addressed_by = "email"
    filter_horizontal = ("groups", "user_permissions")
    fields = ("email", "name", "time_zone", "is_active", *RIGHTS, "joined_at", "last_login", "mail_fails_since")
    readonly_fields = ("email", "joined_at", "last_login", "mail_fails_since")

    def get_form(
        self, request: HttpRequest, obj: Player | None = None, *args: Any, **kwargs: Any
    ) -> "type[ModelForm[Player]]":
        """Return the form with a list of time zones, as a typed name may be one that no machine knows."""
        form: type[ModelForm[Player]] = super().get_form(request, obj, *args, **kwargs)
        if "time_zone" in form.base_fields:
            present = obj.time_zone if obj is not None else "UTC"
            form.base_fields["time_zone"] = ChoiceField(label=_("Time zone"), choices=zones_to_choose(present))
        return form

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        is_superuser = request.user.is_active and getattr(request.user, "is_superuser", False)
        return self.readonly_fields if is_superuser else (*self.readonly_fields, *RIGHTS)

    def get_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        email, *others = self.fields
        return (email, "next_address", "reason", *others) if self._may_set_address(request, obj) else self.fields

    def _may_set_address(self, request: HttpRequest, player: Player | None) -> bool:
        """Return True for superusers if email to the player fails, but never for staff accounts: a new address is
        enough to sign in."""
        is_superuser = request.user.is_active and getattr(request.user, "is_superuser", False)
        fails = player is not None and player.mail_fails_since is not None
        return bool(is_superuser and fails and player and not player.is_staff)

    def construct_change_message(self, request: HttpRequest, form: Form, formsets: Any, add: bool = False) -> Any:
        """Log why an address was changed."""
        said = super().construct_change_message(request, form, formsets, add)
        if (
            isinstance(form, PlayerForm) and form.cleaned_data.get("next_address") == form.instance.email
        ):  # it was not refused
            changed = {"fields": ["email"], "name": gettext("this reason"), "object": form.cleaned_data["reason"]}
            said.append({"changed": changed})
        return said

    def save_model(self, request: HttpRequest, obj: Player, form: "ModelForm[Player]", change: bool) -> None:
        may_set_address = self._may_set_address(request, Player.objects.get(pk=obj.pk))
        super().save_model(request, obj, form, change)
        address = form.cleaned_data.get("next_address")
        if address and may_set_address and isinstance(request.user, Player):
            try:
                commands.set_address(player=obj, email=address, by=request.user, now=timezone.now())
            except OrderRefused as refused:
                messages.error(request, speak(refused.why, ()))
        if obj.is_active and "is_active" in form.changed_data:
            commands.announce_clocks_anew(player=obj)


@admin.register(EmailAddress)
class EmailAddressAdmin(ReadOnlyAdmin):
    list_display = ("email", "user", "primary", "verified")
    list_select_related = ("user",)
    search_fields = ("email", "user__name")
    addressed_by = "email"


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_display = ("game", "email", "invited_by", "invited_at", "joined_at", "declined_at")
    list_select_related = ("game", "invited_by")
    may_ask_for = ("game",)
    search_fields = ("email",)
    numbered_by = "game__id"


@admin.register(Vacation)
class VacationAdmin(ReadOnlyAdmin):
    list_display = ("player", "starts", "ends", "declared_at")
    list_select_related = ("player",)
    search_fields = ("player__name", "player__email")
    addressed_by = "player__email"


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    """API tokens: that one exists, never the token itself."""

    list_display = ("player", "name", "scope", "made_at", "revoked_at")
    list_select_related = ("player",)
    list_filter = ("scope",)
    search_fields = ("player__name", "player__email", "name")
    addressed_by = "player__email"
    fields = readonly_fields = ("player", "name", "scope", "made_at", "revoked_at")
    actions = ("take_back",)

    @admin.action(description=_("Revoke selected tokens"), permissions=["take_back"])
    def take_back(self, request: HttpRequest, tokens: QuerySet[ApiToken]) -> None:
        for token in tokens.filter(revoked_at=None):
            revoke(token, now=timezone.now())

    def has_take_back_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("players.change_apitoken")
