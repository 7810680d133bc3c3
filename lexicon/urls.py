"""Which room answers at which address."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.web.urls")),
    path("mailbox/", include("notifications.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]
