"""Which room answers at which address."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from games.api.urls import api

# staff sign in like everyone: the admin's own form asks for no second factor
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("games.web.urls")),
    path("", include("games.tournaments.web.urls")),
    path("api/v1/", api.urls),
    path("", include("notifications.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]
