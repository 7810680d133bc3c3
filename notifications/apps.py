"""The notifications app: tells people and hears people."""

from anymail import signals
from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"
    verbose_name = "Notifications"

    def ready(self) -> None:
        """Connect our signal receivers, for reports of mail providers and the mail that they post."""
        from notifications.incoming import webhooks
        from notifications.outgoing import bounces

        signals.tracking.connect(bounces.keep_report)
        signals.inbound.connect(webhooks.keep_mail)
