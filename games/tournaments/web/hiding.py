"""That a tournament its reader may not know of is not there."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse

from games.tournaments.queries.pages import NoSuchTournament

P = ParamSpec("P")


def hides_tournaments(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """404 for a tournament that is not there, or not for this reader: the answer is the same."""

    @wraps(view)
    def shown(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (NoSuchTournament, OverflowError) as absent:  # a number that no database holds is none's
            raise Http404 from absent

    return shown
