"""The pages of this room."""

from django.urls import path

from notifications import pages

urlpatterns = [
    path("", pages.mailbox, name="mailbox"),
    path("<int:pk>/", pages.mail, name="mailbox_mail"),
    path("<int:pk>/html/", pages.mail_html, name="mailbox_html"),
    path("answers/<int:pk>/", pages.answer, name="mailbox_answer"),
]
