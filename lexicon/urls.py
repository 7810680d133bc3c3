"""URL routes of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import include, path, re_path

from games.admin.second_factor import SetUpSecondFactor
from games.api.urls import api, docs
from games.web.moved import moved
from games.web.views.account import SignOut, change_address, confirm_address
from lexicon import health
from lexicon.metrics import metrics
from lexicon.privacy import privacy

# staff sign in like everybody; the admin's own form would not ask for a second factor
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


def no_password(request: HttpRequest) -> HttpResponse:
    """Answer 404 for the packages' password pages: everybody signs in by code."""
    raise Http404


handler500 = "lexicon.failures.server_error"
urlpatterns = [
    path("health/live", health.live),
    path("health/ready", health.ready),
    path("metrics/", metrics),
    path("privacy/", privacy, name="privacy"),
    path("api/v1/docs", docs, name="api_docs"),
    path("api/v1/docs/", moved("api_docs")),
    path("api/v1/", api.urls),
    re_path(r"^(?:accounts/password|admin/password_change)/", no_password),
    path("", include("games.web.urls")),
    path("", include("games.tournaments.web.urls")),
    path("", include("notifications.urls")),
    path("accounts/logout/", SignOut.as_view(), name="account_logout"),
    path("accounts/email/", change_address, name="account_email"),
    path("accounts/email/<str:token>/", confirm_address, name="confirm_address"),
    path("accounts/2fa/totp/activate/", SetUpSecondFactor.as_view(), name="mfa_activate_totp"),
    path("accounts/", include("allauth.urls")),
    path("admin/health/", admin.site.admin_view(health.site_health), name="site_health"),
    path("admin/", admin.site.urls),
]
