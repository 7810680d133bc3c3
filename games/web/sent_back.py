"""What a form was sent with that could not be carried out: kept in the session until its sender's next page of that place, which
shows it once. So every POST ends in a redirect, a reload sends nothing again, and no refusal outlives its page."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext

MOST_KEPT = 50_000  # characters of a form; who writes more has it in the browser still
NOT_WRITTEN = ("csrfmiddlewaretoken", "turn", "sure", "do")


@dataclass(frozen=True)
class Sent:
    """What a form that is shown again was sent with, and why it was not enough, in the sender's words. `form` is the verb of an
    order, else the page's own name of the form. Where one `field` is at fault its name, else the `line` that could not be read;
    `correct` is how it may be written. `was_overtaken`: another tab or device came first. `is_doubt`: it is carried out once it
    is sent as it stands."""

    form: str
    given: Mapping[str, Sequence[str]] = field(default_factory=dict)
    why: str = ""
    field: str = ""
    line: str = ""
    correct: str = ""
    is_unread: bool = False
    was_overtaken: bool = False
    is_doubt: bool = False

    def one(self, name: str) -> str:
        """The value of a field that has one."""
        return next(iter(self.given.get(name, ())), "")

    @property
    def posted(self) -> QueryDict:
        """As a form reads it."""
        posted = QueryDict(mutable=True)
        for name, values in self.given.items():
            posted.setlist(name, list(values))
        return posted

    @property
    def written(self) -> list[str]:
        """All that somebody wrote or chose."""
        return [value for name, values in self.given.items() if name.startswith("field-") for value in values]


def sent_with(request: HttpRequest, form: str, **more: Any) -> Sent:
    """What was posted, but for what only the page knows."""
    given = {name: request.POST.getlist(name) for name in request.POST if name not in NOT_WRITTEN}
    if sum(len(value) for values in given.values() for value in values) > MOST_KEPT:
        given = {}
        more.setdefault("why", gettext("That was too long to be kept here. Go back in the browser to shorten it."))
    return Sent(form, **{"given": given, **more})


def send_back(request: HttpRequest, place: object, form: str, **more: Any) -> None:
    """Keep what was posted, for the next page of this place: a game's number, or another name."""
    request.session[_key(place)] = asdict(sent_with(request, form, **more))


def ask_again(request: HttpRequest, form: str = "", *, at: str = "", **more: Any) -> HttpResponse:
    """To the page of a form that was not carried out, which takes back what was posted: to `at`, else where it was sent to."""
    send_back(request, at or request.path, form, **more)
    return redirect(at or request.path)


def posted_or_sent(request: HttpRequest) -> QueryDict | None:
    """With what the only form of a page is filled: what is posted now, or what was not carried out a page ago."""
    if request.method == "POST":
        return request.POST
    sent = take_back(request, request.path)
    return sent.posted if sent else None


def is_sent_back(request: HttpRequest, place: object) -> bool:
    return _key(place) in request.session


def take_back(request: HttpRequest, place: object) -> Sent | None:
    """What is to be shown on this page, and on no other."""
    kept = request.session.pop(_key(place), None)
    return Sent(**kept) if kept else None


def _key(place: object) -> str:
    return f"sent back {place}"
