"""The addresses of this app's pages, and of the webhooks that mail providers post to."""

from django.urls import include, path

from games.web.moved import moved
from notifications import mailbox
from notifications.channels import pages as channel_pages
from notifications.incoming import pages as link_pages
from notifications.models import MailKind
from notifications.preferences import pages as preference_pages

urlpatterns = [
    path("settings/notifications/", preference_pages.mail_choices, name="mail_choices"),
    path("games/<int:game_id>/mail/", preference_pages.game_mail_choices, name="game_mail_choices"),
    path("mail/<str:token>/", preference_pages.mute, name="mute_mail"),
    path("mail/<str:token>/invitations/", preference_pages.no_invitations, name="no_invitations"),
    path("mail/<str:token>/held/", link_pages.held, name="held"),
    path("mail/<str:token>/leaked/", link_pages.leaked, name="leaked"),
    path(
        "mail/<str:token>/puzzles/", preference_pages.no_digests, {"kind": MailKind.PUZZLE}, name="no_mail_of_puzzles"
    ),
    path("mail/<str:token>/today/", preference_pages.no_digests, {"kind": MailKind.TODAY}, name="no_mail_of_todays"),
    path(
        "mail/<str:token>/tournaments/",
        preference_pages.no_digests,
        {"kind": MailKind.TOURNAMENT},
        name="no_mail_of_tournaments",
    ),
    path("settings/notifications/channels/", channel_pages.channels_page, name="channels"),
    path("settings/notifications/channels/off/", channel_pages.device_off, name="device_off"),
    path("settings/notifications/channels/renewed/", channel_pages.device_renewed, name="device_renewed"),
    path("mail/<str:token>/webhook/", channel_pages.end_webhook, name="end_webhook"),
    path("mail/<str:link>/told/", channel_pages.notified, name="notified"),
    path("profile/mail/", moved("mail_choices")),
    path("profile/channels/", moved("channels")),
    path("profile/channels/off/", moved("device_off", keeps_post=True)),
    path("profile/channels/renewed/", moved("device_renewed", keeps_post=True)),
    path("mailbox/", mailbox.mailbox, name="mailbox"),
    path("mailbox/<int:pk>/", mailbox.mail, name="mailbox_mail"),
    path("mailbox/<int:pk>/html/", mailbox.mail_html, name="mailbox_html"),
    path("mailbox/answers/<int:pk>/", mailbox.answer, name="mailbox_answer"),
    path("anymail/", include("notifications.incoming.webhooks")),
]
