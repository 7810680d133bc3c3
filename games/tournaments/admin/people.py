"""Read-only admin pages of tournament bans and rating changes. Staff can lift a ban that is wrong, which changes
nothing in the game that led to it."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.admin.read_only import KindFilter, ReadOnlyAdmin
from games.tournaments.models import RatingChange, Walkout


@admin.register(Walkout)
class WalkoutAdmin(ReadOnlyAdmin):
    list_display = ("player", "kind", "game", "at", "until", "lifted_at")
    list_select_related = ("player", "game")
    list_filter = ("kind",)
    search_fields = ("player__name",)
    numbered_by = "game__id"
    fields = readonly_fields = ("player", "kind", "game", "at", "until", "lifted_at")
    ordering = ("-pk",)
    actions = ("lift",)

    @admin.action(description=_("Lift selected tournament bans"), permissions=["lift"])
    def lift(self, request: HttpRequest, walkouts: QuerySet[Walkout]) -> None:
        """Lift bans: their players may enter tournaments again."""
        chosen = list(walkouts.filter(lifted_at=None))
        for walkout in chosen:
            walkout.lifted_at = timezone.now()
            walkout.save(update_fields=["lifted_at"])
            self.log_change(request, walkout, gettext("Ban lifted."))
        lifted = ngettext("{n} tournament ban lifted.", "{n} tournament bans lifted.", len(chosen))
        self.message_user(request, lifted.format(n=len(chosen)))

    def has_lift_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("tournaments.change_walkout")


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    list_display = ("n", "kind", "game", "player", "rank", "at")
    list_select_related = ("player", "game")
    list_filter = (KindFilter,)
    search_fields = ("player__name",)
    numbered_by = "game__id"
    fields = readonly_fields = (
        *("n", "kind", "game", "player", "seat", "rank", "at"),
        *("before_mu", "before_sigma", "mu", "sigma"),
    )
    ordering = ("-n", "seat")
