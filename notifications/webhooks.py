"""Where mail providers post what became of our mails, and the mail that came for us; closed while no secret is set."""

from collections.abc import Callable
from functools import wraps

from anymail import urls as anymail
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, re_path

from notifications.inbound.posts import PROVIDERS
from notifications.inbound.webhooks import keeping


def only_with_a_secret(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Whoever could report a bounce could stop anybody's mail, and who could bring mail could say whom it is from."""

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
] + [
    re_path(
        rf"^{provider}/inbound(?:_mime)?/$", only_with_a_secret(keeping(provider)), name=f"{provider}_inbound_webhook"
    )
    for provider in PROVIDERS  # Mailgun posts raw mail where the address says "mime"
]
