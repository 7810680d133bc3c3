"""Looking at a table as one of its players, for who has to help them: nothing can be done there, each look is kept with its
reason, and what is hidden from onlookers is not shown."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import store
from games.admin.act_forms import SeatForm
from games.admin.acts import PLAYS_THERE, plays_in
from games.admin.looking import LookingAdmin
from games.queries.over_shoulder import over_the_shoulder
from games.queries.reading import names_by_seat
from games.rules.showing import Grid, Lines, Panel, Rack
from games.wording import named, speak


class LookForm(SeatForm):
    """Whose eyes to look with, and why."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _("It is kept with your name.")


class WatchedAdmin(LookingAdmin):
    """The page of a game, from which one may look at its table."""

    def get_urls(self) -> list[URLPattern]:
        look = path("<int:pk>/look/", self.admin_site.admin_view(self.look), name="games_game_look")
        return [look, *super().get_urls()]

    def look(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for the reason, keep it, and show the table once."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        game = get_object_or_404(self.get_queryset(request), pk=pk)
        if plays_in(game, request.user):
            messages.error(request, PLAYS_THERE)
            return HttpResponseRedirect(reverse("admin:games_game_change", args=[game.pk]))
        form = LookForm(request.POST or None, names=names_by_seat(game, game.seats.all()))
        context = {**self.admin_site.each_context(request), "opts": self.opts, "original": game, "form": form}
        if not (request.method == "POST" and form.is_valid() and form.at_seat is not None):
            return TemplateResponse(
                request, "admin/games/game/look.html", context | {"title": gettext("Look as a player")}
            )
        try:
            seen = over_the_shoulder(game_id=game.pk, seat=form.at_seat, now=timezone.now())
        except store.NoSuchGame as error:
            raise Http404 from error
        self.log_change(request, game, f"LOOK seat={form.at_seat}: {form.cleaned_data['reason']}")
        title = gettext("The table as {name} sees it").format(name=seen.player)
        pieces = [_piece(panel, seen.table.names) for panel in seen.table.panels]
        shown = context | {"title": title, "seen": seen, "table": seen.table, "pieces": pieces}
        return TemplateResponse(request, "admin/games/game/looked_at.html", shown)


def _piece(panel: Panel, names: Sequence[str]) -> tuple[str, str]:
    """A title, and what stands below it as plain lines."""
    if isinstance(panel, Grid):
        text = "\n".join(panel.rows)
    elif isinstance(panel, Rack):
        text = panel.tiles
    elif isinstance(panel, Lines):
        text = "\n".join(speak(line, names) for line in panel.lines)
    else:
        text = "\n".join(named(speak(what, names), speak(of_it, names)) for what, of_it in panel.pairs)
    return speak(panel.title, names), text
