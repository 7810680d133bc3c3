"""Which of a player's own layouts a page shows, and what its tabs say of them. Nothing is kept or changed here."""

from dataclasses import dataclass

from django.http import HttpRequest

from games.models import Draft
from games.queries.drafts import DraftLine, OwnLayouts
from games.store import unpack
from games.web.asking import number_in


@dataclass(frozen=True)
class Tabs:
    """A player's layouts beside each other; `opened` lies on the board, None is the submitted one.

    `draft` and `version` are what the text on the page was made from: not always what is kept by now. `refused` says
    why nothing was kept, and `was_overtaken` that another tab or device came first, so that both can be."""

    own: OwnLayouts
    opened: DraftLine | None
    draft: str
    version: str
    refused: str = ""
    was_overtaken: bool = False
    discarded: Draft | None = None

    @property
    def kept(self) -> str:
        """The text that is kept under the tab which is open."""
        return "\n".join(self.opened.tried.layout if self.opened else self.own.layout)

    @property
    def discarded_text(self) -> str:
        return "\n".join(unpack(self.discarded.layout)) if self.discarded else ""


def opened_in(request: HttpRequest, own: OwnLayouts) -> DraftLine | None:
    """The draft a form was sent from, or one asked for by its name; else what was arranged last and not submitted."""
    if "draft" in request.POST:
        number = number_in(request.POST["draft"])
        return next((one for one in own.drafts if one.id == number), None)
    name = request.GET.get("draft")
    return own.newest if name is None else next((one for one in own.drafts if one.name == name), None)


def versions_in(request: HttpRequest) -> list[str]:
    """The versions of a draft that a form's text was made from."""
    return [version for version in request.POST.getlist("version") if version.isprintable()]


def tabs_as_sent(request: HttpRequest, own: OwnLayouts) -> Tabs:
    """The tabs over a page that shows the text which was sent, and not what is kept."""
    opened = opened_in(request, own)
    if "draft" not in request.POST:
        return opening(own, opened)
    return Tabs(own, opened, request.POST["draft"], request.POST.get("version", ""))


def opening(own: OwnLayouts, opened: DraftLine | None) -> Tabs:
    """The tabs over a page that shows this draft as it is kept, or the submitted layout."""
    return Tabs(own, opened, str(opened.id), opened.version) if opened else Tabs(own, None, "", "")
