"""The admin site: what staff may look at and do. It shows nobody, not even superusers, what a player may not know,
because staff play too."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin import games, players, reports, supplies, suspicions

__all__ = ["games", "players", "reports", "supplies", "suspicions"]

admin.site.site_header = admin.site.site_title = _("Lexicon admin site")
admin.site.index_title = _("Staff tools")
