"""What a player does with drafts: keeps what lies on the board, starts another, renames, discards.

Each act is a POST from the form with the layout's text. A form is answered with a page; the board's script, which keeps
each change by itself, with the tabs and the form's part on drafts alone."""

from collections.abc import Callable, Sequence
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games import commands, queries
from games.models import Draft
from games.queries.drafts import own_layouts
from games.queries.trying import read_layout
from games.rules.kind import OrderRefused, Unreadable
from games.store import unpack
from games.web.asking import hides_games, number_in, player
from games.web.etags import is_part
from games.web.sent_back import send_back, sent_with
from games.web.tabs import Tabs, opening, tabs_as_sent, versions_in
from games.web.views.refusing import refuse
from games.wording import speak


@require_POST
@login_required
@hides_games
def drafts(request: HttpRequest, game_id: int) -> HttpResponse:
    """One thing done with a draft. What was sent is never lost: where it cannot be kept it stays on the page."""
    act = ACTS.get(request.POST.get("do", ""))
    if act is None:
        raise BadRequest("nothing done with drafts")
    try:
        return act(request, game_id)
    except Unreadable as error:
        return refuse(request, game_id, error, form="drafts")
    except OrderRefused as refused:
        return _ask(request, game_id, refused)


def _keep(request: HttpRequest, game_id: int) -> HttpResponse:
    """What lies on the board, in the place of the draft it was made from; a new draft where it was made from none."""
    kept = _changed(request, game_id)
    if is_part(request):
        own = own_layouts(game_id=game_id, player=player(request), now=timezone.now())
        return _part(request, opening(own, next((one for one in own.drafts if one.id == kept.pk), None)))
    return _to(kept, request, game_id)


def _start(request: HttpRequest, game_id: int) -> HttpResponse:
    """A draft beside those that stand: another idea, what was changed elsewhere, or one that was discarded."""
    kept = commands.save_draft(
        game_id=game_id,
        player=player(request),
        layout=_layout(request, game_id),
        name=request.POST.get("name", ""),
        now=timezone.now(),
    )
    return _to(kept, request, game_id)


def _rename(request: HttpRequest, game_id: int) -> HttpResponse:
    kept, name = _changed(request, game_id), request.POST.get("name", "")
    renamed = commands.rename_draft(
        game_id=game_id, player=player(request), draft=kept.pk, name=name, now=timezone.now()
    )
    return redirect(_page(renamed, game_id))


def _discard(request: HttpRequest, game_id: int) -> HttpResponse:
    """Asks nothing, since it can be kept after all."""
    me, draft = player(request), number_in(request.POST.get("draft", ""))
    discarded = commands.discard_draft(game_id=game_id, player=me, draft=draft) if draft is not None else None
    if discarded is not None:
        send_back(
            request,
            game_id,
            "discarded",
            given={"name": [discarded.name], "layout": ["\n".join(unpack(discarded.layout))]},
        )
    return redirect("game", game_id)


ACTS: dict[str, Callable[[HttpRequest, int], HttpResponse]] = {
    "keep": _keep,
    "start": _start,
    "rename": _rename,
    "discard": _discard,
}


def _changed(request: HttpRequest, game_id: int) -> Draft:
    """The draft with the layout that was sent. Raises Unreadable, OrderRefused, and where another came first."""
    return commands.change_draft(
        game_id=game_id,
        player=player(request),
        draft=number_in(request.POST.get("draft", "")),
        made_from=versions_in(request),
        layout=_layout(request, game_id),
        name=request.POST.get("name", ""),
        version="".join(filter(str.isprintable, request.POST.get("as", ""))),
        now=timezone.now(),
    )


def _layout(request: HttpRequest, game_id: int) -> Sequence[str]:
    """The rows that the board sends, or whatever people write for a layout."""
    text = request.POST.get("layout", "")
    return text.splitlines() if is_part(request) else read_layout(game_id=game_id, player=player(request), text=text)


def _to(kept: Draft, request: HttpRequest, game_id: int) -> HttpResponse:
    says = gettext("Kept as the draft “%(name)s”. What you have submitted is as it was.")
    messages.success(request, says % {"name": kept.name})
    return redirect(_page(kept, game_id))


def _page(draft: Draft, game_id: int) -> str:
    return f"{reverse('game', args=[game_id])}?{urlencode({'draft': draft.name})}#content"


def _ask(request: HttpRequest, game_id: int, refused: OrderRefused) -> HttpResponse:
    """Says why nothing was kept, and what can be done where another tab or device came first."""
    was_overtaken = isinstance(refused, commands.Overtaken)
    if not is_part(request):
        return refuse(request, game_id, refused, form="drafts", was_overtaken=was_overtaken)
    view = queries.table(game_id=game_id, player=player(request), now=timezone.now())
    if view.own is None:
        return redirect("game", game_id)
    sent = sent_with(request, "drafts", why=speak(refused.why, view.names), was_overtaken=was_overtaken)
    return _part(request, tabs_as_sent(sent, view.own), status=409)


def _part(request: HttpRequest, tabs: Tabs, *, status: int = 200) -> HttpResponse:
    return render(request, "games/crossing/_kept.html", {"tabs": tabs}, status=status)
