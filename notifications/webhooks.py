"""Where mail providers post what became of our mails: Anymail's own views, closed while no secret is set."""

from collections.abc import Callable
from functools import wraps

from anymail import urls as anymail
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path


def only_with_a_secret(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Whoever could report a bounce could stop anybody's mail."""

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        if not settings.ANYMAIL.get("WEBHOOK_SECRET"):
            raise Http404
        return view(request)

    return guarded


urlpatterns = [
    path(str(hook.pattern), only_with_a_secret(hook.callback), name=hook.name)
    for hook in anymail.urlpatterns
    if hook.name and hook.name.endswith("_tracking_webhook")
]
