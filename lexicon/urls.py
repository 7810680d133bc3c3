"""Which room answers at which address."""

from django.contrib import admin
from django.urls import include, path

from games.api.urls import api

urlpatterns = [
    path("", include("games.web.urls")),
    path("api/v1/", api.urls),
    path("mailbox/", include("notifications.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]
