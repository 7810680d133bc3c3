"""`python -m lexicon.deploy.make_run HOST:PORT…` prepares what `make run` starts: it checks the ports first, then
migrates the database and deals the demo games. One process does all that, because loading the application takes a
second or two."""

import errno
import os
import socket
import sys
from collections.abc import Sequence

import django
from celery import current_app
from django.core.management import CommandError, call_command


def taken(address: str) -> str:
    """Return why nobody can listen on `host:port`, and what to do; "" if it is free."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_server((host.strip("[]"), int(port))).close()
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            return f"Cannot listen at {address}: {error.strerror}."
        return (
            f"Port {port} is in use by another program, or by a Lexicon that is still running. Stop it, or choose another port: "
            "make run PORT=8080"
        )
    return ""


def main(addresses: Sequence[str]) -> None:
    if faults := [fault for address in addresses if (fault := taken(address))]:
        sys.exit("\n".join(faults))
    _say("Preparing the database…")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lexicon.settings")
    django.setup()
    try:
        call_command("migrate", verbosity=0, skip_checks=False)
        _say("Preparing the demo games…")
        # so that the demo's moves queue no tasks: sweeps find what is new
        current_app.conf.update(broker_url="memory://localhost")
        call_command("seed_demo", verbosity=0, skip_checks=False)
    except CommandError as fault:
        sys.exit(str(fault))
    _say("Starting…")


def _say(what: str) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
