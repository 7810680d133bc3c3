"""The notifications app: tells people and hears people."""

from anymail import signals
from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"
    verbose_name = "Notifications"

    def ready(self) -> None:
        """The house's one signal receiver: what mail providers report."""
        from notifications import tracking

        signals.tracking.connect(tracking.keep_report)
