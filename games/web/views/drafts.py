"""A player's own layouts: which one is shown, and saving, starting, renaming and discarding drafts.

Each action posts the form with the layout's text. The form gets a page back; the board's script, which saves every
change, gets only the tabs and the drafts' part of the form."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from games import commands, queries
from games.models import Draft
from games.queries.layouts import DraftLine, OwnLayouts, own_layouts, read_layout
from games.rules.values import OrderRefused
from games.store import unpack
from games.web.asking import is_part, number_in, player
from games.web.sent_back import Fault, Sent, acts_at_table, keep, refuse_at_table, sent_with
from games.wording import speak

FORM = "drafts"


@dataclass(frozen=True)
class Tabs:
    """A player's layouts side by side; `opened` is the draft on the board, None for the submitted layout.

    `draft` and `version` say what the text on the page was made from, which may differ from what is saved by now.
    `refused` says why nothing was saved. `was_overtaken`: another tab or device came first, and both can be saved.
    `discarded` are the fields of a form that restores a discarded draft."""

    own: OwnLayouts
    opened: DraftLine | None
    draft: str
    version: str
    refused: str = ""
    was_overtaken: bool = False
    discarded: Mapping[str, str] | None = None

    @property
    def saved(self) -> str:
        """The saved text of the open tab."""
        return "\n".join(self.opened.tried.layout if self.opened else self.own.layout)


def opened_by(name: str | None, own: OwnLayouts) -> DraftLine | None:
    """Return the draft with this name; without a name, the last arranged one that was not submitted."""
    return own.newest if name is None else next((one for one in own.drafts if one.name == name), None)


def versions_in(request: HttpRequest) -> list[str]:
    """Return the versions of a draft that a form's text was made from."""
    return [version for version in request.POST.getlist("version") if version.isprintable()]


def tabs_as_sent(sent: Sent, own: OwnLayouts) -> Tabs:
    """Return the tabs of a page that shows the text that was sent, not what is saved."""
    if "draft" not in sent.given:
        return opening(own, own.newest)
    number = number_in(sent.one("draft"))
    opened = next((one for one in own.drafts if one.id == number), None)
    refused = sent.why if sent.form == FORM and not sent.is_unread else ""
    return Tabs(own, opened, sent.one("draft"), sent.one("version"), refused, sent.was_overtaken)


def opening(own: OwnLayouts, opened: DraftLine | None) -> Tabs:
    """Return the tabs of a page that shows this draft as saved, or the submitted layout."""
    return Tabs(own, opened, str(opened.id), opened.version) if opened else Tabs(own, None, "", "")


@acts_at_table(FORM)
def drafts(request: HttpRequest, game_id: int) -> HttpResponse:
    """Do one thing with a draft. What was sent is never lost: if it can't be saved, it stays on the page."""
    try:
        match request.POST.get("do", ""):
            case "keep":
                return _keep(request, game_id)
            case "start":  # a new idea, changes made elsewhere, or a discarded draft
                layout, name = _layout(request, game_id), request.POST.get("name", "")
                started = commands.save_draft(
                    game_id=game_id, player=player(request), layout=layout, name=name, now=timezone.now()
                )
                return _to(started, request, game_id)
            case "rename":
                draft, name = _changed(request, game_id), request.POST.get("name", "")
                renamed = commands.rename_draft(
                    game_id=game_id, player=player(request), draft=draft.pk, name=name, now=timezone.now()
                )
                return redirect(_page(renamed, game_id))
            case "discard":
                return _discard(request, game_id)
    except OrderRefused as refused:
        return _ask(request, game_id, refused)
    raise BadRequest("nothing done with drafts")


def _keep(request: HttpRequest, game_id: int) -> HttpResponse:
    """Save the board in the draft that it was made from, or in a new one."""
    saved = _changed(request, game_id)
    if is_part(request):
        own = own_layouts(game_id=game_id, player=player(request), now=timezone.now())
        return _part(request, opening(own, next((one for one in own.drafts if one.id == saved.pk), None)))
    return _to(saved, request, game_id)


def _discard(request: HttpRequest, game_id: int) -> HttpResponse:
    """Discard a draft without asking, as it can be restored."""
    me, draft = player(request), number_in(request.POST.get("draft", ""))
    discarded = commands.discard_draft(game_id=game_id, player=me, draft=draft) if draft is not None else None
    if discarded is not None:
        given = {"name": [discarded.name], "layout": ["\n".join(unpack(discarded.layout))]}
        keep(request, game_id, Sent(form="discarded", given=given))
    return redirect("game", game_id)


def _changed(request: HttpRequest, game_id: int) -> Draft:
    """Return the draft with the layout that was sent. Raises Unreadable, OrderRefused, and Overtaken if another tab
    or device came first."""
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


def _layout(request: HttpRequest, game_id: int) -> list[str]:
    """Return the rows sent by the board's script, or read a layout written by hand."""
    text = request.POST.get("layout", "")
    rows = text.splitlines() if is_part(request) else read_layout(game_id=game_id, player=player(request), text=text)
    return list(rows)


def _to(saved: Draft, request: HttpRequest, game_id: int) -> HttpResponse:
    says = gettext("Saved as the draft “%(name)s”. Your submitted layout hasn’t changed.")
    messages.success(request, says % {"name": saved.name})
    return redirect(_page(saved, game_id))


def _page(draft: Draft, game_id: int) -> str:
    return f"{reverse('game', args=[game_id])}?{urlencode({'draft': draft.name})}#content"


def _ask(request: HttpRequest, game_id: int, refused: OrderRefused) -> HttpResponse:
    """Answer with the reason why nothing was saved. If another tab or device saved something else first, the page also
    asks what should happen with both."""
    was_overtaken = isinstance(refused, commands.Overtaken)
    if not is_part(request):
        return refuse_at_table(request, game_id, refused, form=FORM, was_overtaken=was_overtaken)
    view = queries.table(game_id=game_id, player=player(request), now=timezone.now())
    if view.own is None:
        return redirect("game", game_id)
    sent = sent_with(request, FORM, Fault(why=speak(refused.why, view.names), was_overtaken=was_overtaken))
    return _part(request, tabs_as_sent(sent, view.own), status=409)


def _part(request: HttpRequest, tabs: Tabs, *, status: int = 200) -> HttpResponse:
    return render(request, "games/crossing/_kept.html", {"tabs": tabs}, status=status)
