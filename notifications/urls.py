"""The addresses of this room's pages, and of what mail providers report."""

from django.urls import include, path

from notifications import choice_pages, digest_pages, link_pages, pages
from notifications.preferences import Kind

urlpatterns = [
    path("profile/mail/", choice_pages.mail_choices, name="mail_choices"),
    path("games/<int:game_id>/mail/", choice_pages.game_mail_choices, name="game_mail_choices"),
    path("mail/<str:token>/", choice_pages.mute, name="mute"),
    path("mail/<str:token>/invitations/", choice_pages.no_invitations, name="no_invitations"),
    path("mail/<str:token>/held/", link_pages.held, name="held"),
    path("mail/<str:token>/leaked/", link_pages.leaked, name="leaked"),
    path("mail/<str:token>/puzzles/", digest_pages.no_digests, {"kind": Kind.PUZZLE}, name="no_mail_of_puzzles"),
    path(
        "mail/<str:token>/tournaments/",
        digest_pages.no_digests,
        {"kind": Kind.TOURNAMENT},
        name="no_mail_of_tournaments",
    ),
    path("mailbox/", pages.mailbox, name="mailbox"),
    path("mailbox/<int:pk>/", pages.mail, name="mailbox_mail"),
    path("mailbox/<int:pk>/html/", pages.mail_html, name="mailbox_html"),
    path("mailbox/answers/<int:pk>/", pages.answer, name="mailbox_answer"),
    path("anymail/", include("notifications.webhooks")),
]
