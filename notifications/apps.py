"""The notifications app: sends email and posts to players, and reads their email."""

from anymail import signals
from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"
    verbose_name = "Notifications"

    def ready(self) -> None:
        """Connect our signal receivers, for delivery reports and incoming email from mail providers."""
        from notifications.incoming import webhooks
        from notifications.outgoing import bounces

        signals.tracking.connect(bounces.keep_report)
        signals.inbound.connect(webhooks.keep_mail)
