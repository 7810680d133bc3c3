"""Sets of tiles that players saved for everybody: to look at, and to take away where a name will not do. No game changes."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from games.admin.looking import GuardedAdmin, LookingAdmin
from games.models import TileSet


@admin.register(TileSet)
class TileSetAdmin(LookingAdmin):
    list_display = ("name", "made_by", "made_at", "counts")
    list_select_related = ("made_by",)
    ordering = ("name",)
    search_fields = ("name",)
    fields = readonly_fields = ("name", "counts", "made_by", "made_at")

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return GuardedAdmin.has_delete_permission(self, request, obj)
