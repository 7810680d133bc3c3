"""All finished games of the reader: searched by query parameters, and as a file."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games import queries
from games.queries.archive import EVERYTHING, EXPORTED, NAMES, SEARCHED, Search, WrongSearch, exported, read_search
from games.rules import registry
from games.rules.options import schema
from games.store import NoSuchGame
from games.web.asking import player
from games.web.filters import Filter, address_with, address_without, offer_each, read_before
from games.wording import named, speak

A_PAGE = 30


@dataclass(frozen=True)
class Choice:
    """A value to choose in the form."""

    value: str
    says: str


@require_safe
@login_required
def finished_games(request: HttpRequest) -> HttpResponse:
    """Show a page of the games that match the query; all of them, with status 422, if it can't be read."""
    me, given = player(request), _given(request)
    wrong: Mapping[str, str] = {}
    search, after = EVERYTHING, None
    try:
        search, after = read_search(given), read_before(request)
        games = queries.finished_games(player=me, most=A_PAGE, search=search, before=after)
    except (WrongSearch, NoSuchGame) as error:
        wrong, search, after = _what_is_wrong(error), EVERYTHING, None
        games = queries.finished_games(player=me, most=A_PAGE)
    asked = {} if wrong else given
    left_out = {name: (name, "rules") if name == "kind" else (name,) for name in asked}  # house rules go with the kind
    context = {
        "games": games,
        "given": given,
        "wrong": wrong,
        "filters": [
            Filter(_in_words(name, search), address_without(reverse("finished_games"), asked, *names))
            for name, names in left_out.items()
        ],
        "names": offer_each(asked, "with", {name: name for name in games.names}),
        "kinds": offer_each(asked, "kind", {kind: gettext(registry.kind(kind).name) for kind in games.kinds}),
        "all_kinds": [Choice(key, gettext(kind.name)) for key, kind in registry.KINDS.items()],
        "rules": _rules(search, given),
        "is_first": after is None,
        "latest_at": address_with(asked),
        "older_at": address_with({**asked, "before": str(games.older)}) if games.older else "",
        "file_at": address_without(reverse("finished_games_file"), asked),
        "exported": EXPORTED,
        "searched": SEARCHED,
    }
    return render(request, "games/finished.html", context, status=422 if wrong else 200)


@require_safe
@login_required
def finished_games_file(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Send the records of the games found as one file; redirect to the page if the search can't be read."""
    try:
        search, after = read_search(_given(request)), read_before(request)
        pieces = exported(player=player(request), search=search, now=timezone.now(), before=after)
    except (WrongSearch, NoSuchGame):
        return redirect(f"{reverse('finished_games')}?{request.GET.urlencode()}")
    return StreamingHttpResponse(
        pieces,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="games.json"', "Cache-Control": "private, no-store"},
    )


def _given(request: HttpRequest) -> dict[str, str]:
    """Return the fields of the search that are filled in."""
    return {name: text for name in NAMES if (text := request.GET.get(name, "").strip())}


def _what_is_wrong(error: Exception) -> Mapping[str, str]:
    """Return what to correct, by field of the form."""
    if isinstance(error, WrongSearch):
        return error.wrong
    return {
        "before": gettext("We couldn’t find that page of your finished games. Use “Earlier games” to go further back.")
    }


def _in_words(name: str, search: Search) -> str:
    match name:
        case "with":
            return gettext("With {name}").format(name=search.opponent)
        case "kind":
            return gettext(registry.kind(search.kind).name)
        case "from":
            return gettext("From {day}").format(day=date_format(search.first or "", "DATE_FORMAT"))
        case "to":
            return gettext("Until {day}").format(day=date_format(search.last or "", "DATE_FORMAT"))
        case "least":
            return gettext("Score of at least {score}").format(score=f"{search.least:g}")
        case "word":
            return gettext("{word} on a final board").format(word=search.word)
        case _:
            return named(gettext("House rule"), _rule_in_words(search))


def _rule_in_words(search: Search) -> str:
    """Return a house rule in words, with its value: by its label in the kind searched, or the first kind that has
    it."""
    name, _, value = search.rule.partition(":")
    kinds = [registry.kind(search.kind)] if search.kind else registry.KINDS.values()
    options = (schema(kind.options_type).get(name) for kind in kinds)
    label = next((speak(option.label, ()) for option in options if option), name)
    return f"{label} ({value})" if value else label


def _rules(search: Search, given: Mapping[str, str]) -> list[Choice]:
    """Return the house rules of the kind searched, and the one that is asked for in another form."""
    of_kind = schema(registry.kind(search.kind).options_type) if search.kind else {}
    choices = [Choice(name, speak(one.label, ())) for name, one in of_kind.items()]
    if search.rule and all(one.value != search.rule for one in choices):
        choices.insert(0, Choice(search.rule, _rule_in_words(search)))
    return choices
