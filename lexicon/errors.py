"""Reports errors to a Sentry-compatible server, if `SENTRY_DSN` names one: only the place and type of each, nothing
about players."""

from typing import Any

import sentry_sdk

KEPT_OF_A_REQUEST = ("method",)


def report_to(dsn: str) -> None:
    """Report every error from now on."""
    sentry_sdk.init(
        dsn,
        before_send=without_what_was_said,
        before_breadcrumb=lambda crumb, hint: None,
        include_local_variables=False,
        send_default_pii=False,
        max_request_body_size="never",
    )


def without_what_was_said(event: Any, hint: Any) -> Any:
    """Remove from a report everything that may name a player, a tile or a token: URLs, headers, arguments, exception
    messages."""
    event["request"] = {
        key: event.get("request", {})[key] for key in KEPT_OF_A_REQUEST if key in event.get("request", {})
    }
    for part in ("user", "extra", "logentry", "message", "breadcrumbs", "server_name"):
        event.pop(part, None)
    event["contexts"] = {"trace": event.get("contexts", {}).get("trace", {})}
    if event.get("transaction_info", {}).get("source") == "url":
        event.pop("transaction", None)  # a URL as it was requested instead of one of our patterns
    for fault in event.get("exception", {}).get("values", ()):
        fault["value"] = ""
    return event
