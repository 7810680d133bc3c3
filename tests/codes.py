"""Codes that come by email, read from the last email and entered."""

from django.core import mail


def latest_code():
    return mail.outbox[-1].body.split("\n\n")[1]


def confirm_address(client, **more):
    """Enter the code that was just emailed to the client's new address; return the response."""
    return client.post("/accounts/confirm-email/", {"code": latest_code()}, **more)
