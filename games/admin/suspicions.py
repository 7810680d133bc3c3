"""Suspicions of duplicate accounts in one game, the strongest first: the only page that shows them. Staff do not see
those of games they play, or about themselves."""

from functools import partial

from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import ActionForm
from django.db.models import BooleanField, Case, Count, F, OuterRef, QuerySet, Subquery, Value, When
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games import commands
from games.admin.actions import staff_of
from games.admin.deciding import DECIDES, DecidingAdmin
from games.commands.suspicions import LONGEST_REASON, evidence_of, may_decide
from games.players.models import Suspicion
from games.wording import speak

Decision = Suspicion.Decision


class ReasonedActionForm(ActionForm):
    """An action with a reason."""

    reason = forms.CharField(label=_("Reason:"), max_length=LONGEST_REASON, required=False)


@admin.register(Suspicion)
class SuspicionAdmin(DecidingAdmin):
    """Two players of a rated game with the evidence that they are one person. To void the game, replace a player or
    look at it, staff open the game's page; nothing happens automatically. docs/fair-play.md says how often this is
    wrong."""

    list_display = ("score", "is_about", "reasons", "shown_game", "games", "decision", "reason")
    list_select_related = ("one", "other", "game")
    fields = readonly_fields = (
        *("score", "shown_one", "shown_other", "shown_game", "reasons", "games", "found_at"),
        *("decision", "reason", "decided_by", "decided_at"),
    )
    search_fields = ("one__name", "other__name")
    action_form = ReasonedActionForm
    actions = ("dismiss", "acted_on")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Suspicion]:
        waits = Case(When(decision="", then=Value(True)), default=Value(False), output_field=BooleanField())
        of_pair = Suspicion.objects.filter(one=OuterRef("one"), other=OuterRef("other")).order_by()
        counted = of_pair.values("one").annotate(n=Count("pk")).values("n")
        found = may_decide(staff_of(request)).alias(waits=waits).annotate(of_pair=Subquery(counted))
        ordered: QuerySet[Suspicion] = found.order_by(F("waits").desc(), "-score", "-found_at")
        return ordered

    @admin.display(description=_("players"))
    def is_about(self, suspicion: Suspicion) -> str:
        return f"{suspicion.one} · {suspicion.other}"

    @admin.display(description=_("evidence"))
    def reasons(self, suspicion: Suspicion) -> str:
        return " ".join(speak(text, ()) for text in evidence_of(suspicion).in_words())

    @admin.display(description=_("suspected games"))
    def games(self, suspicion: Suspicion) -> int:
        return int(suspicion.of_pair)  # type: ignore[attr-defined]  # counted with the rows

    @admin.display(description=_("game"))
    def shown_game(self, suspicion: Suspicion) -> SafeString:
        return _link("games_game", suspicion.game_id, str(suspicion.game))

    @admin.display(description=_("player"))
    def shown_one(self, suspicion: Suspicion) -> SafeString:
        return _link("players_player", suspicion.one_id, suspicion.one.name)

    @admin.display(description=_("other player"))
    def shown_other(self, suspicion: Suspicion) -> SafeString:
        return _link("players_player", suspicion.other_id, suspicion.other.name)

    @admin.action(description=_("Dismiss"), permissions=DECIDES)
    def dismiss(self, request: HttpRequest, suspicions: QuerySet[Suspicion]) -> None:
        self._decide(request, suspicions, Decision.DISMISSED)

    @admin.action(description=_("Mark as acted on"), permissions=DECIDES)
    def acted_on(self, request: HttpRequest, suspicions: QuerySet[Suspicion]) -> None:
        self._decide(request, suspicions, Decision.ACTED_ON)

    def _decide(self, request: HttpRequest, suspicions: QuerySet[Suspicion], decision: str) -> None:
        reason = str(request.POST.get("reason", ""))
        self.decide_each(request, suspicions, partial(commands.decide_suspicion, decision=decision, reason=reason))


def _link(page: str, number: int, name: str) -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse(f"admin:{page}_change", args=[number]), name)
