"""Which of a player's own layouts a page shows, and what its tabs say of them. Nothing is kept or changed here."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest

from games.queries.drafts import DraftLine, OwnLayouts
from games.web.asking import number_in
from games.web.sent_back import Sent


@dataclass(frozen=True)
class Tabs:
    """A player's layouts beside each other; `opened` lies on the board, None is the submitted one.

    `draft` and `version` are what the text on the page was made from: not always what is kept by now. `refused` says
    why nothing was kept, and `was_overtaken` that another tab or device came first, so that both can be. `discarded` is what a
    form keeps after all, by its fields."""

    own: OwnLayouts
    opened: DraftLine | None
    draft: str
    version: str
    refused: str = ""
    was_overtaken: bool = False
    discarded: Mapping[str, str] | None = None

    @property
    def kept(self) -> str:
        """The text that is kept under the tab which is open."""
        return "\n".join(self.opened.tried.layout if self.opened else self.own.layout)


def opened_in(request: HttpRequest, own: OwnLayouts) -> DraftLine | None:
    """The draft that is asked for by its name; else what was arranged last and not submitted."""
    name = request.GET.get("draft")
    return own.newest if name is None else next((one for one in own.drafts if one.name == name), None)


def versions_in(request: HttpRequest) -> list[str]:
    """The versions of a draft that a form's text was made from."""
    return [version for version in request.POST.getlist("version") if version.isprintable()]


def tabs_as_sent(sent: Sent, own: OwnLayouts) -> Tabs:
    """The tabs over a page that shows the text which was sent, and not what is kept."""
    if "draft" not in sent.given:
        return opening(own, own.newest)
    number = number_in(sent.one("draft"))
    opened = next((one for one in own.drafts if one.id == number), None)
    refused = sent.why if sent.form == "drafts" and not sent.is_unread else ""
    return Tabs(own, opened, sent.one("draft"), sent.one("version"), refused, sent.was_overtaken)


def opening(own: OwnLayouts, opened: DraftLine | None) -> Tabs:
    """The tabs over a page that shows this draft as it is kept, or the submitted layout."""
    return Tabs(own, opened, str(opened.id), opened.version) if opened else Tabs(own, None, "", "")
